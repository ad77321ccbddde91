//! `--start`: where a level begins.

use clap::Args;
use roomgen::{
    Cell, Request,
    geom::{Rect, Size},
};

use super::failure::Failure;

/// The flag of every command that makes one level.
#[derive(Debug, Args)]
pub(super) struct Start {
    /// The cell where the player arrives, or the nearest that can be: its column and its row, counted from 0
    #[arg(long, value_name = "X,Y", value_parser = cell, allow_hyphen_values = true)]
    start: Option<Cell>,
}

impl Start {
    /// The cell asked for, if any. It must lie in a level of `size`.
    pub(super) fn within(&self, size: Size) -> Result<Option<Cell>, Failure> {
        let bounds = Rect::from(size);
        match self.start {
            Some(cell) if !bounds.contains(cell) => Err(Failure::usage(format!(
                "--start {},{}: a level of {size} cells has columns 0 to {} and rows 0 to {}.",
                cell.x,
                cell.y,
                bounds.right() - 1,
                bounds.bottom() - 1,
            ))),
            start => Ok(start),
        }
    }
}

/// The request with the player arriving at `start`, if there is one.
pub(super) fn starting(request: Request, start: Option<Cell>) -> Request {
    match start {
        Some(cell) => request.starting_at(cell),
        None => request,
    }
}

/// The value of `--start`.
fn cell(text: &str) -> Result<Cell, String> {
    let read = || {
        let (x, y) = text.split_once(',')?;
        Some(Cell::new(x.parse().ok()?, y.parse().ok()?))
    };
    read().ok_or_else(|| "a cell is a column and a row, counted from 0: 12,30".to_owned())
}

//! `StatedFacts`: what a level file states although it follows from the level.

use super::value::{ValueFault, faulty, rect};
use crate::{
    geom::{Rect, Size},
    level::Level,
    level_file::{LevelError, RawLevel, record::RectRecord},
};

/// Facts that a level file states for other readers although they follow from the level: its
/// digest, and the cells that nobody can walk to.
///
/// Reading a level needs none of them, so that [`json::read_unchecked`] and serde do not compare
/// them: a level that was changed in its file is still read. [`json::read`] and [`ron::read`]
/// compare them, since whoever changed a stranger's file may have left them as they were.
///
/// [`json::read`]: crate::export::json::read
/// [`json::read_unchecked`]: crate::export::json::read_unchecked
/// [`ron::read`]: crate::export::ron::read
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedFacts {
    /// The level's digest; `None` if the file leaves it out.
    digest: Option<u64>,
    /// The runs of unreachable cells, as the file has them: x, y and length. All lie in the level.
    unreachable: Vec<[i32; 3]>,
}

impl StatedFacts {
    /// Takes the facts out of a file as read.
    pub(crate) fn take(raw: &mut RawLevel) -> Result<Self, LevelError> {
        let bounds = Rect::from(Size::new(raw.width, raw.height)?);
        let run = |run: &[i32; 3]| {
            let [x, y, width] = run.map(i64::from);
            rect("unreachable", RectRecord { x, y, width, height: 1 }, bounds).map(|_| ())
        };
        let (digest, runs) = (raw.digest.0.take(), std::mem::take(&mut raw.unreachable));
        let read = || -> Result<Self, ValueFault> {
            let digest = digest.map(|text| super::digest("digest", &text)).transpose()?;
            runs.iter().try_for_each(run)?;
            Ok(Self { digest, unreachable: runs })
        };
        read().map_err(|fault| fault.of("level"))
    }

    /// Compares the facts with those of the level that the same file has.
    ///
    /// Cost: linear in cells and props.
    ///
    /// # Errors
    ///
    /// [`LevelError::Value`] for the first fact that is not the level's.
    pub fn check(&self, level: &Level) -> Result<(), LevelError> {
        self.check_runs(level).and_then(|()| self.check_digest(level)).map_err(|fault| fault.of("level"))
    }

    fn check_runs(&self, level: &Level) -> Result<(), ValueFault> {
        let (stated, own) = (&self.unreachable, level.unreachable());
        let run = |position: usize| own.get(position).map(|run| [run.left(), run.top(), run.width()]);
        let is_equal = |&position: &usize| stated.get(position).copied() == run(position);
        let Some(position) = (0..own.len().max(stated.len())).find(|position| !is_equal(position)) else {
            return Ok(());
        };
        let words = |run: Option<[i32; 3]>| run.map_or_else(|| "nothing".to_owned(), |run| format!("{run:?}"));
        let given = format!("{} at position {position}", words(stated.get(position).copied()));
        let allowed = format!("{} there: the runs of cells that nobody can walk to", words(run(position)));
        Err(faulty("unreachable", given, allowed))
    }

    fn check_digest(&self, level: &Level) -> Result<(), ValueFault> {
        let own = level.digest();
        let Some(stated) = self.digest.filter(|&stated| stated != own) else { return Ok(()) };
        let allowed = format!("{own:016x}, that of the level, or none; the level was changed in its file");
        Err(faulty("digest", format!("{stated:016x}"), allowed))
    }
}

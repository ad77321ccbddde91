//! How pictures are drawn: the flags that every command with pictures has.

use clap::Args;
use roomgen::geom::{Rect, Size};
use roomgen_pictures::png::{self, Overlay, PictureError, View};

use super::failure::Failure;

/// The flags of pictures.
#[derive(Debug, Args)]
pub(super) struct Picture {
    /// Pixels of a picture for each cell, 1 to 64 [default: 16]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    scale: Option<u32>,

    /// From where pictures show the level: top, or iso, the isometric view [default: top]
    #[arg(long, value_name = "VIEW")]
    view: Option<View>,

    /// The number of the only room that pictures show, with a cell of what is about it
    #[arg(long, value_name = "ID", value_parser = room, allow_negative_numbers = true)]
    room: Option<u32>,

    /// The only cells that pictures show: the first column and row, counted from 0, then how many columns and rows
    #[arg(long, value_name = "X,Y,WIDTHxHEIGHT", value_parser = region, allow_hyphen_values = true, conflicts_with = "room")]
    region: Option<Rect>,

    /// What is drawn over pictures, one name or several with commas: anchors, clearance, distance (steps from the entry), entry,
    /// graph (passages), grid, partition, path, quadtree (the index of props), rooms, walkways
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    overlay: Vec<Overlay>,

    /// Below pictures, what their colours and signs mean
    #[arg(long)]
    legend: bool,
}

impl Picture {
    /// How pictures are drawn by these flags.
    pub(super) fn options(&self) -> png::Options {
        let default = scaled(self.scale);
        png::Options {
            view: self.view.unwrap_or(default.view),
            room: self.room,
            region: self.region,
            overlays: self.overlay.iter().copied().collect(),
            legend: self.legend,
            ..default
        }
    }

    /// Refuses a picture of a level of `size` that would be too large, before anything else is done.
    pub(super) fn fits(&self, size: Size) -> Result<(), Failure> {
        if self.room.is_some() {
            // How large a room is only the level tells.
            return Ok(());
        }
        self.options().sides(size).map(|_| ()).map_err(|error| {
            let flag = if matches!(error, PictureError::NoRegion { .. }) { "--region" } else { "--scale" };
            Failure::usage(format!("{flag}: {error}{}.", way_out(&error)))
        })
    }

    /// How pictures are drawn, in words: the same for flags that make the same pictures.
    pub(super) fn said(&self) -> String {
        let png::Options { scale, view, room, region, overlays, legend, .. } = self.options();
        let overlays = overlays.iter().map(|overlay| overlay.name());
        let room = room.map(|room| format!("room {room}"));
        let region = region.map(|region| format!("region {region}"));
        let parts = [format!("scale {scale}"), format!("view {view}")].into_iter().chain(room).chain(region);
        let parts = parts.chain(overlays.map(|name| format!("overlay {name}")));
        parts.chain(legend.then(|| "legend".to_owned())).collect::<Vec<_>>().join(", ")
    }

    /// The first of the flags that was given: it has no meaning without a picture.
    pub(super) fn given(&self) -> Option<&'static str> {
        let flags = [
            ("--scale", self.scale.is_some()),
            ("--view", self.view.is_some()),
            ("--room", self.room.is_some()),
            ("--region", self.region.is_some()),
            ("--overlay", !self.overlay.is_empty()),
            ("--legend", self.legend),
        ];
        flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
    }
}

/// A bare picture, at the scale given or at the default one.
pub(super) fn scaled(scale: Option<u32>) -> png::Options {
    let default = png::Options::default();
    png::Options { scale: scale.unwrap_or(default.scale), ..default }
}

/// What else to do where a picture is too large: to show a part of the level.
pub(super) fn way_out(error: &PictureError) -> &'static str {
    match error {
        PictureError::TooLarge { .. } | PictureError::NoScale { .. } => {
            "; or show a part of the level, with --region X,Y,WIDTHxHEIGHT or --room ID"
        }
        _ => "",
    }
}

/// The value of `--region`.
fn region(text: &str) -> Result<Rect, String> {
    let read = || {
        let (x, rest) = text.split_once(',')?;
        let (y, sides) = rest.split_once(',')?;
        let (width, height) = sides.split_once(['x', 'X'])?;
        let number = |digits: &str| digits.parse::<i32>().ok();
        let region = Rect::from_xywh(number(x)?, number(y)?, number(width)?, number(height)?)?;
        (region.left() >= 0 && region.top() >= 0).then_some(region)
    };
    read().ok_or_else(|| {
        "a region is a column, a row, and how many columns and rows, in cells from 0 on: 100,200,80x50".to_owned()
    })
}

/// The value of `--room`.
fn room(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "rooms are numbered from 0: `--overlay rooms` shows the numbers".to_owned())
}

/// The value of `--scale`.
pub(super) fn scale(text: &str) -> Result<u32, String> {
    let range = png::Options::MIN_SCALE..=png::Options::MAX_SCALE;
    let allowed = || format!("a cell is {} to {} pixels wide", range.start(), range.end());
    text.parse().ok().filter(|pixels| range.contains(pixels)).ok_or_else(allowed)
}

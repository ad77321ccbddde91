//! How pictures are drawn: the flags that every command with pictures has.

use clap::Args;
use roomgen::{
    export::png::{self, Overlay},
    geom::Size,
};

use super::failure::Failure;

/// The flags of pictures.
#[derive(Debug, Args)]
pub(super) struct Picture {
    /// Pixels of a picture for each cell, 1 to 64 [default: 16]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    scale: Option<u32>,

    /// What is drawn over pictures, one name or several with commas: quadtree, the index of props and its nodes
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    overlay: Vec<Overlay>,
}

impl Picture {
    /// How pictures are drawn by these flags.
    pub(super) fn options(&self) -> png::Options {
        let default = scaled(self.scale);
        png::Options { overlays: self.overlay.iter().copied().collect(), ..default }
    }

    /// Refuses a picture of a level of `size` that would be too large, before anything else is done.
    pub(super) fn fits(&self, size: Size) -> Result<(), Failure> {
        let sides = self.options().sides(size);
        sides.map(|_| ()).map_err(|error| Failure::usage(format!("--scale: {error}.")))
    }

    /// The first of the flags that was given: it has no meaning without a picture.
    pub(super) fn given(&self) -> Option<&'static str> {
        let flags = [("--scale", self.scale.is_some()), ("--overlay", !self.overlay.is_empty())];
        flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
    }
}

/// A bare picture, at the scale given or at the default one.
pub(super) fn scaled(scale: Option<u32>) -> png::Options {
    let default = png::Options::default();
    png::Options { scale: scale.unwrap_or(default.scale), ..default }
}

/// The value of `--scale`.
pub(super) fn scale(text: &str) -> Result<u32, String> {
    let range = png::Options::MIN_SCALE..=png::Options::MAX_SCALE;
    let allowed = || format!("a cell is {} to {} pixels wide", range.start(), range.end());
    text.parse().ok().filter(|pixels| range.contains(pixels)).ok_or_else(allowed)
}

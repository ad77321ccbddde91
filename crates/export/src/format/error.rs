//! Why a level is not written.

use std::io;

use crate::{gif::GifError, gltf::SceneError, picture::PictureError};
use roomgen::ReproduceError;
use thiserror::Error;

/// Why a level could not be written in a format.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The picture, the half blocks or the tile sheet cannot be drawn or encoded.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The map cannot be written: its levels are too many or too large, or its picture cannot be
    /// drawn.
    #[cfg(feature = "png")]
    #[error(transparent)]
    Map(#[from] crate::map::MapError),
    /// The scene is too large.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The animation cannot be made.
    #[error(transparent)]
    Animation(#[from] GifError),
    /// Overlays show how the level was made, and generating it again does not give this level.
    #[error(transparent)]
    Reproduce(#[from] ReproduceError),
    /// An animation shows how the level was made, and its preset is not known.
    #[error("an animation shows how the level is made, which needs its preset")]
    NeedsPreset,
}

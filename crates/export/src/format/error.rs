//! Why a level is not written.

use std::io;

#[cfg(feature = "png")]
use crate::uvtt::UvttError;
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
    /// The levels are too many or too large for a map.
    #[cfg(feature = "png")]
    #[error(transparent)]
    Map(#[from] crate::map::MapError),
    /// The scene is too large.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The map for a virtual tabletop cannot be written.
    #[cfg(feature = "png")]
    #[error(transparent)]
    Tabletop(#[from] UvttError),
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

//! What the steps of furnishing use besides the room.

use super::{mask::MaskCache, stencil::StencilCache};

/// The caches of masks and stencils, the room's random words, and the observer.
pub(super) struct FurnishTools<'room, D, T> {
    pub(super) masks: &'room mut MaskCache,
    pub(super) stencils: &'room mut StencilCache,
    pub(super) draw: &'room mut D,
    pub(super) trace: &'room mut T,
}

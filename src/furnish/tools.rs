//! What the steps of furnishing use besides the room.

use super::{mask::MaskCache, stencil::Stencils};

/// The caches of masks and stencils, the room's random words, and the observer.
pub(super) struct Tools<'room, D, T> {
    pub(super) masks: &'room mut MaskCache,
    pub(super) stencils: &'room mut Stencils,
    pub(super) draw: &'room mut D,
    pub(super) trace: &'room mut T,
}

//! What a game looks up in a level.
#[derive(Clone, Debug)]
pub(crate) struct Lookup;

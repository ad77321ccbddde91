//! Lists and maps that are written without being made.

use serde::{Serialize, Serializer};

/// A list whose elements are created one at a time while it is written.
pub(super) struct ListWriter<F>(pub(super) F);

impl<F, I> Serialize for ListWriter<F>
where
    F: Fn() -> I,
    I: IntoIterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A map whose entries are created one at a time while it is written.
pub(super) struct MapWriter<F>(pub(super) F);

impl<F, I, K, V> Serialize for MapWriter<F>
where
    F: Fn() -> I,
    I: IntoIterator<Item = (K, V)>,
    K: Serialize,
    V: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

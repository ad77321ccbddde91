//! The pair cache: the result of the last query for all pairs. The next query with the same types
//! only searches for the pairs of changed objects.

use super::{ObjectPair, QueryObserver, changes::ChangeLogReader, core::TreeCore, pairs::MAX_CHANGED_DIVISOR};

/// The maximum number of cached pairs for each object slot. With more pairs, nothing is cached and
/// every query searches all objects.
const MAX_PAIRS_PER_SLOT: usize = 8;

/// The pairs that the last query for all pairs found.
#[derive(Clone, Debug, Default)]
pub(super) struct PairCache {
    /// The type bits of the last query for all pairs; `None` before the first query.
    types: Option<u32>,
    /// Whether `pairs` holds the complete result. A first query is not cached, since it may be the
    /// only one.
    is_complete: bool,
    pairs: Vec<ObjectPair>,
}

impl<const D: usize> TreeCore<D> {
    /// Calls `found` with each pair of overlapping objects of these `types`, like
    /// [`TreeCore::pair`]. Takes the pairs of unchanged objects from the pair cache; meant for many
    /// objects.
    pub(super) fn find_pairs_cached(
        &mut self,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&Self, ObjectPair),
    ) {
        let mut kept = std::mem::take(&mut self.pair_cache);
        let changed = self.changes.read(ChangeLogReader::Pairs);
        let is_again = kept.types.replace(types) == Some(types);
        let most = MAX_PAIRS_PER_SLOT * self.entries.len();
        match changed {
            Some(mut changed)
                if is_again && kept.is_complete && changed.len() <= self.entries.len() / MAX_CHANGED_DIVISOR =>
            {
                let is_changed = self.marks(&mut changed);
                if !changed.is_empty() {
                    kept.pairs.retain(|(one, two)| !is_changed[one.index()] && !is_changed[two.index()]);
                }
                kept.pairs.iter().for_each(|&pair| found(self, pair));
                self.find_pairs_of_slots(&changed, &is_changed, types, observer, &mut |core, pair| {
                    if kept.pairs.len() <= most {
                        kept.pairs.push(pair);
                    }
                    found(core, pair);
                });
            }
            _ => {
                kept.pairs.clear();
                self.find_pairs_uncached(types, observer, &mut |core, pair| {
                    if is_again && kept.pairs.len() <= most {
                        kept.pairs.push(pair);
                    }
                    found(core, pair);
                });
                kept.is_complete = is_again;
            }
        }
        if kept.pairs.len() > most {
            (kept.is_complete, kept.pairs) = (false, Vec::new());
        }
        self.pair_cache = kept;
    }
}

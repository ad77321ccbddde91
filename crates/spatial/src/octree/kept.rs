//! Pairs that are kept from one question for all pairs to the next, so that only those of changed objects are found anew.

use super::{Observer, Pair, changes::Reader, core::Core, pairs::CHANGED_AT_MOST};

/// The most pairs kept for each object. Where more objects overlap, they are found anew each time.
const PAIRS_OF_AN_OBJECT: usize = 8;

/// All pairs as they were when last asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// The types that were asked about last.
    types: Option<u32>,
    /// Whether `pairs` holds what was answered then. Not after the first question, which may be the only one.
    is_kept: bool,
    pairs: Vec<Pair>,
}

impl<const D: usize> Core<D> {
    /// Tells `found` each pair of overlapping objects of `types` among many, unless both are static.
    pub(super) fn pair_many(&mut self, types: u32, observer: &mut impl Observer, found: &mut impl FnMut(&Self, Pair)) {
        let mut kept = std::mem::take(&mut self.kept);
        let changed = self.changes.read(Reader::Pairs);
        let is_again = kept.types.replace(types) == Some(types);
        let most = PAIRS_OF_AN_OBJECT * self.entries.len();
        match changed {
            Some(mut changed) if is_again && kept.is_kept && changed.len() <= self.entries.len() / CHANGED_AT_MOST => {
                let is_changed = self.marks(&mut changed);
                if !changed.is_empty() {
                    kept.pairs.retain(|(one, two)| !is_changed[one.index()] && !is_changed[two.index()]);
                }
                kept.pairs.iter().for_each(|&pair| found(self, pair));
                self.pair_some(&changed, &is_changed, types, observer, &mut |core, pair| {
                    if kept.pairs.len() <= most {
                        kept.pairs.push(pair);
                    }
                    found(core, pair);
                });
            }
            _ => {
                kept.pairs.clear();
                self.pair_anew(types, observer, &mut |core, pair| {
                    if is_again && kept.pairs.len() <= most {
                        kept.pairs.push(pair);
                    }
                    found(core, pair);
                });
                kept.is_kept = is_again;
            }
        }
        if kept.pairs.len() > most {
            (kept.is_kept, kept.pairs) = (false, Vec::new());
        }
        self.kept = kept;
    }
}

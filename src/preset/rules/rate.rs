//! Rates: what comes so many times in so many floors, exactly.

/// So many things on any so many floors one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    /// The period in floors: 1 or more.
    pub(crate) every: u32,
    /// The number of things in a period.
    pub(crate) count: u32,
}

impl Rate {
    /// The number of things on the first `floors` floors of a run that began `offset` floors into
    /// the period.
    pub(crate) fn before(self, floors: u64, offset: u32) -> u64 {
        let (every, count) = (u64::from(self.every), u64::from(self.count));
        let until = |floors: u64| (floors * count).checked_div(every).unwrap_or_default();
        until(floors + u64::from(offset)) - until(offset.into())
    }

    /// The number of things on floor `floor` of such a run.
    ///
    /// The sum over any `every` floors one after the other is `count`.
    pub(crate) fn on_floor(self, floor: u64, offset: u32) -> u32 {
        (self.before(floor + 1, offset) - self.before(floor, offset)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_come_exactly_over_every_window_of_floors() {
        for (every, count) in [(1, 1), (2, 1), (5, 2), (3, 7), (7, 1), (1000, 100)] {
            let rate = Rate { every, count };
            for offset in [0, 1, every - 1] {
                for from in [0, 1, 3, every] {
                    let (from, until) = (u64::from(from), u64::from(from + every));
                    let sum: u32 = (from..until).map(|floor| rate.on_floor(floor, offset)).sum();
                    assert_eq!(sum, count, "{rate:?} from floor {from} at offset {offset}");
                    let before: u64 = (0..from).map(|floor| u64::from(rate.on_floor(floor, offset))).sum();
                    assert_eq!(rate.before(from, offset), before, "{rate:?} at offset {offset}");
                }
            }
        }
        assert!(Rate { every: 2, count: 1 }.on_floor(u32::MAX.into(), 1) <= 1);
    }
}

//! What was found so far.

use crate::{
    finder::{Find, FindOutcome},
    query::Query,
    value::Undefined,
};

/// The finds of a query: the first ones, or those of the first ranks.
#[derive(Clone, Debug)]
pub struct Finds<'q> {
    query: &'q Query,
    most: Option<usize>,
    list: Vec<Find>,
    tally: FindTally,
}

/// How many levels were tested, and how many of them matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FindTally {
    /// The levels that were tested.
    pub tested: u64,
    /// Those that matched, also if they are no longer in the list.
    pub matched: u64,
    /// Those without a value for the expressions, by reason: what they do not have, a division by
    /// zero, a number that is too large. They did not match.
    pub undefined: [u64; 3],
}

impl FindTally {
    /// The reasons of `undefined`, in its order.
    pub const REASONS: [Undefined; 3] = [Undefined::Missing, Undefined::DivisionByZero, Undefined::NotFinite];
}

impl<'q> Finds<'q> {
    /// The length of a list of ranked finds where none is asked for: it fits a screen.
    pub const RANKED: usize = 20;

    /// No finds yet, and at most `most` of them; `None` for no limit.
    #[must_use]
    pub const fn new(query: &'q Query, most: Option<usize>) -> Self {
        Self { query, most, list: Vec::new(), tally: FindTally { tested: 0, matched: 0, undefined: [0; 3] } }
    }

    /// Whether no further level can change the list: it is full, and not ranked.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.query.is_ranked() && self.is_full()
    }

    fn is_full(&self) -> bool {
        self.most.is_some_and(|most| self.list.len() >= most)
    }

    /// Adds the outcome of the next level. Does nothing once the list is complete. Returns whether
    /// the list has changed.
    ///
    /// Cost: linear in the list for one that is ranked.
    pub fn add(&mut self, outcome: FindOutcome) -> bool {
        if self.is_complete() {
            return false;
        }
        self.tally.tested += 1;
        match outcome {
            FindOutcome::NoMatch => false,
            FindOutcome::Undefined(why) => {
                let reason = FindTally::REASONS.iter().position(|reason| *reason == why);
                self.tally.undefined[reason.unwrap_or_default()] += 1;
                false
            }
            FindOutcome::Found(find) => {
                self.tally.matched += 1;
                self.insert(find)
            }
        }
    }

    /// Puts a find behind those that rank before it or as high, if it is one of the first.
    fn insert(&mut self, find: Find) -> bool {
        let place = self.list.partition_point(|other| !self.query.is_before(find.rank, other.rank));
        if self.most.is_some_and(|most| place >= most) {
            return false;
        }
        self.list.insert(place, find);
        self.list.truncate(self.most.unwrap_or(usize::MAX));
        true
    }

    /// The finds, in their order.
    #[must_use]
    pub fn list(&self) -> &[Find] {
        &self.list
    }

    /// What was tested so far.
    #[must_use]
    pub const fn tally(&self) -> FindTally {
        self.tally
    }
}

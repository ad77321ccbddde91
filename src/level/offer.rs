//! The offers of a level: which props are part of one, and how these change with the props.

use std::collections::BTreeMap;

use super::{Level, Offer};

/// The offers of a level.
///
/// Guarantee: a prop is part of at most one offer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfferTable {
    list: Vec<Offer>,
    /// The position in `list` of the offer of each prop that is part of one.
    of_prop: BTreeMap<u32, u32>,
}

impl OfferTable {
    /// A table of offers without a prop in common: of the others, the earlier ones stay.
    pub(crate) fn new(offers: impl IntoIterator<Item = Offer>) -> Self {
        let mut table = Self::default();
        for offer in offers {
            if offer.props.iter().all(|id| !table.of_prop.contains_key(id)) {
                let number = table.list.len() as u32;
                table.of_prop.extend(offer.props.iter().map(|&id| (id, number)));
                table.list.push(offer);
            }
        }
        table
    }

    /// The number of the offer of a prop.
    #[inline]
    pub(crate) fn of_prop(&self, id: u32) -> Option<u32> {
        self.of_prop.get(&id).copied()
    }

    /// The offers of those props that remain: ids in ascending order, whose positions become the
    /// ids.
    pub(super) fn among(&self, remaining: &[u32]) -> Self {
        let id = |id: &u32| remaining.binary_search(id).ok().map(|position| position as u32);
        Self::new(
            self.list.iter().filter_map(|offer| Offer::new(offer.props.iter().filter_map(id).collect(), offer.take)),
        )
    }

    /// Follows the removal of a prop, whose id the prop `last` takes, the last one of the level. An
    /// offer that has no more props than may be taken ends.
    pub(super) fn remove(&mut self, id: u32, last: u32) -> bool {
        let offered = self.of_prop.remove(&id);
        if let Some(number) = offered
            && let Some(offer) = self.list.get_mut(number as usize)
        {
            offer.props.retain(|&prop| prop != id);
            if offer.props.len() <= offer.take as usize {
                self.end(number);
            }
        }
        if let Some(number) = self.of_prop.remove(&last)
            && let Some(offer) = self.list.get_mut(number as usize)
        {
            offer.props.retain(|&prop| prop != last);
            let position = offer.props.partition_point(|&prop| prop < id);
            offer.props.insert(position, id);
            self.of_prop.insert(id, number);
        }
        offered.is_some()
    }

    /// Notes that one of the props of an offer is taken: the props to be removed with it, in
    /// descending order.
    fn take(&mut self, id: u32) -> Option<Vec<u32>> {
        let number = self.of_prop(id)? as usize;
        let offer = self.list.get_mut(number)?;
        if offer.take > 1 {
            offer.take -= 1;
            return Some(vec![id]);
        }
        Some(offer.props.iter().rev().copied().collect())
    }

    /// Ends an offer. The last one takes its number.
    fn end(&mut self, number: u32) {
        let ended = self.list.swap_remove(number as usize);
        for id in &ended.props {
            self.of_prop.remove(id);
        }
        if let Some(moved) = self.list.get(number as usize) {
            self.of_prop.extend(moved.props.iter().map(|&id| (id, number)));
        }
    }
}

/// Offers: of a set of props, some may be taken.
///
/// Taking these removes the others. No key is part of an offer, and nothing of one is in the way of
/// anything, so that no choice closes or opens a way.
impl Level {
    /// The offers of the level. The number of an offer is its position here.
    ///
    /// [`Prop::offer`](super::Prop::offer) is the number of a prop's offer.
    #[must_use]
    pub fn offers(&self) -> &[Offer] {
        &self.offers.list
    }

    /// Takes a prop of an offer out of the level, and with the last one that may be taken the other
    /// props of the offer.
    ///
    /// Each prop is removed as by [`Level::remove_prop`]. Returns the ids with which this was done,
    /// each with the answer: with the former id of the prop that took its place. Returns `None`,
    /// and changes nothing, if the prop is part of no offer, or does not exist.
    ///
    /// A game that leaves its levels as they are has
    /// [`Floor::take`](crate::play::Floor::take) instead.
    ///
    /// Cost: that of removing each of the props.
    ///
    /// ```
    /// use roomgen::{Preset, generate};
    ///
    /// let text = r##"(name: "hall", props: { "chest": (glyph: 'c', color: "#8a5a2b") },
    ///     layouts: [(name: "treasure", formations: [
    ///         (shape: Square, at: Quarters, size: Cells(1), prop: "chest", choose: 1),
    ///     ])])"##;
    /// let mut level = generate(&Preset::parse(text)?, 42);
    /// let offer = level.offers().first().ok_or("no offer")?.clone();
    /// let before = level.props().len();
    /// level.take_offered(offer.props[0]).ok_or("no prop of an offer")?;
    /// assert_eq!(level.props().len(), before - offer.props.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_offered(&mut self, id: u32) -> Option<Vec<(u32, u32)>> {
        // In descending order, no removal changes the id of a prop that is to follow.
        let removed = self.offers.take(id)?;
        Some(removed.into_iter().filter_map(|id| Some((id, self.remove_prop(id)?))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture;

    #[test]
    fn the_last_prop_that_may_be_taken_removes_the_others_of_its_offer_and_no_more() {
        let mut level = fixture::level();
        let offer = |props: &[u32], take| Offer { props: props.to_vec(), take };
        level.offers = OfferTable::new([offer(&[1, 2, 3, 5], 2), offer(&[0, 4], 1)]);
        let names = |level: &Level| level.props().map(|prop| prop.kind.name.to_string()).collect::<Vec<_>>();
        assert_eq!(names(&level), ["table", "candle", "lamp", "rock", "rug", "rock"]);
        assert_eq!(level.take_offered(6), None);
        // The candle: the last rock takes its id.
        assert_eq!(level.take_offered(1), Some(vec![(1, 5)]));
        assert_eq!(
            (names(&level), level.offers()),
            (
                ["table", "rock", "lamp", "rock", "rug"].map(str::to_owned).to_vec(),
                &[offer(&[1, 2, 3], 1), offer(&[0, 4], 1)][..],
            )
        );
        assert_eq!(level.take_offered(2), Some(vec![(3, 4), (2, 3), (1, 2)]));
        assert_eq!(
            (names(&level), level.offers()),
            (["table", "rug"].map(str::to_owned).to_vec(), &[offer(&[0, 1], 1)][..],)
        );
        assert_eq!(level.remove_prop(1), Some(1));
        assert_eq!((level.offers(), level.prop(0).unwrap().offer), (&[][..], None), "there is nothing to choose");
    }
}

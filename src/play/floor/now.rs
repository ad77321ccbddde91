//! The level of a floor as it stands now, for drawings and files.

use std::borrow::Borrow;

use super::Floor;
use crate::level::{DoorKind, Level};

impl<L: Borrow<Level>> Floor<L> {
    /// The level as it stands now, to draw or to write it: without the props that are gone, without
    /// taken keys and used switches in its list of keys, and without locks that are open. Doors
    /// that were opened stand open, secret ones that were found are closed.
    ///
    /// For what the hero has seen of it, see [`Level::seen_by_player`]. Ids of props and numbers of
    /// keys are others than in [`Floor::level`], and [`Level::check`] may refuse it. Cost: that of
    /// a copy, and of removing the props.
    ///
    /// ```
    /// use roomgen::{Preset, export::text, generate, play::Floor, sight};
    ///
    /// let floor = Floor::new(generate(&Preset::built_in("crypt")?, 42));
    /// let known = sight::view(floor.opaque(), floor.level().entry(), 100);
    /// println!("{}", text::write(&floor.level_now().seen_by_player(&known)));
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn level_now(&self) -> Level {
        let mut now = self.level().clone();
        now.forget_lookup();
        // In descending order, no removal changes the id of a prop that is to follow.
        let gone: Vec<u32> = self.gone().collect();
        for id in gone.into_iter().rev() {
            // Of an offer from which more may be taken, fewer may be taken now.
            let offer = self.level().prop(id).and_then(|prop| self.level().offers().get(prop.offer? as usize));
            let is_left = offer.is_some_and(|offer| offer.props.iter().any(|id| !self.is_gone(*id)));
            let _ = if is_left { now.take_offered(id).map(drop) } else { now.remove_prop(id).map(|_| ()) };
        }
        for (id, passage) in (0..).zip(&mut now.passages) {
            if self.stands_open(id) {
                passage.kind = DoorKind::Open;
            } else if self.found.contains(&id) {
                passage.kind = DoorKind::Closed;
            }
            if self.is_open(id) {
                passage.lock = None;
            }
        }
        let mut key = 0..;
        now.keys.retain(|_| key.next().is_some_and(|key| !self.has_taken(key)));
        now
    }
}

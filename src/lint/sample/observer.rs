//! What is seen of a level as it is made.

use super::tally::Props;
use crate::{
    geom::{Cell, Rect},
    trace::{Rejection, Trace},
};

/// What is seen of one level.
#[derive(Debug, Default)]
pub(super) struct Observer {
    /// In the order of rooms and formations.
    pub(super) stamped: Vec<Stamped>,
    /// The props that the formations of the present room have placed, each with the position of its formation in `stamped`.
    placed: Vec<(Rect, usize)>,
    /// The rules for tags that gave one, and those for doors that decided, each as often as it did.
    pub(super) tagged: Vec<u32>,
    pub(super) hung: Vec<u32>,
}

/// A formation or a vault in a room.
#[derive(Debug)]
pub(super) struct Stamped {
    pub(super) room: u32,
    /// `None` for the room's vault.
    pub(super) formation: Option<u32>,
    pub(super) props: Props,
}

impl Observer {
    /// Begins with a level.
    pub(super) fn clear(&mut self) {
        self.stamped.clear();
        self.placed.clear();
        self.tagged.clear();
        self.hung.clear();
    }

    fn begin(&mut self, room: u32, formation: Option<u32>) {
        let last = self.stamped.last().map(|last| (last.room, last.formation));
        if last.is_none_or(|(last, _)| last != room) {
            self.placed.clear();
        }
        if last != Some((room, formation)) {
            self.stamped.push(Stamped { room, formation, props: Props::default() });
        }
    }
}

impl Trace for Observer {
    fn tag(&mut self, _: u32, rule: u32) {
        self.tagged.push(rule);
    }

    fn hang(&mut self, _: [u32; 2], rule: u32) {
        self.hung.push(rule);
    }

    fn stamp(&mut self, room: u32, formation: u32, _: Cell) {
        self.begin(room, Some(formation));
    }

    fn vault(&mut self, room: u32, _: Rect) {
        self.begin(room, None);
    }

    fn place(&mut self, _: u32, prop: Rect) {
        if let Some(last) = self.stamped.last_mut() {
            last.props.placed += 1;
            self.placed.push((prop, self.stamped.len() - 1));
        }
    }

    fn reject(&mut self, _: u32, prop: Rect, reason: Rejection) {
        let Some(last) = self.stamped.len().checked_sub(1) else { return };
        // Walkways take away what was placed before; all else was not placed.
        let number = match reason {
            Rejection::Walkway => match self.placed.iter().position(|(placed, _)| *placed == prop) {
                Some(placed) => self.placed.swap_remove(placed).1,
                None => return,
            },
            _ => last,
        };
        let props = &mut self.stamped[number].props;
        if reason == Rejection::Walkway {
            props.placed -= 1;
        }
        props.note(reason);
    }
}

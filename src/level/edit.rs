//! Adds props to a level that is already finished.

use std::sync::OnceLock;

use super::{Level, PropRecord};
use crate::{
    geom::{Direction, Rect},
    model::{PropKind, TurnedFootprintSize},
};

impl Level {
    /// Adds a prop of `kind` that covers `cells`, and returns its position in [`Level::props`].
    ///
    /// A kind that the level does not have by name is added too. The level may then break
    /// invariants; [`Level::check`] finds them. Returns `None`, and changes nothing, if the level
    /// has no such room, if the cells are not inside the level, if a side has more than
    /// [`PropKind::MAX_SIDE`] cells, or if the level has 65535 kinds. Cost: constant; linear in the
    /// props where the kind is new.
    pub fn add_prop(&mut self, kind: &PropKind, room: u32, cells: Rect, turn: Direction) -> Option<u32> {
        let is_inside = self.tiles.bounds().contains_rect(cells) && (room as usize) < self.rooms.len();
        let side = |cells: i32| u8::try_from(cells).ok().filter(|&side| side <= PropKind::MAX_SIDE);
        let (width, height) = (side(cells.width())?, side(cells.height())?);
        let (x, y) = (u16::try_from(cells.left()).ok()?, u16::try_from(cells.top()).ok()?);
        let id = u32::try_from(self.props.len()).ok().filter(|_| is_inside)?;
        let kind = self.kind_position(kind)?;
        self.props.push(PropRecord {
            kind,
            x,
            y,
            stance: TurnedFootprintSize::new(width, height, turn),
            room,
            offset: [0, 0],
        });
        self.lookup = OnceLock::new();
        Some(id)
    }

    /// The position of `kind` in the level's list of kinds, found by name. A new kind is inserted,
    /// so that the list stays sorted.
    fn kind_position(&mut self, kind: &PropKind) -> Option<u16> {
        match self.kinds.binary_search_by(|known| known.name.as_str().cmp(kind.name.as_str())) {
            Ok(position) => u16::try_from(position).ok(),
            Err(position) => {
                let position = u16::try_from(position).ok().filter(|_| self.kinds.len() < usize::from(u16::MAX))?;
                self.kinds.insert(usize::from(position), kind.clone());
                if !self.kind_ids.is_empty() {
                    self.kind_ids.insert(usize::from(position), None);
                }
                self.props.iter_mut().filter(|prop| prop.kind >= position).for_each(|prop| prop.kind += 1);
                Some(position)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture;

    #[test]
    fn a_prop_of_a_new_kind_is_added_and_the_others_keep_theirs() {
        let mut level = fixture::level();
        let before: Vec<_> = level.props().map(|prop| prop.kind.name.to_string()).collect();
        level.kind_ids = [3, 4, 7, 8, 9].map(Some).to_vec();
        let ids = |level: &Level| level.props().map(|prop| prop.kind_id).collect::<Vec<_>>();
        let ids_before = ids(&level);
        let new = PropKind { name: "barrel".into(), ..level.kinds()[0].clone() };
        let id = level.add_prop(&new, 1, Rect::of(8, 2, 1, 1), Direction::East).unwrap();
        assert_eq!(id as usize, before.len());
        let names: Vec<_> = level.props().map(|prop| prop.kind.name.to_string()).collect();
        assert_eq!(names[..before.len()], before);
        assert_eq!(ids(&level), [&ids_before[..], &[None]].concat());
        let prop = level.prop(id).unwrap();
        assert_eq!((prop.kind.name.as_str(), prop.room, prop.turn), ("barrel", 1, Direction::East));
        assert!(level.props_in(1).any(|prop| prop.cells == Rect::of(8, 2, 1, 1)));
        assert!(level.kinds().is_sorted_by_key(|kind| kind.name.as_str()));
        assert_eq!(level.add_prop(&new, 1, Rect::of(9, 3, 1, 1), Direction::North), Some(id + 1));
    }

    #[test]
    fn what_no_level_can_hold_is_not_added() {
        let mut level = fixture::level();
        let (kind, same) = (level.kinds()[0].clone(), level.clone());
        for (room, cells) in [(9, [1, 1, 1, 1]), (0, [22, 1, 2, 1]), (0, [-1, 1, 1, 1]), (0, [1, 1, 9, 1])] {
            let [x, y, width, height] = cells;
            assert_eq!(level.add_prop(&kind, room, Rect::of(x, y, width, height), Direction::North), None);
        }
        assert_eq!(level, same);
    }
}

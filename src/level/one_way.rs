//! The direction in which one walks through the doors of a one-way passage.

use super::{Level, Passage};
use crate::geom::{Direction, Rect};

/// One-way passages.
impl Level {
    /// The id of the room to which a one-way passage leads; `None` if one can walk both ways.
    #[must_use]
    pub fn one_way_to(&self, passage: &Passage) -> Option<u32> {
        let from = passage.one_way?;
        let [one, other] = passage.rooms;
        Some(if from == one { other } else { one })
    }

    /// The doors of a one-way passage of this level, each with the direction in which one walks
    /// through it, in the order of [`Passage::doors`]. None if one can walk both ways.
    pub fn one_way_doors(&self, passage: &Passage) -> impl Iterator<Item = (Rect, Direction)> {
        // The door of each room, from which one leaves the room `one_way`, and enters the other.
        let [first, last] = [passage.doors().first(), passage.doors().last()];
        let ends = passage.rooms.into_iter().zip([first, last]).filter_map(|(room, door)| Some((room, *door?)));
        let count = passage.doors().len();
        let from = passage.one_way;
        let doors = ends.filter(move |&(room, _)| count > 1 || Some(room) == from);
        doors.filter_map(move |(room, door)| {
            let out = self.way_out(room, door)?;
            Some((door, if from? == room { out } else { out.opposite() }))
        })
    }

    /// The direction in which one leaves a room through one of its doors.
    fn way_out(&self, room: u32, door: Rect) -> Option<Direction> {
        let rect = self.room(room)?.rect;
        Some(match self.leads_north(door) {
            true if door.top() < rect.top() => Direction::North,
            true => Direction::South,
            false if door.left() < rect.left() => Direction::West,
            false => Direction::East,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::level::fixture;

    #[test]
    fn a_step_in_the_direction_of_each_door_leads_out_of_the_first_room_and_into_the_other() {
        let mut doors = 0;
        for number in 0..4 {
            for end in 0..2 {
                let mut level = fixture::level();
                let [from, to] = [end, 1 - end].map(|end| level.passages[number].rooms[end]);
                level.passages[number].one_way = Some(from);
                let passage = &level.passages[number];
                assert_eq!(level.one_way_to(passage), Some(to));
                let found: Vec<_> = level.one_way_doors(passage).collect();
                assert_eq!(found.iter().map(|door| door.0).collect::<Vec<_>>(), passage.doors());
                for (door, direction) in found {
                    for cell in door.cells() {
                        let [before, after] = [direction.opposite(), direction].map(|way| cell.step(way));
                        let room = |cell| level.room_at(cell).map(|room| room.id);
                        // A corridor lies between two doors.
                        assert!([Some(from), None].contains(&room(before)), "{door}: {before}");
                        assert!([Some(to), None].contains(&room(after)), "{door}: {after}");
                        assert_eq!(room(before).is_some() && room(after).is_some(), passage.doors().len() == 1);
                        assert!(room(before).is_some() || room(after).is_some());
                    }
                    doors += 1;
                }
            }
        }
        assert_eq!(doors, 10);
        let level = fixture::level();
        assert!(level.passages.iter().all(|passage| level.one_way_doors(passage).count() == 0));
    }
}

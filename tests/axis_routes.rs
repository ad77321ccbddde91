//! Routes by the long axis of a room, compared with plain definitions over the cells of levels.

use std::collections::BTreeSet;

use roomgen::{Cell, Level, Room};

use crate::door_axes::{before, cells_of, doors, for_each_level, is_floor, steps};

/// The cells from one to another, across the room's long axis and along it: `None` if one of them
/// is no floor.
fn by_axis(level: &Level, room: &Room, from: Cell, to: Cell) -> Option<BTreeSet<Cell>> {
    let rect = room.rect;
    let is_wide = rect.width() > rect.height();
    // The northern or western of two in the middle.
    let middle = Cell::new((rect.left() + rect.right() - 1) / 2, (rect.top() + rect.bottom() - 1) / 2);
    let mut cells = BTreeSet::new();
    for cell in rect.cells() {
        let within = |at: i32, one: i32, other: i32| (one.min(other)..=one.max(other)).contains(&at);
        let across = |end: Cell| match is_wide {
            true => cell.x == end.x && within(cell.y, end.y, middle.y),
            false => cell.y == end.y && within(cell.x, end.x, middle.x),
        };
        let along = match is_wide {
            true => cell.y == middle.y && within(cell.x, from.x, to.x),
            false => cell.x == middle.x && within(cell.y, from.y, to.y),
        };
        if across(from) || across(to) || along {
            cells.insert(cell);
        }
    }
    cells.iter().all(|&cell| is_floor(level, room, cell)).then_some(cells)
}

#[test]
fn a_route_by_the_axis_leads_straight_from_its_ends_to_the_middle_of_the_room_and_along_it() {
    let (mut exact, mut short) = (0, 0);
    for ends in ["", ", from: Doors, to: Doors", ", from: Entry, to: Exit", ", from: Entry", ", from: Doors, to: Exit"]
    {
        for_each_level(&format!("(shape: Route, via: Axis{ends}, prop: \"rug\")"), |level, _| {
            for room in level.rooms() {
                let doors: Vec<_> = doors(level, room.id).into_iter().map(before).collect();
                let stairs = |cell: Cell| Vec::from_iter(room.rect.contains(cell).then_some(cell));
                let (entry, exit) = (stairs(level.entry()), stairs(level.exit()));
                let (starts, goals) = match ends {
                    "" | ", from: Doors, to: Doors" if doors.len() > 1 => (vec![doors[0]], doors[1..].to_vec()),
                    // To the middle of the room, which may be no floor.
                    "" | ", from: Doors, to: Doors" => continue,
                    ", from: Entry, to: Exit" => (entry, exit),
                    ", from: Entry" => (entry, doors),
                    _ => (exit, doors),
                };
                let rugs = cells_of(level, room, "rug");
                let [start] = starts[..] else { continue };
                if goals.is_empty() {
                    continue;
                }
                let ways: Vec<_> = goals.iter().map(|&goal| by_axis(level, room, start, goal)).collect();
                for way in ways.iter().flatten() {
                    assert!(way.is_subset(&rugs), "{way:?} in {}{ends}", room.rect);
                }
                if let Some(all) = ways.iter().cloned().collect::<Option<Vec<_>>>() {
                    let all: BTreeSet<_> = all.into_iter().flatten().collect();
                    assert_eq!(rugs, all, "in {}{ends}", room.rect);
                    exact += 1;
                    continue;
                }
                // Where a way is no floor, a shortest one leads there.
                let (over, floor) =
                    (steps(start, |cell| rugs.contains(&cell)), steps(start, |cell| is_floor(level, room, cell)));
                for (goal, _) in goals.iter().zip(&ways).filter(|(_, way)| way.is_none()) {
                    assert!(over.get(goal).is_some_and(|steps| *steps == floor[goal]), "{goal} of {}{ends}", room.rect);
                    short += 1;
                }
            }
        });
    }
    assert!(exact > 1000 && short > 30, "{exact} exact and {short} short");
}

#[test]
fn a_route_by_the_axis_of_a_room_with_one_door_leads_to_its_middle() {
    for_each_level("(shape: Route, via: Axis, prop: \"rug\")", |level, _| {
        for room in level.rooms().iter().filter(|room| room.shape.name() == "Rectangle") {
            let [door] = doors(level, room.id)[..] else { continue };
            let rect = room.rect;
            let middle = Cell::new((rect.left() + rect.right() - 1) / 2, (rect.top() + rect.bottom() - 1) / 2);
            let way = by_axis(level, room, before(door), middle).expect("a floor");
            assert_eq!(cells_of(level, room, "rug"), way, "in {rect}");
        }
    });
}

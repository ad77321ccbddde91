//! Compares whole floor plans with plain definitions of their guarantees.

use std::collections::{BTreeMap, BTreeSet};

use super::{pools::DealtEntries, vaults::VaultAssigner, *};
use crate::{
    geom::Extent,
    preset::{BUILT_IN, StairsPlace, VaultCell},
};

/// A preset crowded with vaults, inside of rooms and with rooms of their own.
const VAULTS: &str = r##"(
    name: "vaults",
    floorplan: (rooms: (min: 5, max: 12), vaults: (chance: 0.8), path: (rooms: (4, 9))),
    props: { "o": (glyph: 'o', color: "#808080"), "m": (glyph: 'm', color: "#808080", blocks: false) },
    vaults: [
        (name: "middle", rows: ["o.o", ".o.", "omo"], legend: { 'o': "o", 'm': "m" }, most: 3, rooms: (kinds: [Start, End])),
        (name: "corner", rows: ["oo", "oo"], legend: { 'o': "o" }, at: NorthWest, inset: 1, turns: true),
        (name: "wall", rows: ["o o"], legend: { 'o': "o" }, at: East, turns: true, mirrored: true, weight: 2),
        (name: "shelf", rows: ["mm"], legend: { 'm': "m" }, at: South),
        (name: "fraction", rows: ["o.", "..", ".o"], legend: { 'o': "o" }, at: At(0.25, 0.75), rooms: (min: (6, 6))),
        (name: "once", rows: ["mm"], legend: { 'm': "m" }, required: true, most: 1),
        (name: "grand", room: true, required: true, rooms: (kinds: [End]), legend: { 'o': "o" }, rows: [
            ".......", ".##.##.", ".#.o.#.", ".#...#.", ".##.##.", "...+...",
        ]),
        (name: "aside", room: true, chance: 0.5, turns: true, rooms: (kinds: [Bonus]), rows: [
            "......+", ".####..", ".####..", ".####..", ".......",
        ]),
    ],
)"##;

/// A preset for a single room that is both start and end.
const SINGLE: &str = "(name: \"single\", size: (9, 12), floorplan: (rooms: (min: 5, max: 14), path: (rooms: (1, 1)),
    shapes: [(shape: Round), (shape: Plus), (shape: Rectangle)]))";

struct Planned {
    what: String,
    preset: Preset,
    start: Option<Cell>,
    plan: FloorPlan,
}

/// Floor plans of the built-in presets and the two above, at several sizes, seeds and difficulties.
fn plans() -> impl Iterator<Item = Planned> {
    let texts = BUILT_IN.iter().copied().chain([("vaults", VAULTS), ("single", SINGLE)]);
    texts.flat_map(|(name, text)| {
        let seeds = if name == "vaults" || name == "single" { 40 } else { 6 };
        (0..seeds).map(move |seed: u64| {
            let size = [(40, 30), (60, 44), (33, 50)][seed as usize % 3];
            let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{error}"));
            let preset = if name == "single" {
                preset
            } else {
                preset.with_size(Size::new(size.0, size.1).expect("a size")).expect("a preset for this size")
            };
            let place = Cell::new(seed as i32 * 13 % 48 - 3, seed as i32 * 7 % 40 - 2);
            let start = (seed % 2 == 1).then_some(place);
            let (words, difficulty) = (FloorSeed::new(seed, 0), (seed % 4) as f32 / 3.0);
            let trace = &mut NoTrace;
            let context = PlanContext::new(&preset, &words, difficulty, trace).starting_at(start);
            let plan = Planner::default().plan(context);
            Planned { what: format!("{name}, seed {seed}"), preset, start, plan }
        })
    })
}

/// The cell of a room's vault drawing at a level cell.
fn drawn(preset: &Preset, room: &PlannedRoom, cell: Cell) -> Option<VaultCell> {
    let (_, drawing) = room.vault?.of(preset)?;
    let at = room.vault?.at;
    drawing.cell(cell.x - room.rect.left() - at.x, cell.y - room.rect.top() - at.y)
}

/// The walkable cells of a room.
fn floor(preset: &Preset, floors: &ShapedFloors, room: &PlannedRoom) -> Vec<Cell> {
    let is_floor = |cell: &Cell| {
        let (x, y) = (cell.x - room.rect.left(), cell.y - room.rect.top());
        floors.of(room).contains(x, y) && drawn(preset, room, *cell) != Some(VaultCell::Wall)
    };
    room.rect.cells().filter(is_floor).collect()
}

/// The 3x3 cells around a cell, itself included.
fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    Rect::from_cell(cell).grown(1).into_iter().flat_map(Rect::cells)
}

#[test]
fn every_cell_is_what_rooms_and_passages_make_of_it() {
    for Planned { what, preset, plan, .. } in plans() {
        let doors: BTreeSet<_> = plan.passages.iter().flat_map(Passage::doors).flat_map(|door| door.cells()).collect();
        let legs: BTreeSet<_> = plan.passages.iter().flat_map(Passage::legs).flat_map(Rect::cells).collect();
        let floors: BTreeSet<_> = plan.rooms.iter().flat_map(|room| floor(&preset, &plan.floors, room)).collect();
        let walls: BTreeSet<_> = floors.iter().chain(&legs).copied().flat_map(around).collect();
        let size = plan.tiles.size();
        for cell in Rect::of(0, 0, size.width(), size.height()).cells() {
            let wanted = match cell {
                _ if doors.contains(&cell) => Tile::Door,
                _ if floors.contains(&cell) => Tile::Floor,
                _ if legs.contains(&cell) => Tile::Corridor,
                _ if walls.contains(&cell) => Tile::Wall,
                _ => Tile::Rock,
            };
            assert_eq!(plan.tiles.get(cell), Some(wanted), "{cell} of {what}");
        }
    }
}

#[test]
fn rooms_and_passages_are_what_the_path_makes_of_them() {
    for Planned { what, plan, .. } in plans() {
        let (rooms, path) = (&plan.rooms, &plan.path);
        let steps: BTreeMap<u32, usize> = path.iter().enumerate().map(|(step, &room)| (room, step)).collect();
        let ways: Vec<[u32; 2]> = plan.passages.iter().map(|passage| passage.rooms).collect();
        let are_joined = |a: u32, b: u32| ways.contains(&[a, b]) || ways.contains(&[b, a]);
        assert!(path.windows(2).all(|pair| are_joined(pair[0], pair[1])), "{what}");
        // Depths by breadth-first search over passages.
        let mut depths = BTreeMap::from([(path[0], 0)]);
        for depth in 1..=rooms.len() as u32 {
            let before = depths.clone();
            for [a, b] in ways.iter().flat_map(|&[a, b]| [[a, b], [b, a]]) {
                if before.contains_key(&a) {
                    depths.entry(b).or_insert(depth);
                }
            }
        }
        assert_eq!(depths.len(), rooms.len(), "all rooms are connected: {what}");
        for (id, room) in (0u32..).zip(rooms) {
            assert_eq!(room.depth, depths[&id], "room {id} of {what}");
            let last = path.len() - 1;
            let kind = match steps.get(&id) {
                Some(0) => RoomKind::Start,
                Some(&step) if step == last => RoomKind::End,
                Some(_) => RoomKind::Path,
                None if room.cycle.is_some() => RoomKind::Detour,
                None => RoomKind::Bonus,
            };
            assert_eq!(room.kind, kind, "room {id} of {what}");
            assert_eq!(room.host.is_some(), kind == RoomKind::Bonus, "room {id} of {what}");
            let mut root = id;
            while let Some(host) = rooms[root as usize].host {
                assert!(are_joined(root, host), "room {root} of {what}");
                root = host;
            }
            let on_path = |room: &u32| steps.get(room).map(|&step| step as f32 / last.max(1) as f32);
            let progress = on_path(&root).unwrap_or(rooms[root as usize].progress);
            assert!((room.progress - progress).abs() < 1e-6, "room {id} of {what}");
            if let (RoomKind::Detour, Some(cycle)) = (kind, room.cycle) {
                // Detours part the progress between two rooms of the path, beside the first and the
                // last of them, into equal steps.
                let mut detours: Vec<u32> =
                    (0..).zip(rooms).filter(|(_, room)| room.cycle == Some(cycle)).map(|(id, _)| id).collect();
                detours.sort_by(|&a, &b| rooms[a as usize].progress.total_cmp(&rooms[b as usize].progress));
                let beside = |end: u32| path.iter().filter(move |&&room| are_joined(room, end)).filter_map(on_path);
                let (count, at) = (detours.len(), detours.iter().position(|&detour| detour == id).unwrap_or_default());
                let part = (at + 1) as f32 / (count + 1) as f32;
                let is_part =
                    |from: f32, to: f32| from < to && (from + (to - from) * part - room.progress).abs() < 1e-5;
                let is_so = beside(detours[0]).any(|from| beside(detours[count - 1]).any(|to| is_part(from, to)));
                assert!(is_so, "room {id} of {what}");
            }
            for passage in plan.passages.iter().filter(|passage| passage.rooms.contains(&id)) {
                let doors = passage.doors();
                let door = if passage.rooms[0] == id { doors[0] } else { doors[doors.len() - 1] };
                let is_before = |cell: &Cell| cell.neighbours().any(|beside| door.contains(beside));
                let before = room.rect.cells().filter(is_before).count();
                assert_eq!(before as i64, door.area(), "the door {door} of room {id} of {what}");
            }
        }
    }
}

#[test]
fn entry_and_exit_stand_in_the_middle_unless_something_else_does() {
    let mut moved = 0;
    for Planned { what, preset, start, plan } in plans() {
        let [first, last] = [plan.path[0], plan.path[plan.path.len() - 1]].map(|id| &plan.rooms[id as usize]);
        let keeps_off = |kind: &crate::model::PropKind| kind.marker || kind.is_obstacle();
        let is_taken = |room: &PlannedRoom, cell: Cell| {
            let Some((placed, (_, drawing))) = room.vault.and_then(|placed| Some((placed, placed.of(&preset)?))) else {
                return false;
            };
            let cell = Cell::new(cell.x - room.rect.left() - placed.at.x, cell.y - room.rect.top() - placed.at.y);
            drawing
                .props
                .iter()
                .any(|prop| keeps_off(&preset.kinds[usize::from(prop.kind)]) && prop.cells.contains(cell))
        };
        let nearest = |room: &PlannedRoom, to: Cell, taken: Option<Cell>| {
            let free = floor(&preset, &plan.floors, room)
                .into_iter()
                .filter(|&cell| !is_taken(room, cell) && Some(cell) != taken);
            free.min_by_key(|cell| ((cell.x - to.x).pow(2) + (cell.y - to.y).pow(2), cell.y, cell.x))
        };
        let middle = |room: &PlannedRoom| {
            let (left, right) = (room.rect.left(), room.rect.right() - 1);
            let (top, bottom) = (room.rect.top(), room.rect.bottom() - 1);
            Cell::new((left + right) / 2, (top + bottom) / 2)
        };
        if let Some(start) = start {
            let steps = |cell: &Cell| cell.x.abs_diff(start.x) + cell.y.abs_diff(start.y);
            let least = floor(&preset, &plan.floors, first).iter().map(steps).min();
            let has_walls = first.vault.is_some_and(|vault| vault.has_walls);
            assert!(has_walls || Some(steps(&plan.entry)) == least, "{what}: {} for {start}", plan.entry);
        }
        let may_be_at_walls = [preset.entry.at, preset.exit.at].map(|at| at == StairsPlace::Wall);
        if plan.path.len() > 1 {
            let is_in_middle = first.cut.shrinks() || Some(plan.entry) == nearest(first, middle(first), None);
            assert!(start.is_some() || may_be_at_walls[0] || is_in_middle, "{what}");
            // Digging and banks shrink a room around the middle that it had.
            if !may_be_at_walls[1] && !last.cut.shrinks() {
                assert_eq!(Some(plan.exit), nearest(last, middle(last), None), "{what}");
                moved += i32::from(plan.exit != middle(last));
            }
        } else if start.is_none() && first.vault.is_none() && may_be_at_walls == [false; 2] {
            let floor = floor(&preset, &plan.floors, first);
            assert_eq!((Some(&plan.entry), Some(&plan.exit)), (floor.first(), floor.last()), "{what}");
        }
        assert_ne!(plan.entry, plan.exit, "{what}");
        assert!(
            floor(&preset, &plan.floors, first).contains(&plan.entry)
                && floor(&preset, &plan.floors, last).contains(&plan.exit),
            "{what}"
        );
    }
    assert!(moved > 10, "{moved}");
}

#[test]
fn vaults_lie_where_the_preset_wants_them() {
    let mut met = BTreeMap::new();
    for Planned { what, preset, plan, .. } in plans() {
        let mut count = vec![0; preset.vaults.len()];
        for room in &plan.rooms {
            let Some((placed, (vault, drawing))) = room.vault.and_then(|vault| Some((vault, vault.of(&preset)?)))
            else {
                continue;
            };
            count[usize::from(placed.vault)] += 1;
            assert!(vault.rooms.kinds.contains(&room.kind), "{} of {what}", vault.name);
            assert_eq!(placed.has_walls, drawing.cells.contains(&VaultCell::Wall), "{what}");
            let Extent { width, height } = drawing.extent;
            let lies = Rect::of(room.rect.left() + placed.at.x, room.rect.top() + placed.at.y, width, height);
            assert!(room.rect.contains_rect(lies), "{} of {what}", vault.name);
            let margins = [
                placed.at.x,
                placed.at.y,
                room.rect.width() - placed.at.x - width,
                room.rect.height() - placed.at.y - height,
            ];
            let [west, north, east, south] = margins;
            // The drawing is centred exactly where parity allows it, else half a cell off.
            let is_centred = |before: i32, behind: i32| (behind - before).abs() <= 1;
            match vault.name.as_str() {
                "middle" => assert!(is_centred(west, east) && is_centred(north, south), "{margins:?} of {what}"),
                "corner" => assert_eq!((west, north), (1.min(west + east), 1.min(north + south)), "{what}"),
                "wall" => assert!(east == 0 && is_centred(north, south), "{margins:?} of {what}"),
                "shelf" => assert!(south == 0 && is_centred(west, east), "{margins:?} of {what}"),
                "fraction" => {
                    let off = |at: i32, (side, drawn): (i32, i32), fraction: f32| {
                        let wanted = fraction * (side - 1) as f32 - (drawn - 1) as f32 / 2.0;
                        (at as f32 - wanted.clamp(0.0, (side - drawn) as f32)).abs()
                    };
                    let sides = [(room.rect.width(), width), (room.rect.height(), height)];
                    assert!(
                        off(west, sides[0], 0.25) <= 0.5 && off(north, sides[1], 0.75) <= 0.5,
                        "{margins:?} of {what}"
                    );
                }
                "grand" | "aside" => assert_eq!(margins, [0; 4], "{what}"),
                _ => {}
            }
            if what.starts_with("vaults") {
                *met.entry((vault.name.clone(), placed.drawing)).or_insert(0) += 1;
            }
        }
        let is_welcome = |room: &PlannedRoom, cell: &Cell| drawn(&preset, room, *cell) == Some(VaultCell::Door);
        let welcome = plan.rooms.iter().flat_map(|room| room.rect.cells().filter(|cell| is_welcome(room, cell)));
        let mut welcome: Vec<Cell> = welcome.collect();
        welcome.sort_unstable_by_key(|cell| (cell.y, cell.x));
        let (words, trace) = (FloorSeed::new(0, 0), &mut NoTrace);
        let vaults = VaultAssigner::new(&PlanContext::new(&preset, &words, 0.0, trace), &DealtEntries::default());
        assert_eq!(vaults.welcome(&plan.rooms), welcome, "{what}");
        for (vault, count) in preset.vaults.iter().zip(count).filter(|_| what.starts_with("vaults")) {
            let most = match vault.name.as_str() {
                "middle" => 3,
                "once" | "grand" | "aside" => 1,
                _ => u32::MAX,
            };
            assert!(count <= most, "{} of {what}", vault.name);
            let is_missed = plan.notes.iter().any(|note| {
                note.code == NoteCode::VaultShort
                    && note.about.as_ref().is_some_and(|about| about.starts_with(&vault.name))
            });
            assert_eq!(is_missed, vault.required && count == 0, "{} of {what}", vault.name);
        }
    }
    let ways = |name: &str| met.iter().filter(|((vault, _), count)| vault == name && **count >= 3).count();
    assert!(ways("corner") == 4 && ways("wall") == 4 && ways("aside") >= 2, "each way is as likely: {met:?}");
}

#[test]
fn bosses_of_more_rooms_than_a_number_holds_leave_vaults_nothing() {
    let text = "(name: \"b\", props: {\"king\": (glyph: 'k', color: \"#808080\", marker: true)}, encounters: (budget: 10000), \
                groups: {\"king\": (cost: 10000, boss: true, rooms: (kinds: [Start, Path, Bonus, End, Detour]), \
                members: {\"king\": 1})}, layouts: [(name: \"l\", formations: [])])";
    let preset = Preset::parse(text).unwrap();
    let (words, traces) = (FloorSeed::new(0, 0), &mut [NoTrace, NoTrace]);
    let [one, other] = traces.each_mut().map(|trace| PlanContext::new(&preset, &words, 0.0, trace));
    let vaults = VaultAssigner::new(&one, &DealtEntries::default());
    let room = Planner::default().plan(other).rooms[0];
    // As many as a level of 16384x16384 may have.
    assert_eq!(vaults.budgets(&vec![room; 1 << 20]), [0, 0]);
}

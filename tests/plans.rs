//! Structure of floor plans: cycles, loops with a filter, rooms of other sizes, doors and corners.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Cell, Generator, Level, Preset, Rect, Request, RoomKind, export,
    level::{Note, NoteCode, Room},
    preset::BasePreset,
    stages::{self, Stage},
};

use serde_json::{Value, json};

use crate::{
    independence::level_and_leaves,
    random_presets::{self, dice::Dice},
    tier,
};

/// A preset of the baseline with another floor plan.
fn preset(base: &str, floorplan: &str) -> Preset {
    let text = format!("(name: \"{base}\", base: \"{base}.ron\", floorplan: ({floorplan}))");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/presets/baseline/");
    let read = |name: &str| {
        let text = std::fs::read_to_string(format!("{folder}{name}")).expect("a preset of the baseline");
        Ok(BasePreset { name: name.to_owned(), text })
    };
    Preset::parse_with(&text, read).unwrap_or_else(|error| panic!("{error:#}"))
}

fn levels(preset: &Preset, seeds: u64) -> impl Iterator<Item = Level> {
    let mut generator = Generator::new(preset);
    (0..seeds).map(move |seed| {
        let request = Request::new(seed).with_difficulty((seed % 3) as f32 / 2.0).expect("a difficulty");
        let level = generator.generate(request);
        assert_eq!(level.check(), [], "{} seed {seed}", level.origin().preset);
        level
    })
}

/// The ids of the rooms that passages join to a room.
fn neighbours(level: &Level, room: u32) -> BTreeSet<u32> {
    let other = |[one, other]: [u32; 2]| if one == room { other } else { one };
    level
        .passages()
        .iter()
        .filter(|passage| passage.rooms.contains(&room))
        .map(|passage| other(passage.rooms))
        .collect()
}

/// The detours of each cycle, by number, in order of progress.
fn cycles(level: &Level) -> BTreeMap<u32, Vec<&Room>> {
    let mut cycles: BTreeMap<u32, Vec<&Room>> = BTreeMap::new();
    for room in level.rooms() {
        assert_eq!(room.kind == RoomKind::Detour, room.cycle.is_some());
        cycles.entry(room.cycle.unwrap_or(u32::MAX)).or_default().push(room);
    }
    cycles.remove(&u32::MAX);
    cycles.values_mut().for_each(|rooms| rooms.sort_by(|one, other| one.progress.total_cmp(&other.progress)));
    cycles
}

#[test]
fn cycles_lead_between_rooms_of_the_path_in_their_ranges_by_as_many_detours_as_asked() {
    let (mut lengths, mut made, mut wanted) = (BTreeMap::new(), 0, 0);
    for base in ["crypt", "temple", "garden"] {
        let rule = "cycles: [(from: (0.1, 0.3), to: (0.6, 0.9), rooms: (3, 9), most: 2, least: 2, tag: \"way\")]";
        for level in levels(&preset(base, rule), 60) {
            let cycles = cycles(&level);
            wanted += 2;
            made += cycles.len();
            for rooms in cycles.values() {
                *lengths.entry(rooms.len()).or_insert(0) += 1;
                assert!(rooms.iter().all(|room| level.tags(room).any(|tag| tag == "way")));
                assert!(rooms.windows(2).all(|pair| neighbours(&level, pair[0].id).contains(&pair[1].id)));
                // The one room of the path before the cycle, and the one behind it: their progress
                // follows from the equal steps.
                let (first, last) = (rooms[0], rooms[rooms.len() - 1]);
                let step = (last.progress - first.progress) / (rooms.len() - 1).max(1) as f32;
                let is_end = |id: &u32, progress: f32, range: std::ops::RangeInclusive<f32>| {
                    let room = &level.rooms()[*id as usize];
                    let is_near = rooms.len() == 1 || (room.progress - progress).abs() < 1e-4;
                    level.path().contains(id) && range.contains(&room.progress) && is_near
                };
                let before = neighbours(&level, first.id);
                assert!(before.iter().any(|id| is_end(id, first.progress - step, 0.1..=0.3)), "{level:?}");
                let behind = neighbours(&level, last.id);
                assert!(behind.iter().any(|id| is_end(id, last.progress + step, 0.6..=0.9)), "{level:?}");
            }
            let short = level.notes().iter().find(|note| note.code == NoteCode::CycleShort);
            assert_eq!(short.map_or(2, |note| note.got as usize), cycles.len());
        }
    }
    // Shorter ways are taken only where there is no longer one.
    let short: usize = lengths.range(..3).map(|(_, count)| count).sum();
    let each: Vec<usize> = (3..=9).map(|length| *lengths.get(&length).unwrap_or(&0)).collect();
    assert!(lengths.keys().all(|&length| length <= 9) && short * 5 < made, "{lengths:?}");
    assert!(each.iter().all(|&count| count * 30 > made), "each length is likely: {lengths:?}");
    // A path leaves few second ways from a tenth to three tenths of it.
    assert!(made * 10 > wanted * 6, "{made} cycles of {wanted}");
}

/// A fault for the room of this position in the JSON file of a level.
type RoomFault = fn(&mut Value, usize);

#[test]
fn detours_that_form_no_second_way_break_invariant_6() {
    let preset = preset("garden", "cycles: [(rooms: (2, 6))]");
    let faults: [(&str, RoomFault); 6] = [
        ("another kind", |level, id| level["rooms"][id]["kind"] = "Bonus".into()),
        ("no cycle", |level, id| level["rooms"][id]["cycle"] = Value::Null),
        ("a cycle that is not there", |level, id| level["rooms"][id]["cycle"] = 1.into()),
        ("a host", |level, id| level["rooms"][id]["host"] = level["path"][0].clone()),
        ("another progress", |level, id| level["rooms"][id]["progress"] = json!(0.512_345)),
        ("the path leads to it", |level, _| {
            let start = level["path"][0].as_u64().expect("an id") as usize;
            level["rooms"][start]["cycle"] = 0.into();
        }),
    ];
    let mut cycles = 0;
    for level in levels(&preset, tier::size(10, 40)) {
        let Some(detour) = level.rooms().iter().find(|room| room.kind == RoomKind::Detour) else { continue };
        cycles += 1;
        let ways = level.cycles();
        assert_eq!(ways.len(), 1);
        assert_eq!(ways[0].len(), 2 + level.rooms().iter().filter(|room| room.cycle.is_some()).count());
        assert!(level.path().contains(&ways[0][0]) && level.path().contains(&ways[0][ways[0].len() - 1]));
        let file: Value = serde_json::from_str(&export::json::write(&level)).expect("a level");
        for (fault, break_it) in faults {
            let mut broken = file.clone();
            break_it(&mut broken, detour.id as usize);
            let error = export::json::read(&broken.to_string()).expect_err(fault).to_string();
            assert!(error.contains("invariant 6"), "{fault}: {error}");
        }
    }
    assert!(cycles > 7, "{cycles}");
}

/// The rooms of the main path, before they are dug.
fn path(preset: &Preset, seed: u64) -> Vec<Rect> {
    let (level, leaves) = level_and_leaves(preset, seed);
    level.path().iter().map(|&id| leaves[id as usize]).collect()
}

#[test]
fn cycles_move_no_cut_and_no_room_of_the_path() {
    let mut detours = 0;
    for number in 0..tier::size(60, 300) {
        let text = random_presets::preset(&mut Dice(number));
        let base = |name: &str| {
            let bare = "(base: \"base.ron\", floorplan: (cycles: []))".to_owned();
            Ok(BasePreset { name: name.to_owned(), text: if name == "bare.ron" { bare } else { text.clone() } })
        };
        let with = |cycles: &str| {
            let text = format!(
                "(name: \"edited\", base: \"bare.ron\", layouts: [], vaults: [], floorplan: (loops: (chance: 0), cycles: [{cycles}]))"
            );
            Preset::parse_with(&text, base)
        };
        // Layouts of the base may ask for detours, which a preset without cycles refuses.
        let (Ok(none), Ok(some)) = (with(""), with("(rooms: (1, 5), most: 2)")) else { continue };
        for seed in 0..3 {
            let (_, old) = stages::digests(&mut Generator::new(&none), seed);
            let (after, new) = stages::digests(&mut Generator::new(&some), seed);
            assert_eq!(old.get(Stage::Partition), new.get(Stage::Partition), "{text}");
            assert_eq!(path(&none, seed), path(&some, seed), "{text}");
            detours += after.rooms().iter().filter(|room| room.kind == RoomKind::Detour).count();
        }
    }
    assert!(detours > 50, "{detours}");
}

/// The kind of the room at which the chain of a bonus room begins.
fn host_kind(level: &Level, room: &Room) -> RoomKind {
    let mut here = room;
    while let Some(host) = here.host {
        here = &level.rooms()[host as usize];
    }
    here.kind
}

#[test]
fn chains_of_bonus_rooms_begin_at_their_hosts_alone_whatever_asks_for_the_rooms() {
    let vault = "(name: \"v\", room: true, required: true, rooms: (kinds: [Bonus]), legend: {}, rows: [\"......\", \"......\", \"......\", \"......\", \"......\", \"......\"])";
    for hosts in ["Start", "Path", "Detour", "End", "Start, Path", "Path, Detour"] {
        let mut bonus_rooms = 0;
        for more in ["chance: 0.5", "chance: 0, rooms: (4, 9)", "chance: 0"] {
            let coverage = if more == "chance: 0" { 0.7 } else { 0.0 };
            let text = format!(
                "(name: \"hosts\", size: (70, 50), props: {{}}, layouts: [], vaults: [{vault}], floorplan: (cycles: [(rooms: (1, 4), chance: 1)], \
                  bonus: (depth: 3, hosts: [{hosts}], {more}), coverage: {coverage}, loops: (chance: 0)))"
            );
            let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error:#}"));
            for level in levels(&preset, tier::size(8, 100)) {
                for room in level.rooms().iter().filter(|room| room.kind == RoomKind::Bonus) {
                    let kind = host_kind(&level, room);
                    assert!(hosts.split(", ").any(|host| host == kind.name()), "{kind:?}, not one of {hosts}\n{text}");
                    bonus_rooms += 1;
                }
                let end = level.end().id;
                assert!(hosts == "End" || neighbours(&level, end).len() <= 2, "the end room has a dead end");
            }
        }
        assert!(bonus_rooms > tier::size(20, 250), "{hosts}: {bonus_rooms} bonus rooms");
    }
}

#[test]
fn hosts_move_no_room_of_the_path_and_all_kinds_are_as_none_given() {
    let mut moved = 0;
    for number in 0..tier::size(60, 300) {
        let text = random_presets::preset(&mut Dice(number));
        let base = |_: &str| Ok(BasePreset { name: "base.ron".to_owned(), text: text.clone() });
        let with = |hosts: &str| {
            let text = format!("(name: \"edited\", base: \"base.ron\", floorplan: (bonus: (hosts: [{hosts}])))");
            Preset::parse_with(&text, base).unwrap_or_else(|error| panic!("{error:#}"))
        };
        let (all, some) = (with("Start, Path, Detour, End"), with("Path"));
        for seed in 0..3 {
            let (_, old) = stages::digests(&mut Generator::new(&all), seed);
            let (_, new) = stages::digests(&mut Generator::new(&some), seed);
            assert_eq!(old.get(Stage::Partition), new.get(Stage::Partition), "{text}");
            assert_eq!(path(&all, seed), path(&some, seed), "{text}");
            moved += u32::from(old.get(Stage::Route) != new.get(Stage::Route));
        }
    }
    assert!(moved > 30, "{moved} levels have other bonus rooms");
    let given = |hosts: &str| {
        let text = format!("(name: \"a\", layouts: [], floorplan: (bonus: (chance: 0.5{hosts})))");
        Preset::parse(&text).expect("a preset").digest()
    };
    assert_eq!(given(""), given(", hosts: [End, Start, Path, Detour]"));
    assert_ne!(given(""), given(", hosts: [Start, Path, Detour]"));
}

#[test]
fn loops_join_only_rooms_that_their_filter_admits() {
    let loops = |rooms: &str| preset("temple", &format!("loops: (chance: 0.8, apart: 3{rooms})"));
    let (mut dead_ends, mut extra) = ([0, 0], 0);
    for (number, rooms) in ["", ", rooms: (kinds: [Start, Path, End])"].into_iter().enumerate() {
        for level in levels(&loops(rooms), 60) {
            for room in level.rooms().iter().filter(|room| room.kind == RoomKind::Bonus) {
                let passages = level.passages().iter().filter(|passage| passage.rooms.contains(&room.id)).count();
                let hosted = level.rooms().iter().filter(|other| other.host == Some(room.id)).count();
                dead_ends[number] += usize::from(passages == 1);
                assert!(number == 0 || passages == 1 + hosted, "a loop ends at a bonus room");
            }
            extra += usize::from(number == 1) * (level.passages().len() + 1 - level.rooms().len());
        }
    }
    assert!(dead_ends[1] > 2 * dead_ends[0] && extra > 30, "{dead_ends:?}, {extra}");
}

#[test]
fn rooms_of_a_size_are_set_aside_and_the_path_leads_through_those_with_a_progress() {
    let sizes =
        "rooms: (sizes: [(name: \"hall\", min: (16, 12), max: (28, 20), turns: false, least: 1, progress: (0.4, 0.7)),
        (name: \"gallery\", min: (4, 14), max: (6, 30), turns: false, count: (1, 2), least: 1),
        (name: \"gate\", min: (9, 3), max: (12, 3), turns: false, least: 1, progress: (0, 0))])";
    let mut stray = 0;
    for base in ["crypt", "library", "arena"] {
        for level in levels(&preset(base, sizes), 60) {
            let of = |name: &str| -> Vec<&Room> {
                level.rooms().iter().filter(|room| level.tags(room).any(|tag| tag == name)).collect()
            };
            let notes: Vec<_> = level.notes().iter().filter(|note| note.code == NoteCode::SizeShort).collect();
            for (name, widths, heights, count, progress) in [
                ("hall", 16..=28, 12..=20, 1, 0.4..=0.7),
                ("gallery", 4..=6, 14..=30, 2, 0.0..=1.0),
                ("gate", 9..=12, 3..=3, 1, 0.0..=0.0),
            ] {
                let rooms = of(name);
                assert!(rooms.len() <= count, "{name}");
                assert!(rooms.iter().all(|room| widths.contains(&room.rect.width())), "{name}");
                assert!(rooms.iter().all(|room| heights.contains(&room.rect.height())), "{name}");
                let is_in_place = |room: &&&Room| {
                    name == "gallery" || level.path().contains(&room.id) && progress.contains(&room.progress)
                };
                let fitting = rooms.iter().filter(is_in_place).count();
                let about = |note: &&&Note| note.about.as_deref().is_some_and(|about| about.starts_with(name));
                let note = notes.iter().find(about);
                let got = note.map_or(rooms.len().max(1), |note| note.got as usize);
                assert_eq!(got, rooms.len(), "{name}: {notes:?}");
                stray += usize::from(fitting < rooms.len().max(1));
            }
        }
    }
    // Three sizes leave one another little choice in 80x50 cells; each alone nearly always fits.
    assert!(stray * 4 < 540, "{stray} of 540 are missing or elsewhere");
}

#[test]
fn doors_keep_their_distance_from_corners_wherever_the_common_wall_has_place() {
    let (mut kept, mut tight) = (0, 0);
    for (base, corner) in [("crypt", 1), ("crypt", 2), ("library", 3)] {
        for level in levels(&preset(base, &format!("style: Adjacent(corner: {corner})")), 40) {
            for passage in level.passages() {
                let door = passage.doors()[0];
                let rooms = passage.rooms.map(|id| level.rooms()[id as usize].rect);
                // The common range of both rooms along the wall, and the door in it.
                let is_row = rooms[0].bottom() < rooms[1].top() || rooms[1].bottom() < rooms[0].top();
                let range = |rect: roomgen::geom::Rect| {
                    if is_row { (rect.left(), rect.right()) } else { (rect.top(), rect.bottom()) }
                };
                let (one, other, door) = (range(rooms[0]), range(rooms[1]), range(door));
                let (from, to) = (one.0.max(other.0), one.1.min(other.1));
                if to - from > 2 * corner {
                    kept += 1;
                    assert!(door.0 - from >= corner && to - door.1 >= corner, "{door:?} in {from}..{to}");
                } else {
                    tight += 1;
                    assert!(((door.0 - from) - (to - door.1)).abs() <= 1, "{door:?} in the middle of {from}..{to}");
                }
            }
        }
    }
    assert!(tight > 0 && tight * 10 < kept, "{tight} doors of {kept} have no place");
}

/// The points of a corridor at which its direction changes, without its ends.
fn bends(corridor: &[Cell]) -> usize {
    let direction = |pair: &[Cell]| (pair[0].x != pair[1].x, pair[0].y != pair[1].y);
    corridor.windows(2).map(direction).collect::<Vec<_>>().windows(2).filter(|pair| pair[0] != pair[1]).count()
}

#[test]
fn corridors_bend_between_the_sides_with_which_rooms_face_each_other() {
    for (place, chance, least, most) in [("Anywhere", 0.0, 0, 0), ("Anywhere", 0.5, 35, 65), ("Middle", 1.0, 30, 100)] {
        let style = format!("Corridors(width: (1, 2), margin: (2, 3), place: {place}, bends: {chance})");
        let preset = preset("crypt", &format!("rooms: (min: 6, max: 14), style: {style}"));
        let (mut facing, mut bent) = (0, 0);
        for level in levels(&preset, 30) {
            for passage in level.passages() {
                let [one, other] = passage.rooms.map(|id| level.rooms()[id as usize].rect);
                let columns = one.left().max(other.left())..one.right().min(other.right());
                let rows = one.top().max(other.top())..one.bottom().min(other.bottom());
                if columns.is_empty() && rows.is_empty() {
                    continue;
                }
                facing += 1;
                let corridor = passage.corridor();
                bent += usize::from(passage.doors()[0].left() != passage.doors()[1].left() && rows.is_empty());
                bent += usize::from(passage.doors()[0].top() != passage.doors()[1].top() && columns.is_empty());
                for cell in passage.doors().iter().flat_map(|door| door.cells()).chain(corridor.iter().copied()) {
                    assert!(columns.contains(&cell.x) || rows.contains(&cell.y), "{cell} between {one} and {other}");
                }
                assert!(bends(corridor) <= 2, "{corridor:?}");
            }
        }
        let percent = 100 * bent / facing;
        assert!((least..=most).contains(&percent), "{place} {chance}: {percent} % of {facing}");
    }
}

//! Required formations, and layouts that need a rectangle of floor.

use std::collections::BTreeMap;

use roomgen::{Cell, Generator, Level, Preset, Room, export, level::NoteCode};

/// A preset with one layout of these formations, for rooms of all kinds.
fn preset(layout: &str, floorplan: &str, formations: &str) -> Preset {
    let text = format!(
        "(name: \"a\", size: (50, 40), props: {{\"helm\": (glyph: 'h', color: \"#000000\"), \
         \"rock\": (glyph: 'r', color: \"#000000\"), \"rug\": (glyph: 'u', color: \"#000000\", blocks: false)}}, \
         floorplan: (rooms: (min: 5, max: 12){floorplan}), \
         mission: (locks: [(name: \"rug\", lock: Bonus, key: (rooms: (kinds: [Path]), at: Center), count: (0, 3))]), \
         layouts: [(name: \"l\"{layout}, formations: [{formations}])])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn levels(preset: &Preset) -> Vec<Level> {
    let mut generator = Generator::new(preset);
    (0..150).map(|seed| generator.generate(seed)).collect()
}

/// For each room with the layout, the number of its helms.
fn helms(level: &Level) -> BTreeMap<u32, u32> {
    let rooms = level.rooms().iter().filter(|room| level.layout(room).is_some());
    let helms = |room: &Room| level.props_in(room.id).filter(|prop| prop.kind.name == "helm").count() as u32;
    rooms.map(|room| (room.id, helms(room))).collect()
}

/// What the notes say: the first room, the helms that all rooms in want must have, and have.
fn short(level: &Level) -> Option<(u32, u32, u32)> {
    let mut notes = level.notes().iter().filter(|note| note.code == NoteCode::FormationShort);
    let note = notes.next()?;
    assert_eq!(notes.next(), None, "one for each formation");
    let room = note.about.as_deref()?.rsplit(' ').next()?.parse().ok()?;
    Some((room, note.wanted, note.got))
}

#[test]
fn a_formation_that_may_be_missing_is_sought_alike_and_has_no_note() {
    // Rocks that are required, too, leave no place.
    let rocks = "(shape: Square, fill: true, size: Fit(1.0), required: true, prop: \"rock\")";
    let of = |required| {
        let helm =
            format!("(shape: Square, fill: true, size: Cells(2), at: Center, required: {required}, prop: \"helm\")");
        levels(&preset("", "", &format!("{rocks}, {helm}")))
    };
    let (sought, may_be_missing) = (of("1"), of("0"));
    assert!(sought.iter().any(|level| short(level).is_some()), "a room lacks it");
    for (one, other) in sought.iter().zip(&may_be_missing) {
        let props = |level: &Level| level.props().map(|prop| (prop.kind.name.clone(), prop.cells)).collect::<Vec<_>>();
        assert_eq!(props(one), props(other));
        assert_eq!(short(other), None);
    }
}

#[test]
fn a_room_has_what_it_is_about_or_a_note() {
    // What is required, with the least number of props and the rooms of a hundred that may lack
    // them. Keys lie in the middle, rocks fill the rooms, doors are kept clear.
    let rocks =
        "(shape: Square, fill: true, size: Fit(1.0), checker: true, prop: \"rock\"), (shape: Border, prop: \"rock\")";
    let cases = [
        ("(shape: Square, size: Cells(1), at: North, required: true, prop: \"helm\")", 1, 0),
        ("(shape: Square, size: Cells(1), at: Walls, count: 1, required: true, prop: \"helm\")", 1, 0),
        ("(shape: Square, size: Cells(2), fill: true, required: 4, prop: \"helm\")", 4, 1),
        ("(shape: Square, size: Cells(1), at: Anywhere, required: true, prop: \"helm\")", 1, 0),
        ("(shape: Border, required: 3, prop: \"helm\")", 3, 1),
        ("(all_of: [(shape: Circle, size: Cells(3), required: 3, prop: \"helm\")])", 3, 5),
    ];
    for (required, least, percent) in cases {
        let (mut rooms, mut missed) = (0, 0);
        for level in levels(&preset("", "", &format!("{rocks}, {required}"))) {
            assert_eq!(level.check(), []);
            let helms = helms(&level);
            let lacking: BTreeMap<u32, u32> =
                helms.iter().filter(|&(_, &count)| count < least).map(|(&id, &count)| (id, count)).collect();
            let said =
                lacking.keys().next().map(|&first| (first, least * lacking.len() as u32, lacking.values().sum()));
            assert_eq!(short(&level), said, "{required}\n{}", export::text::write(&level));
            (rooms, missed) = (rooms + helms.len(), missed + lacking.len());
        }
        assert!(missed * 100 <= rooms * percent, "{required} is missing in {missed} of {rooms} rooms");
    }
}

#[test]
fn without_the_word_the_same_formations_are_often_lost() {
    let rocks =
        "(shape: Square, fill: true, size: Fit(1.0), checker: true, prop: \"rock\"), (shape: Border, prop: \"rock\")";
    let plain = "(shape: Square, size: Cells(1), at: North, prop: \"helm\")";
    let preset = preset("", "", &format!("{rocks}, {plain}"));
    let helms = levels(&preset).iter().flat_map(|level| helms(level).into_values()).collect::<Vec<_>>();
    assert!(helms.iter().filter(|&&count| count == 0).count() * 2 > helms.len());
}

#[test]
fn a_formation_stays_at_its_anchor_where_it_stands_there() {
    let preset = preset("", "", "(shape: Square, size: Cells(1), at: NorthWest, required: true, prop: \"helm\")");
    let (mut at_corner, mut all) = (0, 0);
    for level in levels(&preset) {
        for room in level.rooms() {
            let corner = room.rect.top_left();
            let doors = level.passages().iter().flat_map(|passage| passage.doors());
            let is_before_door = doors.clone().any(|door| door.grown(1).is_some_and(|around| around.contains(corner)));
            let is_taken =
                level.keys().iter().any(|key| key.cell == corner) || [level.entry(), level.exit()].contains(&corner);
            let mut helms = level.props_in(room.id).filter(|prop| prop.kind.name == "helm");
            let is_there = helms.any(|helm| helm.cells.top_left() == corner);
            assert!(is_there || is_before_door || is_taken, "room {} of {:?}", room.id, level.origin());
            (at_corner, all) = (at_corner + u32::from(is_there), all + 1);
        }
    }
    assert!(at_corner * 2 > all, "{at_corner} of {all}");
}

#[test]
fn a_layout_stands_only_where_the_floor_holds_what_it_needs() {
    let shapes = ", shapes: [(shape: L), (shape: Plus), (shape: Octagon), (shape: Round)]";
    let holds = |level: &Level, room: &Room, width: i32, height: i32| {
        let floor = |cell: Cell| level.floor_in(room.id).any(|other| other == cell);
        room.rect.cells().any(|at| {
            let all = |x: i32| (0..height).all(|y| floor(Cell::new(at.x + x, at.y + y)));
            (0..width).all(all)
        })
    };
    let (mut with, mut without) = (0, 0);
    for level in levels(&preset(", needs: (7, 5)", shapes, "(shape: Square, prop: \"helm\")")).iter().take(80) {
        for room in level.rooms() {
            let has_layout = level.layout(room).is_some();
            assert_eq!(has_layout, holds(level, room, 7, 5), "room {} of {:?}", room.id, level.origin());
            (with, without) = (with + u32::from(has_layout), without + u32::from(!has_layout));
        }
    }
    assert!(with > 150 && without > 150, "{with} rooms with the layout, {without} without");
}

#[test]
fn a_level_that_lacks_very_much_can_be_written_and_read() {
    let nowhere = "(shape: Square, size: Cells(1), required: 900, prop: \"helm\")";
    let layouts: String =
        (0..40).map(|number| format!("(name: \"{number}\", formations: [{}]), ", [nowhere; 64].join(", "))).collect();
    let text = format!(
        "(name: \"a\", size: (90, 60), props: {{\"helm\": (glyph: 'h', color: \"#000000\")}}, memory: (beside: 0, near: 0), \
         floorplan: (rooms: (min: 5, max: 10), coverage: 1), layouts: [{layouts}])"
    );
    let level = roomgen::generate(&Preset::parse(&text).unwrap_or_else(|error| panic!("{error}")), 1);
    let notes: Vec<_> = level.notes().iter().filter(|note| note.code == NoteCode::FormationShort).collect();
    assert_eq!(notes.len(), 256);
    let rooms = level.rooms().len() as u32;
    assert_eq!(notes.iter().map(|note| note.wanted).sum::<u32>(), rooms * 64 * 900);
    assert!(notes[255].about.as_deref().is_some_and(|about| about.ends_with(" other required formations")));
    assert_eq!(export::ron::read(&export::ron::write(&level)).as_ref(), Ok(&level));
}

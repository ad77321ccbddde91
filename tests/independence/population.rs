//! Budgets change nothing but what they buy: no wall, door or key, and no formation but where a
//! metered thing is laid, or a boss, a required group or a guard needs a cell; a group more changes
//! the rooms that it suits, and later ones by what it leaves.

use std::collections::BTreeSet;

use roomgen::{Cell, Level, Preset, stages::Stage, trace::Step};

use super::{DigestedLevel, levels, parsed, presets};
use crate::random_presets::{self, dice::Dice};

/// A random preset with budgets, with its text, and the same without them.
///
/// `None` for one without budgets, and for one whose vaults draw encounters or loot: these count
/// against the budgets.
fn with_and_without(number: u64) -> Option<(String, Preset, Preset)> {
    let text = random_presets::preset(&mut Dice(number));
    let from = text.find("\n groups: {").or_else(|| text.find("\n loot: ("))?;
    let to = text.find("\n sprites: ")?;
    let plain = format!("{}{}", &text[..from], &text[to..]);
    let has_story = text.contains("legend: {'m'");
    (!has_story).then(|| (text.clone(), parsed(&text), parsed(&plain)))
}

/// The rooms in which a budget moves formations.
fn rooms_of_planned(level: &Level, plan_laid: &BTreeSet<(u32, Cell)>) -> BTreeSet<u32> {
    let keys: BTreeSet<Cell> = level.keys().iter().map(|key| key.cell).collect();
    plan_laid.iter().filter(|(_, cell)| !keys.contains(cell)).map(|(room, _)| *room).collect()
}

/// The levels of a preset, each with the rooms in which a metered thing lies, or a cell was opened
/// for a boss or a guard.
fn with_planned(preset: &Preset) -> Vec<(DigestedLevel, BTreeSet<u32>)> {
    let each = levels(preset).into_iter().map(|(level, digests)| {
        let mut laid = BTreeSet::new();
        let origin = level.origin();
        let request = roomgen::Request::new(origin.seed).with_difficulty(origin.difficulty).expect("a difficulty");
        let _ = roomgen::Generator::new(preset).generate_stepwise(request, &mut |step| {
            if let Step::Reserve { room, cell } | Step::Keep { room, cell } = step {
                laid.insert((room, cell.top_left()));
            }
        });
        let rooms = rooms_of_planned(&level, &laid);
        ((level, digests), rooms)
    });
    each.collect()
}

/// The props of a room that no budget bought, in order.
fn furniture(level: &Level, room: u32) -> Vec<(String, roomgen::Rect)> {
    let is_member =
        |cell: Cell| level.encounters().iter().any(|group| group.room == room && group.cells.contains(&cell));
    let is_loot = |cell: Cell, name: &str| {
        level.loot().iter().any(|loot| loot.room == room && loot.cell == cell && loot.item == *name)
    };
    let props = level.props_in(room).map(|prop| (prop.kind.name.to_string(), prop.cells, prop.kind.marker));
    let own = props.filter(|(name, cells, is_marker)| {
        !(*is_marker && is_member(cells.top_left()) || is_loot(cells.top_left(), name))
    });
    own.map(|(name, cells, _)| (name, cells)).collect()
}

#[test]
fn budgets_move_no_wall_and_no_key_and_no_formation_but_where_the_plan_lays_something() {
    let (mut bought, mut kept) = (0, 0);
    for (text, placed, plain) in (0..3 * presets()).filter_map(with_and_without) {
        for (((new, news), planned), (old, olds)) in with_planned(&placed).iter().zip(&levels(&plain)) {
            let stage = olds.first_difference(news);
            assert!(stage.is_none_or(|stage| stage >= Stage::Allowances), "{stage:?}\n{text}");
            assert_eq!((old.tiles(), old.passages(), old.path()), (new.tiles(), new.passages(), new.path()), "{text}");
            let key_rooms = |level: &Level| level.keys().iter().map(|key| key.room).collect::<Vec<_>>();
            assert_eq!((key_rooms(old), old.entry(), old.exit()), (key_rooms(new), new.entry(), new.exit()), "{text}");
            for room in 0..old.rooms().len() as u32 {
                if planned.contains(&room) {
                    continue;
                }
                let (before, after) = (furniture(old, room), furniture(new, room));
                assert_eq!(before, after, "room {room}, seed {}\n{text}", new.origin().seed);
                kept += before.len();
            }
            bought += new.encounters().len() + new.loot().len();
        }
    }
    assert!(bought > 300 && kept > 1000, "{bought} bought, {kept} kept");
}

/// Groups and loot for which an edit adds a group, without bosses.
fn grounds(more: &str) -> Preset {
    let text = format!(
        "(name: \"grounds\", size: (70, 45), floorplan: (rooms: (min: 4, max: 10), cycles: [(rooms: (1, 3))], coverage: 0.5),
          props: {{\"rat\": (glyph: 'r', color: \"#ff4020\", marker: true), \"wolf\": (glyph: 'w', color: \"#ff4020\", marker: true)}},
          groups: {{\"rats\": (cost: 2, members: {{\"rat\": (1, 3)}}), \"pack\": (cost: 5, members: {{\"wolf\": (2, 3)}}), {more}}},
          encounters: (budget: (from: 40, to: 90), quiet: 6))"
    );
    parsed(&text)
}

/// The groups of a room, with their cells.
fn groups_of(level: &Level, room: u32) -> Vec<(Option<String>, Vec<Cell>)> {
    let of_room = level.encounters().iter().filter(|encounter| encounter.room == room);
    of_room.map(|encounter| (encounter.group.as_ref().map(ToString::to_string), encounter.cells.clone())).collect()
}

#[test]
fn a_group_that_no_room_suits_changes_nothing_and_one_for_late_rooms_no_earlier_allowance() {
    let before = levels(&grounds(""));
    // A level has no room of this progress.
    let nowhere =
        grounds("\"more\": (cost: 3, members: {\"rat\": 1}, rooms: (min: (10, 10), kinds: [Start]), weight: 9)");
    for ((old, _), (new, _)) in before.iter().zip(&levels(&nowhere)) {
        let start = old.start();
        if start.rect.width() < 10 || start.rect.height() < 10 {
            assert_eq!(old.encounters(), new.encounters(), "seed {}", old.origin().seed);
            assert!(old.props().map(|prop| prop.cells).eq(new.props().map(|prop| prop.cells)));
        }
    }
    let late = grounds("\"more\": (cost: 3, members: {\"rat\": 1}, rooms: (progress: (0.6, 1.0)), weight: 9)");
    let (mut drawn, mut same) = (0, 0);
    for ((old, _), (new, _)) in before.iter().zip(&levels(&late)) {
        for (one, other) in old.rooms().iter().zip(new.rooms()) {
            assert_eq!(one.allowance, other.allowance, "the cheapest group is the same");
            let (was, is) = (groups_of(old, one.id), groups_of(new, one.id));
            if one.progress >= 0.6 {
                drawn += is.iter().filter(|(name, _)| name.as_deref() == Some("more")).count();
                continue;
            }
            // The second pass may add to what the first one placed, by what all rooms leave.
            let shared = was.len().min(is.len());
            assert_eq!(was[..shared], is[..shared], "room {}, seed {}", one.id, old.origin().seed);
            same += shared;
        }
    }
    assert!(drawn > 3 && same > 10, "{drawn} drawn, {same} the same");
}

#[test]
fn a_budget_of_loot_moves_no_member_and_one_of_encounters_no_metered_thing() {
    let text = |loot: &str, encounters: &str| {
        parsed(&format!(
            "(name: \"apart\", size: (60, 40), props: {{
                \"rat\": (glyph: 'r', color: \"#ff4020\", marker: true), \"chest\": (glyph: 'c', color: \"#c28a2e\"),
                \"salve\": (glyph: '!', color: \"#ff88ff\", blocks: false)}},
              groups: {{\"rats\": (cost: 2, members: {{\"rat\": (1, 3)}})}}, encounters: ({encounters}),
              loot: (metered: {{\"salve\": (every: 1, count: 3)}}, {loot}))"
        ))
    };
    let both = text("budget: 30, items: {\"chest\": (value: 3)}", "budget: 40");
    let members = text("", "budget: 40");
    let metered = text("", "");
    for (((all, _), (one, _)), (none, _)) in levels(&both).iter().zip(&levels(&members)).zip(&levels(&metered)) {
        assert_eq!(all.encounters(), one.encounters(), "seed {}", all.origin().seed);
        let salves = |level: &Level| -> Vec<_> {
            level.loot().iter().filter(|loot| loot.item == "salve").map(|loot| (loot.room, loot.cell)).collect()
        };
        assert_eq!((salves(all), salves(one)), (salves(none), salves(none)), "seed {}", all.origin().seed);
        assert!(all.loot().len() > 3 && one.loot().len() == 3);
    }
}

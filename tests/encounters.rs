//! Encounters and loot keep what is promised for them, by a plain search of the finished level.
//!
//! Presets are values, so that the tests know what each group and each item asks for.

mod places;
mod presets;

use std::collections::{BTreeMap, BTreeSet};

use places::Places;
use presets::{CASES, Case, GroupFacts};
use roomgen::{
    Cell, Generator, Level, Preset, Request,
    level::{Budgets, Encounter, Note, NoteCode},
};

use crate::tier;

/// Checks what holds for the encounters and the loot of any level.
pub(crate) fn keeps_its_budgets(level: &Level) -> Result<(), String> {
    let Some(Budgets { encounters, loot, quiet, .. }) = level.budgets() else {
        let is_empty = level.encounters().is_empty() && level.loot().is_empty();
        return if is_empty { Ok(()) } else { Err("something was bought without a budget".to_owned()) };
    };
    let costs: u32 = level.encounters().iter().map(|encounter| encounter.cost).sum();
    let values: u32 = level.loot().iter().map(|loot| loot.value).sum();
    if costs > encounters || values > loot {
        return Err(format!("{costs} of {encounters} and {values} of {loot} are spent"));
    }
    let allowed = level
        .rooms()
        .iter()
        .fold([0, 0], |[costs, values], room| [costs + room.allowance.encounters, values + room.allowance.loot]);
    if allowed[0] > encounters || allowed[1] > loot {
        return Err(format!("rooms are allowed {allowed:?} of {encounters} and {loot}"));
    }
    let places = Places::new(level);
    let mut markers: BTreeMap<Cell, u32> = BTreeMap::new();
    level.markers().flat_map(|marker| marker.cells.cells()).for_each(|cell| *markers.entry(cell).or_default() += 1);
    let walked: Vec<_> = (0..level.rooms().len() as u32).map(|room| places.walked(room)).collect();
    let own: BTreeSet<Cell> = level.loot().iter().map(|thing| thing.cell).collect();
    for Encounter { group, room, cells, .. } in level.encounters() {
        for &cell in cells {
            let what = format!("{group:?} at {cell} in room {room}");
            if markers.get(&cell) != Some(&1) && group.is_some() {
                return Err(format!("{what} has {:?} markers in its cell", markers.get(&cell)));
            }
            if own.contains(&cell) {
                return Err(format!("{what} stands on loot"));
            }
            if places.is_near_and_seen(cell, quiet) {
                return Err(format!("{what} is in sight of the entry {}", level.entry()));
            }
            if places.is_quiet(cell, quiet) {
                return Err(format!("{what} is within {quiet} steps of the entry {}", level.entry()));
            }
            if !walked[*room as usize].contains(&cell) {
                return Err(format!("{what} cannot be reached in its room"));
            }
            if [level.entry(), level.exit()].contains(&cell) || level.keys().iter().any(|key| key.cell == cell) {
                return Err(format!("{what} stands on an end of the path or on a key"));
            }
        }
    }
    for loot in level.loot() {
        let mut there = level.props_in(loot.room).filter(|prop| prop.cells.top_left() == loot.cell);
        if !there.any(|prop| prop.kind.name == loot.item) {
            return Err(format!("there is no {} at {} in room {}", loot.item, loot.cell, loot.room));
        }
    }
    Ok(())
}

/// A level of a case, with what is wrong in words.
struct Subject<'a> {
    case: &'a Case,
    level: &'a Level,
    places: Places<'a>,
    what: String,
}

impl Subject<'_> {
    fn budgets(&self) -> Budgets {
        self.level.budgets().expect("a preset with budgets")
    }

    fn note(&self, code: NoteCode) -> Option<&Note> {
        self.level.notes().iter().find(|note| note.code == code)
    }

    /// What is left of the budget of encounters.
    fn left(&self) -> u32 {
        self.budgets().encounters - self.level.encounters().iter().map(|encounter| encounter.cost).sum::<u32>()
    }

    /// What is left of the budget of loot.
    fn loot_left(&self) -> u32 {
        self.budgets().loot - self.level.loot().iter().map(|loot| loot.value).sum::<u32>()
    }
}

/// Checks each level of each case, over difficulties and seeds.
fn for_each_level(fast: u64, check: impl Fn(&Subject<'_>) + Sync) {
    std::thread::scope(|scope| {
        for case in &CASES {
            let check = &check;
            scope.spawn(move || {
                let preset = case.preset();
                let mut generator = Generator::new(&preset);
                for seed in 0..tier::size(fast, 25 * fast) {
                    let difficulty = (seed % 5) as f32 / 4.0;
                    let request = Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
                    let level = generator.generate(request);
                    let what = format!("{}, seed {seed}, difficulty {difficulty}", case.name);
                    check(&Subject { case, level: &level, places: Places::new(&level), what });
                }
            });
        }
    });
}

#[test]
fn levels_with_budgets_keep_all_invariants_and_spend_no_more_than_they_have() {
    for_each_level(40, |Subject { case, level, what, .. }| {
        assert_eq!(level.check(), [], "{what}");
        let Budgets { encounters, loot, quiet, .. } = level.budgets().expect("budgets");
        let at = |[from, to]: [u32; 2]| (from as f32 + (to - from) as f32 * level.origin().difficulty + 0.5) as u32;
        assert_eq!((encounters, loot, quiet), (at(case.budget), at(case.loot_budget), case.quiet), "{what}");
        for item in case.items.iter().filter(|item| item.of > 0) {
            let things: Vec<_> = level.loot().iter().filter(|loot| loot.item == item.name).collect();
            let paid = things.iter().map(|loot| loot.value).sum::<u32>();
            assert_eq!(
                (things.len() as u32 * item.value, things.len() as u32 % item.of),
                (paid * item.of, 0),
                "{what}"
            );
        }
        keeps_its_budgets(level).unwrap_or_else(|error| panic!("{what}: {error}"));
    });
}

#[test]
fn no_member_stands_on_what_a_vault_or_a_formation_counts() {
    let gems = "vaults: [(name: \"hoard\", rows: [\"***\", \"***\", \"***\"], legend: {'*': \"gem\"})]";
    let formation = "(shape: Square, fill: true, size: Cells(3), prop: \"gem\")";
    for (rules, formation) in [(gems, ""), ("", formation)] {
        let text = format!(
            "(name: \"own\", size: (40, 24), floorplan: (coverage: 1.0, rooms: (min: 5, max: 10), vaults: (chance: 1.0)), \
             props: {{\"rat\": (glyph: 'r', color: \"#ff0000\", marker: true), \"gem\": (glyph: '*', color: \"#ffff00\", \
             blocks: false)}}, groups: {{\"rats\": (cost: 2, members: {{\"rat\": (2, 4)}})}}, encounters: (budget: 60), \
             loot: (budget: 60, items: {{\"gem\": (value: 2)}}), \
             layouts: [(name: \"l\", formations: [{formation}])], {rules})"
        );
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for seed in 0..20 {
            let level = roomgen::generate(&preset, seed);
            let gems: BTreeSet<Cell> =
                level.props().filter(|prop| prop.kind.name == "gem").flat_map(|prop| prop.cells.cells()).collect();
            let mut members = level.encounters().iter().flat_map(|group| &group.cells);
            assert!(!gems.is_empty() && !members.any(|cell| gems.contains(cell)), "seed {seed} of {text}");
            keeps_its_budgets(&level).unwrap_or_else(|error| panic!("seed {seed} of {text}: {error}"));
        }
    }
}

#[test]
fn a_group_has_its_members_in_a_room_that_it_suits() {
    for_each_level(20, |Subject { case, level, what, .. }| {
        for Encounter { group, room, cost, cells, .. } in level.encounters() {
            let Some(name) = group else { continue };
            let group = case.group(name);
            assert!(group.suits(&level.rooms()[*room as usize]), "{what}: {name} in room {room}");
            assert_eq!(*cost, group.cost, "{what}: {name}");
            let kind_at = |cell: &Cell| {
                let mut there = level.markers().filter(|marker| marker.room == *room && marker.cells.contains(*cell));
                there.next().unwrap_or_else(|| panic!("{what}: nobody at {cell}")).kind.name.to_string()
            };
            let kinds: Vec<String> = cells.iter().map(kind_at).collect();
            let mut known = 0;
            for &(kind, least, most) in group.members {
                let count = kinds.iter().filter(|other| *other == kind).count() as u32;
                assert!((least..=most).contains(&count), "{what}: {count} of {kind} in {name}");
                known += count as usize;
            }
            assert_eq!(known, kinds.len(), "{what}: {kinds:?} in {name}");
        }
    });
}

#[test]
fn the_rest_of_a_budget_pays_no_group_that_has_place() {
    for_each_level(40, |subject| {
        let Subject { case, level, places, what } = subject;
        let left = subject.left();
        for room in level.rooms() {
            // Some of it lies before groups come, and shares its cells with nobody.
            let taken: BTreeSet<Cell> = level.loot().iter().map(|loot| loot.cell).collect();
            let cells = places.for_members(room.id, case.quiet).difference(&taken).count() as u32;
            let here = || level.encounters().iter().filter(|encounter| encounter.room == room.id);
            let danger: u32 = here().map(|encounter| encounter.cost).sum();
            let members: usize = here().map(|encounter| encounter.cells.len()).sum();
            let crowd = (places.walked(room.id).len() / 3) as u32;
            let fits = |group: &&GroupFacts| {
                group.cost <= left.min(case.most(level, room).saturating_sub(danger))
                    && members as u32 + group.least_members() <= crowd
            };
            let groups = case.groups.iter().filter(|group| !group.is_boss && group.suits(room));
            for group in groups.filter(fits) {
                let (name, id, needs) = (group.name, room.id, group.least_members());
                assert!(
                    cells < needs,
                    "{what}: {left} are left, and room {id} has {cells} places for {needs} of {name}"
                );
            }
        }
        // What is left and would buy a group is a note, and nothing else is.
        let cheapest = case.groups.iter().filter(|group| !group.is_boss).map(|group| group.cost).min();
        let is_short = cheapest.is_some_and(|cheapest| left >= cheapest);
        let note = subject.note(NoteCode::EncountersShort).map(|note| (note.wanted, note.got));
        let budget = subject.budgets().encounters;
        assert_eq!(note, is_short.then_some((budget, budget - left)), "{what}");
    });
}

#[test]
fn the_rest_of_loot_pays_no_item_that_has_place() {
    for_each_level(40, |subject| {
        let Subject { case, level, places, what } = subject;
        let left = subject.loot_left();
        let count = |name: &str| level.loot().iter().filter(|loot| loot.item == name).count() as u32;
        for item in case.items {
            let (price, pieces) = item.least();
            let by_vaults = level
                .loot()
                .iter()
                .filter(|loot| loot.item == item.name && level.vault(&level.rooms()[loot.room as usize]).is_some());
            let most = item.most.max(by_vaults.count() as u32);
            assert!(count(item.name) <= most, "{what}: {} of {}", count(item.name), item.name);
            if price > left || item.is_obstacle || count(item.name) + pieces > item.most {
                continue;
            }
            // The walls and the free cells of a vault are its own.
            let rooms = level.rooms().iter().filter(|room| level.vault(room).is_none());
            for room in rooms.filter(|room| case.may_have_loot(level, room) && item.rooms.suits(room)) {
                let cells = places.for_things(room.id).len() as u32;
                let (name, id) = (item.name, room.id);
                assert!(
                    cells < pieces,
                    "{what}: {left} are left, and room {id} has {cells} places for {pieces} of {name}"
                );
            }
        }
    });
}

#[test]
fn loot_lies_as_far_from_the_entry_as_it_should_and_beside_no_door() {
    for_each_level(20, |Subject { case, level, places, what }| {
        let by_vault = |room: u32| level.vault(&level.rooms()[room as usize]).is_some();
        let is_metered = |name: &str| case.metered.iter().any(|(other, ..)| *other == name);
        for loot in level.loot().iter().filter(|loot| !is_metered(&loot.item) && !by_vault(loot.room)) {
            let room = &level.rooms()[loot.room as usize];
            assert!(case.may_have_loot(level, room), "{what}: {loot:?} is {} doors away", room.depth);
            assert!(!places.before_doors.contains(&loot.cell), "{what}: {loot:?} is beside a door");
            let item = case.items.iter().find(|item| item.name == loot.item.as_str()).expect("an item");
            assert!(item.rooms.suits(room), "{what}: {loot:?}");
        }
    });
}

#[test]
fn a_boss_is_in_each_of_its_rooms_and_nowhere_else_or_there_is_a_note() {
    for_each_level(40, |subject| {
        let Subject { case, level, what, .. } = subject;
        let bosses = || case.groups.iter().filter(|group| group.is_boss);
        let suits = |id: u32| bosses().any(|group| group.suits(&level.rooms()[id as usize]));
        let wanted = (0..level.rooms().len() as u32).filter(|&id| suits(id)).count() as u32;
        let is_boss = |encounter: &&Encounter| encounter.group.as_ref().is_some_and(|name| case.group(name).is_boss);
        let mut seats: Vec<u32> = level.encounters().iter().filter(is_boss).map(|encounter| encounter.room).collect();
        let got = seats.len() as u32;
        assert!(seats.iter().all(|&room| suits(room)), "{what}: {seats:?}");
        seats.dedup();
        assert_eq!(seats.len() as u32, got, "{what}: two bosses in a room");
        let note = subject.note(NoteCode::BossShort).map(|note| (note.wanted, note.got));
        assert_eq!(note, (got < wanted).then_some((wanted, got)), "{what}");
        // A boss that its level can pay finds a seat, but for rooms that are small or near.
        let cost = bosses().map(|group| group.cost + level.story_costs()).min();
        let can_pay = cost.is_some_and(|cost| cost <= subject.budgets().encounters);
        let has_place = |id: u32| subject.places.for_members(id, case.quiet).len() >= 9;
        let end = level.end().id;
        assert!(got == wanted || !can_pay || !suits(end) || !has_place(end), "{what}: the end room has no boss");
    });
}

/// What the members that vaults draw cost.
trait StoryCosts {
    fn story_costs(&self) -> u32;
}

impl StoryCosts for Level {
    fn story_costs(&self) -> u32 {
        let of_vaults = self.encounters().iter().filter(|encounter| encounter.group.is_none());
        of_vaults.map(|encounter| encounter.cost).sum()
    }
}

#[test]
fn keys_beyond_the_quiet_zone_are_guarded_or_there_is_a_note() {
    let guarded = std::sync::atomic::AtomicU32::new(0);
    for_each_level(40, |subject| {
        let Subject { case, level, places, what } = subject;
        if !case.name.contains("keys") || subject.note(NoteCode::GuardShort).is_some() {
            return;
        }
        for key in level.keys() {
            let beyond = level.floor_in(key.room).filter(|cell| !places.is_quiet(*cell, case.quiet)).count();
            let is_guarded = level.encounters().iter().any(|encounter| encounter.room == key.room);
            // Entry and exit may take two cells, the key has one.
            assert!(is_guarded || beyond <= 3, "{what}: the key of room {} is alone", key.room);
            guarded.fetch_add(u32::from(is_guarded), std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert!(guarded.into_inner() > 20);
}

#[test]
fn metered_things_come_exactly_as_often_as_they_should_over_every_window_of_floors() {
    for (every, count) in [(1, 1), (1, 3), (2, 1), (3, 2), (5, 1), (2, 5)] {
        let text = format!(
            "(name: \"m\", size: (24, 20), props: {{ \"salve\": (glyph: '!', color: \"#ff88ff\", blocks: false),
                \"rune\": (glyph: '?', color: \"#ffffff\", blocks: false) }},
              loot: (metered: {{\"salve\": (every: {every}, count: {count}), \"rune\": (every: 4)}}))"
        );
        let preset = roomgen::Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let mut generator = Generator::new(&preset);
        let mut beginnings = BTreeSet::new();
        // The slow tier follows 10,200 runs of twelve floors and more.
        for seed in 0..tier::size(25, 1700) {
            let floors = (0..tier::size(3 * every, 12.max(3 * every))).map(|floor| {
                let level = generator.generate(Request::new(seed).on_floor(floor));
                assert_eq!((level.notes(), level.check()), (&[][..], vec![]), "seed {seed}, floor {floor}");
                let placed = level.props().filter(|prop| prop.kind.name == "salve").count() as u32;
                let listed = level.loot().iter().filter(|loot| loot.item == "salve").count() as u32;
                assert_eq!(placed, listed, "seed {seed}, floor {floor}");
                placed
            });
            let floors: Vec<u32> = floors.collect();
            for window in floors.windows(every as usize) {
                assert_eq!(window.iter().sum::<u32>(), count, "{floors:?} of seed {seed}: {count} in {every}");
            }
            beginnings.insert(floors);
        }
        // Runs begin at any floor of the period.
        let fewest = if every == 1 || count % every == 0 { 1 } else { every as usize };
        assert!(beginnings.len() >= fewest, "{every}, {count}: {beginnings:?}");
    }
}

#[test]
fn slots_are_no_props_and_members_take_them_first() {
    let text = |groups: &str| {
        format!(
            "(name: \"posts\", size: (60, 40), props: {{\"post\": (glyph: '_', color: \"#808080\", marker: true, slot: true),
                \"rat\": (glyph: 'r', color: \"#ff4020\", marker: true)}}, {groups}
              layouts: [(name: \"l\", formations: [(shape: Scatter(3), size: Fit(1.0), count: 3, prop: \"post\")])])"
        )
    };
    let parsed = |groups: &str| roomgen::Preset::parse(&text(groups)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(roomgen::generate(&parsed(""), 1).props().len(), 0, "without a budget there is nothing but places");
    let groups = "groups: {\"rats\": (cost: 2, members: {\"rat\": (1, 4)})}, encounters: (budget: 40),";
    let preset = parsed(groups);
    let mut on_posts = 0;
    for seed in 0..20 {
        let mut posts: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
        let level = Generator::new(&preset).generate_stepwise(seed, &mut |step| {
            if let roomgen::trace::Step::Slot { room, cells } = step {
                posts.entry(room).or_default().push(cells.top_left());
            }
        });
        assert!(level.props().len() > 0 && level.props().all(|prop| prop.kind.name == "rat"), "seed {seed}");
        let places = Places::new(&level);
        for encounter in level.encounters() {
            let of_room = posts.get(&encounter.room).map_or(&[][..], Vec::as_slice);
            let on = encounter.cells.iter().filter(|cell| of_room.contains(cell)).count();
            on_posts += on;
            let left = places.for_members(encounter.room, 0);
            let near = places.walk(encounter.room, encounter.cells[0], 6);
            let free = of_room.iter().find(|post| left.contains(post) && near.contains_key(post));
            assert!(on == encounter.cells.len() || free.is_none(), "seed {seed}: {encounter:?}, not at {free:?}");
        }
    }
    assert!(on_posts > 100, "{on_posts}");
}

#[test]
fn members_stand_within_the_spread_of_their_group_and_no_room_is_too_full_or_too_dear() {
    let (mut apart, mut count) = (0, 0);
    let cases = std::sync::Mutex::new((&mut apart, &mut count));
    for_each_level(40, |Subject { case, level, places, what }| {
        for room in level.rooms() {
            let here: Vec<&Encounter> = level.encounters().iter().filter(|group| group.room == room.id).collect();
            let members: usize = here.iter().map(|group| group.cells.len()).sum();
            let is_reserved = here.iter().any(|group| group.group.as_ref().is_none_or(|name| case.group(name).is_boss));
            let floor = level.floor_in(room.id).count();
            // Guards of keys and bosses have the least of their members in any case.
            assert!(is_reserved || case.name.contains("keys") || 3 * members <= floor, "{what}, room {}", room.id);
            let danger: u32 = here.iter().map(|group| group.cost).sum();
            assert!(is_reserved || danger <= case.most(level, room), "{what}: {danger} in room {}", room.id);
            for group in here.iter().filter(|group| group.group.is_some()) {
                let near = places.walk(room.id, group.cells[0], 6);
                let mut cases = cases.lock().expect("no panic before");
                *cases.1 += group.cells.len();
                *cases.0 += group.cells.iter().filter(|cell| !near.contains_key(cell)).count();
            }
        }
    });
    // Where all cells near the first one are taken, the nearest ones are.
    assert!(count > 5000 && apart * 100 <= count, "{apart} of {count} stand apart");
}

#[test]
fn vault_encounters_are_a_true_part_of_the_budgets() {
    // A required vault is dearer than both budgets, and another one that no draw may choose.
    let preset = |required: &str, budgets: [u32; 2], offer: &str| {
        let text = format!(
            "(name: \"dear\", size: (30, 20), floorplan: (rooms: (min: 5, max: 11), coverage: 0.8, vaults: (chance: 1.0)), \
             props: {{\"rat\": (glyph: 'r', color: \"#ff4020\", marker: true), \"chest\": (glyph: 'c', color: \"#8a5a2e\")}}, \
             groups: {{\"rat\": (cost: 4, members: {{\"rat\": 1}})}}, encounters: (budget: {}), \
             loot: (budget: {}, items: {{\"chest\": (value: 4, most: 2)}}), \
             vaults: [(name: \"nest\", {required}legend: {{'r': \"rat\", 'c': (prop: \"chest\"{offer})}}, \
             rows: [\"r.c.r\", \".....\", \"r.c.r\"])], layouts: [(name: \"bare\", formations: [])])",
            budgets[0], budgets[1]
        );
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    };
    let nests = |level: &Level| level.rooms().iter().filter(|room| level.vault(room).is_some()).count() as u32;
    let stripped = |level: &Level| level.notes().iter().filter(|note| note.code == NoteCode::VaultStripped).count();
    let (mut all, mut drawn) = (0, 0);
    for seed in 0..40 {
        let level = |preset: &Preset| {
            let level = roomgen::generate(preset, seed);
            assert_eq!(level.check(), [], "seed {seed}");
            level
        };
        let dear = level(&preset("required: true, ", [10, 10], ""));
        assert_eq!(nests(&dear), 1, "the required one alone");
        assert_eq!(stripped(&dear), 1, "16 of 10 for its rats; its chests fit");
        assert!(dear.encounters().iter().all(|encounter| encounter.group.is_some()));
        // Rooms draw as many as both budgets pay: two at 16 and 8 each.
        let level = level(&preset("", [40, 20], ""));
        (all, drawn) =
            (all + nests(&level), drawn + level.encounters().iter().filter(|group| group.group.is_none()).count());
        assert!(nests(&level) <= 2 && stripped(&level) == 0, "seed {seed}");
        for group in level.encounters().iter().filter(|encounter| encounter.group.is_none()) {
            assert_eq!(group.cost, 4 * group.cells.len() as u32);
        }
        assert!(level.loot().iter().all(|thing| thing.value == 4));
        // Of an offer the dearest counts: five nests at 4 each.
        let offered = roomgen::generate(&preset("", [1000, 20], ", choose: 1"), seed);
        assert_eq!(offered.check(), [], "seed {seed}");
        assert!(offered.loot().iter().map(|thing| thing.value).sum::<u32>() <= 20);
    }
    assert!(all > 40 && drawn > 40, "{all} nests, {drawn} of vaults");
}

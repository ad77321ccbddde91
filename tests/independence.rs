//! Independence: what one rule decides changes nothing that others decide.
//!
//! Furniture moves no wall and no mission, one room's furniture changes no other room, missions and
//! bends of corridors change no room, and one preset changes no other. Tested on random and
//! built-in presets.

mod mouths;
mod next_rerolls;
mod plan_edits;
mod population;
mod rerolls;
mod same_elsewhere;

use roomgen::{
    Generator, Level, Preset, Rect, Request, Room, Size,
    preset::{BUILT_IN, BasePreset},
    stages::{self, Stage, StageDigests},
    trace::Step,
};

use crate::{
    random_presets::{self, dice::Dice, formations, missions, terrain},
    tier,
};

/// The number of random presets that are edited.
fn presets() -> u64 {
    tier::size(40, 256)
}

const SEEDS: u64 = 3;

fn parsed(text: &str) -> Preset {
    Preset::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The preset of `text`, overridden by `over`.
fn edited(text: &str, over: &str) -> Preset {
    let base = |_: &str| Ok(BasePreset { name: "base.ron".to_owned(), text: text.to_owned() });
    Preset::parse_with(&format!("(name: \"edited\", base: \"base.ron\", {over})"), base)
        .unwrap_or_else(|error| panic!("{error}\n{over}\n{text}"))
}

/// A level with the digests of its stages.
type DigestedLevel = (Level, StageDigests);

/// Levels of a preset with increasing difficulty, each with its digests.
fn levels(preset: &Preset) -> Vec<DigestedLevel> {
    levels_of(preset, SEEDS)
}

fn levels_of(preset: &Preset, seeds: u64) -> Vec<DigestedLevel> {
    let mut generator = Generator::new(preset);
    let request = |seed| Request::new(seed).with_difficulty(seed as f32 / (seeds - 1) as f32).expect("a difficulty");
    (0..seeds).map(|seed| stages::digests(&mut generator, request(seed))).collect()
}

/// The rectangle of a room, if it is not dug: digging shrinks it, as far as the doors allow.
fn undug(room: &Room) -> Option<Rect> {
    (!room.shape.is_dug()).then_some(room.rect)
}

/// A level, and its rooms before they are dug.
pub(crate) fn level_and_leaves(preset: &Preset, request: impl Into<Request>) -> (Level, Vec<Rect>) {
    let mut leaves = Vec::new();
    let level = Generator::new(preset).generate_stepwise(request.into(), &mut |step| {
        if let Step::Room { rect, .. } = step {
            leaves.push(rect);
        }
    });
    (level, leaves)
}

/// Whether an edit changes furnishing in any level; panics if an earlier stage differs.
fn changes_furnishing_alone(before: &Preset, after: &Preset, what: &str) -> bool {
    let mut changed = false;
    for ((old, olds), (new, news)) in levels(before).iter().zip(&levels(after)) {
        let stage = olds.first_difference(news);
        assert!(stage >= Some(Stage::Furnishing), "{what}: {stage:?} differs at seed {}", old.origin().seed);
        // The values behind the digests of the earlier stages.
        assert_eq!(old.tiles(), new.tiles(), "{what}");
        assert_eq!((old.passages(), old.path()), (new.passages(), new.path()), "{what}");
        assert_eq!(plan_edits::key_rooms(old), plan_edits::key_rooms(new), "{what}");
        assert!(old.rooms().iter().map(|room| room.rect).eq(new.rooms().iter().map(|room| room.rect)), "{what}");
        changed |= stage == Some(Stage::Furnishing);
    }
    changed
}

/// Tries an edit on random presets and asserts that it changes furnishing alone.
///
/// `edit` gets the text, the preset, the number of its prop kinds (named from `a` on) and dice.
fn edit_changes_furnishing_alone(edit: impl Fn(&str, &Preset, i64, &mut Dice) -> Preset) {
    let (mut changed, mut with_keys) = (0, 0);
    for number in 0..presets() {
        let text = random_presets::plain(&mut Dice(number));
        let before = parsed(&text);
        let is_plain = |name: &str| name.len() == 1 && name.starts_with(|letter: char| letter.is_ascii_lowercase());
        let kinds = before.kinds().iter().filter(|kind| is_plain(&kind.name)).count() as i64;
        let after = edit(&text, &before, kinds, &mut Dice(presets() + number));
        let is_changed = changes_furnishing_alone(&before, &after, &text);
        changed += u64::from(is_changed);
        with_keys += u64::from(is_changed && levels(&after).iter().any(|(level, _)| !level.keys().is_empty()));
    }
    assert!(changed > presets() / 4, "only {changed} edits of {} changed anything", presets());
    assert!(with_keys > presets() / 12, "only {with_keys} edits of {} changed a preset with a mission", presets());
}

#[test]
fn other_layouts_move_no_wall_and_no_mission() {
    edit_changes_furnishing_alone(|text, before, kinds, dice| {
        // New layouts replace all existing ones, for other rooms and with other weights; one is
        // added.
        let layouts = (0..=before.layouts().len()).map(|number| {
            let rooms = dice.one(&["", ", rooms: (min: (4, 4))", ", rooms: (kinds: [Path, End])"]);
            let weight = dice.between(1, 9);
            let entries = formations::entries(dice, kinds);
            format!("(name: \"{number}\", weight: {weight}{rooms}, cover: 0.8, formations: [\n{entries}]),\n")
        });
        edited(text, &format!("layouts: [{}]", layouts.collect::<String>()))
    });
}

#[test]
fn formations_of_terrain_move_no_wall_and_no_mission() {
    edit_changes_furnishing_alone(|text, before, kinds, dice| {
        let layouts = (0..=before.layouts().len()).map(|number| {
            let entries = terrain::with_formations(&formations::entries(dice, kinds), 50, dice);
            format!("(name: \"{number}\", formations: [(shape: X, terrain: \"water\"),\n{entries}]),\n")
        });
        edited(text, &format!("{}, layouts: [{}]", terrain::KINDS, layouts.collect::<String>()))
    });
}

#[test]
fn stairs_at_walls_move_no_wall() {
    let mut moved = 0;
    for number in 0..presets() {
        let text = random_presets::plain(&mut Dice(number));
        let places =
            |entry: &str, exit: &str| edited(&text, &format!("floorplan: (entry: (at: {entry}), exit: (at: {exit}))"));
        let [middle, wall] = [places("Middle", "Middle"), places("Wall", "Wall")];
        changes_furnishing_alone(&middle, &wall, &text);
        let other = places("Middle", "Wall");
        for ((plain, _), (exit, _)) in levels(&middle).iter().zip(&levels(&other)) {
            assert_eq!(plain.entry(), exit.entry(), "the exit alone moves: {text}");
            moved += u32::from(plain.exit() != exit.exit());
            // Rooms without stairs have the same props.
            for room in plain
                .rooms()
                .iter()
                .filter(|room| !room.rect.contains(plain.entry()) && !room.rect.contains(plain.exit()))
            {
                assert!(
                    plain.props_in(room.id).map(|prop| prop.cells).eq(exit.props_in(room.id).map(|prop| prop.cells)),
                    "{text}"
                );
            }
        }
    }
    assert!(moved > presets() as u32, "{moved}");
}

#[test]
fn other_rules_for_props_move_no_wall_and_no_mission() {
    edit_changes_furnishing_alone(|text, before, _, dice| {
        let mut props = String::new();
        let is_variant = |name: &str| name.starts_with(|letter: char| letter.is_ascii_uppercase());
        let has_variant = |name: &str| before.kinds().iter().any(|kind| *kind.name == *name.to_uppercase());
        // A variant follows the rules of the kind that it replaces, and must have the same
        // properties.
        for kind in before.kinds().iter().filter(|kind| !is_variant(&kind.name)) {
            let mut rules = vec![dice.one(&[
                "avoid: [Wall(1)]",
                "near: [Wall(2)]",
                "avoid: [Door(3), Any(1)]",
                "avoid: [Entry(2), Exit(2)]",
                "near: [Entry(3), Exit(3)]",
            ])];
            if !kind.marker && !has_variant(&kind.name) && !missions::is_key(&kind.name) {
                rules.push(dice.one(&["blocks: true", "blocks: false, opaque: false", "tall: 2.5"]));
            }
            props += &format!("\"{}\": ({}), ", kind.name, rules.join(", "));
        }
        let clearance = dice.between(1, 4);
        edited(text, &format!("clearance: {clearance}, props: {{{props}}}"))
    });
}

#[test]
fn lights_move_no_prop_and_ambient_light_changes_no_level() {
    let (mut with_lights, mut lit) = (0, 0);
    for number in 0..presets() {
        let text = random_presets::plain(&mut Dice(number));
        let mut dice = Dice(presets() + number);
        let plain = edited(&text, "");
        // Each kind gets another light, or none.
        let each = plain.kinds().iter().map(|kind| {
            let other = format!("(color: \"#123456\", radius: {})", dice.between(1, 16));
            let light = dice.one(&[&other, "None"]).to_owned();
            format!("{:?}: (light: {light})", kind.name)
        });
        let props = each.collect::<Vec<_>>().join(", ");
        let shining = edited(&text, &format!("props: {{{props}}}"));
        with_lights += u64::from(shining.digest() != plain.digest());
        changes_furnishing_alone(&plain, &shining, &text);
        let dim = edited(&text, "theme: (ambient: 0.37)");
        assert!(dim.theme() != plain.theme() && dim.digest() == plain.digest(), "{text}");
        for (((old, _), (new, _)), (same, _)) in levels(&plain).iter().zip(&levels(&shining)).zip(&levels(&dim)) {
            assert_eq!(same, old, "{text}");
            assert_eq!((old.entry(), old.exit(), old.keys()), (new.entry(), new.exit(), new.keys()), "{text}");
            let place = |prop: roomgen::Prop<'_>| {
                (prop.kind.name.to_string(), prop.kind_id, prop.room, prop.cells, prop.turn, prop.offset)
            };
            assert!(old.props().map(place).eq(new.props().map(place)), "{text}");
            lit += u64::from(new.props().any(|prop| prop.light().is_some()));
        }
    }
    assert!(with_lights > presets() * 9 / 10 && lit > presets(), "{with_lights} presets, {lit} levels");
}

#[test]
fn looks_and_sprites_change_pictures_and_no_level() {
    let mut drawn = 0;
    for number in 0..presets() {
        let text = random_presets::plain(&mut Dice(number));
        let mut dice = Dice(presets() + number);
        let plain = edited(&text, "");
        let each = plain.kinds().iter().filter(|kind| !kind.marker).map(|kind| {
            let look = format!("look: {:?}", random_presets::any_look(&mut dice));
            format!("{:?}: ({})", kind.name, dice.one(&[&look, "sprite: \"crypt/urn\"", "sprite: []"]))
        });
        let props = each.collect::<Vec<_>>().join(", ");
        let other = edited(&text, &format!("props: {{{props}}}"));
        drawn += u64::from(other.theme() != plain.theme());
        assert_eq!(other.digest(), plain.digest(), "{text}");
        for ((old, _), (new, _)) in levels(&plain).iter().zip(&levels(&other)) {
            assert_eq!(old, new, "{text}");
        }
    }
    assert!(drawn > presets() * 9 / 10, "{drawn} presets");
}

#[test]
fn other_things_in_vaults_move_no_wall_and_no_mission() {
    edit_changes_furnishing_alone(|text, _, _, _| {
        // The vaults are the last list. Lamps and empty cells are exchanged, and lamps become
        // obstacles.
        let (head, vaults) = text.split_once(" vaults: [\n").expect("a list of vaults");
        let mut other_text =
            head.replace("'y', color: \"#808080\", blocks: false", "'y', color: \"#808080\"") + " vaults: [\n";
        for line in vaults.lines() {
            let Some((before, rest)) = line.split_once("rows: [") else {
                other_text = other_text + line + "\n";
                continue;
            };
            let (rows, after) = rest.split_once(']').expect("the end of the rows");
            // Without props, turned drawings may be alike, and then there are fewer to choose from.
            if !rows.contains(['o', '-']) || !rows.replace("\", \"", "").contains([' ', '-']) {
                other_text = other_text + line + "\n";
                continue;
            }
            // Only parts between quotes are rows.
            let rows = rows.split('"').enumerate().map(|(number, part)| {
                let other = |cell| match cell {
                    'o' => '_',
                    '_' => ' ',
                    ' ' => 'o',
                    other => other,
                };
                if number % 2 == 1 { part.chars().map(other).collect() } else { part.to_owned() }
            });
            other_text += &format!("{before}rows: [{}]{after}\n", rows.collect::<Vec<_>>().join("\""));
        }
        parsed(&other_text)
    });
}

/// Whether an edit changed the props of rooms that `is_edited` selects; asserts that others stay.
fn changes_only(before: &Preset, after: &Preset, is_edited: impl Fn(&Level, u32) -> bool, what: &str) -> bool {
    let mut changed = false;
    for ((old, _), (new, _)) in levels(before).iter().zip(&levels(after)) {
        assert_eq!(old.rooms().len(), new.rooms().len(), "{what}");
        for room in 0..old.rooms().len() as u32 {
            let props = |level: &Level| -> Vec<_> {
                let each = level.props_in(room);
                each.map(|prop| (prop.kind.name.to_string(), prop.cells, prop.turn, prop.offset)).collect()
            };
            let layout = |level: &Level| level.layout(&level.rooms()[room as usize]).map(str::to_owned);
            let is_same = (props(old), layout(old)) == (props(new), layout(new));
            let edited = is_edited(old, room);
            assert!(is_same || edited, "{what}\nroom {room} of seed {} has other props", old.origin().seed);
            changed |= !is_same;
        }
    }
    changed
}

#[test]
fn another_layout_of_some_rooms_moves_no_prop_of_others() {
    const START: &str = "   formations: [\n";
    const END: &str = "   ]),\n";
    let (mut changed, mut tried) = (0, 0);
    for number in 0..presets() {
        let text = random_presets::plain(&mut Dice(number));
        // Only the formations of the first layout change, so that rooms choose the same layouts.
        let Some((head, rest)) = text.split_once(START) else { continue };
        let (_, tail) = rest.split_once(END).expect("the end of the layout");
        let entries = formations::entries(&mut Dice(presets() + number), 1);
        let after = parsed(&format!("{head}{START}{entries}{END}{tail}"));
        let has_it = |level: &Level, room: u32| level.layout(&level.rooms()[room as usize]) == Some("0");
        tried += 1;
        changed += u64::from(changes_only(&parsed(&text), &after, has_it, &text));
    }
    assert!(changed > tried / 4, "only {changed} edits of {tried} changed anything");
}

#[test]
fn a_layout_that_one_room_takes_moves_no_prop_of_others() {
    for (name, text) in BUILT_IN {
        let before = parsed(text);
        let prop = &before.kinds()[0].name;
        let (mut changed, mut tried) = (0, 0);
        // Other formations for some of the layouts, one at a time: the memory of other rooms stays.
        let named = text.match_indices("(name: \"").filter_map(|(at, _)| {
            let rest = &text[at..];
            let head = &rest[..rest.find("formations: [")?];
            (!head.contains('\n')).then_some(head)
        });
        for head in named.step_by(7) {
            let layout = head.split('"').nth(1).expect("a name");
            let over = format!("layouts: [{head}formations: [(shape: Circle, prop: \"{prop}\")])]");
            let is_it = |level: &Level, room: u32| level.layout(&level.rooms()[room as usize]) == Some(layout);
            let without_budgets = "encounters: (budget: 0, quiet: 0, arms: 1, keys: 0, curve: []), loot: (budget: 0), ";
            let [bare, after] = ["", &*over].map(|over| edited(text, &format!("{without_budgets}{over}")));
            changed += u32::from(changes_only(&bare, &after, is_it, &format!("{name}: {layout}")));
            tried += 1;
        }
        assert!(tried > 1 && changed * 4 > tried, "{name}: {changed} of {tried}");
    }
}

#[test]
fn a_preset_of_another_name_makes_the_same_but_for_the_name() {
    for (name, text) in BUILT_IN {
        for ((_, olds), (new, news)) in levels(&parsed(text)).iter().zip(&levels(&edited(text, ""))) {
            assert_eq!(olds.first_difference(news), Some(Stage::Level), "{name}");
            assert_eq!(new.origin().preset, "edited");
        }
    }
}

#[test]
fn a_pool_by_area_deals_as_one_whose_number_is_written_out() {
    let mut scaled = 0;
    for number in 0..4 * presets() {
        let text = random_presets::preset(&mut Dice(number));
        let own = parsed(&text);
        let Ok(size) = Size::new((own.size().width() * 7 / 4).into(), own.size().height().into()) else { continue };
        let sized = |preset: Preset| preset.with_size(size).expect("a larger size");
        let by_area = sized(own.clone());
        let written = by_area.pools().map(|pool| format!("{:?}: (each: {}, per: Level), ", pool.name(), pool.each()));
        let written: String = written.collect();
        if !text.contains("per: Area") {
            continue;
        }
        scaled += by_area.pools().zip(own.pools()).filter(|(pool, own)| pool.each() > own.each()).count();
        let written = sized(edited(&text, &format!("pools: {{{written}}}")));
        for ((_, olds), (_, news)) in levels(&by_area).iter().zip(&levels(&written)) {
            assert_eq!(olds.first_difference(news), Some(Stage::Level), "{text}");
        }
    }
    assert!(scaled > 10, "{scaled} pools deal more");
}

#[test]
fn a_built_in_preset_takes_the_place_of_no_file() {
    // Hence adding a built-in preset changes no preset that users have written.
    for (name, _) in BUILT_IN {
        let text = format!("(name: \"mine\", base: \"{name}.ron\")");
        let file = "(size: (33, 21), props: { \"rock\": (glyph: 'o', color: \"#888888\") })";
        let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: file.to_owned() });
        let preset = Preset::parse_with(&text, read).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((preset.size().width(), preset.kinds().len()), (33, 1), "{name}");
    }
}

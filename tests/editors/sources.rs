//! What placed a prop, and where that was written.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Cell, Generator, Level, Preset, Prop, PropSource, PropSources, Request, generate,
    level::Loot,
    preset::{BUILT_IN, BasePreset, WrittenPreset},
    reproduce_stepwise,
    trace::Step,
};

use super::no_files;
use crate::{
    random_presets::{self, dice::Dice, missions},
    tier,
};

/// How many props of levels each kind of source placed, and how many props share all their cells
/// with a prop of another source.
#[derive(Debug, Default)]
struct Counts {
    formations: usize,
    vaults: usize,
    keys: usize,
    members: usize,
    loot: usize,
    metered: usize,
    shared: usize,
}

impl Counts {
    /// Asserts that each prop of a level has a source that makes its kind in its room. `text` is
    /// that of the preset.
    fn add(&mut self, level: &Level, preset: &Preset, text: &str) {
        let origin = level.origin();
        let sources = PropSources::of(level, preset).unwrap();
        let mut on_cells: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
        for (id, prop) in (0..).zip(level.props()) {
            let name = format!("{} {}: {prop:?}", origin.preset, origin.seed);
            let room = level.room(prop.room).unwrap();
            let source = sources.get(id).unwrap_or_else(|| panic!("{name}"));
            on_cells.entry((prop.room, prop.cells)).or_default().insert(format!("{source:?}"));
            match source {
                PropSource::Formation { layout, formation } => {
                    self.formations += 1;
                    let layout = &preset.layouts()[usize::from(layout)];
                    assert_eq!(Some(layout.name.as_str()), level.layout(room), "{name}");
                    let own = &preset.kinds()[usize::from(layout.formations[formation as usize].kind)].name;
                    assert!(may_become(own, &prop.kind.name), "{name} of a formation of {own}");
                }
                PropSource::Vault { vault } => {
                    self.vaults += 1;
                    assert_eq!(level.vault(room), Some(preset.vaults()[usize::from(vault)].name.as_str()), "{name}");
                }
                PropSource::Key => {
                    self.keys += 1;
                    let key = level.keys().iter().find(|key| prop.cells.contains(key.cell)).expect(&name);
                    assert_eq!((key.room, level.key_name(key)), (prop.room, prop.kind.name.as_str()), "{name}");
                }
                PropSource::Group { group } => {
                    self.members += 1;
                    let group = preset.groups().nth(group.into()).expect(&name);
                    let is_here = |cells: &[Cell]| cells.contains(&prop.cells.top_left());
                    let mut encounters = level.encounters().iter();
                    let encounter = encounters.find(|other| other.room == prop.room && is_here(&other.cells));
                    assert_eq!(encounter.and_then(|found| found.group.as_deref()), Some(group), "{name}");
                    let head = format!("{group:?}: (cost: ");
                    assert!(entry(text, &head, "members: {").any(|own| may_become(&own, &prop.kind.name)), "{name}");
                }
                PropSource::Loot { item } => {
                    self.loot += 1;
                    let own = entry(text, "loot: (", "items: {").nth(item.into()).expect(&name);
                    assert!(may_become(&own, &prop.kind.name), "{name} of an item {own}");
                    assert!(is_loot(level, &prop), "{name}");
                }
                PropSource::Metered { rule } => {
                    self.metered += 1;
                    let own = entry(text, "loot: (", "metered: {").nth(rule.into()).expect(&name);
                    assert!(may_become(&own, &prop.kind.name), "{name} of a metered {own}");
                    assert!(is_loot(level, &prop), "{name}");
                }
                other => panic!("{name}: {other:?}"),
            }
        }
        self.shared += on_cells.values().filter(|sources| sources.len() > 1).count();
        assert_eq!(self.keys_of(level, &sources), level.keys().len());
        assert_eq!(sources.get(level.props().len() as u32), None);
    }

    fn keys_of(&self, level: &Level, sources: &PropSources) -> usize {
        (0..level.props().len()).filter(|&id| sources.get(id as u32) == Some(PropSource::Key)).count()
    }
}

/// Whether a prop is among the loot of its level.
fn is_loot(level: &Level, prop: &Prop) -> bool {
    let is_same = |thing: &Loot| thing.room == prop.room && thing.cell == prop.cells.top_left();
    level.loot().iter().any(|thing| is_same(thing) && thing.item == prop.kind.name)
}

/// The keys of the map `map` that follows `head` in a preset's text, in order.
fn entry(text: &str, head: &str, map: &str) -> impl Iterator<Item = String> {
    let body = text.split_once(head).and_then(|(_, rest)| rest.split_once(map)).unwrap_or_default().1;
    let end = body.find('}').unwrap_or(0);
    let parts = body[..end].split("\": ").filter_map(|part| part.rsplit_once('"'));
    parts.map(|(_, key)| key.to_owned()).collect::<Vec<_>>().into_iter()
}

/// Whether a formation of one kind makes props of another: in random presets, a kind of a letter
/// may become that of the capital letter; in built-in ones, variants are tested elsewhere.
fn may_become(own: &str, kind: &str) -> bool {
    let is_letter = own.len() == 1 && own.to_ascii_uppercase() == kind;
    let preset =
        || BUILT_IN.iter().any(|(_, text)| text.contains(&format!("{own:?}: (")) && has_variant(text, own, kind));
    own == kind || is_letter || own.len() > 1 && preset()
}

/// Whether the text gives `kind` among the variants of the prop `own`.
fn has_variant(text: &str, own: &str, kind: &str) -> bool {
    let after = text.split(&format!("{own:?}: (")).nth(1).unwrap_or_default();
    let variants = after.split("\n        \"").next().unwrap_or_default();
    variants.contains("variants:") && variants.contains(&format!("{kind:?}:"))
}

#[test]
fn each_prop_of_built_in_presets_has_the_source_that_places_its_kind() {
    let mut counts = Counts::default();
    for &(name, text) in BUILT_IN {
        let mut generator = Generator::new(Preset::built_in(name).unwrap());
        for seed in 0..tier::size(3, 60) {
            let level = generator.generate(Request::new(seed).with_difficulty(1.0).unwrap());
            counts.add(&level, generator.preset(), text);
        }
    }
    assert!(counts.formations > 2000 && counts.vaults > 30 && counts.keys > 5, "{counts:?}");
    assert!(counts.members > 200 && counts.loot > 100 && counts.metered > 5, "{counts:?}");
}

#[test]
fn each_prop_of_random_presets_has_the_source_that_places_its_kind() {
    let mut counts = Counts::default();
    for number in 0..tier::size(120, 3000) {
        let text = random_presets::preset(&mut Dice(number));
        let mut generator = Generator::new(Preset::parse(&text).unwrap());
        for seed in 0..3_u8 {
            let difficulty = f32::from(seed) / 2.0;
            let level = generator.generate(Request::new(seed.into()).with_difficulty(difficulty).unwrap());
            counts.add(&level, generator.preset(), &text);
            // Kinds that only keys and vaults have come from nothing else.
            let sources = PropSources::of(&level, generator.preset()).unwrap();
            for (id, prop) in (0..).zip(level.props()) {
                let is_key = missions::is_key(&prop.kind.name);
                assert_eq!(sources.get(id) == Some(PropSource::Key), is_key, "{prop:?}");
                let is_drawn = ["lamp", "bench"].contains(&prop.kind.name.as_str());
                let is_of_vault = matches!(sources.get(id), Some(PropSource::Vault { .. }));
                assert!(is_of_vault || !is_drawn, "{prop:?}");
            }
        }
    }
    let least = [counts.formations, counts.vaults, counts.keys, counts.shared];
    assert!(least.iter().zip([2000, 50, 20, 20]).all(|(count, least)| *count > least), "{counts:?}");
}

#[test]
fn a_removed_prop_leaves_the_source_of_what_hangs_above_it() {
    // Crates fill the room and lamps hang over all of it; walkways remove crates alone.
    let text = "(name: \"m\", size: (24, 20), props: { \
            \"crate\": (glyph: 'c', color: \"#c28a2e\", tall: 1.0), \
            \"lamp\": (glyph: 'l', color: \"#c28a2e\", blocks: false, elevation: 2.5, tall: 0.25) }, \
        layouts: [(name: \"store\", formations: [\
            (shape: Square, size: Fit(1.0), prop: \"crate\"), \
            (shape: Square, size: Fit(1.0), prop: \"lamp\", stack: true)])])";
    let preset = Preset::parse(text).unwrap();
    let mut bare_lamps = 0;
    for seed in 0..10 {
        let level = generate(&preset, seed);
        let sources = PropSources::of(&level, &preset).unwrap();
        for (id, prop) in (0..).zip(level.props()) {
            let formation = u32::from(prop.kind.name == "lamp");
            assert_eq!(sources.get(id), Some(PropSource::Formation { layout: 0, formation }), "{prop:?}");
            let here = level.props_in(prop.room).filter(|other| other.cells == prop.cells).count();
            bare_lamps += usize::from(formation == 1 && here == 1);
        }
    }
    assert!(bare_lamps > 50, "{bare_lamps} lamps without a crate");
}

#[test]
fn remaining_props_are_reported_in_the_order_of_the_level() {
    for number in 0..tier::size(30, 600) {
        let preset = Preset::parse(&random_presets::preset(&mut Dice(number))).unwrap();
        let level = generate(&preset, number);
        let mut remaining = Vec::new();
        let again = reproduce_stepwise(&level, &preset, &mut |step| {
            if let Step::Remain { room, prop, .. } | Step::Populate { room, prop, .. } = step {
                remaining.push((room, prop));
            }
        });
        assert_eq!(again.as_ref(), Ok(&level));
        // What is placed is last in its room.
        remaining.sort_by_key(|(room, _)| *room);
        assert_eq!(remaining, level.props().map(|prop| (prop.room, prop.cells)).collect::<Vec<_>>(), "{number}");
    }
}

#[test]
fn an_edited_level_has_no_sources() {
    let preset = Preset::built_in("crypt").unwrap();
    let mut level = generate(&preset, 3);
    level.remove_prop(0);
    let error = PropSources::of(&level, &preset).unwrap_err();
    assert!(error.to_string().contains("prop"), "{error}");
}

/// A layout whose formations have kinds of their own, some of them in groups. Notes the text of
/// each formation under its kind.
fn layout(dice: &mut Dice, name: i64, kinds: &mut i64, written: &mut BTreeMap<String, String>) -> String {
    let mut one = |dice: &mut Dice| {
        *kinds += 1;
        let comment = dice.one(&["", "/* 🏰 ( */ ", "// ü)\r\n\t"]);
        let text = format!("({comment}shape: Circle, prop: \"k{kinds}\")", kinds = *kinds);
        written.insert(format!("k{kinds}", kinds = *kinds), text.clone());
        text
    };
    let entries: Vec<_> = (0..dice.between(1, 4))
        .map(|_| match dice.between(0, 3) {
            0 => format!("(one_of: [{}, (all_of: [{}, {}])])", one(dice), one(dice), one(dice)),
            1 => format!("(chance: 0.5, all_of: [{}])", one(dice)),
            _ => one(dice),
        })
        .collect();
    format!("(name: \"l{name}\", /* 東 */ formations: [{}])", entries.join(", "))
}

/// A text of a preset with some layouts and vaults, each named once. Vaults have a row that tells
/// them apart.
fn text(dice: &mut Dice, head: &str, kinds: &mut i64, written: &mut BTreeMap<String, String>) -> String {
    let names = |dice: &mut Dice| (0..6).filter(|_| dice.between(0, 1) == 0).collect::<Vec<i64>>();
    let layouts: Vec<_> = names(dice).into_iter().map(|name| layout(dice, name, kinds, written)).collect();
    let vaults: Vec<_> = names(dice)
        .into_iter()
        .map(|name| {
            *kinds += 1;
            format!(
                "(name: \"v{name}\", rows: [\"t{}\"], legend: {{'t': \"tomb\"}})",
                ".".repeat((*kinds % 5) as usize)
            )
        })
        .collect();
    format!("({head}, /* 👑 */ layouts: [{}], vaults: [{}])", layouts.join(", "), vaults.join(", "))
}

#[test]
fn spans_of_merged_formations_and_vaults_lead_to_the_text_that_won() {
    let (mut from_bases, mut found, mut removed) = (0, 0, 0);
    for number in 0..tier::size(60, 3000) {
        let dice = &mut Dice(number);
        let (mut kinds, mut written) = (0, BTreeMap::new());
        let props: String = (1..120).map(|kind| format!("\"k{kind}\": (glyph: 'k', color: \"#c28a2e\"), ")).collect();
        let props = format!("props: {{ \"tomb\": (glyph: 't', color: \"#777777\"), {props} }}");
        let oldest = text(dice, &format!("name: \"oldest\", {props}"), &mut kinds, &mut written);
        let middle = text(dice, "name: \"middle\", base: \"oldest.ron\"", &mut kinds, &mut written);
        // Names of the first layout or vault of the base, if it has one.
        let names: Vec<_> = (0..6).flat_map(|name| [format!("l{name}"), format!("v{name}")]).collect();
        let named = names.iter().find(|name| oldest.contains(&format!("(name: \"{name}\"")));
        let remove = named.filter(|_| number % 2 == 0).map_or(String::new(), |name| format!(", remove: [\"{name}\"]"));
        let own = text(dice, &format!("name: \"own\", base: \"middle.ron\"{remove}"), &mut kinds, &mut written);
        let texts = BTreeMap::from([(None, &own), (Some("middle.ron"), &middle), (Some("oldest.ron"), &oldest)]);
        let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: texts[&Some(name)].clone() });
        let preset = WrittenPreset::parse_with(&own, read).unwrap_or_else(|error| panic!("{number}: {error:#}\n{own}"));
        removed += usize::from(!remove.is_empty());

        for (number, layout) in preset.preset().layouts().iter().enumerate() {
            for (position, formation) in layout.formations.iter().enumerate() {
                let kind = preset.preset().kinds()[usize::from(formation.kind)].name.as_str();
                let span = preset.span_of(number, position).expect("a formation");
                let text = texts[&span.base.as_deref()];
                assert_eq!(&text[span.span.clone()], written[kind], "{number} {position}");
                let before = &text[..span.span.start];
                assert_eq!(span.utf16.start, before.encode_utf16().count());
                assert_eq!(span.line, 1 + before.matches('\n').count());
                let line = before.rsplit('\n').next().unwrap_or_default();
                assert_eq!(span.column, 1 + line.chars().count());
                from_bases += usize::from(span.base.is_some());
                found += 1;
            }
            assert_eq!(preset.span_of(number, layout.formations.len()), None);
        }
        for (number, vault) in preset.preset().vaults().iter().enumerate() {
            let span = preset.span_of_vault(number).expect("a vault");
            let text = texts[&span.base.as_deref()];
            assert_eq!(&text[span.span.clone()], format!("{:?}", vault.name), "{number}");
            // The own text is the last to give a name, and wins.
            let wins = [None, Some("middle.ron"), Some("oldest.ron")];
            let wins = wins.into_iter().find(|base| texts[base].contains(&format!("(name: {:?}", vault.name)));
            assert_eq!(Some(span.base.as_deref()), wins);
        }
        assert_eq!(preset.span_of(preset.preset().layouts().len(), 0), None);
        assert_eq!(preset.span_of_vault(preset.preset().vaults().len()), None);
    }
    assert!(found > 200 && from_bases > 100 && removed > 15, "{found}, {from_bases} from bases, {removed}");
}

#[test]
fn numbers_of_a_curve_are_found_in_the_text_that_gives_it() {
    let groups = "props: {\"s\": (glyph: 's', color: \"#ffffff\", marker: true)}, \
        groups: {\"g\": (cost: 1, members: {\"s\": 1})}";
    let text = |name: &str, base: &str, curve: &str| {
        format!("// é\n(name: {name:?}, base: {base:?}, {groups}, encounters: (budget: 9{curve}))")
    };
    let (old, new) = (", curve: [(0.125, 3.50), /* , */ (1, 0 /* é */)]", ", curve: [(0.5, 2)]");
    for (base_curve, own_curve, wins) in [
        (old, "", Some((Some("base.ron"), old))),
        ("", old, Some((None, old))),
        (old, new, Some((None, new))),
        ("", "", None),
    ] {
        let (base, own) = (text("base", "cellar", base_curve), text("own", "base.ron", own_curve));
        let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: base.clone() });
        let written = WrittenPreset::parse_with(&own, read).unwrap();
        let points: Vec<_> = written.encounter_curve().unwrap().collect();
        let Some((of, curve)) = wins else {
            assert!(points.is_empty());
            continue;
        };
        let text = if of.is_some() { &base } else { &own };
        let start = text.find(curve).unwrap();
        let mut end = 0;
        for point in &points {
            for (number, span) in [(point.progress, &point.progress_span), (point.value, &point.value_span)] {
                assert_eq!(span.base.as_deref(), of);
                assert_eq!(text[span.span.clone()].parse(), Ok(number));
                assert!(span.span.start > start.max(end) && span.span.end < start + curve.len());
                assert_eq!(span.utf16.start, text[..span.span.start].encode_utf16().count());
                end = span.span.end;
            }
        }
        assert_eq!(points.len(), curve.matches('(').count());
    }
    let without = WrittenPreset::parse_with("(name: \"m\")", no_files).unwrap();
    assert!(without.encounter_curve().is_none());
}

#[test]
fn formations_of_built_in_bases_are_found_in_their_texts() {
    let written = WrittenPreset::parse_with("(name: \"m\", base: \"crypt\")", no_files).unwrap();
    let text = BUILT_IN.iter().find(|(name, _)| *name == "crypt").unwrap().1;
    for (number, layout) in written.preset().layouts().iter().enumerate() {
        for (position, formation) in layout.formations.iter().enumerate() {
            let span = written.span_of(number, position).unwrap();
            assert_eq!(span.base.as_deref(), Some("crypt"));
            // The number of a kind behind all props stands for terrain.
            let kind = usize::from(formation.kind);
            let word = match written.preset().kinds().get(kind) {
                Some(kind) => format!("prop: {:?}", kind.name.as_str()),
                None => "terrain: ".to_owned(),
            };
            assert!(text[span.span].contains(&word), "{word}");
        }
    }
}

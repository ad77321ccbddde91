use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// A preset with these fields, of layouts and vaults that a pool deals (each with more of its
/// fields) and metered things (each with its rate).
fn preset(fields: &str, layouts: &[(&str, &str)], vaults: &[(&str, &str)], metered: &[(&str, &str)]) -> Preset {
    let layouts = layouts.iter().map(|(name, more)| format!("(name: {name:?}, {more}, formations: []), "));
    let vaults = vaults.iter().map(|(name, more)| format!("(name: {name:?}, {more}, rows: [\".\"]), "));
    let props = metered.iter().map(|(name, _)| format!("{name:?}: (glyph: '*', color: \"#ffffff\", marker: true), "));
    let rates = metered.iter().map(|(name, rate)| format!("{name:?}: ({rate}), "));
    let text = format!(
        "(name: \"a\", {fields} layouts: [{}(name: \"plain\", formations: [])], vaults: [{}], props: {{{}}}, loot: (metered: {{{}}}))",
        layouts.collect::<String>(),
        vaults.collect::<String>(),
        props.collect::<String>(),
        rates.collect::<String>()
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Two pools with fields of their own, of six entries of which a layout and a vault share a name,
/// and of three; and two metered things.
fn two_pools(halls: &str, marks: &str) -> Preset {
    let pools = format!("pools: {{\"halls\": ({halls}), \"marks\": ({marks})}},");
    let halls = ["nave", "court", "pit", "cache"].map(|name| (name, "pool: \"halls\""));
    let marks = ["well", "altar", "tomb"].map(|name| (name, "pool: \"marks\""));
    let vaults = ["cache", "den"].map(|name| (name, "pool: \"halls\""));
    let metered = [("key of brass", "every: 5, count: 2"), ("draught", "every: 3, count: 7")];
    preset(&pools, &[halls.as_slice(), &marks].concat(), &vaults, &metered)
}

/// What a floor that is made alone is dealt, by name.
fn by_number(preset: &Preset, seed: u64, floor: u32, difficulty: f32) -> FloorDeals {
    let seed = FloorSeed::new(seed, floor);
    let mut pools: Vec<_> = preset.pools.iter().map(|pool| (pool.name.clone(), Vec::new())).collect();
    for (pool, entry) in entries_of(preset, &seed, difficulty, None) {
        pools[usize::from(pool)].1.push(named(preset, entry));
    }
    let names = preset.loot.metered.iter().map(|rule| preset.name_of_metered(rule).clone());
    FloorDeals { pools, metered: names.zip(metered_of(preset, &seed, None)).collect() }
}

fn named(preset: &Preset, entry: PoolEntry) -> DealtName {
    DealtName { name: preset.name_of_entry(entry).into(), is_vault: entry.is_vault() }
}

#[test]
fn a_run_of_one_preset_deals_its_floors_what_each_is_dealt_alone() {
    for (halls, marks) in [("each: 1", "each: 3"), ("each: 4, every: 3", "every: 2"), ("each: 6, every: 7", "each: 2")]
    {
        let preset = two_pools(halls, marks);
        for seed in 0..50 {
            let mut run = RunDeals::new(seed);
            for floor in 0..40 {
                assert_eq!(run.next_floor(&preset, 0.5), by_number(&preset, seed, floor, 0.5), "{seed}, floor {floor}");
            }
        }
    }
}

#[test]
fn a_pool_deals_on_exactly_one_floor_of_every_period_and_each_entry_equally_often() {
    let preset = two_pools("each: 4, every: 3", "every: 5");
    let mut offsets = BTreeMap::new();
    for seed in 0..3000 {
        let floors: Vec<_> = (0..40).map(|floor| by_number(&preset, seed, floor, 0.0)).collect();
        for (pool, every, each) in [(0, 3, 4), (1, 5, 1)] {
            let dealt: Vec<_> = floors.iter().map(|floor| &floor.pools[pool].1).collect();
            for window in dealt.windows(every) {
                let counts: BTreeSet<_> = window.iter().map(|names| names.len()).collect();
                assert_eq!(window.iter().filter(|names| !names.is_empty()).count(), 1);
                assert_eq!(counts, [0, each].into());
            }
            let first = dealt.iter().position(|names| !names.is_empty());
            *offsets.entry((pool, first)).or_insert(0) += 1;
            // Over as many turns as there are entries, each comes as often as every other.
            let turns: Vec<_> = dealt.into_iter().filter(|names| !names.is_empty()).collect();
            let entries = [6, 3][pool];
            for window in turns.windows(entries) {
                let mut times = BTreeMap::new();
                window.iter().copied().flatten().for_each(|name| *times.entry(name).or_insert(0) += 1);
                assert!(times.len() == entries && times.values().all(|&times| times == each), "{times:?}");
            }
        }
        for (number, every, count) in [(0, 5, 2), (1, 3, 7)] {
            let counts: Vec<u32> = floors.iter().map(|floor| floor.metered[number].1).collect();
            assert!(counts.windows(every).all(|window| window.iter().sum::<u32>() == count), "{counts:?}");
        }
    }
    assert!(offsets.len() == 8 && offsets.values().all(|&times| times > 500), "{offsets:?}");
}

#[test]
fn every_order_of_a_pool_is_equally_likely() {
    let preset = two_pools("each: 1", "each: 3");
    let mut orders: BTreeMap<Vec<DealtName>, u32> = BTreeMap::new();
    for seed in 0..6000 {
        let FloorDeals { mut pools, .. } = by_number(&preset, seed, 0, 0.0);
        *orders.entry(pools.remove(1).1).or_default() += 1;
    }
    // A thousand each, with a standard deviation of 29.
    assert!(orders.len() == 6 && orders.values().all(|times| times.abs_diff(1000) < 120), "{orders:?}");
}

#[test]
fn another_pool_entry_or_metered_thing_moves_no_other() {
    let own = two_pools("each: 2", "every: 3");
    let pools = "pools: {\"a\": (), \"marks\": (every: 3), \"halls\": (each: 2)},";
    let halls = ["attic", "court", "cache", "pit", "nave"].map(|name| (name, "pool: \"halls\""));
    let marks = ["tomb", "altar", "well"].map(|name| (name, "pool: \"marks\""));
    let layouts = [&[("first", "pool: \"a\"")], halls.as_slice(), &marks].concat();
    let vaults = ["den", "cache"].map(|name| (name, "pool: \"halls\""));
    let metered = [("gem", "every: 2"), ("draught", "every: 3, count: 7"), ("key of brass", "every: 5, count: 2")];
    let other = preset(pools, &layouts, &vaults, &metered);
    for seed in 0..200 {
        let order = |preset: &Preset, pool: &str| -> Vec<DealtName> {
            let rule = preset.pools.iter().find(|rule| rule.name.as_str() == pool).expect("a pool");
            let order = PoolOrder::new(&FloorSeed::new(seed, 0), rule);
            order.suiting(preset, rule, 0.0).into_iter().map(|(_, entry)| named(preset, entry)).collect()
        };
        let mut halls = order(&other, "halls");
        halls.retain(|entry| entry.name.as_str() != "attic");
        assert_eq!(order(&own, "halls"), halls);
        for floor in 0..12 {
            let [one, other] = [&own, &other].map(|preset| by_number(preset, seed, floor, 0.0));
            assert_eq!(one.pools[1], other.pools[1]);
            assert_eq!((&one.metered[0], &one.metered[1]), (&other.metered[2], &other.metered[1]));
        }
    }
}

/// Deals as [`RunDeals`] does, by going over all that was dealt.
#[derive(Default)]
struct PlainDeals {
    floors: u64,
    dealt: Vec<DealtName>,
}

#[test]
fn nothing_comes_twice_in_a_run_before_all_that_suit_were_there() {
    let pool = |rule: &str| format!("pools: {{\"halls\": ({rule})}},");
    let entry = |depth: &str| format!("pool: \"halls\"{depth}");
    let depths =
        ["", ", depth: (0, 0.5)", ", depth: (0.4, 1)", ", depth: (0.25, 0.75)", ", depth: (0.9, 0.9)"].map(entry);
    let all: Vec<(&str, &str)> =
        ["nave", "court", "pit", "gate", "hearth"].into_iter().zip(depths.iter().map(String::as_str)).collect();
    let presets = [
        preset(&pool("each: 2, every: 2"), &all, &[("nave", &depths[0])], &[("draught", "every: 4, count: 2")]),
        preset(&pool("each: 2, every: 2"), &all[1..], &[("den", &depths[2])], &[("gem", "every: 3")]),
        preset("", &[], &[], &[("draught", "every: 4, count: 2")]),
        preset(&pool("every: 2"), &all[..2], &[], &[]),
    ];
    let (mut repeated, mut short) = (0, 0);
    for seed in 0..300_u64 {
        let mut draw = FloorSeed::new(seed, 0).stream(SeedStage::Route);
        let (mut run, mut plain, mut draughts) = (RunDeals::new(seed), PlainDeals::default(), Vec::new());
        for _ in 0..30 {
            let preset = &presets[draw.below(4) as usize];
            let difficulty = draw.below(21) as f32 / 20.0;
            let deals = run.next_floor(preset, difficulty);
            draughts
                .extend(deals.metered.iter().filter(|(name, _)| name.as_str() == "draught").map(|(_, count)| *count));
            let Some(rule) = preset.pools.first() else {
                assert_eq!(deals.pools, []);
                continue;
            };
            let order = PoolOrder::new(&FloorSeed::new(seed, 0), rule);
            let has_turn = plain.floors % 2 == u64::from(order.offset == 0);
            plain.floors += 1;
            let mut wanted: Vec<DealtName> = Vec::new();
            let suiting: Vec<_> = order.suiting(preset, rule, difficulty).into_iter().map(|(_, entry)| entry).collect();
            let depth = |name: &str| match name {
                "court" => difficulty <= 0.5,
                "pit" | "den" => difficulty >= 0.4,
                "gate" => (0.25..=0.75).contains(&difficulty),
                "hearth" => (0.9..=0.9).contains(&difficulty),
                _ => true,
            };
            let suits: BTreeSet<_> = rule.entries.iter().map(|&entry| named(preset, entry)).collect();
            let suits: BTreeSet<_> = suits.into_iter().filter(|entry| depth(&entry.name)).collect();
            assert_eq!(suiting.iter().map(|&entry| named(preset, entry)).collect::<BTreeSet<_>>(), suits);
            if has_turn {
                let (each, mut left) = (rule.each as usize, suiting);
                while wanted.len() < each && !left.is_empty() {
                    let ago = |entry: &PoolEntry| {
                        plain.dealt.iter().rev().position(|name| *name == named(preset, *entry)).unwrap_or(usize::MAX)
                    };
                    // The first of those that were there the longest ago.
                    let most = left.iter().map(ago).max().expect("an entry");
                    let chosen = left.iter().position(|entry| ago(entry) == most).expect("an entry");
                    let name = named(preset, left.remove(chosen));
                    repeated += u32::from(most < usize::MAX);
                    wanted.push(name);
                }
                short += u32::from(wanted.len() < each);
                plain.dealt.extend(wanted.iter().cloned());
            }
            assert_eq!(deals.pools, [(rule.name.clone(), wanted)], "seed {seed} at {difficulty}");
        }
        assert!(draughts.windows(4).all(|window| window.iter().sum::<u32>() == 2), "{draughts:?}");
    }
    assert!(repeated > 1000 && short > 10, "{repeated} {short}");
}

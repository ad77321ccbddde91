//! What partings promise: how often and where they are crossed, on which sides the path ends, and
//! which rooms have their tag.

use roomgen::{
    Cell, Generator, Level, Preset, Request,
    level::{NoteCode, Parting},
    preset::BUILT_IN,
};

use super::{TERRAIN, is_behind, least_apart, levels, parsed, side_of, with_river};
use crate::tier;

/// Checks what each parting of a level promises, whatever its rule says of crossings and ends.
pub(crate) fn are_kept(level: &Level) -> Result<(), String> {
    let together = level.notes().iter().any(|note| note.code == NoteCode::EndsTogether);
    for parting in level.partings() {
        if let Some(cells) = least_apart(level, parting).filter(|cells| *cells < 8) {
            return Err(format!("two crossings of {} are {cells} cells apart", parting.name));
        }
        let ends_apart = is_behind(parting, level.entry()) != is_behind(parting, level.exit());
        if parting.ends_apart != ends_apart || ends_apart && together {
            return Err(format!("the ends are apart: {ends_apart}, but {} says {}", parting.name, parting.ends_apart));
        }
        for room in parting.crossings.iter().flat_map(|&id| level.passages()[id as usize].rooms) {
            let room = level.room(room).expect("a room");
            if !level.tags(room).any(|tag| tag == parting.name.as_str()) {
                return Err(format!("a crossing of {} leads to room {}, which lacks its tag", parting.name, room.id));
            }
        }
    }
    Ok(())
}

/// Checks what the parting of a level promises by the rule in its preset's text.
pub(crate) fn are_kept_of(text: &str, level: &Level) -> Result<(), String> {
    are_kept(level)?;
    let Some((rule, most)) = own_rule(text) else { return Ok(()) };
    match level.partings().first() {
        Some(parting) if parting.crossings.len() > most => Err(format!("{:?} of {most} cross", parting.crossings)),
        Some(parting) if !rule.contains("Anywhere") && !keeps_or_tells(level, parting) => {
            Err("the ends lie together, and no note says so".to_owned())
        }
        _ => Ok(()),
    }
}

/// Whether a level with a parting keeps the ends apart, or has the note.
fn keeps_or_tells(level: &Level, parting: &Parting) -> bool {
    let mut notes = level.notes().iter().filter(|note| note.code == NoteCode::EndsTogether);
    parting.ends_apart || notes.any(|note| (note.wanted, note.got) == (1, 0) && note.about.is_some())
}

/// The rule for the parting in a preset's text, and the most crossings that it allows.
fn own_rule(text: &str) -> Option<(&str, usize)> {
    let rule = text.split_once("partings: [")?.1.split_once(']')?.0;
    let Some((_, most)) = rule.split_once("crossings: (") else { return Some((rule, 3)) };
    Some((rule, most.split_once(", ")?.1.split_once(')')?.0.parse().ok()?))
}

/// The built-in presets with a parting of their own, as they are but for its chance, which is 1.
fn parted_presets() -> Vec<(&'static str, Preset, usize)> {
    let own = BUILT_IN.iter().filter_map(|&(name, text)| Some((name, text, own_rule(text)?.1)));
    let whole = |text: &str| {
        let (before, rule) = text.split_once("partings: [").expect("a parting");
        let (rule, after) = rule.split_once(']').expect("a closed bracket");
        let rule = rule.split_once(", chance: ").map_or(rule.to_owned(), |(rule, _)| format!("{rule})"));
        format!("{before}partings: [{rule}]{after}")
    };
    own.map(|(name, text, most)| (name, Preset::parse(&whole(text)).expect("a preset"), most)).collect()
}

#[test]
fn partings_of_built_in_presets_keep_what_they_promise() {
    let presets = parted_presets();
    assert!(presets.len() >= 7, "{} presets have a parting", presets.len());
    // 2,002 levels in the slow tier.
    let seeds = tier::size(40, 286);
    for (name, preset, most) in &presets {
        let (mut parted, mut together) = (0, 0);
        for (seed, level) in levels(preset, 0..seeds) {
            let Some(parting) = level.partings().first() else { continue };
            assert_eq!(are_kept(&level), Ok(()), "{name}, seed {seed}");
            assert!((1..=*most).contains(&parting.crossings.len()), "{name}, seed {seed}: {:?}", parting.crossings);
            assert!(keeps_or_tells(&level, parting), "{name}, seed {seed}");
            parted += 1;
            together += u64::from(!parting.ends_apart);
        }
        println!("{name:10} {parted} of {seeds} levels are parted, {together} without ends apart");
        assert!(parted * 10 >= seeds * 9, "{name}: {parted} of {seeds}");
        assert_eq!(together, 0, "{name}");
    }
}

#[test]
fn a_range_of_crossings_is_kept_by_all_presets_wherever_the_ends_lie() {
    let seeds = tier::size(12, 100);
    for (fields, most) in [
        ("crossings: (1, 1)", 1),
        ("crossings: (1, 1), ends: Anywhere", 1),
        ("crossings: (2, 2), width: (3, 8)", 2),
        ("crossings: (1, 16), ends: Anywhere", 16),
    ] {
        for &(name, _) in BUILT_IN {
            for (seed, level) in levels(&with_river(name, fields), 0..seeds) {
                let Some(parting) = level.partings().first() else { continue };
                assert_eq!(are_kept(&level), Ok(()), "{name}, {fields}, seed {seed}");
                assert!(parting.crossings.len() <= most, "{name}, {fields}, seed {seed}: {:?}", parting.crossings);
                let may_be_together = fields.contains("Anywhere");
                assert!(may_be_together || keeps_or_tells(&level, parting), "{name}, {fields}, seed {seed}");
            }
        }
    }
}

/// A preset with a river, two halls through which the path is to lead, and these rules.
fn with_halls(style: &str, sizes: &str, river: &str) -> Preset {
    parsed(&format!(
        "(name: \"halls\", size: (60, 40), {TERRAIN}, floorplan: ({style} rooms: (min: 5, max: 12, sizes: [{sizes}]), \
         coverage: 0.7, loops: (chance: 0.5), partings: [(name: \"river\", terrain: \"water\", {river})]), \
         layouts: [(name: \"bare\", formations: [])])"
    ))
}

#[test]
fn a_path_that_is_to_lead_through_two_halls_crosses_no_more_often_than_allowed() {
    let halls = "(name: \"hall\", min: (12, 10), max: (14, 12), count: (2, 2), progress: (0.4, 0.7))";
    let many = "(name: \"hall\", min: (7, 9), max: (9, 14), count: (1, 4), progress: (0.0, 0.5))";
    for (style, sizes, river, most) in [
        ("", halls, "crossings: (1, 1)", 1),
        ("style: Adjacent(door: (3, 3)),", many, "width: (3, 6), meander: 8, crossings: (1, 16), ends: Anywhere", 16),
        ("style: Adjacent(door: (1, 2), corner: 3),", many, "crossings: (1, 1), ends: Anywhere", 1),
        ("style: Corridors(width: (1, 2), margin: (1, 1)),", many, "width: (3, 5), crossings: (2, 3)", 3),
    ] {
        let preset = with_halls(style, sizes, river);
        let mut parted = 0;
        for (seed, level) in levels(&preset, 0..tier::size(100, 1_000)) {
            assert_eq!(level.check(), [], "{style} {river}, seed {seed}");
            let Some(parting) = level.partings().first() else { continue };
            assert_eq!(are_kept(&level), Ok(()), "{style} {river}, seed {seed}");
            assert!(parting.crossings.len() <= most, "{style} {river}, seed {seed}: {:?}", parting.crossings);
            let is_apart = river.contains("Anywhere") || keeps_or_tells(&level, parting);
            assert!(is_apart, "{style} {river}, seed {seed}");
            parted += 1;
        }
        assert!(parted >= 50, "{style} {river}: {parted} levels");
    }
}

#[test]
fn ends_that_cannot_lie_apart_are_a_note() {
    // The vault for the end fits on one side alone, and now and then the start is asked for there.
    let text = format!(
        "(name: \"end\", size: (40, 24), {TERRAIN}, floorplan: (rooms: (min: 5, max: 11), partings: [(name: \"river\", \
         terrain: \"water\")]), layouts: [(name: \"bare\", formations: [])], vaults: [(name: \"throne\", room: true, \
         rooms: (kinds: [End]), required: true, rows: [{}])])",
        vec!["\"................\""; 16].join(", "),
    );
    let preset = parsed(&text);
    let mut generator = Generator::new(&preset);
    let (mut apart, mut together) = (0, 0);
    for seed in 0..100 {
        let start = Cell::new(2 + (seed * 7 % 36) as i32, 2 + (seed * 11 % 20) as i32);
        let level = generator.generate(Request::new(seed).starting_at(start));
        assert_eq!((level.check(), are_kept(&level)), (Vec::new(), Ok(())), "seed {seed}");
        let Some(parting) = level.partings().first() else { continue };
        assert!(keeps_or_tells(&level, parting), "seed {seed}");
        *if parting.ends_apart { &mut apart } else { &mut together } += 1;
        let sides = level
            .path()
            .first()
            .zip(level.path().last())
            .map(|(&start, &end)| side_of(&level, parting, start) != side_of(&level, parting, end));
        assert_eq!(sides, Some(parting.ends_apart), "seed {seed}");
    }
    assert!(apart > 0 && together > 0, "{apart} apart, {together} together");
}

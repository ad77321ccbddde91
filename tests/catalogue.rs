//! The catalogue of digests: the seed contract in writing.
//!
//! `tests/golden/catalogue.txt` holds digests of levels of every built-in preset, in total and by
//! stage; see `catalogue/digests.rs`. A changed level breaks compatibility: raise `REVISION`, add a
//! note to the changelog, and bless the catalogue with `BLESS=1 cargo test catalogue`. A change of
//! only `partition`, or of only `ron` and `json`, breaks nothing, but must be intended.

mod digests;

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::{golden, tier};
use digests::Entry;

/// The lines of these entries, computed on all cores; for `whole` see `Entry::line`.
fn lines(entries: &[Entry], whole: bool) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    // From the end, where the large levels are, so that none of them is left for last.
    let next = AtomicUsize::new(0);
    let each = || {
        let mut made = Vec::new();
        while let Some(number) = entries.len().checked_sub(next.fetch_add(1, Ordering::Relaxed) + 1) {
            made.push((number, entries[number].line(whole)));
        }
        made
    };
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|_| scope.spawn(each)).collect();
        let made =
            parts.into_iter().flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        made.collect::<BTreeMap<_, _>>().into_values().collect()
    })
}

/// The first difference of two catalogues; digits that `got` does not know (`-`) never differ.
fn difference(wanted: &str, got: &str) -> Option<String> {
    let known = |(wanted, got)| if got == '-' { got } else { wanted };
    let wanted = &if wanted.len() == got.len() {
        wanted.chars().zip(got.chars()).map(known).collect()
    } else {
        wanted.to_owned()
    };
    if wanted == got {
        return None;
    }
    let columns = digests::columns();
    // A line has three words of its name, the digests, and a word for each seed.
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (old, new): (Vec<_>, Vec<_>) = (wanted.lines().map(words).collect(), got.lines().map(words).collect());
    // Two lines of heading come first; of the others, the name has to be the same.
    let names = |lines: &[Vec<String>]| -> Vec<_> {
        let name = |(number, words): (usize, &Vec<String>)| {
            words[..words.len().min(if number < 2 { words.len() } else { 3 })].to_vec()
        };
        lines.iter().enumerate().map(name).collect()
    };
    if names(&old) != names(&new) {
        return Some("there are other presets, sizes, stages or another revision than in the catalogue".to_owned());
    }
    let changed: Vec<_> = old.iter().zip(&new).filter(|(old, new)| old != new).collect();
    let stage =
        |(old, new): &(&Vec<String>, &Vec<String>)| (0..columns.len()).find(|at| old.get(3 + at) != new.get(3 + at));
    let (old, new) = changed.first()?;
    let Some(first) = stage(&(*old, *new)) else {
        return Some(format!("the words of the seeds differ at {}, no digest", new[..3].join(" ")));
    };
    let digit = |word: &String| word.get(2 * first..2 * first + 2).map(str::to_owned);
    let seeds = |words: &[String]| words.iter().skip(3 + columns.len()).map(digit).collect::<Vec<_>>();
    let seed = seeds(old).iter().zip(&seeds(new)).position(|(old, new)| old != new);
    let seed = seed.map_or_else(|| "some seed".to_owned(), |number| format!("seed {}", digests::seed(number)));
    let least = changed.iter().filter_map(stage).min().unwrap_or(first);
    Some(format!(
        "{} at {seed}: the first stage that differs is {}; in all, {} lines of {} differ, none before the stage {}",
        new[..3].join(" "),
        columns[first],
        changed.len(),
        wanted.lines().count() - 2,
        columns[least],
    ))
}

#[test]
fn no_seed_has_changed_its_level() {
    let is_blessing = golden::is_blessing();
    // The largest levels take as long as all others.
    let is_large = |line: &str| line.contains(" 400x250");
    let mut entries = digests::entries();
    if !is_blessing && !tier::size(false, true) {
        entries.retain(|entry| !is_large(&entry.name()));
    }
    let catalogue = digests::heading() + &lines(&entries, is_blessing).concat();
    if is_blessing {
        return golden::bless("catalogue.txt", catalogue.as_bytes());
    }
    let wanted = String::from_utf8(golden::read("catalogue.txt")).expect("a text");
    let wanted: String = wanted.split_inclusive('\n').filter(|line| tier::size(!is_large(line), true)).collect();
    if let Some(what) = difference(&wanted, &catalogue) {
        panic!("{what}.\nIf that is meant, see the top of tests/catalogue.rs");
    }
}

#[test]
fn a_difference_is_named_by_preset_size_seed_and_stage() {
    let entry = |name: &str| digests::entries().into_iter().find(|entry| entry.name() == name).expect("an entry");
    let lines = ["crypt adjacent 8x8", "temple corridors 33x21"].map(|name| entry(name).line(true));
    let catalogue = digests::heading() + &lines.concat();
    // Changes the first digit of a word in a line.
    let altered = |text: &str, line: usize, word: usize, digit: usize| {
        let mut lines: Vec<Vec<String>> =
            text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
        let old = &lines[line][word];
        let other = if &old[digit..=digit] == "0" { "1" } else { "0" };
        lines[line][word] = format!("{}{other}{}", &old[..digit], &old[digit + 1..]);
        lines.into_iter().map(|words| words.join(" ") + "\n").collect::<String>()
    };
    assert_eq!(difference(&catalogue, &catalogue), None);
    let columns = digests::columns();
    let column = |name: &str| columns.iter().position(|column| *column == name).expect("a column");
    let (seeds, tiles, json) = (3 + columns.len(), column("tiles"), column("json"));
    // In the second line the tiles' digest, and their digits at the tenth large seed.
    let tiles = altered(&altered(&catalogue, 3, 3 + tiles, 0), 3, seeds + 10, 2 * tiles);
    let what = difference(&catalogue, &tiles).expect("a difference");
    assert_eq!(
        what,
        "temple corridors 33x21 at seed 18446744073709551615: the first stage that differs is tiles; in all, 1 lines of 2 differ, none before the stage tiles"
    );
    let both = altered(&altered(&tiles, 2, 3 + json, 3), 2, seeds + 19, 2 * json + 1);
    let what = difference(&catalogue, &both).expect("a difference");
    assert_eq!(
        what,
        "crypt adjacent 8x8 at seed 1844674407370955161: the first stage that differs is json; in all, 2 lines of 2 differ, none before the stage tiles"
    );
    let other = |catalogue: &str| difference(&digests::heading(), catalogue).is_some_and(|what| what.contains("other"));
    let line = |number: usize| digests::heading().lines().nth(number).expect("a line of the heading").to_owned();
    assert!(other(&lines[0]) && other(&(line(0) + "0\n" + &line(1))) && other(&(line(0) + "\n" + &line(1) + " 0")));
}

#[test]
fn a_preset_by_itself_has_the_lines_that_it_has_among_all() {
    if golden::is_blessing() {
        return;
    }
    let catalogue = String::from_utf8(golden::read("catalogue.txt")).expect("a text");
    // In reverse, so that each preset has other predecessors than in the catalogue.
    for entry in digests::entries().iter().rev().filter(|entry| entry.name().ends_with(" 33x21")) {
        let line = entry.line(true);
        assert!(catalogue.contains(&line), "{} has other levels by itself", entry.name());
    }
}

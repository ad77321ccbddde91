//! Notes: levels of the built-in presets have what their presets ask for.

use std::collections::BTreeMap;

use roomgen::{Generator, Preset, Request, preset::BUILT_IN};

use crate::tier;

#[test]
fn hardly_a_level_of_a_built_in_preset_has_a_note_at_its_own_size() {
    let seeds = tier::size(20, 1_001);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let each = || {
        let mut noted: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        while let Some((name, text)) = BUILT_IN.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            let preset = Preset::parse(text).expect("a preset");
            let mut generator = Generator::new(&preset);
            for (seed, difficulty) in (0..seeds).flat_map(|seed| [(seed, 0.0), (seed, 1.0)]) {
                let request = Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
                for note in generator.generate(&request).notes() {
                    noted.entry(format!("{name}, difficulty {difficulty}: {note}")).or_default().push(seed);
                }
            }
        }
        noted
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let noted: BTreeMap<String, Vec<u64>> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|_| scope.spawn(each)).collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let lines: Vec<String> = noted.iter().map(|(note, seeds)| format!("{note}: seeds {seeds:?}")).collect();
    // Four to six in a thousand have one, over 400 seeds: a pool that finds no room for what it
    // deals, a formation or a key without a place for all that it wants.
    let levels = 2 * seeds as usize * BUILT_IN.len();
    assert!(noted.values().map(Vec::len).sum::<usize>() * 100 <= levels, "{}", lines.join("\n"));
}

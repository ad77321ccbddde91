//! The floors of a run for one seed: facts of each, drawn without making any level.
//!
//! Each draw has random words of its own, by the digest of what it draws and of its name, under the
//! key of floor 0. So another act, mood or branch moves no other draw.

use super::rules::{ActRule, RunRules, VariantKey};
use crate::{
    digest::Digest,
    geom::Size,
    model::Name,
    rng::{FloorSeed, RandomSource, SeedStage, WordStream},
};

/// What is known of a floor of a run before its level is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RunFloor {
    /// The floor's number: the floor of its request. Those of the main way count from 0; those of
    /// branches follow, with gaps for what may come in other runs.
    pub number: u32,
    /// The name of its act.
    pub act: Name,
    /// The name of its branch; `None` on the main way.
    pub branch: Option<Name>,
    /// The name of its mood, if it has one.
    pub mood: Option<Name>,
    /// The name of its preset.
    pub preset: Name,
    /// Its difficulty, 0 to 1.
    pub difficulty: f32,
    /// The size of its level, in cells.
    pub size: Size,
    /// The number of the floor above, whose stairs lead to its entry; `None` where one arrives
    /// freely: on the first floor, and on that of an act with a size of its own.
    pub above: Option<u32>,
    /// The branches to which stairs of this floor lead, each with the number of its first floor.
    pub branches: Vec<(Name, u32)>,
    /// Whether it is the last floor of its act.
    pub is_last_of_act: bool,
    pub(super) variant: VariantKey,
}

/// The random words of one draw of a run: what is drawn, for what, and which time.
fn words(run: &FloorSeed, what: &str, name: &str, time: u32) -> WordStream {
    let digest = Digest::default().text(what).text(name).number(time).finish();
    // The upper half names the stream as well as the whole digest: streams have 32 bits.
    run.leaf_stream(SeedStage::Run, (digest >> 32) as u32)
}

/// Draws the floors of a run, in the order of their numbers. Cost: linear in floors and moods.
pub(super) fn floors(rules: &RunRules, seed: u64) -> Vec<RunFloor> {
    let run = &FloorSeed::new(seed, 0);
    let mut floors: Vec<RunFloor> = Vec::new();
    for act in 0..rules.main {
        add_act(rules, run, act, floors.len() as u32, None, &mut floors);
    }
    let main = floors.len() as u32;
    let last = main.saturating_sub(1).max(1) as f32;
    for floor in floors.iter_mut().filter(|floor| rules.acts[floor.variant.act].difficulty.is_none()) {
        floor.difficulty = floor.number as f32 / last;
    }
    let mut next = rules.most_main();
    for (bit, branch) in rules.branches.iter().enumerate() {
        let first = next;
        next += rules.acts[branch.acts.clone()].iter().map(|act| act.floors.1).sum::<u32>();
        let comes = words(run, "chance", &branch.name, 0).chance(branch.chance);
        let from = words(run, "from", &branch.name, 0).within(branch.from.0 as i32, branch.from.1 as i32) as u32;
        let Some(above) = floors.get_mut(from as usize).filter(|_| comes && from < main) else { continue };
        above.variant.stairs |= 1 << bit;
        above.branches.push((branch.name.clone(), first));
        let (number, difficulty) = (above.number, above.difficulty);
        let start = floors.len();
        for act in branch.acts.clone() {
            let at = first + (floors.len() - start) as u32;
            add_act(rules, run, act, at, Some(&branch.name), &mut floors);
        }
        for floor in &mut floors[start..] {
            if floor.number == first && floor.above.is_some() {
                floor.above = Some(number);
            }
            if rules.acts[floor.variant.act].difficulty.is_none() {
                floor.difficulty = difficulty;
            }
        }
    }
    floors
}

/// Adds the floors of an act, of which `number` is the first.
fn add_act(
    rules: &RunRules,
    run: &FloorSeed,
    act: usize,
    number: u32,
    branch: Option<&Name>,
    floors: &mut Vec<RunFloor>,
) {
    let rule = &rules.acts[act];
    let count = words(run, "floors", &rule.name, 0).within(rule.floors.0 as i32, rule.floors.1 as i32) as u32;
    let preset = words(run, "preset", &rule.name, 0).below(rule.presets.len() as u32) as usize;
    let mut had = vec![0; rules.moods.len()];
    for at in 0..count {
        let mood = draw_mood(rules, run, act, at, &mut had);
        let is_last = at + 1 == count;
        let is_free = at == 0 && (rule.size.is_some() || number == 0);
        floors.push(RunFloor {
            number: number + at,
            act: rule.name.clone(),
            branch: branch.cloned(),
            mood: mood.map(|mood| rules.moods[mood].name.clone()),
            preset: rule.presets[preset].clone(),
            difficulty: rule.difficulty.map_or(0.0, |difficulty| difficulty_at(difficulty, at, count)),
            size: rule.size.unwrap_or(rules.size),
            above: (!is_free).then(|| (number + at).saturating_sub(1)),
            branches: Vec::new(),
            is_last_of_act: is_last,
            variant: rules.variant(act, preset, is_last, mood, 0),
        });
    }
}

/// The difficulty of the floor `at` of an act of `count` floors.
fn difficulty_at((first, last): (f32, f32), at: u32, count: u32) -> f32 {
    if count == 1 { first } else { first + (last - first) * at as f32 / (count - 1) as f32 }
}

/// Draws the mood of the floor `at` of an act. `had` counts the floors of the act with each mood.
fn draw_mood(rules: &RunRules, run: &FloorSeed, act: usize, at: u32, had: &mut [u32]) -> Option<usize> {
    if rules.moods.is_empty() {
        return None;
    }
    let ActRule { name, .. } = &rules.acts[act];
    let weights = rules.moods.iter().zip(&*had).map(|(mood, &had)| {
        let may_come = mood.acts[act] && mood.most.is_none_or(|most| had < most);
        if may_come { mood.weight } else { 0 }
    });
    let drawn = words(run, "mood", name, at).weighted(weights, true)?;
    had[drawn] += 1;
    Some(drawn)
}

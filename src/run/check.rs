//! Checks a run: from the form that its text states to rules and merged presets.
//!
//! All mistakes are reported at once, each once, also if several merged presets have it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    Run,
    checker::{RunChecker, with},
    raw::{RawAct, RawDifficulty, RawPieceText, RawPresetNames, RawRun},
    rules::{ActRule, BranchRule, MoodRule, RunRules, VariantKey},
};
use crate::{
    error::{PresetError, ProblemCode},
    geom::Size,
    model::Name,
    preset::{
        BasePreset, PictureReader, PieceRemovals, PieceSource, PiledPreset, Preset, RunTextReader,
        ValueStep::{self, Entry, Field, Index, Key},
    },
};

/// The most branches: stairs of a floor are bits of a byte.
const MAX_BRANCHES: usize = 8;

/// A run that is checked, and its merged presets with their texts.
pub(super) struct CheckedRun {
    pub(super) rules: RunRules,
    pub(super) presets: Vec<(VariantKey, Arc<Preset>)>,
    pub(super) piles: Vec<PiledPreset>,
    /// The text, and the paths in it to the acts.
    pub(super) source: PieceSource,
    pub(super) acts: Vec<Vec<ValueStep>>,
}

/// Reads and checks the text of a run. If there is a reader, pictures of sprites are read, each
/// once.
pub(super) fn parse(
    text: &str,
    read: RunTextReader<'_>,
    pictures: PictureReader<'_>,
) -> Result<CheckedRun, PresetError> {
    let (source, raw, problems) = PieceSource::read::<RawRun>(text)?;
    let mut check = RunChecker { source: &source, problems };
    let names = check.names(&raw);
    let acts = check.all_acts(&raw);
    // For each preset of each act, that preset with what all floors of the act have.
    let mut removals = PieceRemovals::default();
    let bases: Vec<Vec<Option<PiledPreset>>> = acts
        .iter()
        .map(|(act, path)| {
            let names = act.preset.names().iter().enumerate();
            names.map(|(number, name)| check.base(name, act, path, number, read, &mut removals)).collect()
        })
        .collect();
    let moods = check.mood_files(&raw, read);
    let rules = check.rules(&raw, names, &acts, &bases);
    let keys = rules.variants();
    if keys.len() > Run::MAX_PRESETS {
        let message = format!("the run needs {} merged presets", keys.len());
        let help = format!("at most {} are allowed: of acts, moods and stairs of branches", Run::MAX_PRESETS);
        check.refuse(&[], ProblemCode::TooMany, message, help);
        return Err(check.error());
    }
    let mut known = BTreeMap::new();
    let mut pictures = pictures.map(|read| {
        move |name: &str, of: Option<&str>| {
            let picture = known.entry((name.to_owned(), of.map(str::to_owned)));
            picture.or_insert_with(|| read(name, of)).clone()
        }
    });
    let mut presets = Vec::with_capacity(keys.len());
    let mut piles = Vec::with_capacity(keys.len());
    for key in keys {
        let Some(base) = &bases[key.act][key.preset] else { continue };
        let path = &acts[key.act].1;
        let piled = check.piled(base.clone(), &rules, key, path, &moods, &mut removals);
        let pictures = pictures.as_mut().map(|read| read as _);
        let preset = piled.and_then(|piled| Ok((piled.clone().checked(pictures)?, piled)));
        match preset {
            Ok((preset, piled)) => {
                presets.push((key, preset));
                piles.push(piled);
            }
            Err(error) => check.add(&error),
        }
    }
    check.problems.extend(removals.into_problems());
    let size = presets.first().map_or(rules.size, |(_, preset)| preset.size());
    let rules = RunRules { size: raw.size.map_or(size, |_| rules.size), ..rules };
    let presets = check.sized(presets, &rules, &acts);
    if !check.problems.is_empty() {
        return Err(check.error());
    }
    let acts = acts.into_iter().map(|(_, path)| path).collect();
    Ok(CheckedRun { rules, presets, piles, acts, source })
}

/// The acts of a run with the paths to them: those of the main way, then those of the branches.
type ActsWithPaths<'raw> = [(&'raw RawAct, Vec<ValueStep>)];

/// The file of each mood that names one.
type MoodFiles = Vec<Option<BasePreset>>;

impl RunChecker<'_> {
    /// The names of the run and of its moods and branches.
    fn names(&mut self, raw: &RawRun) -> (Name, Vec<Name>, Vec<Name>) {
        let name = self.name(&[Field("name")], &raw.name, &mut BTreeSet::new(), "runs");
        let known = &mut BTreeSet::new();
        let moods = raw.moods.0.iter().enumerate();
        let moods = moods.map(|(at, (mood, _))| self.name(&[Field("moods"), Key(at)], mood, known, "moods")).collect();
        let known = &mut BTreeSet::new();
        let path = |at| [Field("branches"), Index(at), Field("name")];
        let branches = raw.branches.iter().enumerate();
        let branches = branches.map(|(at, branch)| self.name(&path(at), &branch.name, known, "branches")).collect();
        (name, moods, branches)
    }

    /// All acts with the paths to them. A run and a branch have one or more.
    fn all_acts<'raw>(&mut self, raw: &'raw RawRun) -> Vec<(&'raw RawAct, Vec<ValueStep>)> {
        let main = (vec![Field("acts")], &raw.acts);
        let branches = raw.branches.iter().enumerate();
        let branches = branches.map(|(at, branch)| (vec![Field("branches"), Index(at), Field("acts")], &branch.acts));
        let mut all = Vec::new();
        for (path, acts) in [main].into_iter().chain(branches) {
            if acts.is_empty() {
                let help = "as in `acts: [(preset: \"crypt\", floors: 3)]`".to_owned();
                self.refuse(&path, ProblemCode::Missing, "there is no act", help);
            }
            all.extend(acts.iter().enumerate().map(|(at, act)| (act, with(&path, Index(at)))));
        }
        if raw.branches.len() > MAX_BRANCHES {
            let message = format!("{} branches are too many", raw.branches.len());
            let help = format!("at most {MAX_BRANCHES} are allowed");
            self.refuse(&[Field("branches")], ProblemCode::TooMany, message, help);
        }
        all
    }

    /// A preset of an act, with the pieces of all floors of the act.
    fn base(
        &mut self,
        name: &str,
        act: &RawAct,
        path: &[ValueStep],
        number: usize,
        read: RunTextReader<'_>,
        removals: &mut PieceRemovals,
    ) -> Option<PiledPreset> {
        let mut place = with(path, Field("preset"));
        if matches!(act.preset, RawPresetNames::Draw(_)) {
            place.push(Index(number));
        }
        let piled = self.source.preset(name, &place, read).and_then(|mut piled| {
            piled.lay(&[Field("shared")], removals)?;
            piled.lay(&with(path, Field("each")), removals)?;
            Ok(piled)
        });
        piled.map_err(|error| self.add(&error)).ok()
    }

    /// The files of moods; nothing in place of one that is refused.
    fn mood_files(&mut self, raw: &RawRun, read: RunTextReader<'_>) -> MoodFiles {
        let mut file = |at: usize, text: &Option<RawPieceText>| {
            let Some(RawPieceText::File(name)) = text else { return None };
            let refuse = |why| self.refuse(&mood_text(at), ProblemCode::Base, why, None);
            let read = read(name, None).map_err(refuse).ok();
            Some(read.unwrap_or_else(|| BasePreset { name: name.clone(), text: "()".to_owned() }))
        };
        raw.moods.0.iter().enumerate().map(|(at, (_, mood))| file(at, &mood.text)).collect()
    }

    /// The rules, with values in range in place of those that were refused.
    fn rules(
        &mut self,
        raw: &RawRun,
        (name, moods, branches): (Name, Vec<Name>, Vec<Name>),
        acts: &ActsWithPaths<'_>,
        bases: &[Vec<Option<PiledPreset>>],
    ) -> RunRules {
        let size = self.size(&[Field("size")], raw.size).unwrap_or(Size::SMALLEST);
        let known = &mut BTreeSet::new();
        let mut rules: Vec<ActRule> = Vec::with_capacity(acts.len());
        for ((act, path), bases) in acts.iter().zip(bases) {
            let mut rule = self.act(act, path, bases, known);
            rule.has_end = act.before.is_some() || act.last.is_some();
            rules.push(rule);
        }
        let main = raw.acts.len();
        let most: u64 = rules.iter().map(|act| u64::from(act.floors.1)).sum();
        if most > u64::from(Run::MAX_FLOORS) {
            let help = format!("at most {} are allowed", Run::MAX_FLOORS);
            self.refuse(&[Field("acts")], ProblemCode::TooMany, format!("{most} floors are too many"), help);
        }
        let last_main = rules[..main].iter().map(|act| act.floors.1).sum::<u32>().saturating_sub(1);
        let mut first = main;
        let branch = |(at, name): (usize, Name)| {
            let branch = &raw.branches[at];
            let path = [Field("branches"), Index(at)];
            let from = self.range(&with(&path, Field("from")), branch.from, 0, last_main);
            let chance = self.fraction(&with(&path, Field("chance")), branch.chance);
            let acts = first..first + branch.acts.len();
            first = acts.end;
            BranchRule { name, from, chance, acts }
        };
        let branches: Vec<_> = branches.into_iter().take(MAX_BRANCHES).enumerate().map(branch).collect();
        let ends = branches.iter().filter_map(|branch| branch.acts.end.checked_sub(1));
        ends.for_each(|act| rules.get_mut(act).into_iter().for_each(|act| act.has_end = true));
        let moods = moods.into_iter().enumerate().map(|(at, name)| self.mood(raw, at, name, &rules)).collect();
        RunRules { name, size, acts: rules, main, moods, branches }
    }

    fn act(
        &mut self,
        act: &RawAct,
        path: &[ValueStep],
        bases: &[Option<PiledPreset>],
        known: &mut BTreeSet<String>,
    ) -> ActRule {
        let given = act.preset.names();
        if given.is_empty() {
            let help = "as in `[\"sewer\", \"crypt\"]`".to_owned();
            self.refuse(&with(path, Field("preset")), ProblemCode::Missing, "there is no preset to draw", help);
        }
        let own_name = |(name, base): (&String, &Option<PiledPreset>)| -> Name {
            base.as_ref().and_then(PiledPreset::name).unwrap_or_else(|| name.as_str().into())
        };
        let presets: Vec<Name> = given.iter().zip(bases).map(own_name).collect();
        let name = match &act.name {
            Some(name) => self.name(&with(path, Field("name")), name, known, "acts"),
            None if given.len() > 1 => {
                let help = "as in `name: \"below\"`".to_owned();
                self.refuse(path, ProblemCode::Missing, "an act that draws its preset needs a `name`", help);
                "act".into()
            }
            None => {
                let name = presets.first().cloned().unwrap_or_else(|| "act".into());
                self.name(&with(path, Field("preset")), &name, known, "acts")
            }
        };
        let floors = self.range(&with(path, Field("floors")), act.floors, 1, Run::MAX_FLOORS);
        let at = with(path, Field("difficulty"));
        let difficulty = act.difficulty.map(|difficulty| match difficulty {
            RawDifficulty::Flat(flat) => {
                let flat = self.fraction(&at, flat);
                (flat, flat)
            }
            RawDifficulty::Rising(first, last) => {
                (self.fraction(&with(&at, Index(0)), first), self.fraction(&with(&at, Index(1)), last))
            }
        });
        let size = self.size(&with(path, Field("size")), act.size);
        ActRule { name, presets, floors, difficulty, size, has_end: false }
    }

    fn mood(&mut self, raw: &RawRun, at: usize, name: Name, acts: &[ActRule]) -> MoodRule {
        let mood = &raw.moods.0[at].1;
        let path = [Field("moods"), Entry(at)];
        let weight = self.whole(&with(&path, Field("weight")), mood.weight, 0..=1_000_000);
        let most = mood.most.map(|most| self.whole(&with(&path, Field("most")), most, 1..=Run::MAX_FLOORS.into()));
        let mut may_have = vec![mood.acts.is_none(); acts.len()];
        for (number, name) in mood.acts.iter().flatten().enumerate() {
            match acts.iter().position(|act| act.name.as_str() == name) {
                Some(act) => may_have[act] = true,
                None => {
                    let known: Vec<_> = acts.iter().map(|act| format!("{:?}", act.name.as_str())).collect();
                    let help = format!("the acts are {}", known.join(", "));
                    let path = [&path[..], &[Field("acts"), Index(number)]].concat();
                    self.refuse(&path, ProblemCode::UnknownName, format!("there is no act {name:?}"), help);
                }
            }
        }
        MoodRule { name, weight, most, acts: may_have, has_text: mood.text.is_some() }
    }

    /// The preset of a floor: that of its act with the pieces of this floor.
    fn piled(
        &self,
        mut piled: PiledPreset,
        rules: &RunRules,
        key: VariantKey,
        path: &[ValueStep],
        moods: &MoodFiles,
        removals: &mut PieceRemovals,
    ) -> Result<PiledPreset, PresetError> {
        // An act whose floors all have the same preset has neither piece.
        piled.lay(&with(path, Field(if key.is_last { "last" } else { "before" })), removals)?;
        if let Some(mood) = key.mood {
            match moods.get(mood).and_then(Option::as_ref) {
                Some(file) => piled.lay_file(file, &mood_text(mood), removals)?,
                None => piled.lay(&mood_text(mood), removals)?,
            }
        }
        let branches = rules.branches.iter().enumerate().filter(|(at, _)| key.stairs >> at & 1 == 1);
        let mut stairs: Vec<_> =
            branches.map(|(at, branch)| (Run::stair_to(&branch.name), vec![Field("branches"), Index(at)])).collect();
        stairs.dedup_by(|one, other| one.0 == other.0); // A name given twice is refused already.
        if !stairs.is_empty() {
            piled.lay_stairs(&stairs)?;
        }
        if key.is_last && rules.ends_branch(key.act) {
            piled.lay_dead_end()?;
        }
        Ok(piled)
    }

    /// The merged presets at the sizes of their floors.
    fn sized(
        &mut self,
        presets: Vec<(VariantKey, Preset)>,
        rules: &RunRules,
        acts: &ActsWithPaths<'_>,
    ) -> Vec<(VariantKey, Arc<Preset>)> {
        let mut sized = Vec::with_capacity(presets.len());
        for (key, preset) in presets {
            match preset.with_size(rules.acts[key.act].size.unwrap_or(rules.size)) {
                Ok(preset) => sized.push((key, Arc::new(preset))),
                Err(error) => {
                    let path = with(&acts[key.act].1, Field("preset"));
                    self.refuse(&path, ProblemCode::Unsatisfiable, error.to_string(), None);
                }
            }
        }
        sized
    }
}

fn mood_text(mood: usize) -> [ValueStep; 3] {
    [Field("moods"), Entry(mood), Field("text")]
}

//! The checked rules of a run.

use std::ops::Range;

use crate::{geom::Size, model::Name};

/// An act: floors one below the other, of one preset.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ActRule {
    pub(super) name: Name,
    /// The presets of which the run draws one: at least one.
    pub(super) presets: Vec<Name>,
    /// The number of its floors, least and most: 1 or more.
    pub(super) floors: (u32, u32),
    /// The difficulty of its first and its last floor, each from 0 to 1; `None` if that follows the
    /// main way.
    pub(super) difficulty: Option<(f32, f32)>,
    /// The size of its floors, where it has one of its own.
    pub(super) size: Option<Size>,
    /// Whether its last floor differs from those before.
    pub(super) has_end: bool,
}

/// A mood: a piece of a preset that some floors get.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MoodRule {
    pub(super) name: Name,
    pub(super) weight: u32,
    /// The most floors of an act that have it; `None` for any number.
    pub(super) most: Option<u32>,
    /// For each act, whether its floors may have it.
    pub(super) acts: Vec<bool>,
    /// Whether it changes anything.
    pub(super) has_text: bool,
}

/// A branch: acts below a stair of a floor of the main way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BranchRule {
    pub(super) name: Name,
    /// The first and the last of the floors of which one has its stair.
    pub(super) from: (u32, u32),
    pub(super) chance: f32,
    /// Its acts, as positions in the list of all acts.
    pub(super) acts: Range<usize>,
}

/// The rules of a run: the acts of the main way, then those of the branches.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RunRules {
    pub(super) name: Name,
    pub(super) size: Size,
    pub(super) acts: Vec<ActRule>,
    /// The number of acts of the main way.
    pub(super) main: usize,
    pub(super) moods: Vec<MoodRule>,
    pub(super) branches: Vec<BranchRule>,
}

/// Which of the merged presets of a run a floor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VariantKey {
    pub(super) act: usize,
    /// The position in the act's presets.
    pub(super) preset: usize,
    /// Whether it is the last floor of an act in which that makes a difference.
    pub(super) is_last: bool,
    /// The mood, if that has a text.
    pub(super) mood: Option<usize>,
    /// Bit `n` for a stair to the branch at position `n`.
    pub(super) stairs: u8,
}

impl RunRules {
    /// The most floors of the main way.
    pub(super) fn most_main(&self) -> u32 {
        self.acts[..self.main].iter().map(|act| act.floors.1).sum()
    }

    /// Whether the last floor of an act is the last of its branch.
    pub(super) fn ends_branch(&self, act: usize) -> bool {
        self.branches.iter().any(|branch| branch.acts.end == act + 1)
    }

    /// The merged preset of a floor.
    pub(super) fn variant(
        &self,
        act: usize,
        preset: usize,
        is_last: bool,
        mood: Option<usize>,
        stairs: u8,
    ) -> VariantKey {
        let is_last = is_last && self.acts[act].has_end;
        let mood = mood.filter(|&mood| self.moods[mood].has_text);
        VariantKey { act, preset, is_last, mood, stairs }
    }

    /// All merged presets that floors may have.
    pub(super) fn variants(&self) -> Vec<VariantKey> {
        let mut keys = Vec::new();
        let (mut first, mut end) = (0, 0);
        for (act, rule) in self.acts.iter().enumerate() {
            let mut stairs = 0;
            if act < self.main {
                end += rule.floors.1;
                let meets = |branch: &BranchRule| branch.from.0 < end && branch.from.1 >= first;
                let bits = self.branches.iter().zip(0..).filter(|(branch, _)| meets(branch));
                stairs = bits.fold(0, |bits, (_, bit)| bits | 1 << bit);
                first += rule.floors.0;
            }
            let moods = || (0..self.moods.len()).filter(|&mood| self.moods[mood].acts[act]).map(Some);
            let subsets = (0..=stairs).filter(|subset| subset & !stairs == 0);
            for (preset, is_last) in (0..rule.presets.len()).flat_map(|preset| [(preset, false), (preset, true)]) {
                for mood in [None].into_iter().chain(moods()) {
                    keys.extend(subsets.clone().map(|stairs| self.variant(act, preset, is_last, mood, stairs)));
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        // An act of one floor has only a last one.
        keys.retain(|key| key.is_last || !self.acts[key.act].has_end || self.acts[key.act].floors.1 > 1);
        keys
    }
}

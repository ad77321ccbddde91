//! The words that expressions on levels may use.

use std::{collections::BTreeMap, fmt, ops::RangeInclusive};

use roomgen::{Preset, level::RoomKind, run::Run, survey::Metric};

use crate::input::{LevelInput, NameSort};

/// The names and functions of expressions on the levels of a preset, or on runs.
#[derive(Clone, Debug)]
pub struct LevelWords {
    words: Vec<Word>,
    /// The names that arguments may be: of a run, those of any act.
    named: PresetNames,
    /// The acts of a run; none for levels.
    acts: Vec<ActNames>,
}

/// The names of some presets that arguments may be.
#[derive(Clone, Debug, Default)]
pub(crate) struct PresetNames {
    names: BTreeMap<NameSort, Vec<String>>,
    /// The kinds of props, which are places of `steps`.
    kinds: Vec<String>,
}

/// An act of a run, and the names of its presets.
#[derive(Clone, Debug)]
pub(crate) struct ActNames {
    pub(crate) act: String,
    pub(crate) branch: Option<String>,
    pub(crate) names: PresetNames,
}

/// A name or a function. `Display` writes it as it is used, such as `count(name)`.
#[derive(Clone, Debug)]
pub struct Word {
    name: &'static str,
    meaning: WordMeaning,
    sentence: &'static str,
}

/// What a word asks of a level, or computes.
#[derive(Clone, Debug)]
pub(crate) enum WordMeaning {
    /// A number that has a name.
    Variable(LevelInput),
    /// How many there are of a name.
    Count(NameSort),
    /// The way between two places.
    Steps,
    /// A number over the floors of a run, of what the argument asks of each.
    Floors(OverFloors),
    /// A function of so many numbers, which may be any expressions. A result that is infinite or no
    /// number makes the expression undefined.
    Function(RangeInclusive<usize>, fn(&[f64]) -> f64),
}

/// What is made of the floors of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OverFloors {
    /// One of them, with what it is asked behind a `.`.
    Floor,
    Sum,
    Highest,
    Any,
    First,
}

/// How the arguments of `steps` are called.
pub(crate) const STEPS_PARAMETERS: [&str; 2] = ["from", "to"];

const STEPS: &str = "steps of a shortest way between two places, around obstacles, as if all doors were open";

impl LevelWords {
    /// The words for levels of a preset.
    #[must_use]
    pub fn of(preset: &Preset) -> Self {
        Self { words: Self::of_levels(), named: PresetNames::of(&[preset]), acts: Vec::new() }
    }

    /// The words for runs: those for levels, and those for floors. Names are those of any act.
    #[must_use]
    pub fn of_run(run: &Run) -> Self {
        let mut acts: Vec<(ActNames, Vec<&Preset>)> = Vec::new();
        for (act, branch, preset) in run.presets_of_acts() {
            match acts.last_mut() {
                Some((last, presets)) if *act == *last.act => presets.push(preset),
                _ => {
                    let (act, branch) = (act.to_string(), branch.map(ToString::to_string));
                    acts.push((ActNames { act, branch, names: PresetNames::default() }, vec![preset]));
                }
            }
        }
        let acts = acts.into_iter().map(|(act, presets)| ActNames { names: PresetNames::of(&presets), ..act });
        let words = Word::of_floors().into_iter().chain(Self::of_levels()).collect();
        Self { words, named: PresetNames::of(&Vec::from_iter(run.presets())), acts: acts.collect() }
    }

    /// The words for what levels have.
    fn of_levels() -> Vec<Word> {
        let mut words = Self::variables();
        let counts = NameSort::ALL.map(|sort| (sort.words(), WordMeaning::Count(sort)));
        words.extend(counts.map(|(of, meaning)| Word { name: of.function, meaning, sentence: of.sentence }));
        words.push(Word { name: "steps", meaning: WordMeaning::Steps, sentence: STEPS });
        words.extend(Word::arithmetic());
        words
    }

    fn variables() -> Vec<Word> {
        let metrics = Metric::ALL.iter().map(|&metric| Word {
            name: metric.column(),
            meaning: WordMeaning::Variable(LevelInput::Metric(metric)),
            sentence: metric.about(),
        });
        let requests = [
            ("seed", LevelInput::Seed, "the seed of the level"),
            ("floor", LevelInput::Floor, "the floor of the level"),
            ("difficulty", LevelInput::Difficulty, "the difficulty of the level, 0 to 1"),
        ];
        let requests = requests.map(|(name, input, sentence)| {
            let meaning = WordMeaning::Variable(input);
            Word { name, meaning, sentence }
        });
        metrics.chain(requests).collect()
    }

    /// The words. A name may also be that of functions, which differ in the number of arguments:
    /// `rooms` and `rooms("treasury")` are two words.
    pub(crate) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The names of the preset, or of any act of the run.
    pub(crate) const fn named(&self) -> &PresetNames {
        &self.named
    }

    /// The acts of the run; none for levels.
    pub(crate) fn acts(&self) -> &[ActNames] {
        &self.acts
    }

    /// What the preset has for the argument of each function that counts, in the order of the
    /// functions: the function's name, what its argument is called, and the names that it may be.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static str, &'static str, Vec<&str>)> {
        NameSort::ALL.into_iter().map(|sort| {
            let words = sort.words();
            (words.function, words.parameter, self.named.of_sort(sort).collect())
        })
    }

    /// What the arguments of `steps` may be, in a sentence.
    pub const PLACES: &'static str = "a place is \"entry\", \"exit\", a kind of props such as a key, or \"lock:\" \
                                      and the name of a lock; of several the nearest counts; a level without one has \
                                      no steps to it";
}

/// Names in their order, each once.
fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl PresetNames {
    fn of(presets: &[&Preset]) -> Self {
        let kinds = presets.iter().flat_map(|preset| preset.kinds()).map(|kind| kind.name.as_str());
        Self { kinds: sorted(kinds), names: NameSort::ALL.map(|sort| (sort, names(presets, sort))).into() }
    }

    /// The names of a sort.
    pub(crate) fn of_sort(&self, sort: NameSort) -> impl Iterator<Item = &str> + Clone {
        self.names.get(&sort).into_iter().flatten().map(String::as_str)
    }

    /// The kinds of props.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &str> + Clone {
        self.kinds.iter().map(String::as_str)
    }
}

/// The names of a sort that some presets have.
fn names(presets: &[&Preset], sort: NameSort) -> Vec<String> {
    let presets = || presets.iter();
    let kinds = || presets().flat_map(|preset| preset.kinds());
    match sort {
        NameSort::Props => {
            let tags = kinds().flat_map(|kind| kind.labels.tags()).map(String::as_str);
            [sorted(kinds().map(|kind| kind.name.as_str())), sorted(tags)].concat()
        }
        NameSort::Rooms => {
            let mut names: Vec<&str> = RoomKind::ALL.iter().map(|kind| kind.name()).collect();
            for tag in presets().flat_map(|preset| preset.tags()) {
                if !names.contains(&tag.as_str()) {
                    names.push(tag);
                }
            }
            names.into_iter().map(str::to_owned).collect()
        }
        NameSort::Layouts => sorted(presets().flat_map(|preset| preset.layouts()).map(|layout| layout.name.as_str())),
        NameSort::Vaults => sorted(presets().flat_map(|preset| preset.vaults()).map(|vault| vault.name.as_str())),
        NameSort::Groups => sorted(presets().flat_map(|preset| preset.groups())),
        NameSort::Loot => sorted(presets().flat_map(|preset| preset.items())),
        NameSort::Locks => sorted(presets().flat_map(|preset| preset.locks())),
        NameSort::Terrain => sorted(presets().flat_map(|preset| preset.terrain()).map(|kind| kind.name.as_str())),
    }
}

impl Word {
    /// The words for the floors of a run.
    pub(crate) fn of_floors() -> [Self; 5] {
        use OverFloors::{Any, First, Floor, Highest, Sum};
        [
            ("floor", Floor, "what the floor with a number has, a name or a function of levels"),
            ("sum", Sum, "the sum of a number over the main way, or over an act or a branch"),
            ("highest", Highest, "the largest of a number over the main way, or over an act or a branch"),
            ("any", Any, "whether any floor of the main way, or of an act or a branch, meets a condition"),
            ("first", First, "the number of the first such floor that meets a condition"),
        ]
        .map(|(name, over, sentence)| Self { name, meaning: WordMeaning::Floors(over), sentence })
    }

    /// The functions of numbers: `abs`, `min` and `max`.
    fn arithmetic() -> [Self; 3] {
        let function = |name, arity, compute: fn(&[f64]) -> f64, sentence| {
            let meaning = WordMeaning::Function(arity, compute);
            Self { name, meaning, sentence }
        };
        let min = |of: &[f64]| of.iter().copied().fold(f64::INFINITY, f64::min);
        let max = |of: &[f64]| of.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        [
            function("abs", 1..=1, |of| of.iter().sum::<f64>().abs(), "the number without its sign"),
            function("min", 2..=8, min, "the least of the numbers"),
            function("max", 2..=8, max, "the largest of the numbers"),
        ]
    }

    /// The name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the word means.
    #[must_use]
    pub const fn sentence(&self) -> &'static str {
        self.sentence
    }

    pub(crate) const fn meaning(&self) -> &WordMeaning {
        &self.meaning
    }

    /// The numbers of arguments with which the word is called; `None` for a name.
    pub(crate) fn arity(&self) -> Option<RangeInclusive<usize>> {
        match &self.meaning {
            WordMeaning::Variable(_) => None,
            WordMeaning::Count(_) => Some(1..=1),
            WordMeaning::Steps => Some(2..=2),
            WordMeaning::Floors(OverFloors::Floor) => Some(1..=1),
            WordMeaning::Floors(_) => Some(1..=2),
            WordMeaning::Function(arity, _) => Some(arity.clone()),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        match &self.meaning {
            WordMeaning::Variable(_) => f.write_str(name),
            WordMeaning::Count(sort) => write!(f, "{name}({})", sort.words().parameter),
            WordMeaning::Steps => write!(f, "{name}({})", STEPS_PARAMETERS.join(", ")),
            WordMeaning::Floors(OverFloors::Floor) => write!(f, "{name}(number).name"),
            WordMeaning::Floors(OverFloors::Sum | OverFloors::Highest) => write!(f, "{name}(number, within)"),
            WordMeaning::Floors(OverFloors::Any | OverFloors::First) => write!(f, "{name}(condition, within)"),
            WordMeaning::Function(arity, _) => {
                let names = vec!["number"; (*arity.start()).min(2)].join(", ");
                let more = if arity.end() > arity.start() { ", ..." } else { "" };
                write!(f, "{name}({names}{more})")
            }
        }
    }
}

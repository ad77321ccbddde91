//! The words that expressions on levels may use.

use std::{collections::BTreeMap, fmt, ops::RangeInclusive};

use roomgen::{Preset, level::RoomKind, survey::Metric};

use crate::input::{LevelInput, NameSort};

/// The names and functions of expressions on the levels of a preset.
#[derive(Clone, Debug)]
pub struct LevelWords {
    words: Vec<Word>,
    /// The names of the preset that arguments may be.
    names: BTreeMap<NameSort, Vec<String>>,
    /// Its kinds of props, which are places of `steps`.
    kinds: Vec<String>,
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
    /// A function of so many numbers, which may be any expressions. A result that is infinite or no
    /// number makes the expression undefined.
    Function(RangeInclusive<usize>, fn(&[f64]) -> f64),
}

/// How the arguments of `steps` are called.
pub(crate) const STEPS_PARAMETERS: [&str; 2] = ["from", "to"];

const STEPS: &str = "steps of a shortest way between two places, around obstacles, as if all doors were open";

impl LevelWords {
    /// The words for levels of a preset.
    #[must_use]
    pub fn of(preset: &Preset) -> Self {
        let mut words = Self::variables();
        let counts = NameSort::ALL.map(|sort| (sort.words(), WordMeaning::Count(sort)));
        words.extend(counts.map(|(of, meaning)| Word { name: of.function, meaning, sentence: of.sentence }));
        words.push(Word { name: "steps", meaning: WordMeaning::Steps, sentence: STEPS });
        words.extend(Word::arithmetic());
        let kinds = sorted(preset.kinds().iter().map(|kind| kind.name.as_str()));
        let names = NameSort::ALL.map(|sort| (sort, names(preset, sort))).into();
        Self { words, names, kinds }
    }

    /// The words for the rows of surveys: metrics, and what the request for a level says.
    #[must_use]
    pub fn of_surveys() -> Self {
        let mut words = Self::variables();
        words.extend(Word::arithmetic());
        Self { words, names: BTreeMap::new(), kinds: Vec::new() }
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

    /// The names of a sort that the preset has.
    pub(crate) fn names(&self, sort: NameSort) -> impl Iterator<Item = &str> + Clone {
        self.names.get(&sort).into_iter().flatten().map(String::as_str)
    }

    /// The kinds of props that the preset has.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &str> + Clone {
        self.kinds.iter().map(String::as_str)
    }

    /// What the preset has for the argument of each function that counts, in the order of the
    /// functions: the function's name, what its argument is called, and the names that it may be.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static str, &'static str, Vec<&str>)> {
        NameSort::ALL.into_iter().map(|sort| {
            let words = sort.words();
            (words.function, words.parameter, self.names(sort).collect())
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

/// The names of a sort that a preset has.
fn names(preset: &Preset, sort: NameSort) -> Vec<String> {
    let kinds = || preset.kinds().iter();
    match sort {
        NameSort::Props => {
            let tags = kinds().flat_map(|kind| kind.labels.tags()).map(String::as_str);
            [sorted(kinds().map(|kind| kind.name.as_str())), sorted(tags)].concat()
        }
        NameSort::Rooms => {
            let rooms = RoomKind::ALL.iter().map(|kind| kind.name());
            rooms.chain(preset.tags().iter().map(String::as_str)).map(str::to_owned).collect()
        }
        NameSort::Layouts => sorted(preset.layouts().iter().map(|layout| layout.name.as_str())),
        NameSort::Vaults => sorted(preset.vaults().iter().map(|vault| vault.name.as_str())),
        NameSort::Groups => sorted(preset.groups()),
        NameSort::Loot => sorted(preset.items()),
        NameSort::Locks => sorted(preset.locks()),
        NameSort::Terrain => sorted(preset.terrain().map(|kind| kind.name.as_str())),
    }
}

impl Word {
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
            WordMeaning::Function(arity, _) => {
                let names = vec!["number"; (*arity.start()).min(2)].join(", ");
                let more = if arity.end() > arity.start() { ", ..." } else { "" };
                write!(f, "{name}({names}{more})")
            }
        }
    }
}

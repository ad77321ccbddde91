//! The words that expressions on levels may use.

use roomgen::{Preset, level::RoomKind, survey::Metric};
use roomgen_find::{ArgumentError, Parameter, Value, ValueType, Vocabulary, Word};

use crate::input::{LevelInput, StepsPlace};

/// The names and functions of expressions on the levels of a preset.
#[derive(Clone, Debug)]
pub struct LevelWords {
    words: Vec<Word>,
    /// What each of the first words means; those behind them are functions of numbers.
    meanings: Vec<WordMeaning>,
    names: PresetNames,
}

/// What a word asks for.
#[derive(Clone, Debug)]
enum WordMeaning {
    /// Always the same.
    Variable(LevelInput),
    /// How many there are of a name.
    Count(NameSort),
    Steps,
}

/// The sorts of names that a preset has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameSort {
    Props,
    Rooms,
    Layouts,
    Vaults,
    Groups,
    Loot,
    Locks,
    Terrain,
}

/// The names of a preset that arguments may be.
#[derive(Clone, Debug, Default)]
struct PresetNames {
    kinds: Vec<String>,
    tags_of_kinds: Vec<String>,
    rooms: Vec<String>,
    layouts: Vec<String>,
    vaults: Vec<String>,
    groups: Vec<String>,
    items: Vec<String>,
    locks: Vec<String>,
    terrain: Vec<String>,
}

/// The sorts of names, each with its function, what its argument is called, and what it counts.
const COUNTS: [(NameSort, &str, &str, &str); 8] = [
    (NameSort::Props, "count", "name", "props of a kind, or of all kinds with a tag"),
    (NameSort::Rooms, "rooms", "name", "rooms of a kind, or with a tag"),
    (NameSort::Layouts, "layouts", "layout", "rooms with a layout"),
    (NameSort::Vaults, "vaults", "vault", "rooms with a vault"),
    (NameSort::Groups, "groups", "group", "encounters of a group"),
    (NameSort::Loot, "loot", "kind", "things of a kind that the budget of loot dealt"),
    (NameSort::Locks, "locks", "lock", "passages with a lock"),
    (NameSort::Terrain, "terrain", "kind", "cells with a kind of terrain"),
];

const STEPS: &str = "steps of a shortest way between two places, around obstacles, as if all doors were open";

impl LevelWords {
    /// The words for levels of a preset.
    #[must_use]
    pub fn of(preset: &Preset) -> Self {
        let mut words = Self::of_surveys();
        let arithmetic = words.words.split_off(words.meanings.len());
        for (sort, name, parameter, about) in COUNTS {
            words.add(
                Word::measure(name, [Parameter::text(parameter)], ValueType::Number, about),
                WordMeaning::Count(sort),
            );
        }
        let places = [Parameter::text("from"), Parameter::text("to")];
        words.add(Word::measure("steps", places, ValueType::Number, STEPS), WordMeaning::Steps);
        words.words.extend(arithmetic);
        words.names = PresetNames::of(preset);
        words
    }

    /// The words for the rows of surveys: metrics, and what the request for a level says.
    #[must_use]
    pub fn of_surveys() -> Self {
        let mut words = Self { words: Vec::new(), meanings: Vec::new(), names: PresetNames::default() };
        for &metric in Metric::ALL {
            let word = Word::variable(metric.column(), ValueType::Number, metric.about());
            words.add(word, WordMeaning::Variable(LevelInput::Metric(metric)));
        }
        for (input, about) in [
            (LevelInput::Seed, "the seed of the level"),
            (LevelInput::Floor, "the floor of the level"),
            (LevelInput::Difficulty, "the difficulty of the level, 0 to 1"),
        ] {
            words.add(Word::variable(input.to_string(), ValueType::Number, about), WordMeaning::Variable(input));
        }
        words.words.extend(Word::arithmetic());
        words
    }

    fn add(&mut self, word: Word, meaning: WordMeaning) {
        self.words.push(word);
        self.meanings.push(meaning);
    }

    /// What the preset has for the argument of each function that counts, in the order of the
    /// functions: the function's name, what its argument is called, and the names that it may be.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static str, &'static str, Vec<&str>)> {
        COUNTS.iter().map(|&(sort, function, parameter, _)| (function, parameter, self.names.of_sort(sort).collect()))
    }

    /// What the arguments of `steps` may be, in a sentence.
    pub const PLACES: &'static str = "a place is \"entry\", \"exit\", a kind of props such as a key, or \"lock:\" \
                                      and the name of a lock; of several the nearest counts; a level without one has \
                                      no steps to it";

    /// The place that an argument of `steps` names.
    fn place(&self, argument: usize, text: &str) -> Result<StepsPlace, ArgumentError> {
        let names = &self.names;
        match text {
            "entry" => return Ok(StepsPlace::Entry),
            "exit" => return Ok(StepsPlace::Exit),
            _ => {}
        }
        if let Some(lock) = text.strip_prefix(StepsPlace::LOCK).map(str::trim_start) {
            let known = || names.locks.iter().map(String::as_str);
            let is_known = known().any(|name| name == lock);
            let place = |name: &str| StepsPlace::Lock(name.to_owned());
            return is_known.then(|| place(lock)).ok_or_else(|| {
                let mut error = ArgumentError::unknown(argument, "lock", lock, known());
                // What is written in place of the argument names a lock, not its key.
                error.suggestion = error.suggestion.map(|name| place(&name).to_string());
                error
            });
        }
        if names.kinds.iter().any(|kind| kind == text) {
            return Ok(StepsPlace::Kind(text.to_owned()));
        }
        let known = ["entry", "exit"].into_iter().chain(names.kinds.iter().map(String::as_str));
        Err(ArgumentError::unknown(argument, "place", text, known))
    }
}

impl PresetNames {
    fn of(preset: &Preset) -> Self {
        let sorted = |names: Vec<&str>| {
            let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        let kinds = || preset.kinds().iter();
        let rooms = RoomKind::ALL.iter().map(|kind| kind.name());
        Self {
            kinds: sorted(kinds().map(|kind| kind.name.as_str()).collect()),
            tags_of_kinds: sorted(kinds().flat_map(|kind| kind.labels.tags()).map(String::as_str).collect()),
            rooms: rooms.chain(preset.tags().iter().map(String::as_str)).map(str::to_owned).collect(),
            layouts: sorted(preset.layouts().iter().map(|layout| layout.name.as_str()).collect()),
            vaults: sorted(preset.vaults().iter().map(|vault| vault.name.as_str()).collect()),
            groups: sorted(preset.groups().collect()),
            items: sorted(preset.items().collect()),
            locks: sorted(preset.locks().collect()),
            terrain: sorted(preset.terrain().map(|kind| kind.name.as_str()).collect()),
        }
    }

    /// The names that an argument may be.
    fn of_sort(&self, sort: NameSort) -> impl Iterator<Item = &str> + Clone {
        let (first, more): (&[String], &[String]) = match sort {
            NameSort::Props => (&self.kinds, &self.tags_of_kinds),
            NameSort::Rooms => (&self.rooms, &[]),
            NameSort::Layouts => (&self.layouts, &[]),
            NameSort::Vaults => (&self.vaults, &[]),
            NameSort::Groups => (&self.groups, &[]),
            NameSort::Loot => (&self.items, &[]),
            NameSort::Locks => (&self.locks, &[]),
            NameSort::Terrain => (&self.terrain, &[]),
        };
        first.iter().chain(more).map(String::as_str)
    }
}

impl NameSort {
    /// What messages call a name of the sort.
    const fn noun(self) -> &'static str {
        match self {
            Self::Props => "kind or tag of a kind",
            Self::Rooms => "kind or tag of rooms",
            Self::Layouts => "layout",
            Self::Vaults => "vault",
            Self::Groups => "group",
            Self::Loot => "kind of loot",
            Self::Locks => "lock",
            Self::Terrain => "kind of terrain",
        }
    }

    fn input(self, name: String) -> LevelInput {
        match self {
            Self::Props => LevelInput::Props(name),
            Self::Rooms => LevelInput::Rooms(name),
            Self::Layouts => LevelInput::Layouts(name),
            Self::Vaults => LevelInput::Vaults(name),
            Self::Groups => LevelInput::Groups(name),
            Self::Loot => LevelInput::Loot(name),
            Self::Locks => LevelInput::Locks(name),
            Self::Terrain => LevelInput::Terrain(name),
        }
    }
}

impl Vocabulary for LevelWords {
    type Input = LevelInput;

    fn words(&self) -> &[Word] {
        &self.words
    }

    fn input(&self, word: usize, arguments: &[Value<'_>]) -> Result<LevelInput, ArgumentError> {
        match (self.meanings.get(word), arguments) {
            (Some(WordMeaning::Variable(input)), _) => Ok(input.clone()),
            (Some(WordMeaning::Count(sort)), [Value::Text(name)]) => {
                let known = self.names.of_sort(*sort);
                let is_known = known.clone().any(|known| known == *name);
                let input = || sort.input((*name).to_owned());
                is_known.then(input).ok_or_else(|| ArgumentError::unknown(0, sort.noun(), name, known))
            }
            (Some(WordMeaning::Steps), [Value::Text(from), Value::Text(to)]) => {
                let places = [self.place(0, from)?, self.place(1, to)?];
                Ok(LevelInput::Steps(places))
            }
            _ => Err(ArgumentError::new(0, "levels have nothing of this sort")),
        }
    }
}

//! The arguments of the game.

const USAGE: &str = "usage: game [--difficulty 0..1] [PRESET [SEED [KEYS]]], or game SAVED.json [KEYS]";
const DIFFICULTY: &str = "--difficulty";

/// What the game begins with.
#[derive(Debug, PartialEq)]
pub(crate) struct Options {
    /// The name of a built-in preset, or of the file of a saved game.
    pub(crate) start: String,
    pub(crate) seed: u64,
    /// The difficulty of all floors, from 0 to 1.
    pub(crate) difficulty: Option<f32>,
    /// The keys to play without a terminal.
    pub(crate) keys: Option<String>,
}

pub(crate) fn is_saved_game(start: &str) -> bool {
    start.ends_with(".json")
}

impl Options {
    /// # Errors
    ///
    /// Says which argument is wrong, and what is allowed.
    pub(crate) fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut plain, mut difficulty) = (Vec::new(), None);
        while let Some(argument) = arguments.next() {
            let (option, value) = match argument.split_once('=') {
                Some((option, value)) => (option.to_owned(), Some(value.to_owned())),
                None => (argument.clone(), None),
            };
            if option != DIFFICULTY {
                if argument.starts_with('-') {
                    return Err(format!("there is no option {option:?}; {USAGE}"));
                }
                plain.push(argument);
                continue;
            }
            if difficulty.is_some() {
                return Err(format!("{DIFFICULTY} is given twice"));
            }
            let value = value.or_else(|| arguments.next());
            let value = value.ok_or_else(|| format!("{DIFFICULTY} needs a number from 0 to 1"))?;
            difficulty = Some(number(&value)?);
        }
        let mut plain = plain.into_iter();
        let start = plain.next().unwrap_or_else(|| "crypt".to_owned());
        if is_saved_game(&start) && difficulty.is_some() {
            return Err(format!("{DIFFICULTY} is for a new game; a saved game has its own"));
        }
        let seed = if is_saved_game(&start) { None } else { plain.next() };
        let seed = seed.map_or(Ok(42), |seed| {
            let help = format!("a seed is a whole number from 0 to {}", u64::MAX);
            seed.parse().map_err(|_| format!("invalid value {seed:?} for SEED: {help}; {USAGE}"))
        })?;
        let keys = plain.next();
        match plain.next() {
            Some(more) => Err(format!("{more:?} is one argument too many; {USAGE}")),
            None => Ok(Self { start, seed, difficulty, keys }),
        }
    }
}

fn number(value: &str) -> Result<f32, String> {
    let number = value.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| format!("invalid value {value:?} for {DIFFICULTY}: a difficulty is a number from 0 to 1"))
}

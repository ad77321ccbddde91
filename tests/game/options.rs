//! The arguments of the game, and the difficulty of its floors.

use super::{Game, example::options::Options, follow, preset, quiet};

fn read(line: &str) -> Result<Options, String> {
    Options::read(line.split_whitespace().map(str::to_owned))
}

#[test]
fn the_difficulty_may_stand_anywhere_among_the_arguments() {
    let options = |start: &str, seed, difficulty, keys: Option<&str>| Options {
        start: start.to_owned(),
        seed,
        difficulty,
        keys: keys.map(str::to_owned),
    };
    for (line, expected) in [
        ("", options("crypt", 42, None, None)),
        ("mine 7 llj", options("mine", 7, None, Some("llj"))),
        ("--difficulty 0.5 mine", options("mine", 42, Some(0.5), None)),
        ("mine 7 --difficulty=1 llj", options("mine", 7, Some(1.0), Some("llj"))),
        ("saved.json hh", options("saved.json", 42, None, Some("hh"))),
    ] {
        assert_eq!(read(line), Ok(expected), "{line}");
    }
}

#[test]
fn a_wrong_argument_is_named_with_what_is_allowed() {
    for (line, expected) in [
        ("--difficulty 2", "invalid value \"2\" for --difficulty: a difficulty is a number from 0 to 1"),
        ("--difficulty -0.1 mine", "invalid value \"-0.1\" for --difficulty: a difficulty is a number from 0 to 1"),
        ("--difficulty hard", "invalid value \"hard\" for --difficulty: a difficulty is a number from 0 to 1"),
        ("--difficulty NaN", "invalid value \"NaN\" for --difficulty: a difficulty is a number from 0 to 1"),
        ("mine --difficulty", "--difficulty needs a number from 0 to 1"),
        ("--difficulty 0 --difficulty 1", "--difficulty is given twice"),
        ("saved.json --difficulty 1", "--difficulty is for a new game; a saved game has its own"),
        ("--dificulty 1", "there is no option \"--dificulty\"; usage: game [--difficulty 0..1]"),
        ("mine x", "invalid value \"x\" for SEED: a seed is a whole number from 0 to 18446744073709551615"),
        ("mine 1 l l", "\"l\" is one argument too many"),
    ] {
        let error = read(line).expect_err(line);
        assert!(error.starts_with(expected), "{line}: {error}");
    }
}

#[test]
fn floors_have_the_difficulty_asked_for_or_one_that_rises_also_in_a_saved_game() {
    let difficulties = |game: &Game| game.run.floors.iter().map(|floor| floor.level.origin().difficulty).collect();
    let mut rising = quiet(preset("cellar"), 1);
    let mut even = Game::new(preset("cellar"), 1, Some(0.5));
    even.run.health = u32::MAX;
    even = Game::load(&even.save().expect("JSON")).expect("a saved game");
    for game in [&mut rising, &mut even] {
        follow(game, "cellar");
    }
    let (rising, even): (Vec<f32>, Vec<f32>) = (difficulties(&rising), difficulties(&even));
    assert_eq!((rising, even), (vec![0.0, 1.0 / 3.0], vec![0.5, 0.5]));
}

//! The arguments of the game, and the difficulty of its floors.

use super::{Game, example::start, follow, preset, quiet};

fn started(line: &str) -> Result<(Game, Option<String>), String> {
    start(line.split_whitespace().map(str::to_owned))
}

#[test]
fn arguments_are_a_preset_a_seed_and_keys() {
    for (line, name, seed, keys) in [
        ("", "crypt", 42, None),
        ("mine", "mine", 42, None),
        ("cellar 7", "cellar", 7, None),
        ("cellar 7 llj", "cellar", 7, Some("llj")),
    ] {
        let (game, given) = started(line).expect(line);
        let origin = game.floor().play.level().origin();
        assert_eq!((origin.preset.as_str(), origin.seed, given.as_deref()), (name, seed, keys), "{line}");
    }
}

#[test]
fn a_wrong_argument_is_named_with_what_is_allowed() {
    for (line, expected) in [
        ("mine x", "invalid seed \"x\": it is a whole number from 0 to 18446744073709551615; usage: game [PRESET"),
        ("mine 1 l l", "\"l\" is one argument too many; usage: game [PRESET"),
        ("attic", "there is no preset \"attic\". The built-in presets are arena,"),
        ("--help", "there is no preset \"--help\""),
        ("nowhere/saved.json", "nowhere/saved.json: "),
    ] {
        let error = started(line).err().expect(line);
        assert!(error.starts_with(expected), "{line}: {error}");
    }
}

#[test]
fn floors_become_harder() {
    let mut game = quiet(&preset("cellar"), 1);
    follow(&mut game, "cellar");
    let difficulties: Vec<f32> = game.run.floors.iter().map(|floor| floor.play.level().origin().difficulty).collect();
    assert_eq!(difficulties, [0.0, 1.0 / 3.0]);
}

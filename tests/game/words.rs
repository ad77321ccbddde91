//! Names of kinds in the messages of the game.

use roomgen::Direction;

use super::{
    Game,
    example::words::{capital, count, the, verb},
    preset,
};

#[test]
fn a_name_has_one_article_and_a_verb_that_agrees() {
    for (name, sentence) in [
        ("rat", "The rat strikes."),
        ("rats", "The rats strike."),
        ("wasps", "The wasps strike."),
        ("the delivery", "The delivery strikes."),
        ("what they dug up", "What they dug up strikes."),
        ("pair of guards", "The pair of guards strikes."),
        ("jets of flame", "The jets of flame strike."),
        ("walrus", "The walrus strikes."),
        ("lioness", "The lioness strikes."),
        ("adder's ghost", "The adder's ghost strikes."),
    ] {
        assert_eq!(format!("{} {}.", capital(&the(name)), verb(name, "strikes", "strike")), sentence);
    }
    let counted: Vec<String> = [0, 1, 2].map(|number| count(number, "thing")).into();
    assert_eq!(counted, ["0 things", "1 thing", "2 things"]);
}

#[test]
fn monsters_strike_and_fall_in_correct_sentences() {
    for (kind, strikes, slain) in [
        ("rats", "The rats strike.", "You slay the rats."),
        ("the delivery", "The delivery strikes.", "You slay the delivery."),
        ("what they dug up", "What they dug up strikes.", "You slay what they dug up."),
    ] {
        let mut game = Game::new(preset("cellar"), 2, None);
        let rat = |cell| serde_json::from_value(serde_json::json!({"kind": kind, "cell": cell, "health": 1}));
        let cell = Direction::ALL.map(|way| game.run.hero.step(way)).into_iter();
        let cell = { cell }.find(|&cell| game.floor().level.is_reachable(cell)).expect("a free cell beside the entry");
        game.run.floors[0].monsters = vec![rat(cell).expect("a monster")];
        game.press('<');
        assert!(game.message.ends_with(strikes), "{}", game.message);
        game.press(super::key(game.run.hero, cell));
        assert_eq!(game.message, slain);
    }
}

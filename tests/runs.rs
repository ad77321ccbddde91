//! Levels of runs: they are found again from their files, and built-in runs by their names.

use roomgen::{
    Preset, ReproduceError, RequestError,
    export::{json, ron},
    generate,
    level::NoteCode,
    reproduce,
    run::{BUILT_IN, Run, RunGenerator},
};

#[test]
fn floors_are_made_again_from_their_files_by_the_names_of_built_in_runs() {
    for (name, _) in BUILT_IN {
        let run = Run::built_in(name).expect("a built-in run");
        for level in run.generator(11) {
            let files = [ron::read(&ron::write(&level)), json::read(&json::write_line(&level))];
            for again in files.map(|read| read.expect("a level")) {
                assert_eq!(again, level);
                let (preset, request) = run.preset_and_request(again.origin()).expect("a floor of the run");
                assert_eq!(reproduce(&again, (&preset, request)).as_ref(), Ok(&level));
            }
            // Whoever has the level alone finds the run by its name.
            let preset = Preset::of(level.origin()).expect("the preset of the floor");
            let preset = preset.with_size(level.size()).expect("its size");
            assert_eq!(reproduce(&level, &preset).as_ref(), Ok(&level));
        }
    }
}

#[test]
fn a_reroll_of_a_floor_is_in_its_file_and_is_made_again() {
    let mut generator = RunGenerator::new(Run::built_in("delve").expect("a run"), 3);
    let request = generator.request(2).expect("a third floor").with_reroll(4, 1).expect("few rooms");
    let level = generate(generator.preset(2).expect("a third floor"), request);
    assert_eq!(level.rerolls().iter().collect::<Vec<_>>(), [(4, 1)]);
    let (preset, request) = generator.run().preset_and_request(level.origin()).expect("a floor of the run");
    assert_eq!(reproduce(&level, (&preset, request)).as_ref(), Ok(&level));
}

#[test]
fn another_run_and_a_floor_that_is_not_there_are_refused() {
    let [delve, descent] = ["delve", "descent"].map(|name| Run::built_in(name).expect("a run"));
    let level = delve.level(7, 1).expect("a second floor");
    let refused = descent.preset_and_request(level.origin());
    assert!(matches!(refused, Err(RequestError::RunDigest { ref name, .. }) if name == "delve"), "{refused:?}");
    let mut origin = level.origin().clone();
    origin.floor = 99;
    assert!(matches!(delve.preset_and_request(&origin), Err(RequestError::RunDigest { .. })));
    let mut own = level.origin().clone();
    own.run.as_mut().expect("its run").name = "my own".into();
    let unknown = Preset::of(&own);
    assert!(matches!(unknown, Err(ReproduceError::Request(RequestError::UnknownRun { .. }))), "{unknown:?}");
    // A level of no run is no floor of one.
    let alone = generate(&Preset::built_in("mine").expect("a preset"), 7);
    assert!(matches!(delve.preset_and_request(alone.origin()), Err(RequestError::RunDigest { .. })));
}

/// Rooms that pools ask for find a place also where the cuts of a part leave them out.
#[test]
fn floors_have_the_rooms_that_their_pools_deal() {
    let run = Run::built_in("descent").expect("a run");
    for (seed, floor) in [(562, 5), (749, 5), (705, 7), (911, 7)] {
        let level = run.level(seed, floor).expect("a floor");
        let missing = level.notes().iter().find(|note| note.code == NoteCode::PoolShort);
        assert_eq!(missing, None, "floor {floor} of seed {seed}");
    }
}

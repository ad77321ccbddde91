//! Recorded steps: sent, and those of generating again.

use roomgen::{Generator, Preset, Request, reproduce_stepwise, trace::Step};

use crate::random_presets::{self, dice::Dice};

#[test]
fn steps_survive_being_sent_and_are_those_of_generating_again() {
    for number in 0..20 {
        let preset = Preset::parse(&random_presets::preset(&mut Dice(number))).unwrap();
        let request = Request::new(number).on_floor(2).with_difficulty(0.5).unwrap();
        let mut steps = Vec::new();
        let level = Generator::new(&preset).generate_stepwise(request, &mut |step| steps.push(step));
        let mut again = Vec::new();
        assert_eq!(reproduce_stepwise(&level, &preset, &mut |step| again.push(step)).as_ref(), Ok(&level));
        assert_eq!(again, steps);
        let json: Vec<Step> = serde_json::from_str(&serde_json::to_string(&steps).unwrap()).unwrap();
        let ron: Vec<Step> = ron::from_str(&ron::to_string(&steps).unwrap()).unwrap();
        assert!(json == steps && ron == steps, "{number}");
    }
}

#[test]
fn a_level_that_is_not_made_again_is_refused() {
    let level = Generator::new(Preset::built_in("crypt").unwrap()).generate(3);
    let mut steps = 0;
    let error = reproduce_stepwise(&level, &Preset::built_in("temple").unwrap(), &mut |_| steps += 1).unwrap_err();
    assert_eq!(steps, 0);
    assert!(error.to_string().contains("crypt"), "{error}");
}

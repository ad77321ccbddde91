//! Level files of levels with lights, of which some are out.

use super::*;
use crate::{
    export::json,
    model::{Hundredths, Light},
};

fn hundredths(number: f32) -> Hundredths {
    Hundredths::exact(number).unwrap()
}

/// The fixture with lights in its lamps: that of prop 2 is out, that of prop 6 burns.
fn lamps() -> Level {
    let mut level = fixture::level();
    let light = Light::new("#ffb060".parse().unwrap(), Metres::exact(4.5).unwrap()).unwrap();
    level.kinds[1].light = Some(Light { fade: hundredths(0.25), strength: hundredths(1.5), ..light });
    level.props.push(fixture::prop(1, 1, 9, 3));
    assert_eq!(level.set_lit(2, false), Some(true));
    assert_eq!(level.check(), []);
    level
}

#[test]
fn lights_and_lights_that_are_out_survive_a_file_of_every_form() {
    let level = lamps();
    let text = ron::write(&level);
    assert!(text.contains("light: Some((color: \"#ffb060\", radius: 4.5, fade: 0.25, strength: 1.5))"), "{text}");
    assert_eq!((text.matches("lit: false").count(), text.matches("lit: true").count()), (1, 0), "{text}");
    assert_eq!((text.matches("light:").count(), ron::write(&fixture::level()).matches("light").count()), (1, 0));
    let (json, line) = (json::write(&level), json::write_line(&level));
    for read in [ron::read(&text).unwrap(), json::read(&json).unwrap(), json::read(&line).unwrap()] {
        assert_eq!((&read, read.digest()), (&level, level.digest()));
        let lights: Vec<_> = read.props().map(|prop| prop.light().is_some()).collect();
        assert_eq!(lights, [false, false, false, false, false, false, true]);
        assert_eq!(read.props().filter(|prop| !prop.lit).count(), 1);
    }
    // What is there by default may be written too.
    let burning = ron::read_unchecked(&without_digest(&text.replace("lit: false", "lit: true"))).unwrap();
    let mut relit = level;
    assert_eq!(relit.set_lit(2, true), Some(false));
    assert_eq!(burning, relit);
}

#[test]
fn another_light_makes_another_level_and_so_does_one_that_is_out() {
    let changed = |change: &dyn Fn(&mut Level)| {
        let mut level = lamps();
        change(&mut level);
        level
    };
    let light = |change: fn(&mut Light)| changed(&|level| change(level.kinds[1].light.as_mut().unwrap()));
    let levels = [
        lamps(),
        changed(&|level| {
            level.set_lit(2, true);
        }),
        changed(&|level| {
            level.set_lit(6, false);
        }),
        changed(&|level| {
            level.set_lit(2, true);
            level.set_lit(6, false);
        }),
        changed(&|level| {
            level.set_lit(2, true);
            level.kinds[1].light = None;
        }),
        light(|light| light.color = "#ffb061".parse().unwrap()),
        light(|light| light.radius = Metres::whole(4)),
        light(|light| light.fade = hundredths(0.26)),
        light(|light| light.strength = hundredths(1.25)),
    ];
    for (number, one) in levels.iter().enumerate() {
        for other in &levels[..number] {
            assert!(one != other && one.digest() != other.digest(), "level {number}");
        }
    }
}

#[test]
fn invalid_lights_are_refused_with_the_allowed_ones() {
    let written = ron::write(&lamps());
    let radius = "kind \"lamp\": light's radius is";
    let fade = "allowed: 0 to 1, at most two digits behind the point";
    let strength = "allowed: 0.01 to 2, at most two digits behind the point";
    for (from, to, error) in [
        ("radius: 4.5", "radius: 0.0", format!("{radius} 0; allowed: a multiple of 1/256 above 0, up to 16")),
        ("radius: 4.5", "radius: -1.0", format!("{radius} -1; allowed: a multiple of 1/256")),
        ("radius: 4.5", "radius: 16.5", format!("{radius} 16.5; allowed: a multiple of 1/256")),
        ("radius: 4.5", "radius: 4.3", format!("{radius} 4.3; allowed: a multiple of 1/256")),
        ("radius: 4.5", "radius: NaN", format!("{radius} NaN; allowed: a multiple of 1/256")),
        ("fade: 0.25", "fade: 1.5", format!("kind \"lamp\": light's fade is 1.5; {fade}")),
        ("fade: 0.25", "fade: -0.1", format!("kind \"lamp\": light's fade is -0.1; {fade}")),
        ("fade: 0.25", "fade: 0.123", format!("kind \"lamp\": light's fade is 0.123; {fade}")),
        ("strength: 1.5", "strength: 0.0", format!("kind \"lamp\": light's strength is 0; {strength}")),
        ("strength: 1.5", "strength: 2.01", format!("kind \"lamp\": light's strength is 2.01; {strength}")),
        ("strength: 1.5", "strength: inf", format!("kind \"lamp\": light's strength is inf; {strength}")),
        ("#ffb060", "orange", "kind \"lamp\": light's color is \"orange\"; allowed: #rrggbb in hexadecimal".to_owned()),
        (", fade: 0.25", "", "line ".to_owned()),
        ("fade: 0.25", "fate: 0.25", "line ".to_owned()),
        ("lit: false", "lit: 0", "line ".to_owned()),
        (
            "(kind: \"table\", ",
            "(lit: false, kind: \"table\", ",
            "prop 0: lit is false; allowed: true, or no `lit` at all, for a kind without a light".to_owned(),
        ),
    ] {
        assert!(written.contains(from), "{from}");
        let refused = ron::read_unchecked(&written.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(refused.starts_with(&error), "{to}: {refused}");
    }
}

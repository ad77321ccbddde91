//! The main job: from a preset and a seed to a level, and the level to files.
//!
//! Several floors are the job of `floors`.

use roomgen::Request;

use super::{
    args::Generate,
    failure::Failure,
    floors,
    format::Scene,
    preset,
    request::{seed, sized, tell_shortfalls},
    start::starting,
    target::{Target, Targets},
    waiting::Waiting,
};

/// Generates a level; writes it, its picture, or both.
pub(super) fn run(arguments: &Generate) -> Result<(), Failure> {
    if let Some(floors) = arguments.floors {
        return floors::run(arguments, floors);
    }
    let targets = targets(arguments)?;
    let preset = sized(preset::load(&arguments.preset)?, arguments.size)?;
    if targets.have_picture() {
        arguments.picture.fits(preset.size())?;
    }
    let start = arguments.start.within(preset.size())?;
    let request = starting(Request::new(seed(arguments.seed)?).on_floor(arguments.floor), start);
    let request = request
        .with_difficulty(arguments.difficulty)
        .map_err(|error| Failure::usage(format!("--difficulty: {error}.")))?;

    let waiting = Waiting::over(preset.size(), "making the level");
    let level = roomgen::generate(&preset, request);
    drop(waiting);
    tell_shortfalls(&level, "", arguments.strict)?;
    let picture = arguments.picture.options();
    let scene = Scene::new(&level, &preset, picture);
    targets.write(&scene, arguments.force)
}

/// Where the level goes, and in which formats.
fn targets(arguments: &Generate) -> Result<Targets, Failure> {
    let Generate { out, format, png, .. } = arguments;
    if let (Some(format), [_, _, ..]) = (format, &out[..]) {
        let name = format.name();
        return Err(Failure::usage(format!("--format {name} is for one --out; with several, each says its format.")));
    }
    let mut targets: Vec<_> = out.iter().map(|path| Target::at("--out", path, *format)).collect::<Result<_, _>>()?;
    if out.is_empty() && (format.is_some() || png.is_none()) {
        targets.push(format.map_or_else(Target::shown, Target::standard)?);
    }
    if let Some(path) = png {
        targets.push(Target::picture("--png", path)?);
    }
    let targets = Targets::new(targets)?;
    preset::spare(&arguments.preset, |file, what| targets.spare(file, what))?;
    if let (Some(flag), false) = (arguments.picture.given(), targets.have_picture()) {
        return Err(Failure::usage(format!("{flag} is for pictures; add --png FILE.")));
    }
    Ok(targets)
}

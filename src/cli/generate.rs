//! The main job: from a preset and a seed to a level, and the level to files.
//!
//! Several floors are the job of `floors`.

use std::io::{self, IsTerminal};

use roomgen::Request;

use super::{
    args::Generate,
    failure::Failure,
    floors,
    format::{Format, encode, options},
    output::{self, Output},
    preset, print,
    request::{seed, sized, tell_shortfalls},
};

/// Generates a level; writes it, its picture, or both.
pub(super) fn run(arguments: &Generate) -> Result<(), Failure> {
    if let Some(floors) = arguments.floors {
        return floors::run(arguments, floors);
    }
    let outputs = outputs(arguments)?;
    let preset = sized(preset::load(&arguments.preset)?, arguments.size)?;
    if outputs.iter().any(|(_, format)| *format == Format::Png) {
        let refuse = |error| Failure::usage(format!("--scale: {error}."));
        options(arguments.scale, &arguments.overlay).sides(preset.size()).map_err(refuse)?;
    }
    let request = Request::new(seed(arguments.seed)?).on_floor(arguments.floor);
    let request = request
        .with_difficulty(arguments.difficulty)
        .map_err(|error| Failure::usage(format!("--difficulty: {error}.")))?;

    let level = roomgen::generate(&preset, request);
    tell_shortfalls(&level, "", arguments.strict)?;
    let encoded = outputs.into_iter().map(|(output, format)| {
        let bytes = encode(&level, preset.theme(), format, options(arguments.scale, &arguments.overlay))?;
        Ok((output, bytes))
    });
    output::write(&encoded.collect::<Result<Vec<_>, Failure>>()?)
}

/// Where the level goes, and in which format.
fn outputs(arguments: &Generate) -> Result<Vec<(Output, Format)>, Failure> {
    let mut outputs = Vec::new();
    match (&arguments.out, arguments.format) {
        (Some(path), format) => {
            let output = Output::at("--out", path)?;
            let by_name = || Format::of_ending(path).or_else(|| output.is_stream().then_some(Format::Ron));
            let format = format.or_else(by_name).ok_or_else(|| Format::unknown_ending("--out", path))?;
            outputs.push((output, format));
        }
        (None, None) if arguments.png.is_some() => {}
        (None, format) => outputs.push((Output::standard(), format.unwrap_or(Format::Text))),
    }
    if let Some(path) = &arguments.png {
        let output = Output::at("--png", path)?;
        if !output.is_stream() && Format::of_ending(path) != Some(Format::Png) {
            let path = print::path(path);
            return Err(Failure::usage(format!("--png {path}: a picture goes to a file that ends in .png, or to -.")));
        }
        outputs.push((output, Format::Png));
    }
    refuse_nonsense(&outputs, arguments)?;
    Ok(outputs)
}

fn refuse_nonsense(outputs: &[(Output, Format)], arguments: &Generate) -> Result<(), Failure> {
    let refuse = |sentence: String| Err(Failure::usage(sentence));
    if let [(data, _), (picture, _)] = outputs
        && data.is_also(picture)
    {
        return refuse(format!("{} and {} are the same place; give two.", data.name, picture.name));
    }
    for (output, format) in outputs {
        if preset::is_file(&arguments.preset) && output.replaces(&arguments.preset) {
            return refuse(format!("{} is the preset itself, which would be lost; give another file.", output.name));
        }
        if *format == Format::Png && output.is_standard() && io::stdout().is_terminal() {
            return refuse(format!("{} is a terminal, which shows no picture; send it to a file.", output.name));
        }
    }
    let for_pictures = [("--scale", arguments.scale.is_some()), ("--overlay", !arguments.overlay.is_empty())];
    for (flag, _) in for_pictures.iter().filter(|(_, given)| *given) {
        if !outputs.iter().any(|(_, format)| *format == Format::Png) {
            return refuse(format!("{flag} is for pictures; add --png FILE."));
        }
    }
    Ok(())
}

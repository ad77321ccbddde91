//! `roomgen check`: whether a level file keeps its invariants, and whether its seed makes it.

use std::path::Path;

use roomgen::{
    Level, Preset, ReproduceError,
    export::{self, png},
    level::{Breach, LevelError},
    theme::Theme,
};

use super::{
    args::Check,
    failure::Failure,
    format::{Format, encode},
    preset, print, report, source,
};

/// Prints each invariant that the file breaks, or that all is well.
pub(super) fn run(arguments: &Check) -> Result<(), Failure> {
    let (file, name) = match arguments.file.to_string_lossy() {
        dash if dash == "-" => ("standard input".into(), "standard input".to_owned()),
        file => (file, print::path(&arguments.file)),
    };
    let format = format(arguments, &name)?;
    let text = source::text(&name, &arguments.file, source::MAX_LEVEL)?;
    let level = read(source::without_mark(&text), format, &name, &file)?;

    let mut breaches = level.check();
    if arguments.regenerate {
        let preset = preset_of(&level, arguments.preset.as_deref(), &name)?;
        breaches.extend(regenerate(&level, &preset, &text, format, &name)?);
    }
    let mut answer: String = breaches.iter().map(|breach| format!("{}\n", print::shown(&breach.to_string()))).collect();
    if breaches.is_empty() {
        let (rooms, props) = (level.rooms().len(), level.props().len());
        let again = if arguments.regenerate { ", the same when generated again" } else { "" };
        let (rooms, props) = (print::count(rooms, "room"), print::count(props, "prop"));
        answer = format!("ok: {rooms}, {props}, {}x{} cells{again}\n", level.width(), level.height());
    }
    print::answer(&answer).map_err(|error| Failure::writing("standard output", &error))?;
    if breaches.is_empty() { Ok(()) } else { Err(Failure::already_said()) }
}

/// The format of the file, by flag or by its ending.
fn format(arguments: &Check, name: &str) -> Result<Format, Failure> {
    match arguments.format.or_else(|| Format::of_ending(&arguments.file)) {
        Some(format @ (Format::Ron | Format::Json)) => Ok(format),
        Some(format) => Err(Failure::usage(format!(
            "{name}: a level cannot be read from {}. Give one that was written as .ron or .json.",
            match arguments.format {
                Some(_) => "that format".to_owned(),
                None => format!("a .{} file", format.ending()),
            }
        ))),
        None => {
            Err(Failure::usage(format!("{name}: its name does not say the format. Add --format ron or --format json.")))
        }
    }
}

fn read(text: &str, format: Format, name: &str, file: &str) -> Result<Level, Failure> {
    let level = match format {
        Format::Json => export::json::read_unchecked(text),
        _ => export::ron::read_unchecked(text),
    };
    level.map_err(|error| match error {
        LevelError::Syntax { message, line, column } => {
            Failure::report_of(report::level(&message, text, (line, column), file))
        }
        other => Failure::failed(format!("{name} is not a level: {other}.")),
    })
}

/// The preset that made a level: the one given, or the built-in one that the level names.
fn preset_of(level: &Level, given: Option<&Path>, name: &str) -> Result<Preset, Failure> {
    if let Some(given) = given {
        return preset::load(given);
    }
    Preset::built_in(&level.origin().preset).map_err(|_| {
        Failure::failed(format!(
            "{name} was made by the preset {:?}, which is not built in. Give the preset's file with --preset FILE.",
            level.origin().preset
        ))
    })
}

/// How the level breaks invariant 11, if it does: generated again, it is another level, or another text.
fn regenerate(
    level: &Level,
    preset: &Preset,
    text: &str,
    format: Format,
    name: &str,
) -> Result<Option<Breach>, Failure> {
    let breach = |what: String| Ok(Some(Breach { invariant: 11, what }));
    let again = match roomgen::reproduce(level, preset) {
        Ok(again) => again,
        Err(differs @ ReproduceError::Differs { .. }) => return breach(differs.to_string()),
        Err(refused) => {
            let way_out = match refused {
                ReproduceError::Digest { .. } => " If a preset file made the level, give it with --preset FILE.",
                ReproduceError::Revision { .. } => " Use a release of that revision.",
                _ => "",
            };
            return Err(Failure::failed(format!("{name} cannot be generated again: {refused}.{way_out}")));
        }
    };
    let bytes = encode(&again, &Theme::default(), format, png::Options::default())?;
    if bytes == text.as_bytes() {
        return Ok(None);
    }
    let same = bytes.iter().zip(text.as_bytes()).take_while(|(ours, theirs)| ours == theirs).count();
    let line = bytes[..same].iter().filter(|&&byte| byte == b'\n').count() + 1;
    breach(format!("generated again, the level is the same, but line {line} of the file is written in another way"))
}

//! `roomgen check`: whether a level file keeps its invariants and whether its seed makes it.
//! Folders are in `folder`.

use std::path::Path;

use roomgen::{
    Cell, Level, REVISION, ReproduceError,
    export::{
        self,
        text::{TextAlphabet, TextError, TextHint},
    },
    geom::{Extent, Rect},
    level::InvariantBreach,
};

use super::{
    args::CheckArgs,
    failure::CommandFailure,
    folder,
    level::{self, LoadedLevel},
    print,
    progress::StepSpinner,
    report,
    request::figures,
    source,
};

/// Prints each invariant that the file breaks, or that it is valid; or the schema of level files.
pub(super) fn run(arguments: &CheckArgs) -> Result<(), CommandFailure> {
    let Some(path) = &arguments.file else {
        return print::result(export::json::SCHEMA);
    };
    if arguments.text {
        return check_text(path, arguments.map.as_ref());
    }
    if path.is_dir() && arguments.from.is_none() {
        let (faults, summary) = folder::check(path, arguments)?;
        return report_faults(&faults, &summary);
    }
    let file = level::read(path, arguments.from)?;
    let faults = faults(&file, arguments)?;
    warn_of_revision(&file);
    let again = if arguments.regenerate { ", the same when generated again" } else { "" };
    report_faults(&faults, &format!("{}, {} cells{again}", figures(&file.level), file.level.size()))
}

/// The faults of a level file, a line each.
pub(super) fn faults(file: &LoadedLevel, arguments: &CheckArgs) -> Result<Vec<String>, CommandFailure> {
    let mut breaches = file.breaches();
    if arguments.regenerate {
        breaches.extend(regenerate(file, arguments.preset.as_deref())?);
    }
    let breaches = breaches.iter().map(ToString::to_string);
    let misstatement = file.misstatement().map(|fault| fault.to_string());
    Ok(start_outside(&file.level).into_iter().chain(breaches).chain(misstatement).collect())
}

/// The fault of a level whose requested start is no cell of it. The tool refuses such a start, but
/// a game may ask for any cell.
fn start_outside(level: &Level) -> Option<String> {
    let Cell { x, y } = level.origin().start.filter(|&start| !Rect::from(level.size()).contains(start))?;
    Some(format!("start: ({x}, {y}) is no cell of the level of {} cells", level.size()))
}

fn warn_of_revision(file: &LoadedLevel) {
    let (name, given) = (&file.name, file.level.origin().revision);
    if given != REVISION {
        print::warning(&format!(
            "{name} was made by another roomgen: its revision is {given}, this one is {REVISION}. Seeds have other levels there."
        ));
    }
}

/// Checks the tiles of a level that is drawn as text, whose characters show what `map` says.
fn check_text(path: &Path, map: Option<&TextAlphabet>) -> Result<(), CommandFailure> {
    let (file, name) = level::names(path);
    let text = source::text(&name, path, source::MAX_LEVEL)?;
    let drawing = export::text::read_as(&text, map.unwrap_or(&TextAlphabet::default()));
    let drawing = drawing.map_err(|error| match error.place() {
        Some(place) => {
            let message = error.to_string();
            let message = message.split_once(": ").map_or(&*message, |(_, message)| message);
            CommandFailure::with_report(report::level((message, help(&error).as_deref()), &text, place, &file))
        }
        None => CommandFailure::failed(format!("{name} shows no level: {error}.")),
    })?;
    for hint in drawing.hints() {
        let remedy = match hint {
            TextHint::RockBesideFloor { .. } => ". A space is rock, which nobody walks; --map ' =floor' makes it floor",
            _ => "",
        };
        print::note(&format!("hint: {hint}{remedy}."));
    }
    let open = drawing.tiles().values().iter().filter(|tile| tile.is_open()).count();
    let open = print::count(open, "open cell");
    let breaches: Vec<_> = drawing.check().iter().map(ToString::to_string).collect();
    let Extent { width, height } = drawing.extent();
    report_faults(&breaches, &format!("{open}, {width}x{height} cells, tiles alone"))
}

/// An argument as one types it in a shell.
fn quoted(argument: &str) -> String {
    if argument.contains('\'') { format!("\"{argument}\"") } else { format!("'{argument}'") }
}

/// How to say what the characters of a drawing show that cannot be read.
fn help(error: &TextError) -> Option<String> {
    match error {
        TextError::Unknown { given, others, .. } => {
            let map: Vec<_> = [given].into_iter().chain(others).map(|other| format!("{other}=WORD")).collect();
            Some(format!(
                "say what it shows by --map {}, with the words rock, wall, floor, corridor, door, entry and exit; or by \
                 a legend below an empty line, as in `{given} statue`",
                quoted(&map.join(","))
            ))
        }
        TextError::Second { given, .. } => {
            Some(format!("--map {} takes all of them for floor", quoted(&format!("{given}=floor"))))
        }
        _ => None,
    }
}

/// Prints the faults, or `ok` and the summary if there are none.
fn report_faults(faults: &[String], summary: &str) -> Result<(), CommandFailure> {
    /// Faults beyond this number are counted, not shown.
    const SHOWN: usize = 100;
    if faults.is_empty() {
        return print::result(&format!("ok: {summary}\n"));
    }
    let mut lines: String = faults.iter().take(SHOWN).map(|fault| format!("{}\n", print::shown(fault))).collect();
    if faults.len() > SHOWN {
        lines += &format!("and {} more\n", faults.len() - SHOWN);
    }
    print::result(&lines)?;
    Err(CommandFailure::printed())
}

/// The breach of invariant 11, if the level generated again is another level or has other bytes.
fn regenerate(file: &LoadedLevel, preset: Option<&Path>) -> Result<Option<InvariantBreach>, CommandFailure> {
    let LoadedLevel { level, name, codec, text, .. } = file;
    let Some(loaded) = file.preset(preset)? else {
        return Err(CommandFailure::failed(format!(
            "{name} was made by the preset {:?}, which is not built in. Give the preset's file with --preset FILE.",
            level.origin().preset
        )));
    };
    let breach = |what: String| Ok(Some(InvariantBreach { invariant: 11, what }));
    let _spinner = StepSpinner::for_size(level.size(), "generating it again");
    let again = match roomgen::reproduce(level, &loaded.preset) {
        Ok(again) => again,
        Err(difference @ ReproduceError::Differs { .. }) => return breach(difference.to_string()),
        Err(refusal) => {
            let remedy = match refusal {
                ReproduceError::PresetDigest { .. } => " If a preset file made the level, give it with --preset FILE.",
                ReproduceError::Revision { .. } => " Use a release of that revision.",
                _ => "",
            };
            return Err(CommandFailure::failed(format!("{name} cannot be generated again: {refusal}.{remedy}")));
        }
    };
    let again = (codec.write)(&again);
    if again == text.as_bytes() {
        return Ok(None);
    }
    let (theirs, ours) = (text.as_bytes().split(|&byte| byte == b'\n'), again.split(|&byte| byte == b'\n'));
    let line = theirs.zip(ours).take_while(|(theirs, ours)| theirs == ours).count() + 1;
    breach(format!("generated again, the level is the same, but line {line} of the file is written differently"))
}

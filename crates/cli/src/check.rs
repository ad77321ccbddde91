//! `roomgen check`: whether a level file keeps its invariants and whether its seed makes it.
//! Folders are in `folder`.

use std::path::Path;

use roomgen::{
    REVISION,
    export::{
        self,
        text::{TextAlphabet, TextError, TextHint},
    },
    geom::Extent,
};

use super::{
    args::CheckArgs,
    failure::CommandFailure,
    faults, folder,
    level::{self, LoadedLevel},
    print, report,
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
    let faults = faults::faults(&file, arguments)?;
    warn_of_revision(&file);
    let again = if arguments.regenerate { ", the same when generated again" } else { "" };
    report_faults(&faults, &format!("{}, {} cells{again}", figures(&file.level), file.level.size()))
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
    let drawing = drawing.map_err(|error| match error.position() {
        Some((line, column)) => {
            let message = error.to_string();
            let message = message.split_once(": ").map_or(&*message, |(_, message)| message);
            CommandFailure::with_report(report::level(message, help(&error).as_deref(), &text, line, column, &file))
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
    let mut lines: String = faults.iter().take(SHOWN).map(|fault| format!("{}\n", print::escaped(fault))).collect();
    if faults.len() > SHOWN {
        lines += &format!("and {} more\n", faults.len() - SHOWN);
    }
    print::result(&lines)?;
    Err(CommandFailure::printed())
}

//! `roomgen check`: whether a level file keeps its invariants and whether its seed makes it.
//! Folders are in `folder`.

use std::{fmt, path::Path};

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
    diagnostic::{self, Diagnostic, ReportFormat, ToolCode},
    failure::CommandFailure,
    faults, folder,
    level::{self, LoadedLevel},
    print, report,
    request::figures,
    run::source::RunReader,
    source,
};

/// Prints each invariant that the file breaks, or that it is valid; or the schema of level files.
pub(super) fn run(arguments: &CheckArgs) -> Result<(), CommandFailure> {
    let Some(path) = &arguments.file else {
        return print::result(export::json::SCHEMA);
    };
    let format = arguments.format;
    if arguments.text {
        return check_text(path, arguments);
    }
    if path.is_dir() && arguments.from.is_none() {
        let (faults, summary) = folder::check(path, arguments)?;
        return report_faults(format, &[], faults, &summary);
    }
    let file = level::read(path, arguments.from)?;
    let faults = faults::faults(&file, path, arguments, &mut RunReader::of_flag(arguments.run.as_deref())?)?;
    let again = if arguments.regenerate { ", the same when generated again" } else { "" };
    let summary = format!("{}, {} cells{again}", figures(&file.level), file.level.size());
    report_faults(format, other_revision(&file, path).as_slice(), faults, &summary)
}

/// A warning if another revision made the file.
fn other_revision(file: &LoadedLevel, path: &Path) -> Option<Diagnostic> {
    let (name, given) = (&file.name, file.level.origin().revision);
    let warning = || {
        format!(
            "{name} was made by another roomgen: its revision is {given}, this one is {REVISION}. Seeds have other levels there."
        )
    };
    let diagnostic = |what| Diagnostic::warning(ToolCode::OtherRevision.name(), what).in_file(diagnostic::file(path));
    (given != REVISION).then(warning).map(diagnostic)
}

/// Checks the tiles of a level that is drawn as text, whose characters show what `--map` says.
fn check_text(path: &Path, arguments: &CheckArgs) -> Result<(), CommandFailure> {
    let name = level::name(path);
    let text = source::text(&name, path, source::MAX_LEVEL)?;
    let drawing = export::text::read_as(&text, arguments.map.as_ref().unwrap_or(&TextAlphabet::default()));
    let drawing = drawing.map_err(|error| match error.position() {
        Some(place) => {
            let message = error.to_string();
            let message = message.split_once(": ").map_or(&*message, |(_, message)| message);
            report::level((error.code(), message, help(&error)), &text, place, path)
        }
        None => CommandFailure::failed(format!("{name} shows no level: {error}.")).coded(error.code()).in_file(path),
    })?;
    let drawing = if arguments.open_border { drawing.with_open_border() } else { drawing };
    let file = diagnostic::file(path);
    let hints: Vec<_> = drawing.hints().iter().map(|hint| of_hint(hint).in_file(&*file)).collect();
    let breaches: Vec<_> = drawing
        .check()
        .iter()
        .map(|breach| faults::breach_of_tiles(breach, drawing.extent()).in_file(&*file))
        .collect();
    let open = drawing.tiles().values().iter().filter(|tile| tile.is_open()).count();
    let open = print::count(open, "open cell");
    let Extent { width, height } = drawing.extent();
    report_faults(arguments.format, &hints, breaches, &format!("{open}, {width}x{height} cells, tiles alone"))
}

/// A note on a way of drawing that differs from roomgen's.
fn of_hint(hint: &TextHint) -> Diagnostic {
    let note = |first| Diagnostic::note(hint.code(), hint.to_string()).at_cell(first);
    match *hint {
        TextHint::RockBesideFloor { first, .. } => {
            let help = "A space is rock, which nobody walks; --map ' =floor' makes it floor";
            note(first).with_help(Some(help.to_owned()))
        }
        TextHint::WallInRock { first, .. } => note(first),
        _ => Diagnostic::note(hint.code(), hint.to_string()),
    }
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

/// Prints what fails nothing, and the faults; or `ok` and the summary if there are none.
fn report_faults<Fault: fmt::Display + Into<Diagnostic>>(
    format: ReportFormat,
    hints: &[Diagnostic],
    faults: Vec<Fault>,
    summary: &str,
) -> Result<(), CommandFailure> {
    /// Faults beyond this number are counted, not shown.
    const SHOWN: usize = 100;
    let is_ok = faults.is_empty();
    if format == ReportFormat::Json {
        let faults = faults.into_iter().map(Fault::into);
        print::diagnostics(hints.iter().cloned().chain(faults))?;
        return if is_ok { Ok(()) } else { Err(CommandFailure::printed()) };
    }
    hints.iter().for_each(print::aside);
    if is_ok {
        return print::result(&format!("ok: {summary}\n"));
    }
    let shown = faults.iter().take(SHOWN).map(|fault| format!("{}\n", print::escaped(&fault.to_string())));
    let mut lines: String = shown.collect();
    if faults.len() > SHOWN {
        lines += &format!("and {} more\n", faults.len() - SHOWN);
    }
    print::result(&lines)?;
    Err(CommandFailure::printed())
}

//! The faults of a level file: broken invariants, false statements, and another level when it is
//! generated again.

use std::path::Path;

use roomgen::{
    Cell, Level, ReproduceError,
    check::InvariantBreach,
    geom::{Extent, Rect},
    level::Origin,
};
use roomgen_export::format::LevelExport;

use super::{
    args::CheckArgs,
    diagnostic::{self, Diagnostic, LevelPlace, ToolCode},
    failure::CommandFailure,
    format,
    level::LoadedLevel,
    progress,
    run::source::RunReader,
};

/// The faults of the level file at `path`.
pub(super) fn faults(
    file: &LoadedLevel,
    path: &Path,
    arguments: &CheckArgs,
    runs: &mut RunReader,
) -> Result<Vec<Diagnostic>, CommandFailure> {
    let mut breaches = file.breaches();
    if arguments.regenerate {
        breaches.extend(regenerate(file, arguments.preset.as_deref(), runs).map_err(|failure| failure.in_file(path))?);
    }
    let level = &file.level;
    let breaches = breaches.iter().map(|breach| Diagnostic::breach(breach).in_level(place(&breach.what, level)));
    let misstatement = file.misstatement().map(|fault| {
        let what = fault.to_string();
        Diagnostic::error(ToolCode::Misstatement.name(), &*what).in_level(place(&what, level))
    });
    let faults = start_outside(level).into_iter().chain(breaches).chain(misstatement);
    Ok(faults.map(|fault| fault.in_file(diagnostic::file(path))).collect())
}

/// An invariant that the tiles of a drawing break.
pub(super) fn breach_of_tiles(breach: &InvariantBreach, Extent { width, height }: Extent) -> Diagnostic {
    let help = (breach.invariant == 1).then(|| "with --open-border it may lead out of the text".to_owned());
    let fault = Diagnostic::breach(breach).with_help(help);
    match first_cell(&breach.what, Rect::of(0, 0, width, height)) {
        Some(cell) => fault.at_cell(cell),
        None => fault,
    }
}

/// The place that a sentence on a level names first: a room of the level, and a cell of it.
fn place(sentence: &str, level: &Level) -> LevelPlace {
    let rooms = sentence.match_indices("room ").filter_map(|(at, word)| {
        let rest = &sentence[at + word.len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest[..digits].parse::<u32>().ok()
    });
    let Origin { seed, floor, .. } = level.origin();
    LevelPlace {
        seed: Some(seed.to_string()),
        floor: Some(*floor),
        room: rooms.into_iter().find(|&room| (room as usize) < level.rooms().len()),
        cell: first_cell(sentence, level.size().into()).map(|Cell { x, y }| [x, y]),
    }
}

/// The first cell within `bounds` that a sentence names.
fn first_cell(sentence: &str, bounds: Rect) -> Option<Cell> {
    let cells = sentence.match_indices('(').filter_map(|(at, _)| {
        let (x, y) = sentence[at + 1..].split_once(')')?.0.split_once(", ")?;
        Some(Cell { x: x.parse().ok()?, y: y.parse().ok()? })
    });
    cells.into_iter().find(|&cell| bounds.contains(cell))
}

/// The fault of a level whose requested start is no cell of it. The tool refuses such a start, but
/// a game may ask for any cell.
fn start_outside(level: &Level) -> Option<Diagnostic> {
    let Cell { x, y } = level.origin().start.filter(|&start| !Rect::from(level.size()).contains(start))?;
    let what = format!("start: ({x}, {y}) is no cell of the level of {} cells", level.size());
    let place = place(&what, level);
    Some(Diagnostic::error(ToolCode::StartOutside.name(), what).in_level(place))
}

/// The breach of invariant 11, if the level generated again is another level or has other bytes.
fn regenerate(
    file: &LoadedLevel,
    preset: Option<&Path>,
    runs: &mut RunReader,
) -> Result<Option<InvariantBreach>, CommandFailure> {
    let LoadedLevel { level, name, format, text, .. } = file;
    let Some(loaded) = file.preset(preset, runs)? else {
        let ((maker, flag), what) = (file.maker(), if level.origin().run.is_some() { "run" } else { "preset" });
        return Err(CommandFailure::failed(format!(
            "{name} was made by the {maker}, which is not built in. Give the {what}'s file with {flag} FILE."
        ))
        .coded(ToolCode::NeedsPreset.name()));
    };
    let breach = |what: String| Ok(Some(InvariantBreach { invariant: 11, what }));
    let _spinner = progress::of_step(level.size(), "generating it again");
    let again = match roomgen::reproduce(level, loaded.recipe()) {
        Ok(again) => again,
        Err(difference @ ReproduceError::Differs { .. }) => return breach(difference.to_string()),
        Err(refusal) => {
            let (code, remedy) = match refusal {
                ReproduceError::PresetDigest { .. } => {
                    (ToolCode::OtherPreset, " If a preset file made the level, give it with --preset FILE.")
                }
                ReproduceError::Revision { .. } => (ToolCode::OtherRevision, " Use a release of that revision."),
                _ => (ToolCode::NotRegenerable, ""),
            };
            let sentence = format!("{name} cannot be generated again: {refusal}.{remedy}");
            return Err(CommandFailure::failed(sentence).coded(code.name()));
        }
    };
    let again = format::bytes(*format, &LevelExport::new(&again, &loaded.preset))?;
    if again == text.as_bytes() {
        return Ok(None);
    }
    let (theirs, ours) = (text.as_bytes().split(|&byte| byte == b'\n'), again.split(|&byte| byte == b'\n'));
    let line = theirs.zip(ours).take_while(|(theirs, ours)| theirs == ours).count() + 1;
    breach(format!("generated again, the level is the same, but line {line} of the file is written differently"))
}

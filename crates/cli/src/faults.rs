//! The faults of a level file: broken invariants, false statements, and another level when it is
//! generated again.

use std::path::Path;

use roomgen::{Cell, Level, ReproduceError, check::InvariantBreach, geom::Rect};
use roomgen_formats::format::LevelExport;

use super::{args::CheckArgs, failure::CommandFailure, format, level::LoadedLevel, progress};

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

/// The breach of invariant 11, if the level generated again is another level or has other bytes.
fn regenerate(file: &LoadedLevel, preset: Option<&Path>) -> Result<Option<InvariantBreach>, CommandFailure> {
    let LoadedLevel { level, name, format, text, .. } = file;
    let Some(loaded) = file.preset(preset)? else {
        return Err(CommandFailure::failed(format!(
            "{name} was made by the preset {:?}, which is not built in. Give the preset's file with --preset FILE.",
            level.origin().preset
        )));
    };
    let breach = |what: String| Ok(Some(InvariantBreach { invariant: 11, what }));
    let _spinner = progress::of_step(level.size(), "generating it again");
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
    let again = format::bytes(*format, &LevelExport::new(&again, &loaded.preset))?;
    if again == text.as_bytes() {
        return Ok(None);
    }
    let (theirs, ours) = (text.as_bytes().split(|&byte| byte == b'\n'), again.split(|&byte| byte == b'\n'));
    let line = theirs.zip(ours).take_while(|(theirs, ours)| theirs == ours).count() + 1;
    breach(format!("generated again, the level is the same, but line {line} of the file is written differently"))
}

//! Lint for names of prop kinds that Godot takes as import commands. Needs no sample levels.

use super::{FindingCode, LintReport, PresetPlace};
use crate::model::{import_hint, without_import_hints};

/// Reports kinds of props whose names end in an import command of Godot.
pub(super) fn import_hints(report: &mut LintReport<'_>) {
    for kind in report.preset().kinds() {
        let Some((_, hint)) = import_hint(&kind.name) else { continue };
        let message = format!("Godot takes the end of this name as its import command `{hint}`");
        let plain = without_import_hints(&kind.name);
        let help = format!("glTF scenes use the name {plain:?}; choose that name, or another one");
        report.add(FindingCode::ImportHint, PresetPlace::Kind(&kind.name), None, message, help);
    }
}

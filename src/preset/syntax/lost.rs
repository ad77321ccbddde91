//! The parts of a preset that could not be read.

use std::collections::BTreeSet;

use super::{SourceSpan, fault::Fault, place::Bracket, source::SourceTree};
use crate::error::Problem;

/// Fields on which the check of other values depends. Without one of them, only the mistakes that
/// the reader finds are reported.
const DEPENDED_ON: [&str; 12] =
    ["floorplan", "rooms", "min", "max", "style", "margin", "door", "width", "size", "footprint", "props", "rows"];

/// Maps on whose entries the check of a budget depends. Without a part of one, it is as without one
/// of [`DEPENDED_ON`].
const DEPENDED_ON_WHOLE: [&str; 2] = ["groups", "items"];

/// The parts of a preset that could not be read. What depends on one is no mistake of its own.
#[derive(Debug, Default)]
pub(in crate::preset) struct LostParts {
    /// The structs, maps and lists that lost a part.
    incomplete: Vec<SourceSpan>,
    /// The strings and characters in lost parts, which may be names that other parts refer to.
    names: BTreeSet<String>,
    /// Whether one of [`DEPENDED_ON`] or a part of one of [`DEPENDED_ON_WHOLE`] is lost.
    is_needed: bool,
}

impl LostParts {
    /// Whether a problem that the check finds may be due to a lost part.
    pub(in crate::preset) fn explains(&self, source: &SourceTree<'_>, problem: &Problem) -> bool {
        let Some(number) = source.texts.iter().position(|text| text.name == problem.base) else { return false };
        let text = source.texts[number].text.get(problem.span.clone()).unwrap_or_default();
        let is_around = |lost: &SourceSpan| (lost.source, &lost.span) == (number, &problem.span);
        self.is_needed || self.incomplete.iter().any(is_around) || self.names.contains(text.trim_matches(['"', '\'']))
    }

    /// Whether a struct, map or list lost a part.
    pub(super) fn has_lost(&self, whole: &SourceSpan) -> bool {
        self.incomplete.iter().any(|lost| (lost.source, &lost.span) == (whole.source, &whole.span))
    }

    /// Adds a part with this mistake and these quoted `names`: in the brackets `around`, with the
    /// key `key`, at the end of a path of keys.
    pub(super) fn add<'a>(
        &mut self,
        fault: Fault,
        around: &Bracket,
        key: Option<&str>,
        mut path: impl Iterator<Item = &'a str>,
        names: impl Iterator<Item = &'a str>,
    ) {
        if fault != Fault::Repeated {
            self.incomplete.push(around.whole.clone());
        }
        // An unknown field is probably one of the struct, misspelt.
        if matches!(fault, Fault::Repeated | Fault::UnknownField(_)) {
            return;
        }
        self.is_needed |= key.is_some_and(|key| DEPENDED_ON.contains(&key));
        self.is_needed |= path.any(|key| DEPENDED_ON_WHOLE.contains(&key));
        self.names.extend(names.map(|name| name.trim_matches(['"', '\'']).to_owned()));
    }
}

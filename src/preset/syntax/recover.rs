//! Reads a preset past its mistakes, so that one error reports all of them.

use serde::de::DeserializeOwned;

use super::{lost::LostParts, reader::Reader, source::SourceTree};
use crate::error::{PresetError, Problem, ProblemCode};

/// A preset or a run, as far as it can be read.
pub(in crate::preset) struct TextReading<T> {
    pub(in crate::preset) raw: T,
    /// What cannot be read, at most [`MAX_PROBLEMS`].
    pub(in crate::preset) problems: Vec<Problem>,
    pub(in crate::preset) lost: LostParts,
}

/// Reads a preset or a run. A value that cannot be read is reported, left out of the tree of
/// `source`, and the rest is read without it.
///
/// Cost: linear in the text, and once more in the item of a list or the entry of a map that has a
/// mistake.
///
/// # Errors
///
/// All problems so far, if there are too many, or if a value cannot be left out.
pub(in crate::preset) fn read<T: DeserializeOwned>(source: &mut SourceTree<'_>) -> Result<TextReading<T>, PresetError> {
    let level = level_file(source);
    let mut reader = Reader::new(&source.texts, &source.tokens, std::mem::take(&mut source.notes));
    loop {
        let read = reader.value(&mut source.tree).and_then(T::deserialize);
        if let Some(problem) = level.as_ref().filter(|_| !reader.problems.is_empty()) {
            return Err(PresetError::of(problem.clone()));
        }
        match read {
            Ok(raw) if !reader.is_stopped => {
                return Ok(TextReading { raw, problems: reader.problems, lost: reader.lost });
            }
            // The mistake could not be left out.
            _ if reader.is_stopped || reader.pending.is_some() => return Err(PresetError::all(reader.problems)),
            _ => {}
        }
    }
}

/// The problem of a text that is a level, in RON or JSON; `None` for any other text.
fn level_file(source: &SourceTree<'_>) -> Option<Problem> {
    (source.has_field("tiles") && source.has_field("revision")).then(|| {
        let message = "this is a level, not a preset".to_owned();
        let help = Some("a preset has `props` and `layouts`, and no `tiles`".to_owned());
        source.problem(ProblemCode::BadValue, source.tree.open(), message, help)
    })
}

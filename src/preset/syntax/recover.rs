//! Reads a preset's text past its mistakes, so that one error reports all of them.
//!
//! Serde stops at the first value that it cannot read. The smallest field, map entry or list item
//! around that value is then blanked out, and the text is read again. What depends on a blanked
//! part is no mistake of its own: see [`LostParts`].

use std::{borrow::Cow, collections::BTreeSet, ops::Range};

use ron::error::Error;

use super::{
    MAX_PROBLEMS, SourceSpan, ValueTree, expected, foreign, offset, options,
    place::TokenPlace,
    tokens::{Token, TokenKind},
    tokens_of, tree,
    tree::{TreeBody, TreePart},
};
use crate::{
    error::{PresetError, Problem, ProblemCode},
    preset::rules::RawPreset,
};

/// Fields on which the check of other values depends. Without one of them, only the mistakes that
/// serde finds are reported.
const DEPENDED_ON: [&str; 12] =
    ["floorplan", "rooms", "min", "max", "style", "margin", "door", "width", "size", "footprint", "props", "rows"];

/// Maps on whose entries the check of a budget depends. Without a part of one, it is as without one
/// of [`DEPENDED_ON`].
const DEPENDED_ON_WHOLE: [&str; 2] = ["groups", "items"];

/// A preset's text, as far as it can be read.
pub(in crate::preset) struct PresetReading<'text> {
    pub(in crate::preset) raw: RawPreset,
    /// The text, with spaces in place of the parts that cannot be read.
    pub(in crate::preset) text: Cow<'text, str>,
    /// What cannot be read, at most [`MAX_PROBLEMS`].
    pub(in crate::preset) problems: Vec<Problem>,
    pub(in crate::preset) lost: LostParts,
}

/// The parts of a text that could not be read.
#[derive(Debug, Default)]
pub(in crate::preset) struct LostParts {
    /// The spans of the structs, maps and lists that lost a part.
    incomplete: Vec<Range<usize>>,
    /// The strings and characters in lost parts, which may be names that other parts refer to.
    names: BTreeSet<String>,
    /// Whether one of [`DEPENDED_ON`] or a part of one of [`DEPENDED_ON_WHOLE`] is lost.
    is_needed: bool,
}

impl LostParts {
    /// Whether a problem that the check finds may be due to a lost part.
    pub(in crate::preset) fn explains(&self, text: &str, problem: &Problem) -> bool {
        let given = text.get(problem.span.clone()).unwrap_or_default().trim_matches(['"', '\'']);
        self.is_needed || self.incomplete.contains(&problem.span) || self.names.contains(given)
    }
}

/// Reads a preset's text. A value that cannot be read is reported and left out, and the rest is
/// read without it.
///
/// Cost: linear in the text, once more for each problem.
///
/// # Errors
///
/// - One problem, if the text is too long, or if a quote, a comment or a bracket is not closed.
/// - All problems so far, if there are too many, or if a value cannot be left out.
pub(in crate::preset) fn read(text: &str) -> Result<PresetReading<'_>, PresetError> {
    let mut tokens = tokens_of(text)?;
    let (mut readable, mut problems, mut lost) = (Cow::Borrowed(text), Vec::new(), LostParts::default());
    let mut optionals = Vec::new();
    foreign::optionals(text, &tree::read(text, &tokens, 0), &mut optionals);
    for (span, [before, behind]) in optionals {
        if problems.len() < MAX_PROBLEMS {
            let (message, help) = foreign::optional(&text[before.end..behind.start]);
            problems.push(Problem::new(ProblemCode::Syntax, text, span, message, help));
        }
        for part in [before, behind] {
            readable.to_mut().replace_range(part.clone(), &blanks(&text[part]));
        }
    }
    if !problems.is_empty() {
        tokens = tokens_of(&readable)?;
    }
    loop {
        let error = match options().from_str(&readable) {
            Ok(raw) => return Ok(PresetReading { raw, text: readable, problems, lost }),
            Err(error) => error,
        };
        let tree = tree::read(&readable, &tokens, 0);
        if let Some(problem) = level_file(text, &tree) {
            return Err(PresetError::of(problem));
        }
        let place = TokenPlace::new(&readable, &tokens, &tree, offset(&readable, error.span.end));
        let (span, message, help) = expected::explain(&place, &error.code);
        // A struct that lost a required field lacks it now, and a ramp without an end is none.
        let is_missing = matches!(error.code, Error::MissingStructField { .. });
        let lacks_field = is_missing && place.enclosing().is_some_and(|whole| lost.incomplete.contains(&whole));
        let is_derived = lacks_field || lost.incomplete.contains(&span);
        let mistake_end = span.end;
        let removed = match expected::is_malformed(&place, &error.code) {
            true => None,
            false => comment_line(text, &span, &message).or_else(|| removable(&tree, span.clone())),
        };
        if !is_derived {
            problems.push(Problem::new(expected::code(&place, &error.code), text, span, message, help));
        }
        let Some(removed) = removed.filter(|_| problems.len() < MAX_PROBLEMS) else {
            return Err(PresetError::all(problems));
        };
        match error.code {
            // Probably a field of this struct, misspelt.
            Error::NoSuchStructField { .. } => lost.incomplete.push(removed.around.clone()),
            Error::DuplicateStructField { .. } => {}
            _ => lost.add(&readable, &tokens, &removed),
        }
        // A decimal comma ends the value before it, but not the mistake.
        let blank = with_comma(&tokens, removed.span.start..removed.span.end.max(mistake_end));
        readable.to_mut().replace_range(blank.clone(), &blanks(&text[blank]));
        match tokens_of(&readable) {
            Ok(remaining) => tokens = remaining,
            Err(_) => return Err(PresetError::all(problems)),
        }
    }
}

/// The problem of a text that is a level, in RON or JSON; `None` for any other text.
fn level_file(text: &str, tree: &ValueTree) -> Option<Problem> {
    let (TreeBody::Fields(fields) | TreeBody::Map(fields)) = &tree.body else { return None };
    let has = |name: &str| fields.iter().any(|(key, _)| text[key.span.clone()].trim_matches('"') == name);
    (has("tiles") && has("revision")).then(|| {
        let message = "this is a level, not a preset".to_owned();
        let help = Some("a preset has `props` and `layouts`, and no `tiles`".to_owned());
        Problem::new(ProblemCode::BadValue, text, tree.open.span.clone(), message, help)
    })
}

/// A part of a text that can be left out.
struct RemovablePart {
    span: Range<usize>,
    /// The name of the field; `None` for map entries and list items.
    field: Option<SourceSpan>,
    /// The names of the fields and the keys of the maps that lead to the part.
    path: Vec<SourceSpan>,
    /// The span of the struct, map or list around it.
    around: Range<usize>,
}

/// The rest of the line at a span that is a `#`, which begins comments in other languages.
fn comment_line(text: &str, span: &Range<usize>, message: &str) -> Option<RemovablePart> {
    let line = text[span.start..].lines().next().filter(|_| message == foreign::NO_COMMENT)?;
    Some(RemovablePart { span: span.start..span.start + line.len(), field: None, path: Vec::new(), around: 0..0 })
}

/// The smallest field, map entry or list item around a span.
fn removable(tree: &ValueTree, span: Range<usize>) -> Option<RemovablePart> {
    // An empty span is behind the value that it is about.
    let at = if span.is_empty() { span.start.saturating_sub(1) } else { span.start };
    let parts = tree.around(at);
    let keys = parts.iter().filter_map(|part| match part {
        TreePart::Entry((key, _)) => Some(key.clone()),
        TreePart::Inside(_) | TreePart::Item(_) => None,
    });
    let path: Vec<_> = keys.collect();
    parts.windows(2).rev().find_map(|pair| {
        let TreePart::Inside(around) = pair[0] else { return None };
        let (span, field) = match (pair[1], &around.body) {
            (TreePart::Entry((key, value)), body) => {
                let is_field = matches!(body, TreeBody::Fields(_));
                (key.span.start..value.whole.span.end, is_field.then(|| key.clone()))
            }
            (TreePart::Item(item), TreeBody::List(_)) => (item.whole.span.clone(), None),
            (TreePart::Item(_) | TreePart::Inside(_), _) => return None,
        };
        Some(RemovablePart { span, field, path: path.clone(), around: around.whole.span.clone() })
    })
}

impl LostParts {
    fn add(&mut self, text: &str, tokens: &[Token], part: &RemovablePart) {
        self.incomplete.push(part.around.clone());
        if let Some(field) = &part.field {
            self.is_needed |= DEPENDED_ON.contains(&&text[field.span.clone()]);
        }
        self.is_needed |= part.path.iter().any(|field| DEPENDED_ON_WHOLE.contains(&&text[field.span.clone()]));
        let inside =
            tokens.iter().filter(|token| part.span.start <= token.span.start && token.span.end <= part.span.end);
        let quoted = inside.filter(|token| matches!(token.kind, TokenKind::Text | TokenKind::Letter));
        self.names.extend(quoted.map(|token| text[token.span.clone()].trim_matches(['"', '\'']).to_owned()));
    }
}

/// The span with the comma after it, if there is one.
fn with_comma(tokens: &[Token], span: Range<usize>) -> Range<usize> {
    let next = tokens.get(tokens.partition_point(|token| token.span.start < span.end));
    let comma = next.filter(|token| token.kind == TokenKind::Comma);
    span.start..comma.map_or(span.end, |comma| comma.span.end)
}

/// A text of as many bytes without visible characters. Line breaks stay.
fn blanks(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

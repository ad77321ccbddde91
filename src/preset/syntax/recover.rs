//! Reads a preset past its mistakes, so that one error reports all of them.

use serde::Deserialize;

use super::{
    MAX_PROBLEMS, TreeBody, ValueTree, brackets, foreign,
    lost::LostParts,
    reader::{Reader, ValueReader},
    source::{PresetSource, SourceText},
    tokens::{Token, TokenKind},
    tree,
};
use crate::{
    error::{PresetError, Problem, ProblemCode},
    preset::rules::RawPreset,
};

/// A preset, as far as it can be read.
pub(in crate::preset) struct PresetReading {
    pub(in crate::preset) raw: RawPreset,
    /// What cannot be read, at most [`MAX_PROBLEMS`].
    pub(in crate::preset) problems: Vec<Problem>,
    pub(in crate::preset) lost: LostParts,
}

/// Reads a preset. A value that cannot be read is reported, left out of the tree of `source`, and
/// the rest is read without it.
///
/// Cost: linear in the text, and once more in the item of a list or the entry of a map that has a
/// mistake.
///
/// # Errors
///
/// All problems so far, if there are too many, or if a value cannot be left out.
pub(in crate::preset) fn read(source: &mut PresetSource<'_>) -> Result<PresetReading, PresetError> {
    let PresetSource { texts, tokens, tree } = source;
    let mut reader = Reader::new(texts, tokens, texts.len() > 1);
    let is_some = |(text, tokens): (&SourceText<'_>, &Vec<Token>)| {
        tokens.iter().any(|token| token.kind == TokenKind::Word && &text.text[token.span.clone()] == "Some")
    };
    if texts.iter().zip(&*reader.tokens).any(is_some) {
        without_optionals(&mut reader, tree);
    }
    loop {
        let read = reader.begin(tree);
        let read = read.and_then(|()| RawPreset::deserialize(ValueReader::new(&mut reader, tree)));
        let read = read.and_then(|raw| reader.end(tree).map(|()| raw));
        if let Some(problem) = level_file(texts, tree).filter(|_| !reader.problems.is_empty()) {
            return Err(PresetError::of(problem));
        }
        let is_torn = std::mem::take(&mut reader.is_torn);
        match read {
            Ok(raw) if !reader.is_stopped => {
                return Ok(PresetReading { raw, problems: reader.problems, lost: reader.lost });
            }
            // A comment may have held brackets.
            _ if is_torn && brackets::unmatched(&texts[0].text, &reader.tokens[0]).is_none() => {
                *tree = tree::read(&texts[0].text, &reader.tokens[0], 0);
                reader.is_stopped = false;
            }
            // The mistake could not be left out.
            _ if reader.is_stopped || reader.pending.is_some() => return Err(PresetError::all(reader.problems)),
            _ => {}
        }
    }
}

/// Takes each `Some(...)` for the value inside, and notes it.
fn without_optionals(reader: &mut Reader<'_>, tree: &mut ValueTree) {
    let mut gone = Vec::new();
    foreign::optionals(reader.texts, tree, &mut |whole, tokens, inner| {
        if reader.problems.len() < MAX_PROBLEMS {
            let text = &reader.texts[whole.source];
            let (message, help) = foreign::optional(&text.text[inner]);
            reader.problems.push(text.problem(ProblemCode::Syntax, whole.span.clone(), message, help));
        }
        gone.extend(tokens.into_iter().map(|tokens| (whole.source, tokens)));
    });
    for (source, tokens) in gone {
        reader.tokens[source][tokens].iter_mut().for_each(|token: &mut Token| token.kind = TokenKind::Gone);
    }
}

/// The problem of a text that is a level, in RON or JSON; `None` for any other text.
fn level_file(texts: &[SourceText<'_>], tree: &ValueTree) -> Option<Problem> {
    let (TreeBody::Fields(fields) | TreeBody::Map(fields)) = &tree.body else { return None };
    let has =
        |name: &str| fields.iter().any(|(key, _)| texts[key.source].text[key.span.clone()].trim_matches('"') == name);
    (has("tiles") && has("revision")).then(|| {
        let message = "this is a level, not a preset".to_owned();
        let help = Some("a preset has `props` and `layouts`, and no `tiles`".to_owned());
        texts[tree.whole.source].problem(ProblemCode::BadValue, tree.open().span, message, help)
    })
}

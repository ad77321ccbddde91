//! Characters that look like those of RON, or like nothing at all, and are others.
//!
//! Word processors, web pages and input methods write them. Within quotes and comments they are
//! plain text.

use std::ops::Range;

use crate::{
    error::{Problem, ProblemCode},
    legible,
};

/// A character that is not what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LookAlike {
    /// What the character is called.
    name: &'static str,
    /// The character to write instead of it; `None` if it is to be removed.
    instead: Option<char>,
}

/// What `character` looks like. `next` is the character behind it; `is_latin` says whether the word
/// around it has Latin letters.
fn look_alike(character: char, next: Option<char>, is_latin: bool) -> Option<LookAlike> {
    let to = |name, instead| Some(LookAlike { name, instead: Some(instead) });
    let nothing = |name| Some(LookAlike { name, instead: None });
    match character {
        '\u{a0}' => to("a no-break space", ' '),
        '\u{202f}' => to("a narrow no-break space", ' '),
        '\u{3000}' => to("an ideographic space", ' '),
        '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{205f}' => to("a space of another width", ' '),
        '\u{ad}' => nothing("a soft hyphen"),
        '\u{200b}' => nothing("a zero-width space"),
        '\u{200c}' => nothing("a zero-width non-joiner"),
        '\u{200d}' => nothing("a zero-width joiner"),
        '\u{2060}' => nothing("a word joiner"),
        '\u{feff}' => nothing("a byte order mark"),
        // RON takes these for line breaks.
        '\u{2028}' | '\u{2029}' => None,
        hidden if legible::is_hidden(hidden) && !hidden.is_control() => nothing("an invisible character"),
        '\u{2212}' => to("a minus sign", '-'),
        // Elsewhere a dash belongs to a text without quotes.
        '\u{2010}'..='\u{2015}' if next.is_some_and(|next| next == '.' || next.is_numeric()) => to("a dash", '-'),
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(character) - 0xfee0).and_then(|plain| to("a full-width character", plain))
        }
        '〔' | '【' | '〖' | '「' | '『' | '〈' | '《' => to("an ideographic bracket", '['),
        '〕' | '】' | '〗' | '」' | '』' | '〉' | '》' => to("an ideographic bracket", ']'),
        '、' => to("an ideographic comma", ','),
        '。' => to("an ideographic full stop", '.'),
        '،' => to("an Arabic comma", ','),
        '∶' | '꞉' => to("another colon", ':'),
        letter if is_latin => {
            let place = CYRILLIC.chars().position(|known| known == letter)?;
            to("a Cyrillic letter", LATIN.chars().nth(place)?)
        }
        _ => None,
    }
}

/// Cyrillic letters that look like Latin ones, and those.
const CYRILLIC: &str = "аеорсухіѕјАВЕКМНОРСТХІЅЈ";
const LATIN: &str = "aeopcyxisjABEKMHOPCTXISJ";

fn has_latin(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_alphabetic())
}

/// Whether the replacement depends on what stands in the brackets.
fn is_bracket(LookAlike { name, .. }: LookAlike) -> bool {
    name == "an ideographic bracket"
}

/// The problems with the look-alikes among the bytes `span` of a text, which lie outside of quotes
/// and comments: one for each, or for each run of the same character. Finds at most `most`.
///
/// Cost: linear in the span, and in the text for each problem found.
pub(super) fn problems(text: &str, span: Range<usize>, most: usize) -> Vec<Problem> {
    let word = &text[span.clone()];
    // The words of most presets have no other characters.
    if word.is_ascii() {
        return Vec::new();
    }
    let is_latin = has_latin(word);
    let mut problems = Vec::new();
    let mut rest = word.char_indices().peekable();
    while let Some((start, character)) = rest.next().filter(|_| problems.len() < most) {
        let Some(look) = look_alike(character, rest.peek().map(|&(_, next)| next), is_latin) else { continue };
        let mut count = 1;
        while rest.next_if(|&(_, next)| next == character).is_some() {
            count += 1;
        }
        let start = span.start + start;
        problems.push(problem(text, start..start + count * character.len_utf8(), character, count, look));
    }
    problems
}

fn problem(text: &str, span: Range<usize>, character: char, count: usize, look: LookAlike) -> Problem {
    let LookAlike { name, instead } = look;
    let code = format!("U+{:04X}", u32::from(character));
    let times = if count > 1 { format!(", {count} times") } else { String::new() };
    let is_seen = !character.is_whitespace() && !legible::is_hidden(character);
    let message = match is_seen {
        true => format!("`{character}` is {name} ({code}{times})"),
        false => format!("there is {name} ({code}{times}) here"),
    };
    let help = match instead {
        None => "remove it".to_owned(),
        Some(' ') => "write a space, or a line break".to_owned(),
        Some(_) if is_bracket(look) => "write `(` and `)`, `[` and `]`, or `\"` around a text".to_owned(),
        Some(plain) => format!("write `{}`", plain.to_string().repeat(count)),
    };
    let mut problem = Problem::new(ProblemCode::Syntax, text, span, message, Some(help));
    if !is_bracket(look) {
        problem.suggestion = Some(instead.map_or_else(String::new, |plain| plain.to_string().repeat(count)));
    }
    problem
}

/// A sentence on the first look-alike of a name, for the help of a name that is not known; `None`
/// if it has none.
pub(in crate::preset) fn in_name(name: &str) -> Option<String> {
    let is_latin = has_latin(name);
    let look = |character| look_alike(character, None, is_latin).map(|look| (character, look.name));
    let (character, what) = name.chars().find_map(look)?;
    Some(format!("; the name given has {what} (U+{:04X})", u32::from(character)))
}

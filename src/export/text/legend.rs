//! The legend of a drawing: roomgen's own, and those of others.

use super::{DrawnCell, TextAlphabet, TextError, budgets, doors::DoorSign, mission, offers};
use crate::model::Tile;

/// The ends of the legend's lines for terrain: where it lies.
pub(super) const ON_SOLID: &str = " (blocks)";
pub(super) const ON_CORRIDORS: &str = " (corridor floor)";
pub(super) const ON_FLOOR: &str = " (floor)";
pub(super) const IN_ROOMS: &str = " (floor, blocks)";

/// The rows of a drawing, and what its legend says of characters.
pub(super) struct DrawingParts<'text> {
    pub(super) rows: &'text str,
    pub(super) legend: TextAlphabet,
}

/// Splits a text into the rows of its drawing and its legend.
///
/// roomgen's own legend begins with `< entry` behind an empty line. Another legend is the last
/// paragraph, if each of its lines has a character and a name, as in `~ water` or `# = wall`.
pub(super) fn parts(text: &str) -> Result<DrawingParts<'_>, TextError> {
    let (mut at, mut before, mut paragraph) = (0, None, None);
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end();
        if let Some(end) = before.filter(|_| shown == "< entry") {
            let rows = &text[..end];
            return Ok(DrawingParts { rows, legend: own(&text[at..], rows.lines().count() + 1)? });
        }
        // The last empty line with a line behind it.
        if before.is_some() && !shown.is_empty() {
            paragraph = before.zip(Some(at));
        }
        before = shown.is_empty().then_some(at);
        at += line.len();
    }
    let foreign = paragraph.and_then(|(end, start)| Some((end, others(&text[start..])?)));
    Ok(match foreign {
        Some((end, legend)) => DrawingParts { rows: text[..end].trim_end_matches(['\n', '\r']), legend },
        // An empty line is a row of rock, from which editors have stripped the spaces.
        None => DrawingParts { rows: text, legend: TextAlphabet::default() },
    })
}

/// Reads roomgen's own legend, which lists the glyphs of props, up to the first list of a mission
/// or of what budgets bought. `before` is the number of lines
/// before it, for line numbers in errors.
fn own(legend: &str, before: usize) -> Result<TextAlphabet, TextError> {
    let mut alphabet = TextAlphabet::default();
    let is_heading = |line: &str| mission::is_heading(line) || budgets::is_heading(line) || offers::is_heading(line);
    let lines = legend.lines().take_while(|line| !is_heading(line));
    for (number, line) in lines.enumerate().filter(|(_, line)| !line.trim_end().is_empty()) {
        let mut characters = line.chars();
        let (glyph, space) = (characters.next(), characters.next());
        let refused = TextError::Legend { line: before + number + 1 };
        let (Some(glyph), Some(' ')) = (glyph, space) else { return Err(refused) };
        let name = characters.as_str().trim_end();
        if DoorSign::is_named(name) {
            alphabet.add_door(glyph);
        } else if name.ends_with(ON_SOLID) {
            alphabet.add_terrain(glyph, DrawnCell::Solid);
        } else if name.ends_with(ON_CORRIDORS) {
            alphabet.add_terrain(glyph, DrawnCell::Tile(Tile::Corridor));
        } else if name.ends_with(ON_FLOOR) || name.ends_with(IN_ROOMS) {
            alphabet.add_terrain(glyph, DrawnCell::Tile(Tile::Floor));
        } else {
            alphabet.add_prop(glyph);
        }
        if alphabet.get(glyph).is_none() && DrawnCell::of_glyph(glyph).is_none() {
            return Err(refused);
        }
    }
    Ok(alphabet)
}

/// Reads a legend in another form than roomgen's; `None` if the lines are none.
fn others(paragraph: &str) -> Option<TextAlphabet> {
    let mut alphabet = TextAlphabet::default();
    let lines = paragraph.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines.skip_while(|line| line.ends_with(':')) {
        let glyph = line.chars().next()?;
        let name = &line[glyph.len_utf8()..];
        let is_apart = name.starts_with([' ', '\t', '=', ':']);
        let name = name.trim_start_matches([' ', '\t', '=', ':', '-']);
        let name = name.split_once('(').map_or(name, |(name, _)| name).trim();
        // Rows of a map have no words.
        let is_word = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
        if !is_apart || !name.split([' ', ',', '-', '/']).next().is_some_and(is_word) {
            return None;
        }
        alphabet.add_name(glyph, name);
    }
    (alphabet != TextAlphabet::default()).then_some(alphabet)
}

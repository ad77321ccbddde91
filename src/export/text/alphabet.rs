//! What the characters of drawings show that are not roomgen's own.

use std::{collections::BTreeMap, str::FromStr};

use thiserror::Error;

use crate::model::{PropKind, Tile};

/// What a character of a drawing shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawnCell {
    Tile(Tile),
    /// Wall if it touches an open cell, else rock: terrain that blocks.
    Solid,
    Entry,
    Exit,
}

impl DrawnCell {
    /// What roomgen draws with a character; `None` for the glyphs of props.
    pub(super) fn of_glyph(glyph: char) -> Option<Self> {
        match glyph {
            super::ENTRY => Some(Self::Entry),
            super::EXIT => Some(Self::Exit),
            glyph => Tile::from_glyph(glyph).map(Self::Tile),
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        WORDS.iter().find(|(known, _)| *known == word).map(|(_, cell)| *cell)
    }

    /// What a name in a legend stands for; `None` for things. Otherwise the last word decides: a
    /// stone wall is a wall, and a secret door a door.
    fn of_name(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        let name = name.strip_prefix("a ").or_else(|| name.strip_prefix("the ")).unwrap_or(&name);
        let last = name.rsplit(' ').next().unwrap_or(name);
        Some(match name {
            "nothing" | "void" => Self::Tile(Tile::Rock),
            "ground" | "room" => Self::Tile(Tile::Floor),
            "corridor floor" | "passage" | "hallway" => Self::Tile(Tile::Corridor),
            "entrance" | "start" | "stairs up" | "up stairs" | "upstairs" | "staircase up" => Self::Entry,
            "goal" | "end" | "stairs down" | "down stairs" | "downstairs" | "staircase down" => Self::Exit,
            _ => return Self::of_word(last.strip_suffix('s').unwrap_or(last)),
        })
    }
}

/// The words of an alphabet.
const WORDS: [(&str, DrawnCell); 7] = [
    ("rock", DrawnCell::Tile(Tile::Rock)),
    ("wall", DrawnCell::Tile(Tile::Wall)),
    ("floor", DrawnCell::Tile(Tile::Floor)),
    ("corridor", DrawnCell::Tile(Tile::Corridor)),
    ("door", DrawnCell::Tile(Tile::Door)),
    ("entry", DrawnCell::Entry),
    ("exit", DrawnCell::Exit),
];

/// What characters of a drawing show, in place of what roomgen draws with them.
///
/// ```
/// use roomgen::export::text::{self, TextAlphabet};
///
/// let alphabet: TextAlphabet = "X=wall,_=floor".parse()?;
/// assert!(text::read_as("XXX\nX_X\nXXX", &alphabet)?.check().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextAlphabet {
    cells: BTreeMap<char, DrawnCell>,
}

impl TextAlphabet {
    pub(super) fn get(&self, glyph: char) -> Option<DrawnCell> {
        self.cells.get(&glyph).copied()
    }

    /// Adds a line of a legend, unless it has a line for this character.
    ///
    /// A thing stands on floor. A character that roomgen draws keeps its meaning, unless the name
    /// is that of another tile.
    pub(super) fn add_name(&mut self, glyph: char, name: &str) {
        let cell = DrawnCell::of_name(name).or_else(|| DrawnCell::of_glyph(glyph));
        self.cells.entry(glyph).or_insert(cell.unwrap_or(DrawnCell::Tile(Tile::Floor)));
    }

    /// Adds the glyph of a kind of door.
    pub(super) fn add_door(&mut self, glyph: char) {
        if PropKind::is_glyph(glyph) {
            self.cells.entry(glyph).or_insert(DrawnCell::Tile(Tile::Door));
        }
    }

    /// Adds the glyph of a kind of terrain with what it covers.
    pub(super) fn add_terrain(&mut self, glyph: char, covered: DrawnCell) {
        if PropKind::is_glyph(glyph) {
            self.cells.entry(glyph).or_insert(covered);
        }
    }

    /// Adds the glyph of a prop, which stands on floor.
    pub(super) fn add_prop(&mut self, glyph: char) {
        if PropKind::is_glyph(glyph) {
            self.cells.entry(glyph).or_insert(DrawnCell::Tile(Tile::Floor));
        }
    }
}

/// Why a text is no [`TextAlphabet`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextAlphabetError {
    /// A part is not a character, `=` and a word.
    #[error("{0:?} is no character with its word: write CHARACTER=WORD, several with commas, as in X=wall,_=floor")]
    Form(String),
    /// A word is not known.
    #[error("{0:?} is not what a character can show: the words are rock, wall, floor, corridor, door, entry and exit")]
    Word(String),
    /// A character is given twice.
    #[error("the character {0:?} is given twice")]
    Twice(char),
}

impl FromStr for TextAlphabet {
    type Err = TextAlphabetError;

    /// Reads `CHARACTER=WORD`, several with commas. The character may be a comma.
    fn from_str(text: &str) -> Result<Self, TextAlphabetError> {
        let mut alphabet = Self::default();
        let mut rest = Some(text);
        while let Some(part) = rest {
            let mut characters = part.chars();
            let glyph = characters.next().filter(|glyph| *glyph != '\n');
            let word = characters.as_str().strip_prefix('=');
            let (Some(glyph), Some(word)) = (glyph, word) else {
                return Err(TextAlphabetError::Form(part.to_owned()));
            };
            let (word, others) = word.split_once(',').map_or((word, None), |(word, others)| (word, Some(others)));
            let cell = DrawnCell::of_word(word).ok_or_else(|| TextAlphabetError::Word(word.to_owned()))?;
            if alphabet.cells.insert(glyph, cell).is_some() {
                return Err(TextAlphabetError::Twice(glyph));
            }
            rest = others;
        }
        Ok(alphabet)
    }
}

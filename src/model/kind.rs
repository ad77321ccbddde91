//! Kinds of props.

use unicode_width::UnicodeWidthChar;

use super::{Labels, Metres, Name, Tile};
use crate::{digest::Digest, geom::Direction, interp::Color};

/// What all props of one kind have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropKind {
    /// The name, unique in its preset and level.
    pub name: Name,
    /// Whether it blocks walking.
    pub blocks: bool,
    /// Whether it blocks sight.
    pub opaque: bool,
    /// Columns of its footprint, 1 to [`PropKind::MAX_SIDE`].
    pub width: u8,
    /// Rows of its footprint, 1 to [`PropKind::MAX_SIDE`].
    pub height: u8,
    /// How high it is.
    pub tall: Metres,
    /// How far above the floor it begins.
    pub elevation: Metres,
    /// The character that stands for it in text.
    pub glyph: char,
    /// Its colour in text and pictures.
    pub color: Color,
    /// Width and depth of the thing itself, which stands within the footprint: at most as large as it.
    pub body: [Metres; 2],
    /// Whether it is no thing but a place that the game is to do something with: it blocks nothing and takes up no room.
    pub marker: bool,
    /// Tags and values for the game.
    pub labels: Labels,
}

impl PropKind {
    /// The largest side of a footprint, in cells.
    pub const MAX_SIDE: u8 = 8;
    /// The height below which something that blocks is an obstacle; above it one walks under it.
    pub const HEADROOM: Metres = Metres::whole(2);

    /// The type of every prop in [`Level::octree`](crate::Level::octree).
    pub const ANY: u32 = 1 << 0;
    /// The type of props that block walking, at whatever height: what a body or a bullet may run into.
    pub const BLOCKS: u32 = 1 << 1;
    /// The type of props that block sight: what a line of sight asks for.
    pub const OPAQUE: u32 = 1 << 2;
    /// The first of the types that no prop has, up to the highest bit: a game's own.
    pub const FREE_TYPES: u32 = 1 << 8;

    /// The characters of a level's entry and exit in text.
    pub(crate) const MARKS: [char; 2] = ['<', '>'];
    /// What a glyph may be, in words.
    pub(crate) const GLYPHS: &str =
        "a character that can be seen, one column wide, and none of `#` `.` `,` `+` `<` `>`, which are tiles and marks";

    /// A kind as the preset language has it by default: one cell, one metre tall, on the floor, it blocks walking and not
    /// sight. `glyph` is a character that [`PropKind::is_glyph`] allows.
    #[must_use]
    pub fn new(name: Name, glyph: char, color: Color) -> Self {
        Self {
            name,
            blocks: true,
            opaque: false,
            width: 1,
            height: 1,
            tall: Metres::whole(1),
            elevation: Metres::default(),
            glyph,
            color,
            body: Self::whole_body(1, 1),
            marker: false,
            labels: Labels::default(),
        }
    }

    /// Whether a character may stand for a kind of prop in text: it can be seen, it is exactly one column wide, so that
    /// the columns of a picture stay below each other, and it is neither a [`Tile`] nor the mark of entry or exit.
    #[must_use]
    pub fn is_glyph(character: char) -> bool {
        /// A column wide by the tables, though a terminal may show nothing of it.
        const SOFT_HYPHEN: char = '\u{ad}';
        character.width() == Some(1)
            && !character.is_whitespace()
            && character != SOFT_HYPHEN
            && Tile::from_glyph(character).is_none()
            && !Self::MARKS.contains(&character)
    }

    /// Adds all that the kind is to a digest.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        // What most kinds lack is added only to those that have it, so that the digests of all others stay as they were.
        let has_body = self.body != Self::whole_body(self.width, self.height);
        let has_more = has_body || self.marker || !self.labels.is_empty();
        let blocks = u8::from(self.blocks) | u8::from(has_more) << 1;
        digest.text(&self.name).number(blocks).number(self.opaque).number(self.width).number(self.height);
        digest.number(self.tall.parts()).number(self.elevation.parts());
        digest.number(u32::from(self.glyph)).text(&self.color.to_string());
        if !has_more {
            return;
        }
        digest.number(self.body[0].parts()).number(self.body[1].parts()).number(self.marker);
        self.labels.digest(digest);
    }

    /// The body that fills a footprint of so many cells.
    #[must_use]
    pub const fn whole_body(width: u8, height: u8) -> [Metres; 2] {
        [Metres::whole(width as i32), Metres::whole(height as i32)]
    }

    /// Columns and rows of the footprint of a prop that is turned so.
    #[must_use]
    pub const fn sides(&self, turn: Direction) -> (u8, u8) {
        if turn.is_across() { (self.height, self.width) } else { (self.width, self.height) }
    }

    /// Width and depth of the body of a prop that is turned so.
    #[must_use]
    pub const fn turned_body(&self, turn: Direction) -> [Metres; 2] {
        let [width, depth] = self.body;
        if turn.is_across() { [depth, width] } else { [width, depth] }
    }

    /// How far the body of a prop that is turned so may be moved from the footprint's centre, right or left and up or
    /// down, in parts of [`Metres::PARTS`]; never below 0.
    pub(crate) fn slack(&self, turn: Direction) -> [i32; 2] {
        let ((width, height), [body_width, body_depth]) = (self.sides(turn), self.turned_body(turn));
        let slack = |cells: u8, body: Metres| ((i32::from(cells) * Metres::PARTS - body.parts()) / 2).max(0);
        [slack(width, body_width), slack(height, body_depth)]
    }

    /// Its types in [`Level::octree`](crate::Level::octree): [`PropKind::ANY`], and [`PropKind::BLOCKS`] and
    /// [`PropKind::OPAQUE`] where it is such.
    #[must_use]
    pub fn types(&self) -> u32 {
        let when = |is: bool, types: u32| if is { types } else { 0 };
        Self::ANY | when(self.blocks, Self::BLOCKS) | when(self.opaque, Self::OPAQUE)
    }

    /// Whether a prop of this kind is an obstacle: it blocks walking and begins below [`PropKind::HEADROOM`].
    #[must_use]
    pub fn is_obstacle(&self) -> bool {
        self.blocks && self.elevation < Self::HEADROOM
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glyph_is_seen_in_one_column_and_is_neither_tile_nor_mark() {
        for good in ('!'..='~').filter(|character| !"#.,+<>".contains(*character)).chain("é█◆≈♣†·".chars())
        {
            assert!(PropKind::is_glyph(good), "{good:?}");
        }
        let unseen =
            "\0\n\t\u{7f}\u{85}\u{a0}\u{ad}\u{301}\u{200b}\u{200d}\u{200f}\u{202e}\u{2028}\u{2066}\u{fe0f}\u{feff}";
        for bad in "#.,+ <>漢あ🔥".chars().chain(unseen.chars()) {
            assert!(!PropKind::is_glyph(bad), "{bad:?}");
        }
    }
}

//! The words that rules and levels share: tiles, kinds of rooms and props, metres.

mod labels;
mod record;

use std::fmt;

use unicode_width::UnicodeWidthChar;

use crate::{digest::Digest, geom::Direction, interp::Color};
pub use labels::Labels;
pub(crate) use record::{PropRecord, Stance};

/// What a cell of a level is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Tile {
    /// Solid rock that touches neither floor nor door.
    #[default]
    Rock = b' ',
    /// A wall: solid, and touching floor or door, diagonals included.
    Wall = b'#',
    /// Floor of a room.
    Floor = b'.',
    /// Floor of a corridor.
    Corridor = b',',
    /// A door.
    Door = b'+',
}

impl Tile {
    /// All tiles.
    pub const ALL: [Self; 5] = [Self::Rock, Self::Wall, Self::Floor, Self::Corridor, Self::Door];

    /// The character that stands for the tile in level files and text.
    #[must_use]
    pub const fn glyph(self) -> char {
        self as u8 as char
    }

    /// The tile that a character stands for.
    #[must_use]
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.glyph() == glyph)
    }

    /// Whether one can walk here, props aside: floor or door.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Floor | Self::Corridor | Self::Door)
    }
}

/// The part that a room plays in its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoomKind {
    /// Where the main path begins; exactly one.
    Start,
    /// On the main path between start and end.
    Path,
    /// Hung on another room, off the main path.
    Bonus,
    /// Where the main path ends; exactly one, unless the level is a single room.
    End,
}

impl RoomKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Start, Self::Path, Self::Bonus, Self::End];

    /// The name, as level files and presets write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "Start",
            Self::Path => "Path",
            Self::Bonus => "Bonus",
            Self::End => "End",
        }
    }
}

impl fmt::Display for RoomKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The shape of a room's floor within its rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoomShape {
    /// The whole rectangle.
    #[default]
    Rectangle,
    /// Without a block at one corner.
    Ell,
    /// Without a block at each corner, but where doors leave no room for it.
    Plus,
    /// With corners rounded to an oval.
    Round,
    /// With corners cut off slantwise.
    Octagon,
}

impl RoomShape {
    /// All shapes.
    pub const ALL: [Self; 5] = [Self::Rectangle, Self::Ell, Self::Plus, Self::Round, Self::Octagon];

    /// The name, as level files and presets write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rectangle => "Rectangle",
            Self::Ell => "Ell",
            Self::Plus => "Plus",
            Self::Round => "Round",
            Self::Octagon => "Octagon",
        }
    }
}

impl fmt::Display for RoomShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a door stands; one can walk through any of them in the proof that a level can be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DoorKind {
    /// Without a leaf, or with an open one.
    Open,
    /// Closed; opens to anybody.
    #[default]
    Closed,
    /// Looks like wall until it is found.
    Secret,
    /// Barred: a key, a lever or strength opens it.
    Barred,
}

impl DoorKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Open, Self::Closed, Self::Secret, Self::Barred];

    /// The name, as level files and presets write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Closed => "Closed",
            Self::Secret => "Secret",
            Self::Barred => "Barred",
        }
    }
}

impl fmt::Display for DoorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A length in metres, a multiple of 1/256 m, so that sums and differences are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Metres(i32);

impl Metres {
    /// Parts in a metre.
    pub const PARTS: i32 = 256;
    /// The largest magnitude, in metres; keeps sums far from overflow and every value exact as an `f32`.
    pub const MAX: f32 = 256.0;

    /// Whole metres; clamped to [`Metres::MAX`].
    #[must_use]
    pub const fn whole(metres: i32) -> Self {
        let limit = Self::MAX as i32;
        let clamped = if metres > limit {
            limit
        } else if metres < -limit {
            -limit
        } else {
            metres
        };
        Self(clamped * Self::PARTS)
    }

    /// A length in metres; `None` unless it is a multiple of 1/256 and at most [`Metres::MAX`] in magnitude.
    #[must_use]
    pub fn exact(metres: f32) -> Option<Self> {
        let parts = metres * Self::PARTS as f32;
        #[expect(clippy::float_cmp, reason = "exactness is the question")]
        let fits = metres.abs() <= Self::MAX && parts.trunc() == parts;
        fits.then_some(Self(parts as i32))
    }

    /// The length in metres, exact.
    #[must_use]
    pub fn get(self) -> f32 {
        self.0 as f32 / Self::PARTS as f32
    }

    /// The length in parts of 1/256 m.
    #[must_use]
    pub const fn parts(self) -> i32 {
        self.0
    }
}

impl std::ops::Add for Metres {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// What all props of one kind have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropKind {
    /// The name, unique in its preset and level.
    pub name: String,
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
    fn glyphs_name_their_tiles() {
        for tile in Tile::ALL {
            assert_eq!(Tile::from_glyph(tile.glyph()), Some(tile));
        }
        assert_eq!(Tile::from_glyph('x'), None);
    }

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

    #[test]
    fn metres_are_exact_or_refused() {
        for (metres, parts) in [(0.0, 0), (1.0, 256), (0.003_906_25, 1), (-2.5, -640), (256.0, 65536)] {
            let length = Metres::exact(metres);
            assert_eq!(length.map(Metres::parts), Some(parts));
            assert_eq!(length.map(Metres::get), Some(metres));
        }
        for bad in [0.1, 256.1, f32::NAN, f32::INFINITY, 1e-9] {
            assert_eq!(Metres::exact(bad), None, "{bad}");
        }
    }
}

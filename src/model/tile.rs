//! Tiles: what the cells of a level are made of.

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected},
};

/// What a cell of a level is made of; its value is the ASCII code of its glyph.
///
/// serde writes the glyph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Tile {
    /// Solid, touching neither floor nor door.
    #[default]
    Rock = b' ',
    /// Solid, touching floor or door, diagonals included.
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

    /// The character that draws the tile in level files and text.
    #[must_use]
    pub const fn glyph(self) -> char {
        self.code() as char
    }

    /// The tile with this glyph.
    #[must_use]
    pub fn from_glyph(glyph: char) -> Option<Self> {
        u8::try_from(glyph).ok().and_then(Self::from_code)
    }

    /// The stable code: the ASCII code of the glyph. It stays the same in all later versions.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The tile with this [`Tile::code`].
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.code() == code)
    }

    /// Whether one can walk here, props and terrain aside: floor, corridor or door.
    ///
    /// [`Level::is_open`](crate::Level::is_open) knows terrain too.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Floor | Self::Corridor | Self::Door)
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.glyph())
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let glyph = char::deserialize(deserializer)?;
        let expected = "the character of a tile: a space, `#`, `.`, `,` or `+`";
        Self::from_glyph(glyph).ok_or_else(|| D::Error::invalid_value(Unexpected::Char(glyph), &expected))
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
    fn codes_are_those_that_games_have_stored() {
        assert_eq!(Tile::ALL.map(Tile::code), [32, 35, 46, 44, 43]);
        for code in 0..=u8::MAX {
            assert_eq!(Tile::from_code(code).map(Tile::code), [32, 35, 46, 44, 43].contains(&code).then_some(code));
        }
    }
}

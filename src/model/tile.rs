//! Tiles: what the cells of a level are made of.

/// What a cell of a level is made of; its value is the ASCII code of its glyph.
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
        self as u8 as char
    }

    /// The tile with this glyph.
    #[must_use]
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.glyph() == glyph)
    }

    /// Whether one can walk here, props aside: floor, corridor or door.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Floor | Self::Corridor | Self::Door)
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
}

//! `Direction` and `RectCorner`: the four compass directions, and the corners of a rectangle.

/// One of the four compass directions. North points up on the page, towards smaller y.
///
/// serde writes the name, as presets do: `North`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Direction {
    /// Towards smaller y. This is the default direction.
    #[default]
    North,
    /// Towards larger x.
    East,
    /// Towards larger y.
    South,
    /// Towards smaller x.
    West,
}

impl Direction {
    /// All four directions, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The offset `(dx, dy)` of the next cell in this direction.
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_quarter_turns(self.quarter_turns() + 2)
    }
}

/// Conversion to and from clockwise quarter turns, counted from north.
impl Direction {
    /// The number of clockwise quarter turns from north, 0 to 3.
    #[must_use]
    pub const fn quarter_turns(self) -> u8 {
        self as u8
    }

    /// The direction that north becomes after `turns` clockwise quarter turns, modulo 4.
    #[must_use]
    pub const fn from_quarter_turns(turns: u8) -> Self {
        Self::ALL[(turns & 3) as usize]
    }

    /// Whether the direction is east or west: a rectangle that is turned from north to east or west
    /// swaps width and height.
    #[must_use]
    pub const fn is_east_west(self) -> bool {
        matches!(self, Self::East | Self::West)
    }
}

/// One of the four corners of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RectCorner {
    /// The top left corner.
    NorthWest,
    /// The top right corner.
    NorthEast,
    /// The bottom right corner.
    SouthEast,
    /// The bottom left corner.
    SouthWest,
}

impl RectCorner {
    /// All four corners, clockwise from the top left.
    pub const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthEast, Self::SouthWest];

    /// Whether the corner is on the right, and whether it is at the bottom.
    #[must_use]
    pub const fn sides(self) -> (bool, bool) {
        (matches!(self, Self::NorthEast | Self::SouthEast), matches!(self, Self::SouthEast | Self::SouthWest))
    }
}

/// One of the four directions of the plane; north is up on the page, towards smaller y.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Towards smaller y; where maps look by default.
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
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The step `(dx, dy)` to the next cell.
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
        }
    }

    /// The direction that leads back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }
}

/// Quarter turns: what is turned by them looks in a direction that it looked north in before.
impl Direction {
    /// The quarter turns clockwise from north to here, 0 to 3.
    #[must_use]
    pub const fn quarter_turns(self) -> u8 {
        self as u8
    }

    /// Where north is after so many quarter turns clockwise; four are none.
    #[must_use]
    pub const fn from_quarter_turns(turns: u8) -> Self {
        Self::ALL[(turns & 3) as usize]
    }

    /// Whether it runs from west to east or back: what is turned so has its width for its height.
    #[must_use]
    pub const fn is_across(self) -> bool {
        matches!(self, Self::East | Self::West)
    }
}

/// One of the four corners of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Corner {
    /// Top left.
    NorthWest,
    /// Top right.
    NorthEast,
    /// Bottom right.
    SouthEast,
    /// Bottom left.
    SouthWest,
}

impl Corner {
    /// All four, clockwise from the top left.
    pub const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthEast, Self::SouthWest];

    /// Whether it lies on the right, and whether it lies at the bottom.
    #[must_use]
    pub const fn sides(self) -> (bool, bool) {
        match self {
            Self::NorthWest => (false, false),
            Self::NorthEast => (true, false),
            Self::SouthEast => (true, true),
            Self::SouthWest => (false, true),
        }
    }
}

//! Anchors: the points of a room at which formations are centred.

use serde::Deserialize;

use crate::geom::{Direction, RectCorner};

/// One or several points of a room.
///
/// `Name` is how it refers to an earlier formation: by the formation's name in a preset file, by an
/// index into the layout's list of names in a [`Preset`](crate::Preset). serde reads the words of
/// the preset language, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Anchor"))]
#[non_exhaustive]
pub enum Anchor<Name = u16> {
    /// The room's centre.
    #[default]
    Center,
    /// The four corners of the room: four points.
    Corners,
    /// The north-west corner of the room.
    NorthWest,
    /// The north-east corner of the room.
    NorthEast,
    /// The south-east corner of the room.
    SouthEast,
    /// The south-west corner of the room.
    SouthWest,
    /// The midpoints of the room's four walls: four points, or three in rooms with a bank, which is
    /// no wall.
    Walls,
    /// The midpoint of the north wall.
    North,
    /// The midpoint of the east wall.
    East,
    /// The midpoint of the south wall.
    South,
    /// The midpoint of the west wall.
    West,
    /// The four points halfway between the room's centre and its corners.
    Quarters,
    /// The floor cells in front of each door, one point for each door.
    Doors,
    /// A point for each door, on the line from the door's middle straight into the room.
    ///
    /// Without an `inset`, the point where that line meets the room's middle row or column.
    DoorAxis,
    /// The cell where the player arrives; no point in rooms without it.
    Entry,
    /// The cell where the player leaves, by the exit or other stairs; no point in rooms without it.
    Exit,
    /// A point by its distances from the room's west and north edge.
    ///
    /// They are fractions of the room: 0 is the centre of the first column or row, 1 of the last.
    At(f32, f32),
    /// Where earlier formations of one name have placed props.
    Of(Name),
    /// A random point on the way from one point to another. In a preset, both are single points.
    Between(Box<Anchor<Name>>, Box<Anchor<Name>>),
    /// A random floor cell.
    Anywhere,
    /// A random one of the four points at a third of the room's width and of its height.
    Third,
    /// The middle of the bank of a parting; no point in rooms without one.
    Bank,
    /// As `Doors`, of the doors that lead over a parting.
    Crossing,
}

/// A single point of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AnchorPoint {
    Center,
    Corner(RectCorner),
    /// The midpoint of a wall.
    Wall(Direction),
    /// As [`Anchor::At`].
    At(f32, f32),
}

/// What the points of an [`Anchor`] depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AnchorPoints<'anchor, Name> {
    /// One point of the room.
    One(AnchorPoint),
    /// Four points of the room.
    Four(&'static [AnchorPoint; 4]),
    /// As [`Anchor::Doors`], or [`Anchor::DoorAxis`] with its default `inset`.
    Doors,
    /// As [`Anchor::Entry`].
    Entry,
    /// As [`Anchor::Exit`].
    Exit,
    /// As [`Anchor::Of`].
    Of(&'anchor Name),
    /// As [`Anchor::Between`].
    Between([&'anchor Anchor<Name>; 2]),
    /// As [`Anchor::Anywhere`].
    Anywhere,
    /// As [`Anchor::Third`].
    Thirds,
    /// As [`Anchor::Bank`].
    Bank,
    /// As [`Anchor::Crossing`].
    Crossings,
}

impl<Name> Anchor<Name> {
    /// The points of the anchor, or what decides them.
    #[inline]
    pub(crate) fn points(&self) -> AnchorPoints<'_, Name> {
        use AnchorPoint::{At, Center, Corner, Wall};
        use AnchorPoints::{Four, One};
        match self {
            Self::Center => One(Center),
            Self::Corners => Four(&[
                Corner(RectCorner::NorthWest),
                Corner(RectCorner::NorthEast),
                Corner(RectCorner::SouthEast),
                Corner(RectCorner::SouthWest),
            ]),
            Self::NorthWest => One(Corner(RectCorner::NorthWest)),
            Self::NorthEast => One(Corner(RectCorner::NorthEast)),
            Self::SouthEast => One(Corner(RectCorner::SouthEast)),
            Self::SouthWest => One(Corner(RectCorner::SouthWest)),
            Self::Walls => {
                Four(&[Wall(Direction::North), Wall(Direction::East), Wall(Direction::South), Wall(Direction::West)])
            }
            Self::North => One(Wall(Direction::North)),
            Self::East => One(Wall(Direction::East)),
            Self::South => One(Wall(Direction::South)),
            Self::West => One(Wall(Direction::West)),
            Self::Quarters => Four(&[At(0.25, 0.25), At(0.75, 0.25), At(0.75, 0.75), At(0.25, 0.75)]),
            Self::Doors | Self::DoorAxis => AnchorPoints::Doors,
            Self::Entry => AnchorPoints::Entry,
            Self::Exit => AnchorPoints::Exit,
            Self::At(u, v) => One(At(*u, *v)),
            Self::Of(name) => AnchorPoints::Of(name),
            Self::Between(from, to) => AnchorPoints::Between([from, to]),
            Self::Anywhere => AnchorPoints::Anywhere,
            Self::Third => AnchorPoints::Thirds,
            Self::Bank => AnchorPoints::Bank,
            Self::Crossing => AnchorPoints::Crossings,
        }
    }

    /// The anchor's point; `None` if it has several or random ones.
    pub(crate) fn single_point(&self) -> Option<AnchorPoint> {
        match self.points().of_room() {
            [point] => Some(*point),
            _ => None,
        }
    }

    /// Whether each point belongs to a door.
    pub(crate) fn is_at_doors(&self) -> bool {
        matches!(self, Self::Doors | Self::DoorAxis | Self::Crossing)
    }

    /// Whether the points depend on nothing but the size and shape of the room.
    pub(crate) fn is_of_room(&self) -> bool {
        !self.points().of_room().is_empty()
    }

    /// Whether the points lie at walls, so that an `inset` moves them.
    pub(crate) fn takes_inset(&self) -> bool {
        match self.points() {
            AnchorPoints::Doors | AnchorPoints::Bank | AnchorPoints::Crossings => true,
            AnchorPoints::Between(ends) => ends.into_iter().any(Self::takes_inset),
            others => others.of_room().iter().any(|point| point.takes_inset()),
        }
    }

    /// Whether the points depend on random numbers or on earlier formations.
    pub(crate) fn is_random(&self) -> bool {
        let points = self.points();
        matches!(points, AnchorPoints::Of(_)) || points.is_one_by_default()
    }

    /// The same anchor with another way to name formations.
    pub(in crate::preset) fn with_names<To>(&self, name_of: &mut impl FnMut(&Name) -> To) -> Anchor<To> {
        match self {
            Self::Center => Anchor::Center,
            Self::Corners => Anchor::Corners,
            Self::NorthWest => Anchor::NorthWest,
            Self::NorthEast => Anchor::NorthEast,
            Self::SouthEast => Anchor::SouthEast,
            Self::SouthWest => Anchor::SouthWest,
            Self::Walls => Anchor::Walls,
            Self::North => Anchor::North,
            Self::East => Anchor::East,
            Self::South => Anchor::South,
            Self::West => Anchor::West,
            Self::Quarters => Anchor::Quarters,
            Self::Doors => Anchor::Doors,
            Self::DoorAxis => Anchor::DoorAxis,
            Self::Entry => Anchor::Entry,
            Self::Exit => Anchor::Exit,
            // Turns -0.0 into 0.0, so that both give the same preset and digest.
            Self::At(u, v) => Anchor::At(*u + 0.0, *v + 0.0),
            Self::Of(name) => Anchor::Of(name_of(name)),
            Self::Between(from, to) => {
                let from = from.with_names(name_of);
                Anchor::Between(Box::new(from), Box::new(to.with_names(name_of)))
            }
            Self::Anywhere => Anchor::Anywhere,
            Self::Third => Anchor::Third,
            Self::Bank => Anchor::Bank,
            Self::Crossing => Anchor::Crossing,
        }
    }
}

impl Anchor {
    /// The anchor with rows and columns exchanged: north becomes west, and east south.
    pub(in crate::preset) fn transposed(&self) -> Self {
        match self {
            Self::NorthEast => Self::SouthWest,
            Self::SouthWest => Self::NorthEast,
            Self::North => Self::West,
            Self::West => Self::North,
            Self::East => Self::South,
            Self::South => Self::East,
            Self::At(u, v) => Self::At(*v, *u),
            Self::Between(from, to) => Self::Between(Box::new(from.transposed()), Box::new(to.transposed())),
            Self::Center | Self::Corners | Self::NorthWest | Self::SouthEast | Self::Walls | Self::Quarters => {
                self.clone()
            }
            Self::Doors | Self::DoorAxis | Self::Entry | Self::Exit | Self::Of(_) => self.clone(),
            Self::Anywhere | Self::Third | Self::Bank | Self::Crossing => self.clone(),
        }
    }
}

impl<Name> AnchorPoints<'_, Name> {
    /// The points that depend on the size and shape of the room alone; none for other anchors.
    #[inline]
    pub(crate) fn of_room(&self) -> &[AnchorPoint] {
        match self {
            Self::One(point) => std::slice::from_ref(point),
            Self::Four(points) => &points[..],
            Self::Doors | Self::Entry | Self::Exit | Self::Of(_) => &[],
            Self::Between(_) | Self::Anywhere | Self::Thirds | Self::Bank | Self::Crossings => &[],
        }
    }

    /// Whether one of the points is drawn at random, unless a `count` asks for more.
    #[inline]
    pub(crate) fn is_one_by_default(&self) -> bool {
        matches!(self, Self::Between(_) | Self::Anywhere | Self::Thirds)
    }
}

impl AnchorPoint {
    fn takes_inset(self) -> bool {
        match self {
            Self::Corner(_) | Self::Wall(_) => true,
            Self::Center | Self::At(..) => false,
        }
    }
}

//! Props in the compact form in which levels store them.

#[cfg(doc)]
use super::PropKind;
use crate::geom::{Direction, Rect};

/// A prop as a level stores it: 16 bytes, since large levels hold millions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PropRecord {
    pub(crate) kind: u16,
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) stance: TurnedFootprintSize,
    pub(crate) room: u32,
    /// From the footprint's centre to the prop's centre: right and down, in units of 1/256 m.
    pub(crate) offset: [i16; 2],
}

impl PropRecord {
    pub(crate) fn cells(&self) -> Rect {
        Rect::of(self.x.into(), self.y.into(), self.stance.width().into(), self.stance.height().into())
    }
}

/// The size of a footprint as it lies in the level, and the prop's direction, in one byte.
///
/// Guarantee: sides of 1 to [`PropKind::MAX_SIDE`] cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TurnedFootprintSize(u8);

impl TurnedFootprintSize {
    /// A stance with sides of 1 to [`PropKind::MAX_SIDE`] cells; other values wrap modulo 8.
    pub(crate) const fn new(width: u8, height: u8, turn: Direction) -> Self {
        let (across, down) = (width.wrapping_sub(1) & 7, height.wrapping_sub(1) & 7);
        Self(across | down << 3 | turn.quarter_turns() << 6)
    }

    pub(crate) const fn width(self) -> u8 {
        (self.0 & 7) + 1
    }

    pub(crate) const fn height(self) -> u8 {
        (self.0 >> 3 & 7) + 1
    }

    /// The direction that the north side of the unturned prop faces after turning.
    pub(crate) const fn turn(self) -> Direction {
        Direction::from_quarter_turns(self.0 >> 6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PropKind;

    #[test]
    fn a_prop_takes_sixteen_bytes_and_a_stance_keeps_what_it_was_given() {
        assert_eq!(size_of::<PropRecord>(), 16);
        for (width, height) in (1..=8).flat_map(|width| (1..=8).map(move |height| (width, height))) {
            for turn in Direction::ALL {
                let stance = TurnedFootprintSize::new(width, height, turn);
                assert_eq!((stance.width(), stance.height(), stance.turn()), (width, height, turn));
            }
        }
        assert_eq!(i32::from(PropKind::MAX_SIDE), 8);
    }
}

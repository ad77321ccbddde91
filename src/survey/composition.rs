//! The composition of rooms: whether their props lie in symmetry, and around the middle.

use crate::{
    geom::Rect,
    grid::{BitGrid, CellSet},
    level::Level,
    model::PropRecord,
};

/// How many rooms are composed around their middle.
///
/// What counts of a room are the cells that its props cover, markers ignored. A room without such a
/// cell does not count.
///
/// ```
/// use roomgen::{Preset, generate, survey::Composition};
///
/// let rooms = Composition::of(&generate(&Preset::built_in("crypt")?, 42));
/// println!("{} of {} furnished rooms are symmetric", rooms.symmetric, rooms.furnished);
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Composition {
    /// The rooms whose covered cells equal both their mirror images, about the vertical and about
    /// the horizontal axis of the room's rectangle.
    pub symmetric: u64,
    /// The rooms whose mean covered cell lies at most half a cell from the middle of the room's
    /// rectangle, across and down.
    pub centred: u64,
    /// The rooms with at least one covered cell.
    pub furnished: u64,
}

impl Composition {
    /// The composition of a level's rooms. Cost: linear in cells and props.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        let mut covered = BitGrid::default();
        cover(level, &mut covered);
        Self::of_covered(level, &covered)
    }

    /// The composition of a level's rooms by the cells that [`cover`] finds. Cost: linear in the
    /// cells of rooms.
    pub(super) fn of_covered(level: &Level, covered: &BitGrid) -> Self {
        let mut composition = Self::default();
        for room in level.rooms.iter().filter(|room| is_furnished(covered, room.rect)) {
            composition.furnished += 1;
            composition.symmetric += u64::from(is_symmetric(covered, room.rect));
            composition.centred += u64::from(is_centred(covered, room.rect));
        }
        composition
    }

    /// The symmetric rooms as a fraction of the furnished ones; `None` without any.
    pub(super) fn fraction_symmetric(self) -> Option<f64> {
        (self.furnished > 0).then(|| self.symmetric as f64 / self.furnished as f64)
    }

    /// The centred rooms as a fraction of the furnished ones; `None` without any.
    pub(super) fn fraction_centred(self) -> Option<f64> {
        (self.furnished > 0).then(|| self.centred as f64 / self.furnished as f64)
    }
}

/// Sets `covered` to the cells with a prop that is no marker. Cost: linear in cells and props.
pub(super) fn cover(level: &Level, covered: &mut BitGrid) {
    covered.reset(level.width(), level.height());
    let is_thing = |prop: &&PropRecord| !level.kinds[usize::from(prop.kind)].marker;
    level.props.iter().filter(is_thing).for_each(|prop| covered.insert_rect(prop.cells()));
}

/// The number of columns that a word holds.
const WORD: i32 = 64;

/// The covered cells of a row of a room, by words, with the column of each word's lowest bit.
fn words(covered: &BitGrid, room: Rect, y: i32) -> impl Iterator<Item = (i32, u64)> {
    (room.left()..room.right()).step_by(WORD as usize).map(move |x| {
        let within = u64::MAX >> (WORD - (room.right() - x).min(WORD));
        (x, covered.row_bits(x, y) & within)
    })
}

fn is_furnished(covered: &BitGrid, room: Rect) -> bool {
    (room.top()..room.bottom()).any(|y| words(covered, room, y).any(|(_, word)| word != 0))
}

/// Whether a room's covered cells equal both their mirror images.
fn is_symmetric(covered: &BitGrid, room: Rect) -> bool {
    (room.top()..room.bottom()).all(|y| {
        let below = room.top() + room.bottom() - 1 - y;
        words(covered, room, y).all(|(x, word)| {
            let last = room.left() + room.right() - 1 - x;
            let within = u64::MAX >> (WORD - (room.right() - x).min(WORD));
            let across = covered.row_bits(last - (WORD - 1), y).reverse_bits() & within;
            let down = covered.row_bits(x, below) & within;
            word == across && word == down
        })
    })
}

/// Whether the mean covered cell of a room lies at most half a cell from the middle on both axes.
fn is_centred(covered: &BitGrid, room: Rect) -> bool {
    let (mut count, mut sums) = (0_i64, [0_i64; 2]);
    for y in room.top()..room.bottom() {
        for (x, word) in words(covered, room, y) {
            let mut rest = word;
            while rest != 0 {
                sums[0] += i64::from(x) + i64::from(rest.trailing_zeros());
                rest &= rest - 1;
            }
            let cells = i64::from(word.count_ones());
            sums[1] += i64::from(y) * cells;
            count += cells;
        }
    }
    // Twice the middle of the rectangle, as the position of a cell.
    let middle = [room.left() + room.right() - 1, room.top() + room.bottom() - 1];
    sums.into_iter().zip(middle).all(|(sum, middle)| (2 * sum - count * i64::from(middle)).abs() <= count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geom::Cell,
        level::fixture,
        survey::{Measurer, Metric},
    };

    /// A level with one room of `width` by 6 cells, with rocks in these cells of the room.
    fn rocks(width: i32, cells: &[(i32, i32)]) -> Level {
        let mut level = fixture::single_room(width);
        let rock = fixture::level().props[3];
        let corner = level.rooms[0].rect.top_left();
        let at =
            |&(x, y): &(i32, i32)| PropRecord { room: 0, x: (corner.x + x) as u16, y: (corner.y + y) as u16, ..rock };
        level.props = cells.iter().map(at).collect();
        level
    }

    #[track_caller]
    fn assert_composed(level: &Level, expected: Option<(bool, bool)>) {
        let number = |is: bool| u64::from(is);
        let (symmetric, centred) = expected.map_or((0, 0), |(one, other)| (number(one), number(other)));
        let furnished = number(expected.is_some());
        assert_eq!(Composition::of(level), Composition { symmetric, centred, furnished });
        let metrics = Measurer::default().measure(level);
        let fractions = expected.map(|(symmetric, centred)| [symmetric, centred].map(|is| f64::from(u8::from(is))));
        let of = |metric, number: usize| assert_eq!(metrics.present(metric), fractions.map(|both| both[number]));
        of(Metric::SymmetricRooms, 0);
        of(Metric::CentredRooms, 1);
    }

    #[test]
    fn a_room_is_symmetric_if_both_mirror_images_are_the_same() {
        for width in [9, 64, 65, 130] {
            let last = width - 1;
            let four = [(1, 2), (last - 1, 2), (1, 3), (last - 1, 3)];
            assert_composed(&rocks(width, &four), Some((true, true)));
            // Alike in one mirror alone, or when turned.
            assert_composed(&rocks(width, &four[..2]), Some((false, true)));
            assert_composed(&rocks(width, &[(1, 0), (last - 1, 0)]), Some((false, false)));
            assert_composed(&rocks(width, &[(1, 2), (1, 3)]), Some((false, false)));
            assert_composed(&rocks(width, &[(1, 2), (last - 1, 3)]), Some((false, true)));
        }
        // The middle column is its own image.
        assert_composed(&rocks(9, &[(4, 0), (4, 5)]), Some((true, true)));
    }

    #[test]
    fn a_room_is_centred_up_to_half_a_cell_from_the_middle() {
        // The middle of nine columns is 4, that of six rows between 2 and 3.
        assert_composed(&rocks(9, &[(4, 2)]), Some((false, true)));
        assert_composed(&rocks(9, &[(4, 2), (5, 2)]), Some((false, true)));
        assert_composed(&rocks(9, &[(5, 2)]), Some((false, false)));
        assert_composed(&rocks(9, &[(4, 3), (5, 3), (5, 2)]), Some((false, false)));
        assert_composed(&rocks(9, &[(4, 1), (4, 2)]), Some((false, false)));
        // Far from one another, and with a mean in the middle.
        assert_composed(&rocks(9, &[(0, 0), (8, 5)]), Some((false, true)));
    }

    #[test]
    fn cells_count_once_markers_do_not_and_empty_rooms_neither() {
        assert_composed(&rocks(9, &[]), None);
        let mut level = rocks(9, &[(4, 2), (4, 3), (4, 3)]);
        assert_composed(&level, Some((true, true)));
        level.kinds[2].marker = true;
        assert_composed(&level, None);
        // A table covers two cells.
        let mut level = rocks(9, &[]);
        let table = fixture::level().props[0];
        let at = Cell::new(5, 3);
        level.props = vec![PropRecord { room: 0, x: at.x as u16, y: at.y as u16, ..table }];
        assert_composed(&level, Some((false, true)));
    }

    #[test]
    fn the_rooms_of_a_level_count_one_by_one() {
        // A table and a lamp side by side, half a cell below the middle; one rock beside the
        // middle; a rug in a corner; one more rock beside the middle.
        let expected = Composition { symmetric: 0, centred: 3, furnished: 4 };
        assert_eq!(Composition::of(&fixture::level()), expected);
    }
}

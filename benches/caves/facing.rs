//! The walls between rooms that are dug.

use roomgen::{Cell, Rect};

use crate::floor_map::{Fraction, columns, rows};

/// The thickest wall between two caves, in cells: between cells that are farther apart lies rock.
const THICKEST: usize = 2;

/// What a cell is, to those who ask for the walls between caves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CellGround {
    /// Wall or rock.
    #[default]
    Solid,
    /// Floor of a dug room, by the room's id.
    Dug(u32),
    /// Other floor.
    Other,
}

/// The walls between facing caves, and those of them that are one cell thick.
///
/// Two cells of different dug rooms face each other if they lie in one row or column, and nothing
/// but one to [`THICKEST`] cells of wall or rock lies between.
pub(crate) fn facing_walls(bounds: Rect, ground: impl Fn(Cell) -> CellGround) -> Fraction {
    let mut walls = Fraction::default();
    for line in rows(bounds).chain(columns(bounds)) {
        let grounds: Vec<CellGround> = line.into_iter().map(&ground).collect();
        let runs: Vec<&[CellGround]> = grounds.chunk_by(|one, other| one == other).collect();
        for three in runs.windows(3) {
            if let [CellGround::Dug(one), CellGround::Solid, CellGround::Dug(other)] =
                [three[0][0], three[1][0], three[2][0]]
                && one != other
                && three[1].len() <= THICKEST
            {
                walls.add(Fraction::of(three[1].len() == 1));
            }
        }
    }
    walls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_lie_between_two_caves_in_a_row_or_column() {
        let walls = |drawing: &[&str]| {
            let bounds = Rect::from_xywh(0, 0, drawing[0].len() as i32, drawing.len() as i32).unwrap();
            facing_walls(bounds, |cell| match drawing[cell.y as usize].as_bytes()[cell.x as usize] {
                b'#' => CellGround::Solid,
                b'+' => CellGround::Other,
                letter => CellGround::Dug(letter.into()),
            })
        };
        let fraction = |part, all| Fraction { part, all };
        assert_eq!(walls(&["aa#bb", "a##b#", "a+bbb", "#####", "#####", "##ccc"]), fraction(1, 5));
        // No wall between two: a gap in one cave, one of three cells, one beside a corridor.
        assert_eq!(walls(&["a#a##", "a###b", "a#+b#"]), fraction(0, 0));
        assert_eq!(walls(&["a", "#", "b", "#", "a"]), fraction(2, 2));
    }
}

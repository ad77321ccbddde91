//! serde's traits of `Grid` and `BitGrid`.
//!
//! Reading checks the guarantees of both. Memory is allocated for what is read, never for the sides
//! that it states.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error, SeqAccess, Unexpected, Visitor},
};

use super::{BitGrid, Grid, words::WORD};
use crate::geom::{Cell, Size};

/// A grid as serde writes it: the values of all cells in row order.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Grid", deny_unknown_fields)]
struct GridFields<Values> {
    width: i64,
    height: i64,
    values: Values,
}

impl<T: Serialize> Serialize for Grid<T> {
    /// Writes `width`, `height` and `values`, row by row.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.size;
        GridFields { width: size.width().into(), height: size.height().into(), values: &self.values }
            .serialize(serializer)
    }
}

impl<'de, T: Copy + Deserialize<'de>> Deserialize<'de> for Grid<T> {
    /// Reads what [`Grid`] writes.
    ///
    /// # Errors
    ///
    /// The deserializer's error for sides that no level has, and for another number of values than
    /// cells.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GridFields { width, height, values } = GridFields::<Vec<T>>::deserialize(deserializer)?;
        let size = Size::new(width, height).map_err(D::Error::custom)?;
        let (cells, given) = (size.cells(), values.len());
        let fault = || D::Error::custom(format!("a grid of {size} cells has {cells} values, not {given}"));
        Self::from_values(size, values).ok_or_else(fault)
    }
}

/// A set of cells as serde writes it: a text for each row, with [`IN`] or [`OUT`] for each cell.
#[derive(Serialize, Deserialize)]
#[serde(rename = "BitGrid", deny_unknown_fields)]
struct BitGridFields<Rows> {
    width: i32,
    height: i32,
    rows: Rows,
}

/// The character of a cell that is in the set.
const IN: u8 = b'#';
/// The character of a cell that is not.
const OUT: u8 = b'.';

struct RowTexts<'grid>(&'grid BitGrid);

impl Serialize for RowTexts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(grid) = *self;
        let text = |x, y| char::from(if grid.get(Cell::new(x, y)) { IN } else { OUT });
        let row = |y| (0..grid.width()).map(|x| text(x, y)).collect::<String>();
        serializer.collect_seq((0..grid.height()).map(row))
    }
}

impl Serialize for BitGrid {
    /// Writes `width`, `height` and `rows`: a text for each row, with `#` for each cell of the set
    /// and `.` for each other one.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        BitGridFields { width: self.width(), height: self.height(), rows: RowTexts(self) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BitGrid {
    /// Reads what [`BitGrid`] writes.
    ///
    /// # Errors
    ///
    /// The deserializer's error for sides out of range, another number of rows or columns, or
    /// another character.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let BitGridFields { width, height, rows } = BitGridFields::<RowBits>::deserialize(deserializer)?;
        let sides = 0..=Self::MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(D::Error::custom(format!("a set of cells has sides from 0 to {}", Self::MAX_SIDE)));
        }
        let columns = if rows.height == 0 { width } else { rows.width };
        if (columns, rows.height) != (width, height) {
            let (columns, given) = (rows.width, rows.height);
            let fault = format!("the set has {height} rows of {width} cells, but `rows` has {given} of {columns}");
            return Err(D::Error::custom(fault));
        }
        Ok(Self { width, height, words: rows.words })
    }
}

/// Rows of equal length, as bits.
#[derive(Default)]
struct RowBits {
    width: i32,
    height: i32,
    words: Vec<u64>,
}

impl<'de> Deserialize<'de> for RowBits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(RowBitsVisitor)
    }
}

struct RowBitsVisitor;

impl<'de> Visitor<'de> for RowBitsVisitor {
    type Value = RowBits;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of texts, one for each of at most {} rows", BitGrid::MAX_SIDE)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RowBits, A::Error> {
        let mut rows = RowBits::default();
        while list.next_element_seed(&mut rows)?.is_some() {
            if rows.height > BitGrid::MAX_SIDE {
                return Err(A::Error::invalid_length(rows.height.unsigned_abs() as usize, &self));
            }
        }
        Ok(rows)
    }
}

/// Reads one more row.
impl<'de> DeserializeSeed<'de> for &mut RowBits {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for &mut RowBits {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.height {
            0 => write!(f, "a row of at most {} cells, `#` or `.` each", BitGrid::MAX_SIDE),
            _ => write!(f, "a row of {} cells, `#` or `.` each", self.width),
        }
    }

    fn visit_str<E: Error>(self, row: &str) -> Result<(), E> {
        let length = i32::try_from(row.len()).ok().filter(|&length| length <= BitGrid::MAX_SIDE);
        let is_row = row.bytes().all(|byte| matches!(byte, IN | OUT));
        let Some(length) = length.filter(|&length| is_row && (self.height == 0 || length == self.width)) else {
            // A long text would make a long message.
            return Err(E::invalid_value(Unexpected::Other("another text"), &self));
        };
        (self.width, self.height) = (length, self.height + 1);
        let word = |cells: &[u8]| cells.iter().rev().fold(0, |word, &cell| word << 1 | u64::from(cell == IN));
        self.words.extend(row.as_bytes().chunks(WORD as usize).map(word));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geom::Direction;

    fn text(value: &impl Serialize) -> String {
        serde_json::to_string(value).expect("JSON")
    }

    fn refusal<T>(text: &str) -> String
    where
        for<'de> T: Deserialize<'de>,
    {
        serde_json::from_str::<T>(text).map(|_| "read".to_owned()).unwrap_or_else(|error| error.to_string())
    }

    proptest! {
        #[test]
        fn sets_of_any_sides_read_as_they_were_written(
            width in 0..140i32, height in 0..5i32, cells in prop::collection::vec((0..140i32, 0..5i32), 0..200),
        ) {
            let mut grid = BitGrid::new(width, height);
            cells.iter().for_each(|&(x, y)| grid.set(Cell::new(x, y), true));
            let json = text(&grid);
            prop_assert_eq!(serde_json::from_str::<BitGrid>(&json).expect("a set"), grid.clone());
            let ron = ron::to_string(&grid).expect("RON");
            prop_assert_eq!(ron::from_str::<BitGrid>(&ron).expect("a set"), grid);
        }
    }

    #[test]
    fn a_grid_reads_as_it_was_written() {
        let size = Size::new(9, 8).expect("a size");
        let mut grid = Grid::filled(size, None);
        grid.set(Cell::new(8, 7), Some(Direction::East));
        assert_eq!(serde_json::from_str::<Grid<Option<Direction>>>(&text(&grid)).expect("a grid"), grid);
        let numbers = Grid::from_values(size, (0..72).collect::<Vec<u32>>()).expect("a grid");
        let json = text(&numbers);
        assert!(json.starts_with(r#"{"width":9,"height":8,"values":[0,1,2,"#), "{json}");
        assert_eq!(serde_json::from_str::<Grid<u32>>(&json).expect("a grid"), numbers);
    }

    #[test]
    fn a_set_is_written_as_one_sees_it() {
        let mut grid = BitGrid::new(4, 2);
        grid.set(Cell::new(1, 0), true);
        grid.set(Cell::new(3, 1), true);
        assert_eq!(text(&grid), r##"{"width":4,"height":2,"rows":[".#..","...#"]}"##);
    }

    #[test]
    fn malformed_grids_and_sets_are_refused_in_words() {
        for (given, words) in [
            (r#"{"width":7,"height":8,"values":[]}"#, "7x8 is not a valid size"),
            (r#"{"width":16384,"height":16384,"values":[1]}"#, "has 268435456 values, not 1"),
            (r#"{"width":8,"height":8,"values":[],"depth":1}"#, "unknown field `depth`"),
            (r#"{"width":8,"height":8,"values":[true]}"#, "invalid type: boolean"),
        ] {
            let refused = refusal::<Grid<u32>>(given);
            assert!(refused.contains(words), "{given}: {refused}");
        }
        for (given, words) in [
            (r##"{"width":2,"height":1,"rows":["#"]}"##, "the set has 1 rows of 2 cells, but `rows` has 1 of 1"),
            (r##"{"width":131072,"height":131072,"rows":[]}"##, "the set has 131072 rows of 131072 cells"),
            (r##"{"width":-1,"height":0,"rows":[]}"##, "sides from 0 to 131072"),
            (r##"{"width":1,"height":2,"rows":["#",".#"]}"##, "expected a row of 1 cells"),
            (r##"{"width":1,"height":1,"rows":["x"]}"##, "expected a row of at most 131072 cells, `#` or `.` each"),
            (r##"{"width":1,"height":1,"rows":["é"]}"##, "expected a row of at most 131072 cells"),
            (r##"{"width":1,"height":1,"rows":[1]}"##, "invalid type: integer"),
        ] {
            let refused = refusal::<BitGrid>(given);
            assert!(refused.contains(words), "{given}: {refused}");
        }
        let long = format!(r#"{{"width":1,"height":1,"rows":["{}"]}}"#, ".".repeat(131_073));
        assert!(refusal::<BitGrid>(&long).len() < 200);
    }
}

//! The props of a level file as numbers, for callers to whom the text of thousands of records costs
//! more than the level: they make the records themselves.

use super::{PlacedPropRecord, Present};
use crate::level::Level;

/// The numbers of a prop: those of its record that are whole, and its offset.
///
/// The whole ones are kind, room, number, x, y, width, height, and then turn + 4 if it is lit.
/// A kind is a position in [`Level::kinds`]. The offset has the numbers that the text has, to the
/// last bit.
pub type PropNumbers = ([i32; 8], [f64; 2]);

/// The numbers of the props of a level, by id. Cost: linear in props.
pub fn numbers(level: &Level) -> impl Iterator<Item = PropNumbers> {
    (0..).zip(&level.props).zip(level.prop_numbers()).map(|((id, prop), own)| {
        let record = PlacedPropRecord::of(&level.placed(id, prop), own);
        let PlacedPropRecord { kind: _, room, number: Present(number), x, y, width, height, offset, turn, lit } =
            record;
        let whole =
            [prop.kind.into(), room, number.unwrap_or_default(), x, y, width, height, turn + 4 * i64::from(lit)];
        (whole.map(|number| number as i32), offset.map(as_written))
    })
}

/// The number that a reader gets from the shortest text of `value`.
fn as_written(value: f32) -> f64 {
    // Offsets are multiples of 1/256: up to a metre, their shortest text has all digits. Of a
    // longer one, the text is that of the files.
    let text = || serde_json::to_string(&value).ok()?.parse().ok();
    if value.abs() < 1.0 { value.into() } else { text().unwrap_or(value.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Metres;

    #[test]
    fn every_offset_is_the_number_of_its_text() {
        for parts in i16::MIN..=i16::MAX {
            let value = f32::from(parts) / Metres::PARTS as f32;
            let text = serde_json::to_string(&value).expect("JSON");
            assert_eq!(as_written(value).to_bits(), serde_json::from_str::<f64>(&text).expect("a number").to_bits());
        }
        // The texts of some have fewer digits than the numbers.
        let exact = 257.0 / 256.0;
        assert_ne!(as_written(exact).to_bits(), f64::from(exact).to_bits());
    }
}

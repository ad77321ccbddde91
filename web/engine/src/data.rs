//! A level as data: what its level file says, in a form that JavaScript reads fast.
//!
//! Most of a level file is the list of the props. It comes as numbers, of which the caller makes
//! the objects: that takes less time than a text that is written, copied and parsed.

use roomgen::{Level, export::json, level_file::prop_columns};
use serde_json::{Value, json};

use crate::bytes::ReplyBytes;

/// Writes the offsets of the props, two numbers of eight bytes each, then the other numbers of the
/// props, eight of four bytes each, and then the level file in ASCII, with an empty list of props.
///
/// The reply has the number of the props, and the names of the kinds by their numbers. Cost: linear
/// in cells and props.
pub(crate) fn data(level: &Level, bytes: &mut ReplyBytes) -> Value {
    let count = level.props().len();
    let (offsets, wholes) = bytes.grow(48 * count).split_at_mut(16 * count);
    let slots = offsets.as_chunks_mut::<8>().0.as_chunks_mut::<2>().0.iter_mut();
    let slots = slots.zip(wholes.as_chunks_mut::<4>().0.as_chunks_mut::<8>().0);
    for ((offset_slots, whole_slots), (whole, offset)) in slots.zip(prop_columns::numbers(level)) {
        *offset_slots = offset.map(f64::to_le_bytes);
        *whole_slots = whole.map(i32::to_le_bytes);
    }
    extend_in_ascii(bytes, &json::write_without_props(level));
    json!({ "props": count, "kinds": level.kinds().iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>() })
}

/// The length of the parts of a text that are looked at together.
const PART: usize = 64;

/// Adds a text in JSON, with escapes for all that is not ASCII: a text of bytes is decoded and
/// parsed faster.
fn extend_in_ascii(bytes: &mut ReplyBytes, json: &str) {
    let (mut rest, mut escaped) = (json, Vec::new());
    while !rest.is_empty() {
        let plain: usize = rest.as_bytes().chunks(PART).take_while(|part| part.is_ascii()).map(<[u8]>::len).sum();
        let (plain, others) = rest.split_at(plain);
        bytes.extend(plain.as_bytes());
        let end = (PART..others.len()).find(|end| others.is_char_boundary(*end)).unwrap_or(others.len());
        let (others, behind) = others.split_at(end);
        escaped.clear();
        others.chars().for_each(|symbol| escape(symbol, &mut escaped));
        bytes.extend(&escaped);
        rest = behind;
    }
}

fn escape(symbol: char, text: &mut Vec<u8>) {
    if symbol.is_ascii() {
        return text.push(symbol as u8);
    }
    for unit in symbol.encode_utf16(&mut [0; 2]) {
        let digit = |shift: u32| b"0123456789abcdef"[usize::from(*unit >> shift & 15)];
        text.extend([b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_ascii_are_read_as_they_were() {
        let mut bytes = ReplyBytes::default();
        let symbols = ["", "a", "≈", "\u{1f480}", "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}"];
        for (before, symbol, behind) in (0..3 * PART).flat_map(|at| symbols.map(|symbol| (at, symbol, 150 - at % 150)))
        {
            let text = format!("{}{symbol}{}{symbol}", ".".repeat(before), "▒".repeat(behind));
            bytes.clear();
            extend_in_ascii(&mut bytes, &json!(text).to_string());
            assert!(bytes.is_ascii());
            assert_eq!(serde_json::from_slice::<String>(&bytes).unwrap(), text);
        }
    }
}

//! Letters of single strokes, as a draughtsman writes them. They look alike everywhere, since they
//! are lines of the page and no font.

use std::{collections::BTreeMap, sync::LazyLock};

use super::point::InkPoint;

/// The height of capital letters in the units of [`InkLetter`].
pub const CAP_HEIGHT: i32 = 12 * FINE;

/// Units of a step of the grid on which letters are designed: twelve steps are a capital letter.
const FINE: i32 = 16;
/// Pieces of a curve.
const PIECES: i32 = 5;
/// The gap between letters, and the width of a blank, in steps of the grid.
const GAP: i32 = 3;
const BLANK: i32 = 4;

/// The strokes of a letter, from the left end of its base line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InkLetter {
    /// The lines, in units of 1/192 of the height of capital letters.
    pub lines: Vec<Vec<InkPoint>>,
    /// The distance to the next letter.
    pub advance: i32,
}

impl InkLetter {
    /// The letter for a character; an empty box for one that has none.
    #[must_use]
    pub fn new(character: char) -> &'static Self {
        LETTERS.get(&character).unwrap_or(&BOX)
    }

    fn of(strokes: &str) -> Self {
        let lines: Vec<_> = strokes.split_ascii_whitespace().map(line).collect();
        let right = lines.iter().flatten().map(|&[x, _]| x).max();
        Self { lines, advance: right.unwrap_or((BLANK - GAP) * FINE) + GAP * FINE }
    }
}

/// The width of a text whose capital letters have a height.
pub(super) fn width(text: &str, height: i32) -> i32 {
    let units: i32 = text.chars().map(|character| InkLetter::new(character).advance).sum();
    ((units - GAP * FINE).max(0) * height) / CAP_HEIGHT
}

/// The width of the strokes of letters of a height.
#[must_use]
pub const fn stroke_width(height: i32) -> i32 {
    height / 7
}

/// The lines of a text.
pub(super) fn lines(text: &str, [x, y]: InkPoint, height: i32) -> Vec<Vec<InkPoint>> {
    let mut left = 0;
    let mut lines = Vec::new();
    for character in text.chars() {
        let letter = InkLetter::new(character);
        let placed =
            |[across, down]: InkPoint| [x + (left + across) * height / CAP_HEIGHT, y + down * height / CAP_HEIGHT];
        lines.extend(letter.lines.iter().map(|line| line.iter().copied().map(placed).collect()));
        left += letter.advance;
    }
    lines
}

/// The points of a stroke.
fn line(stroke: &str) -> Vec<InkPoint> {
    let mut points: Vec<InkPoint> = Vec::new();
    let mut digits = stroke.chars();
    let mut control = None;
    while let Some(digit) = digits.next() {
        let is_control = digit == '~';
        let column = if is_control { digits.next() } else { Some(digit) };
        let [x, y] =
            [column, digits.next()].map(|digit| digit.and_then(|digit| digit.to_digit(36)).unwrap_or(0) as i32);
        let point = [x * FINE, (y - 12) * FINE];
        if is_control {
            control = Some(point);
            continue;
        }
        if let (Some(control), Some(&from)) = (control.take(), points.last()) {
            points.extend((1..PIECES).map(|piece| on_curve([from, control, point], piece)));
        }
        points.push(point);
    }
    points
}

/// A point of a quadratic curve: the start at 0, the end at [`PIECES`].
fn on_curve([from, control, to]: [InkPoint; 3], piece: i32) -> InkPoint {
    let rest = PIECES - piece;
    [0, 1].map(|axis| {
        let sum = from[axis] * rest * rest + 2 * control[axis] * rest * piece + to[axis] * piece * piece;
        (2 * sum + PIECES * PIECES).div_euclid(2 * PIECES * PIECES)
    })
}

/// The letters of `letters.txt`: in each line the characters, then their strokes, which are points
/// of two digits in base 36, the column and the row. `~` stands before a point that a curve is
/// drawn to. Capital letters span rows 0 to 12, small ones 4 to 12.
static LETTERS: LazyLock<BTreeMap<char, InkLetter>> = LazyLock::new(|| {
    let rows = include_str!("letters.txt").lines().filter_map(|row| row.split_once(' '));
    let letters = rows.flat_map(|(characters, strokes)| characters.chars().map(|one| (one, InkLetter::of(strokes))));
    letters.chain([(' ', InkLetter::of("")), ('\u{a0}', InkLetter::of(""))]).collect()
});

/// What stands for a character without a letter.
static BOX: LazyLock<InkLetter> = LazyLock::new(|| InkLetter::of("00606c0c00"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_on_their_line_and_none_is_taller_than_a_capital() {
        for character in (' '..='~').chain("×·–’".chars()) {
            let letter = InkLetter::new(character);
            assert_eq!(letter.lines.is_empty(), character == ' ', "{character}");
            for &[x, y] in letter.lines.iter().flatten() {
                assert!(
                    (0..letter.advance).contains(&x) && (-CAP_HEIGHT..=4 * FINE).contains(&y),
                    "{character}: {x},{y}"
                );
            }
            assert!(character == ' ' || letter.lines.iter().all(|line| line.len() > 1), "{character}");
        }
    }

    #[test]
    fn a_text_is_as_wide_as_its_lines_and_twice_as_wide_at_twice_the_height() {
        let right = |height| lines("Halls", [0, 0], height).into_iter().flatten().map(|[x, _]| x).max();
        assert_eq!(right(192), Some(width("Halls", 192)));
        assert_eq!(width("Halls", 384), 2 * width("Halls", 192));
        assert_eq!(width("", 192), 0);
    }

    #[test]
    fn letters_differ() {
        let all: Vec<char> = (' '..='~').filter(|character| !"\\`{}".contains(*character)).collect();
        for (place, one) in all.iter().enumerate() {
            for other in &all[..place] {
                assert_ne!(InkLetter::new(*one), InkLetter::new(*other), "{one} and {other}");
            }
        }
    }
}

//! Letters of single strokes, as a draughtsman writes them. They look alike everywhere, since they
//! are lines of the page and no font.

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
    pub fn new(character: char) -> Self {
        let strokes = strokes(character);
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

/// The strokes of a character: points of two digits in base 36, the column and the row. `~` stands
/// before a point that a curve is drawn to. Capital letters span rows 0 to 12, small ones 4 to 12.
fn strokes(character: char) -> &'static str {
    match character {
        'A' => "0c408c 2767",
        'B' => "000c 0040~7073~764606 46~8689~8c4c0c",
        'C' => "83~7040~0006~0c4c~7c89",
        'D' => "000c 0030~8086~8c3c0c",
        'E' => "70000c7c 0656",
        'F' => "70000c 0656",
        'G' => "83~7040~0006~0c4c~8c8757",
        'H' => "000c 808c 0686",
        'I' => "000c",
        'J' => "5059~5c2c~0c0a",
        'K' => "000c 7007 348c",
        'L' => "000c7c",
        'M' => "0c0058a0ac",
        'N' => "0c008c80",
        'O' => "40~8086~8c4c~0c06~0040",
        'P' => "0c0040~8083~874707",
        'Q' => "40~8086~8c4c~0c06~0040 599d",
        'R' => "0c0040~8083~874707 478c",
        'S' => "72~7040~0003~0646~8689~8c4c~0c0a",
        'T' => "0080 404c",
        'U' => "0008~0c4c~8c8880",
        'V' => "004c80",
        'W' => "003c629cc0",
        'X' => "008c 800c",
        'Y' => "004680 464c",
        'Z' => "00800c8c",
        'a' => "34~6468~6c3c~0c08~0434 646c",
        'b' => "000c 34~6468~6c3c~0c08~0434",
        'c' => "66~5434~0408~0c3c~5c6a",
        'd' => "606c 34~6468~6c3c~0c08~0434",
        'e' => "0868~6434~0408~0c3c~5c6a",
        'f' => "50~20232c 0444",
        'g' => "34~6468~6c3c~0c08~0434 646d~6g3g~1g0f",
        'h' => "000c 07~1434~64676c",
        'i' => "040c 0001",
        'j' => "343d~3g0g 3031",
        'k' => "000c 5409 276c",
        'l' => "000a~0c2c",
        'm' => "040c 07~1434~54575c 57~6484~a4a7ac",
        'n' => "040c 07~1434~64676c",
        'o' => "34~6468~6c3c~0c08~0434",
        'p' => "040g 34~6468~6c3c~0c08~0434",
        'q' => "646g 34~6468~6c3c~0c08~0434",
        'r' => "040c 07~1444",
        's' => "55~5434~0406~0838~686a~6c3c~0c0b",
        't' => "2129~2c5c 0454",
        'u' => "0409~0c3c~6c69 646c",
        'v' => "043c64",
        'w' => "042c466c84",
        'x' => "046c 640c",
        'y' => "043c 641g",
        'z' => "04640c6c",
        '0' => "30~6066~6c3c~0c06~0030",
        '1' => "03303c",
        '2' => "03~0030~6033~660c6c",
        '3' => "02~0030~6033~6636~6669~6c3c~0c0a",
        '4' => "500878 505c",
        '5' => "601005~6368~6c3c~0c0a",
        '6' => "50~0208~0c3c~6c69~6636~0608",
        '7' => "00602c",
        '8' => "30~6033~6636~0603~0030 36~6669~6c3c~0c09~0636",
        '9' => "1c~6a64~6030~0003~0636~6664",
        '.' => "0b0c",
        ',' => "1b0e",
        ':' => "0506 0b0c",
        ';' => "1516 1b0e",
        '-' => "0747",
        '–' | '—' | '−' => "0787",
        '(' => "20~072e",
        ')' => "00~270e",
        '[' => "20000e2e",
        ']' => "00202e0e",
        '/' => "0c60",
        '\'' | '’' => "0003",
        '"' => "0003 2023",
        '+' => "0868 353b",
        '×' => "055a 550a",
        '=' => "0666 0a6a",
        '*' => "353b 066a 660a",
        '!' => "0008 0b0c",
        '?' => "02~0030~6033~653638 3b3c",
        '&' => "8c13~0030~5052~5425~0508~0c3c~6c77",
        '%' => "0c60 00202200 4a6a6c4c4a",
        '#' => "202c 606c 0484 0888",
        '_' => "0d6d",
        '<' => "65096d",
        '>' => "05690d",
        '~' => "08~2538~6b87",
        '^' => "043074",
        '|' => "000e",
        '$' => "72~7040~0003~0646~8689~8c4c~0c0a 404c",
        '@' => "66~5434~0437~0a3a~5a66 666a~8a86~8030~0006~0c6c",
        '·' => "0707",
        '→' => "0878 457847",
        ' ' | '\u{a0}' => "",
        _ => "00606c0c00",
    }
}

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

//! Looks: sprites in the colour of a kind of prop, for kinds without a sprite of their own.
//!
//! `looks.txt` has the drawings. Above each stand the look, for looks with several forms how its
//! kind stands, and the width and height in cells. Figures without a size have that of one cell,
//! and are enlarged to larger ones with smooth edges. Digits are tones of the kind's colour, from
//! the outline, 0, to the brightest, 5; letters are materials. Larger props repeat the middle of
//! the nearest one.

use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};

use roomgen::{
    color::Color,
    model::PropKind,
    theme::{Look, Sprite, Theme},
};

use super::canvas::{CELL, darker, lighter};

/// A drawing: its width and height in cells, 0 for a figure, and its rows of tones.
type LookDrawing = ([usize; 2], Vec<&'static [u8]>);

/// The drawings of each look and form, in the order of `looks.txt`.
static DRAWINGS: LazyLock<BTreeMap<&str, Vec<LookDrawing>>> = LazyLock::new(|| {
    let mut forms: BTreeMap<&str, Vec<LookDrawing>> = BTreeMap::new();
    for (heading, rows) in drawings(include_str!("looks.txt")) {
        let size = heading.rsplit_once(' ').and_then(|(form, size)| {
            let (width, height) = size.split_once('x')?;
            Some((form, [width.parse().ok()?, height.parse().ok()?]))
        });
        let (form, size) = size.unwrap_or((heading, [0, 0]));
        forms.entry(form).or_default().push((size, rows.lines().map(str::as_bytes).collect()));
    }
    forms
});

/// The drawings of a text: the heading of each, and its rows.
pub(super) fn drawings(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.split("\n\n").filter_map(|drawing| drawing.split_once('\n'))
}

/// The sprite of a kind of prop: its own, or that of its look; `None` without both.
pub(super) fn sprite_of<'theme>(theme: &'theme Theme, kind: &PropKind) -> Option<Cow<'theme, Sprite>> {
    let name = kind.name.as_str();
    let own = theme.sprites.get(name).map(Cow::Borrowed);
    let size = [kind.width, kind.height].map(side_of);
    own.or_else(|| drawn(*theme.looks.get(name)?, kind, size).map(Cow::Owned))
}

/// The sprite of the look of a kind of prop as if it took two cells by two; `None` without a look,
/// or if the kind has a sprite of its own.
pub(super) fn large_sprite_of(theme: &Theme, kind: &PropKind) -> Option<Sprite> {
    let name = kind.name.as_str();
    drawn(*theme.looks.get(name)?, kind, [2, 2]).filter(|_| !theme.sprites.contains_key(name))
}

/// Whether a kind of prop has a sprite.
pub(super) fn has_sprite(theme: &Theme, name: &str) -> bool {
    theme.sprites.contains_key(name) || theme.looks.contains_key(name)
}

/// A side of a kind of prop, in cells.
fn side_of(side: u8) -> usize {
    usize::from(side.clamp(1, PropKind::MAX_SIDE))
}

/// The sprite of a kind with a look, for a footprint of so many cells, at 16 pixels each.
fn drawn(look: Look, kind: &PropKind, size: [usize; 2]) -> Option<Sprite> {
    let stands = match look {
        _ if kind.elevation >= PropKind::HEADROOM => "hanging",
        _ if kind.is_flat() => "flat",
        Look::Plant if kind.tall >= PropKind::HEADROOM => "tall",
        _ => "standing",
    };
    let name = format!("{look:?}");
    let forms = [format!("{name} {stands}"), format!("{name} standing"), name];
    let drawings = forms.iter().find_map(|form| DRAWINGS.get(form.as_str()))?;
    // A side of one cell has both ends in it, so it is the end of no longer side.
    let differs = |own: &[usize; 2]| (0..2).filter(|&axis| (own[axis] == 1) != (size[axis] == 1)).count();
    let off = |own: &[usize; 2]| (0..2).map(|axis| own[axis].abs_diff(size[axis])).sum::<usize>();
    let (own, rows) = drawings.iter().min_by_key(|(own, _)| (differs(own), off(own)))?;
    let sprite = |rows: &mut dyn Iterator<Item = Vec<u8>>| {
        let colored = |row: Vec<u8>| row.iter().map(|&tone| color(tone, kind.color)).collect();
        Sprite::from_rows(&rows.map(colored).collect::<Vec<Vec<Option<Color>>>>())
    };
    if *own == [0, 0] {
        return sprite(&mut enlarged(rows, size[0].min(size[1])).into_iter());
    }
    let [across, down] = [0, 1].map(|axis| cells(own[axis], size[axis]));
    let side = CELL as usize;
    let pixels = |row: usize| across.iter().flat_map(move |&cell| rows[row][cell * side..][..side].iter());
    let rows = down.iter().flat_map(|&cell| cell * side..(cell + 1) * side);
    sprite(&mut rows.map(|row| pixels(row).copied().collect()))
}

/// A figure at so many times its size: doubled with smooth edges as long as it is too small, then
/// every so many pixels of that.
fn enlarged(rows: &[&[u8]], times: usize) -> Vec<Vec<u8>> {
    let mut figure: Vec<Vec<u8>> = rows.iter().map(|row| row.to_vec()).collect();
    let side = figure.len();
    while figure.len() < side * times {
        figure = doubled(&figure);
    }
    let from = |at: usize| at * figure.len() / (side * times);
    let row = |y: usize| (0..side * times).map(|x| figure[from(y)][from(x)]).collect();
    (0..side * times).map(row).collect()
}

/// A square figure with four pixels for each: one at a corner has the tone of the two sides there
/// if these are alike, and the others are not.
///
/// Source: Scale2x by Andrea Mazzoleni.
fn doubled(figure: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let tone = |x: usize, y: usize| figure.get(y).and_then(|row| row.get(x)).copied();
    let pixel = |x: usize, y: usize| {
        let own = figure[y / 2][x / 2];
        let (across, down) = (x / 2, y / 2);
        let [west, east] = [across.wrapping_sub(1), across + 1].map(|x| tone(x, down).unwrap_or(own));
        let [north, south] = [down.wrapping_sub(1), down + 1].map(|y| tone(across, y).unwrap_or(own));
        let (side, opposite) = if x.is_multiple_of(2) { (west, east) } else { (east, west) };
        let (end, other) = if y.is_multiple_of(2) { (north, south) } else { (south, north) };
        if side == end && side != other && end != opposite { side } else { own }
    };
    (0..2 * figure.len()).map(|y| (0..2 * figure.len()).map(|x| pixel(x, y)).collect()).collect()
}

/// The cells of a drawing's side that a side of `wanted` cells shows.
fn cells(own: usize, wanted: usize) -> Vec<usize> {
    match own {
        1 => vec![0; wanted],
        // Without a middle that could be repeated.
        2 => (0..wanted.min(2)).collect(),
        _ => (0..wanted).map(|cell| if cell + 1 == wanted { own - 1 } else { cell.min(1) }).collect(),
    }
}

/// The colour of a tone; `None` for a transparent pixel.
fn color(tone: u8, own: Color) -> Option<Color> {
    Some(match tone {
        b'0' => darker(own, 214),
        b'1' => darker(own, 138),
        b'2' => darker(own, 68),
        b'3' => own,
        b'4' => lighter(own, 62),
        b'5' => lighter(own, 138),
        b'i' => Color::new(0x3c, 0x3f, 0x4a),
        b'I' => Color::new(0x72, 0x78, 0x86),
        b'w' => Color::new(0x4a, 0x32, 0x22),
        b'W' => Color::new(0x7d, 0x57, 0x38),
        b'g' => Color::new(0xb8, 0x86, 0x2c),
        b'G' => Color::new(0xf2, 0xcf, 0x6a),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use roomgen::model::Metres;

    fn kind(color: Color, [width, height]: [u8; 2], [tall, elevation]: [i32; 2]) -> PropKind {
        let mut kind = PropKind::new("thing".into(), 't', color);
        (kind.width, kind.height, kind.body) = (width, height, PropKind::full_body(width, height));
        (kind.tall, kind.elevation) = (Metres::whole(tall), Metres::whole(elevation));
        kind
    }

    fn drawn_as(look: Look, kind: &PropKind) -> Option<Sprite> {
        drawn(look, kind, [kind.width, kind.height].map(side_of))
    }

    const BLUE: Color = Color::new(0x3f, 0x7f, 0xb5);

    /// Flat, standing, high, and overhead.
    const FORMS: [[i32; 2]; 4] = [[0, 0], [1, 0], [3, 0], [1, 2]];

    fn pixels(sprite: &Sprite) -> Vec<Option<Color>> {
        (0..sprite.height()).flat_map(|y| (0..sprite.width()).map(move |x| sprite.pixel(x, y))).collect()
    }

    #[test]
    fn the_rows_of_each_drawing_are_as_long_as_its_heading_says() {
        for (form, drawings) in DRAWINGS.iter() {
            for (size, rows) in drawings {
                let [width, height] = size.map(|side| side.max(1) * 16);
                assert!(rows.len() == height && rows.iter().all(|row| row.len() == width), "{form} {size:?}");
                assert!(rows.concat().iter().all(|tone| b".012345iIwWgG".contains(tone)), "{form} {size:?}");
            }
        }
    }

    #[test]
    fn every_look_fits_every_footprint_and_shows_its_colour() {
        for &look in Look::ALL {
            for (size, form) in (1..=8).flat_map(|w| (1..=8).map(move |h| [w, h])).flat_map(|s| FORMS.map(|f| (s, f))) {
                let sprite = drawn_as(look, &kind(BLUE, size, form)).expect("a sprite");
                assert!(sprite.width() <= u32::from(size[0]) * 16 && sprite.height() <= u32::from(size[1]) * 16);
                let solid = pixels(&sprite).iter().flatten().count();
                assert!(solid * 5 > pixels(&sprite).len(), "{look:?} {size:?} shows {solid} pixels");
                let red = drawn_as(look, &kind(Color::new(0xb8, 0x39, 0x2f), size, form)).expect("a sprite");
                assert_ne!(sprite, red, "{look:?} is in the kind's colour");
            }
        }
    }

    #[test]
    fn no_two_looks_of_one_form_are_alike() {
        for form in FORMS {
            let sprites = Look::ALL.iter().map(|&look| drawn_as(look, &kind(BLUE, [1, 1], form)).expect("a sprite"));
            let sprites: Vec<_> = sprites.map(|sprite| pixels(&sprite)).collect();
            for (number, sprite) in sprites.iter().enumerate() {
                for (other, with) in sprites.iter().zip(Look::ALL).take(number) {
                    let differ = sprite.iter().zip(other).filter(|(one, other)| one != other).count();
                    assert!(differ > 64, "{:?} and {with:?} differ in {differ} pixels", Look::ALL[number]);
                }
            }
        }
    }

    #[test]
    fn a_figure_is_enlarged_with_smooth_edges_and_keeps_its_tones() {
        let rows: [&[u8]; 2] = [b"1.", b".1"];
        assert_eq!(doubled(&rows.map(<[u8]>::to_vec)), [b"11..", b"1.1.", b".1.1", b"..11"]);
        let stairs = [b"1..", b"11.", b"111"].map(|row| row.to_vec());
        let shown: Vec<String> = doubled(&stairs).into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
        assert_eq!(shown, ["11....", "111...", "111...", "11111.", "111111", "111111"]);
        for times in 1..=8 {
            let large = enlarged(&DRAWINGS["Beast"][0].1, times);
            assert!(large.len() == 16 * times && large.iter().all(|row| row.len() == 16 * times), "{times}");
            let tones = |rows: &[Vec<u8>]| rows.concat().into_iter().collect::<std::collections::BTreeSet<u8>>();
            assert_eq!(tones(&large), tones(&enlarged(&DRAWINGS["Beast"][0].1, 1)), "{times}");
        }
    }

    #[test]
    fn joined_looks_have_no_seam() {
        for look in [Look::Liquid, Look::Planks, Look::Cloth] {
            let shown = drawn_as(look, &kind(BLUE, [1, 1], [0, 0])).expect("a sprite");
            assert!(pixels(&shown).iter().all(Option::is_some), "{look:?}");
            // No edge differs from its neighbour more often than lines in the middle do.
            let changes = |x: u32, next: u32| (0..16).filter(|&y| shown.pixel(x, y) != shown.pixel(next, y)).count();
            let most = (0..15).map(|x| changes(x, x + 1)).max();
            assert!(Some(changes(15, 0)) <= most, "{look:?}");
        }
    }
}

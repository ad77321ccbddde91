//! Draws markers as figures on the floor: spawn points and the like, which are not objects.
//!
//! Consumes the kind of a marker, and produces its images. A marker is a sign, so that it is drawn
//! as bright in the dark as in the light.

use roomgen::{
    color::Color,
    geom::Direction,
    model::PropKind,
    theme::{Sprite, Theme},
};

use super::{
    canvas::{CELL, LIGHT, SHADOW, TransparentImage, darker, lighter},
    looks::{drawings, large_sprite_of, sprite_of},
    sprites::{MARGIN, draw_sprite},
};

/// The figures of tags, the most telling first: a kind has that of the first of these tags that it
/// has. `#` is the kind's colour, `+` lighter, `-` darker, `k` dark, `w` light, `.` transparent.
const FIGURES: &str = include_str!("markers.txt");

/// The radius of a marker's ring and its thickness, in half pixels.
const RADIUS: i32 = 11;
const THICK: i32 = 4;

/// The opacity of the outline of a figure, of 255.
const OUTLINE: u8 = 190;

/// The tag of foes that are drawn twice as large as the cell in which they stand.
const LARGE: &str = "boss";

/// The two images of a marker over a footprint of `size` cells: an empty one in place of a prop's
/// shadow, then the sign.
///
/// The sign is the kind's sprite, or the figure of its tags, or else a ring with a dot in the
/// kind's colour. With `may_reach`, that of a boss with a look reaches over the cells around it.
pub(super) fn draw(
    kind: &PropKind,
    size: [i32; 2],
    turn: Direction,
    theme: &Theme,
    may_reach: bool,
) -> [TransparentImage; 2] {
    let is_large = may_reach && size == [1, 1] && kind.labels.has(LARGE);
    let large = if is_large { large_sprite_of(theme, kind) } else { None };
    let [margin_x, margin_y] = size.map(|cells| MARGIN - if large.is_some() { cells * CELL / 2 } else { 0 });
    let [width, height] = size.map(|cells| cells * CELL * if large.is_some() { 2 } else { 1 });
    let mut shape = TransparentImage::new(width, height);
    if let Some(sprite) = &large {
        draw_sprite(&mut shape, sprite, Direction::North);
    } else if let Some(sprite) = sprite_of(theme, kind) {
        draw_sprite(&mut shape, &sprite, turn);
    } else if let Some(figure) = figure(kind) {
        draw_sprite(&mut shape, &figure, Direction::North);
    } else {
        draw_ring(&mut shape, kind.color);
    }
    let mut sign = TransparentImage::new(width + 2 * margin_x, height + 2 * margin_y);
    for (x, y) in (-1..=height).flat_map(|y| (-1..=width).map(move |x| (x, y))) {
        let beside = || [(0, -1), (1, 0), (0, 1), (-1, 0)].iter().any(|(dx, dy)| shape.is_solid(x + dx, y + dy));
        if let Some(color) = shape.solid(x, y) {
            sign.set(x + margin_x, y + margin_y, color, u8::MAX);
        } else if beside() {
            sign.set(x + margin_x, y + margin_y, SHADOW, OUTLINE);
        }
    }
    [TransparentImage::new(0, 0), sign]
}

/// The figure of a kind's tags; `None` for a kind without such tags.
fn figure(kind: &PropKind) -> Option<Sprite> {
    let has = |tags: &str| tags.split(' ').any(|tag| kind.labels.has(tag));
    let (_, rows) = drawings(FIGURES).find(|(tags, _)| has(tags))?;
    let color = |letter: u8| match letter {
        b'#' => Some(kind.color),
        b'+' => Some(lighter(kind.color, 90)),
        b'-' => Some(darker(kind.color, 90)),
        b'k' => Some(darker(kind.color, 220)),
        b'w' => Some(LIGHT),
        _ => None,
    };
    let rows: Vec<Vec<_>> = rows.lines().map(|row| row.bytes().map(color).collect()).collect();
    Sprite::from_rows(&rows)
}

/// Draws a ring with a dot in its middle.
fn draw_ring(shape: &mut TransparentImage, color: Color) {
    let (width, height) = (shape.width(), shape.height());
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        // Distances are in half pixels from the middle, which lies between four pixels.
        let (dx, dy) = (2 * x + 1 - width, 2 * y + 1 - height);
        let squared = dx * dx + dy * dy;
        if squared <= 10 {
            shape.set(x, y, lighter(color, 60), u8::MAX);
        } else if (((RADIUS - THICK) * (RADIUS - THICK))..=RADIUS * RADIUS).contains(&squared) {
            shape.set(x, y, color, u8::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use roomgen::model::Labels;

    use super::{CELL, Direction, FIGURES, PropKind, TransparentImage, draw, drawings};
    use roomgen::theme::Theme;

    fn tags() -> impl Iterator<Item = &'static str> {
        drawings(FIGURES).flat_map(|(tags, _)| tags.split(' '))
    }

    fn drawn(tags: &[&str]) -> Vec<Option<([u8; 3], u8)>> {
        let mut kind = PropKind::new("thing".into(), 'x', "#c04040".parse().expect("a colour"));
        kind.marker = true;
        kind.labels = Labels::new(tags.iter().map(|&tag| tag.to_owned()).collect(), BTreeMap::new());
        let [_, sign]: [TransparentImage; 2] = draw(&kind, [1, 1], Direction::North, &Theme::default(), true);
        let pixels = (0..sign.height()).flat_map(|y| (0..sign.width()).map(move |x| (x, y)));
        let pixels = pixels.map(|(x, y)| sign.pixel(x, y).map(|(color, amount)| ([color.r, color.g, color.b], amount)));
        pixels.collect()
    }

    #[test]
    fn each_tag_has_a_figure_and_the_most_telling_one_counts() {
        let all: BTreeSet<_> = tags().map(|tag| drawn(&[tag])).chain([drawn(&[])]).collect();
        assert_eq!(all.len(), 8, "loot and treasure share one; what has no such tag is a ring");
        assert_eq!(drawn(&["loot", "undead", "enemy"]), drawn(&["enemy"]));
        assert_eq!(drawn(&["enemy", "boss"]), drawn(&["boss"]));
        assert_eq!(drawn(&["undead"]), drawn(&[]));
    }

    #[test]
    fn a_look_takes_the_place_of_the_figure_and_a_boss_reaches_over_the_cells_around_it() {
        let mut theme = Theme::default();
        theme.looks.insert("thing".to_owned(), roomgen::theme::Look::Beast);
        let sign = |tags: &[&str], theme: &Theme, may_reach: bool| {
            let mut kind = PropKind::new("thing".into(), 'x', "#c04040".parse().expect("a colour"));
            kind.marker = true;
            kind.labels = Labels::new(tags.iter().map(|&tag| tag.to_owned()).collect(), BTreeMap::new());
            let [_, sign] = draw(&kind, [1, 1], Direction::North, theme, may_reach);
            let all = (0..sign.height()).flat_map(|y| (0..sign.width()).map(move |x| (x, y)));
            let shown: BTreeSet<_> =
                all.filter(|&(x, y)| sign.pixel(x, y).is_some_and(|(_, amount)| amount > 0)).collect();
            ([sign.width(), sign.height()], shown)
        };
        let (size, beast) = sign(&["enemy"], &theme, true);
        assert_ne!((size, &beast), (size, &sign(&["enemy"], &Theme::default(), true).1));
        let inner = |&(x, y): &(i32, i32)| (8..28).contains(&x) && (8..28).contains(&y);
        assert!(beast.iter().all(inner), "one cell and its outline, in a margin of ten pixels");
        let (large_size, large) = sign(&["enemy", "boss"], &theme, true);
        assert!(large_size == size && large.len() > 3 * beast.len() && !large.iter().all(inner));
        assert_eq!(sign(&["enemy", "boss"], &theme, false).1, beast, "where it must keep to its cell");
    }

    #[test]
    fn figures_leave_a_margin_for_their_outline_or_end_at_the_cell() {
        for (tag, figure) in drawings(FIGURES) {
            assert_eq!(figure.lines().map(str::len).collect::<Vec<_>>(), [CELL as usize; CELL as usize], "{tag}");
            let used = figure.bytes().filter(|letter| b"#+-kw".contains(letter)).count();
            assert!((60..CELL as usize * CELL as usize * 3 / 4).contains(&used), "{tag}: {used}");
        }
    }
}

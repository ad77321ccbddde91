//! Draws markers as figures on the floor: spawn points and the like, which are not objects.
//!
//! Consumes the kind of a marker, and produces its images. A marker is a sign, so that it is drawn
//! as bright in the dark as in the light.

use roomgen::{color::Color, geom::Direction, model::PropKind, theme::Theme};

use super::{
    canvas::{CELL, LIGHT, SHADOW, TransparentImage, darker, lighter},
    looks::sprite_of,
    sprites::{MARGIN, draw_sprite},
};

/// A figure of 16 by 16 pixels: `#` is the kind's colour, `+` lighter, `-` darker, `k` dark, `w`
/// light, and `.` transparent.
type Figure = [&'static [u8; CELL as usize]; CELL as usize];

/// The tags that have a figure, the most telling first: a kind has the figure of the first of
/// these that it has.
const FIGURES: [(&str, &Figure); 8] = [
    ("boss", BOSS),
    ("enemy", ENEMY),
    ("trap", TRAP),
    ("shop", SHOP),
    ("friend", FRIEND),
    ("story", STORY),
    ("loot", LOOT),
    ("treasure", LOOT),
];

const ENEMY: &Figure = &[
    b"................",
    b"..#..........#..",
    b".##..........##.",
    b".##+........+##.",
    b".-##+######+##-.",
    b"..-##########-..",
    b"...##########...",
    b"...#kk####kk#...",
    b"...#kwk##kwk#...",
    b"...##kk##kk##...",
    b"...-###kk###-...",
    b"....-######-....",
    b"....#k#kk#k#....",
    b"....-kkkkkk-....",
    b".....-####-.....",
    b"................",
];
const BOSS: &Figure = &[
    b"...w...ww...w...",
    b"...ww.w++w.ww...",
    b"...w++w++w++w...",
    b".#.wwwwwwwwww.#.",
    b".##-########-##.",
    b".-############-.",
    b"..-##########-..",
    b"...#kkk##kkk#...",
    b"...#kwkkkkwk#...",
    b"...##kk##kk##...",
    b"...-###kk###-...",
    b"....-######-....",
    b"....#k#kk#k#....",
    b"....-kkkkkk-....",
    b".....-####-.....",
    b"................",
];
const TRAP: &Figure = &[
    b"................",
    b".......##.......",
    b"......+##-......",
    b"......+##-......",
    b".....+####-.....",
    b".....+#kk#-.....",
    b"....+##kk##-....",
    b"....+##kk##-....",
    b"...+###kk###-...",
    b"...+###kk###-...",
    b"..+####kk####-..",
    b"..+##########-..",
    b".+#####kk#####-.",
    b".+#####kk#####-.",
    b".-------------..",
    b"................",
];
const LOOT: &Figure = &[
    b"................",
    b"................",
    b"................",
    b"...++++++++++...",
    b"..+w##+##+##--..",
    b".+w##+####+##--.",
    b".+###+####+###-.",
    b".++++++++++++--.",
    b"..-##+####+##-..",
    b"...-##+##+##-...",
    b"....-#+##+#-....",
    b".....-#++#-.....",
    b"......-##-......",
    b".......--.......",
    b"................",
    b"................",
];
const SHOP: &Figure = &[
    b"................",
    b"................",
    b".....++++++.....",
    b"...++######--...",
    b"..+###kwwk###-..",
    b"..+##kwkkwk##-..",
    b".+###kwk#kk###-.",
    b".+####kwwk####-.",
    b".+#####kkwk###-.",
    b".+###kk#kwk###-.",
    b"..+##kwkkwk##-..",
    b"..+###kwwk###-..",
    b"...--##kk##--...",
    b".....------.....",
    b"................",
    b"................",
];
const FRIEND: &Figure = &[
    b"................",
    b"......####......",
    b".....+####-.....",
    b"....+######-....",
    b"....+#kkkk#-....",
    b"....+kwkkwk-....",
    b"....-#kkkk#-....",
    b".....-####-.....",
    b"....+##--##-....",
    b"...+########-...",
    b"...+########-...",
    b"..+##########-..",
    b"..+##########-..",
    b"..+##########-..",
    b"..------------..",
    b"................",
];
const STORY: &Figure = &[
    b"................",
    b"................",
    b"..+++++..+++++..",
    b".+wwwww++wwwww-.",
    b".+wkkkww-wkkkw-.",
    b".+wwwwww-wwwww-.",
    b".+wkkkkw-wkkkw-.",
    b".+wwwwww-wwwww-.",
    b".+wkkkww-wkkkw-.",
    b".+wwwwww-wwwww-.",
    b".+wkkkkw-wkkww-.",
    b".+wwwwww-wwwww-.",
    b".###############",
    b"..-----##-----..",
    b"................",
    b"................",
];

/// The radius of a marker's ring and its thickness, in half pixels.
const RADIUS: i32 = 11;
const THICK: i32 = 4;

/// The opacity of the outline of a figure, of 255.
const OUTLINE: u8 = 190;

/// The two images of a marker over a footprint of `size` cells: an empty one in place of a prop's
/// shadow, then the sign.
///
/// The sign is the kind's sprite, or the figure of its tags, or else a ring with a dot in the
/// kind's colour.
pub(super) fn draw(kind: &PropKind, size: [i32; 2], turn: Direction, theme: &Theme) -> [TransparentImage; 2] {
    let [width, height] = size.map(|cells| cells * CELL);
    let mut shape = TransparentImage::new(width, height);
    let tagged = |(tag, _): &&(&str, &Figure)| kind.labels.has(tag);
    if let Some(sprite) = sprite_of(theme, kind) {
        draw_sprite(&mut shape, &sprite, turn);
    } else if let Some((_, figure)) = FIGURES.iter().find(tagged) {
        draw_figure(&mut shape, figure, kind.color);
    } else {
        draw_ring(&mut shape, kind.color);
    }
    let mut sign = TransparentImage::new(width + 2 * MARGIN, height + 2 * MARGIN);
    for (x, y) in (-1..=height).flat_map(|y| (-1..=width).map(move |x| (x, y))) {
        let beside = || [(0, -1), (1, 0), (0, 1), (-1, 0)].iter().any(|(dx, dy)| shape.is_solid(x + dx, y + dy));
        if let Some(color) = shape.solid(x, y) {
            sign.set(x + MARGIN, y + MARGIN, color, u8::MAX);
        } else if beside() {
            sign.set(x + MARGIN, y + MARGIN, SHADOW, OUTLINE);
        }
    }
    [TransparentImage::new(0, 0), sign]
}

/// Draws a figure in the middle, at the largest whole multiple that fits.
fn draw_figure(shape: &mut TransparentImage, figure: &Figure, color: Color) {
    let times = (shape.width() / CELL).min(shape.height() / CELL).max(1);
    let [left, top] = [shape.width(), shape.height()].map(|side| (side - CELL * times) / 2);
    for (y, row) in (0..).zip(figure) {
        for (x, &letter) in (0..).zip(*row) {
            let color = match letter {
                b'#' => color,
                b'+' => lighter(color, 90),
                b'-' => darker(color, 90),
                b'k' => darker(color, 220),
                b'w' => LIGHT,
                _ => continue,
            };
            for (dx, dy) in (0..times).flat_map(|dy| (0..times).map(move |dx| (dx, dy))) {
                shape.set(left + x * times + dx, top + y * times + dy, color, u8::MAX);
            }
        }
    }
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

    use super::{CELL, Direction, FIGURES, PropKind, TransparentImage, draw};
    use roomgen::theme::Theme;

    fn drawn(tags: &[&str]) -> Vec<Option<([u8; 3], u8)>> {
        let mut kind = PropKind::new("thing".into(), 'x', "#c04040".parse().expect("a colour"));
        kind.marker = true;
        kind.labels = Labels::new(tags.iter().map(|&tag| tag.to_owned()).collect(), BTreeMap::new());
        let [_, sign]: [TransparentImage; 2] = draw(&kind, [1, 1], Direction::North, &Theme::default());
        let pixels = (0..sign.height()).flat_map(|y| (0..sign.width()).map(move |x| (x, y)));
        let pixels = pixels.map(|(x, y)| sign.pixel(x, y).map(|(color, amount)| ([color.r, color.g, color.b], amount)));
        pixels.collect()
    }

    #[test]
    fn each_tag_has_a_figure_and_the_most_telling_one_counts() {
        let all: BTreeSet<_> = FIGURES.iter().map(|(tag, _)| drawn(&[tag])).chain([drawn(&[])]).collect();
        assert_eq!(all.len(), 8, "loot and treasure share one; what has no such tag is a ring");
        assert_eq!(drawn(&["loot", "undead", "enemy"]), drawn(&["enemy"]));
        assert_eq!(drawn(&["enemy", "boss"]), drawn(&["boss"]));
        assert_eq!(drawn(&["undead"]), drawn(&[]));
    }

    #[test]
    fn figures_leave_a_margin_for_their_outline_or_end_at_the_cell() {
        for (tag, figure) in FIGURES {
            let used = figure.iter().flat_map(|row| row.iter()).filter(|&&letter| letter != b'.').count();
            assert!((60..CELL as usize * CELL as usize * 3 / 4).contains(&used), "{tag}: {used}");
        }
    }
}

//! Signs of a mission in pictures: numbers of locks at doors and keys, arrows at one-way doors.
//!
//! Consumes a level, and draws over the finished pixels of its picture. A lock has its number on
//! the wall beside each of its doors, in the colour of the door's bars. A ring in the same colour
//! lies around each of its keys, with the number at its corner. No sign covers a prop: in the view
//! from above they stand on walls and at corners of cells, in the isometric view above the floor.

use super::{
    View, Viewport,
    canvas::LIGHT,
    font,
    labels::PictureLabels,
    pen::{LinePen, LineStyle, Point},
    scene::SceneDoor,
};
use roomgen::{
    color::Color,
    geom::{Direction, Rect},
    level::{Key, Level, LockMark},
};

/// The smallest scale at which locks have numbers. Below it colours alone tell them apart.
const LEGIBLE: i32 = 8;

/// The smallest scale at which keys have rings, and one-way doors have arrows.
const VISIBLE: i32 = 3;

/// The rows of a digit, in font pixels.
const DIGIT: i32 = 7;

/// The colour of arrows at one-way doors.
pub(super) const ARROW: Color = LIGHT;

/// How far signs hang above the floor in the isometric view, in metres: over doors and over keys.
const OVER_DOOR: f32 = 1.35;
const OVER_KEY: f32 = 1.1;

/// Draws the signs of locks, keys and one-way doors in the window.
pub(crate) fn draw_signs(level: &Level, pen: &mut LinePen<'_>) {
    let scale = pen.viewport.scale();
    if scale < VISIBLE {
        return;
    }
    let shown = pen.viewport;
    for key in level.keys() {
        let at = middle(Rect::from_cell(key.cell));
        if shown.shows(at) {
            ring(pen, at, level.key_mark(key));
        }
    }
    for passage in level.passages() {
        for (door, direction) in level.one_way_doors(passage).filter(|(door, _)| shown.shows(middle(*door))) {
            arrow(pen, door, direction);
        }
    }
    if scale < LEGIBLE {
        return;
    }
    for door in SceneDoor::of(level).filter(|door| shown.shows(middle(door.cells))) {
        if let Some(mark) = door.mark {
            badge(pen, door_badge(&door, shown), mark);
        }
    }
    for key in level.keys() {
        if shown.shows(middle(Rect::from_cell(key.cell))) {
            badge(pen, key_badge(key, shown), level.key_mark(key));
        }
    }
}

/// The middle of a key's badge, in pixels.
pub(super) fn key_badge(key: &Key, viewport: Viewport) -> Point {
    let [x, y] = middle(Rect::from_cell(key.cell));
    match viewport.view() {
        View::Top => viewport.at([x + 0.55, y - 0.55]),
        View::Iso => raised(viewport.at([x, y]), viewport.scale(), OVER_KEY),
    }
}

/// The middle of a rectangle of cells, in cells.
fn middle(rect: Rect) -> Point {
    [(rect.left() + rect.right()) as f32 / 2.0, (rect.top() + rect.bottom()) as f32 / 2.0]
}

fn raised([x, y]: Point, scale: i32, metres: f32) -> Point {
    [x, y - metres * scale as f32]
}

/// The middle of a door's badge, in pixels: on the wall beside the door, or above the door in the
/// isometric view.
fn door_badge(door: &SceneDoor, viewport: Viewport) -> Point {
    match viewport.view() {
        View::Top => viewport.at(door.beside().map(|half| half as f32 / 2.0)),
        View::Iso => raised(viewport.at(middle(door.cells)), viewport.scale(), OVER_DOOR),
    }
}

/// Draws the number of a lock on a disc in its colour.
pub(super) fn badge(pen: &mut LinePen<'_>, [x, y]: Point, mark: LockMark) {
    let times = PictureLabels::times(pen.viewport.scale());
    let text = mark.number.to_string();
    let (across, down) = (font::width(&text) * times, DIGIT * times);
    let radius = badge_radius(times).max((across / 2 + 2 * times) as f32);
    pen.disc([x, y], radius, mark.color);
    let corner = [x.floor() as i32 - across / 2, y.floor() as i32 - down / 2];
    font::write_bare(pen, &text, corner, times, mark.text_color());
}

/// The radius of a badge with one digit, in pixels. `times` is the side of a font pixel.
pub(super) const fn badge_radius(times: i32) -> f32 {
    times as f32 * 5.5
}

/// Draws a ring on the floor around a key.
fn ring(pen: &mut LinePen<'_>, [x, y]: Point, mark: LockMark) {
    const SIDES: usize = 16;
    /// Cosines of the multiples of a sixteenth of a turn, of the first quarter.
    const COSINES: [f32; 5] = [1.0, 0.923_88, core::f32::consts::FRAC_1_SQRT_2, 0.382_683, 0.0];
    let cosine = |step: usize| match step % SIDES {
        step @ 0..=4 => COSINES[step],
        step @ 5..=8 => -COSINES[8 - step],
        step @ 9..=12 => -COSINES[step - 8],
        step => COSINES[16 - step],
    };
    const RADIUS: f32 = 0.55;
    let points: Vec<Point> =
        (0..=SIDES).map(|step| [x + RADIUS * cosine(step), y + RADIUS * cosine(step + 12)]).collect();
    let width = pen.width(1.25, 1.0);
    pen.draw(&points, LineStyle::new(mark.color, width));
}

/// How far beyond the middle of a one-way door its arrow begins and ends, in cells, in addition to
/// half the door's depth: on the floor behind the door, since an arrow over it would hide its kind.
const BEHIND: [f32; 2] = [0.15, 0.95];

/// Draws an arrow on the floor that one comes to through a one-way door.
fn arrow(pen: &mut LinePen<'_>, door: Rect, direction: Direction) {
    let [x, y] = middle(door);
    let (dx, dy) = match direction {
        Direction::North => (0.0, -1.0),
        Direction::East => (1.0, 0.0),
        Direction::South => (0.0, 1.0),
        Direction::West => (-1.0, 0.0),
    };
    let depth = if dx == 0.0 { door.height() } else { door.width() } as f32 / 2.0;
    let [from, tip] = BEHIND.map(|along| pen.viewport.at([x + dx * (depth + along), y + dy * (depth + along)]));
    let size = pen.width(6.0, 3.0);
    pen.stroke(&[from, tip], LineStyle::new(ARROW, pen.width(2.0, 1.0)));
    pen.head(from, tip, size, ARROW);
}

#[cfg(test)]
mod tests {
    use super::super::{
        Overlay, Picture, PictureOptions, View,
        fixture::{FixtureBuilder, theme},
        render,
        tests::{at, pixel},
    };
    use roomgen::{KeyUse, Level, RoomKind, geom::Rect, level::LockMark};

    /// Two rooms, whose door is locked or not; the key lies in the first. Another door between them
    /// is one-way or not.
    fn two_rooms(is_locked: bool, is_one_way: bool) -> Level {
        let rooms = FixtureBuilder::new(23, 12)
            .room(RoomKind::Start, 0.0, [1, 1, 10, 10])
            .room(RoomKind::End, 1.0, [12, 1, 10, 10])
            .stairs((2, 9), (20, 9))
            .path(&[0, 1])
            .door([0, 1], [11, 8, 1, 1]);
        let rooms = if is_one_way { rooms.one_way(1, Some(2)) } else { rooms };
        let rooms = rooms.door([0, 1], [11, 3, 1, 1]).of_kind(roomgen::DoorKind::Barred);
        let level = if is_locked { rooms.locked("lever").key("lever", KeyUse::Switch, (5, 4)) } else { rooms };
        level.finish()
    }

    fn drawn(level: &Level, options: PictureOptions) -> Picture {
        render(level, &theme(), options).expect("a picture")
    }

    /// The number of pixels of a part that have the colour of a lock.
    fn of_color(picture: &Picture, mark: LockMark, part: Rect) -> usize {
        let cells = part.cells().map(|cell| (cell.x as u32, cell.y as u32));
        cells.filter(|&(x, y)| pixel(picture, x, y) == mark.color).count()
    }

    #[test]
    fn a_lock_shows_its_colour_at_its_door_and_at_its_key_and_nowhere_else() {
        let (locked, plain) = (two_rooms(true, false), two_rooms(false, false));
        let mark = locked.key_mark(&locked.keys()[0]);
        for scale in [4, 16, 32] {
            let [with, without] = [&locked, &plain].map(|level| drawn(level, at(scale)));
            let side = scale as i32;
            // The cells around the door, with the wall above it, and around the key.
            let places = [Rect::of(10, 1, 3, 3), Rect::of(4, 2, 4, 4)];
            let pixels = |cells: Rect| {
                Rect::of(cells.left() * side, cells.top() * side, cells.width() * side, cells.height() * side)
            };
            for place in places.map(pixels) {
                // Below 16 pixels a cell, colours of neighbouring pixels mix.
                assert!(scale < 16 || of_color(&with, mark, place) > 0, "scale {scale}, {place}");
                assert_eq!(of_color(&without, mark, place), 0);
            }
            let is_near = |x: u32, y: u32| {
                places.map(pixels).iter().any(|place| place.contains(roomgen::Cell::new(x as i32, y as i32)))
            };
            for (x, y) in (0..with.height()).flat_map(|y| (0..with.width()).map(move |x| (x, y))) {
                assert!(is_near(x, y) || pixel(&with, x, y) == pixel(&without, x, y), "scale {scale}: {x},{y}");
            }
        }
    }

    #[test]
    fn arrows_lie_at_one_way_doors_alone() {
        for view in [View::Top, View::Iso] {
            let [with, without] = [true, false].map(|is_one_way| {
                let options = PictureOptions { view, ..at(16) };
                drawn(&two_rooms(false, is_one_way), options)
            });
            let changed: Vec<_> = (0..with.height())
                .flat_map(|y| (0..with.width()).map(move |x| (x, y)))
                .filter(|&(x, y)| pixel(&with, x, y) != pixel(&without, x, y))
                .collect();
            assert!(changed.len() > 20);
            let arrow = super::ARROW;
            let left_half = changed.iter().filter(|&&(x, y)| pixel(&with, x, y) == arrow).map(|&(x, _)| x);
            assert!(left_half.count() > 10, "{view}");
            if view == View::Top {
                // The door has column 11, row 8; one comes to the cell in the west of it.
                let floor = |&(x, y): &(u32, u32)| (9 * 16..11 * 16).contains(&x) && (8 * 16..9 * 16).contains(&y);
                assert!(changed.iter().all(floor), "{changed:?}");
                let mean = changed.iter().map(|&(x, _)| f64::from(x)).sum::<f64>() / changed.len() as f64;
                assert!((10.0 * 16.0..10.5 * 16.0).contains(&mean), "the head of the arrow points west: {mean}");
            }
        }
    }

    #[test]
    fn the_overlay_adds_names_and_lines_to_the_signs_and_the_legend_lists_the_locks() {
        let level = two_rooms(true, true);
        for view in [View::Top, View::Iso] {
            let options = PictureOptions { view, ..at(16) };
            let plain = drawn(&level, options);
            let with = drawn(&level, PictureOptions { overlays: Overlay::Mission.into(), ..options });
            let mark = level.key_mark(&level.keys()[0]);
            let all = Rect::of(0, 0, plain.width() as i32, plain.height() as i32);
            assert!(of_color(&with, mark, all) > of_color(&plain, mark, all) + 20, "{view}: a line");
            let legend = |level: &Level| drawn(level, PictureOptions { legend: true, ..options }).height();
            assert!(legend(&level) >= legend(&two_rooms(false, false)) + 24, "a lock and an arrow take lines");
        }
    }

    #[test]
    fn nothing_is_signed_where_pixels_are_too_few_and_any_number_fits_its_badge() {
        for scale in [1, 2] {
            assert_eq!(drawn(&two_rooms(false, true), at(scale)), drawn(&two_rooms(false, false), at(scale)));
        }
        for number in [1, 10, 64] {
            let mut picture = Picture::filled(60, 60, roomgen::color::Color::new(1, 2, 3));
            let viewport = super::Viewport::new(View::Top, 16, Rect::of(0, 0, 3, 3)).expect("a viewport");
            let mut mark = two_rooms(true, false).key_mark(&two_rooms(true, false).keys()[0]);
            mark.number = number;
            super::badge(&mut super::LinePen::new(viewport, &mut picture), [30.0, 30.0], mark);
            let text = mark.text_color();
            let is_text = |x: i32, y: i32| pixel(&picture, x as u32, y as u32) == text;
            let is_ground = |x: i32, y: i32| pixel(&picture, x as u32, y as u32) == mark.color;
            let text: Vec<_> = Rect::of(0, 0, 60, 60).cells().filter(|cell| is_text(cell.x, cell.y)).collect();
            assert!(text.len() > 5);
            // Left and right of each pixel of the number is its colour, or that of the badge.
            for cell in text {
                for x in [cell.x - 1, cell.x + 1] {
                    assert!(is_text(x, cell.y) || is_ground(x, cell.y), "{number}: {cell}");
                }
            }
        }
    }
}

//! Tests of pictures: scales, windows, painters and golden files.

use std::{env, fs, path::PathBuf};

use proptest::prelude::*;

use super::{
    super::png::write,
    fixture::{FixtureBuilder, gallery, kind, theme},
    overlay::FloorTints,
    pixels::Pixels,
    *,
};
use roomgen::{
    color::Color,
    geom::{Cell, Direction, HalfCell, Rect},
    level::{RoomKind, Tile},
    model::{Hundredths, Metres, PropKind},
    play::{Floor, PlayerAction},
    theme::{FloorStyle, Sprite, WallStyle},
    trace::{Rejection, Step},
};

const SIXTEEN: PictureOptions = at(16);

/// Pictures in even light, whose colours are those that are drawn.
pub(super) const fn at(scale: u32) -> PictureOptions {
    PictureOptions { scale, light: PictureLight::Off, ..PictureOptions::DEFAULT }
}

/// Pictures in the light of the stairs, in a dark level.
pub(super) fn dark(scale: u32) -> PictureOptions {
    PictureOptions { light: PictureLight::Ambient(Hundredths::exact(0.4).expect("one")), ..at(scale) }
}

/// Two rooms joined by a corridor, a bonus room behind a door, and props of several kinds.
pub(super) fn three_rooms() -> Level {
    let rug = {
        let mut kind = kind("rug", '~', "#803030");
        kind.width = 2;
        kind.body = PropKind::full_body(2, 1);
        kind.tall = Metres::default();
        kind
    };
    FixtureBuilder::new(20, 13)
        .room(RoomKind::Start, 0.0, [1, 1, 7, 5])
        .room(RoomKind::End, 1.0, [12, 1, 7, 5])
        .room(RoomKind::Bonus, 0.0, [1, 7, 9, 5])
        .corridor([0, 1], &[(8, 2), (9, 2), (9, 4), (11, 4)])
        .door([0, 2], [3, 6, 2, 1])
        .stairs((2, 3), (17, 2))
        .props(kind("pillar", 'O', "#b8b0a0"), &[(5, 2), (5, 4)])
        .props(kind("tree", 'T', "#4f8a3c"), &[(13, 3), (15, 4)])
        .props(rug, &[(3, 9)])
        .props(kind("gem", '*', "#60c8e8"), &[(7, 9)])
        .path(&[0, 1])
        .finish()
}

/// A room of 6 by 6 cells from `(1, 1)` with stairs in its upper corners and the given `props`.
pub(super) fn one_room(props: impl FnOnce(FixtureBuilder) -> FixtureBuilder) -> Level {
    props(FixtureBuilder::new(8, 8).room(RoomKind::Start, 0.0, [1, 1, 6, 6]).stairs((1, 1), (6, 1))).finish()
}

fn drawn(level: &Level, theme: &Theme, scale: u32) -> Picture {
    render(level, theme, at(scale)).expect("a picture")
}

pub(super) fn pixel(picture: &Picture, x: u32, y: u32) -> Color {
    let start = (y * picture.width() + x) as usize * 3;
    Color::new(picture.bytes()[start], picture.bytes()[start + 1], picture.bytes()[start + 2])
}

pub(super) fn brightness(color: Color) -> i32 {
    i32::from(color.r) + i32::from(color.g) + i32::from(color.b)
}

/// A sprite of one colour, `side` pixels wide and high.
fn block(side: usize, color: Color) -> Sprite {
    Sprite::from_rows(&vec![vec![Some(color); side]; side]).expect("a sprite")
}

#[test]
fn a_picture_has_scale_pixels_for_each_cell_at_every_scale() {
    let level = three_rooms();
    // The larger scales take four times as long as all others; the largest stands for them.
    for scale in (PictureOptions::MIN_SCALE..=33).chain([PictureOptions::MAX_SCALE]) {
        let picture = drawn(&level, &theme(), scale);
        assert_eq!((picture.width(), picture.height()), (20 * scale, 13 * scale));
        assert_eq!(picture.bytes().len() as u32, 3 * picture.width() * picture.height());
    }
}

#[test]
fn every_scale_shows_the_same_picture() {
    let level = three_rooms();
    let [whole, double, half] = [16, 32, 8].map(|scale| drawn(&level, &theme(), scale));
    // Refined pixels have other edges, but the mean colour of each cell stays.
    for (x, y) in (0..13).flat_map(|y| (0..20).map(move |x| (x, y))) {
        let mean = |picture: &Picture, side: u32| {
            let cell =
                (0..side * side).map(|at| brightness(pixel(picture, x * side + at % side, y * side + at / side)));
            cell.sum::<i32>() / (side * side) as i32
        };
        assert!((mean(&double, 32) - mean(&whole, 16)).abs() <= 12, "({x}, {y})");
    }
    for (x, y) in (0..half.height()).flat_map(|y| (0..half.width()).map(move |x| (x, y))) {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| pixel(&whole, 2 * x + dx, 2 * y + dy));
        let mean = four.iter().map(|&color| brightness(color)).sum::<i32>() / 4;
        assert!((brightness(pixel(&half, x, y)) - mean).abs() <= 3, "({x}, {y})");
    }
}

#[test]
fn a_scale_out_of_range_is_refused_with_the_range() {
    for scale in [0, 257, u32::MAX] {
        let refused = render(&three_rooms(), &theme(), at(scale));
        assert_eq!(refused, Err(PictureError::Scale { scale }));
    }
    assert_eq!(
        PictureError::Scale { scale: 0 }.to_string(),
        "the scale 0 is out of range: a cell is 1 to 256 pixels wide"
    );
}

#[test]
fn a_picture_too_large_is_refused_with_the_largest_scale_that_fits() {
    for (width, height, largest) in [(16384, 64, 16), (2000, 500, 16), (16384, 1000, 4)] {
        let level = FixtureBuilder::new(width, height).finish_with(&[]);
        let sides = |scale| at(scale).dimensions(level.size());
        let refused = sides(64);
        let (width, height) = (level.width(), level.height());
        assert_eq!(refused, Err(PictureError::TooLarge { width, height, scale: 64, largest }));
        assert!(sides(largest).is_ok() && sides(largest + 1).is_err());
    }
}

#[test]
fn an_isometric_picture_too_large_is_refused_with_the_largest_scale_that_fits() {
    let level = FixtureBuilder::new(2000, 500).finish_with(&[]);
    let sides = |scale| PictureOptions { view: View::Iso, ..at(scale) }.dimensions(level.size());
    let Err(PictureError::TooLarge { scale: 64, largest, .. }) = sides(64) else { panic!("{:?}", sides(64)) };
    assert!(sides(largest).is_ok() && sides(largest + 1).is_err());
    let long = FixtureBuilder::new(16384, 1000).finish_with(&[]);
    let options = PictureOptions { view: View::Iso, room: Some(3), ..at(1) };
    assert_eq!(render(&long, &theme(), options), Err(PictureError::NoRoom { room: 3, rooms: 1 }));
}

#[test]
fn parts_drawn_one_after_another_show_the_whole_in_any_order() {
    let level = gallery();
    for scale in [8, 16, 24, 32] {
        let viewport = at(scale).viewport(level.tiles().bounds()).expect("a viewport");
        let mut picture = Picture::filled(viewport.width(), viewport.height(), Color::default());
        let mut top = TopPainter::new(&level, &theme(), viewport, None);
        for (y, x) in [(20, 30), (0, 0), (20, 0), (0, 30)] {
            top.paint(Rect::of(x, y, 30, 20), &FloorTints::default(), &mut picture);
        }
        assert!(picture == drawn(&level, &theme(), scale), "scale {scale}");
        // Paint again over the finished picture.
        top.paint(Rect::of(7, 5, 9, 11), &FloorTints::default(), &mut picture);
        assert!(picture == drawn(&level, &theme(), scale), "scale {scale}");
    }
}

#[test]
fn a_room_by_itself_looks_as_it_does_in_the_whole_and_what_is_about_it_lies_in_the_dark() {
    let level = three_rooms();
    let whole = drawn(&level, &theme(), 16);
    let room = render(&level, &theme(), PictureOptions { room: Some(1), ..SIXTEEN }).expect("a picture");
    // The room is 7 by 5 cells from (12, 1). The window adds two cells, clipped to the level.
    assert_eq!((room.width(), room.height()), (10 * 16, 8 * 16));
    for (x, y) in (0..room.height()).flat_map(|y| (0..room.width()).map(move |x| (x, y))) {
        let (own, other) = (pixel(&room, x, y), pixel(&whole, x + 160, y));
        if (16..160).contains(&x) && y < 112 {
            assert_eq!(own, other, "({x}, {y})");
        } else {
            assert!(brightness(own) <= brightness(other), "({x}, {y})");
        }
    }
}

#[test]
fn a_region_looks_as_it_does_in_the_whole() {
    let preset = roomgen::preset::Preset::built_in("library").unwrap().with_size("48x40".parse().unwrap()).unwrap();
    let level = roomgen::generate(&preset, 5);
    for scale in [8, 16, 24] {
        let whole = render(&level, preset.theme(), at(scale)).expect("a picture");
        for (x, y, width, height) in [(0, 0, 9, 7), (17, 11, 13, 16), (47, 39, 1, 1), (20, 0, 28, 40)] {
            let region = Some(Rect::of(x, y, width, height));
            let part = render(&level, preset.theme(), PictureOptions { region, ..at(scale) }).expect("a picture");
            assert_eq!((part.width(), part.height()), (width as u32 * scale, height as u32 * scale));
            let row = |picture: &Picture, x: u32, y: u32| {
                let start = (y * picture.width() + x) as usize * 3;
                picture.bytes()[start..start + part.width() as usize * 3].to_vec()
            };
            for line in 0..part.height() {
                let (x, y) = (x as u32 * scale, y as u32 * scale + line);
                assert!(row(&part, 0, line) == row(&whole, x, y), "scale {scale}, {region:?}, row {line}");
            }
        }
    }
}

#[test]
fn a_region_can_be_shown_in_every_view_with_every_overlay_and_has_to_lie_in_the_level() {
    let level = three_rooms();
    let whole = Some(Rect::from(level.size()));
    for view in View::ALL {
        for overlay in Overlay::ALL.iter().filter(|overlay| !overlay.needs_record()) {
            let options = PictureOptions { view: *view, overlays: (*overlay).into(), ..SIXTEEN };
            if overlay.is_top_only() && *view == View::Iso {
                continue;
            }
            let all = render(&level, &theme(), options);
            assert!(render(&level, &theme(), PictureOptions { region: whole, ..options }) == all, "{view} {overlay}");
            let part = render(&level, &theme(), PictureOptions { region: Some(Rect::of(2, 2, 9, 6)), ..options });
            assert!(part.expect("a picture").bytes().len() < all.expect("a picture").bytes().len());
        }
    }
    let (region, size) = (Rect::of(12, 0, 9, 3), level.size());
    let refused = render(&level, &theme(), PictureOptions { region: Some(region), ..SIXTEEN });
    assert_eq!(refused, Err(PictureError::NoRegion { region, size }));
    let said = "the region of 9x3 cells at (12, 0) is not inside the level of 20x13 cells";
    assert_eq!(PictureError::NoRegion { region, size }.to_string(), said);
}

#[test]
fn stairs_lie_over_carpets() {
    let carpet = {
        let mut kind = kind("carpet", ':', "#fa0a0a");
        kind.tall = Metres::default();
        kind
    };
    let bare = drawn(&one_room(|room| room), &theme(), 16);
    let laid = drawn(&one_room(|room| room.props(carpet, &[(1, 1)])), &theme(), 16);
    assert_eq!(pixel(&bare, 24, 20), pixel(&laid, 24, 20));
}

#[test]
fn a_file_holds_the_pixels_that_were_drawn() {
    let file = write(&three_rooms(), &theme(), SIXTEEN).expect("a file");
    let read = Pixels::read(&file);
    let picture = drawn(&three_rooms(), &theme(), 16);
    assert_eq!(read.size(), (picture.width(), picture.height()));
    assert_eq!(read.bytes, picture.into_bytes());
}

#[test]
fn floors_stand_out_from_walls_and_walls_from_rock() {
    let picture = drawn(&gallery(), &Theme::default(), 1);
    let mean = |wanted: Tile| {
        let level = gallery();
        let of_kind = level.tiles().bounds().cells().filter(|&cell| level.tile(cell) == wanted);
        let shades: Vec<i32> = of_kind.map(|Cell { x, y }| brightness(pixel(&picture, x as u32, y as u32))).collect();
        shades.iter().sum::<i32>() / shades.len() as i32
    };
    assert!(mean(Tile::Floor) > mean(Tile::Wall) * 4 / 3);
    assert!(mean(Tile::Wall) > mean(Tile::Rock) * 2);
}

#[test]
fn floors_run_from_the_start_colour_to_the_end_colour() {
    let (start, end) = (Color::new(200, 40, 40), Color::new(40, 40, 200));
    let theme = Theme { floor_start: start, floor_end: end, ..Theme::default() };
    let picture = drawn(&three_rooms(), &theme, 1);
    let [first, last] = [(4, 5), (13, 5)].map(|(x, y)| pixel(&picture, x, y));
    assert!(first.r > 2 * first.b && last.b > 2 * last.r, "{first} {last}");
}

#[test]
fn a_sprite_is_enlarged_by_a_whole_factor_and_set_in_the_middle() {
    let red = Color::new(250, 10, 10);
    let level = one_room(|room| room.props(kind("thing", '?', "#ffffff"), &[(3, 3)]));
    for (side, shown) in [(1, 16), (5, 15), (6, 12), (8, 16), (11, 11), (16, 16), (40, 16)] {
        let mut theme = Theme::default();
        theme.sprites.insert("thing".into(), block(side, red));
        let picture = drawn(&level, &theme, 16);
        let run = (0..picture.width()).filter(|&x| pixel(&picture, x, 3 * 16 + 8) == red);
        let run: Vec<u32> = run.collect();
        let first = 3 * 16 + (16 - shown) / 2;
        assert_eq!(run, (first..first + shown).collect::<Vec<_>>(), "a sprite of {side} pixels");
    }
}

#[test]
fn hanging_props_are_drawn_last_and_higher_props_after_lower_ones() {
    let high = |name: &str, metres| {
        let mut kind = kind(name, '?', "#ffffff");
        kind.elevation = Metres::whole(metres);
        kind
    };
    let colors =
        [("lamp", 3, Color::new(1, 2, 250)), ("candle", 1, Color::new(1, 250, 3)), ("table", 0, Color::new(250, 2, 3))];
    let mut theme = Theme::default();
    for (name, _, color) in colors {
        theme.sprites.insert(name.into(), block(8, color));
    }
    let top = |kinds: &[(&str, i32, Color)]| {
        let level =
            one_room(|room| kinds.iter().fold(room, |room, &(name, up, _)| room.props(high(name, up), &[(3, 3)])));
        pixel(&drawn(&level, &theme, 16), 3 * 16 + 8, 3 * 16 + 8)
    };
    assert_eq!((top(&colors), top(&colors[1..]), top(&colors[2..])), (colors[0].2, colors[1].2, colors[2].2));
}

#[test]
fn the_outer_edge_of_a_wall_runs_straight_on_where_an_inner_wall_meets_it() {
    let rooms = [[1, 1, 4, 4], [6, 1, 4, 4], [1, 6, 4, 4], [6, 6, 4, 4]];
    let level =
        rooms.into_iter().fold(FixtureBuilder::new(13, 13), |level, room| level.room(RoomKind::Path, 0.5, room));
    let picture = drawn(&level.finish(), &Theme::default(), 16);
    let alike = |junction: (u32, u32), beside: (u32, u32)| {
        let [junction, beside] = [junction, beside].map(|(x, y)| brightness(pixel(&picture, x, y)));
        assert!((junction - beside).abs() <= 30, "{junction} and {beside}");
    };
    // South of the inner wall in column 5, and east of the one in row 5. The first rows are the
    // lip, which an inner wall lacks.
    for step in 2..16 {
        alike((5 * 16 + 8, 10 * 16 + step), (3 * 16 + 8, 10 * 16 + step));
        alike((10 * 16 + step, 5 * 16 + 2), (10 * 16 + step, 3 * 16 + 2));
    }
}

#[test]
fn the_border_of_the_start_room_follows_its_walls_whatever_its_shape() {
    let room = |builder: FixtureBuilder| builder.room(RoomKind::Start, 0.0, [1, 1, 17, 12]).stairs((9, 6), (9, 7));
    let whole = room(FixtureBuilder::new(19, 14)).finish();
    let cut = room(FixtureBuilder::new(19, 14)).cut([1, 1, 4, 3]).cut([14, 1, 4, 2]).cut([1, 12, 1, 1]).finish();
    for level in [whole, cut] {
        let lit = |entry: Color| drawn(&level, &Theme { entry, ..theme() }, 16);
        let (dark, bright) = (lit(Color::new(0, 0, 0)), lit(Color::new(255, 255, 255)));
        let is_floor = |x: i32, y: i32| level.tile(Cell::new(x / 16, y / 16)) == Tile::Floor;
        // Whether everything within `bounds` pixels in both directions is floor.
        let is_inside = |x: i32, y: i32, reach: i32| {
            let corners = [-reach, 0, reach].into_iter().flat_map(|dy| [-reach, 0, reach].map(|dx| (x + dx, y + dy)));
            corners.into_iter().all(|(x, y)| is_floor(x, y))
        };
        let mut border = 0;
        for (x, y) in (16..18 * 16).flat_map(|x: i32| (16..13 * 16).map(move |y: i32| (x, y))) {
            // Skip the pixels of the stairs.
            if (x - 152).abs().max((y - 104).abs()) > 32 && is_floor(x, y) {
                let expected = [8, 10].into_iter().any(|inset| is_inside(x, y, inset) && !is_inside(x, y, inset + 1));
                let differs = pixel(&dark, x as u32, y as u32) != pixel(&bright, x as u32, y as u32);
                assert_eq!(differs, expected, "({x}, {y})");
                border += i32::from(expected);
            }
        }
        assert!(border > 500, "{border}");
    }
}

#[test]
fn shadows_fall_on_floors_only() {
    let banner = {
        let mut kind = kind("banner", '|', "#ff4020");
        kind.elevation = Metres::whole(3);
        kind
    };
    let [plain, hung] = [&[][..], &[(3, 6)][..]]
        .map(|cells| drawn(&one_room(|room| room.props(banner.clone(), cells)), &Theme::default(), 16));
    let differ = |rows: std::ops::Range<u32>| {
        rows.flat_map(|y| (0..128).map(move |x| (x, y))).any(|(x, y)| pixel(&plain, x, y) != pixel(&hung, x, y))
    };
    assert!(differ(96..112) && !differ(112..128));
}

#[test]
fn a_sprite_turns_with_its_prop() {
    // A banner of two cells with a colour in each quarter, and the order of the colours per turn.
    let colors = [Color::new(250, 1, 2), Color::new(1, 250, 2), Color::new(1, 2, 250), Color::new(250, 250, 2)];
    let rows: Vec<Vec<_>> = (0..32).map(|y| (0..16).map(|x| Some(colors[y / 16 * 2 + x / 8])).collect()).collect();
    let mut theme = Theme::default();
    theme.sprites.insert("banner".into(), Sprite::from_rows(&rows).expect("a sprite"));
    let banner = {
        let mut kind = kind("banner", '|', "#ffffff");
        kind.height = 2;
        kind.body = PropKind::full_body(1, 2);
        kind.tall = Metres::default();
        kind
    };
    for (turn, order) in [
        (Direction::North, [0, 1, 2, 3]),
        (Direction::East, [2, 0, 3, 1]),
        (Direction::South, [3, 2, 1, 0]),
        (Direction::West, [1, 3, 0, 2]),
    ] {
        let (width, height) = banner.footprint_size(turn);
        let turned =
            |room: FixtureBuilder| room.props(banner.clone(), &[(3, 3)]).turned(width, height, turn.quarter_turns());
        let level = one_room(turned);
        let picture = drawn(&level, &theme, 16);
        let (across, down) = (u32::from(width) * 16, u32::from(height) * 16);
        let corners = [(5, 5), (across - 6, 5), (5, down - 6), (across - 6, down - 6)];
        let seen = corners.map(|(x, y)| pixel(&picture, 48 + x, 48 + y));
        assert_eq!(seen, order.map(|number: usize| colors[number]), "{turn:?}");
    }
}

#[test]
fn a_marker_is_a_sign_within_its_cell() {
    let marker = {
        let mut kind = kind("spawn", 'e', "#ff2010");
        kind.marker = true;
        kind.blocks = false;
        kind.tall = Metres::default();
        kind
    };
    let bare = drawn(&one_room(|room| room), &Theme::default(), 16);
    let marked = drawn(&one_room(|room| room.props(marker.clone(), &[(3, 3)])), &Theme::default(), 16);
    let changed: Vec<_> = (0..128u32)
        .flat_map(|y| (0..128u32).map(move |x| (x, y)))
        .filter(|&(x, y)| pixel(&bare, x, y) != pixel(&marked, x, y))
        .collect();
    assert!((60..160).contains(&changed.len()), "{} pixels", changed.len());
    assert!(changed.iter().all(|&(x, y)| (48..64).contains(&x) && (48..64).contains(&y)));
    let pillar = kind("pillar", 'O', "#b8b0a0");
    let both = |first: &PropKind, second: &PropKind| {
        drawn(
            &one_room(|room| room.props(first.clone(), &[(3, 3)]).props(second.clone(), &[(3, 3)])),
            &Theme::default(),
            16,
        )
    };
    assert_eq!(both(&marker, &pillar), both(&pillar, &marker), "whichever comes first");
}

#[test]
fn grounds_side_by_side_have_one_rim_about_all_of_them_and_round_corners() {
    let red = Color::new(250, 10, 10);
    let mut theme = Theme::default();
    theme.sprites.insert("carpet".into(), block(16, red));
    let carpet = {
        let mut kind = kind("carpet", ':', "#fa0a0a");
        kind.tall = Metres::default();
        kind.blocks = false;
        kind
    };
    let [plain, laid] = [&[][..], &[(3, 3), (4, 3), (3, 4), (4, 4)][..]]
        .map(|cells| drawn(&one_room(|room| room.props(carpet.clone(), cells)), &theme, 16));
    let inside = (52..76).flat_map(|y| (52..76).map(move |x| (x, y)));
    for (x, y) in inside {
        assert_eq!(pixel(&laid, x, y), red, "({x}, {y})");
    }
    for (x, y) in [(48, 60), (79, 60), (60, 48), (60, 79)] {
        assert!(brightness(pixel(&laid, x, y)) < brightness(red), "({x}, {y})");
    }
    for (x, y) in [(48, 48), (79, 48), (48, 79), (79, 79), (47, 60), (60, 80)] {
        assert_eq!(pixel(&laid, x, y), pixel(&plain, x, y), "({x}, {y})");
    }
}

#[test]
fn a_margin_leaves_out_the_rock_beyond_it_and_changes_no_other_pixel() {
    let level = FixtureBuilder::new(30, 20).room(RoomKind::Start, 0.0, [10, 6, 8, 5]).stairs((11, 7), (16, 9)).finish();
    let whole = drawn(&level, &theme(), 16);
    // The walls are one cell around the room.
    for (margin, shown) in [(0, Rect::of(9, 5, 10, 7)), (2, Rect::of(7, 3, 14, 11)), (99, Rect::of(0, 0, 30, 20))] {
        let cut = render(&level, &theme(), PictureOptions { margin: Some(margin), ..SIXTEEN }).expect("a picture");
        assert_eq!((cut.width(), cut.height()), (16 * shown.width() as u32, 16 * shown.height() as u32));
        for (x, y) in (0..cut.height()).flat_map(|y| (0..cut.width()).map(move |x| (x, y))) {
            let (across, down) = (x + 16 * shown.left() as u32, y + 16 * shown.top() as u32);
            assert_eq!(pixel(&cut, x, y), pixel(&whole, across, down), "({x}, {y}), margin {margin}");
        }
    }
    let room = PictureOptions { room: Some(0), ..SIXTEEN };
    let of = |options| render(&level, &theme(), options).expect("a picture");
    assert_eq!(of(PictureOptions { margin: Some(0), ..room }), of(room));
}

#[test]
fn every_style_of_floor_and_wall_looks_different() {
    let level = three_rooms();
    let walls = [WallStyle::Bricks, WallStyle::Hedge, WallStyle::Planks, WallStyle::Rock];
    let floors = [FloorStyle::Flagstones, FloorStyle::Grass, FloorStyle::Planks, FloorStyle::Earth];
    let styles = walls.into_iter().flat_map(|walls| floors.map(|floor| Theme { walls, floor, ..theme() }));
    let pictures: std::collections::BTreeSet<_> = styles.map(|theme| drawn(&level, &theme, 8).into_bytes()).collect();
    assert_eq!(pictures.len(), 16);
}

#[test]
fn a_prop_without_a_sprite_shows_its_glyph_in_its_colour() {
    let plain = drawn(&one_room(|room| room), &Theme::default(), 16);
    let mut pictures = std::collections::BTreeSet::new();
    let glyphs: Vec<_> = ('!'..='~').chain(['é', '█', '◆']).filter(|&glyph| PropKind::is_glyph(glyph)).collect();
    for &glyph in &glyphs {
        let level = one_room(|room| room.props(kind("thing", glyph, "#ff4020"), &[(3, 3)]));
        let picture = drawn(&level, &Theme::default(), 16);
        let inside = (48..64).flat_map(|y| (48..64).map(move |x| (x, y)));
        let coloured = inside.filter(|&(x, y)| pixel(&picture, x, y).r > 240 && pixel(&plain, x, y).r < 240);
        assert!(coloured.count() >= 2, "{glyph:?} cannot be seen");
        pictures.insert(picture.into_bytes());
    }
    assert_eq!(pictures.len(), glyphs.len(), "each letter has a picture of its own");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn any_tiles_and_props_can_be_drawn(
        tiles in prop::collection::vec(0..5_usize, 12 * 9),
        props in prop::collection::vec((0..12_u16, 0..9_u16, 1..9_u8, 1..9_u8, any::<[i16; 2]>(), any::<char>()), 0..6),
        scale in 1..=20_u32,
    ) {
        let mut builder = FixtureBuilder::new(12, 9)
            .room(RoomKind::Start, 0.0, [0, 0, 3, 9])
            .room(RoomKind::Bonus, 1.0, [9, 5, 3, 4])
            .door([0, 1], [11, 8, 1, 1]);
        for (number, &(x, y, width, height, offset, glyph)) in props.iter().enumerate() {
            let elevation = Metres::whole(number as i32);
            let glyph = if PropKind::is_glyph(glyph) { glyph } else { '?' };
            let mut kind = kind(&number.to_string(), glyph, "#808080");
            (kind.width, kind.height) = (width.min(12 - x as u8), height.min(9 - y as u8));
            kind.body = PropKind::full_body(kind.width, kind.height);
            kind.elevation = elevation;
            builder = builder.prop_moved(kind, (x, y), offset);
        }
        let level = builder.finish_with(&tiles.iter().map(|&tile| Tile::ALL[tile]).collect::<Vec<_>>());
        let picture = drawn(&level, &Theme::default(), scale);
        prop_assert_eq!((picture.width(), picture.height()), (12 * scale, 9 * scale));
        prop_assert_eq!(&drawn(&level, &Theme::default(), scale), &picture);
        let all: Overlays = Overlay::ALL.iter().copied().collect();
        let mut making = GenerationRecord::default();
        for &(x, y, width, height, ..) in &props {
            let rect = Rect::of(x.into(), y.into(), width.into(), height.into());
            let (room, anchor) = (u32::from(x), HalfCell::new(x.into(), y.into()));
            making.see(&Step::Split { part: rect, is_column: width > height, before: 1 });
            making.see(&Step::Stamp { room, formation: u32::from(y), anchor });
            making.see(&Step::Place { room, prop: rect });
            making.see(&Step::Clear { room: 0, cells: rect });
            making.see(&Step::Reject { room: 0, prop: rect, reason: Rejection::Walkway });
        }
        let options = PictureOptions { overlays: all, legend: true, ..at(scale) };
        let framed = render_recorded(&level, &Theme::default(), &making, options).expect("a picture");
        prop_assert!(framed.bytes().len() > picture.bytes().len());
        let overlays = all.iter().filter(|overlay| !overlay.is_top_only()).collect();
        for room in [None, Some(1)] {
            let options = PictureOptions { overlays, room, view: View::Iso, ..at(scale) };
            prop_assert!(render_recorded(&level, &theme(), &making, options).is_ok());
        }
    }
}

/// Compares a picture of [`three_rooms`] with a golden file in `tests/golden/picture`.
///
/// Writes the file first if `BLESS=1` is in the environment.
pub(super) fn compare(file: &str, options: PictureOptions) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/picture").join(file);
    if env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, write(&three_rooms(), &theme(), options).expect("a file")).expect("a golden file");
    }
    let golden = Pixels::read(&fs::read(&path).expect("the golden file"));
    let same = golden.bytes == render(&three_rooms(), &theme(), options).expect("a picture").into_bytes();
    assert!(same, "{file} has changed; look at it, then bless it by running this test with BLESS=1");
}

#[test]
fn the_picture_of_three_rooms_is_the_golden_one() {
    compare("three-rooms.png", SIXTEEN);
    compare("three-rooms-lit.png", dark(16));
}

#[test]
fn the_quadtree_over_three_rooms_is_the_golden_one() {
    compare("three-rooms-quadtree.png", with_quadtree(16));
}

fn with_quadtree(scale: u32) -> PictureOptions {
    PictureOptions { overlays: Overlay::Quadtree.into(), ..at(scale) }
}

#[test]
fn the_quadtree_frames_its_nodes_and_leaves_props_in_the_light() {
    // A pebble at (11, 2) of 20 by 13 cells. Its tile starts at (8, 0), its square of 4 cells at
    // (8, 0), its square of 2 cells at (10, 2).
    let level = FixtureBuilder::new(20, 13).room(RoomKind::Start, 0.0, [1, 1, 18, 11]).stairs((2, 10), (17, 10));
    let level = level.props(kind("pebble", 'o', "#b8b0a0"), &[(11, 2)]).finish();
    for scale in [16, 32, 64] {
        let [plain, framed] =
            [at(scale), with_quadtree(scale)].map(|options| render(&level, &theme(), options).expect("a picture"));
        let middle = |x: u32, y: u32| (x * scale + scale / 2, y * scale + scale / 2);
        let shade = |x: u32, y: u32| {
            let (x, y) = middle(x, y);
            brightness(pixel(&plain, x, y)) - brightness(pixel(&framed, x, y))
        };
        assert_eq!(shade(11, 2), 0, "the pebble is in the light");
        let deeper = [shade(2, 2), shade(14, 6), shade(8, 1), shade(10, 3)];
        assert!(deeper.is_sorted_by(|dark, light| dark > light) && deeper[3] > 0, "{deeper:?}");
        // Each edge of a node has a line in the node's colour, and the pixels beside it have none.
        let blue = |x: u32, y: u32| i32::from(pixel(&framed, x, y).b) - i32::from(pixel(&plain, x, y).b);
        for (edge, middle) in
            [((8, 6), (8, 6)), ((16, 6), (16, 6)), ((12, 1), (12, 1)), ((10, 3), (10, 3)), ((0, 6), (0, 6))]
        {
            let (at_edge, row) = (edge.0 * scale, middle.1 * scale + scale / 2);
            assert!(blue(at_edge, row) > 20, "a line at {edge:?} of scale {scale}: {}", blue(at_edge, row));
            assert!(blue(at_edge + scale / 2, row) <= 0, "none beside it at {edge:?}");
        }
    }
}

#[test]
fn the_quadtree_of_a_level_without_props_is_all_dark() {
    let level = one_room(|room| room);
    let [plain, dark] = [at(4), with_quadtree(4)].map(|options| render(&level, &theme(), options).expect("a picture"));
    let darker = plain.bytes().iter().zip(dark.bytes()).filter(|(plain, dark)| dark < plain).count();
    assert!(darker * 10 > plain.bytes().len() * 9);
}

/// Writes the gallery at several scales into `target/pictures`, for visual inspection.
///
/// Run it with `cargo test --lib the_gallery -- --ignored`.
#[test]
#[ignore = "writes pictures to look at"]
fn the_gallery() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/pictures");
    fs::create_dir_all(&folder).expect("a folder");
    for scale in [4, 8, 16, 24, 32] {
        let file = write(&gallery(), &theme(), at(scale)).expect("a picture");
        fs::write(folder.join(format!("gallery-{scale}.png")), file).expect("a file");
        let file = write(&gallery(), &theme(), with_quadtree(scale)).expect("a picture");
        fs::write(folder.join(format!("quadtree-{scale}.png")), file).expect("a file");
    }
}

#[test]
fn a_buffer_gets_each_pixel_opaque_whatever_it_held() {
    for scale in [1, 3, 16] {
        let picture = drawn(&three_rooms(), &theme(), scale);
        let [width, height] = [picture.width(), picture.height()].map(|side| side as usize);
        let mut buffer: Vec<u8> = (0..width * height * 4).map(|number| (number * 31 % 251) as u8).collect();
        assert_eq!(picture.rgba_length(), buffer.len());
        picture.write_rgba(&mut buffer).unwrap();
        for y in 0..height {
            for x in 0..width {
                let (at, from) = (4 * (y * width + x), 3 * (y * width + x));
                assert_eq!(buffer[at..at + 3], picture.bytes()[from..from + 3], "{scale}: {x}, {y}");
                assert_eq!(buffer[at + 3], 255);
            }
        }
    }
}

#[test]
fn a_buffer_of_another_length_is_refused_and_stays_as_it_was() {
    let picture = drawn(&three_rooms(), &theme(), 2);
    let needed = picture.rgba_length();
    for given in [0, 1, needed / 4 * 3, needed - 1, needed + 1, 2 * needed] {
        let mut buffer = vec![7; given];
        let error = picture.write_rgba(&mut buffer).unwrap_err();
        assert_eq!(error, PictureError::BufferSize { given, needed });
        assert!(error.to_string().contains(&format!("{given} bytes; the picture needs {needed}")));
        assert!(buffer.iter().all(|&byte| byte == 7));
    }
}

#[test]
fn in_a_game_only_the_signs_of_taken_keys_and_opened_locks_are_missing() {
    let preset = roomgen::Preset::built_in("crypt").unwrap();
    let level = roomgen::generate(&preset, 4);
    let shown = |floor: &Floor<&Level>| render(&floor.level_now(), preset.theme(), SIXTEEN).unwrap();
    // The cells of the pixels in which two pictures differ.
    let changed = |one: &Picture, other: &Picture| -> std::collections::BTreeSet<(i32, i32)> {
        let pixels = one.bytes().as_chunks::<3>().0.iter().zip(other.bytes().as_chunks::<3>().0);
        let width = one.width() as usize;
        let cell = |number: usize| ((number % width / 16) as i32, (number / width / 16) as i32);
        pixels.enumerate().filter(|(_, (one, other))| one != other).map(|(number, _)| cell(number)).collect()
    };
    let is_near = |cells: &std::collections::BTreeSet<(i32, i32)>, about: &[Rect]| {
        let near = |(x, y): &(i32, i32)| about.iter().any(|rect| rect.grown(2).unwrap().contains(Cell::new(*x, *y)));
        !cells.is_empty() && cells.iter().all(near)
    };
    let mut floor = Floor::new(&level);
    let (mut before, mut taken, mut opened) = (shown(&floor), 0, 0);
    assert_eq!(before, render(&level, preset.theme(), SIXTEEN).unwrap());
    for leg in level.mission().walkthrough().unwrap().legs() {
        let about = match leg.action {
            PlayerAction::Take(key) => {
                floor.take_key(key);
                taken += 1;
                let key = &level.keys()[key as usize];
                let doors = level.opens(key).flat_map(|id| level.passages()[id as usize].doors().to_vec());
                let is_switch = key.key_use == roomgen::KeyUse::Switch;
                [Rect::from_cell(key.cell)].into_iter().chain(doors.filter(|_| is_switch)).collect()
            }
            PlayerAction::Open(passage) => {
                floor.open(passage).unwrap();
                opened += 1;
                level.passages()[passage as usize].doors().to_vec()
            }
            _ => continue,
        };
        let after = shown(&floor);
        assert!(is_near(&changed(&before, &after), &about), "{leg:?}");
        before = after;
    }
    assert!(taken > 0 && opened > 0, "{taken} keys, {opened} locks");
}

#[test]
fn a_picture_of_what_a_player_has_seen_shows_nothing_where_he_was_not() {
    for name in ["crypt", "caves", "garden"] {
        let preset = roomgen::Preset::built_in(name).unwrap();
        let level = roomgen::generate(&preset, 7);
        let known = roomgen::sight::view(level.opaque(), level.entry(), 9);
        let seen = level.seen_by_player(&known);
        for view in View::ALL.iter().copied() {
            let options = PictureOptions { scale: 4, view, ..PictureOptions::default() };
            let nothing = level.seen_by_player(&roomgen::grid::BitGrid::new(80, 50));
            let [seen, nothing] = [&seen, &nothing].map(|level| render(level, preset.theme(), options).unwrap());
            let width = seen.width() as usize;
            let pixels = seen.bytes().as_chunks::<3>().0.iter().zip(nothing.bytes().as_chunks::<3>().0).enumerate();
            let (mut drawn, from) = (0, level.entry());
            for (number, _) in pixels.filter(|(_, (one, other))| one != other) {
                let (x, y) = ((number % width / 4) as i32, (number / width / 4) as i32);
                // The isometric view is slanted: its pixels say where something is, not in which
                // cell.
                let is_near = (x - from.x).abs() <= 16 && (y - from.y).abs() <= 16;
                assert!(view == View::Iso || is_near, "{name}: {x}, {y} is far from {from}");
                drawn += 1;
            }
            assert!(drawn > 1000 && drawn < 80 * 50 * 16 / 2, "{name}: {drawn}");
        }
    }
}

//! Tests of the isometric view: the projection, faces of boxes, drawing order and cropping.

use super::{
    super::{
        Overlay, Picture, PictureOptions, View, Viewport,
        fixture::{FixtureBuilder, kind, theme},
        overlay::heat,
        render,
        tests::{at, brightness, compare, dark, one_room, pixel},
    },
    brush::{IsoBox, IsoBoxFace, IsoBrush},
};
use roomgen::{
    color::Color,
    geom::{Cell, Direction, Rect},
    level::{DoorKind, Level, RoomKind},
    model::{Light, Metres, PropKind},
    theme::{Sprite, Theme},
};

fn iso(scale: u32) -> PictureOptions {
    PictureOptions { view: View::Iso, ..at(scale) }
}

/// The pixel of a point in a level of 8 by 8 cells; the point in metres.
fn place(scale: u32, [x, y, z]: [f32; 3]) -> (u32, u32) {
    let (side, margin) = (scale as f32, (scale / 2 + 1) as f32);
    ((margin + 8.0 * side + (x - y) * side) as u32, (margin + 2.0 * side + (x + y) * side / 2.0 - z * side) as u32)
}

#[test]
fn every_cell_of_floor_lies_where_the_projection_says() {
    let level = one_room(|room| room);
    let distances = level.distances(level.entry());
    let most = distances.values().iter().copied().filter(|&steps| steps < u32::MAX).max().unwrap();
    for scale in [8, 13, 16, 20] {
        let options = PictureOptions { overlays: Overlay::Distance.into(), ..iso(scale) };
        let picture = render(&level, &theme(), options).unwrap();
        // Skips the cells with numbers, every fourth; the stairs and their light, in the upper
        // corners; and the outermost cells in the south and east, which low walls half hide.
        for (x, y) in [(1, 5), (2, 5), (3, 5), (5, 5), (1, 6), (2, 6)] {
            let warmth = heat(distances.get((x, y).into()).unwrap(), most);
            let (column, row) = place(scale, [x as f32 + 0.25, y as f32 + 0.25, 0.0]);
            let seen = pixel(&picture, column, row);
            for (seen, warmth) in [(seen.r, warmth.r), (seen.g, warmth.g), (seen.b, warmth.b)] {
                let least = i32::from(warmth) * 212 / 256;
                assert!((least - 2..=least + 46).contains(&i32::from(seen)), "({x}, {y}) at {scale}: {seen}, {warmth}");
            }
        }
    }
}

#[test]
fn a_box_has_three_tones_where_its_faces_are() {
    let level = one_room(|room| room.props(kind("crate", 'x', "#a08060"), &[(3, 3)]));
    for scale in [8, 16, 24, 32] {
        let picture = render(&level, &Theme::default(), iso(scale)).unwrap();
        let [top, south, east] = [[3.15, 3.85, 1.0], [3.5, 3.94, 0.5], [3.94, 3.5, 0.5]].map(|at| {
            let (x, y) = place(scale, at);
            brightness(pixel(&picture, x, y))
        });
        assert!(top > south + 40 && south > east + 40, "{top}, {south}, {east} at {scale}");
    }
}

#[test]
fn nearer_props_cover_those_behind_them() {
    let (red, blue) = (kind("red", 'r', "#f00000"), kind("blue", 'b', "#0000f0"));
    let behind = one_room(|room| room.props(red.clone(), &[(3, 3)]).props(blue.clone(), &[(4, 4)]));
    let before = one_room(|room| room.props(blue, &[(3, 3)]).props(red, &[(4, 4)]));
    // The top of the nearer box covers the south face of the other.
    let (x, y) = place(16, [4.2, 4.8, 1.0]);
    let seen = [behind, before].map(|level| pixel(&render(&level, &Theme::default(), iso(16)).unwrap(), x, y));
    assert!(seen[0].b > seen[0].r && seen[1].r > seen[1].b, "{seen:?}");
}

/// Draws boxes whose faces have a distinct colour at each point.
fn drawn(scale: u32, blocks: &[IsoBox]) -> Picture {
    let viewport = Viewport::new(View::Iso, scale, Rect::of(0, 0, 6, 6)).unwrap();
    let mut picture = Picture::filled(viewport.width(), viewport.height(), Color::new(255, 0, 255));
    let mut brush = IsoBrush::new(&viewport, None, None, &mut picture);
    for &block in blocks {
        brush.block(block, |face, along, up| {
            let number =
                [IsoBoxFace::Top, IsoBoxFace::South, IsoBoxFace::East].iter().position(|other| *other == face).unwrap();
            Some(Color::new(number as u8, along as u8, up as u8))
        });
    }
    picture
}

#[test]
fn a_box_drawn_cube_by_cube_from_back_to_front_is_the_box_pixel_by_pixel() {
    for scale in (1..=20).chain([24, 31, 32, 64]) {
        let whole = drawn(scale, &[IsoBox { from: [16, 16, 0], to: [64, 48, 32] }]);
        let mut cubes = Vec::new();
        for diagonal in 0..4 {
            for (x, y) in (1..4).flat_map(|x| (1..3).map(move |y| (x, y))).filter(|(x, y)| x + y - 2 == diagonal) {
                let (x, y) = (x * 16, y * 16);
                cubes.extend([0, 16].map(|z| IsoBox { from: [x, y, z], to: [x + 16, y + 16, z + 16] }));
            }
        }
        assert!(drawn(scale, &cubes) == whole, "scale {scale}");
    }
}

#[test]
fn corners_without_anything_are_left_out() {
    let picture = render(&one_room(|room| room), &theme(), iso(16)).unwrap();
    assert_eq!(iso(16).dimensions("8x8".parse().unwrap()), Ok((picture.width(), picture.height())));
    let wide =
        FixtureBuilder::new(40, 30).room(RoomKind::Start, 0.0, [21, 11, 6, 6]).stairs((21, 11), (26, 11)).finish();
    let same = render(&wide, &theme(), iso(16)).unwrap();
    assert_eq!((same.width(), same.height()), (picture.width(), picture.height()));
}

#[test]
fn the_isometric_view_of_three_rooms_is_the_golden_one() {
    compare("three-rooms-iso.png", iso(16));
    compare("three-rooms-iso-lit.png", PictureOptions { view: View::Iso, ..dark(16) });
}

/// Two rooms with a door of this kind in the wall between them.
fn two_rooms(kind: DoorKind) -> Level {
    FixtureBuilder::new(8, 8)
        .room(RoomKind::Start, 0.0, [1, 1, 6, 2])
        .room(RoomKind::End, 1.0, [1, 4, 6, 3])
        .door([0, 1], [3, 3, 2, 1])
        .of_kind(kind)
        .stairs((1, 1), (6, 6))
        .finish()
}

#[test]
fn a_secret_door_has_a_crack_along_its_four_sides() {
    let picture = render(&two_rooms(DoorKind::Secret), &Theme::default(), iso(64)).unwrap();
    // The wall is cut to six sixteenths of a metre, since it would hide floor.
    let seen = |x: f32, y: f32| {
        let (x, y) = place(64, [3.0 + x / 16.0, 3.0 + y / 16.0, 6.0 / 16.0]);
        brightness(pixel(&picture, x, y))
    };
    let within = [(5.5, 5.5), (10.5, 5.5), (5.5, 10.5), (10.5, 10.5)].map(|(x, y)| seen(x, y));
    let crack = [(2.5, 8.0), (13.5, 8.0), (8.0, 2.5), (8.0, 13.5)].map(|(x, y)| seen(x, y));
    assert!(crack.iter().max() < within.iter().min(), "{crack:?}, {within:?}");
}

#[test]
fn the_bar_across_a_barred_door_is_as_thick_as_the_others() {
    let picture = render(&two_rooms(DoorKind::Barred), &Theme::default(), iso(64)).unwrap();
    // Its top, on both sides of the middle of the wall, between the first bar and the second one.
    let seen = |y: f32| {
        let (x, y) = place(64, [3.0 + 4.6 / 16.0, 3.0 + y / 16.0, 11.0 / 16.0]);
        pixel(&picture, x, y)
    };
    assert_eq!(seen(7.5), seen(8.5));
    assert!(seen(6.5) != seen(7.5) && seen(9.5) != seen(8.5));
}

#[test]
fn the_used_rows_of_a_sprite_fill_the_front_of_a_bench() {
    let red = Color::new(250, 10, 10);
    let mut bench = kind("bench", '=', "#9a8a5a");
    (bench.width, bench.body) = (3, PropKind::full_body(3, 1));
    let level = one_room(|room| room.props(bench, &[(3, 3)]));
    let drawn = |first: usize| {
        let rows: Vec<Vec<_>> = (0..16).map(|row| vec![(row >= first).then_some(red); 48]).collect();
        let mut theme = Theme::default();
        theme.sprites.insert("bench".into(), Sprite::from_rows(&rows).expect("a sprite"));
        render(&level, &theme, iso(16)).unwrap()
    };
    let picture = drawn(0);
    assert!(picture.bytes().as_chunks::<3>().0.iter().filter(|pixel| **pixel == [red.r, red.g, red.b]).count() > 200);
    assert!(drawn(8) == picture);
}

/// A theme in which a kind has a sprite of one colour, `width` pixels wide and 16 high.
fn theme_with(kind: &str, width: usize, color: Color) -> Theme {
    let row: Vec<_> = (0..16_usize).map(|x| x.abs_diff(8) * 2 <= width).map(|is_in| is_in.then_some(color)).collect();
    let mut theme = Theme::default();
    theme.sprites.insert(kind.into(), Sprite::from_rows(&vec![row; 16]).expect("a sprite"));
    theme
}

#[test]
fn hanging_props_are_drawn_over_their_room_and_nowhere_else() {
    let rock = Theme::default().rock;
    let bare = render(&one_room(|room| room), &Theme::default(), iso(16)).unwrap();
    for width in [4, 16] {
        let theme = theme_with("hung", width, Color::new(250, 40, 40));
        let mut hung = kind("hung", '|', "#c03030");
        (hung.elevation, hung.tall) = (Metres::whole(3), Metres::whole(1));
        for (x, y) in (1..7).flat_map(|x| (1..7).map(move |y| (x, y))) {
            let picture = render(&one_room(|room| room.props(hung.clone(), &[(x, y)])), &theme, iso(16)).unwrap();
            let pixels = picture.bytes().as_chunks::<3>().0.iter().zip(bare.bytes().as_chunks::<3>().0);
            let changed: Vec<_> = pixels.filter(|(hung, bare)| hung != bare).map(|(_, bare)| *bare).collect();
            assert!(changed.len() > 40, "{} at ({x}, {y})", changed.len());
            let beyond = changed.iter().filter(|bare| **bare == [rock.r, rock.g, rock.b]).count();
            assert_eq!(beyond, 0, "pixels of the void, of {width} at ({x}, {y})");
        }
    }
}

#[test]
fn a_crate_with_a_sprite_has_three_tones_too() {
    let theme = theme_with("crate", 16, Color::new(170, 130, 90));
    let level = one_room(|room| room.props(kind("crate", 'x', "#a08060"), &[(3, 3)]));
    for scale in [8, 16, 24, 32] {
        let picture = render(&level, &theme, iso(scale)).unwrap();
        let [top, south, east] = [[3.5, 3.5, 1.0], [3.5, 3.93, 0.5], [3.93, 3.5, 0.5]].map(|at| {
            let (x, y) = place(scale, at);
            brightness(pixel(&picture, x, y))
        });
        assert!(top > south + 20 && south > east + 60, "{top}, {south}, {east} at {scale}");
    }
}

#[test]
fn the_face_of_a_wall_is_lit_from_its_own_side_alone() {
    let mut lamp = kind("lamp", '!', "#ffffff");
    lamp.blocks = false;
    lamp.light = Light::new(Color::new(255, 255, 255), Metres::whole(4));
    // The south face of the wall between the rooms, west of the door.
    let face = |lit: Option<(u32, Cell)>| {
        let mut level = two_rooms(DoorKind::Closed);
        if let Some((room, cell)) = lit {
            level.add_prop(&lamp, room, Rect::from_cell(cell), Direction::North).expect("a prop");
        }
        let picture = render(&level, &Theme::default(), PictureOptions { view: View::Iso, ..dark(16) });
        let picture = picture.unwrap();
        let seen = (0..8).map(|step| {
            let (x, y) = place(16, [1.6 + step as f32 / 16.0, 4.0, 0.2]);
            brightness(pixel(&picture, x, y))
        });
        seen.sum::<i32>()
    };
    let (none, before, behind) = (face(None), face(Some((1, Cell::new(1, 6)))), face(Some((0, Cell::new(3, 1)))));
    assert!(before * 4 > none * 5 && behind == none, "{none}, {before}, {behind}");
}

//! Tests that pieces side by side look like the picture they were cut from.

use super::{
    super::{
        PictureOptions,
        fixture::{self, gallery},
        render,
        rock::is_pocket,
        walls::WallPainter,
    },
    *,
};
use roomgen::{
    export::json,
    level::{Level, Tile},
    theme::WallStyle,
};

/// The RGB bytes of each cell of a level without props, as pictures draw it, row-major.
fn painted(level: &Level, theme: &Theme) -> Vec<Vec<u8>> {
    let mut file: serde_json::Value = serde_json::from_str(&json::write(level)).expect("JSON");
    file["props"] = serde_json::json!([]);
    let level = json::read_unchecked(&file.to_string()).expect("a level");
    let picture =
        render(&level, theme, PictureOptions { scale: CELL as u32, ..PictureOptions::default() }).expect("a picture");
    let (side, columns) = (CELL as usize, level.width() as usize);
    let rows = picture.bytes().chunks_exact(columns * side * side * 3);
    let cells = rows.flat_map(|row| {
        (0..columns).map(move |x| {
            let lines = row.chunks_exact(columns * side * 3);
            lines.flat_map(|line| &line[x * side * 3..(x + 1) * side * 3]).copied().collect()
        })
    });
    cells.collect()
}

/// The same bytes composed of pieces, with the pieces of each cell.
fn composed(level: &Level, theme: &Theme) -> Vec<(CellTileImages, Vec<u8>)> {
    let looks = WallLooks::new(theme.walls);
    let sheet = sheet(theme, &looks);
    let mut views = LevelTileImages::new(level, theme, &looks);
    let shown: Vec<CellTileImages> = (0..level.height()).flat_map(|y| views.row(y)).collect();
    let cells = shown.into_iter().map(|shown| {
        let mut pixels = vec![0.0; (CELL * CELL * 3) as usize];
        for number in [shown.floor, shown.shade, shown.wall, shown.feature].into_iter().flatten() {
            let (_, piece) = sheet[usize::from(number)].as_ref().expect("a piece that is drawn");
            for (pixel, over) in pixels.chunks_exact_mut(3).zip(piece.rows().flatten()) {
                let opacity = f32::from(over[3]) / 255.0;
                for (under, over) in pixel.iter_mut().zip(over) {
                    *under += (f32::from(*over) - *under) * opacity;
                }
            }
        }
        (shown, pixels.into_iter().map(|part| (part + 0.5) as u8).collect())
    });
    cells.collect()
}

/// The largest and the mean difference of two pictures in any channel.
fn difference(one: &[u8], other: &[u8]) -> (u8, f32) {
    let each = || one.iter().zip(other).map(|(one, other)| one.abs_diff(*other));
    (each().max().unwrap_or_default(), each().map(f32::from).sum::<f32>() / one.len() as f32)
}

#[test]
fn pieces_laid_side_by_side_look_like_the_picture() {
    // Boulders vary without repetition in pictures, so that cells of rough rock differ more.
    for (walls, part) in [(WallStyle::Bricks, 8), (WallStyle::Rock, 2)] {
        compare_pieces(&Theme { walls, ..fixture::theme() }, part);
    }
}

/// Compares each cell; less than one of `part` cells may look different.
fn compare_pieces(theme: &Theme, part: u32) {
    let level = gallery();
    let (painted, composed) = (painted(&level, theme), composed(&level, theme));
    assert_eq!(painted.len(), composed.len());
    let mut far = 0;
    for (cell, (painted, (shown, composed))) in level.tiles().bounds().cells().zip(painted.iter().zip(&composed)) {
        let (_, mean) = difference(painted, composed);
        // Pieces repeat flagstones, and lack the light around the stairs and the borders.
        assert!(mean < 40.0, "{cell} differs by {mean}: {shown:?}");
        far += u32::from(mean > 10.0);
    }
    assert!(far * part < painted.len() as u32, "{far} of {} cells look different", painted.len());
}

#[test]
fn pieces_of_rough_rock_have_the_pixels_of_the_painter() {
    let (level, theme) = (gallery(), Theme { walls: WallStyle::Rock, ..fixture::theme() });
    let looks = WallLooks::new(theme.walls);
    let sheet = sheet(&theme, &looks);
    let mut views = LevelTileImages::new(&level, &theme, &looks);
    let mut walls = WallPainter::of_pieces(&level, &theme);
    let mut compared = [0; 2];
    for y in 0..level.height() {
        for (x, shown) in (0..).zip(views.row(y)) {
            let cell = Cell::new(x, y);
            let (number, is_open) = match (level.tile(cell), shown.wall, shown.shade) {
                (Tile::Wall, Some(wall), _) if !is_pocket(&level, cell) => (wall, false),
                (Tile::Floor | Tile::Corridor, None, Some(foot)) => (foot, true),
                _ => continue,
            };
            let drawn = TileImage::cut_cell(cell, |canvas, y| {
                walls.turn_to(canvas.columns(), y);
                if is_open {
                    walls.shade_rock(canvas, cell);
                    walls.paint_rock_on_floor(canvas, y);
                } else {
                    walls.paint(canvas, y);
                }
            });
            let piece = sheet[usize::from(number)].as_ref().map(|(_, piece)| piece);
            assert!(piece == Some(&drawn), "{cell}");
            compared[usize::from(is_open)] += 1;
        }
    }
    assert!(compared[0] > 50 && compared[1] > 50, "{compared:?}");
}

#[test]
fn doors_of_every_kind_way_and_length_are_made_of_their_pieces() {
    let theme = Theme::default();
    let sheet = sheet(&theme, &WallLooks::new(theme.walls));
    for &kind in DoorKind::ALL {
        // Longer open doors are openings, which are floor.
        let longest = if kind == DoorKind::Open { 3 } else { 6 };
        for (leads_north, length) in (1..=longest).flat_map(|length| [(true, length), (false, length)]) {
            let rect = if leads_north { Rect::of(1, 3, length, 1) } else { Rect::of(3, 1, 1, length) };
            let level = specimen::door(rect, kind, leads_north);
            let doors = super::super::doors::DoorPainter::new(&level, &theme, level.tiles().bounds());
            for (place, cell) in (0..).zip(rect.cells()) {
                let whole = TileImage::cut_cell(cell, |canvas, y| doors.paint(canvas, y));
                let number = DOORS + door::number(kind, leads_north, length, place);
                let (part, piece) = sheet[usize::from(number)].as_ref().expect("a piece that is drawn");
                assert_eq!(*part, TileImageKind::Door(kind, leads_north));
                assert!(whole == *piece, "cell {place} of a {kind} door of {length}, leads north: {leads_north}");
            }
        }
    }
}

#[test]
fn the_crack_of_a_secret_door_is_the_same_from_both_ends() {
    let theme = Theme::default();
    for (leads_north, length) in (1..=3).flat_map(|length| [(true, length), (false, length)]) {
        let rect = if leads_north { Rect::of(1, 3, length, 1) } else { Rect::of(3, 1, 1, length) };
        let level = specimen::door(rect, DoorKind::Secret, leads_north);
        let picture = render(&level, &theme, PictureOptions { scale: CELL as u32, ..PictureOptions::default() });
        let picture = picture.expect("a picture");
        let pixel = |x: i32, y: i32| {
            let start = (y as usize * picture.width() as usize + x as usize) * 3;
            &picture.bytes()[start..start + 3]
        };
        let [left, top, right, bottom] = [rect.left(), rect.top(), rect.right(), rect.bottom()].map(|side| side * CELL);
        // All but the row with the keyhole.
        for y in (top..bottom).filter(|y| *y != (top + bottom) / 2) {
            for x in left..right {
                assert_eq!(pixel(x, y), pixel(left + right - 1 - x, y), "{x}, {y} of {rect}");
            }
        }
    }
}

#[test]
fn a_color_over_another_tells_itself_and_its_opacity() {
    let (black, white) = (Color::new(0, 0, 0), Color::new(255, 255, 255));
    for over in [Color::new(200, 10, 90), Color::new(0, 0, 0), Color::new(255, 255, 255)] {
        for amount in 0..=canvas::WHOLE {
            let (dark, light) = (canvas::mix(black, over, amount), canvas::mix(white, over, amount));
            let [r, g, b, opacity] = unmixed(dark, light);
            let through = [(dark.r, light.r), (dark.g, light.g), (dark.b, light.b)];
            let through: i32 = through.map(|(dark, light)| i32::from(light) - i32::from(dark)).iter().sum();
            assert!((3 * (255 - i32::from(opacity)) - through).abs() <= 1, "the nearest opacity to {through}");
            for under in [black, white, Color::new(17, 130, 220)] {
                let mixed = canvas::mix(under, over, amount);
                let again = [(under.r, r), (under.g, g), (under.b, b)].map(|(under, over)| {
                    (i32::from(under) * (255 - i32::from(opacity)) + i32::from(over) * i32::from(opacity)) / 255
                });
                for (again, mixed) in again.into_iter().zip([mixed.r, mixed.g, mixed.b]) {
                    assert!((again - i32::from(mixed)).abs() <= 2, "{amount} of {over} over {under}: {again}, {mixed}");
                }
            }
        }
    }
}

#[test]
fn a_prop_is_as_large_as_its_footprint_and_is_seen() {
    let level = gallery();
    for prop in level.props() {
        let size = [prop.cells.width(), prop.cells.height()];
        let piece = super::prop(prop.kind, size, prop.turn, &fixture::theme());
        assert_eq!(piece.rows().len() as i32, size[1] * CELL);
        assert!(piece.rows().all(|row| row.len() as i32 == size[0] * CELL));
        assert!(piece.rows().flatten().any(|pixel| pixel[3] > 100), "{}", prop.kind.name);
    }
    let order = back_to_front(&level);
    let mut numbers = order.clone();
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(0..level.props().len()));
    assert_ne!(order, (0..level.props().len()).collect::<Vec<_>>(), "the fixture has things overhead");
}

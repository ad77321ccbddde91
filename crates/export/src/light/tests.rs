use roomgen::{
    Preset,
    color::Color,
    generate,
    geom::{Cell, Direction, Rect, Size},
    grid::Grid,
    level::{Level, Room, RoomKind, Tile},
    model::{Hundredths, Light, Metres, PropKind},
    theme::Theme,
};

use crate::picture::{Overlay, PictureLight, PictureOptions, render};

use super::{Amount, FULL, Lamp, Lighting, QUARTERS, in_steps, left_out_lights, lit_cells};

const DARK: Hundredths = Hundredths::ZERO;

/// A level of 30 by 12 cells of wall with a room inside, parted by a wall in column 15 that is open
/// at row 6. The stairs stand outside of the room, in the wall.
fn parted() -> Level {
    let size = Size::new(30, 12).expect("a size");
    let mut tiles = Grid::filled(size, Tile::Wall);
    let room = Rect::of(1, 1, 28, 10);
    room.cells().filter(|cell| cell.x != 15 || cell.y == 6).for_each(|cell| tiles.set(cell, Tile::Floor));
    Level::sketch(tiles, (room, RoomKind::Path, 0.5), None, [Cell::new(29, 11); 2]).expect("a level")
}

fn white(radius: i32) -> Light {
    Light::new(Color::new(255, 255, 255), Metres::whole(radius)).expect("a light")
}

/// The same light at half its strength.
fn half(mut light: Light) -> Light {
    light.strength = Hundredths::exact(0.5).unwrap();
    light
}

/// Places lamps of a kind of its own.
fn with_lamps(mut level: Level, light: Light, name: &str, at: &[(i32, i32)]) -> Level {
    let mut lamp = PropKind::new(name.into(), 'L', light.color);
    (lamp.blocks, lamp.light) = (false, Some(light));
    for &(x, y) in at {
        level.add_prop(&lamp, 0, Rect::from_cell(Cell::new(x, y)), Direction::North).expect("a prop");
    }
    level
}

fn lighting(level: &Level, ambient: Hundredths) -> Lighting {
    Lighting::new(level, &Theme::default(), ambient, level.tiles().bounds())
}

fn at(lighting: &Lighting, x: i32, y: i32) -> Amount {
    lighting.in_steps_at(Cell::new(x, y))
}

#[test]
fn light_declines_up_to_its_radius_and_ends_there() {
    let level = with_lamps(parted(), white(6), "lamp", &[(5, 5)]);
    let lighting = lighting(&level, DARK);
    let along: Vec<u8> = (5..15).map(|x| at(&lighting, x, 5)[0]).collect();
    assert_eq!(u32::from(along[0]), FULL);
    assert!(along.windows(2).all(|pair| pair[0] >= pair[1]), "{along:?}");
    assert!(along[4] > 0 && along[6..].iter().all(|&amount| amount == 0), "{along:?}");
    // The same in all four directions.
    for (dx, dy) in [(0, 3), (0, -3), (-3, 0)] {
        assert_eq!(at(&lighting, 5 + dx, 5 + dy), at(&lighting, 8, 5));
    }
}

#[test]
fn two_cells_see_each_other_s_light_or_neither_does_and_walls_stop_it() {
    let mut seen = 0;
    for from in Rect::of(9, 1, 13, 10).cells().step_by(3) {
        let level = with_lamps(parted(), white(9), "lamp", &[(from.x, from.y)]);
        if level.is_opaque(from) {
            continue;
        }
        let there = lighting(&level, DARK);
        for to in Rect::of(16, 1, 6, 10).cells() {
            let back = lighting(&with_lamps(parted(), white(9), "lamp", &[(to.x, to.y)]), DARK);
            assert_eq!(at(&there, to.x, to.y), at(&back, from.x, from.y), "{from} and {to}");
            let sides = [from.x, to.x].map(|x| x < 15);
            seen += u32::from(sides[0] != sides[1] && at(&there, to.x, to.y) != [0; 3]);
        }
        if from.x < 14 {
            assert_eq!(at(&there, 16, 1), [0; 3], "behind the wall, from {from}");
        }
    }
    assert!(seen > 30, "{seen} cells are lit through the gap");
}

#[test]
fn lights_add_up_for_each_channel_and_one_that_is_out_sheds_none() {
    let color = |r, g, b| half(Light::new(Color::new(r, g, b), Metres::whole(5)).expect("a light"));
    let red = with_lamps(parted(), color(255, 0, 0), "red", &[(4, 4)]);
    let mut both = with_lamps(red.clone(), color(0, 0, 255), "blue", &[(6, 4)]);
    let [r, none, b] = at(&lighting(&both, DARK), 5, 4);
    assert!(r > 0 && r == b && none == 0, "{r} {none} {b}");
    assert_eq!(both.set_lit(1, false), Some(true));
    assert_eq!(at(&lighting(&both, DARK), 5, 4), at(&lighting(&red, DARK), 5, 4));
    assert_eq!(both.set_lit(1, true), Some(false));
    assert_eq!(at(&lighting(&both, DARK), 5, 4), [r, 0, b]);
}

#[test]
fn no_light_crosses_a_wall_between_quarters() {
    let level = with_lamps(parted(), white(8), "lamp", &[(14, 2)]);
    let lighting = lighting(&level, DARK);
    for y in 1..5 {
        let quarters = lighting.quarters(Cell::new(16, y));
        assert_eq!(quarters, [[[0; 3]; QUARTERS as usize]; QUARTERS as usize], "row {y}");
    }
    let beside: Vec<u8> = lighting.quarters(Cell::new(12, 2))[1].iter().map(|amount| amount[0]).collect();
    assert!(beside.windows(2).all(|pair| pair[0] <= pair[1]) && beside[0] < beside[3], "{beside:?}");
}

#[test]
fn a_wall_has_the_light_of_the_floor_before_it() {
    let level = with_lamps(parted(), white(6), "lamp", &[(5, 3)]);
    let lighting = lighting(&level, DARK);
    assert_eq!(at(&lighting, 5, 0), at(&lighting, 5, 1));
    assert_ne!(at(&lighting, 5, 0), [0; 3]);
    assert_eq!(at(&lighting, 0, 3), at(&lighting, 1, 3));
}

#[test]
fn a_part_is_lit_as_it_is_in_the_whole() {
    for (name, _) in roomgen::preset::BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let level = generate(&preset, 3);
        let ambient = preset.theme().ambient;
        let whole = Lighting::new(&level, preset.theme(), ambient, level.tiles().bounds());
        for part in [Rect::of(20, 10, 13, 9), Rect::of(40, 20, 7, 16)] {
            let lit = Lighting::new(&level, preset.theme(), ambient, part);
            for cell in part.cells() {
                assert_eq!(lit.quarters(cell), whole.quarters(cell), "{name} at {cell}");
            }
        }
    }
}

#[test]
fn of_a_thousand_lights_in_a_room_the_brightest_win() {
    let cells: Vec<_> = Rect::of(1, 1, 14, 10).cells().map(|cell| (cell.x, cell.y)).collect();
    let mut dim = white(2);
    dim.strength = Hundredths::exact(0.05).unwrap();
    let many = cells.iter().copied().cycle().take(1000).collect::<Vec<_>>();
    let level = with_lamps(with_lamps(parted(), dim, "spark", &many), white(12), "sun", &[(20, 6)]);
    let lit = lighting(&level, DARK);
    assert_eq!(left_out_lights(&level), 1001 - Lamp::MAX_IN_ROOM);
    assert_eq!(u32::from(at(&lit, 20, 6)[0]), FULL);
}

#[test]
fn ambient_light_is_cold_in_the_dark_and_white_in_daylight() {
    let level = parted();
    let amounts = [0.0, 0.25, 0.5, 0.75, 1.0].map(|ambient| {
        let ambient = Hundredths::exact(ambient).unwrap();
        at(&lighting(&level, ambient), 5, 5)
    });
    assert_eq!((amounts[0], amounts[4]), ([0; 3], [FULL as u8; 3]));
    assert!(amounts.windows(2).all(|pair| pair[0][0] < pair[1][0]), "{amounts:?}");
    assert!(amounts[2][2] > amounts[2][0], "{amounts:?}");
}

#[test]
fn steps_are_sixteenths_and_bright_light_is_soft() {
    let steps: Vec<u32> = (0..=u8::MAX).map(|amount| in_steps(amount).into()).collect();
    assert!(steps.iter().all(|step| step % (FULL / 16) == 0));
    assert!(steps.windows(2).all(|pair| pair[0] <= pair[1]));
    assert_eq!((steps[0], steps[FULL as usize], steps[255]), (0, FULL, FULL * 3 / 2));
}

/// The luminance of the free floor of each room, by cell, and whether a light burns there.
fn floors(level: &Level, theme: &Theme) -> Vec<(bool, Vec<f64>)> {
    const SCALE: u32 = 4;
    let options = PictureOptions { scale: SCALE, ..PictureOptions::default() };
    let picture = render(level, theme, options).expect("a picture");
    let luminance = |x: u32, y: u32| {
        let start = (y * picture.width() + x) as usize * 3;
        let [r, g, b] = [0, 1, 2].map(|part| f64::from(picture.bytes()[start + part]));
        (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255.0
    };
    let of_cell = |cell: Cell| {
        let pixels = (0..SCALE * SCALE)
            .map(|number| luminance(cell.x as u32 * SCALE + number % SCALE, cell.y as u32 * SCALE + number / SCALE));
        pixels.sum::<f64>() / f64::from(SCALE * SCALE)
    };
    let of_room = |room: &Room| {
        let props: Vec<_> = level.props_in(room.id).collect();
        let is_free =
            |cell: &Cell| level.tile(*cell) == Tile::Floor && !props.iter().any(|prop| prop.cells.contains(*cell));
        let is_lit = props.iter().any(|prop| prop.light().is_some());
        (is_lit, room.rect.cells().filter(is_free).map(of_cell).collect::<Vec<_>>())
    };
    level.rooms().iter().map(of_room).filter(|(_, cells)| cells.len() > 3).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn spread(numbers: &[f64]) -> f64 {
    let middle = mean(numbers);
    (numbers.iter().map(|number| (number - middle) * (number - middle)).sum::<f64>() / numbers.len() as f64).sqrt()
}

/// `SLOW=1 cargo test --release -p roomgen-export dark_themes -- --nocapture` tells the figures
/// of a hundred seeds.
#[test]
fn the_levels_of_dark_themes_are_places_of_light_and_shadow() {
    let seeds = if std::env::var_os("SLOW").is_some_and(|value| value == "1") { 100 } else { 4 };
    for (name, _) in roomgen::preset::BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let (mut within, mut between, mut darkest) = (Vec::new(), Vec::new(), 1.0_f64);
        for seed in 0..seeds {
            let rooms = floors(&generate(&preset, seed), preset.theme());
            let means: Vec<f64> = rooms.iter().map(|(_, cells)| mean(cells)).collect();
            within.extend(rooms.iter().filter(|(is_lit, _)| *is_lit).map(|(_, cells)| spread(cells)));
            between.push(spread(&means));
            darkest = means.into_iter().fold(darkest, f64::min);
        }
        let (within, between) = (mean(&within), mean(&between));
        println!("{name}: {within:.3} within lit rooms, {between:.3} between rooms, the darkest {darkest:.3}");
        assert!(darkest >= 0.15, "{name}: {darkest:.3}");
        // The cellar is a text to learn from, with a lamp in some of its rooms.
        if preset.theme().ambient.get() < 0.7 && *name != "cellar" {
            assert!(within >= 0.05 && between >= 0.08, "{name}: {within:.3}, {between:.3}");
        }
    }
}

/// The contrast between the brightest and the darkest pixel of each part of a cell that has one
/// amount of light, as a ratio; of the cells that props stand on.
fn contrasts(level: &Level, theme: &Theme, light: PictureLight) -> Vec<f64> {
    const SCALE: u32 = 16;
    let picture = render(level, theme, PictureOptions { scale: SCALE, light, ..PictureOptions::default() });
    let picture = picture.expect("a picture");
    let side = SCALE / QUARTERS as u32;
    let bright = |x: u32, y: u32| {
        let at = ((y * picture.width() + x) * 3) as usize;
        picture.bytes()[at..at + 3].iter().map(|&part| f64::from(part)).sum::<f64>() + 1.0
    };
    let cells = level.props().filter(|prop| prop.kind.is_obstacle()).flat_map(|prop| prop.cells.cells());
    let parts = cells.flat_map(|cell| {
        let [left, top] = [cell.x, cell.y].map(|at| at as u32 * SCALE);
        (0..QUARTERS as u32)
            .flat_map(move |down| (0..QUARTERS as u32).map(move |across| (left + across * side, top + down * side)))
    });
    let contrast = |(left, top): (u32, u32)| {
        let each = || (top..top + side).flat_map(|y| (left..left + side).map(move |x| bright(x, y)));
        each().fold(0.0, f64::max) / each().fold(f64::MAX, f64::min)
    };
    parts.map(contrast).collect()
}

#[test]
fn sprites_stand_out_from_the_floor_in_light_as_they_do_without() {
    for (name, _) in roomgen::preset::BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let levels = [3, 4].map(|seed| generate(&preset, seed));
        let [plain, lit] = [PictureLight::Off, PictureLight::Theme].map(|light| {
            let of_levels = levels.iter().flat_map(|level| contrasts(level, preset.theme(), light));
            mean(&of_levels.collect::<Vec<_>>())
        });
        println!("{name}: {plain:.2} without light, {lit:.2} with it");
        assert!(lit >= 0.99 * plain, "{name}: {plain:.2} without light, {lit:.2} with it");
    }
}

#[test]
fn floors_are_brighter_than_the_tops_of_walls_in_each_theme() {
    // The ratio of relative luminance by which WCAG 2 measures contrast.
    let luminance = |color: Color| {
        let [r, g, b] = color.to_linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    for (name, _) in roomgen::preset::BUILT_IN {
        let theme = Preset::built_in(name).expect("a preset").theme().clone();
        for floor in [theme.floor_start, theme.floor_end] {
            let ratio = luminance(floor) / luminance(theme.wall_top);
            assert!(ratio >= 2.2, "{name}: {ratio:.2}");
        }
    }
}

#[test]
fn the_cells_of_a_light_are_those_that_it_makes_brighter() {
    let level = with_lamps(parted(), white(5), "lamp", &[(12, 5)]);
    let lamp = level.props().next().expect("a lamp");
    let lit = lit_cells(&level, &lamp);
    let lighting = lighting(&level, DARK);
    for cell in level.tiles().bounds().cells().filter(|&cell| !level.is_opaque(cell)) {
        // Steps of brightness hide the rim. The stairs shed light on the far end.
        if cell.x < 22 && lighting.in_steps_at(cell) != [0; 3] {
            assert!(lit.contains(&cell), "{cell}");
        }
        assert!(!lit.contains(&cell) || cell.x <= 15 || (6..=8).contains(&cell.y), "{cell} lies behind the wall");
    }
    assert!(lit.is_sorted_by_key(|cell| (cell.y, cell.x)) && lit.len() > 40);
}

#[test]
fn overlays_in_even_light_show_no_lights() {
    let options = PictureOptions::default();
    assert!(options.shows_lights());
    let over = |overlay: Overlay| PictureOptions { overlays: overlay.into(), ..options };
    for overlay in Overlay::ALL.iter().copied() {
        assert_eq!(over(overlay).shows_lights(), !overlay.needs_even_light(), "{overlay}");
    }
    assert!(!PictureOptions { light: PictureLight::Off, ..options }.shows_lights());
    let theme = Theme { ambient: DARK, ..Theme::default() };
    assert_eq!([PictureLight::Theme, PictureLight::Off].map(|light| light.ambient(&theme)), [Some(DARK), None]);
}

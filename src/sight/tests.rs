//! Sight compared with the crate `symmetric-shadowcasting`, light with maps made anew.

use symmetric_shadowcasting::compute_fov;

use super::*;
use crate::{
    Level, Preset,
    color::Color,
    generate,
    geom::{Cell, Rect, Size},
    grid::{BitGrid, Grid},
    level::{DoorKind, RoomKind, Tile},
    model::{Light, Metres},
    preset::BUILT_IN,
};

/// Random numbers of the generator SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end as u64) as i32
    }

    fn cell(&mut self, grid: &BitGrid) -> Cell {
        Cell::new(self.below(grid.width()), self.below(grid.height()))
    }

    /// A grid of up to 70 by 40 cells, of which up to a third block sight.
    fn grid(&mut self) -> BitGrid {
        let mut grid = BitGrid::new(1 + self.below(70), 1 + self.below(40));
        let rarity = 3 + self.below(30);
        for cell in cells(&grid) {
            grid.set(cell, self.below(rarity) == 0);
        }
        grid
    }
}

fn cells(grid: &BitGrid) -> impl Iterator<Item = Cell> + use<> {
    let bounds = Rect::from_xywh(0, 0, grid.width(), grid.height());
    bounds.into_iter().flat_map(Rect::cells)
}

fn levels() -> impl Iterator<Item = Level> {
    BUILT_IN.iter().map(|(name, _)| generate(&Preset::built_in(name).unwrap(), 5))
}

/// The cells in view by the other crate.
fn oracle(opaque: &BitGrid, from: Cell, radius: i32) -> BitGrid {
    let cell = |(x, y): (isize, isize)| Cell::new(x as i32, y as i32);
    let all = Rect::of(0, 0, opaque.width(), opaque.height());
    let mut seen = BitGrid::new(opaque.width(), opaque.height());
    compute_fov(
        (from.x as isize, from.y as isize),
        &mut |at| !all.contains(cell(at)) || opaque.get(cell(at)),
        &mut |at| {
            let (dx, dy) = (i64::from(cell(at).x - from.x), i64::from(cell(at).y - from.y));
            seen.set(cell(at), dx * dx + dy * dy <= i64::from(radius) * i64::from(radius));
        },
    );
    seen
}

#[test]
fn the_view_is_that_of_another_implementation() {
    let (mut numbers, mut seen) = (Numbers(1), BitGrid::default());
    let grids: Vec<_> = (0..600).map(|_| numbers.grid()).collect();
    let floors: Vec<_> = levels().map(|level| level.opaque().clone()).collect();
    for opaque in grids.iter().chain(floors.iter().cycle().take(20 * floors.len())) {
        let from = numbers.cell(opaque);
        for radius in [numbers.below(30), i32::MAX] {
            view_into(&mut seen, opaque, from, radius);
            assert_eq!(seen, oracle(opaque, from, radius), "{from}, {radius}");
        }
    }
}

#[test]
fn a_cell_sees_another_exactly_if_it_is_in_view_from_there() {
    let mut numbers = Numbers(2);
    for _ in 0..200 {
        let opaque = numbers.grid();
        let from = numbers.cell(&opaque);
        let in_view = view(&opaque, from, i32::MAX);
        for to in Rect::of(-1, -1, opaque.width() + 2, opaque.height() + 2).cells() {
            assert_eq!(sees(&opaque, from, to), in_view.get(to), "{from} to {to}");
            let are_open = !opaque.get(from) && !opaque.get(to);
            assert!(!are_open || sees(&opaque, to, from) == in_view.get(to), "{to} to {from}");
        }
    }
}

#[test]
fn any_numbers_are_answered() {
    let ends = [i32::MIN, -1, 0, 4, 5, i32::MAX];
    for opaque in [BitGrid::default(), BitGrid::new(5, 5), BitGrid::new(5, 0)] {
        for (x, y) in ends.into_iter().flat_map(|x| ends.map(|y| (x, y))) {
            let cell = Cell::new(x, y);
            let is_inside = cells(&opaque).any(|own| own == cell);
            for radius in ends {
                let expected = if is_inside && radius >= 0 { oracle(&opaque, cell, radius).count() } else { 0 };
                assert_eq!(view(&opaque, cell, radius).count(), expected, "{cell}, {radius}");
            }
            assert_eq!(sees(&opaque, cell, Cell::new(2, 2)), is_inside);
            assert_eq!(sees(&opaque, Cell::new(2, 2), cell), is_inside);
            assert_eq!(Lamp::at(cell, torch(4)).cast(&opaque).is_empty(), !is_inside);
        }
    }
    let long = BitGrid::new(i32::MAX, 3);
    let ends = [0, long.width() - 1].map(|x| Cell::new(x, 1));
    assert!(view(&long, ends[0], i32::MAX).get(ends[1]) && sees(&long, ends[1], ends[0]));
}

fn torch(radius: i32) -> Light {
    Light::new(Color::new(255, 128, 64), Metres::whole(radius)).unwrap()
}

/// The light of lamps, added up one by one.
fn sum(size: Size, lamps: impl IntoIterator<Item = Lamp>, opaque: &BitGrid) -> Grid<[u8; 3]> {
    let mut grid = Grid::filled(size, [0_u8; 3]);
    for (cell, amount) in lamps.into_iter().flat_map(|lamp| lamp.cast(opaque)) {
        let own = grid.get(cell).unwrap();
        grid.set(cell, std::array::from_fn(|channel| own[channel].saturating_add(amount[channel])));
    }
    grid
}

#[test]
fn the_light_of_a_level_is_that_of_its_lamps() {
    for level in levels() {
        let light = light(&level, level.opaque());
        assert_eq!(light, sum(level.size(), Lamp::of_level(&level), level.opaque()));
        assert_eq!(light, LightMap::new(&level, level.opaque()).grid());
    }
}

#[test]
fn light_falls_on_what_its_cell_sees_within_its_radius() {
    let mut numbers = Numbers(4);
    for _ in 0..200 {
        let opaque = numbers.grid();
        let (from, radius) = (numbers.cell(&opaque), 1 + numbers.below(16));
        let mut lamp = Lamp::at(from, torch(radius));
        assert_eq!(lamp.cell(), from);
        lamp.at = lamp.at.map(|at| at + numbers.below(256) - 128);
        let lit = lamp.cast(&opaque);
        assert!(lit.is_sorted_by_key(|(cell, _)| (cell.y, cell.x)));
        for to in cells(&opaque) {
            let away =
                [to.x, to.y].into_iter().zip(lamp.at).map(|(to, at)| f64::from(to) + 0.5 - f64::from(at) / 256.0);
            let away = away.map(|side| side * side).sum::<f64>().sqrt();
            let amount = lit.iter().find(|(cell, _)| *cell == to);
            let is_seen = sees(&opaque, lamp.cell(), to);
            assert!(amount.is_none() || is_seen && away < f64::from(radius), "{to} from {from}");
            assert!(amount.is_some() || !is_seen || away > f64::from(radius) - 0.1, "{to} from {from}");
        }
    }
}

#[test]
fn a_map_with_changes_is_a_map_made_anew() {
    let mut numbers = Numbers(5);
    for (round, mut level) in levels().chain([crowded()]).enumerate() {
        let mut opaque = level.opaque().clone();
        let mut map = LightMap::new(&level, &opaque);
        let mut carried = [None; 4];
        for step in 0..60 {
            let cell = numbers.cell(&opaque);
            match numbers.below(4) {
                0 => {
                    let room = Rect::of(cell.x, cell.y, 2, 1);
                    room.cells().for_each(|cell| opaque.set(cell, step % 2 == 0));
                    map.recast(room, &opaque);
                }
                1 => {
                    let lamp = (numbers.below(3) > 0).then(|| Lamp::at(cell, torch(1 + numbers.below(9))));
                    let id = numbers.below(4) as usize;
                    let former = map.put(u32::MAX - id as u32, lamp, &opaque);
                    assert_eq!(former, std::mem::replace(&mut carried[id], lamp));
                }
                _ => {
                    let id = numbers.below(level.props().len() as i32) as u32;
                    level.set_lit(id, numbers.below(3) == 0);
                    map.put(id, level.prop(id).and_then(|prop| Lamp::of_prop(&prop)), &opaque);
                }
            }
            if step % 6 == 0 {
                let lamps = Lamp::of_level(&level).into_iter().chain(carried.iter().copied().flatten());
                assert!(map.grid() == sum(level.size(), lamps, &opaque), "round {round}, step {step}");
            }
        }
    }
}

/// A level of one room of 30 by 12 cells with 200 lamps, some as bright as others.
fn crowded() -> Level {
    let size = Size::new(32, 14).unwrap();
    let mut tiles = Grid::filled(size, Tile::Wall);
    let room = Rect::of(1, 1, 30, 12);
    tiles.fill_rect(room, Tile::Floor);
    let mut level = Level::sketch(tiles, (room, RoomKind::Path, 0.5), None, [Cell::new(1, 1); 2]).unwrap();
    for (number, cell) in room.cells().take(200).enumerate() {
        let mut kind = crate::PropKind::new(format!("lamp {}", number % 7).as_str().into(), 'l', Color::default());
        (kind.blocks, kind.light) = (false, Some(torch(1 + (number % 7) as i32)));
        level.add_prop(&kind, 0, Rect::from_cell(cell), crate::Direction::North).unwrap();
    }
    level
}

#[test]
fn of_two_hundred_lamps_in_a_room_the_brightest_shine() {
    let level = crowded();
    let lamps = Lamp::of_level(&level);
    assert_eq!(lamps.len(), Lamp::MAX_IN_ROOM);
    let dimmest = lamps.iter().map(|lamp| lamp.light.radius).min();
    let left_out = level.props().filter_map(|prop| Lamp::of_prop(&prop)).filter(|lamp| !lamps.contains(lamp));
    assert!(left_out.map(|lamp| Some(lamp.light.radius)).all(|radius| radius <= dimmest));
}

#[test]
fn a_small_map_shows_what_is_known_and_no_secret() {
    let mut secrets = 0;
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).unwrap();
        let (level, theme) = (generate(&preset, 5), preset.theme());
        let map = minimap(&level, theme, None);
        let known = view(level.opaque(), level.entry(), i32::MAX);
        let part = minimap(&level, theme, Some(&known));
        for (cell, &color) in &map {
            assert_eq!(part.get(cell), Some(color.filter(|_| known.get(cell))), "{cell}");
            let is_rock = level.tile(cell) == Tile::Rock && level.terrain(cell).is_none();
            assert_eq!(color.is_none(), is_rock, "{name} at {cell}");
        }
        assert_eq!(
            [level.entry(), level.exit()].map(|cell| map.get(cell).flatten()),
            [Some(theme.entry), Some(theme.exit)]
        );
        for passage in level.passages() {
            let door = map.get(passage.doors()[0].top_left()).flatten().unwrap();
            match (passage.kind, level.lock_mark(passage)) {
                (DoorKind::Secret, _) => assert_eq!(door, theme.wall_top),
                (_, Some(mark)) => assert_eq!(door, mark.color),
                _ => assert!(door == theme.door || level.is_bare(passage)),
            }
            secrets += u32::from(passage.kind == DoorKind::Secret);
        }
    }
    assert!(secrets > 0);
}

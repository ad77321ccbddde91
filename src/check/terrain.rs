//! Invariant 15: terrain lies where it may, and partings part the level but for their crossings.

use super::{
    doors::kept_clear,
    flood::{Steps, flood_by},
    tiles::swaths,
};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    level::{Feature, Level, LevelTerrain, Parting},
    model::{Connection, FeatureKind, Passage, TerrainKind, Tile},
};

/// Tests invariant 15.
///
/// - Terrain that blocks lies on solid tiles, or on the floor of a room, as an obstacle does. There
///   it keeps off the cells before doors, the entry and the exit, and nothing stands or lies on it
///   but what hangs overhead. Other terrain lies on open tiles.
/// - The terrain of a parting blocks, and covers its band but for the doors and corridors of its
///   crossings. A crossing is a corridor with a door on each bank. No other passage has a door or a
///   corridor in the band.
/// - If rooms lie on both of its sides, it has a crossing.
/// - Without its crossings, nobody walks from one bank to the other, in eight directions and
///   through any door.
/// - Roads are open ground in one piece, but for rooms with vaults; the bridges of lakes and
///   streams are open ground, and lead over them.
/// - Where it says that the ends lie apart, the entry is on one side of it and the exit on the
///   other.
///
/// Cost: linear in cells and props, for each parting also in cells and passages.
pub(super) fn terrain_lies_where_it_may(level: &Level) -> Result<(), String> {
    let Some(terrain) = &level.terrain else { return Ok(()) };
    for (y, (numbers, tiles)) in (0..).zip(terrain.cells.rows().zip(level.tiles.rows())) {
        for (x, (&number, tile)) in (0..).zip(numbers.iter().zip(tiles)) {
            let Some(kind) = terrain.kind(number) else { continue };
            if if kind.blocks { tile.is_open() && *tile != Tile::Floor } else { !tile.is_open() } {
                let (cell, does) = (Cell::new(x, y), if kind.blocks { "blocks" } else { "does not block" });
                return Err(format!("{cell} has {}, which {does}, but is {:?}", kind.name, tile.glyph()));
            }
        }
    }
    nothing_stands_in_it(level)?;
    for (number, feature) in terrain.features.iter().enumerate() {
        let name = format!("feature {number} ({})", feature.name);
        one_walks_over(level, feature, &name)?;
    }
    for (number, parting) in terrain.partings.iter().enumerate() {
        let name = format!("parting {number} ({})", parting.name);
        the_band_is_covered(level, terrain, parting, &name)?;
    }
    Ok(())
}

/// Tests that no prop but what hangs overhead covers terrain that blocks, and that all stairs and
/// the cells before doors are free of it.
fn nothing_stands_in_it(level: &Level) -> Result<(), String> {
    let blocking = |cell: Cell| level.terrain(cell).filter(|kind| kind.blocks);
    let found = |cell: Cell| blocking(cell).map(|kind: &TerrainKind| (kind.name.as_str(), cell));
    for (id, prop) in level.props().enumerate().filter(|(_, prop)| !prop.kind.hangs()) {
        if let Some((kind, cell)) = prop.cells.cells().find_map(found) {
            return Err(format!("{} covers {kind} at {cell}", level.prop_name(id)));
        }
    }
    let stairs = level.stairs.iter().map(|stairs| ("stairs", stairs.cell));
    for (name, end) in [("entry", level.entry), ("exit", level.exit)].into_iter().chain(stairs) {
        if let Some((kind, cell)) = found(end) {
            return Err(format!("the {name} at {cell} lies in {kind}"));
        }
    }
    for door in level.passages.iter().flat_map(Passage::doors).flat_map(|&door| kept_clear(door)) {
        let mut before = door.neighbours().filter(|&cell| level.tile(cell) == Tile::Floor);
        if let Some((kind, cell)) = before.find_map(found) {
            return Err(format!("{kind} at {cell} lies before the door at {door}"));
        }
    }
    Ok(())
}

/// Tests what concerns one feature: a road is open ground in one piece, but for rooms with vaults;
/// a bridge is open ground beside terrain that blocks, or beside another of its cells.
fn one_walks_over(level: &Level, feature: &Feature, name: &str) -> Result<(), String> {
    let own = |runs: &[Rect]| {
        let mut cells = BitGrid::new(level.width(), level.height());
        runs.iter().for_each(|&run| cells.insert_rect(run));
        cells
    };
    let (cells, bridges) = (own(&feature.cells), own(&feature.bridges));
    let is_road = feature.kind == FeatureKind::Road;
    let ways = if is_road { &cells } else { &bridges };
    let blocks = |cell: Cell| level.terrain(cell).is_some_and(|kind| kind.blocks);
    if let Some(cell) = ways.iter().find(|&cell| !level.tile(cell).is_open() || blocks(cell)) {
        return Err(format!("one cannot walk on {cell} of {name}"));
    }
    let spans = |cell: Cell| {
        let beside = Rect::from_cell(cell).grown(1);
        beside.into_iter().flat_map(Rect::cells).any(|near| blocks(near) || near != cell && bridges.get(near))
    };
    if let Some(cell) = bridges.iter().find(|&cell| !spans(cell)) {
        return Err(format!("the bridge of {name} at {cell} leads over nothing"));
    }
    if is_road {
        let mut ground = cells.clone();
        let with_vaults = level.rooms.iter().filter(|room| room.vault.is_some());
        with_vaults.for_each(|room| ground.insert_rect(room.rect));
        let mut reached = BitGrid::new(level.width(), level.height());
        cells.iter().take(1).for_each(|from| flood_by(Steps::Four, &ground, from, &mut reached, |_, _, _| ()));
        if let Some(cell) = cells.iter().find(|&cell| !reached.get(cell)) {
            return Err(format!("{name} is broken before {cell}"));
        }
    }
    Ok(())
}

/// Tests what concerns one parting.
fn the_band_is_covered(level: &Level, terrain: &LevelTerrain, parting: &Parting, name: &str) -> Result<(), String> {
    let Parting { name: _, terrain: of_parting, band, crossings, ends_apart } = parting;
    let band = *band;
    let kind = terrain.kinds.get(usize::from(*of_parting));
    let Some(kind) = kind.filter(|kind| kind.blocks) else {
        return Err(format!("the terrain of {name} does not block"));
    };
    let axis = axis(level, band, crossings, name)?;
    let is_behind = |cell: Cell| axis.span(Rect::of(cell.x, cell.y, 1, 1)).0 >= axis.span(band).1;
    if *ends_apart && is_behind(level.entry) == is_behind(level.exit) {
        return Err(format!("the entry and the exit lie on one side of {name}, but its ends are apart"));
    }
    if let Some(id) = (0..).zip(&level.passages).find_map(|(id, passage)| {
        let is_in = swaths(passage).chain(passage.doors().iter().copied()).any(|part| part.overlaps(band));
        (is_in && !crossings.contains(&id)).then_some(id)
    }) {
        return Err(format!("passage {id} leads into the band of {name}, {band}, and is no crossing of it"));
    }
    // The open cells of the level without its crossings.
    let mut open = BitGrid::of(&level.tiles, Tile::is_open);
    for passage in crossings.iter().filter_map(|&id| level.passages.get(id as usize)) {
        swaths(passage).chain(passage.doors().iter().copied()).for_each(|part| open.remove_rect(part));
    }
    let is_covered = |cell: Cell| {
        let is_crossing = level.tile(cell).is_open() && !open.get(cell);
        terrain.cells.get(cell).map(u16::from) == Some(of_parting + 1) || is_crossing
    };
    if let Some(cell) = band.cells().find(|&cell| !is_covered(cell)) {
        return Err(format!("{cell} in the band of {name}, {band}, has no {} and is no crossing", kind.name));
    }
    match way_across(level, &open, band, axis) {
        None => Ok(()),
        Some((from, to)) => Err(format!("one walks from {from} to {to} by no crossing of {name}")),
    }
}

/// The axis along which one crosses a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Columns,
    Rows,
}

impl Axis {
    /// The columns or rows of a rectangle: the first, and that behind the last.
    fn span(self, rect: Rect) -> (i32, i32) {
        match self {
            Self::Columns => (rect.left(), rect.right()),
            Self::Rows => (rect.top(), rect.bottom()),
        }
    }
}

/// The axis along which all crossings lead over a band, with a door on each bank or on the first
/// cells beside it.
fn axis(level: &Level, band: Rect, crossings: &[u32], name: &str) -> Result<Axis, String> {
    if crossings.is_empty() {
        // The band leads along the side of the level of which it takes more.
        let [down, along] = [(band.height(), level.width()), (band.width(), level.height())]
            .map(|(cells, other)| i64::from(cells) * i64::from(other));
        let axis = if down >= along { Axis::Columns } else { Axis::Rows };
        let is_behind = |rect: Rect| axis.span(rect).0 >= axis.span(band).1;
        let behind = level.rooms.iter().filter(|room| is_behind(room.rect)).count();
        if behind > 0 && behind < level.rooms.len() {
            return Err(format!("{name} has no crossing, but rooms on both sides"));
        }
        return Ok(axis);
    }
    if let Some(pair) = crossings.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(format!("the crossings of {name} are not in ascending order at passage {}", pair[1]));
    }
    let axes = [Axis::Columns, Axis::Rows];
    let crosses = |id: u32, axis: Axis| {
        let Some(Connection::Corridor(corridor)) = level.passages.get(id as usize).map(|passage| &passage.connection)
        else {
            return false;
        };
        let (from, to) = axis.span(band);
        let [one, other] = corridor.doors.map(|door| axis.span(door));
        let (before, behind) = if one < other { (one, other) } else { (other, one) };
        before.1 <= (from + 1).min(behind.0) && behind.0 >= to - 1
    };
    if let Some(&id) = crossings.iter().find(|&&id| !axes.into_iter().any(|axis| crosses(id, axis))) {
        return Err(format!("passage {id} is no corridor with a door on each bank of {name}"));
    }
    let axis = axes.into_iter().find(|&axis| crossings.iter().all(|&id| crosses(id, axis)));
    axis.ok_or_else(|| format!("the crossings of {name} lead over it in different directions"))
}

/// A cell before the band and one behind it between which one walks over `open` cells.
fn way_across(level: &Level, open: &BitGrid, band: Rect, axis: Axis) -> Option<(Cell, Cell)> {
    let bounds = level.tiles.bounds();
    let before = match axis {
        Axis::Columns => Rect::from_ltrb(0, 0, band.left(), bounds.bottom()),
        Axis::Rows => Rect::from_ltrb(0, 0, bounds.right(), band.top()),
    };
    let mut reached = BitGrid::new(level.width(), level.height());
    for from in before.into_iter().flat_map(Rect::cells) {
        let mut behind = None;
        flood_by(Steps::Eight, open, from, &mut reached, |y, left, right| {
            let first = match axis {
                Axis::Columns => (right > band.right()).then(|| Cell::new(left.max(band.right()), y)),
                Axis::Rows => (y >= band.bottom()).then(|| Cell::new(left, y)),
            };
            behind = behind.or(first);
        });
        if let Some(behind) = behind {
            return Some((from, behind));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture::{self, PLANKS, WATER, parted, prop};

    /// The breaches of the sound level after a change.
    fn breaches(change: impl Fn(&mut Level, &mut LevelTerrain)) -> Vec<String> {
        let mut level = parted();
        let mut terrain = level.terrain.take().unwrap();
        change(&mut level, &mut terrain);
        level.terrain = Some(terrain);
        level.check().iter().map(ToString::to_string).collect()
    }

    /// Asserts that a change breaks invariant 15, as told, and no other.
    fn breaks(told: &str, change: impl Fn(&mut Level, &mut LevelTerrain)) {
        assert_eq!(breaches(change), [format!("invariant 15: {told}")]);
    }

    fn corridor(level: &mut Level, id: usize) -> &mut crate::level::Corridor {
        match &mut level.passages[id].connection {
            Connection::Corridor(corridor) => corridor,
            Connection::Door(_) => panic!("passage {id} is a corridor"),
        }
    }

    #[test]
    fn a_river_with_two_bridges_is_sound_and_so_is_one_whose_crossings_are_bare_or_locked_up() {
        assert_eq!(parted().check(), []);
        assert_eq!(breaches(|_, terrain| terrain.cells.set(Cell::new(14, 2), 0)), [""; 0]);
        assert_eq!(breaches(|_, terrain| terrain.partings.clear()), [""; 0], "terrain of no parting");
        // The border may have the terrain too.
        assert_eq!(breaches(|_, terrain| terrain.cells.fill_rect(Rect::of(13, 0, 4, 1), WATER)), [""; 0]);
    }

    #[test]
    fn a_river_from_west_to_east_is_sound() {
        // Room 1 lies north of room 3: their door becomes a corridor of three cells.
        let mut level = fixture::parted();
        let rows = [
            "#######################",
            "#.....................#",
            "#.....................#",
            "#.....................#",
            "#####+#################",
            "    #,#                ",
            "    #,#                ",
            "#####+#################",
            "#.....................#",
            "#######################",
        ];
        level.tiles = fixture::tiles(&rows);
        level.rooms.truncate(2);
        level.rooms[0].rect = Rect::of(1, 1, 21, 3);
        level.rooms[1] = crate::level::Room {
            kind: crate::level::RoomKind::End,
            rect: Rect::of(1, 8, 21, 1),
            progress: 1.0,
            ..level.rooms[1]
        };
        level.passages.truncate(2);
        level.passages[1].rooms = [0, 1];
        level.passages.remove(0);
        *corridor(&mut level, 0) = crate::level::Corridor {
            doors: [Rect::of(5, 4, 1, 1), Rect::of(5, 7, 1, 1)],
            route: vec![Cell::new(5, 5), Cell::new(5, 6)],
        };
        level.path.truncate(2);
        level.props.clear();
        (level.entry, level.exit) = (Cell::new(1, 1), Cell::new(21, 8));
        let band = Rect::of(0, 4, 23, 4);
        let terrain = level.terrain.as_mut().unwrap();
        terrain.cells.fill_rect(terrain.cells.bounds(), 0);
        terrain.cells.fill_rect(band, WATER);
        terrain.cells.fill_rect(Rect::of(5, 4, 1, 4), 0);
        (terrain.partings[0].band, terrain.partings[0].crossings) = (band, vec![0]);
        assert_eq!(level.check(), []);
        level.terrain.as_mut().unwrap().cells.set(Cell::new(6, 5), 0);
        let told = "(6, 5) in the band of parting 0 (river), 23x4 at (0, 4), has no water and is no crossing";
        assert_eq!(terrain_lies_where_it_may(&level), Err(told.to_owned()));
    }

    #[test]
    fn a_pond_in_a_room_is_an_obstacle() {
        let pond = |cells: &'static [(i32, i32)]| {
            move |_: &mut Level, terrain: &mut LevelTerrain| {
                cells.iter().for_each(|&(x, y)| terrain.cells.set(Cell::new(x, y), WATER));
            }
        };
        assert_eq!(breaches(pond(&[(1, 1), (2, 1), (1, 4)])), [""; 0]);
        for (name, x, y) in [("entry", 2, 2), ("exit", 20, 2)] {
            let told = breaches(|_, terrain| terrain.cells.set(Cell::new(x, y), WATER));
            let wet = format!("invariant 15: the {name} at ({x}, {y}) lies in water");
            assert_eq!((told.len(), told.last()), (2, Some(&wet)), "nor can it be reached: {told:?}");
        }
        breaks("water at (5, 2) lies before the door at (6, 2)", pond(&[(5, 2)]));
        breaks("prop 0 (table at (2, 3)) covers water at (3, 3)", pond(&[(3, 3)]));
        breaks("prop 2 (lamp at (4, 3)) covers water at (4, 3)", |level, terrain| {
            level.kinds[1].elevation = crate::model::Metres::whole(1);
            terrain.cells.set(Cell::new(4, 3), WATER);
        });
        assert_eq!(breaches(pond(&[(4, 3)])), [""; 0], "the lamp hangs over it");
        // Who is behind the water has to swim.
        let told = breaches(pond(&[(1, 2), (2, 1), (3, 2), (3, 1), (1, 3), (2, 3), (4, 3), (4, 2), (4, 1), (4, 4)]));
        assert!(told.iter().any(|breach| breach.starts_with("invariant 10")), "{told:?}");
    }

    #[test]
    fn terrain_lies_on_the_tiles_that_its_kind_allows() {
        breaks("(14, 2) has water, which blocks, but is ','", |_, terrain| terrain.cells.set(Cell::new(14, 2), WATER));
        let told = breaches(|_, terrain| terrain.cells.set(Cell::new(13, 2), WATER));
        assert_eq!(told.last().unwrap(), "invariant 15: (13, 2) has water, which blocks, but is '+'");
        breaks("(0, 0) has planks, which does not block, but is '#'", |_, terrain| {
            terrain.cells.set(Cell::new(0, 0), PLANKS);
        });
        breaks("(0, 9) has planks, which does not block, but is ' '", |_, terrain| {
            terrain.cells.set(Cell::new(0, 9), PLANKS);
        });
        assert_eq!(breaches(|_, terrain| terrain.cells.set(Cell::new(1, 1), PLANKS)), [""; 0], "planks of a floor");
    }

    #[test]
    fn nothing_stands_in_the_water() {
        let told = breaches(|level, _| level.props[3] = prop(2, 1, 12, 5));
        assert_eq!(told.len(), 2, "a rock in a wall breaks invariant 7 too: {told:?}");
        assert_eq!(told[1], "invariant 15: prop 3 (rock at (12, 5)) covers water at (12, 5)");
        // A table with its far end in the water.
        let told = breaches(|level, _| level.props[0] = prop(4, 1, 11, 5));
        assert_eq!(told.last().unwrap(), "invariant 15: prop 0 (table at (11, 5)) covers water at (12, 5)");
    }

    #[test]
    fn a_band_is_all_water_but_for_its_crossings() {
        let bare = |x, y| {
            format!("({x}, {y}) in the band of parting 0 (river), 4x8 at (13, 1), has no water and is no crossing")
        };
        breaks(&bare(13, 8), |_, terrain| terrain.cells.set(Cell::new(13, 8), 0));
        breaks(&bare(14, 3), |_, terrain| terrain.cells.set(Cell::new(14, 3), 0));
        breaks("the terrain of parting 0 (river) does not block", |_, terrain| terrain.partings[0].terrain = 0);
        breaks("(14, 1) has water, which does not block, but is '#'", |_, terrain| {
            terrain.kinds[1].blocks = false;
            terrain.cells.fill_rect(Rect::of(0, 0, 23, 1), 0);
            terrain.cells.fill_rect(Rect::of(13, 1, 1, 1), 0);
        });
    }

    #[test]
    fn crossings_are_corridors_from_bank_to_bank_and_all_that_cross() {
        let crossings = |ids: &'static [u32]| {
            move |_: &mut Level, terrain: &mut LevelTerrain| {
                terrain.partings[0].crossings = ids.to_vec();
            }
        };
        breaks("parting 0 (river) has no crossing, but rooms on both sides", crossings(&[]));
        breaks("the crossings of parting 0 (river) are not in ascending order at passage 1", crossings(&[2, 1]));
        breaks("the crossings of parting 0 (river) are not in ascending order at passage 1", crossings(&[1, 1]));
        let no_corridor = "passage 0 is no corridor with a door on each bank of parting 0 (river)";
        breaks(no_corridor, crossings(&[0, 1, 2]));
        let other = "passage 2 leads into the band of parting 0 (river), 4x8 at (13, 1), and is no crossing of it";
        breaks(other, crossings(&[1]));
        // The band begins behind the western doors, and then ends before the eastern ones.
        let narrow = |band| move |_: &mut Level, terrain: &mut LevelTerrain| terrain.partings[0].band = band;
        assert_eq!(breaches(narrow(Rect::of(14, 1, 2, 8))), [""; 0]);
        let short = "passage 1 is no corridor with a door on each bank of parting 0 (river)";
        breaks(short, narrow(Rect::of(11, 1, 4, 8)));
        breaks(short, narrow(Rect::of(14, 1, 7, 8)));
        breaks(short, narrow(Rect::of(17, 1, 4, 8)));
    }

    #[test]
    fn ends_that_are_apart_lie_on_both_sides() {
        let (entry, exit) = (parted().entry, parted().exit);
        assert!(entry.x < 13 && exit.x >= 17);
        let told = |ends_apart: bool| {
            breaches(move |level, terrain| {
                level.exit = Cell::new(entry.x + 1, entry.y);
                terrain.partings[0].ends_apart = ends_apart;
            })
        };
        let one_side =
            "invariant 15: the entry and the exit lie on one side of parting 0 (river), but its ends are apart";
        assert!(told(true).iter().any(|breach| breach == one_side), "{:?}", told(true));
        assert!(!told(false).iter().any(|breach| breach == one_side));
        assert_eq!(breaches(|_, terrain| terrain.partings[0].ends_apart = false), [""; 0], "true is proved alone");
    }

    #[test]
    fn nobody_walks_round_a_river() {
        // The band ends above the southern bridge, which is then a way round.
        breaks("one walks from (1, 1) to (17, 4) by no crossing of parting 0 (river)", |_, terrain| {
            terrain.partings[0].band = Rect::of(13, 1, 4, 3);
            terrain.partings[0].crossings = vec![1];
        });
        // Floor round the end of the band that touches both banks at a corner alone.
        let told = breaches(|level, terrain| {
            for (x, y) in [(5, 5), (6, 6), (7, 7), (16, 6), (17, 5)].into_iter().chain((8..16).map(|x| (x, 7))) {
                level.tiles.set(Cell::new(x, y), Tile::Corridor);
                terrain.cells.set(Cell::new(x, y), 0);
            }
            terrain.partings[0].band = Rect::of(13, 1, 4, 5);
        });
        let last = told.last().unwrap();
        assert_eq!(last, "invariant 15: one walks from (1, 1) to (17, 5) by no crossing of parting 0 (river)");
    }
}

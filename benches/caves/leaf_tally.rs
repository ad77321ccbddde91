//! What single caves look like, and whether one can walk in all of them.
//!
//! Consumes levels and the steps that have the leaves of their rooms; produces sums, the same in
//! whatever order levels and tallies are added.

use std::collections::BTreeSet;

use roomgen::{Cell, Generator, Level, Preset, Rect, Request, Room, RoomShape, Tile, geom::Extent, trace::Step};

use crate::{
    facing::{CellGround, facing_walls},
    floor_map::{FloorMap, Fraction, SIDES, rows},
};

/// A figure of caves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeafFigure {
    Usual,
    Few,
    /// How much more or less the mean floor is than the openness asked for.
    Off,
    Straight,
    Sides,
    Split,
    Thin,
}

impl LeafFigure {
    pub(crate) const ALL: [Self; 7] =
        [Self::Usual, Self::Few, Self::Off, Self::Straight, Self::Sides, Self::Split, Self::Thin];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Usual => "caves whose floor is .40 to .75 of the leaf",
            Self::Few => "floor of the leaf, 5th percentile",
            Self::Off => "floor of the leaf, mean, less `open`",
            Self::Straight => "outline in straight runs of four or more",
            Self::Sides => "floor on the four sides of the leaf",
            Self::Split => "rows with two runs or more",
            Self::Thin => "walls between facing caves one cell thick",
        }
    }
}

/// What some caves have in all.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeafTally {
    /// All caves, each of which was searched.
    pub(crate) caves: u64,
    /// Caves that are not in one piece with the ground before doors, the entry and the exit.
    pub(crate) faulty: u64,
    /// The least seed with a fault, and what it is.
    pub(crate) fault: Option<(u64, String)>,
    /// The floor of each cave that was measured, in ten-thousandths of its leaf.
    floors: Vec<u16>,
    usual: u64,
    straight: Fraction,
    sides: Fraction,
    split: Fraction,
    thin: Fraction,
}

impl LeafTally {
    /// Generates a level and adds it. Measures caves with two doors in leaves of this range.
    pub(crate) fn add_level(
        &mut self,
        generator: &mut Generator<&Preset>,
        request: Request,
        measured: Option<[Extent; 2]>,
    ) {
        let (mut leaves, mut mouths) = (Vec::new(), BTreeSet::new());
        let level = generator.generate_stepwise(request, &mut |step| match step {
            Step::Room { rect, .. } => leaves.push(rect),
            Step::Widen { passage, .. } => _ = mouths.insert(passage),
            _ => {}
        });
        let caves = level.rooms().iter().zip(leaves).filter(|(room, _)| room.shape == RoomShape::Cave);
        for (room, leaf) in caves {
            let map = FloorMap::new(leaf, |cell| level.tile(cell) == Tile::Floor);
            self.caves += 1;
            if let Some(fault) = fault(&level, room, &map, &mouths) {
                self.faulty += 1;
                let fault = (level.origin().seed, format!("room {}: {fault}", room.id));
                self.fault = Some(self.fault.take().map_or(fault.clone(), |other| other.min(fault)));
            }
            if level.passages_of(room.id).len() == 2 && measured.is_some_and(|range| is_within(leaf.extent(), range)) {
                self.measure(leaf, &map);
            }
        }
        let ground = |cell: Cell| match level.tile(cell) {
            Tile::Rock | Tile::Wall => CellGround::Solid,
            Tile::Floor | Tile::Corridor | Tile::Door => {
                level.room_at(cell).map_or(CellGround::Other, |room| CellGround::Dug(room.id))
            }
        };
        self.thin.add(facing_walls(level.tiles().bounds(), ground));
    }

    fn measure(&mut self, leaf: Rect, map: &FloorMap) {
        let (floor, all) = (map.cells(), leaf.area().unsigned_abs());
        self.floors.push((10_000 * floor / all) as u16);
        self.usual += u64::from((40 * all..=75 * all).contains(&(100 * floor)));
        self.straight.add(map.outline());
        let is_inner = |cell: Cell| SIDES.iter().all(|(dx, dy)| leaf.contains(Cell::new(cell.x + dx, cell.y + dy)));
        for cell in leaf.cells().filter(|cell| !is_inner(*cell)) {
            self.sides.add(Fraction::of(map.is_floor(cell)));
        }
        for row in rows(leaf) {
            let floor: Vec<bool> = row.into_iter().map(|cell| map.is_floor(cell)).collect();
            let runs = floor.chunk_by(|one, other| one == other).filter(|run| run[0]).count();
            if runs > 0 {
                self.split.add(Fraction::of(runs > 1));
            }
        }
    }

    /// Adds the caves of another tally.
    pub(crate) fn merge(&mut self, other: Self) {
        self.caves += other.caves;
        self.faulty += other.faulty;
        self.fault = self.fault.take().into_iter().chain(other.fault).min();
        self.floors.extend(other.floors);
        self.usual += other.usual;
        self.straight.add(other.straight);
        self.sides.add(other.sides);
        self.split.add(other.split);
        self.thin.add(other.thin);
    }

    /// The number of caves that were measured.
    pub(crate) fn measured(&self) -> u64 {
        self.floors.len() as u64
    }

    /// The value of a figure, of `Off` the mean; `None` if no cave has what it measures.
    pub(crate) fn value(&self, figure: LeafFigure) -> Option<f64> {
        match figure {
            LeafFigure::Usual => Fraction { part: self.usual, all: self.measured() }.value(),
            LeafFigure::Few => self.few(),
            LeafFigure::Off => {
                let sum = self.floors.iter().copied().map(u64::from).sum();
                Fraction { part: sum, all: 10_000 * self.measured() }.value()
            }
            LeafFigure::Straight => self.straight.value(),
            LeafFigure::Sides => self.sides.value(),
            LeafFigure::Split => self.split.value(),
            LeafFigure::Thin => self.thin.value(),
        }
    }

    /// The floor that 95 of 100 caves exceed.
    fn few(&self) -> Option<f64> {
        let mut floors = self.floors.clone();
        let fifth = floors.len() / 20;
        (!floors.is_empty()).then(|| f64::from(*floors.select_nth_unstable(fifth).1) / 10_000.0)
    }
}

/// What keeps one from walking all over a cave, if anything. `mouths` are ids of passages.
fn fault(level: &Level, room: &Room, map: &FloorMap, mouths: &BTreeSet<u32>) -> Option<String> {
    let pieces = map.floor_pieces().len();
    if pieces != 1 {
        return Some(format!("{pieces} pieces of floor"));
    }
    let ends = [level.entry(), level.exit()].into_iter().filter(|cell| room.rect.contains(*cell));
    let mut wanted: Vec<Cell> = ends.collect();
    for id in level.passages_of(room.id) {
        let Some(passage) = level.passage(id) else { continue };
        let doors = passage.doors();
        let door = if passage.rooms[0] == room.id { doors.first() } else { doors.last() };
        // A mouth is made of cells with floor beside them, wherever the cave has rock behind.
        let depth = if mouths.contains(&id) { 1 } else { 2 };
        let cells = door.into_iter().flat_map(|door| door.cells());
        wanted.extend(cells.flat_map(|cell| doorstep(cell, depth, map.bounds())));
    }
    wanted.into_iter().find(|cell| !map.is_floor(*cell)).map(|cell| format!("no floor at {cell}"))
}

/// The cells of a leaf before a cell of a door, so many of them.
fn doorstep(door: Cell, depth: i32, leaf: Rect) -> impl Iterator<Item = Cell> {
    let cells = SIDES
        .into_iter()
        .flat_map(move |(dx, dy)| (1..=depth).map(move |step| Cell::new(door.x + step * dx, door.y + step * dy)));
    cells.filter(move |cell| leaf.contains(*cell))
}

/// Whether a leaf has sides in a range, in either order.
fn is_within(leaf: Extent, [least, most]: [Extent; 2]) -> bool {
    let fits = |leaf: Extent| leaf.holds(least) && most.holds(leaf);
    fits(leaf) || fits(Extent::new(leaf.height, leaf.width))
}

#[cfg(test)]
mod tests {
    use roomgen::Direction;

    use super::*;

    /// A level of caves with the leaves of its rooms.
    fn level() -> (Level, Vec<Rect>) {
        let text = "(name: \"caves\", size: (69, 69), floorplan: (rooms: (min: 16, max: 32), shapes: [(shape: Cave)]), \
                    layouts: [(name: \"bare\", formations: [])])";
        let mut leaves = Vec::new();
        let level = Generator::new(Preset::parse(text).unwrap()).generate_stepwise(5, &mut |step| {
            if let Step::Room { rect, .. } = step {
                leaves.push(rect);
            }
        });
        (level, leaves)
    }

    fn faults(level: &Level, leaves: &[Rect]) -> Vec<String> {
        let of = |(room, leaf): (&Room, &Rect)| {
            let map = FloorMap::new(*leaf, |cell| level.tile(cell) == Tile::Floor);
            fault(level, room, &map, &BTreeSet::new())
        };
        level.rooms().iter().zip(leaves).filter_map(of).collect()
    }

    #[test]
    fn unwalkable_caves_are_found() {
        let (level, leaves) = level();
        assert_eq!(faults(&level, &leaves), [""; 0]);
        let walled = |cells: &[Cell]| {
            let mut level = level.clone();
            cells.iter().for_each(|cell| _ = level.set_tile(*cell, Tile::Wall));
            faults(&level, &leaves)
        };
        // The cells around a cell are the rest of a cave, the cell a part of its own.
        let (entry, room) = (level.entry(), level.start());
        let around = Direction::ALL.map(|side| entry.step(side));
        assert_eq!(walled(&around).len(), 1);
        assert!(walled(&around)[0].ends_with("pieces of floor"));
        let inside = |cell: &Cell| leaves[room.id as usize].contains(*cell);
        let rest: Vec<Cell> = room.rect.cells().filter(|cell| *cell != entry && inside(cell)).collect();
        let first = walled(&rest);
        assert!(first.len() == 1 && first[0].starts_with("no floor at"), "{first:?}");
        // Both cells before a door.
        let door = level.passages()[0].doors()[0].top_left();
        let leaf = leaves[level.passages()[0].rooms[0] as usize];
        let steps: Vec<Cell> = doorstep(door, 2, leaf).collect();
        assert_eq!(steps.len(), 2);
        for step in steps {
            assert_eq!(walled(&[step]).len(), 1, "{step}");
        }
    }
}

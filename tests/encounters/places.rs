//! Where members and items may stand in a finished level, by a plain search.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use roomgen::{Cell, DoorKind, Level, Prop, Tile};

/// A level, searched.
pub(super) struct Places<'level> {
    level: &'level Level,
    /// The steps from the entry in eight directions over tiles and terrain: past props, through all
    /// doors.
    steps: BTreeMap<Cell, u32>,
    /// The cells in sight of the entry, without props.
    seen: BTreeSet<Cell>,
    /// Cells under obstacles.
    obstacles: BTreeSet<Cell>,
    /// Cells where nothing is placed: entry, exit, keys, cells before doors, cells with a marker.
    closed: BTreeSet<Cell>,
    /// Cells under props that stand or lie on the floor.
    covered: BTreeSet<Cell>,
    /// The cells before each door: those that share a side with it.
    pub(super) before_doors: BTreeSet<Cell>,
}

/// The cells that share a side with one, inside of the level or not.
pub(super) fn sides(cell: Cell) -> [Cell; 4] {
    [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy))
}

/// The cells that share a corner with one.
fn corners(cell: Cell) -> [Cell; 4] {
    [(-1, -1), (1, -1), (1, 1), (-1, 1)].map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy))
}

/// The cells that the entry sees over floor and terrain and through open doors, props left out.
fn seen(level: &Level) -> BTreeSet<Cell> {
    let open = level.passages().iter().filter(|passage| passage.kind == DoorKind::Open);
    let open: BTreeSet<Cell> = open.flat_map(|passage| passage.doors()).flat_map(|door| door.cells()).collect();
    let is_opaque = |cell: Cell| match level.tile(cell) {
        Tile::Floor | Tile::Corridor => false,
        Tile::Door => !open.contains(&cell),
        Tile::Wall | Tile::Rock => level.terrain(cell).is_none(),
    };
    let cell = |(x, y): (isize, isize)| Cell::new(x as i32, y as i32);
    let (mut seen, entry) = (BTreeSet::new(), level.entry());
    let entry = (entry.x as isize, entry.y as isize);
    symmetric_shadowcasting::compute_fov(entry, &mut |at| is_opaque(cell(at)), &mut |at| {
        seen.insert(cell(at));
    });
    seen
}

impl<'level> Places<'level> {
    pub(super) fn new(level: &'level Level) -> Self {
        let mut steps = BTreeMap::from([(level.entry(), 0)]);
        let mut ahead = VecDeque::from([level.entry()]);
        while let Some(from) = ahead.pop_front() {
            let next = steps[&from] + 1;
            for to in sides(from).into_iter().chain(corners(from)) {
                let is_floor = matches!(level.tile(to), Tile::Floor | Tile::Corridor | Tile::Door);
                if (is_floor || level.terrain(to).is_some()) && !steps.contains_key(&to) {
                    steps.insert(to, next);
                    ahead.push_back(to);
                }
            }
        }
        let cells_of = |which: &dyn Fn(&Prop<'_>) -> bool| -> BTreeSet<Cell> {
            level.props().filter(|prop| which(prop)).flat_map(|prop| prop.cells.cells()).collect()
        };
        let doors = level.passages().iter().flat_map(|passage| passage.doors()).flat_map(|door| door.cells());
        let before_doors: BTreeSet<Cell> = doors.flat_map(sides).collect();
        let mut closed = cells_of(&|prop| prop.kind.marker);
        closed.extend([level.entry(), level.exit()]);
        closed.extend(level.keys().iter().map(|key| key.cell));
        closed.extend(&before_doors);
        let hangs = |prop: &Prop<'_>| prop.kind.elevation.get() >= 2.0;
        Self {
            level,
            steps,
            seen: seen(level),
            obstacles: cells_of(&|prop| prop.kind.is_obstacle()),
            closed,
            covered: cells_of(&|prop| !prop.kind.marker && !hangs(prop)),
            before_doors,
        }
    }

    /// Whether a cell lies within so many steps of the entry.
    pub(super) fn is_quiet(&self, cell: Cell, quiet: u32) -> bool {
        quiet > 0 && self.steps.get(&cell).is_some_and(|&steps| steps <= quiet)
    }

    /// Whether a cell is in sight of the entry, so many moves in eight directions away or fewer.
    pub(super) fn is_near_and_seen(&self, cell: Cell, quiet: u32) -> bool {
        let Cell { x, y } = self.level.entry();
        quiet > 0 && (cell.x - x).abs().max((cell.y - y).abs()) <= quiet as i32 && self.seen.contains(&cell)
    }

    /// The cells of a room that can be walked to from its doors, or from its first cell, without
    /// leaving it.
    pub(super) fn walked(&self, room: u32) -> BTreeSet<Cell> {
        let floor: BTreeSet<Cell> = self.level.floor_in(room).collect();
        let free = |cell: &Cell| floor.contains(cell) && !self.obstacles.contains(cell);
        let from_doors = self.before_doors.iter().copied().filter(free);
        let own = [self.level.entry(), self.level.exit()].into_iter().filter(free);
        let mut walked: BTreeSet<Cell> = from_doors.chain(own).collect();
        let mut ahead: Vec<Cell> = walked.iter().copied().collect();
        while let Some(from) = ahead.pop() {
            let next = sides(from).into_iter().filter(free);
            ahead.extend(next.filter(|&to| walked.insert(to)));
        }
        walked
    }

    /// The cells of a room within so many steps of one, without leaving the room, with these.
    pub(super) fn walk(&self, room: u32, from: Cell, most: u32) -> BTreeMap<Cell, u32> {
        let floor: BTreeSet<Cell> = self.level.floor_in(room).collect();
        let mut steps = BTreeMap::from([(from, 0)]);
        let mut ahead = VecDeque::from([from]);
        while let Some(cell) = ahead.pop_front() {
            let next = steps[&cell] + 1;
            for to in sides(cell) {
                let is_free = floor.contains(&to) && !self.obstacles.contains(&to);
                if next <= most && is_free && !steps.contains_key(&to) {
                    steps.insert(to, next);
                    ahead.push_back(to);
                }
            }
        }
        steps
    }

    /// The cells of a room where a member of a group may still stand.
    pub(super) fn for_members(&self, room: u32, quiet: u32) -> BTreeSet<Cell> {
        let walked = self.walked(room).into_iter();
        walked.filter(|cell| !self.closed.contains(cell) && !self.is_quiet(*cell, quiet)).collect()
    }

    /// The cells of a room where a thing that blocks no way may still lie, whatever else it is.
    pub(super) fn for_things(&self, room: u32) -> BTreeSet<Cell> {
        let walked = self.walked(room).into_iter();
        walked.filter(|cell| !self.closed.contains(cell) && !self.covered.contains(cell)).collect()
    }
}

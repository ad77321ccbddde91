//! The terrain of a level: kinds, the kind of each cell, and the partings that laid it.

use super::{Feature, Level};
use crate::{
    digest::Digest,
    geom::{Cell, Rect},
    grid::{BitGrid, Grid},
    model::{Name, TerrainKind, Tile},
};

/// A strip of terrain that blocks, such as a river, from one border of the level to the opposite
/// one. Who wants to the other side takes a crossing.
///
/// Guarantee: the kind and the passages exist, and the band lies in the level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parting {
    /// The name of the rule that made it.
    pub name: Name,
    /// The kind of its terrain, as a position in [`Level::terrain_kinds`].
    pub terrain: u16,
    /// The cells of the cut, from border to border. All of them have the terrain, but those of
    /// crossings. Beside the band, banks may meander: cells there may have the terrain too.
    pub band: Rect,
    /// The ids of the passages that cross it, ascending: corridors with a door on each bank.
    pub crossings: Vec<u32>,
    /// Whether the entry and the exit lie on different sides of it, so that every way from one to
    /// the other takes a crossing.
    pub ends_apart: bool,
}

/// The terrain of a level that has some.
///
/// Guarantees: the grid is as large as the level, and each of its numbers is 0 or that of a kind.
/// There are at most [`TerrainKind::MAX_KINDS`] kinds, each with a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelTerrain {
    pub(crate) kinds: Vec<TerrainKind>,
    /// For each cell 0, or one more than the position of its kind in `kinds`.
    pub(crate) cells: Grid<u8>,
    pub(crate) partings: Vec<Parting>,
    pub(crate) features: Vec<Feature>,
}

/// The number of values of a cell of the grid.
const NUMBERS: usize = 1 << u8::BITS;

/// Calls `visit` with the numbers of all cells that have terrain, and of some others.
fn for_covered(cells: &mut [u8], mut visit: impl FnMut(&mut u8)) {
    // Most of a level has none: so many cells are compared at once.
    let (parts, rest) = cells.as_chunks_mut::<8>();
    for part in parts {
        if *part != [0; 8] {
            part.iter_mut().for_each(&mut visit);
        }
    }
    rest.iter_mut().for_each(visit);
}

impl LevelTerrain {
    /// The terrain without the kinds that no cell, parting or feature has; `None` if no kind is
    /// left. The others keep their order.
    pub(crate) fn in_use(self) -> Option<Box<Self>> {
        let Self { mut kinds, mut cells, mut partings, mut features } = self;
        let mut used = [false; NUMBERS];
        let of_partings = partings.iter().map(|parting| parting.terrain);
        for terrain in of_partings.chain(features.iter().map(|feature| feature.terrain)) {
            used.get_mut(usize::from(terrain) + 1).into_iter().for_each(|used| *used = true);
        }
        for_covered(cells.values_mut(), |number| used[usize::from(*number)] = true);
        let (mut numbers, mut next) = ([0; NUMBERS], 0);
        for number in (1..=kinds.len()).filter(|&number| used.get(number) == Some(&true)) {
            next += 1;
            numbers[number] = next;
        }
        if usize::from(next) < kinds.len() {
            for_covered(cells.values_mut(), |number| *number = numbers[usize::from(*number)]);
            let of_partings = partings.iter_mut().map(|parting| &mut parting.terrain);
            for terrain in of_partings.chain(features.iter_mut().map(|feature| &mut feature.terrain)) {
                let number = numbers.get(usize::from(*terrain) + 1);
                *terrain = number.map_or(0, |&number| u16::from(number).saturating_sub(1));
            }
            let mut used = used.iter().skip(1);
            kinds.retain(|_| used.next() == Some(&true));
        }
        (!kinds.is_empty()).then(|| Box::new(Self { kinds, cells, partings, features }))
    }

    /// The kind at a position of the list.
    fn kind_at(&self, position: u16) -> Option<&TerrainKind> {
        self.kinds.get(usize::from(position))
    }

    /// The kind with this number of the grid; `None` for 0.
    pub(crate) fn kind(&self, number: u8) -> Option<&TerrainKind> {
        self.kinds.get(usize::from(number).checked_sub(1)?)
    }

    /// The terrain as it is shown to who knows some of the passages only, those in `known`, in
    /// ascending order; their positions become the ids. `tiles` are those that are shown, `all`
    /// those of the level.
    ///
    /// Crossings that are not known look like the terrain beside them. A lake that touches no open
    /// cell that is shown has none. Other cells that are open,
    /// and shown as solid, have none. Of a player who has `seen` cells, others have none either.
    pub(super) fn without_secrets(
        &self,
        known: &[u32],
        tiles: &Grid<Tile>,
        all: &Grid<Tile>,
        seen: Option<&BitGrid>,
    ) -> Option<Box<Self>> {
        let mut cells = self.cells.clone();
        let is_solid = |cell: Cell| tiles.get(cell).is_none_or(|tile| !tile.is_open());
        let is_hidden = |cell: Cell| all.get(cell).is_some_and(Tile::is_open);
        for cell in self.cells.bounds().cells().filter(|&cell| is_solid(cell) && is_hidden(cell)) {
            cells.set(cell, 0);
        }
        let mut secret = BitGrid::new(cells.width(), cells.height());
        for feature in
            self.features.iter().filter(|feature| self.kind_at(feature.terrain).is_some_and(|kind| kind.blocks))
        {
            secret.union_with(&feature.secret(tiles));
        }
        secret.iter().for_each(|cell| cells.set(cell, 0));
        let mut partings = self.partings.clone();
        for parting in &mut partings {
            for cell in parting.band.cells().filter(|&cell| is_solid(cell)) {
                if cells.get(cell) == Some(0) {
                    cells.set(cell, parting.terrain as u8 + 1);
                }
            }
            let new = |id: &u32| known.binary_search(id).ok().map(|position| position as u32);
            parting.crossings = parting.crossings.iter().filter_map(new).collect();
        }
        let is_unseen = |cell: &Cell| seen.is_some_and(|seen| !seen.get(*cell));
        for cell in self.cells.bounds().cells().filter(is_unseen) {
            cells.set(cell, 0);
        }
        let is_known = |cell: Cell| !(is_unseen(&cell) || secret.get(cell) || is_solid(cell) && is_hidden(cell));
        let features = self.features.iter().filter_map(|feature| feature.known(is_known)).collect();
        Self { kinds: self.kinds.clone(), cells, partings, features }.in_use()
    }

    /// Adds everything to a digest.
    pub(super) fn digest(&self, digest: &mut Digest) {
        let Self { kinds, cells, partings, features } = self;
        digest.text("terrain").list(kinds, |digest, kind| kind.digest(digest));
        cells.rows().for_each(|row| {
            digest.bytes(row);
        });
        digest.list(partings, |digest, Parting { name, terrain, band, crossings, ends_apart }| {
            digest.text(name).number(*terrain);
            digest.numbers([band.left(), band.top(), band.width(), band.height()].map(i64::from));
            digest.list(crossings, |digest, &id| {
                digest.number(id);
            });
            // Files of earlier versions do not say it, and keep their digests.
            if *ends_apart {
                digest.text("ends apart");
            }
        });
        if !features.is_empty() {
            digest.text("features").list(features, |digest, feature| feature.digest(digest));
        }
    }
}

/// Terrain: what covers or replaces the floor of cells, such as water and the planks of a bridge.
///
/// Cells of a parting are [`Tile::Wall`] or [`Tile::Rock`]. Terrain that blocks in a room, such as
/// a pond, lies on [`Tile::Floor`]: it is an obstacle there, as a prop is. [`Level::is_open`] and
/// all queries of where one walks know both. One sees across them: see [`Level::opaque`].
impl Level {
    /// Whether the ground of `cell` carries who walks: an open tile without terrain that blocks.
    /// Props do not count, see [`Level::is_walkable`]. False outside of the level. Constant time.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// assert!(level.is_open(level.entry()) && !level.is_open(roomgen::Cell::new(0, 0)));
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.tile(cell).is_open() && !self.has_blocking_terrain(cell)
    }

    /// Whether terrain that blocks covers `cell`, whatever its tile.
    pub(super) fn has_blocking_terrain(&self, cell: Cell) -> bool {
        self.terrain(cell).is_some_and(|kind| kind.blocks)
    }

    /// The set of the cells that are [open](Level::is_open). Cost: linear in cells.
    pub(crate) fn open_cells(&self) -> BitGrid {
        let mut open = BitGrid::of(&self.tiles, Tile::is_open);
        if let Some(terrain) = &self.terrain {
            let blocks = |number: u8| terrain.kind(number).is_some_and(|kind| kind.blocks);
            for (y, row) in (0..).zip(terrain.cells.rows()) {
                let blocking = (0..).zip(row).filter(|(_, number)| **number != 0 && blocks(**number));
                blocking.for_each(|(x, _)| open.set(Cell::new(x, y), false));
            }
        }
        open
    }

    /// The kinds of the level's terrain; empty without any.
    ///
    /// After edits, there may be some that no cell has.
    #[must_use]
    pub fn terrain_kinds(&self) -> &[TerrainKind] {
        self.terrain.as_ref().map_or(&[], |terrain| &terrain.kinds)
    }

    /// The terrain at `cell`; `None` without any, and outside of the level. Constant time.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// assert!(level.terrain(level.entry()).is_none_or(|kind| !kind.blocks));
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> Option<&TerrainKind> {
        let terrain = self.terrain.as_ref()?;
        terrain.kind(terrain.cells.get(cell)?)
    }

    /// The terrain of each cell as a number: 0 for none, else one more than the position of its
    /// kind in [`Level::terrain_kinds`]. `None` for a level without terrain.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// for row in level.terrain_cells().into_iter().flat_map(|cells| cells.rows()) {
    ///     println!("{row:?}");
    /// }
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn terrain_cells(&self) -> Option<&Grid<u8>> {
        self.terrain.as_ref().map(|terrain| &terrain.cells)
    }

    /// The number of cells with each kind of terrain, in the order of [`Level::terrain_kinds`].
    /// Cost: linear in cells; none without terrain.
    #[must_use]
    pub fn terrain_counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.terrain_kinds().len()];
        let numbers = self.terrain_cells().map_or(&[][..], Grid::values);
        for position in numbers.iter().filter_map(|&number| usize::from(number).checked_sub(1)) {
            if let Some(count) = counts.get_mut(position) {
                *count += 1;
            }
        }
        counts
    }

    /// The cost of a step onto each cell, by its terrain: 1 without any, and where it does not
    /// slow. Cost: linear in cells.
    ///
    /// Walls and obstacles cost the same; [`Level::walkable`] says where one walks.
    #[must_use]
    pub fn step_costs(&self) -> Grid<u8> {
        let mut costs = Grid::filled(self.size(), 1);
        if let Some(terrain) = self.terrain.as_ref().filter(|terrain| terrain.kinds.iter().any(|kind| kind.slow > 1)) {
            for cell in terrain.cells.bounds().cells() {
                let kind = terrain.cells.get(cell).and_then(|number| terrain.kind(number));
                costs.set(cell, kind.map_or(1, |kind| kind.slow));
            }
        }
        costs
    }

    /// The partings of the level; empty without any.
    #[must_use]
    pub fn partings(&self) -> &[Parting] {
        self.terrain.as_ref().map_or(&[], |terrain| &terrain.partings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture::{self, PLANKS, WATER};

    #[test]
    fn each_cell_has_its_kind_and_cells_outside_have_none() {
        let level = fixture::parted();
        let name = |x, y| level.terrain(Cell::new(x, y)).map(|kind| kind.name.as_str());
        assert_eq!([name(14, 2), name(13, 1), name(13, 2)], [Some("planks"), Some("water"), None]);
        assert_eq!([name(-1, 1), name(13, 99), name(23, 1)], [None; 3]);
        let rows: Vec<_> = level.terrain_cells().unwrap().rows().collect();
        assert_eq!((rows.len(), &rows[2][12..18]), (10, &[0, 0, PLANKS, PLANKS, 0, 0][..]));
        assert_eq!(rows[3][12..18], [0, WATER, WATER, WATER, WATER, 0]);
        assert_eq!((level.terrain_kinds().len(), &*level.partings()[0].name), (2, "river"));
        let cells = |number: u8| rows.iter().flat_map(|row| row.iter()).filter(|&&cell| cell == number).count() as u32;
        assert_eq!(level.terrain_counts(), [cells(PLANKS), cells(WATER)]);
        assert!(fixture::level().terrain_counts().is_empty());
        let mut slow = level.clone();
        slow.terrain.as_mut().unwrap().kinds[0].slow = 3;
        let costs = slow.step_costs();
        let expected = |cell: Cell| if level.terrain_cells().unwrap().get(cell) == Some(PLANKS) { 3 } else { 1 };
        assert!(level.tiles().bounds().cells().all(|cell| costs.get(cell) == Some(expected(cell))));
        assert!(level.step_costs().values().iter().all(|&cost| cost == 1));
    }

    #[test]
    fn kinds_that_nothing_has_are_left_out_and_the_others_are_numbered_anew() {
        let terrain = *fixture::parted().terrain.unwrap();
        assert_eq!(terrain.clone().in_use(), Some(Box::new(terrain.clone())));
        let [planks, water] = &terrain.kinds[..] else { panic!("two kinds") };
        let kind = |name: &str| TerrainKind { name: name.into(), ..planks.clone() };
        let mut more = terrain.clone();
        more.kinds = vec![kind("mud"), planks.clone(), kind("moss"), water.clone(), kind("ice")];
        for (from, to) in [(WATER, 4), (PLANKS, 2)] {
            let cells: Vec<_> =
                more.cells.bounds().cells().filter(|&cell| terrain.cells.get(cell) == Some(from)).collect();
            cells.into_iter().for_each(|cell| more.cells.set(cell, to));
        }
        more.partings[0].terrain = 3;
        assert_eq!(more.clone().in_use(), Some(Box::new(terrain)));
        // The parting has its kind, though no cell does.
        more.cells = Grid::filled(more.cells.size(), 0);
        let left = more.clone().in_use().unwrap();
        assert_eq!((left.kinds.len(), &*left.kinds[0].name, left.partings[0].terrain), (1, "water", 0));
        more.partings.clear();
        assert_eq!(more.in_use(), None);
    }
}

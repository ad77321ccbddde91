//! Measures of a level what expressions ask for, and nothing else.

use roomgen::{
    Cell, Level,
    level::{Distances, Prop},
    survey::Measurer,
    workspace::MeasuredLevel,
};

use crate::{
    input::{LevelInput, NameSort, StepsPlace},
    value::Value,
};

/// Reads values of levels, and reuses its buffers from level to level.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelReader {
    measurer: Measurer,
    distances: Distances,
    known: KnownValues,
}

/// For each input its value, once it is known; the inner `None` if the level has no such thing.
pub(crate) type KnownValues = Vec<Option<Option<Value>>>;

/// The values of a level. Each input is measured when it is asked for, once.
#[derive(Debug)]
pub(crate) struct LevelValues<'r> {
    inputs: &'r [LevelInput],
    level: MeasuredLevel<'r>,
    distances: Distances,
    /// The place that the distances are from.
    source: Option<&'r StepsPlace>,
    known: KnownValues,
    /// The number of props of each kind of the level, once it is known.
    counts: Option<Vec<u32>>,
}

impl LevelReader {
    /// Reads a level: calls `read` with its values.
    pub(crate) fn read<'r, T>(
        &mut self,
        inputs: &'r [LevelInput],
        level: &'r Level,
        read: impl FnOnce(&mut LevelValues<'r>) -> T,
    ) -> T {
        let mut known = std::mem::take(&mut self.known);
        known.clear();
        known.resize(inputs.len(), None);
        let result = self.read_on(inputs, level, &mut known, read);
        self.known = known;
        result
    }

    /// Reads a level of which some values are known, one for each input; keeps those that it
    /// measures.
    pub(crate) fn read_on<'r, T>(
        &mut self,
        inputs: &'r [LevelInput],
        level: &'r Level,
        known: &mut KnownValues,
        read: impl FnOnce(&mut LevelValues<'r>) -> T,
    ) -> T {
        let (measurer, distances) = (std::mem::take(&mut self.measurer), std::mem::take(&mut self.distances));
        let level = measurer.begin(level);
        let known_so_far = std::mem::take(known);
        let mut values = LevelValues { inputs, level, distances, source: None, known: known_so_far, counts: None };
        let result = read(&mut values);
        let LevelValues { level, distances, .. } = values;
        *known = values.known;
        (self.measurer, self.distances) = (level.end(), distances);
        result
    }
}

impl<'r> LevelValues<'r> {
    /// The value of the input at a position of the list; `None` if the level has no such thing, or
    /// the list no such position.
    ///
    /// Cost: for a metric that of [`Measurer::measure_only`]; for a count one pass over rooms,
    /// passages, props or cells; for steps a search over cells.
    pub(crate) fn get(&mut self, input: usize) -> Option<Value> {
        let known = *self.known.get(input)?;
        known.unwrap_or_else(|| {
            let value = self.inputs.get(input).and_then(|input| self.measure(input));
            self.known[input] = Some(value);
            value
        })
    }

    /// The value of an input if it was measured.
    pub(crate) fn known(&self, input: usize) -> Option<Option<Value>> {
        self.known.get(input).copied().flatten()
    }

    fn measure(&mut self, input: &'r LevelInput) -> Option<Value> {
        let level = self.level.level();
        match input {
            LevelInput::Metric(metric) => {
                let value = self.level.measure(*metric)?;
                // Whole metrics are counts far below 2^53, which are exact.
                Some(if metric.is_whole() { Value::Whole(value as i128) } else { Value::Decimal(value) })
            }
            LevelInput::Seed => Some(Value::Whole(level.origin().seed.into())),
            LevelInput::Floor => Some(Value::Whole(level.origin().floor.into())),
            LevelInput::Difficulty => Some(LevelInput::of_difficulty(level.origin().difficulty)),
            LevelInput::Count(sort, name) => Some(Value::Whole(self.count(*sort, name) as i128)),
            LevelInput::Floors(_) => None,
            LevelInput::Steps([from, to]) => self.steps(from, to).map(|steps| Value::Whole(steps.into())),
        }
    }

    fn count(&mut self, sort: NameSort, name: &str) -> usize {
        let level = self.level.level();
        let rooms = level.rooms().iter();
        match sort {
            NameSort::Props => {
                let counts = self.counts.get_or_insert_with(|| level.counts());
                let kinds = level.kinds().iter().zip(counts);
                let named = kinds.filter(|(kind, _)| kind.name == name || kind.labels.has(name));
                named.map(|(_, count)| *count as usize).sum()
            }
            NameSort::Rooms => {
                rooms.filter(|room| room.kind.name() == name || level.tags(room).any(|tag| tag == name)).count()
            }
            NameSort::Layouts => rooms.filter(|room| level.layout(room) == Some(name)).count(),
            NameSort::Vaults => rooms.filter(|room| level.vault(room) == Some(name)).count(),
            NameSort::Groups => {
                let groups = level.encounters().iter().filter_map(|encounter| encounter.group.as_ref());
                groups.filter(|group| *group == name).count()
            }
            NameSort::Loot => level.loot().iter().filter(|thing| thing.item == name).count(),
            NameSort::Locks => level.passages().iter().filter(|passage| level.lock(passage) == Some(name)).count(),
            NameSort::Terrain => {
                let kinds = level.terrain_kinds().iter().zip(level.terrain_counts());
                kinds.filter(|(kind, _)| kind.name == name).map(|(_, cells)| cells as usize).sum()
            }
        }
    }

    fn steps(&mut self, from: &'r StepsPlace, to: &StepsPlace) -> Option<u32> {
        let level = self.level.level();
        if self.source != Some(from) {
            self.distances.measure(level.walkable(), cells(level, from));
            self.source = Some(from);
        }
        cells(level, to).into_iter().filter_map(|cell| self.distances.get(cell)).min()
    }
}

/// The walkable cells of a place. Of an obstacle, and of what stands on one, those beside it.
fn cells(level: &Level, place: &StepsPlace) -> Vec<Cell> {
    match place {
        StepsPlace::Entry => vec![level.entry()],
        StepsPlace::Exit => vec![level.exit()],
        StepsPlace::Kind(name) => {
            let props = level.props().filter(|prop| prop.kind.name == name.as_str());
            props.flat_map(|prop| cells_of(level, &prop)).collect()
        }
        StepsPlace::Lock(name) => {
            let locked = level.passages().iter().filter(|passage| level.lock(passage) == Some(name));
            locked.flat_map(|passage| passage.doors().iter().flat_map(|door| door.cells())).collect()
        }
    }
}

fn cells_of(level: &Level, prop: &Prop<'_>) -> Vec<Cell> {
    let own: Vec<Cell> = prop.cells.cells().filter(|&cell| level.is_walkable(cell)).collect();
    if own.is_empty() { prop.cells.cells().flat_map(Cell::neighbours).collect() } else { own }
}

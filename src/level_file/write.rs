//! Writes a level: [`LevelFile`] in each of its forms.

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{
    FORMAT, LevelFile, digits,
    list_writer::{ListWriter, MapWriter},
    record::{
        BudgetsRecord, EncounterRecord, FeatureRecord, KeyRecord, KindRecord, LootRecord, NO_TERRAIN, NoteRecord,
        OfferRecord, OriginRecord, PartingRecord, PassageRecord, PlacedPropRecord, RoomRecord, StairsRecord,
        TerrainKindRecord, cell_record, terrain_symbols,
    },
};
use crate::{
    level::{Level, LevelTerrain},
    model::Tile,
};

/// The number of fields of a level file. Those that are absent from a file are skipped.
const FIELDS: usize = 29;

impl Serialize for LevelFile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields(serializer.serialize_struct("Level", FIELDS)?)
    }
}

impl LevelFile<'_> {
    /// Adds the fields to the struct `file`, and ends it.
    pub(crate) fn fields<S: SerializeStruct>(&self, file: S) -> Result<S::Ok, S::Error> {
        let Self(level, form) = *self;
        let mut file = Fields(file);
        let OriginRecord { revision, seed, seed_word, floor, difficulty, preset, preset_digest, start, rerolls, run } =
            OriginRecord::of(&level.origin, form);
        file.add("format", &FORMAT)?;
        file.add("revision", &revision)?;
        file.add("seed", &seed)?;
        file.add_if(seed_word.is_some(), "seed_word", &seed_word)?;
        file.add("floor", &floor)?;
        file.add("difficulty", &difficulty)?;
        file.add("preset", &preset)?;
        file.add("preset_digest", &preset_digest)?;
        file.add("start", &start)?;
        file.add_if(!rerolls.is_empty(), "rerolls", &rerolls)?;
        match &run {
            // Without the `Some` of RON: it is read as an object that may be absent.
            Some(run) => file.add("run", run)?,
            None => file.0.skip_field("run")?,
        }
        file.add("digest", &digits(level.digest()))?;
        file.add("width", &level.width())?;
        file.add("height", &level.height())?;
        file.add("tiles", &ListWriter(|| level.tiles.rows().map(row)))?;
        match &level.terrain {
            Some(terrain) => file.add("terrain", &TerrainWriter(level, terrain))?,
            None => file.0.skip_field("terrain")?,
        }
        file.add("rooms", &ListWriter(|| level.rooms.iter().map(|room| RoomRecord::of(level, room))))?;
        let passages = || (0..).zip(&level.passages).map(|(id, passage)| PassageRecord::of(level, id, passage));
        file.add("passages", &ListWriter(passages))?;
        file.add("path", &level.path)?;
        file.add("entry", &cell_record(level.entry))?;
        file.add("exit", &cell_record(level.exit))?;
        file.add_if(level.is_dead_end, "dead_end", &level.is_dead_end)?;
        file.add_some("stairs", || level.stairs.iter().map(StairsRecord::of))?;
        let unreachable = level.unreachable();
        file.add_some("unreachable", || unreachable.iter().map(|run| [run.left(), run.top(), run.width()]))?;
        let numbers = level.thing_numbers();
        let keys = || level.keys.iter().zip(&numbers.keys);
        file.add_some("keys", || keys().map(|(key, number)| KeyRecord::of(level, key, *number)))?;
        match level.budgets() {
            Some(budgets) => file.add("budgets", &BudgetsRecord::of(budgets, level.group_costs()))?,
            None => file.0.skip_field("budgets")?,
        }
        let encounters = || level.encounters().iter().zip(&numbers.members);
        file.add_some("encounters", || encounters().map(|(one, numbers)| EncounterRecord::of(one, numbers)))?;
        let loot = || level.loot().iter().zip(&numbers.loot);
        file.add_some("loot", || loot().map(|(thing, number)| LootRecord::of(thing, *number)))?;
        let kinds = || level.kinds.iter().map(|kind| (kind.name.as_str(), KindRecord::of(kind)));
        file.add("kinds", &MapWriter(kinds))?;
        let props = || level.props().zip(level.prop_numbers());
        file.add("props", &ListWriter(|| props().map(|(prop, number)| PlacedPropRecord::of(&prop, number))))?;
        file.add_some("offers", || level.offers().iter().map(OfferRecord::of))?;
        file.add("notes", &ListWriter(|| level.notes.iter().map(NoteRecord::of)))?;
        file.0.end()
    }
}

/// The fields of a file that is being written.
struct Fields<S>(S);

impl<S: SerializeStruct> Fields<S> {
    fn add(&mut self, name: &'static str, value: &impl Serialize) -> Result<(), S::Error> {
        self.0.serialize_field(name, value)
    }

    /// Adds a field that is absent from other files.
    fn add_if(&mut self, is_there: bool, name: &'static str, value: &impl Serialize) -> Result<(), S::Error> {
        if is_there { self.0.serialize_field(name, value) } else { self.0.skip_field(name) }
    }

    /// Adds a list that is absent if it is empty.
    fn add_some<F, I>(&mut self, name: &'static str, list: F) -> Result<(), S::Error>
    where
        F: Fn() -> I,
        I: Iterator<Item: Serialize>,
    {
        self.add_if(list().next().is_some(), name, &ListWriter(list))
    }
}

fn row(tiles: &[Tile]) -> String {
    // The codes are ASCII, and copied many at once.
    String::from_utf8(tiles.iter().map(|tile| tile.code()).collect()).unwrap_or_default()
}

/// The terrain of a level.
struct TerrainWriter<'level>(&'level Level, &'level LevelTerrain);

impl Serialize for TerrainWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, terrain) = *self;
        let symbols = terrain_symbols(&terrain.kinds);
        let kinds = || terrain.kinds.iter().zip(&symbols).map(|(kind, &symbol)| TerrainKindRecord::of(kind, symbol));
        let width = terrain.cells.width() as usize;
        let whole = |symbol: &char| symbol.to_string().repeat(width);
        let wholes: Vec<_> = [NO_TERRAIN].iter().chain(&symbols).map(whole).collect();
        let rows = || terrain.cells.rows().map(|row| symbols_in(row, &wholes));
        let partings = || level.partings().iter().map(|parting| PartingRecord::of(level, parting));
        let features = || level.features().iter().map(|feature| FeatureRecord::of(level, feature));
        let mut fields = Fields(serializer.serialize_struct("Terrain", 4)?);
        fields.add("kinds", &ListWriter(kinds))?;
        fields.add("rows", &ListWriter(rows))?;
        fields.add("partings", &ListWriter(partings))?;
        fields.add_some("features", features)?;
        fields.0.end()
    }
}

/// The symbols of a row; `wholes` has, for no terrain and for each kind, such a row of it alone.
fn symbols_in(row: &[u8], wholes: &[String]) -> String {
    // No symbol takes more than four bytes.
    let mut text = String::with_capacity(4 * row.len());
    for run in row.chunk_by(|one, next| one == next) {
        let whole = wholes.get(usize::from(run[0])).or(wholes.first());
        text.extend(whole.and_then(|whole| whole.get(..whole.len() / row.len() * run.len())));
    }
    text
}

//! Serializes a level: [`LevelFile`] in each of its forms.

mod rooms;

use serde::{Serialize, Serializer};

use super::{
    FORMAT, LevelDocument, LevelFile, LevelForm, Present, RawBudgets, RawGroupCost, RawKey, RawKind, RawLevelProp,
    RawLight, RawNote, RawOpens, RawOrigin, RawPassage, RawRect, RawRerolls, TextMap,
    columns::{KeyColumns, NoteColumns, PointColumns, RunColumns, TextColumns},
    deal::{EncountersWriter, LootWriter},
    list_writer::ListWriter,
    offers::{OfferColumns, OfferEntry},
    terrain::TerrainWriter,
};
use crate::{
    geom::{Cell, Rect},
    level::{Budgets, GroupCost, Key, Level, Origin, Prop},
    model::{Light, Metres, Note, Offer, Passage, PropKind, SeedField, Tile},
};
use rooms::RoomsWriter;

impl Serialize for LevelFile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, form) = *self;
        let unreachable = level.unreachable();
        let RawOrigin { revision, seed, seed_word, floor, difficulty, preset, preset_digest, start, rerolls } =
            raw_origin(&level.origin, form);
        LevelDocument {
            format: FORMAT.into(),
            revision,
            seed,
            seed_word,
            floor,
            difficulty,
            preset,
            preset_digest,
            start,
            rerolls,
            digest: Present(Some(digits(level.digest()))),
            width: level.width().into(),
            height: level.height().into(),
            tiles: ListWriter(|| level.tiles.rows().map(row)),
            terrain: Present(level.terrain.as_deref().map(|terrain| TerrainWriter(level, terrain, form))),
            rooms: RoomsWriter(level, form),
            passages: PassagesWriter(level, form),
            path: &level.path,
            entry: corner(level.entry),
            exit: corner(level.exit),
            unreachable: Present(
                (form == LevelForm::JsonLine || !unreachable.is_empty()).then_some(RunsWriter(&unreachable, form)),
            ),
            keys: Present((form == LevelForm::JsonLine || !level.keys.is_empty()).then_some(KeysWriter(level, form))),
            budgets: Present(
                (form == LevelForm::JsonLine || level.budgets().is_some())
                    .then(|| Present(level.budgets().map(|budgets| raw_budgets(budgets, level.group_costs())))),
            ),
            encounters: Present(
                (form == LevelForm::JsonLine || !level.encounters().is_empty())
                    .then_some(EncountersWriter(level, form)),
            ),
            loot: Present((form == LevelForm::JsonLine || !level.loot().is_empty()).then_some(LootWriter(level, form))),
            kinds: KindsWriter(&level.kinds, form),
            props: PropsWriter(level, form),
            offers: Present(
                (form == LevelForm::JsonLine || !level.offers().is_empty())
                    .then_some(OffersWriter(level.offers(), form)),
            ),
            notes: NotesWriter(&level.notes, form),
        }
        .serialize(serializer)
    }
}

struct PassagesWriter<'level>(&'level Level, LevelForm);

impl Serialize for PassagesWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, form) = *self;
        let numbered = (0..).zip(&level.passages);
        match form {
            LevelForm::Ron | LevelForm::Json => {
                serializer.collect_seq(numbered.map(|(id, passage)| raw_passage(level, id, passage)))
            }
            LevelForm::JsonLine => {
                serializer.collect_seq(numbered.map(|(id, passage)| line_passage(level, id, passage)))
            }
        }
    }
}

struct RunsWriter<'level>(&'level [Rect], LevelForm);

impl Serialize for RunsWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(runs, form) = *self;
        match form {
            LevelForm::Ron | LevelForm::Json => {
                serializer.collect_seq(runs.iter().map(|run| [run.left(), run.top(), run.width()]))
            }
            LevelForm::JsonLine => RunColumns::of(runs).serialize(serializer),
        }
    }
}

struct KeysWriter<'level>(&'level Level, LevelForm);

impl Serialize for KeysWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, form) = *self;
        let keys = level.keys.iter().map(|key| raw_key(level, key));
        match form {
            LevelForm::Ron | LevelForm::Json => serializer.collect_seq(keys),
            LevelForm::JsonLine => KeyColumns::of(keys).serialize(serializer),
        }
    }
}

struct NotesWriter<'level>(&'level [Note], LevelForm);

impl Serialize for NotesWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(notes, form) = *self;
        match form {
            LevelForm::Ron | LevelForm::Json => serializer.collect_seq(notes.iter().map(raw_note)),
            LevelForm::JsonLine => NoteColumns::of(notes).serialize(serializer),
        }
    }
}

struct KindsWriter<'level>(&'level [PropKind], LevelForm);

impl Serialize for KindsWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(kinds, form) = *self;
        match form {
            LevelForm::Ron | LevelForm::Json => {
                serializer.collect_map(kinds.iter().map(|kind| (kind.name.as_str(), raw_kind(kind))))
            }
            LevelForm::JsonLine => serializer.collect_seq(kinds.iter().map(line_kind)),
        }
    }
}

struct PropsWriter<'level>(&'level Level, LevelForm);

impl Serialize for PropsWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, form) = *self;
        match form {
            LevelForm::Ron | LevelForm::Json => serializer.collect_seq(level.props().map(|prop| raw_prop(&prop))),
            LevelForm::JsonLine => serializer.collect_seq(level.props().map(|prop| line_prop(&prop))),
        }
    }
}

struct OffersWriter<'level>(&'level [Offer], LevelForm);

impl Serialize for OffersWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(offers, form) = *self;
        match form {
            LevelForm::Ron | LevelForm::Json => serializer.collect_seq(offers.iter().map(OfferEntry::from)),
            LevelForm::JsonLine => OfferColumns::of(offers).serialize(serializer),
        }
    }
}

fn row(tiles: &[Tile]) -> String {
    tiles.iter().map(|tile| tile.glyph()).collect()
}

fn corner(cell: Cell) -> [i64; 2] {
    [cell.x.into(), cell.y.into()]
}

/// A digest as files write it.
fn digits(digest: u64) -> String {
    format!("{digest:016x}")
}

pub(super) fn raw_origin(origin: &Origin, form: LevelForm) -> RawOrigin {
    RawOrigin {
        revision: origin.revision.into(),
        seed: SeedField { value: origin.seed, is_text: form != LevelForm::Ron },
        seed_word: origin.seed_word.as_deref().map(str::to_owned),
        floor: origin.floor.into(),
        difficulty: origin.difficulty,
        preset: origin.preset.to_string(),
        preset_digest: digits(origin.preset_digest),
        start: origin.start.map(corner),
        rerolls: RawRerolls { rerolls: origin.rerolls.clone(), is_table: form == LevelForm::JsonLine },
    }
}

fn raw_budgets(Budgets { encounters, loot, quiet }: Budgets, groups: &[GroupCost]) -> RawBudgets {
    let group = |group: &GroupCost| RawGroupCost { name: group.name.to_string(), cost: group.cost.into() };
    let groups = groups.iter().map(group).collect();
    RawBudgets { encounters: encounters.into(), loot: loot.into(), quiet: quiet.into(), groups }
}

fn raw_passage(level: &Level, id: i64, passage: &Passage) -> RawPassage {
    RawPassage {
        id,
        rooms: passage.rooms.map(i64::from),
        doors: passage.doors().iter().map(|&door| door.into()).collect(),
        corridor: passage.corridor().iter().map(|cell| [cell.x, cell.y]).collect(),
        kind: passage.kind,
        lock: level.lock(passage).map(Into::into),
        one_way: passage.one_way.map(i64::from),
        saves: passage.saves.map(i64::from),
    }
}

fn raw_key(level: &Level, key: &Key) -> RawKey {
    RawKey {
        name: level.key_name(key).to_owned(),
        key_use: key.key_use,
        room: key.room.into(),
        cell: corner(key.cell),
        opens: RawOpens(level.opens(key).collect()),
    }
}

/// The fields of [`RawPassage`] in [`LevelForm::JsonLine`], none of which is ever absent, with the
/// corridor as columns.
#[derive(Serialize)]
struct JsonLinePassage<'level> {
    id: i64,
    rooms: [u32; 2],
    doors: Vec<RawRect>,
    corridor: PointColumns,
    kind: &'static str,
    lock: Option<&'level str>,
    one_way: Option<u32>,
    saves: Option<u32>,
}

fn line_passage<'level>(level: &'level Level, id: i64, passage: &Passage) -> JsonLinePassage<'level> {
    JsonLinePassage {
        id,
        rooms: passage.rooms,
        doors: passage.doors().iter().map(|&door| door.into()).collect(),
        corridor: PointColumns::of(passage.corridor().iter().map(|cell| [cell.x, cell.y])),
        kind: passage.kind.name(),
        lock: level.lock(passage),
        one_way: passage.one_way,
        saves: passage.saves,
    }
}

fn raw_note(note: &Note) -> RawNote {
    RawNote { code: note.code, wanted: note.wanted.into(), got: note.got.into(), about: note.about.clone() }
}

pub(super) fn raw_kind(kind: &PropKind) -> RawKind {
    RawKind {
        name: Present(None),
        blocks: kind.blocks,
        obstacle: Present(Some(kind.is_obstacle())),
        opaque: kind.opaque,
        width: kind.width.into(),
        height: kind.height.into(),
        tall: kind.tall.get(),
        elevation: kind.elevation.get(),
        glyph: kind.glyph,
        color: kind.color.to_string(),
        body: (kind.body != PropKind::full_body(kind.width, kind.height)).then(|| kind.body.map(Metres::get)),
        marker: kind.marker,
        light: kind.light.map(raw_light),
        value: kind.value.into(),
        cost: kind.cost.into(),
        tags: kind.labels.tags().to_vec(),
        values: TextMap(kind.labels.values().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()),
    }
}

fn raw_light(light: Light) -> RawLight {
    let Light { color, radius, fade, strength } = light;
    RawLight { color: color.to_string(), radius: radius.get(), fade: fade.get(), strength: strength.get() }
}

/// The fields of [`RawKind`] in [`LevelForm::JsonLine`], none of which is ever absent.
#[derive(Serialize)]
struct JsonLineKind<'level> {
    name: &'level str,
    blocks: bool,
    obstacle: bool,
    opaque: bool,
    width: u8,
    height: u8,
    tall: f32,
    elevation: f32,
    glyph: char,
    color: String,
    body: [f32; 2],
    marker: bool,
    light: Option<RawLight>,
    value: u32,
    cost: u32,
    tags: &'level [String],
    values: TextColumns,
}

fn line_kind(kind: &PropKind) -> JsonLineKind<'_> {
    JsonLineKind {
        name: &kind.name,
        blocks: kind.blocks,
        obstacle: kind.is_obstacle(),
        opaque: kind.opaque,
        width: kind.width,
        height: kind.height,
        tall: kind.tall.get(),
        elevation: kind.elevation.get(),
        glyph: kind.glyph,
        color: kind.color.to_string(),
        body: kind.body.map(Metres::get),
        marker: kind.marker,
        light: kind.light.map(raw_light),
        value: kind.value,
        cost: kind.cost,
        tags: kind.labels.tags(),
        values: TextColumns::of(kind.labels.values()),
    }
}

fn raw_prop<'level>(prop: &Prop<'level>) -> RawLevelProp<&'level str> {
    RawLevelProp {
        kind: &prop.kind.name,
        room: prop.room.into(),
        x: prop.cells.left().into(),
        y: prop.cells.top().into(),
        width: prop.cells.width().into(),
        height: prop.cells.height().into(),
        offset: prop.offset,
        turn: prop.turn.quarter_turns().into(),
        lit: prop.lit,
    }
}

/// The fields of [`RawLevelProp`] in [`LevelForm::JsonLine`], none of which is ever absent.
#[derive(Serialize)]
struct JsonLineProp<'level> {
    kind: &'level str,
    room: u32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    offset: [f32; 2],
    turn: u8,
    lit: bool,
}

fn line_prop<'level>(prop: &Prop<'level>) -> JsonLineProp<'level> {
    JsonLineProp {
        kind: &prop.kind.name,
        room: prop.room,
        x: prop.cells.left(),
        y: prop.cells.top(),
        width: prop.cells.width(),
        height: prop.cells.height(),
        offset: prop.offset,
        turn: prop.turn.quarter_turns(),
        lit: prop.lit,
    }
}

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{Document, FORMAT, LevelFile, RawKind, RawNote, RawPassage, RawProp, RawRoom, Texts};
use crate::{
    floorplan::Passage,
    geom::Cell,
    level::{Level, Room},
    model::{Metres, PropKind, Tile},
};

impl Serialize for LevelFile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let level = self.0;
        let origin = level.origin();
        Document {
            format: FORMAT.into(),
            revision: origin.revision.into(),
            seed: origin.seed,
            floor: origin.floor.into(),
            difficulty: origin.difficulty,
            preset: origin.preset.to_string(),
            digest: format!("{:016x}", origin.digest),
            start: origin.start.map(corner),
            width: level.width().into(),
            height: level.height().into(),
            tiles: List(|| level.tiles.rows().map(row)),
            rooms: List(|| level.rooms.iter().map(|room| raw_room(level, room))),
            passages: List(|| (0..).zip(&level.passages).map(raw_passage)),
            path: &level.path,
            entry: corner(level.entry),
            exit: corner(level.exit),
            kinds: Kinds(&level.kinds),
            props: List(|| {
                level.props().map(|prop| RawProp {
                    kind: &*prop.kind.name,
                    room: prop.room.into(),
                    x: prop.cells.left().into(),
                    y: prop.cells.top().into(),
                    width: prop.cells.width().into(),
                    height: prop.cells.height().into(),
                    offset: prop.offset,
                    turn: prop.turn.quarter_turns().into(),
                })
            }),
            notes: List(|| {
                let notes = level.notes.iter();
                notes.map(|note| RawNote {
                    code: note.code,
                    wanted: note.wanted.into(),
                    got: note.got.into(),
                    about: note.about.clone(),
                })
            }),
        }
        .serialize(serializer)
    }
}

/// A list whose elements are made one at a time, as they are written.
struct List<F>(F);

impl<F, I> Serialize for List<F>
where
    F: Fn() -> I,
    I: IntoIterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

struct Kinds<'level>(&'level [PropKind]);

impl Serialize for Kinds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for kind in self.0 {
            map.serialize_entry(kind.name.as_str(), &raw_kind(kind))?;
        }
        map.end()
    }
}

fn row(tiles: &[Tile]) -> String {
    tiles.iter().map(|tile| tile.glyph()).collect()
}

fn corner(cell: Cell) -> [i64; 2] {
    [cell.x.into(), cell.y.into()]
}

fn raw_room(level: &Level, room: &Room) -> RawRoom {
    RawRoom {
        id: room.id.into(),
        kind: room.kind,
        x: room.rect.left().into(),
        y: room.rect.top().into(),
        width: room.rect.width().into(),
        height: room.rect.height().into(),
        depth: room.depth.into(),
        progress: room.progress,
        host: room.host.map(i64::from),
        layout: level.layout(room).map(str::to_owned),
        vault: level.vault(room).map(str::to_owned),
        tags: level.tags(room).map(str::to_owned).collect(),
        shape: room.shape,
    }
}

fn raw_passage((id, passage): (i64, &Passage)) -> RawPassage {
    RawPassage {
        id,
        rooms: passage.rooms.map(i64::from),
        doors: passage.doors().iter().map(|&door| door.into()).collect(),
        corridor: passage.corridor().iter().map(|&cell| corner(cell)).collect(),
        kind: passage.kind,
    }
}

fn raw_kind(kind: &PropKind) -> RawKind {
    RawKind {
        blocks: kind.blocks,
        opaque: kind.opaque,
        width: kind.width.into(),
        height: kind.height.into(),
        tall: kind.tall.get(),
        elevation: kind.elevation.get(),
        glyph: kind.glyph,
        color: kind.color.to_string(),
        body: (kind.body != PropKind::whole_body(kind.width, kind.height)).then(|| kind.body.map(Metres::get)),
        marker: kind.marker,
        tags: kind.labels.tags().to_vec(),
        values: Texts(kind.labels.values().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()),
    }
}

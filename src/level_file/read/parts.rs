//! Checks the parts of a raw level: rooms, passages, kinds, props and notes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{
    budgets::allowance,
    value::{ValueFault, cell, faulty, finite, in_object, metres, name, number, position, rect},
};
use crate::{
    check::InvariantBreach,
    color::Color,
    geom::{Direction, Rect, Size},
    grid::Grid,
    legible::{is_hidden, quoted},
    level::{Key, Level, Room},
    level_file::{
        LevelError,
        limit::{LOCKS, Number, ROOM_TAGS},
        record::{
            KeyRecord, KindRecord, KindsByName, LightRecord, NoteRecord, PassageRecord, PlacedPropRecord, RectRecord,
            RoomRecord, Text,
        },
    },
    model::{
        Connection, Corridor, Hundredths, Labels, Light, Metres, Name, Note, Passage, PropKind, PropRecord, Tile,
        TurnedFootprintSize,
    },
};

/// The maximum length in bytes of a note's `about`: a name and a few words.
const LONGEST_NOTE: usize = 1024;

/// Reads the tiles of a level from rows of characters; refuses any other number of rows or columns
/// than `size` has.
pub(super) fn tiles(rows: &[String], size: Size) -> Result<Grid<Tile>, LevelError> {
    let breach = |what: String| LevelError::Breach(InvariantBreach { invariant: 1, what });
    if rows.len() != size.height() as usize {
        return Err(breach(format!("the level is {} cells high, but tiles has {} rows", size.height(), rows.len())));
    }
    let mut tiles = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let before = tiles.len();
        for (x, glyph) in row.chars().enumerate() {
            let tile = Tile::from_glyph(glyph);
            tiles.push(tile.ok_or_else(|| breach(format!("{glyph:?} at ({x}, {y}) is not a tile")))?);
        }
        let columns = tiles.len() - before;
        if columns != size.width() as usize {
            return Err(breach(format!("the level is {} cells wide, but row {y} has {columns}", size.width())));
        }
    }
    let count = tiles.len();
    Grid::from_values(size, tiles).ok_or_else(|| breach(format!("a level of {size} cannot have {count} tiles")))
}

/// Names of layouts and vaults, each once, in order of first use; and names of tags, sorted.
#[derive(Default)]
pub(super) struct NameTable {
    pub(super) list: Vec<String>,
    positions: HashMap<String, u16>,
    pub(super) tags: Vec<String>,
}

impl NameTable {
    fn position(&mut self, field: &'static str, name: Option<Text<'_>>) -> Result<Option<u16>, ValueFault> {
        let Some(name) = name else { return Ok(None) };
        if let Some(&position) = self.positions.get(&*name) {
            return Ok(Some(position));
        }
        self::name(field, &name)?;
        let position = u16::try_from(self.list.len());
        let position = position.map_err(|_| faulty(field, quoted(&name), "at most 65536 different names"))?;
        self.list.push(name.clone().into_owned());
        self.positions.insert(name.into_owned(), position);
        Ok(Some(position))
    }

    /// A table with the tags `names` of all rooms, and without layouts and vaults.
    pub(super) fn with_tags<'raw>(names: impl Iterator<Item = &'raw str>) -> Result<Self, ValueFault> {
        let mut tags = BTreeSet::new();
        for tag in names {
            name("tags", tag)?;
            tags.insert(tag);
            if tags.len() > ROOM_TAGS.most {
                return Err(faulty("number of tags", tags.len(), format!("at most {}", ROOM_TAGS.most)));
            }
        }
        Ok(Self { tags: tags.into_iter().map(str::to_owned).collect(), ..Self::default() })
    }

    /// The tags `names` of one room as bits: bit n stands for the tag at position n.
    fn bits(&self, names: &[Text<'_>]) -> Result<u32, ValueFault> {
        let mut bits = 0;
        for name in names {
            let bit = self.tags.binary_search_by(|tag| tag.as_str().cmp(&**name)).map_or(0, |position| 1 << position);
            if bits & bit != 0 {
                return Err(faulty("tags", format!("{name:?} twice"), "each tag once"));
            }
            bits |= bit;
        }
        Ok(bits)
    }
}

/// Reads the room at position `id` of a level file, and checks its values.
pub(super) fn room(
    id: u32,
    raw: RoomRecord<'_>,
    bounds: Rect,
    rooms: usize,
    names: &mut NameTable,
) -> Result<Room, LevelError> {
    check_id("room", id, raw.id)?;
    let area = RectRecord { x: raw.x, y: raw.y, width: raw.width, height: raw.height };
    let read = || {
        Ok(Room {
            id,
            kind: raw.kind,
            rect: rect("rectangle", area, bounds)?,
            depth: number("depth", raw.depth, 0..=u32::MAX.into())?,
            progress: finite("progress", raw.progress, 0.0..=1.0)?,
            host: raw.host.map(|host| position("host", host, rooms)).transpose()?,
            // Each cycle has a room, so there are no more cycles than rooms.
            cycle: raw.cycle.map(|cycle| position("cycle", cycle, rooms)).transpose()?,
            layout: names.position("layout", raw.layout)?,
            vault: names.position("vault", raw.vault)?,
            tags: names.bits(&raw.tags)?,
            shape: raw.shape,
            allowance: raw.allowance.0.as_ref().map(allowance).unwrap_or_default(),
        })
    };
    in_object(read, || format!("room {id}"))
}

/// Reads the passage at position `id` of a level file, and checks its values.
pub(super) fn passage(
    id: u32,
    raw: &PassageRecord<'_>,
    bounds: Rect,
    rooms: usize,
    locks: &mut LockNames,
) -> Result<Passage, LevelError> {
    check_id("passage", id, raw.id)?;
    let read = || {
        let [first, second] = raw.rooms;
        let ends = [position("rooms", first, rooms)?, position("rooms", second, rooms)?];
        let corner = |x: i32, y: i32| cell("corridor", [x.into(), y.into()], bounds);
        let connection = match raw.doors[..] {
            [ref door] if raw.corridor.is_empty() => Connection::Door(rect("doors", door.cells(), bounds)?),
            [ref first, ref second] if !raw.corridor.is_empty() => Connection::Corridor(Box::new(Corridor {
                doors: [rect("doors", first.cells(), bounds)?, rect("doors", second.cells(), bounds)?],
                route: raw.corridor.iter().map(|&[x, y]| corner(x, y)).collect::<Result<_, _>>()?,
            })),
            _ => {
                let given = format!("{} with {} corner points of a corridor", raw.doors.len(), raw.corridor.len());
                return Err(faulty("number of doors", given, "one door without a corridor, or two doors with one"));
            }
        };
        let lock = raw.lock.as_ref().map(|lock| locks.position("lock", lock)).transpose()?;
        let one_way = raw.one_way.map(|room| end_of("one_way", room, ends)).transpose()?;
        let saves = raw.saves.map(|saves| number("saves", saves, 0..=u32::MAX.into())).transpose()?;
        Ok(Passage { rooms: ends, connection, kind: raw.kind, lock, one_way, saves })
    };
    in_object(read, || format!("passage {id}"))
}

/// Checks that a number is the id of one of the two rooms of a passage.
fn end_of(field: &'static str, given: i64, ends: [u32; 2]) -> Result<u32, ValueFault> {
    let end = ends.into_iter().find(|&end| i64::from(end) == given);
    end.ok_or_else(|| faulty(field, given, format!("a room of the passage, {} or {}", ends[0], ends[1])))
}

/// The names of locks, each once, in order of first use: by keys, then by passages.
#[derive(Default)]
pub(super) struct LockNames(pub(super) Vec<Name>);

impl LockNames {
    /// The position of a name, which is added if it is new.
    fn position(&mut self, field: &'static str, given: &str) -> Result<u8, ValueFault> {
        let known = self.0.iter().position(|name| name.as_str() == given);
        if known.is_none() {
            name(field, given)?;
            self.0.push(given.into());
        }
        let position = u8::try_from(known.unwrap_or(self.0.len() - 1)).ok();
        let position = position.filter(|&position| usize::from(position) < LOCKS.most);
        position.ok_or_else(|| faulty(field, quoted(given), format!("at most {} different locks", LOCKS.most)))
    }
}

/// Reads the key at position `number` of a level file, and checks its values but for `opens`.
pub(super) fn key(
    number: usize,
    raw: &KeyRecord<'_>,
    bounds: Rect,
    rooms: usize,
    locks: &mut LockNames,
) -> Result<Key, LevelError> {
    let read = || {
        let lock = locks.position("name", &raw.name)?;
        let (room, cell) = (position("room", raw.room, rooms)?, cell("cell", raw.cell, bounds)?);
        Ok(Key { key_use: raw.key_use, room, cell, lock })
    };
    in_object(read, || format!("key {number}"))
}

/// Checks that a key opens all passages with its lock, and no other.
pub(super) fn opens(number: usize, raw: &KeyRecord<'_>, level: &Level) -> Result<(), LevelError> {
    let opened = || level.keys.get(number).into_iter().flat_map(|key| level.opens(key));
    let given = || raw.opens.iter().map(|&Number(id)| id);
    if given().eq(opened()) {
        return Ok(());
    }
    let allowed = format!("the ids of all passages with its lock: {:?}", opened().collect::<Vec<_>>());
    Err(faulty("opens", format!("{:?}", given().collect::<Vec<_>>()), allowed).of(format!("key {number}")))
}

/// Reads the prop kinds of a level file, checks their values, and sorts them by name.
pub(super) fn kinds(KindsByName(mut entries): KindsByName) -> Result<Vec<PropKind>, LevelError> {
    entries.sort_by(|one, other| one.0.cmp(&other.0));
    if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(faulty("name", "given twice", "each name once").of(format!("kind {}", quoted(&pair[0].0))));
    }
    entries.into_iter().map(kind).collect()
}

/// Reads a kind with its name, and checks its values.
pub(in crate::level_file) fn kind((own_name, raw): (String, KindRecord<'_>)) -> Result<PropKind, LevelError> {
    let sides = 1..=PropKind::MAX_SIDE.into();
    let read = || {
        name("name", &own_name)?;
        let (width, height) =
            (number("width", raw.width, sides.clone())?, number("height", raw.height, sides.clone())?);
        let elevation = metres("elevation", raw.elevation, 0.0)?;
        let kind = PropKind {
            blocks: raw.blocks,
            opaque: raw.opaque,
            width,
            height,
            tall: metres("tall", raw.tall, 0.0)?,
            elevation,
            body: body(raw.body, width, height)?,
            marker: marker(&raw, elevation)?,
            light: raw.light.as_ref().map(light).transpose()?,
            value: number("value", raw.value, 0..=u32::MAX.into())?,
            cost: number("cost", raw.cost, 0..=u32::MAX.into())?,
            labels: Labels::new(checked_tags(raw.tags)?, values(raw.values)?),
            glyph: checked_glyph(raw.glyph)?,
            color: color("color", &raw.color)?,
            name: own_name.as_str().into(),
        };
        match raw.obstacle.0 {
            Some(given) if given != kind.is_obstacle() => Err(faulty("obstacle", given, OBSTACLE)),
            _ => Ok(kind),
        }
    };
    in_object(read, || format!("kind {}", quoted(&own_name)))
}

pub(super) fn color(field: &'static str, text: &str) -> Result<Color, ValueFault> {
    text.parse().map_err(|_| faulty(field, quoted(text), "#rrggbb in hexadecimal, as in #7f7a72"))
}

/// The light of a kind.
fn light(raw: &LightRecord) -> Result<Light, ValueFault> {
    let part = |field: &'static str, given: f32, least: f32, most: f32| {
        let exact = Hundredths::exact(given).filter(|_| (least..=most).contains(&given));
        exact.ok_or_else(|| faulty(field, given, format!("{least} to {most}, at most two digits behind the point")))
    };
    let color = color("light's color", &raw.color)?;
    let light = Metres::exact(raw.radius).and_then(|radius| Light::new(color, radius)).ok_or_else(|| {
        let most = Light::MAX_RADIUS.get();
        faulty("light's radius", raw.radius, format!("a multiple of 1/256 above 0, up to {most}"))
    })?;
    Ok(Light {
        fade: part("light's fade", raw.fade, 0.0, 1.0)?,
        strength: part("light's strength", raw.strength, 0.01, Light::MAX_STRENGTH.get())?,
        ..light
    })
}

/// The rule for a kind's field `obstacle`, for error messages.
const OBSTACLE: &str = "true if blocks is true and elevation is below 2, otherwise false";

/// The body of a kind, in metres; if the file has none, it fills the footprint.
fn body(given: Option<[f32; 2]>, width: u8, height: u8) -> Result<[Metres; 2], ValueFault> {
    let whole = PropKind::full_body(width, height);
    let Some(given) = given else { return Ok(whole) };
    let side = |number: usize| {
        let (given, most) = (given[number], whole[number]);
        let length = Metres::exact(given).filter(|&length| length > Metres::default() && length <= most);
        let allowed = || format!("two multiples of 1/256 above 0, up to {} and {}", whole[0].get(), whole[1].get());
        length.ok_or_else(|| faulty("body", given, allowed()))
    };
    Ok([side(0)?, side(1)?])
}

/// Whether a kind is a marker; markers must not block and must stand on the floor.
fn marker(raw: &KindRecord<'_>, elevation: Metres) -> Result<bool, ValueFault> {
    if raw.marker && (raw.blocks || raw.opaque || elevation > Metres::default()) {
        return Err(faulty(
            "marker",
            true,
            "true only if the kind blocks neither walking nor sight and has elevation 0",
        ));
    }
    Ok(raw.marker)
}

pub(super) fn checked_tags(tags: Vec<Text<'_>>) -> Result<Vec<String>, ValueFault> {
    tags.iter().try_for_each(|tag| name("tags", tag))?;
    let known: HashSet<_> = tags.iter().collect();
    if known.len() < tags.len() {
        return Err(faulty("tags", format!("{tags:?}"), "each tag once"));
    }
    Ok(tags.into_iter().map(Text::into_owned).collect())
}

fn values(values: BTreeMap<Text<'_>, Text<'_>>) -> Result<BTreeMap<String, String>, ValueFault> {
    for (own_name, text) in &values {
        name("values", own_name)?;
        if let Some((problem, allowed)) = Labels::fault(text) {
            return Err(faulty("values", format!("invalid for {own_name:?}: {problem}"), allowed));
        }
    }
    Ok(values.into_iter().map(|(name, text)| (name.into_owned(), text.into_owned())).collect())
}

pub(super) fn checked_glyph(glyph: char) -> Result<char, ValueFault> {
    let fitting = Some(glyph).filter(|&glyph| PropKind::is_glyph(glyph));
    fitting.ok_or_else(|| faulty("glyph", format!("{glyph:?}"), PropKind::GLYPHS))
}

/// Reads the prop at position `id` of a level file, and checks its values; `kinds` are sorted by
/// name.
pub(super) fn prop(
    id: u32,
    raw: &PlacedPropRecord<'_>,
    bounds: Rect,
    rooms: usize,
    kinds: &[PropKind],
) -> Result<PropRecord, LevelError> {
    let sides = 1..=PropKind::MAX_SIDE.into();
    let read = || {
        let kind = kinds.binary_search_by(|kind| kind.name.as_str().cmp(&raw.kind)).ok();
        let no_kind = || faulty("kind", quoted(&raw.kind), "the name of one of the level's kinds");
        let area = RectRecord { x: raw.x, y: raw.y, width: raw.width, height: raw.height };
        rect("footprint", area, bounds)?;
        if !raw.lit && kind.is_some_and(|kind| kinds[kind].light.is_none()) {
            return Err(faulty("lit", false, "true, or no `lit` at all, for a kind without a light"));
        }
        Ok(PropRecord {
            kind: kind.and_then(|kind| u16::try_from(kind).ok()).ok_or_else(no_kind)?,
            x: number("x", raw.x, 0..=u16::MAX.into())?,
            y: number("y", raw.y, 0..=u16::MAX.into())?,
            stance: TurnedFootprintSize::new(
                number("width", raw.width, sides.clone())?,
                number("height", raw.height, sides.clone())?,
                Direction::from_quarter_turns(number("turn", raw.turn, 0..=3)?),
            ),
            room: position("room", raw.room, rooms)?,
            offset: [offset(raw.offset[0])?, offset(raw.offset[1])?],
        })
    };
    in_object(read, || format!("prop {id}"))
}

fn offset(given: f32) -> Result<i16, ValueFault> {
    let least = f32::from(i16::MIN) / 256.0;
    let length = metres("offset", given, least)?;
    i16::try_from(length.parts()).map_err(|_| faulty("offset", given, "a multiple of 1/256 below 128"))
}

pub(super) fn note(raw: NoteRecord<'_>) -> Result<Note, ValueFault> {
    if let Some(about) = raw.about.as_ref().filter(|about| about.len() > LONGEST_NOTE || about.contains(is_hidden)) {
        return Err(faulty(
            "notes' about",
            quoted(about),
            format!("up to {LONGEST_NOTE} bytes of printable characters"),
        ));
    }
    let figures = 0..=u32::MAX.into();
    let wanted = number("notes' wanted", raw.wanted, figures.clone())?;
    Ok(Note {
        code: raw.code,
        wanted,
        got: number("notes' got", raw.got, figures)?,
        about: raw.about.map(Text::into_owned),
    })
}

fn check_id(what: &str, expected: u32, given: i64) -> Result<(), LevelError> {
    if given == i64::from(expected) {
        return Ok(());
    }
    let what = format!("expected the {what} with id {expected}, found id {given}");
    Err(InvariantBreach { invariant: 2, what }.into())
}

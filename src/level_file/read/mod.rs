//! Converts a raw level file to a level, checking the guarantees of [`Level`].
//!
//! Memory is allocated for what the text contains, never for a number that it states.

mod budgets;
mod numbers;
mod offers;
mod parts;
mod stairs;
mod stated;
mod terrain;
mod value;

use super::{
    LevelError, Number, RawLevel,
    record::{OriginRecord, RunRecord},
};
use crate::{
    check::InvariantBreach,
    geom::{Cell, Rect, Size},
    legible::quoted,
    level::{Level, Origin, Population, RunOrigin},
    model::NamedSeed,
};
use budgets::Inside;
use offers::offers;
pub(super) use parts::kind;
use parts::{LockNames, NameTable, key, kinds, opens, passage, prop, room, tiles};
use stairs::stairs;
pub use stated::StatedFacts;
use terrain::terrain;
use value::{ValueFault, cell, faulty, finite, name, number, position};

impl TryFrom<RawLevel> for Level {
    type Error = LevelError;

    /// Makes a level from a level file as read, and checks every guarantee of [`Level`].
    ///
    /// # Errors
    ///
    /// [`LevelError`] for the first invalid part: a number out of range; a name,
    /// room or kind that does not exist; a rectangle or cell outside of the level; ids that do not
    /// count up from 0; tiles that differ from the stated size.
    fn try_from(raw: RawLevel) -> Result<Self, LevelError> {
        let the_level = |fault: ValueFault| fault.of("level");
        let RawLevel { revision, seed, seed_word, floor, difficulty, preset, preset_digest, start, rerolls, .. } = raw;
        let run = raw.run.0;
        let origin = origin(
            OriginRecord { revision, seed, seed_word, floor, difficulty, preset, preset_digest, start, rerolls, run },
            "level",
        )?;
        let size = Size::new(raw.width, raw.height)?;
        let bounds = Rect::from(size);
        let tiles = tiles(&raw.tiles, size)?;
        let count = raw.rooms.len();
        let path: Vec<u32> = raw.path.into_iter().map(|Number(room)| room).collect();
        if count == 0 || path.is_empty() {
            let field = if count == 0 { "rooms" } else { "path" };
            return Err(the_level(faulty(field, "empty", "at least one room")));
        }

        path.iter().try_for_each(|&id| position("path", id.into(), count).map(drop)).map_err(the_level)?;
        let tags = raw.rooms.iter().flat_map(|room| &room.tags).map(|tag| &**tag);
        let mut names = NameTable::with_tags(tags).map_err(the_level)?;
        let rooms: Vec<_> = (0..)
            .zip(raw.rooms)
            .map(|(id, raw)| room(id, raw, bounds, count, &mut names))
            .collect::<Result<_, LevelError>>()?;
        check_total_area(size, 2, "rooms", rooms.iter().map(|room| room.rect))?;
        let mut locks = LockNames::default();
        let keys = raw.keys.iter().enumerate().map(|(number, raw)| key(number, raw, bounds, count, &mut locks));
        let keys = keys.collect::<Result<_, LevelError>>()?;
        let passages: Vec<_> = (0..)
            .zip(raw.passages)
            .map(|(id, raw)| passage(id, &raw, bounds, count, &mut locks))
            .collect::<Result<_, LevelError>>()?;
        check_total_area(size, 3, "doors", passages.iter().flat_map(|passage| passage.doors().iter().copied()))?;
        let terrain = raw.terrain.0.map(|raw| terrain(raw, size, passages.len())).transpose()?;
        let kinds = kinds(raw.kinds)?;
        let props = (0..)
            .zip(&raw.props)
            .map(|(id, raw)| prop(id, raw, bounds, count, &kinds))
            .collect::<Result<Vec<_>, LevelError>>()?;
        let numbers = numbers::numbers(&raw.props, &props, count)?;
        let offers = offers(raw.offers, props.len())?;
        let raw_budgets = raw.budgets.0;
        let (most, inside) = (props.len(), Inside { bounds, rooms: count });
        let population = Population {
            budgets: raw_budgets.as_ref().map(budgets::budgets).transpose()?,
            groups: budgets::groups(raw_budgets.as_ref().map_or(&[], |raw| &raw.groups))?,
            encounters: budgets::encounters(&raw.encounters, most, inside)?,
            loot: budgets::loot(&raw.loot, most, inside, &kinds)?,
        };
        let level = Self {
            origin,
            tiles,
            rooms,
            passages,
            path,
            entry: cell("entry", raw.entry, bounds).map_err(the_level)?,
            exit: cell("exit", raw.exit, bounds).map_err(the_level)?,
            is_dead_end: raw.dead_end,
            stairs: (0..).zip(&raw.stairs).map(|(id, raw)| stairs(id, raw, bounds)).collect::<Result<_, _>>()?,
            locks: locks.0,
            keys,
            kinds,
            kind_ids: Vec::new(),
            layouts: names.list.into(),
            tags: names.tags.into(),
            props,
            numbers,
            unlit: (0..).zip(&raw.props).filter(|(_, raw)| !raw.lit).map(|(id, _)| id).collect(),
            offers,
            population,
            terrain,
            notes: raw.notes.into_iter().map(parts::note).collect::<Result<_, _>>().map_err(the_level)?,
            lookup: std::sync::OnceLock::new(),
        };
        raw.keys.iter().enumerate().try_for_each(|(number, raw)| opens(number, raw, &level))?;
        Ok(level)
    }
}

/// Reads the origin of a level, and checks its values; errors name `object`.
pub(super) fn origin(raw: OriginRecord, object: &str) -> Result<Origin, LevelError> {
    let read = || {
        name("preset", &raw.preset)?;
        let (value, word) = (raw.seed.value, raw.seed_word.as_deref());
        let of_other = || faulty("seed_word", quoted(word.unwrap_or_default()), format!("a word for the seed {value}"));
        let seed = NamedSeed::stated(value, word).ok_or_else(of_other)?;
        Ok(Origin {
            revision: number("revision", raw.revision, 1..=u32::MAX.into())?,
            seed: seed.number(),
            seed_word: seed.into_word(),
            floor: number("floor", raw.floor, 0..=u32::MAX.into())?,
            difficulty: finite("difficulty", raw.difficulty, 0.0..=1.0)?,
            preset_digest: digest("preset_digest", &raw.preset_digest)?,
            preset: raw.preset.into(),
            start: raw.start.map(start).transpose()?,
            rerolls: raw.rerolls,
            run: raw.run.map(run).transpose()?,
        })
    };
    read().map_err(|fault: ValueFault| fault.of(object))
}

/// Reads the run of which a level is a floor.
fn run(raw: RunRecord) -> Result<Box<RunOrigin>, ValueFault> {
    let RunRecord { name: run, digest: of_run, act, branch, mood } = raw;
    name("run", &run)?;
    name("act", &act)?;
    branch.iter().try_for_each(|branch| name("branch", branch))?;
    mood.iter().try_for_each(|mood| name("mood", mood))?;
    let [branch, mood] = [branch, mood].map(|part| part.map(Into::into));
    Ok(Box::new(RunOrigin { name: run.into(), digest: digest("digest", &of_run)?, act: act.into(), branch, mood }))
}

/// Refuses rectangles with more cells in total than the level, some of which must overlap.
///
/// This keeps visiting every cell of every rectangle linear in the level's cells.
fn check_total_area(
    size: Size,
    invariant: u8,
    what: &str,
    mut rects: impl Iterator<Item = Rect>,
) -> Result<(), LevelError> {
    let limit = i64::from(size.cells());
    let total = rects.try_fold(0, |total, rect| Some(total + rect.area()).filter(|&total| total <= limit));
    let broken =
        || InvariantBreach { invariant, what: format!("the {what} overlap: they have more cells than the level") };
    total.map(|_| ()).ok_or_else(|| broken().into())
}

/// The arrival cell of the request: any cell, since it may come from another level.
fn start([x, y]: [i64; 2]) -> Result<Cell, ValueFault> {
    let any = i64::from(i32::MIN)..=i64::from(i32::MAX);
    Ok(Cell::new(number("start", x, any.clone())?, number("start", y, any)?))
}

/// Reads a digest, which is 16 hexadecimal digits.
fn digest(field: &'static str, text: &str) -> Result<u64, ValueFault> {
    let digits = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let value = if digits { u64::from_str_radix(text, 16).ok() } else { None };
    value.ok_or_else(|| faulty(field, quoted(text), "16 hexadecimal digits in lower case"))
}

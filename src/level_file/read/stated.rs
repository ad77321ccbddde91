//! `StatedFacts`: what a level file states although it follows from the level.

use std::fmt::Debug;

use super::value::{ValueFault, faulty, number, rect};
use crate::{
    geom::{Rect, Size},
    level::{Level, OutlineSet},
    level_file::{
        LevelError, Present, RawLevel,
        limit::{Number, Ring},
        record::{DoorAxis, RectRecord},
    },
};

/// Facts that a level file states for other readers although they follow from the level: its
/// digest, the cells that nobody can walk to, the axes of doors, the outlines of rooms, and the
/// numbers of the props that keys, members and loot are.
///
/// Reading a level needs none of them, so that [`json::read_unchecked`] and serde do not compare
/// them: a level that was changed in its file is still read. [`json::read`] and [`ron::read`]
/// compare them, since whoever changed a stranger's file may have left them as they were. A fact
/// that the file leaves out is not compared, but for the cells.
///
/// [`json::read`]: crate::export::json::read
/// [`json::read_unchecked`]: crate::export::json::read_unchecked
/// [`ron::read`]: crate::export::ron::read
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedFacts {
    /// The level's digest.
    digest: Option<u64>,
    /// The runs of unreachable cells, as the file has them: x, y and length. All lie in the level.
    unreachable: Vec<[i32; 3]>,
    /// The axes of the doors of all passages.
    axes: Vec<Option<DoorAxis>>,
    /// The ids of rooms with outlines: the corners of all rings, the first corner again behind the
    /// last one of each. All lie in the level or at its border.
    outlines: Vec<(u32, Vec<[i32; 2]>)>,
    /// The numbers of the props of keys and of loot.
    keys: Vec<Option<u32>>,
    loot: Vec<Option<u32>>,
    /// The numbers of the members of each encounter.
    members: Vec<Vec<u32>>,
}

impl StatedFacts {
    /// Takes the facts out of a file as read.
    pub(crate) fn take(raw: &mut RawLevel) -> Result<Self, LevelError> {
        let bounds = Rect::from(Size::new(raw.width, raw.height)?);
        let run = |run: &[i32; 3]| {
            let [x, y, width] = run.map(i64::from);
            rect("unreachable", RectRecord { x, y, width, height: 1 }, bounds).map(|_| ())
        };
        let corner = |&[x, y]: &[i32; 2]| {
            let within = |at: i32, end: i32| number::<i32>("outline", at.into(), 0..=end.into()).map(drop);
            within(x, bounds.right()).and_then(|()| within(y, bounds.bottom()))
        };
        let (digest, unreachable) = (raw.digest.0.take(), std::mem::take(&mut raw.unreachable));
        let mut outlines = Vec::new();
        for (id, room) in (0..).zip(&mut raw.rooms) {
            let rings = std::mem::take(&mut room.outline);
            let mut corners = rings.iter().flat_map(|Ring(corners)| corners);
            corners.try_for_each(corner).map_err(|fault| fault.of(format!("room {id}")))?;
            if !rings.is_empty() {
                outlines.push((id, closed(rings.into_iter().map(|Ring(corners)| corners))));
            }
        }
        let read = || -> Result<Self, ValueFault> {
            let plain = |number: &Present<Number>| number.0.as_ref().map(|number| number.0);
            let members = |numbers: &Vec<Number>| numbers.iter().map(|number| number.0).collect();
            unreachable.iter().try_for_each(run)?;
            Ok(Self {
                digest: digest.map(|text| super::digest("digest", &text)).transpose()?,
                unreachable,
                axes: raw.passages.iter().flat_map(|one| one.doors.iter().map(|door| door.axis.0)).collect(),
                outlines,
                keys: raw.keys.iter().map(|key| plain(&key.number)).collect(),
                loot: raw.loot.iter().map(|thing| plain(&thing.number)).collect(),
                members: raw.encounters.iter().map(|one| members(&one.numbers)).collect(),
            })
        };
        read().map_err(|fault| fault.of("level"))
    }

    /// Compares the facts with those of the level that the same file has.
    ///
    /// Cost: linear in cells, and in props times the logarithm of keys, encounters and loot.
    ///
    /// # Errors
    ///
    /// [`LevelError::Value`] for the first fact that is not the level's.
    pub fn check(&self, level: &Level) -> Result<(), LevelError> {
        let Self { digest: _, unreachable, axes, outlines, keys, loot, members } = self;
        let of = |what: &'static str, id: u32| move |fault: ValueFault| fault.of(format!("{what} {id}"));
        let doors = (0..).zip(level.passages()).flat_map(|(id, one)| one.doors().iter().map(move |&at| (id, at)));
        for (axis, (id, door)) in axes.iter().zip(doors) {
            let own = axis.map(|_| DoorAxis::of(level, door));
            let what = "the axis along which one walks through the door";
            compare("axis", axis.as_slice(), own.as_slice(), what).map_err(of("passage", id))?;
        }
        for (room, outline) in outlines {
            let own = closed(level.outlines(OutlineSet::Room(*room)));
            compare("outline", outline, &own, "the rings around its floor").map_err(of("room", *room))?;
        }
        let own = level.thing_numbers();
        let things = |what: &'static str, stated: &[Option<u32>], own: &[Option<u32>]| -> Result<(), LevelError> {
            for (id, (stated, own)) in (0..).zip(stated.iter().zip(own)).filter(|(_, (stated, _))| stated.is_some()) {
                let number = "the number in its room of its prop";
                compare("number", stated.as_slice(), own.as_slice(), number).map_err(of(what, id))?;
            }
            Ok(())
        };
        things("key", keys, &own.keys)?;
        things("loot", loot, &own.loot)?;
        for (id, (stated, own)) in (0..).zip(members.iter().zip(&own.members)).filter(|(_, (list, _))| !list.is_empty())
        {
            let what = "the numbers in its room of the markers in its cells";
            compare("numbers", stated, own, what).map_err(of("encounter", id))?;
        }
        let runs: Vec<_> = level.unreachable().iter().map(|run| [run.left(), run.top(), run.width()]).collect();
        let cells = compare("unreachable", unreachable, &runs, "the runs of cells that nobody can walk to");
        cells.and_then(|()| self.check_digest(level)).map_err(|fault| fault.of("level"))
    }

    fn check_digest(&self, level: &Level) -> Result<(), ValueFault> {
        let own = level.digest();
        let Some(stated) = self.digest.filter(|&stated| stated != own) else { return Ok(()) };
        let allowed = format!("{own:016x}, that of the level, or none; the level was changed in its file");
        Err(faulty("digest", format!("{stated:016x}"), allowed))
    }
}

/// The corners of rings, the first corner again behind the last one of each.
fn closed(rings: impl IntoIterator<Item = Vec<[i32; 2]>>) -> Vec<[i32; 2]> {
    let close = |mut ring: Vec<[i32; 2]>| {
        ring.extend(ring.first().copied());
        ring
    };
    rings.into_iter().flat_map(close).collect()
}

/// Compares a list that a file states with the level's own.
fn compare<T: PartialEq + Debug>(field: &'static str, stated: &[T], own: &[T], what: &str) -> Result<(), ValueFault> {
    let differs = |&position: &usize| own.get(position) != stated.get(position);
    let Some(position) = (0..own.len().max(stated.len())).find(differs) else { return Ok(()) };
    let words = |value: Option<&T>| value.map_or_else(|| "nothing".to_owned(), |value| format!("{value:?}"));
    let given = format!("{} at position {position}", words(stated.get(position)));
    Err(faulty(field, given, format!("{} there: {what}", words(own.get(position)))))
}

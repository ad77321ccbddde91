//! Checks pools and what they deal, and memory.

use super::{checker::Checker, context::CheckContext, loot::MAX_EVERY, size_names};
use crate::{
    error::ProblemCode,
    geom::Extent,
    model::RoomKind,
    preset::{
        CycleRule, Layout, MemoryRule, PartingRule, PoolEntry, PoolRule, RoomFilter, TagRule, Vault,
        rules::{PoolUnit, RawLayout, RawMemory, RawPool, RawPreset},
        syntax::{
            ValueStep::{Entry, Field, Index, Key},
            suggestion,
        },
    },
};

/// The most pools. A preset has some for halls, for landmarks, for the first and the last room.
const MAX_POOLS: usize = 64;

/// The most entries that all pools deal to a floor. Each that finds no room is a note of the level.
const MAX_DEALT: u64 = 256;

/// Checks the memory of layouts.
pub(super) fn memory(check: &mut Checker<'_>, raw: Option<&RawMemory>) -> Option<MemoryRule> {
    let RawMemory { beside, near, floor } = raw?;
    check.inside(Field("memory"), |check| {
        let beside = check.number(Field("beside"), *beside, 0.0..=1.0);
        let near = check.number(Field("near"), *near, 0.0..=1.0);
        let floor = check.number(Field("floor"), *floor, 0.0..=1.0);
        Some(MemoryRule::new(beside?, near?, floor?))
    })
}

/// The index of the pool with a name, the field `pool`. Refuses an unknown name.
pub(super) fn pool_named(check: &mut Checker<'_>, name: Option<&str>, known: CheckContext<'_>) -> Option<u16> {
    let name = name?;
    let position = known.pools.iter().position(|(pool, _)| pool == name);
    if position.is_none() {
        let names = known.pools.iter().map(|(pool, _)| pool.as_str());
        let help = if known.pools.is_empty() {
            format!("name it at the top of the preset: `pools: {{{name:?}: (each: 1)}}`")
        } else {
            suggestion(name, names)
        };
        check.refuse_at([Field("pool")], ProblemCode::UnknownName, format!("there is no pool {name:?}"), help);
    }
    position.map(|position| position as u16)
}

/// Checks the difficulties of the levels that a layout or vault is dealt to, the field `depth`.
/// `None` for all. Refuses them without a pool.
pub(super) fn depth(check: &mut Checker<'_>, given: Option<(f32, f32)>, pool: Option<&str>) -> Option<(f32, f32)> {
    let given = given?;
    if pool.is_none() {
        let help = "name the `pool` that deals it, or use a `weight` over the difficulty".to_owned();
        check.refuse_at([Field("depth")], ProblemCode::Conflict, "only what a `pool` deals can have a `depth`", help);
    }
    check.range(Field("depth"), given, 0.0..=1.0).filter(|&depth| depth != (0.0, 1.0))
}

/// The index of the size that a layout names. Refuses an unknown name, and a size without a pool.
pub(super) fn size_named(check: &mut Checker<'_>, raw: &RawLayout, known: CheckContext<'_>) -> Option<u16> {
    let name = raw.size.as_deref()?;
    if raw.pool.is_none() {
        let help = format!("use `rooms: (tags: [{name:?}])`, or name the `pool` that deals the layout");
        check.refuse_at([Field("size")], ProblemCode::Conflict, "only a layout with a `pool` can have a `size`", help);
        return None;
    }
    size_names::position(check, name, known)
}

/// The most rooms of a size that all pools together deal to a level; `None` if they deal none.
pub(super) fn most_of_size(name: &str, raw: &RawPreset) -> Option<u32> {
    let is_of_size = |layout: &&RawLayout| layout.pool.is_some() && layout.size.as_deref() == Some(name);
    let layouts = raw.layouts.iter().filter(is_of_size);
    layouts.clone().next()?;
    let dealt = raw.pools.0.iter().map(|(pool, rule)| {
        let entries = layouts.clone().filter(|layout| layout.pool.as_deref() == Some(pool)).count();
        entries.min(most(rule))
    });
    Some(dealt.sum::<usize>() as u32)
}

/// The most rooms with a leaf of their own that a pool deals to a level.
pub(super) fn most_own_rooms(name: &str, pool: &RawPool, raw: &RawPreset) -> u64 {
    let halls = raw.layouts.iter().filter(|layout| layout.pool.as_deref() == Some(name) && layout.size.is_some());
    let vaults = raw.vaults.iter().filter(|vault| vault.pool.as_deref() == Some(name) && vault.room);
    (halls.count() + vaults.count()).min(most(pool)) as u64
}

/// The most entries that a pool deals to a level of any size, if it has as many.
fn most(pool: &RawPool) -> usize {
    match pool.per {
        PoolUnit::Level => usize::try_from(pool.each).unwrap_or_default(),
        PoolUnit::Area => usize::MAX,
    }
}

/// What rooms can get which tags, and how large they are.
pub(super) struct TaggedRooms<'preset> {
    pub(super) rules: &'preset [TagRule],
    pub(super) cycles: &'preset [CycleRule],
    pub(super) partings: &'preset [PartingRule],
    /// The least and the largest side of the rooms that the partition cuts by itself.
    pub(super) sides: Option<(i32, i32)>,
}

/// Checks the pools. `layouts` and `vaults` are those of the preset, checked.
pub(super) fn pools(
    check: &mut Checker<'_>,
    raw: &RawPreset,
    layouts: &[Layout],
    vaults: &[Vault],
    rooms: &TaggedRooms<'_>,
) -> Vec<PoolRule> {
    let given = &raw.pools.0;
    let pools = check.inside(Field("pools"), |check| {
        if check.has_too_many(given.len(), MAX_POOLS, "pools") {
            return Vec::new();
        }
        let mut pools = Vec::with_capacity(given.len());
        for (number, (name, pool)) in given.iter().enumerate() {
            check.name(Key(number), name);
            check.is_new(Key(number), name, given[..number].iter().map(|(name, _)| name.as_str()));
            let is_of = |pool: Option<u16>| pool.map(usize::from) == Some(number);
            let of_layouts = (0..).zip(layouts).filter(|(_, layout)| is_of(layout.pool));
            let of_vaults = (0..).zip(vaults).filter(|(_, vault)| is_of(vault.pool));
            let entries: Vec<_> = of_layouts
                .map(|(number, _)| PoolEntry::Layout(number))
                .chain(of_vaults.map(|(number, _)| PoolEntry::Vault(number)))
                .collect();
            let (each, every) = check.inside(Entry(number), |check| {
                let each = number_each(check, pool, entries.len(), name);
                (each, check.whole(Field("every"), pool.every, 1..=MAX_EVERY))
            });
            let RawPool { required, per, .. } = *pool;
            let skip = every.unwrap_or(1).unsigned_abs() - 1;
            pools.push(PoolRule { name: name.as_str().into(), each, required, entries, per, skip });
        }
        pools
    });
    // A filter that was refused says nothing of its rooms.
    let is_known = |layout: &Layout| !layout.rooms.kinds.is_empty() && can_pass(&layout.rooms);
    let dealt = |(pool, (_, raw)): (&PoolRule, &(_, RawPool))| pool.entries.len().min(most(raw)) as u64;
    let dealt: u64 = pools.iter().zip(given).map(dealt).sum();
    if dealt > MAX_DEALT {
        let help = format!("at most {MAX_DEALT} are allowed, over all pools");
        let message = format!("{dealt} entries for each floor are too many");
        check.refuse_at([Field("pools")], ProblemCode::TooMany, message, help);
    }
    check.inside(Field("layouts"), |check| {
        for (number, layout) in layouts.iter().enumerate().filter(|(_, layout)| layout.pool.is_some()) {
            if layout.size.is_none() && is_known(layout) {
                check.inside(Index(number), |check| refuse_unsuited(check, &layout.rooms, rooms));
            }
        }
    });
    pools
}

/// The number of entries that a pool deals to each floor.
fn number_each(check: &mut Checker<'_>, raw: &RawPool, entries: usize, name: &str) -> u32 {
    if entries == 0 {
        let help = format!("a layout or vault joins it by `pool: {name:?}`");
        check.refuse(ProblemCode::Missing, "this pool has no entries", help);
        return 1;
    }
    if raw.each > entries as i64 {
        let things = if entries == 1 { "entry" } else { "entries" };
        let message = format!("{} for each floor are more than the pool's {entries} {things}", raw.each);
        check.refuse_at([Field("each")], ProblemCode::OutOfRange, message, format!("allowed: 1 to {entries}"));
        return 1;
    }
    check.whole(Field("each"), raw.each, 1..=entries as i64).unwrap_or(1).unsigned_abs()
}

/// Whether a kind of rooms can have the progress that a filter asks for.
fn can_pass(filter: &RoomFilter) -> bool {
    let (least, most) = filter.progress;
    filter.kinds.iter().any(|&kind| {
        let (from, to) = progress_of(kind);
        least <= to && most >= from
    })
}

/// Refuses a filter of a layout without a size that a pool deals, if rooms of its tag or kind may
/// not pass it.
fn refuse_unsuited(check: &mut Checker<'_>, filter: &RoomFilter, rooms: &TaggedRooms<'_>) {
    let Some((least, most)) = rooms.sides else { return };
    let (least, most) = (Extent::new(least, least), Extent::new(most, most));
    let mut refuse = |what: String| {
        let message = format!("{what} may not suit this layout, which its pool deals to one of them");
        let help = "widen `rooms` so that each of them suits it, or give it a `size` of its own".to_owned();
        check.refuse_at([Field("rooms")], ProblemCode::Unsatisfiable, message, help);
    };
    // Rooms of any kind lie beside a parting.
    let is_of_parting = rooms.partings.iter().any(|parting| parting.tag_bit() & filter.tags != 0);
    if filter.tags == 0 || is_of_parting {
        let is_suited = smaller(filter.min, least, most) && larger(filter.max, most);
        let kind = filter.kinds.iter().find(|&&kind| !is_suited || !covers(filter.progress, progress_of(kind)));
        if let Some(kind) = kind {
            refuse(format!("some rooms of the kind {kind:?}"));
        }
        return;
    }
    for rule in rooms.rules.iter().filter(|rule| filter.tags >> rule.tag & 1 == 1) {
        let RoomFilter { min, max, kinds, progress, .. } = &rule.rooms;
        let is_suited = smaller(filter.min, both(least, *min, i32::max), most)
            && larger(filter.max, both(most, *max, i32::min))
            && kinds.iter().all(|&kind| {
                let (from, to) = progress_of(kind);
                filter.kinds.contains(&kind) && covers(filter.progress, (from.max(progress.0), to.min(progress.1)))
            });
        if !is_suited {
            refuse("some rooms that get its tag".to_owned());
            return;
        }
    }
    let is_of_cycle = rooms.cycles.iter().any(|cycle| cycle.tag_bit() & filter.tags != 0);
    let admits_detours = filter.kinds.contains(&RoomKind::Detour) && covers(filter.progress, (0.0, 1.0));
    if is_of_cycle && !(admits_detours && smaller(filter.min, least, most) && larger(filter.max, most)) {
        refuse("some detours that get its tag".to_owned());
    }
}

/// Whether no room from `least` to `most` is smaller than `min`.
fn smaller(min: Extent, least: Extent, most: Extent) -> bool {
    !most.holds(least) || least.holds(min)
}

/// An extent whose sides are `choose` of those of two.
fn both(one: Extent, other: Extent, choose: impl Fn(i32, i32) -> i32) -> Extent {
    Extent::new(choose(one.width, other.width), choose(one.height, other.height))
}

/// Whether no room up to `most` is larger than `max`.
fn larger(max: Extent, most: Extent) -> bool {
    max.holds(most)
}

/// The progress that rooms of a kind may have.
fn progress_of(kind: RoomKind) -> (f32, f32) {
    match kind {
        RoomKind::Start => (0.0, 0.0),
        RoomKind::End => (1.0, 1.0),
        RoomKind::Path | RoomKind::Detour | RoomKind::Bonus => (0.0, 1.0),
    }
}

fn covers(range: (f32, f32), other: (f32, f32)) -> bool {
    other.0 > other.1 || range.0 <= other.0 && range.1 >= other.1
}

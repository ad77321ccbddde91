//! Checks vaults: their drawings, and the rooms that may have them.

mod drawing;

use super::{
    anchors::point,
    checker::Checker,
    context::CheckContext,
    filter::filter,
    pools::{depth, pool_named},
    ramps::LEVEL,
};
use crate::{
    error::ProblemCode,
    geom::Extent,
    preset::{
        Ramp, RampAxis, RawVault, RoomFilter,
        rules::RawFilter,
        syntax::ValueStep::Field,
        vault::{Vault, VaultSite},
    },
};
use drawing::{drawing, drawings};

/// The most vaults: so few that the sum of their weights fits 32 bits.
const MAX_VAULTS: usize = 256;
/// The most vaults with a room of their own, and rooms of other sizes. The partition of a level has
/// one bit of a `u32` for each of them.
pub(super) const MAX_OWN_ROOMS: usize = 32;
/// The largest `inset` of a vault: its distance from a wall, in cells.
const MAX_INSET: i64 = 255;

/// Checks the vaults. `chance` is the value of `vaults.chance` in `floorplan`.
pub(super) fn vaults(check: &mut Checker<'_>, raw: &[RawVault], known: CheckContext<'_>, chance: &Ramp) -> Vec<Vault> {
    if check.has_too_many(raw.len(), MAX_VAULTS, "vaults") {
        return Vec::new();
    }
    let own_rooms = raw.iter().filter(|vault| vault.room && vault.pool.is_none()).count();
    check.has_too_many(own_rooms, MAX_OWN_ROOMS, "vaults with `room: true`");
    check.each(raw, |check, number, vault| {
        check.name(Field("name"), &vault.name);
        check.is_new(Field("name"), &vault.name, raw[..number].iter().map(|earlier| earlier.name.as_str()));
        let pool = pool_named(check, vault.pool.as_deref(), known);
        refuse_numbers_of_dealt(check, vault);
        let (drawing, offers) = drawing(check, vault, known);
        let (rooms, site) =
            if vault.room { own_room(check, vault, known, chance) } else { inside(check, vault, known) };
        let drawings = drawings(drawing, vault);
        if let Some((largest, extent)) = rooms.1.zip(drawings.first().map(|drawing| drawing.extent))
            && !drawings.iter().any(|drawing| largest.holds(drawing.extent))
        {
            let message = format!("no room that takes this vault can hold its {extent} cells");
            let help = format!("the largest of these rooms have {largest} cells");
            check.refuse_at([Field("rows")], ProblemCode::Unsatisfiable, message, help);
        }
        let has_free_cell = drawings.first().is_some_and(|drawing| drawing.has_free_cell());
        Vault {
            name: vault.name.clone(),
            rooms: rooms.0,
            required: vault.required,
            site,
            drawings,
            has_free_cell,
            offers,
            pool,
            depth: depth(check, vault.depth, vault.pool.as_deref()),
            drawn_sums: [0; 2],
        }
    })
}

/// Refuses fields that say how often a level has a vault which a pool deals.
fn refuse_numbers_of_dealt(check: &mut Checker<'_>, raw: &RawVault) {
    let given = [
        ("required", raw.required),
        ("chance", raw.chance.is_some()),
        ("weight", raw.weight.is_some()),
        ("most", raw.most.is_some()),
    ];
    for (field, _) in given.into_iter().filter(|(_, is_given)| *is_given && raw.pool.is_some()) {
        let message = format!("a vault with a `pool` cannot have `{field}`");
        let help = "a level that is dealt the vault has it once; the pool may be `required`".to_owned();
        check.refuse_at([Field(field)], ProblemCode::Conflict, message, help);
    }
}

/// The room filter of a vault, and the largest width and height of rooms that pass it, if known.
type VaultRooms = (RoomFilter, Option<Extent>);

/// Checks a vault inside an ordinary room.
fn inside(check: &mut Checker<'_>, raw: &RawVault, known: CheckContext<'_>) -> (VaultRooms, VaultSite) {
    let rooms = filter(check, &raw.rooms, known);
    if raw.chance.is_some() {
        let message = "only a vault with `room: true` can have a `chance`";
        let help = "for other vaults, set `vaults: (chance: 0.3)` in `floorplan`, and a `weight` here".to_owned();
        check.refuse_at([Field("chance")], ProblemCode::Conflict, message, help);
    }
    let site = VaultSite::Inside {
        at: point(check, raw.at.as_ref()),
        inset: check.whole(Field("inset"), raw.inset.unwrap_or(0), 0..=MAX_INSET).unwrap_or_default(),
        weight: raw.weight.as_ref().map_or(Ramp::Constant(1.0), |raw| check.weight(Field("weight"), raw)),
        most: check.limit(Field("most"), raw.most.as_ref()),
        alone: raw.alone.unwrap_or(false),
    };
    (rooms, site)
}

/// Checks a vault with a room of its own.
///
/// `usual` is the floor plan's chance.
fn own_room(check: &mut Checker<'_>, raw: &RawVault, known: CheckContext<'_>, usual: &Ramp) -> (VaultRooms, VaultSite) {
    let given = [
        ("weight", raw.weight.is_some(), "use `chance` instead"),
        ("most", raw.most.is_some(), "a level has it at most once"),
        ("at", raw.at.is_some(), "it fills its room"),
        ("inset", raw.inset.is_some(), "it fills its room"),
        ("alone", raw.alone.is_some(), "it fills its room"),
    ];
    for (field, _, help) in given.into_iter().filter(|(_, given, _)| *given) {
        let message = format!("a vault with `room: true` cannot have `{field}`");
        check.refuse_at([Field(field)], ProblemCode::Conflict, message, help.to_owned());
    }
    if raw.required && raw.chance.is_some() {
        let help = "remove `required` or `chance`".to_owned();
        check.refuse_at([Field("chance")], ProblemCode::Conflict, "a required vault cannot have a `chance`", help);
    }
    let plain = RawFilter::default();
    let RawFilter { min, max, progress, tags, .. } = &raw.rooms;
    let asked = [
        ("min", *min != plain.min),
        ("max", max.is_some()),
        ("progress", *progress != plain.progress),
        ("tags", !tags.is_empty()),
    ];
    for (field, _) in asked.into_iter().filter(|(_, given)| *given) {
        let message = format!("a vault with `room: true` cannot ask for `{field}`");
        let help =
            "its room has the size of the drawing, and is made before rooms have tags and progress; allowed: `kinds`";
        check.refuse_at([Field("rooms"), Field(field)], ProblemCode::Conflict, message, help.to_owned());
    }
    let kinds = RawFilter { kinds: raw.rooms.kinds.clone(), ..plain };
    let (rooms, _) = filter(check, &kinds, known);
    ((rooms, None), VaultSite::Room { chance: own_chance(check, raw, usual) })
}

/// The chance of a vault with a room of its own. Its default `usual` is the floor plan's chance.
fn own_chance(check: &mut Checker<'_>, raw: &RawVault, usual: &Ramp) -> Ramp {
    if let Some(chance) = &raw.chance {
        return check.chance(Field("chance"), chance, LEVEL);
    }
    if raw.pool.is_some() {
        return Ramp::Constant(1.0);
    }
    if !raw.required && usual.follows(RampAxis::Progress) {
        let message = "this vault needs its own `chance`: the floor plan's chance depends on the progress";
        let help = "a vault with `room: true` gets its room before rooms have a progress".to_owned();
        check.refuse_at([Field("room")], ProblemCode::Conflict, message, help);
    }
    usual.clone()
}

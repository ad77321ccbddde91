//! Digests of one room, and of the walls: what a game keeps a copy of, and makes anew by parts.

use super::{
    Allowance, DoorKind, Encounter, Key, Level, Loot, NumberInRoom, Offer, Prop, Room, Stairs,
    digest::{cell, plan_of, rect},
};
use crate::digest::Digest;

/// Digests of parts. They are the same on every platform.
impl Level {
    /// A digest of a room: its place in the plan, the tiles and the terrain of its rectangle,
    /// layout, vault and tags, and all that lies in it; `None` if there is no such room.
    ///
    /// Nothing that happens elsewhere changes it: neither edits nor re-rolls of other rooms,
    /// whatever becomes of the ids of its props. An edit that is undone gives the former digest, if
    /// each prop has its former [number](Level::number_in_room).
    ///
    /// Cost: linear in the room's cells and props, and in all encounters, keys and loot.
    ///
    /// ```
    /// let mut level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// let room = level.prop(0).map_or(0, |prop| prop.room);
    /// let digests = |level: &roomgen::Level| [room, room + 1].map(|id| level.room_digest(id));
    /// let before = digests(&level);
    /// level.remove_prop(0);
    /// assert_ne!(digests(&level)[0], before[0]);
    /// assert_eq!(digests(&level)[1], before[1]);
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn room_digest(&self, room: u32) -> Option<u64> {
        let own = self.room(room)?;
        let digest = &mut Digest::default();
        plan_of(digest, own, false);
        let Room { rect: bounds, layout: _, vault: _, tags: _, shape, allowance, .. } = own;
        let Allowance { encounters, loot } = allowance;
        rect(digest, *bounds);
        digest.text(shape.name()).number(*encounters).number(*loot);
        digest.text(self.layout(own).unwrap_or_default()).text(self.vault(own).unwrap_or_default());
        digest.list(&self.tags(own).collect::<Vec<_>>(), |digest, tag| {
            digest.text(tag);
        });
        for at in bounds.cells() {
            digest.number(self.tile(at) as u32);
            if let Some(kind) = self.terrain(at) {
                kind.digest(digest.text("terrain"));
            }
        }
        let ends = [("entry", self.entry), ("exit", self.exit)];
        let stairs = self.stairs.iter().map(|Stairs { cell, to }| (to.as_str(), *cell));
        for (name, at) in ends.into_iter().chain(stairs).filter(|(_, at)| bounds.contains(*at)) {
            cell(digest.text(name), at);
        }
        let mut props: Vec<_> =
            self.props_in(room).filter_map(|prop| Some((self.number_in_room(prop.id)?.number, prop))).collect();
        props.sort_unstable_by_key(|(number, _)| *number);
        digest.list(&props, |digest, (number, prop)| self.add_prop_of_room(digest.number(*number), prop));
        for key in self.keys.iter().filter(|key| key.room == room) {
            let Key { key_use, room: _, cell: at, lock: _ } = key;
            cell(digest.text(self.key_name(key)).text(key_use.name()), *at);
        }
        for encounter in self.encounters().iter().filter(|encounter| encounter.room == room) {
            let Encounter { group, room: _, cost, cells, removed_cost } = encounter;
            digest.text(group.as_deref().unwrap_or_default()).number(*cost).number(*removed_cost);
            digest.list(cells, |digest, &at| cell(digest, at));
        }
        for Loot { item, room: _, value, cell: at } in self.loot().iter().filter(|thing| thing.room == room) {
            cell(digest.text(item).number(*value), *at);
        }
        Some(digest.finish())
    }

    /// A digest of the walls: the size, all tiles, and each door with the kind of its passage.
    ///
    /// Colliders, outlines and navigation made from these stay valid as long as it and the terrain
    /// are the same, whatever happens to props. Cost: linear in cells.
    #[must_use]
    pub fn wall_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        self.add_tiles(digest);
        for (door, kind) in self.passages.iter().flat_map(|one| one.doors().iter().map(|&door| (door, one.kind))) {
            rect(digest.text(DoorKind::name(kind)), door);
        }
        digest.finish()
    }

    /// Adds a prop by what it is, and by no id: ids move with edits elsewhere.
    fn add_prop_of_room(&self, digest: &mut Digest, prop: &Prop<'_>) {
        let Prop { level: _, id: _, kind, kind_id: _, room: _, cells, turn, offset: [right, down], lit, offer } = *prop;
        kind.digest(digest);
        rect(digest.number(kind.value).number(kind.cost).number(turn.quarter_turns()), cells);
        digest.real(right).real(down).number(lit);
        let Some(Offer { props, take }) = offer.and_then(|offer| self.offers().get(offer as usize)) else { return };
        let mut others: Vec<_> = props.iter().filter_map(|&id| self.number_in_room(id)).collect();
        others.sort_unstable();
        digest.text("offer").number(*take).list(&others, |digest, NumberInRoom { room, number }| {
            digest.number(*room).number(*number);
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::level::fixture;

    #[test]
    fn digests_of_parts_are_the_same_on_every_platform() {
        let level = fixture::populated();
        let rooms = [0, 2, 4, 5].map(|room| level.room_digest(room));
        assert_eq!(
            rooms,
            [Some(0x3d33_9619_6cdb_29ce), Some(0xebe4_c1d8_8e19_36b9), Some(0x0dbb_70b6_e5dc_bef3), None]
        );
        assert_eq!(level.wall_digest(), 0xa2ec_e53d_a05d_eb19);
    }
}

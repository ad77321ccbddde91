//! Digests of levels: one of everything, and one of what each stage of generation added.
//!
//! A digest is taken over a canonical walk of the values and is the same on every platform. Cost:
//! linear in cells and props.

use super::{
    Allowance, Budgets, DoorKind, Encounter, GroupCost, Key, Level, Loot, Note, Offer, Origin, Passage, Population,
    PropRecord, Room, RoomShape, RunOrigin, Stairs,
};
use crate::{
    digest::Digest,
    geom::{Cell, Rect},
};

impl Level {
    /// A digest of the whole level; equal levels have equal digests on every platform.
    ///
    /// Cost: linear in cells and props.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let digest = &mut Digest::default();
        let Self {
            origin,
            rooms,
            notes,
            // The methods below add these.
            tiles: _,
            passages: _,
            path: _,
            entry: _,
            exit: _,
            is_dead_end: _,
            stairs: _,
            kinds: _,
            props: _,
            numbers: _,
            unlit: _,
            offers: _,
            locks: _,
            keys: _,
            population: _,
            terrain: _,
            // The names of layouts and tags, which rooms add by themselves.
            layouts: _,
            tags: _,
            // These are no part of equality.
            kind_ids: _,
            lookup: _,
        } = self;
        let Origin { revision, seed, seed_word: _, floor, difficulty, preset, preset_digest, start, rerolls, run } =
            origin;
        digest.number(*revision).wide(*seed).number(*floor).real(*difficulty).text(preset).wide(*preset_digest);
        // The arrival cell of the request is added only if there is one, so that other levels keep
        // their digests.
        if let Some(start) = start {
            cell(digest.text("start"), *start);
        }
        // The same goes for re-rolls.
        if !rerolls.is_empty() {
            digest.text("rerolls").number(rerolls.len() as u32);
        }
        if let Some(run) = run {
            let RunOrigin { name, digest: of_run, act, branch, mood } = &**run;
            digest.text("run").text(name).wide(*of_run).text(act);
            digest.text(branch.as_deref().unwrap_or_default()).text(mood.as_deref().unwrap_or_default());
        }
        for (room, number) in rerolls.iter() {
            digest.number(room).number(number);
        }
        self.add_tiles(digest);
        digest.list(rooms, |digest, room| {
            plan_of(digest, room, false);
            digest.text(self.layout(room).unwrap_or_default()).text(self.vault(room).unwrap_or_default());
        });
        self.add_passages(digest);
        self.add_path(digest);
        self.add_ends(digest);
        self.add_props(digest);
        digest.list(notes, |digest, Note { code, wanted, got, about }| {
            digest.text(code.name()).number(*wanted).number(*got);
            about.iter().for_each(|about| {
                digest.text(about);
            });
        });
        // Tags, door kinds, shapes and missions are added only where one differs from the default,
        // so that levels without them keep the digests of earlier versions.
        self.add_roles(digest, u32::MAX, self.passages.iter().map(|passage| passage.kind));
        self.add_shapes(digest);
        self.add_mission(digest);
        for key in &self.keys {
            cell(digest, key.cell);
        }
        self.add_allowances(digest);
        self.add_population(digest);
        self.add_terrain(digest);
        digest.finish()
    }

    /// The digest of the route: rooms with depth, progress and host, and the path.
    pub(crate) fn route_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        // A room beside a parting may give up cells to it, whatever its shape.
        let is_beside = |bounds: Rect| {
            let mut bands = self.partings().iter().filter_map(|parting| parting.band.grown(1));
            bands.any(|band| band.intersection(bounds).is_some())
        };
        digest.list(&self.rooms, |digest, room| plan_of(digest, room, is_beside(room.rect)));
        self.add_path(digest);
        digest.finish()
    }

    /// The digest of doors and corridors.
    pub(crate) fn passages_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        self.add_passages(digest);
        digest.finish()
    }

    /// The digest of the rooms' tags and the passages' kinds of doors, as they were before the
    /// mission tagged the rooms of keys and locked passages. `kinds` has a kind for each passage.
    pub(crate) fn roles_digest(&self, kinds: impl IntoIterator<Item = DoorKind>) -> u64 {
        let digest = &mut Digest::default();
        let is_of_lock = |tag: &String| self.locks.iter().any(|lock| lock.as_str() == tag);
        let of_locks = (0..).zip(&*self.tags).filter(|(_, tag)| is_of_lock(tag));
        let of_locks = of_locks.fold(0, |bits, (position, _)| bits | 1 << position);
        self.add_roles(digest, !of_locks, kinds);
        digest.finish()
    }

    /// The digest of locks, one-way doors and shortcuts, and of the keys with their rooms.
    pub(crate) fn mission_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        self.add_mission(digest);
        digest.finish()
    }

    /// The digest of the rooms' shapes, the tiles and the terrain.
    pub(crate) fn tiles_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        self.add_shapes(digest);
        self.add_tiles(digest);
        self.add_terrain(digest);
        digest.finish()
    }

    /// The digest of layouts, vaults, props, entry, exit and other stairs.
    ///
    /// Entry and exit belong here, since props of a vault can move them to other cells.
    pub(crate) fn furnishing_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        digest.list(&self.rooms, |digest, room| {
            digest.text(self.layout(room).unwrap_or_default()).text(self.vault(room).unwrap_or_default());
        });
        self.add_ends(digest);
        self.add_props(digest);
        digest.finish()
    }

    pub(super) fn add_tiles(&self, digest: &mut Digest) {
        digest.number(self.width()).number(self.height());
        let mut glyphs = Vec::new();
        for row in self.tiles.rows() {
            glyphs.clear();
            glyphs.extend(row.iter().map(|&tile| tile as u8));
            digest.bytes(&glyphs);
        }
    }

    /// Adds the terrain. Adds nothing for a level without any, which keeps the digest of earlier
    /// versions.
    fn add_terrain(&self, digest: &mut Digest) {
        if let Some(terrain) = &self.terrain {
            terrain.digest(digest);
        }
    }

    fn add_passages(&self, digest: &mut Digest) {
        digest.list(&self.passages, |digest, passage| {
            // `add_roles` adds the kind of the doors, `add_mission` locks and directions.
            let Passage { rooms: [one, other], connection: _, kind: _, lock: _, one_way: _, saves: _ } = passage;
            digest.number(*one).number(*other);
            digest.list(passage.doors(), |digest, &door| rect(digest, door));
            digest.list(passage.corridor(), |digest, &corner| cell(digest, corner));
        });
    }

    fn add_path(&self, digest: &mut Digest) {
        digest.list(&self.path, |digest, &id| {
            digest.number(id);
        });
    }

    fn add_ends(&self, digest: &mut Digest) {
        cell(digest, self.entry);
        cell(digest, self.exit);
        // Other stairs and dead ends are added only where there are some.
        if self.is_dead_end {
            digest.text("dead end");
        }
        for Stairs { cell: at, to } in &self.stairs {
            cell(digest.text("stairs").text(to), *at);
        }
    }

    fn add_props(&self, digest: &mut Digest) {
        digest.list(&self.kinds, |digest, kind| kind.digest(digest));
        digest.list(&self.props, |digest, prop| {
            // The lower 16 bits hold the kind. The turn uses higher bits, so that unturned props
            // keep the digests of earlier versions.
            let turn = i64::from(prop.stance.turn().quarter_turns()) << 16;
            let PropRecord { kind, x, y, stance, room, offset: [right, down] } = *prop;
            digest.numbers([
                i64::from(kind) | turn,
                room.into(),
                x.into(),
                y.into(),
                stance.width().into(),
                stance.height().into(),
                right.into(),
                down.into(),
            ]);
        });
        for id in &self.unlit {
            digest.number(*id);
        }
        if let Some(numbers) = self.own_numbers() {
            digest.text("numbers").list(numbers, |digest, &number| {
                digest.number(number);
            });
        }
        // Nothing without offers, so that levels without them keep the digests of earlier versions.
        for Offer { props, take } in self.offers() {
            digest.text("offer").number(*take).list(props, |digest, &id| {
                digest.number(id);
            });
        }
    }

    /// The digest of the allowances of rooms.
    pub(crate) fn allowances_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        self.add_allowances(digest);
        digest.finish()
    }

    /// The digest of encounters and loot.
    pub(crate) fn population_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        self.add_population(digest);
        digest.finish()
    }

    /// Adds the budgets and the allowances of rooms. Adds nothing for a level without budgets.
    fn add_allowances(&self, digest: &mut Digest) {
        let Some(Budgets { encounters, loot, quiet }) = self.population.budgets else { return };
        digest.number(encounters).number(loot).number(quiet);
        digest.list(&self.rooms, |digest, room| {
            let Allowance { encounters, loot } = room.allowance;
            digest.number(encounters).number(loot);
        });
    }

    /// Adds the encounters and the loot. Adds nothing for a level without budgets.
    fn add_population(&self, digest: &mut Digest) {
        let Population { budgets, groups, encounters, loot } = &self.population;
        if budgets.is_none() {
            return;
        }
        digest.list(groups, |digest, GroupCost { name, cost }| {
            digest.text(name).number(*cost);
        });
        digest.list(&self.kinds, |digest, kind| {
            digest.number(kind.value).number(kind.cost);
        });
        digest.list(encounters, |digest, Encounter { group, room, cost, cells, removed_cost }| {
            digest.text(group.as_deref().unwrap_or_default()).number(*room).number(*cost);
            digest.list(cells, |digest, &at| cell(digest, at));
            if *removed_cost > 0 {
                digest.text("removed").number(*removed_cost);
            }
        });
        digest.list(loot, |digest, Loot { item, room, value, cell: at }| {
            cell(digest.text(item).number(*room).number(*value), *at);
        });
    }

    /// Adds the tags of rooms, of those that `tags` has as bits, and the kinds of the passages'
    /// doors.
    fn add_roles(&self, digest: &mut Digest, tags: u32, kinds: impl IntoIterator<Item = DoorKind>) {
        for room in self.rooms.iter().filter(|room| room.tags & tags != 0) {
            digest.number(room.id);
            self.tags(&Room { tags: room.tags & tags, ..*room }).for_each(|tag| {
                digest.text(tag);
            });
        }
        for (id, kind) in (0u32..).zip(kinds).filter(|(_, kind)| *kind != DoorKind::Closed) {
            digest.number(id).text(kind.name());
        }
    }

    /// Adds locks, one-way doors and shortcuts, and the keys with their rooms. Adds nothing for a
    /// level without a mission.
    fn add_mission(&self, digest: &mut Digest) {
        for (id, passage) in (0u32..).zip(&self.passages) {
            let Passage { rooms: _, connection: _, kind: _, lock, one_way, saves } = passage;
            if (lock, one_way, saves) == (&None, &None, &None) {
                continue;
            }
            let number = |number: &Option<u32>| number.map_or(-1, i64::from);
            digest.number(id).text(self.lock(passage).unwrap_or_default());
            digest.number(number(one_way)).number(number(saves));
        }
        for key in &self.keys {
            // Only `digest` adds the cell, which furnishing chooses.
            let Key { key_use, room, cell: _, lock: _ } = key;
            digest.text(self.key_name(key)).text(key_use.name()).number(*room);
        }
    }

    fn add_shapes(&self, digest: &mut Digest) {
        for room in self.rooms.iter().filter(|room| room.shape != RoomShape::Rectangle) {
            digest.number(room.id).text(room.shape.digest_word());
            if room.shape.shrinks() {
                rect(digest, room.rect);
            }
        }
    }
}

/// Adds what the route decides of a room. `may_shrink` says that a later stage may take cells of
/// it.
pub(super) fn plan_of(digest: &mut Digest, room: &Room, may_shrink: bool) {
    let Room {
        kind,
        rect: bounds,
        depth,
        progress,
        host,
        cycle,
        // The room's position in the list.
        id: _,
        // Other methods add these.
        layout: _,
        vault: _,
        tags: _,
        shape,
        allowance: _,
    } = room;
    digest.text(kind.name());
    // Digging and banks shrink a room: its rectangle is the shape stage's, and digested with its
    // shape.
    if !(may_shrink || shape.shrinks()) {
        rect(digest, *bounds);
    }
    digest.number(*depth).real(*progress).number(host.map_or(-1, i64::from));
    // The kind says whether there is a cycle: levels without cycles keep their digests.
    if let Some(cycle) = cycle {
        digest.number(*cycle);
    }
}

pub(super) fn cell(digest: &mut Digest, cell: Cell) {
    digest.number(cell.x).number(cell.y);
}

pub(super) fn rect(digest: &mut Digest, rect: Rect) {
    digest.numbers([rect.left(), rect.top(), rect.width(), rect.height()].map(i64::from));
}

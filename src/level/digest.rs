//! Digests of levels: one of everything, and one of what each stage of generation added.
//!
//! A digest is taken over a canonical walk of the values and is the same on every platform. Cost:
//! linear in cells and props.

use super::{DoorKind, Level, Note, Origin, Passage, PropRecord, Room, RoomShape};
use crate::{
    digest::Digest,
    geom::{Cell, Rect},
    model::digest_words,
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
            kinds: _,
            props: _,
            // The names of layouts and tags, which rooms add by themselves.
            layouts: _,
            tags: _,
            // These are no part of equality.
            kind_ids: _,
            lookup: _,
        } = self;
        let Origin { revision, seed, floor, difficulty, preset, digest: rules, start } = origin;
        digest.number(*revision).wide(*seed).number(*floor).real(*difficulty).text(preset).wide(*rules);
        // The arrival cell of the request is added only if there is one, so that other levels keep
        // their digests.
        if let Some(start) = start {
            cell(digest.text("start"), *start);
        }
        self.add_tiles(digest);
        digest.list(rooms, |digest, room| {
            plan_of(digest, room);
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
        // Tags, door kinds and shapes are added only where one differs from the default, so that
        // levels without them keep the digests of earlier versions.
        self.add_roles(digest);
        self.add_shapes(digest);
        digest.finish()
    }

    /// The digest of the route: rooms with depth, progress and host, and the path.
    pub(crate) fn route_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        digest.list(&self.rooms, plan_of);
        self.add_path(digest);
        digest.finish()
    }

    /// The digest of doors and corridors.
    pub(crate) fn passages_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        self.add_passages(digest);
        digest.finish()
    }

    /// The digest of the rooms' tags and the passages' kinds of doors.
    pub(crate) fn roles_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        self.add_roles(digest);
        digest.finish()
    }

    /// The digest of the rooms' shapes and the tiles.
    pub(crate) fn tiles_digest(&self) -> u64 {
        let digest = &mut Digest::default();
        self.add_shapes(digest);
        self.add_tiles(digest);
        digest.finish()
    }

    /// The digest of layouts, vaults, props, entry and exit.
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

    fn add_tiles(&self, digest: &mut Digest) {
        digest.number(self.width()).number(self.height());
        let mut glyphs = Vec::new();
        for row in self.tiles.rows() {
            glyphs.clear();
            glyphs.extend(row.iter().map(|&tile| tile as u8));
            digest.bytes(&glyphs);
        }
    }

    fn add_passages(&self, digest: &mut Digest) {
        digest.list(&self.passages, |digest, passage| {
            // `add_roles` adds the kind of the doors.
            let Passage { rooms: [one, other], connection: _, kind: _ } = passage;
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
    }

    fn add_roles(&self, digest: &mut Digest) {
        for room in self.rooms.iter().filter(|room| room.tags != 0) {
            digest.number(room.id);
            self.tags(room).for_each(|tag| {
                digest.text(tag);
            });
        }
        for (id, passage) in (0u32..).zip(&self.passages).filter(|(_, passage)| passage.kind != DoorKind::Closed) {
            digest.number(id).text(digest_words::door_kind(passage.kind));
        }
    }

    fn add_shapes(&self, digest: &mut Digest) {
        for room in self.rooms.iter().filter(|room| room.shape != RoomShape::Rectangle) {
            digest.number(room.id).text(room.shape.digest_word());
        }
    }
}

/// Adds what the route decides of a room.
fn plan_of(digest: &mut Digest, room: &Room) {
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
        shape: _,
    } = room;
    digest.text(digest_words::room_kind(*kind));
    rect(digest, *bounds);
    digest.number(*depth).real(*progress).number(host.map_or(-1, i64::from));
    // The kind says whether there is a cycle: levels without cycles keep their digests.
    if let Some(cycle) = cycle {
        digest.number(*cycle);
    }
}

fn cell(digest: &mut Digest, cell: Cell) {
    digest.number(cell.x).number(cell.y);
}

fn rect(digest: &mut Digest, rect: Rect) {
    digest.numbers([rect.left(), rect.top(), rect.width(), rect.height()].map(i64::from));
}

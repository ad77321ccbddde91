//! Whether two levels are the same: by value, or by a digest of all their values.

use super::{DoorKind, Level, Room, RoomShape};
use crate::{
    digest::Digest,
    geom::{Cell, Rect},
};

impl Level {
    /// A digest of all that the level is, by a canonical walk of its values: equal levels have equal digests, on every
    /// platform. Cost: linear in cells and props.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        let origin = &self.origin;
        digest.number(origin.revision).wide(origin.seed).number(origin.floor).real(origin.difficulty);
        digest.text(&origin.preset).wide(origin.digest);
        // Levels that were asked for without it have the digest that they always had.
        if let Some(start) = origin.start {
            digest.text("start").number(start.x).number(start.y);
        }
        digest.number(self.width()).number(self.height());
        for row in self.tiles.rows() {
            let glyphs: Vec<u8> = row.iter().map(|&tile| tile as u8).collect();
            digest.bytes(&glyphs);
        }
        let cell = |digest: &mut Digest, cell: Cell| {
            digest.number(cell.x).number(cell.y);
        };
        let rect = |digest: &mut Digest, rect: Rect| {
            digest.number(rect.left()).number(rect.top()).number(rect.width()).number(rect.height());
        };
        digest.list(&self.rooms, |digest, room| {
            digest.text(room.kind.name());
            rect(digest, room.rect);
            digest.number(room.depth).real(room.progress).number(room.host.map_or(-1, i64::from));
            digest.text(self.layout(room).unwrap_or_default()).text(self.vault(room).unwrap_or_default());
        });
        digest.list(&self.passages, |digest, passage| {
            digest.number(passage.rooms[0]).number(passage.rooms[1]);
            digest.list(passage.doors(), |digest, &door| rect(digest, door));
            digest.list(passage.corridor(), |digest, &corner| cell(digest, corner));
        });
        digest.list(&self.path, |digest, &id| {
            digest.number(id);
        });
        cell(&mut digest, self.entry);
        cell(&mut digest, self.exit);
        digest.list(&self.kinds, |digest, kind| kind.digest(digest));
        digest.list(&self.props, |digest, prop| {
            // Above the kind's number, so that a prop which is not turned counts as it did before props could be.
            let turn = i64::from(prop.stance.turn().quarter_turns()) << 16;
            digest.number(i64::from(prop.kind) | turn).number(prop.room);
            rect(digest, prop.cells());
            digest.number(prop.offset[0]).number(prop.offset[1]);
        });
        digest.list(&self.notes, |digest, note| {
            digest.text(note.code.name()).number(note.wanted).number(note.got);
        });
        // Not in the lists of rooms and passages, so that levels without tags and rules for doors keep the digests that they had.
        for room in self.rooms.iter().filter(|room| room.tags != 0) {
            digest.number(room.id);
            self.tags(room).for_each(|tag| {
                digest.text(tag);
            });
        }
        for (id, passage) in (0u32..).zip(&self.passages).filter(|(_, passage)| passage.kind != DoorKind::Closed) {
            digest.number(id).text(passage.kind.name());
        }
        // Not in the list of rooms, so that levels of rectangles keep the digests that they had before there were shapes.
        for room in self.rooms.iter().filter(|room| room.shape != RoomShape::Rectangle) {
            digest.number(room.id).text(room.shape.name());
        }
        digest.finish()
    }
}

impl PartialEq for Level {
    /// Whether the two are the same level; what was looked up in them, and where in its list a name stands, do not count.
    fn eq(&self, other: &Self) -> bool {
        let same_room = |(ours, theirs): (&Room, &Room)| {
            let plain = |room: &Room| Room { layout: None, vault: None, tags: 0, ..*room };
            plain(ours) == plain(theirs)
                && self.layout(ours) == other.layout(theirs)
                && self.vault(ours) == other.vault(theirs)
                && self.tags(ours).eq(other.tags(theirs))
        };
        self.origin == other.origin
            && self.tiles == other.tiles
            && self.rooms.len() == other.rooms.len()
            && self.rooms.iter().zip(&other.rooms).all(same_room)
            && (&self.passages, &self.path, self.entry, self.exit)
                == (&other.passages, &other.path, other.entry, other.exit)
            && (&self.kinds, &self.props, &self.notes) == (&other.kinds, &other.props, &other.notes)
    }
}

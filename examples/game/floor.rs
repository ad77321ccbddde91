//! A floor of the game: a level, what the hero has done to it, and what is there to be taken.

use roomgen::{Cell, DoorKind, KeyUse, Level, Prop, PropKind, Rect, grid::BitGrid, play::Playthrough};
use serde::{Deserialize, Serialize};

/// A floor and its state. The level itself changes where the hero takes things.
#[derive(Serialize, Deserialize)]
pub(crate) struct Floor {
    pub(crate) level: Level,
    /// The keys taken and the locks opened.
    pub(crate) play: Playthrough,
    /// The current kind of each passage's doors: an opened one is `Open`, a found one `Closed`.
    pub(crate) doors: Vec<DoorKind>,
    pub(crate) seen: BitGrid,
    pub(crate) monsters: Vec<Monster>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Monster {
    /// The name of its kind of marker.
    pub(crate) kind: String,
    pub(crate) cell: Cell,
    pub(crate) health: u32,
}

impl Floor {
    pub(crate) fn new(level: Level) -> Self {
        let monster = |marker: Prop<'_>| {
            let (kind, cell) = (marker.kind.name.to_string(), marker.cells.top_left());
            Monster { kind, cell, health: strength(marker.kind) }
        };
        let monsters = enemies(&level).map(monster).filter(|monster| monster.cell != level.entry()).collect();
        let doors = level.passages().iter().map(|passage| passage.kind).collect();
        let seen = BitGrid::new(level.width(), level.height());
        Self { level, play: Playthrough::new(), doors, seen, monsters }
    }

    /// The cells of the doors of some kinds, as they are now.
    pub(crate) fn door_cells(&self, is_wanted: impl Fn(DoorKind) -> bool) -> impl Iterator<Item = Cell> {
        let wanted = self.level.passages().iter().zip(&self.doors).filter(move |(_, kind)| is_wanted(**kind));
        wanted.flat_map(|(passage, _)| passage.doors().iter().flat_map(|door| door.cells()))
    }

    /// The cells that block sight: those of the level without the doors that were opened.
    pub(crate) fn opaque(&self) -> BitGrid {
        let mut opaque = self.level.opaque().clone();
        self.door_cells(|kind| kind == DoorKind::Open).for_each(|cell| opaque.set(cell, false));
        opaque
    }

    /// The key or switch at a cell that waits to be taken or used.
    pub(crate) fn key_at(&self, cell: Cell) -> Option<(u32, KeyUse, &str)> {
        let (id, key) = self.level.key_at(cell).filter(|(id, _)| !self.play.has_taken(*id))?;
        Some((id, key.key_use, self.level.key_name(key)))
    }

    /// The keys of a lock that are held and open something yet.
    ///
    /// [`Playthrough::held`] counts neither switches nor keys that are used up. A key that opens
    /// for good stays in hand, also when all its doors are open.
    pub(crate) fn keys_left(&self, lock: u32, name: &str) -> u32 {
        let mut locked = (0..).zip(self.level.passages()).filter(|(_, way)| self.level.lock(way) == Some(name));
        let is_shut = locked.any(|(id, _)| !self.play.is_open(&self.level, id));
        if is_shut { self.play.held(&self.level, lock) } else { 0 }
    }

    /// Whether a prop can be taken: small things that lie about, loot, and whatever is offered.
    ///
    /// Loot and offers may block, such as a chest. They may be markers too, places at which the
    /// game itself puts the thing.
    pub(crate) fn can_take(&self, prop: &Prop<'_>) -> bool {
        let kind = prop.kind;
        let lies = !kind.blocks
            && !kind.marker
            && kind.tall.parts() > 0
            && prop.cells == Rect::from_cell(prop.cells.top_left());
        let is_key = self.level.locks().contains(&kind.name);
        !is_key && (lies || self.is_loot(prop) || prop.offer.is_some())
    }

    fn is_loot(&self, prop: &Prop<'_>) -> bool {
        let mut bought = self.level.loot().iter();
        prop.kind.labels.has("loot")
            || bought.any(|thing| thing.item == prop.kind.name && prop.cells.contains(thing.cell))
    }

    /// What can be taken at a cell, by its position in the list of props: what blocks the cell, or
    /// what lies there. Loot comes before what else lies there.
    pub(crate) fn thing_at(&self, cell: Cell, blocks: bool) -> Option<(u32, &PropKind)> {
        let is_here = |prop: &Prop<'_>| prop.kind.blocks == blocks && prop.cells.contains(cell) && self.can_take(prop);
        let here = (0..).zip(self.level.props()).filter(|(_, prop)| is_here(prop));
        here.max_by_key(|(_, prop)| self.is_loot(prop)).map(|(id, prop)| (id, prop.kind))
    }

    /// Of how many things a prop is one, of which only one more can be taken; else 0.
    pub(crate) fn choices(&self, id: u32) -> usize {
        let offer = self.level.prop(id).and_then(|prop| self.level.offers().get(prop.offer? as usize));
        offer.filter(|offer| offer.take == 1).map_or(0, |offer| offer.props.len())
    }

    /// The health of a rested hero: one more than twice what the floor's encounters cost, since
    /// those who stand together strike together.
    ///
    /// The cost of a group is the designer's measure of how dangerous it is, and a level's budget
    /// rises with the difficulty: so a hero is fit for any floor. Where a preset has no budgets,
    /// the levels of the monsters stand for it.
    pub(crate) fn full_health(&self) -> u32 {
        let cost: u32 = self.level.encounters().iter().map(|encounter| encounter.cost).sum();
        let strength: u32 = enemies(&self.level).map(|enemy| strength(enemy.kind)).sum();
        1 + 2 * cost.max(strength)
    }
}

fn enemies(level: &Level) -> impl Iterator<Item = Prop<'_>> {
    level.markers().filter(|marker| marker.kind.labels.has("enemy"))
}

/// The level of a monster, which is its health: 1 unless its kind has a value `level`.
fn strength(kind: &PropKind) -> u32 {
    kind.labels.value("level").and_then(|level| level.parse().ok()).unwrap_or(1)
}

/// The health that a thing of this kind gives back to a hero with `full` health; `None` if it does
/// not heal.
///
/// Some presets say how much, in a value `heals`. Others have only a tag, `healing`, for what they
/// meter, such as one flask on every second floor: that gives back a quarter.
pub(crate) fn healing(kind: &PropKind, full: u32) -> Option<u32> {
    let stated = kind.labels.value("heals").and_then(|heals| heals.parse().ok());
    stated.or_else(|| kind.labels.has("healing").then(|| full.div_ceil(4)))
}

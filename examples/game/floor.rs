//! A floor of the game: its level in play, its monsters, and what is there to be taken.

use roomgen::play::{Floor, StepOutcome, Walker};
use roomgen::{Cell, Level, Prop, grid::BitGrid, level::PropRole};
use serde::{Deserialize, Serialize};

/// A level in play, what the hero has seen of it, and who walks there.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameFloor {
    pub(crate) play: Floor,
    pub(crate) known: BitGrid,
    pub(crate) monsters: Vec<Monster>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Monster {
    /// The id of its marker, which stays where it stood first.
    pub(crate) prop: u32,
    pub(crate) cell: Cell,
    pub(crate) health: u32,
    pub(crate) is_awake: bool,
}

impl GameFloor {
    pub(crate) fn new(level: Level) -> Self {
        let enemies = level.markers().filter(|marker| marker.kind.labels.has("enemy"));
        let monster = |enemy: Prop<'_>| {
            let (prop, cell, health) = (enemy.id, enemy.cells.top_left(), number(&enemy, "level", 1));
            Monster { prop, cell, health, is_awake: false }
        };
        let monsters = enemies.map(monster).filter(|monster| monster.cell != level.entry()).collect();
        Self { known: BitGrid::new(level.width(), level.height()), play: Floor::new(level), monsters }
    }

    /// The floor's number in its run.
    pub(crate) fn number(&self) -> u32 {
        self.play.level().origin().floor
    }

    /// The health of a rested hero, who is fit for what the designer says that the floor's
    /// encounters cost: since those who stand together strike together, twice that.
    pub(crate) fn full_health(&self) -> u32 {
        let costs = self.play.level().encounters().iter().map(|encounter| encounter.cost);
        costs.fold(9, |health, cost| health.saturating_add(cost.saturating_mul(2)))
    }

    /// The first prop of some sort that is there yet at a cell.
    pub(crate) fn prop_at(&self, cell: Cell, is_sort: fn(&Prop<'_>) -> bool) -> Option<Prop<'_>> {
        self.play.props_at(cell).find(|prop| is_sort(prop) && self.is_left(prop))
    }

    fn is_left(&self, prop: &Prop<'_>) -> bool {
        // A switch stays where it is when it is used.
        !matches!(prop.role(), PropRole::Key(key) if self.play.has_taken(key))
    }

    /// Whether a hero takes a thing without a question: nothing of an offer, and what heals only if
    /// all of it helps.
    pub(crate) fn is_wanted(&self, thing: &Prop<'_>, health: u32) -> bool {
        let heals = number(thing, "heals", 0);
        thing.offer.is_none() && (heals == 0 || health.saturating_add(heals) <= self.full_health())
    }

    /// The cells of all that the hero wants.
    pub(crate) fn wanted(&self, health: u32) -> impl Iterator<Item = Cell> {
        let is_wanted = move |prop: &Prop<'_>| is_thing(prop) && self.is_left(prop) && self.is_wanted(prop, health);
        self.play.props().filter(is_wanted).flat_map(|thing| thing.cells.cells())
    }

    /// What is to be known of a thing that is offered.
    pub(crate) fn choice(&self, thing: &Prop<'_>) -> String {
        let offer = thing.offer.and_then(|offer| self.play.level().offers().get(offer as usize));
        offer.map_or_else(String::new, |offer| format!(", {} of {} to be had", offer.take, offer.props.len()))
    }

    /// Strikes the monster at a cell, and says so.
    pub(crate) fn strike(&mut self, cell: Cell) -> Option<String> {
        let number = self.monsters.iter().position(|monster| monster.cell == cell)?;
        self.monsters[number].health = self.monsters[number].health.saturating_sub(1);
        let name = self.name(&self.monsters[number]);
        if self.monsters[number].health > 0 {
            return Some(format!("Hit: {name}."));
        }
        self.play.take(self.monsters.remove(number).prop);
        Some(format!("Slain: {name}."))
    }

    fn name(&self, monster: &Monster) -> String {
        self.play.level().prop(monster.prop).map_or_else(String::new, |prop| prop.kind.name.to_string())
    }

    /// Monsters wake by groups, come nearer, and strike the hero. Returns the names of who strikes.
    pub(crate) fn monsters_act(&mut self, hero: Cell, visible: &BitGrid) -> Vec<String> {
        let level = self.play.level();
        let group = |monster: &Monster| level.prop(monster.prop).map(|prop| (prop.role(), prop.room));
        let seen: Vec<_> = self.monsters.iter().filter(|monster| visible.get(monster.cell)).map(group).collect();
        self.monsters.iter_mut().for_each(|monster| monster.is_awake |= seen.contains(&group(monster)));
        let distances = self.play.distances_to([hero], Walker::Monster);
        let steps = |cell: Cell| distances.get(cell).unwrap_or(u32::MAX);
        let mut strikes = Vec::new();
        for number in 0..self.monsters.len() {
            let Monster { cell: from, is_awake: true, .. } = self.monsters[number] else { continue };
            let is_free = |to: &Cell| self.monsters.iter().all(|monster| monster.cell != *to);
            let is_open = |to: &Cell| self.play.ahead(from, *to) == StepOutcome::Moved && is_free(to);
            let nearer = from.neighbours().filter(|&to| steps(to) < steps(from)).filter(is_open);
            match nearer.min_by_key(|&to| steps(to)) {
                Some(to) if to == hero => strikes.push(self.name(&self.monsters[number])),
                Some(to) => self.monsters[number].cell = to,
                None => {}
            }
        }
        strikes
    }
}

pub(crate) fn is_trap(prop: &Prop<'_>) -> bool {
    prop.kind.labels.has("trap")
}

/// Whether a prop can be taken or used.
pub(crate) fn is_thing(prop: &Prop<'_>) -> bool {
    matches!(prop.role(), PropRole::Key(_) | PropRole::Loot(_) | PropRole::Offer(_)) || prop.kind.labels.has("loot")
}

/// A number that the preset gives kinds by a name.
pub(crate) fn number(prop: &Prop<'_>, name: &str, or: u32) -> u32 {
    prop.kind.labels.value(name).and_then(|value| value.parse().ok()).unwrap_or(or)
}

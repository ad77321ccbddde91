//! A small roguelike over the library: floors whose stairs meet, packs, loot, keys, secrets, lamps.

use roomgen::{
    Cell, Generator, Level, Preset, Prop, Request,
    grid::BitGrid,
    level::PropRole,
    play::{Floor, StepObstacle, StepOutcome, Walker},
    sight::{self, LightMap},
};
use serde::{Deserialize, Serialize};

pub(super) const FLOORS: u32 = 3;
/// The cells that the hero sees without a lamp.
const TORCH: i32 = 6;

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Foe {
    pub(super) cell: Cell,
    health: u32,
    pack: u32,
    is_awake: bool,
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Storey {
    pub(super) floor: Floor,
    pub(super) known: BitGrid,
    pub(super) foes: Vec<Foe>,
}

/// What a saved game has.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Run {
    preset: String,
    seed: u64,
    storeys: Vec<Storey>,
    pub(super) hero: Cell,
    pub(super) health: i64,
    pub(super) things: u32,
    pub(super) turns: u32,
}

pub(super) struct Delve {
    pub(super) run: Run,
    generator: Generator,
    pub(super) light: LightMap,
    pub(super) view: BitGrid,
}

impl Storey {
    fn new(level: Level) -> Self {
        let health = |prop: &Prop<'_>| prop.kind.labels.value("level").and_then(|level| level.parse().ok());
        let foe = |prop: Prop<'_>| {
            let PropRole::Member(pack) = prop.role() else { return None };
            let is_foe = prop.kind.labels.has("enemy");
            let (cell, health) = (prop.cells.top_left(), health(&prop).unwrap_or(1));
            is_foe.then_some((prop.id, Foe { cell, health, pack, is_awake: false }))
        };
        let (ids, foes): (Vec<u32>, Vec<Foe>) = level.props().filter_map(foe).unzip();
        let known = BitGrid::new(level.width(), level.height());
        let mut floor = Floor::new(level);
        ids.into_iter().for_each(|id| assert_eq!(floor.take(id), [id]));
        Self { floor, known, foes }
    }

    /// The ids of the loot at a cell.
    fn loot_at(&self, cell: Cell) -> Vec<u32> {
        let is_loot = |prop: &Prop<'_>| matches!(prop.role(), PropRole::Loot(_) | PropRole::Offer(_));
        self.floor.props_at(cell).filter(is_loot).map(|prop| prop.id).collect()
    }

    /// The cells of the loot that the hero knows.
    pub(super) fn wanted(&self) -> Vec<Cell> {
        let is_loot = |prop: &Prop<'_>| matches!(prop.role(), PropRole::Loot(_) | PropRole::Offer(_));
        self.floor.props().filter(is_loot).map(|prop| prop.cells.top_left()).collect()
    }
}

impl Delve {
    pub(super) fn new(preset: &str, seed: u64) -> Self {
        let mut generator = Generator::new(Preset::built_in(preset).expect("a preset"));
        let storey = Storey::new(generator.generate(seed));
        let (preset, hero) = (preset.to_owned(), storey.floor.level().entry());
        let storeys = vec![storey];
        Self::of(Run { preset, seed, storeys, hero, health: 0, things: 0, turns: 0 }).arrived()
    }

    pub(super) fn save(&self) -> String {
        serde_json::to_string(&self.run).expect("JSON")
    }

    pub(super) fn load(text: &str) -> Self {
        Self::of(serde_json::from_str(text).expect("a saved run"))
    }

    fn of(run: Run) -> Self {
        let generator = Generator::new(Preset::built_in(&run.preset).expect("a preset"));
        let light = run.storeys[run.storeys.len() - 1].floor.light();
        let mut delve = Self { run, generator, light, view: BitGrid::default() };
        delve.look();
        delve
    }

    fn arrived(mut self) -> Self {
        let level = self.storey().floor.level();
        self.run.health = 50 + 10 * level.encounters().iter().map(|encounter| i64::from(encounter.cost)).sum::<i64>();
        self
    }

    pub(super) fn storey(&self) -> &Storey {
        &self.run.storeys[self.run.storeys.len() - 1]
    }

    fn storey_mut(&mut self) -> &mut Storey {
        let last = self.run.storeys.len() - 1;
        &mut self.run.storeys[last]
    }

    /// Sees what is near or lit, and wakes packs in view.
    fn look(&mut self) {
        let opaque = self.storey().floor.opaque();
        let mut view = sight::view(opaque, self.run.hero, i32::MAX);
        let near = sight::view(opaque, self.run.hero, TORCH);
        let dark: Vec<Cell> =
            view.iter().filter(|&cell| !near.get(cell) && self.light.amount(cell) == [0; 3]).collect();
        dark.into_iter().for_each(|cell| view.set(cell, false));
        let storey = self.storey_mut();
        storey.known.union_with(&view);
        let woken: Vec<u32> = storey.foes.iter().filter(|foe| view.get(foe.cell)).map(|foe| foe.pack).collect();
        storey.foes.iter_mut().filter(|foe| woken.contains(&foe.pack)).for_each(|foe| foe.is_awake = true);
        self.view = view;
    }

    /// One turn: a step, an attack, an opened door, or loot that blocks. False if nothing came of
    /// it.
    pub(super) fn walk(&mut self, to: Cell) -> bool {
        let hero = self.run.hero;
        let storey = self.storey_mut();
        if let Some(foe) = storey.foes.iter().position(|foe| foe.cell == to) {
            storey.foes[foe].health = storey.foes[foe].health.saturating_sub(2);
            storey.foes.retain(|foe| foe.health > 0);
            return self.end_turn();
        }
        match storey.floor.step(hero, to) {
            StepOutcome::Moved => {
                self.run.hero = to;
                let here = self.storey().loot_at(to);
                here.into_iter().for_each(|id| self.pick_up(id));
                let traps = self.storey().floor.props_at(to).filter(|prop| prop.kind.labels.has("trap"));
                for trap in traps.map(|trap| trap.id).collect::<Vec<_>>() {
                    self.storey_mut().floor.take(trap);
                    // Flames shed light.
                    self.light.put(trap, None, self.run.storeys[self.run.storeys.len() - 1].floor.opaque());
                    self.run.health -= 1;
                }
                let key = self.storey().floor.level().key_at(to).map(|(id, _)| id);
                if key.is_some_and(|key| self.storey_mut().floor.take_key(key)) {
                    // A switch opens doors elsewhere.
                    self.light = self.storey().floor.light();
                }
            }
            StepOutcome::Opened { passage, .. } => {
                let storey = &self.run.storeys[self.run.storeys.len() - 1];
                let doors = storey.floor.level().passages()[passage as usize].doors();
                doors.iter().for_each(|&door| self.light.recast(door, storey.floor.opaque()));
            }
            StepOutcome::Blocked(StepObstacle::Prop(id)) if storey.loot_at(to).contains(&id) => self.pick_up(id),
            _ => return false,
        }
        self.end_turn()
    }

    fn pick_up(&mut self, id: u32) {
        let last = self.run.storeys.len() - 1;
        let floor = &mut self.run.storeys[last].floor;
        let Some(cells) = floor.level().prop(id).map(|prop| prop.cells) else { return };
        for gone in floor.take(id) {
            self.light.put(gone, None, floor.opaque());
            self.light.recast(cells, floor.opaque());
        }
        self.run.things += 1;
    }

    pub(super) fn search(&mut self) -> bool {
        let hero = self.run.hero;
        self.storey_mut().floor.search(hero, TORCH);
        self.end_turn()
    }

    /// Goes down to the next floor, whose entry is below the exit. False on the last one.
    pub(super) fn descend(&mut self) -> bool {
        let level = self.storey().floor.level();
        assert_eq!(self.run.hero, level.exit());
        let (floor, stairs) = (level.origin().floor + 1, level.exit());
        if floor == FLOORS {
            return false;
        }
        let difficulty = f32::from(floor as u16) / f32::from(FLOORS as u16 - 1);
        let request = Request::new(self.run.seed).on_floor(floor).with_difficulty(difficulty).expect("0 to 1");
        let storey = Storey::new(self.generator.generate(request.starting_at(stairs)));
        assert_eq!(storey.floor.level().entry(), stairs, "the stairs meet");
        self.run.storeys.push(storey);
        *self = Self::of(self.run.clone()).arrived();
        true
    }

    /// Foes that are awake come, and strike.
    fn end_turn(&mut self) -> bool {
        self.run.turns += 1;
        self.look();
        let hero = self.run.hero;
        let Storey { floor, foes, .. } = self.storey_mut();
        if !foes.iter().any(|foe| foe.is_awake) {
            return true;
        }
        let steps = floor.distances_to([hero], Walker::Monster);
        let mut strikes = 0;
        for number in 0..foes.len() {
            let Foe { cell, is_awake, .. } = foes[number];
            let Some(far) = steps.get(cell).filter(|_| is_awake) else { continue };
            let free = |to: &Cell| *to != hero && foes.iter().all(|other| other.cell != *to);
            let next = cell.neighbours().filter(|&to| floor.ahead(cell, to) == StepOutcome::Moved);
            strikes += i64::from(cell.neighbours().any(|to| to == hero));
            let nearer = next.filter(|to| steps.get(*to).is_some_and(|steps| steps < far)).find(free);
            nearer.into_iter().for_each(|to| foes[number].cell = to);
        }
        self.run.health -= strikes;
        true
    }
}

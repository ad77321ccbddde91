//! The state of one game, and the rules of a step.

use std::sync::Arc;

use roomgen::{
    Cell, Direction, DoorKind, Level,
    play::{Floor, StepOutcome},
};

use super::planes::{OBSTACLE, ObservationPlane, Planes};

/// The steps of an episode for each cell of a level's width and height, unless the caller names
/// their number: twice as many as the longest walkthrough needs. Among 30,800 levels of the
/// built-in presets, from 15x15 to 60x40, that is 3.65.
const STEPS_PER_SIDE: u32 = 8;

/// A game: a level in play, where the player is, and how many steps he made.
///
/// The observation lies elsewhere, so that those of many games lie side by side: each method takes
/// it, and keeps it equal to the state.
#[derive(Clone)]
pub(crate) struct Game {
    floor: Floor<Arc<Level>>,
    player: Cell,
    steps: u32,
    max_steps: u32,
    is_over: bool,
}

/// What a step led to.
#[derive(Clone, Copy)]
pub(crate) struct Outcome {
    /// Whether the player is at the exit.
    pub(crate) terminated: bool,
    /// Whether the last step was made without that.
    pub(crate) truncated: bool,
}

impl Outcome {
    /// An episode that goes on.
    pub(crate) const ONGOING: Self = Self { terminated: false, truncated: false };

    pub(crate) fn reward(self) -> f64 {
        f64::from(u8::from(self.terminated))
    }
}

impl Game {
    /// Begins a game at the entry of a level, and writes its observation.
    pub(crate) fn begin(level: Arc<Level>, max_steps: Option<u32>, planes: &mut Planes<'_>) -> Self {
        let default = STEPS_PER_SIDE * (level.width() + level.height()) as u32;
        let mut floor = Floor::new(level);
        let passages = (0..).zip(floor.level().passages());
        // Nobody searches here: secret doors are closed ones.
        let secret = passages.filter(|(_, passage)| passage.kind == DoorKind::Secret).map(|(id, _)| id);
        let secret: Vec<u32> = secret.collect();
        for id in secret {
            floor.reveal(id);
        }
        let mut game = Self {
            player: floor.level().entry(),
            floor,
            steps: 0,
            max_steps: max_steps.unwrap_or(default),
            is_over: false,
        };
        planes.write_level(&game.floor);
        planes.set(ObservationPlane::Player, game.player, 1);
        game.take_keys(planes);
        game
    }

    /// Makes a step. One that cannot be made leaves the player where he is, and counts.
    ///
    /// A locked door is opened by walking into it with a key; a key is taken, and a switch used, by
    /// walking onto it.
    pub(crate) fn step(&mut self, direction: Direction, planes: &mut Planes<'_>) -> Outcome {
        let to = self.player.step(direction);
        if planes.get(ObservationPlane::Terrain, to) != OBSTACLE && (planes.is_plain(to) || self.can_enter(to, planes))
        {
            planes.set(ObservationPlane::Player, self.player, 0);
            planes.set(ObservationPlane::Player, to, 1);
            self.player = to;
            self.take_keys(planes);
        }
        self.steps = self.steps.saturating_add(1);
        let terminated = self.player == self.floor.level().exit();
        let truncated = !terminated && self.steps >= self.max_steps;
        self.is_over = terminated || truncated;
        Outcome { terminated, truncated }
    }

    /// Whether the player can enter a door; opens it if that needs a key that he holds.
    fn can_enter(&mut self, door: Cell, planes: &mut Planes<'_>) -> bool {
        let mut outcome = self.floor.step(self.player, door);
        if matches!(outcome, StepOutcome::Opened { .. }) {
            planes.write_locks(&self.floor);
            outcome = self.floor.ahead(self.player, door);
        }
        outcome == StepOutcome::Moved
    }

    /// Takes the keys and uses the switches at the player's cell.
    fn take_keys(&mut self, planes: &mut Planes<'_>) {
        if planes.get(ObservationPlane::Keys, self.player) == 0 {
            return;
        }
        let keys = (0..).zip(self.floor.level().keys()).filter(|(_, key)| key.cell == self.player);
        let keys: Vec<u32> = keys.map(|(id, _)| id).collect();
        for key in keys {
            self.floor.take_key(key);
        }
        planes.set(ObservationPlane::Keys, self.player, 0);
        planes.write_locks(&self.floor);
    }

    /// The level that is played.
    pub(crate) fn level(&self) -> &Arc<Level> {
        self.floor.shared_level()
    }

    pub(crate) fn taken(&self) -> &[u32] {
        self.floor.keys()
    }

    /// The passages whose locks were opened.
    pub(crate) fn opened(&self) -> Vec<u32> {
        let level = self.floor.level();
        let has_lock = |id: &u32| level.passage(*id).is_some_and(|passage| level.lock(passage).is_some());
        self.floor.opened().iter().copied().filter(has_lock).collect()
    }

    pub(crate) fn player(&self) -> Cell {
        self.player
    }

    pub(crate) fn steps(&self) -> u32 {
        self.steps
    }

    pub(crate) fn max_steps(&self) -> u32 {
        self.max_steps
    }

    /// Whether the last step has terminated or truncated the episode.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }
}

//! What an expression may ask of a level.

use std::fmt;

use roomgen::survey::Metric;
use roomgen_find::Value;

/// One thing to measure of a level. `Display` writes it as expressions do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelInput {
    /// A metric of surveys.
    Metric(Metric),
    /// The seed of the level's request.
    Seed,
    /// The floor of the request.
    Floor,
    /// The difficulty of the request.
    Difficulty,
    /// The props of the kinds that have this name or this tag.
    Props(String),
    /// The rooms of this kind or with this tag.
    Rooms(String),
    /// The rooms with this layout.
    Layouts(String),
    /// The rooms with this vault.
    Vaults(String),
    /// The encounters of this group.
    Groups(String),
    /// The things of this kind that the budget of loot dealt.
    Loot(String),
    /// The passages with this lock.
    Locks(String),
    /// The cells with this kind of terrain.
    Terrain(String),
    /// The steps from one of these places to the other.
    Steps([StepsPlace; 2]),
}

/// A place of a level, or several of one sort, of which the nearest counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepsPlace {
    /// The cell where the player arrives.
    Entry,
    /// The cell where the player leaves.
    Exit,
    /// The props of this kind. Keys and switches are props of the kind with their name.
    Kind(String),
    /// The doors of the passages with this lock.
    Lock(String),
}

impl LevelInput {
    /// The value of [`LevelInput::Difficulty`]: the shortest decimal that is read as this
    /// difficulty, so that 0.1 equals the 0.1 of an expression.
    #[must_use]
    pub fn of_difficulty(difficulty: f32) -> Value<'static> {
        Value::Decimal(difficulty.to_string().parse().unwrap_or_else(|_| difficulty.into()))
    }
}

impl StepsPlace {
    /// What a text begins with that names a lock, and not the keys of the same name.
    pub(crate) const LOCK: &'static str = "lock:";
}

impl fmt::Display for LevelInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Metric(metric) => f.write_str(metric.column()),
            Self::Seed => f.write_str("seed"),
            Self::Floor => f.write_str("floor"),
            Self::Difficulty => f.write_str("difficulty"),
            Self::Props(name) => write!(f, "count({name:?})"),
            Self::Rooms(name) => write!(f, "rooms({name:?})"),
            Self::Layouts(name) => write!(f, "layouts({name:?})"),
            Self::Vaults(name) => write!(f, "vaults({name:?})"),
            Self::Groups(name) => write!(f, "groups({name:?})"),
            Self::Loot(name) => write!(f, "loot({name:?})"),
            Self::Locks(name) => write!(f, "locks({name:?})"),
            Self::Terrain(name) => write!(f, "terrain({name:?})"),
            Self::Steps([from, to]) => write!(f, "steps({:?}, {:?})", from.to_string(), to.to_string()),
        }
    }
}

impl fmt::Display for StepsPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry => f.write_str("entry"),
            Self::Exit => f.write_str("exit"),
            Self::Kind(name) => f.write_str(name),
            Self::Lock(name) => write!(f, "{}{name}", Self::LOCK),
        }
    }
}

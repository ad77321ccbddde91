//! What to generate: seed, floor, difficulty, arrival cell and re-rolls.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    deals::FloorDeals,
    error::RequestError,
    geom::Cell,
    level::{Origin, RunOrigin},
    model::{Name, NamedSeed, Rerolls, SeedField},
    rng::FloorSeed,
};

/// The generator's revision. It rises by one whenever the level of any seed changes, or how digests
/// of presets are computed.
pub const REVISION: u32 = 19;

/// What to generate from a preset: seed, floor, difficulty, and optionally an arrival cell and
/// rooms to re-roll.
///
/// Guarantee: the difficulty lies between 0 and 1.
///
/// serde writes `seed`, `seed_word`, `floor`, `difficulty`, `start` and `rerolls` as level files
/// do: the seed as text. It reads a number too, and checks the difficulty and the word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RequestFields", into = "RequestFields")]
pub struct Request {
    pub(super) seed: u64,
    pub(super) seed_word: Option<Name>,
    pub(super) floor: u32,
    pub(super) difficulty: f32,
    pub(super) start: Option<Cell>,
    pub(super) rerolls: Rerolls,
    /// What a run deals to the floor, in place of what its number says.
    pub(super) deals: Option<Arc<FloorDeals>>,
    pub(super) run: Option<Arc<RunOrigin>>,
}

impl Request {
    /// The first floor of `seed`, at difficulty 0.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            seed_word: None,
            floor: 0,
            difficulty: 0.0,
            start: None,
            rerolls: Rerolls::none(),
            deals: None,
            run: None,
        }
    }

    /// The same request for another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, seed_word: None, ..self }
    }

    /// The same request for another seed, with the word that stands for it, if there is one.
    /// [`Origin::seed_word`](crate::level::Origin::seed_word) keeps it.
    #[must_use]
    pub fn with_named_seed(self, seed: NamedSeed) -> Self {
        Self { seed: seed.number(), seed_word: seed.into_word(), ..self }
    }

    /// The same request for another floor. Floors of one seed share the order of its pools, so that
    /// none repeats another before a pool is used up, and where in their periods pools and metered
    /// things begin; nothing else.
    #[must_use]
    pub fn on_floor(self, floor: u32) -> Self {
        Self { floor, ..self }
    }

    /// The same request at another difficulty from 0 to 1, which is an input of the preset's ramps.
    ///
    /// # Errors
    ///
    /// [`RequestError::Difficulty`] unless `difficulty` is a number from 0 to 1.
    pub fn with_difficulty(self, difficulty: f32) -> Result<Self, RequestError> {
        if !(0.0..=1.0).contains(&difficulty) {
            return Err(RequestError::Difficulty(difficulty.to_string()));
        }
        // Adding zero turns -0.0 into 0.0, so that both give the same bytes.
        Ok(Self { difficulty: difficulty + 0.0, ..self })
    }

    /// The same request with the player arriving at `cell`.
    ///
    /// This replaces the preset's rules for the start and the entry. The plan makes room for the
    /// cell, so that the stairs of two floors meet: the entry is `cell`, if a room can hold it. A
    /// room can hold each cell but those of the outer wall, and those within the least margin of it
    /// in the style `Corridors`. For any other cell, also one outside of the level, the entry is
    /// the nearest cell of the nearest room.
    ///
    /// ```
    /// use roomgen::{Preset, Request, generate};
    ///
    /// let preset = Preset::built_in("crypt")?;
    /// let above = generate(&preset, 42);
    /// let below = generate(&preset, Request::new(42).on_floor(1).starting_at(above.exit()));
    /// assert_eq!(below.entry(), above.exit());
    /// # Ok::<(), roomgen::error::RequestError>(())
    /// ```
    #[must_use]
    pub fn starting_at(self, cell: Cell) -> Self {
        Self { start: Some(cell), ..self }
    }

    /// The same request with a room furnished anew: re-roll `number` of it. 0 leaves the room as it
    /// was drawn first.
    ///
    /// The room keeps its walls, doors, tags, vault and what is decided for the level as a whole:
    /// its keys, its groups and its loot. It draws its layout anew, unless a pool dealt that, and
    /// the cells of all that stands in it. Nothing else changes: each other room is the same in all
    /// that it has. A group or a thing that finds no cell is missing, which the level notes, and
    /// its cost stays spent. What budgets count and the vault lacked at first, since it gave way to
    /// a key or a walkway, stays away. A room that is not there leaves a note, too.
    ///
    /// Cost: that of furnishing the room once more.
    ///
    /// # Errors
    ///
    /// [`RequestError::Rerolls`] beyond [`Rerolls::MOST`] rooms.
    ///
    /// ```
    /// use roomgen::{Preset, Request, generate};
    ///
    /// let preset = Preset::built_in("crypt")?;
    /// let first = generate(&preset, 42);
    /// let again = generate(&preset, Request::new(42).with_reroll(4, 1)?);
    /// for room in 0..first.rooms().len() as u32 {
    ///     let [one, other] = [&first, &again].map(|level| level.props_in(room));
    ///     assert_eq!(one.map(|prop| prop.cells).eq(other.map(|prop| prop.cells)), room != 4);
    /// }
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    pub fn with_reroll(mut self, room: u32, number: u32) -> Result<Self, RequestError> {
        let is_set = self.rerolls.set(room, number);
        is_set.then_some(self).ok_or(RequestError::Rerolls { most: Rerolls::MOST })
    }

    /// The same request with these re-rolls in place of its own: rooms with their numbers, as in
    /// [`Request::with_reroll`]. Of a room that comes twice, the last number counts.
    ///
    /// # Errors
    ///
    /// [`RequestError::Rerolls`] beyond [`Rerolls::MOST`] rooms.
    pub fn with_rerolls(self, rerolls: impl IntoIterator<Item = (u32, u32)>) -> Result<Self, RequestError> {
        let bare = Self { rerolls: Rerolls::none(), ..self };
        rerolls.into_iter().try_fold(bare, |request, (room, number)| request.with_reroll(room, number))
    }

    /// The same request with what a run deals to the floor, in place of what its number says.
    ///
    /// serde writes no deals: they follow from the run.
    #[must_use]
    pub(crate) fn with_deals(self, deals: Arc<FloorDeals>) -> Self {
        Self { deals: Some(deals), ..self }
    }

    /// The seed with its word.
    pub(crate) fn named_seed(&self) -> NamedSeed {
        NamedSeed::stated(self.seed, self.seed_word.as_deref()).unwrap_or_else(|| self.seed.into())
    }

    /// The same request as that of a floor of a run.
    ///
    /// serde does not write the run: the request alone makes no floor of it.
    #[must_use]
    pub(crate) fn of_run(self, run: RunOrigin) -> Self {
        Self { run: Some(Arc::new(run)), ..self }
    }

    pub(super) fn deals(&self) -> Option<&FloorDeals> {
        self.deals.as_deref()
    }

    /// The rooms that are furnished anew, with their numbers.
    #[must_use]
    pub const fn rerolls(&self) -> &Rerolls {
        &self.rerolls
    }

    pub(super) fn floor_seed(&self) -> FloorSeed {
        FloorSeed::new(self.seed, self.floor)
    }
}

impl Origin {
    /// The request that makes the level again, but for its run.
    pub(crate) fn own_request(&self) -> Result<Request, RequestError> {
        let Self { seed, floor, difficulty, start, .. } = *self;
        let seed_word = self.seed_word.clone().filter(|word| NamedSeed::stated(seed, Some(word)).is_some());
        let request = Request { seed, seed_word, floor, start, rerolls: self.rerolls.clone(), ..Request::new(seed) };
        request.with_difficulty(difficulty)
    }
}

impl From<&Self> for Request {
    fn from(request: &Self) -> Self {
        request.clone()
    }
}

impl From<u64> for Request {
    fn from(seed: u64) -> Self {
        Self::new(seed)
    }
}

/// The fields of a [`Request`] as serde reads and writes them.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Request", deny_unknown_fields)]
struct RequestFields {
    seed: SeedField,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed_word: Option<String>,
    floor: u32,
    difficulty: f32,
    start: Option<Cell>,
    #[serde(default, skip_serializing_if = "Rerolls::is_empty")]
    rerolls: Rerolls,
}

impl From<Request> for RequestFields {
    fn from(Request { seed, seed_word, floor, difficulty, start, rerolls, deals: _, run: _ }: Request) -> Self {
        let seed_word = seed_word.map(|word| word.to_string());
        Self { seed: seed.into(), seed_word, floor, difficulty, start, rerolls }
    }
}

impl TryFrom<RequestFields> for Request {
    type Error = RequestError;

    fn try_from(fields: RequestFields) -> Result<Self, RequestError> {
        let (number, word) = (fields.seed.value, fields.seed_word);
        let seed = NamedSeed::stated(number, word.as_deref());
        let seed = seed.ok_or_else(|| RequestError::SeedWord { word: word.unwrap_or_default(), seed: number })?;
        let request = Self { start: fields.start, rerolls: fields.rerolls, ..Self::new(0).with_named_seed(seed) };
        request.on_floor(fields.floor).with_difficulty(fields.difficulty)
    }
}

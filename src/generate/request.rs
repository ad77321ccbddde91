//! What to generate: seed, floor, difficulty and arrival cell.

use serde::{Deserialize, Serialize};

use crate::{error::RequestError, geom::Cell, model::SeedField, rng::FloorSeed};

/// The generator's revision. It rises by one whenever the level of any seed changes, or how digests
/// of presets are computed.
pub const REVISION: u32 = 11;

/// What to generate from a preset: seed, floor, difficulty, and optionally an arrival cell.
///
/// Guarantee: the difficulty lies between 0 and 1.
///
/// serde writes `seed`, `floor`, `difficulty` and `start` as level files do: the seed as text. It
/// reads a number too, and checks the difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RequestFields", into = "RequestFields")]
pub struct Request {
    pub(super) seed: u64,
    pub(super) floor: u32,
    pub(super) difficulty: f32,
    pub(super) start: Option<Cell>,
}

impl Request {
    /// The first floor of `seed`, at difficulty 0.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, floor: 0, difficulty: 0.0, start: None }
    }

    /// The same request for another seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The same request for another floor; floors of one seed are unrelated to each other.
    #[must_use]
    pub const fn on_floor(self, floor: u32) -> Self {
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
    pub const fn starting_at(self, cell: Cell) -> Self {
        Self { start: Some(cell), ..self }
    }

    pub(super) fn floor_seed(self) -> FloorSeed {
        FloorSeed::new(self.seed, self.floor)
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
    floor: u32,
    difficulty: f32,
    start: Option<Cell>,
}

impl From<Request> for RequestFields {
    fn from(Request { seed, floor, difficulty, start }: Request) -> Self {
        Self { seed: seed.into(), floor, difficulty, start }
    }
}

impl TryFrom<RequestFields> for Request {
    type Error = RequestError;

    fn try_from(fields: RequestFields) -> Result<Self, RequestError> {
        let request = Self { start: fields.start, ..Self::new(fields.seed.value) };
        request.on_floor(fields.floor).with_difficulty(fields.difficulty)
    }
}

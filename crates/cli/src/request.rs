//! The arguments of all commands that generate levels: preset, size, floor, difficulty and start.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    str::FromStr,
};

use clap::Args;
use rand::{TryRng, rngs::SysRng};
use roomgen::{
    Cell, Generator, Level, NamedSeed, Passage, Preset, Request, Rerolls,
    geom::{Rect, Size},
    level::LevelStage,
};

use super::{
    failure::CommandFailure,
    preset::{self, LoadedPreset},
    print,
};

/// The preset and the request, by `--preset`.
#[derive(Debug, Args)]
pub(super) struct LevelArgs {
    /// A built-in preset's name, or a preset file: it ends in .ron or has a / in its path
    #[arg(long, short, value_name = "NAME|FILE", default_value = "crypt")]
    pub(super) preset: PathBuf,

    #[command(flatten)]
    pub(super) request: RequestArgs,
}

/// The request without its seed.
#[derive(Debug, Args)]
pub(super) struct RequestArgs {
    /// Columns and rows of cells, instead of the preset's
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    pub(super) size: Option<Size>,

    /// Floor of the dungeon: every floor of a seed is a level of its own
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value = "0", value_parser = floor, allow_negative_numbers = true)]
    pub(super) floor: u32,

    /// Difficulty, 0 to 1: the input of the preset's ramps by difficulty
    #[arg(long, value_name = "0..1", default_value = "0", value_parser = difficulty, allow_negative_numbers = true)]
    pub(super) difficulty: f32,

    /// The cell where the player arrives, or the nearest possible one: its column and row, counted
    /// from 0
    #[arg(long, hide_short_help = true, value_name = "X,Y", value_parser = cell, allow_hyphen_values = true)]
    pub(super) start: Option<Cell>,
}

/// The seed of a single level, and its rooms to furnish anew.
#[derive(Debug, Args)]
pub(super) struct SeedArgs {
    #[command(flatten)]
    own: OneSeedArgs,

    /// Rooms to furnish anew, by number, several with commas; ROOM:N is the room's re-roll N, ROOM
    /// alone its first, and ROOM:next the next by which it looks different, which is printed.
    /// Nothing else of the level changes
    #[arg(long, hide_short_help = true, value_name = "ROOM[:N]", allow_hyphen_values = true)]
    reroll: Vec<RerollList>,
}

/// The seed of one level or of one run.
#[derive(Debug, Args)]
pub(super) struct OneSeedArgs {
    /// Number that decides the level, 0 to 18446744073709551615, or a word or a date that gives
    /// one; without it a random one, printed on standard error
    #[arg(long, short, value_name = "NUMBER", allow_negative_numbers = true)]
    seed: Option<NamedSeed>,
}

/// Rooms with the numbers of their re-rolls, in the order of the text; `None` for the next.
///
/// Guarantee: at least one room, at most [`Rerolls::MOST`], none of them twice, no number 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RerollList(Vec<(u32, Option<u32>)>);

impl FromStr for RerollList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const ALLOWED: &str =
            "a re-roll is the number of a room, or ROOM:N with N from 1 or `next`; several have commas: 12,17:3";
        let (mut rooms, mut known) = (Vec::new(), BTreeSet::new());
        for part in text.split(',') {
            let (room, number) = part.split_once(':').unwrap_or((part, "1"));
            let number = match number {
                "next" => Some(None),
                number => number.parse().ok().filter(|&number: &u32| number > 0).map(Some),
            };
            let (Ok(room), Some(number)) = (room.parse::<u32>(), number) else { return Err(ALLOWED.to_owned()) };
            if !known.insert(room) {
                return Err(format!("room {room} is in the list twice"));
            }
            rooms.push((room, number));
        }
        if rooms.len() > Rerolls::MOST {
            return Err(format!("there are {} rooms; a level has {} re-rolls at most", rooms.len(), Rerolls::MOST));
        }
        Ok(Self(rooms))
    }
}

impl RerollList {
    /// The request with these re-rolls, one after the other. The next of a room is printed.
    fn rerolled(&self, preset: &Preset, mut request: Request) -> Result<Request, CommandFailure> {
        let mut generator = None;
        for &(room, number) in &self.0 {
            let number = match number {
                Some(number) => number,
                None => {
                    let generator = generator.get_or_insert_with(|| Generator::new(preset));
                    next_reroll(generator, &request, room)?
                }
            };
            let rerolled = request.with_reroll(room, number);
            request = rerolled.map_err(|error| CommandFailure::usage(format!("--reroll: {error}.")))?;
        }
        Ok(request)
    }
}

/// No rooms.
pub(super) static NO_REROLLS: FloorRerolls = FloorRerolls(BTreeMap::new());

/// Rooms of floors of a run with the numbers of their re-rolls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FloorRerolls(BTreeMap<u32, RerollList>);

impl FromStr for FloorRerolls {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const ALLOWED: &str =
            "a re-roll of a run is FLOOR/ROOM, or FLOOR/ROOM:N with N from 1; several have commas: 4/12,7/3:2";
        let mut lists: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        for part in text.split(',') {
            let (floor, room) = part.split_once('/').ok_or(ALLOWED)?;
            lists.entry(floor.parse().map_err(|_| ALLOWED)?).or_default().push(room);
        }
        let list = |(floor, rooms): (u32, Vec<&str>)| {
            let rooms = rooms.join(",").parse().map_err(|error| format!("floor {floor}: {error}"))?;
            Ok((floor, rooms))
        };
        lists.into_iter().map(list).collect::<Result<_, String>>().map(Self)
    }
}

impl FloorRerolls {
    /// The floors with rooms to furnish anew, in ascending order.
    pub(super) fn floors(&self) -> impl Iterator<Item = u32> {
        self.0.keys().copied()
    }

    /// The request of a floor with its re-rolls; `None` if it has none.
    pub(super) fn rerolled(
        &self,
        floor: u32,
        preset: &Preset,
        request: &Request,
    ) -> Result<Option<Request>, CommandFailure> {
        let list = self.0.get(&floor).map(|list| list.rerolled(preset, request.clone()));
        list.transpose().map_err(|failure| failure.prefixed(&format!("Floor {floor}: ")))
    }
}

/// The number of the next re-roll of a room, which is printed.
fn next_reroll(generator: &mut Generator<&Preset>, request: &Request, room: u32) -> Result<u32, CommandFailure> {
    let Some(number) = generator.next_reroll(request, room) else {
        let rooms = generator.generate_to(LevelStage::Plan, request).rooms().len();
        let why = match room as usize >= rooms {
            true => format!("there is no room {room}; the level has rooms 0 to {}", rooms.saturating_sub(1)),
            false => format!("by none of 16 numbers room {room} looks different"),
        };
        return Err(CommandFailure::usage(format!("--reroll {room}:next: {why}.")));
    };
    print::note(&format!("room {room}: re-roll {number}"));
    Ok(number)
}

impl LevelArgs {
    /// Loads the preset, resizes it as the arguments ask, and makes the request with seed 0.
    pub(super) fn load(&self) -> Result<(LoadedPreset, Request), CommandFailure> {
        self.request.load(preset::load("--preset", &self.preset)?)
    }
}

impl RequestArgs {
    /// Resizes a preset as the arguments ask, and makes the request with seed 0.
    pub(super) fn load(&self, loaded: LoadedPreset) -> Result<(LoadedPreset, Request), CommandFailure> {
        let loaded = resized(loaded, self.size)?;
        let request = request(loaded.preset.size(), self.floor, self.difficulty, self.start)?;
        Ok((loaded, request))
    }
}

/// The preset at the size of `--size`, if that is given.
pub(super) fn resized(mut loaded: LoadedPreset, size: Option<Size>) -> Result<LoadedPreset, CommandFailure> {
    if let Some(size) = size {
        let resized = loaded.preset.with_size(size);
        loaded.preset = resized.map_err(|error| CommandFailure::usage(format!("--size {size}: {error}.")))?;
    }
    Ok(loaded)
}

/// The request with seed 0 for a level of `size` cells. Refuses a start outside of the level.
pub(super) fn request(size: Size, floor: u32, difficulty: f32, start: Option<Cell>) -> Result<Request, CommandFailure> {
    let request = Request::new(0).on_floor(floor).with_difficulty(difficulty);
    let request = request.map_err(|error| CommandFailure::usage(format!("--difficulty: {error}.")))?;
    let bounds = Rect::from(size);
    match start {
        Some(cell) if !bounds.contains(cell) => Err(CommandFailure::usage(format!(
            "--start {},{}: a level of {size} cells has columns 0 to {} and rows 0 to {}.",
            cell.x,
            cell.y,
            bounds.right() - 1,
            bounds.bottom() - 1,
        ))),
        start => Ok(starting(request, start)),
    }
}

impl SeedArgs {
    /// The request with the seed of [`SeedArgs::get`], and with the re-rolls asked for.
    pub(super) fn request(&self, preset: &Preset, request: Request) -> Result<Request, CommandFailure> {
        self.rerolled(preset, request.with_named_seed(self.get()?))
    }

    /// The request with the re-rolls asked for.
    pub(super) fn rerolled(&self, preset: &Preset, request: Request) -> Result<Request, CommandFailure> {
        self.reroll.iter().try_fold(request, |request, list| list.rerolled(preset, request))
    }

    /// The seed asked for, as [`OneSeedArgs::get`].
    pub(super) fn get(&self) -> Result<NamedSeed, CommandFailure> {
        self.own.get()
    }

    /// Whether rooms are to be furnished anew.
    pub(super) fn has_rerolls(&self) -> bool {
        !self.reroll.is_empty()
    }
}

impl OneSeedArgs {
    /// The seed asked for, or a random one. The seed of a word is printed, and so is a random one,
    /// which has 32 bits, to be short to type.
    pub(super) fn get(&self) -> Result<NamedSeed, CommandFailure> {
        if let Some(seed) = &self.seed {
            let number = seed.number();
            seed.word().iter().for_each(|word| print::note(&format!("seed {number}, by the word {word:?}")));
            return Ok(seed.clone());
        }
        let seed = SysRng.try_next_u32().map_err(|error| {
            CommandFailure::failed(format!(
                "The system has no random number for a seed: {error}. Give one with --seed."
            ))
        })?;
        print::note(&format!("seed {seed}"));
        Ok(u64::from(seed).into())
    }
}

/// The request with the cell where the player should arrive, if there is one.
pub(super) fn starting(request: Request, start: Option<Cell>) -> Request {
    match start {
        Some(cell) => request.starting_at(cell),
        None => request,
    }
}

/// Warns of each shortfall that the level notes; with `strict` they are a failure. `prefix` begins
/// each sentence.
pub(super) fn report_shortfalls(level: &Level, prefix: &str, strict: bool) -> Result<(), CommandFailure> {
    let notes: Vec<_> = level.notes().iter().map(|note| format!("{prefix}{note}")).collect();
    if strict && !notes.is_empty() {
        return Err(CommandFailure::failed(format!(
            "--strict: the level falls short of its preset, and nothing was written. {}.",
            notes.join(". ")
        )));
    }
    notes.iter().for_each(|note| print::warning(&format!("{note}.")));
    Ok(())
}

/// The numbers of rooms and props of a level, and of its cycles, locked passages, keys and one-way
/// passages if it has any.
pub(super) fn figures(level: &Level) -> String {
    let passages = |is_counted: fn(&Level, &Passage) -> bool| {
        level.passages().iter().filter(|passage| is_counted(level, passage)).count()
    };
    let locks = passages(|level, passage| level.lock(passage).is_some());
    let one_way = passages(|_, passage| passage.one_way.is_some());
    let optional = [(level.cycles().len(), "cycle"), (locks, "lock"), (level.keys().len(), "key")];
    let optional = optional.into_iter().chain([(one_way, "one-way passage")]).filter(|(number, _)| *number > 0);
    let optional: String = optional.map(|(number, what)| format!(", {}", print::count(number, what))).collect();
    let (rooms, props) = (level.rooms().len(), level.props().len());
    format!("{}{optional}, {}", print::count(rooms, "room"), print::count(props, "prop"))
}

pub(super) fn floor(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("a floor is a whole number from 0 to {}", u32::MAX))
}

pub(super) fn floors(text: &str) -> Result<u32, String> {
    const MOST: u32 = 10_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a number of floors is a whole number from 1 to {MOST}"))
}

pub(super) fn difficulty(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| Request::new(0).with_difficulty(*number).is_ok());
    number.ok_or_else(|| "a difficulty is a number from 0 to 1".to_owned())
}

pub(super) fn cell(text: &str) -> Result<Cell, String> {
    let cell = text.split_once(',').and_then(|(x, y)| Some(Cell::new(x.parse().ok()?, y.parse().ok()?)));
    cell.ok_or_else(|| "a cell is a column and a row, counted from 0: 12,30".to_owned())
}

//! Generates a level again from its own origin and compares: does its seed still give this level?

use thiserror::Error;

use crate::{
    error::RequestError,
    generate::{Generator, REVISION, Request},
    geom::{Size, SizeError},
    level::{Level, Origin},
    preset::Preset,
    run::Run,
    trace::Step,
};

/// Why a level is not reproduced by its preset and seed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReproduceError {
    /// Another revision of the generator made the level; its seeds give other levels.
    #[error(
        "the level comes from revision {given} of the generator; this is revision {known}, whose seeds give other levels"
    )]
    Revision {
        /// The revision that the level states.
        given: u32,
        /// The revision of this crate.
        known: u32,
    },
    /// The preset's rules differ from those that made the level.
    #[error(
        "the level comes from the preset {name:?} with digest {given:016x}; the preset {other:?} has digest {known:016x}: its rules \
         differ"
    )]
    PresetDigest {
        /// The name of the level's preset.
        name: String,
        /// The digest of the level's preset.
        given: u64,
        /// The name of the preset that was to reproduce the level.
        other: String,
        /// The digest of the preset that was to reproduce the level.
        known: u64,
    },
    /// The preset cannot make levels of this size or difficulty.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The level's size is not a valid level size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The same request gives a different level.
    #[error("generated again, the level differs: {part}")]
    Differs {
        /// The first difference, as in `room 3`.
        part: String,
    },
}

/// What makes a level again: a preset, and a request if the level's origin does not say all of it,
/// as for floors of a [`Run`] that is not built in.
#[derive(Clone, Debug)]
pub struct Recipe<'a> {
    preset: &'a Preset,
    request: Option<Request>,
}

impl<'a> From<&'a Preset> for Recipe<'a> {
    /// The request is [that of the origin](Origin::request).
    fn from(preset: &'a Preset) -> Self {
        Self { preset, request: None }
    }
}

impl<'a> From<(&'a Preset, Request)> for Recipe<'a> {
    fn from((preset, request): (&'a Preset, Request)) -> Self {
        Self { preset, request: Some(request) }
    }
}

impl<'a> Recipe<'a> {
    /// The preset.
    #[must_use]
    pub fn preset(&self) -> &'a Preset {
        self.preset
    }
}

/// Generates a level again from its own seed, floor, difficulty, start and size, and compares.
///
/// The returned level equals the given one. Cost: that of generating it.
///
/// # Errors
///
/// [`ReproduceError`] if `preset` or the generator's revision is not the one that made the level,
/// or if the level was edited since.
///
/// ```
/// let preset = roomgen::Preset::built_in("crypt")?;
/// let level = roomgen::generate(&preset, 42);
/// assert_eq!(roomgen::reproduce(&level, &preset), Ok(level));
/// # Ok::<(), roomgen::error::RequestError>(())
/// ```
pub fn reproduce<'a>(level: &Level, preset: impl Into<Recipe<'a>>) -> Result<Level, ReproduceError> {
    generated_again(level, preset.into(), |generator, request| generator.generate(request))
}

/// Like [`reproduce`], handing each step of generation to `see`: to record how a level was made
/// that is already there.
///
/// # Errors
///
/// Those of [`reproduce`]; `see` may have received steps by then.
///
/// ```
/// use roomgen::{Preset, generate, reproduce_stepwise, trace::Step};
///
/// let preset = Preset::built_in("crypt")?;
/// let level = generate(&preset, 42);
/// let mut steps: Vec<Step> = Vec::new();
/// reproduce_stepwise(&level, &preset, &mut |step| steps.push(step))?;
/// let is_prop = |step: &&Step| matches!(step, Step::Remain { .. } | Step::Populate { .. });
/// assert_eq!(steps.iter().filter(is_prop).count(), level.props().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reproduce_stepwise<'a>(
    level: &Level,
    preset: impl Into<Recipe<'a>>,
    see: &mut dyn FnMut(Step),
) -> Result<Level, ReproduceError> {
    generated_again(level, preset.into(), |generator, request| generator.generate_stepwise(request, see))
}

impl Preset {
    /// The built-in preset that made a level, by the level's origin; of a floor of a built-in run,
    /// the merged preset of that floor. With the level's size and
    /// [`Origin::request`], it is all that makes the level again.
    ///
    /// # Errors
    ///
    /// [`ReproduceError::Request`] if no built-in preset has the name, which lists those that there
    /// are; [`ReproduceError::PresetDigest`] if its rules differ from those that made the level.
    ///
    /// ```
    /// use roomgen::{Preset, generate};
    ///
    /// let level = generate(&Preset::built_in("crypt")?.with_size("60x40".parse()?)?, 42);
    /// let origin = level.origin();
    /// // The same level, with room 3 furnished anew.
    /// let preset = Preset::of(origin)?.with_size(level.size())?;
    /// let again = generate(&preset, origin.request()?.with_reroll(3, 1)?);
    /// assert_eq!(again.tiles(), level.tiles());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(origin: &Origin) -> Result<Self, ReproduceError> {
        let preset = match Run::of_origin(origin)? {
            Some(run) => run.preset_and_request(origin)?.0,
            None => Self::built_in(&origin.preset)?,
        };
        origin.must_be_of(&preset)?;
        Ok(preset)
    }
}

impl Origin {
    fn must_be_of(&self, preset: &Preset) -> Result<(), ReproduceError> {
        let (given, known) = (self.preset_digest, preset.digest());
        if given == known {
            return Ok(());
        }
        let (name, other) = (self.preset.to_string(), preset.name().to_owned());
        Err(ReproduceError::PresetDigest { name, given, other, known })
    }
}

/// Has `generate` make a level again, and compares.
fn generated_again(
    level: &Level,
    Recipe { preset, request }: Recipe<'_>,
    generate: impl FnOnce(&mut Generator, Request) -> Level,
) -> Result<Level, ReproduceError> {
    let origin = level.origin();
    if origin.revision != REVISION {
        return Err(ReproduceError::Revision { given: origin.revision, known: REVISION });
    }
    origin.must_be_of(preset)?;
    let size = Size::new(level.width().into(), level.height().into())?;
    let request = request.map_or_else(|| origin.request(), Ok)?;
    let again = generate(&mut Generator::new(preset.clone().with_size(size)?), request);
    match difference(level, &again) {
        Some(part) => Err(ReproduceError::Differs { part }),
        None => Ok(again),
    }
}

/// The first part in which two levels of the same size differ, as in `room 3`; `None` if they are
/// equal.
fn difference(level: &Level, again: &Level) -> Option<String> {
    if level == again {
        return None;
    }
    let tile = level.tiles().bounds().cells().find(|&cell| level.tile(cell) != again.tile(cell));
    let changed = |what: &str, same: bool| (!same).then(|| what.to_owned());
    tile.map(|cell| format!("tile at ({}, {})", cell.x, cell.y))
        .or_else(|| first("room", rooms(level), rooms(again)))
        .or_else(|| first("passage", level.passages().iter(), again.passages().iter()))
        .or_else(|| changed("path", level.path() == again.path()))
        .or_else(|| changed("entry", level.entry() == again.entry()))
        .or_else(|| changed("exit", level.exit() == again.exit()))
        .or_else(|| changed("dead end", level.is_dead_end() == again.is_dead_end()))
        .or_else(|| first("stairs", level.stairs().iter(), again.stairs().iter()))
        .or_else(|| first("kind", level.kinds().iter(), again.kinds().iter()))
        .or_else(|| first("prop", level.props(), again.props()))
        .or_else(|| first("note", level.notes().iter(), again.notes().iter()))
        .or_else(|| Some("name of its preset".to_owned()))
}

/// The properties of the rooms of a level, in a form that can be compared with that of another
/// level: names instead of positions in lists of names.
fn rooms(level: &Level) -> impl Iterator<Item = impl PartialEq> {
    level.rooms().iter().map(|room| {
        let names = (level.layout(room), level.vault(room));
        (room.kind, room.rect, room.depth, room.progress, room.host, names, room.shape)
    })
}

/// Names the first element in which two lists differ, as in `room 3`.
fn first<T: PartialEq>(
    what: &str,
    ours: impl Iterator<Item = T>,
    mut theirs: impl Iterator<Item = T>,
) -> Option<String> {
    let mut count = 0;
    for (id, thing) in ours.enumerate() {
        if theirs.next().as_ref() != Some(&thing) {
            return Some(format!("{what} {id}"));
        }
        count = id + 1;
    }
    theirs.next().map(|_| format!("{what} {count}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{generate::generate, geom::Cell, level::Tile};

    fn made() -> (Preset, Level) {
        let preset = Preset::built_in("crypt").unwrap();
        let request = Request::new(7).on_floor(2).with_difficulty(0.5).unwrap();
        let level = generate(&preset.clone().with_size(Size::new(40, 30).unwrap()).unwrap(), request);
        (preset, level)
    }

    #[test]
    fn a_level_is_reproduced_from_its_origin() {
        let (preset, level) = made();
        assert_eq!(reproduce(&level, &preset), Ok(level));
    }

    #[test]
    fn another_revision_or_preset_is_refused_by_name() {
        let (preset, mut level) = made();
        level.origin.preset_digest ^= 1;
        let error = reproduce(&level, &preset).unwrap_err();
        assert!(matches!(&error, ReproduceError::PresetDigest { name, .. } if name == "crypt"), "{error}");
        level.origin.revision += 1;
        assert_eq!(reproduce(&level, &preset), Err(ReproduceError::Revision { given: REVISION + 1, known: REVISION }));
    }

    #[test]
    fn an_origin_gives_its_preset_and_its_request_again() {
        let request = Request::new(0).with_named_seed("moss".parse().unwrap()).on_floor(3).starting_at(Cell::new(9, 7));
        let request = request.with_difficulty(0.5).unwrap().with_reroll(2, 1).unwrap();
        let preset = Preset::built_in("crypt").unwrap();
        let level = generate(&preset, &request);
        assert_eq!((Preset::of(level.origin()), level.origin().request()), (Ok(preset), Ok(request.clone())));
        let mut origin = level.origin().clone();
        origin.seed_word = Some("fern".into());
        assert_eq!(origin.request(), Ok(request.with_seed(origin.seed)));
        origin.difficulty = f32::NAN;
        assert!(matches!(origin.request(), Err(RequestError::Difficulty(_))));
        origin.preset_digest ^= 1;
        assert!(matches!(Preset::of(&origin), Err(ReproduceError::PresetDigest { .. })));
        origin.preset = "mine of my own".into();
        assert!(matches!(Preset::of(&origin), Err(ReproduceError::Request(RequestError::UnknownPreset { .. }))));
    }

    #[test]
    fn the_first_difference_is_named() {
        let differs = |change: fn(&mut Level)| {
            let (preset, mut level) = made();
            change(&mut level);
            reproduce(&level, &preset).unwrap_err().to_string()
        };
        let said = |part| format!("generated again, the level differs: {part}");
        assert_eq!(differs(|level| level.tiles.set(Cell::new(0, 2), Tile::Floor)), said("tile at (0, 2)"));
        assert_eq!(differs(|level| level.rooms[1].depth += 1), said("room 1"));
        assert_eq!(differs(|level| level.props.truncate(3)), said("prop 3"));
        assert_eq!(differs(|level| level.origin.preset = "other".into()), said("name of its preset"));
    }
}

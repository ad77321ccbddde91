//! Runs: the floors of one game as one thing, from one text and one seed.
//!
//! A run's text names presets for its acts, and has pieces of presets, moods and branches. A
//! [`Run`] is that text, checked, with its merged presets. For a seed it says which floors there
//! are, and makes any of them. Planning, furnishing and levels know no run: a floor gets a preset,
//! a request, the cell where its stairs arrive, and the numbers of what all floors share.

mod check;
mod checker;
mod floors;
mod generator;
mod missing_floor;
mod origin;
mod raw;
mod rules;
#[cfg(feature = "schema")]
mod schema;
#[cfg(test)]
mod tests;

use std::{path::Path, sync::Arc};

pub use floors::RunFloor;
pub use generator::RunGenerator;
pub use missing_floor::MissingFloor;
#[cfg(feature = "schema")]
pub use schema::schema;

use crate::{
    digest::Digest,
    error::{PresetError, PresetLoadError, Problem, ProblemCode, RequestError},
    geom::Size,
    level::Level,
    model::Name,
    preset::{BasePreset, PieceSource, PiledPreset, Preset, RunTextReader, ValueStep, load_run_text, no_run_texts},
    theme::SpritePicture,
};
use check::CheckedRun;
use rules::{ActRule, RunRules, VariantKey};

/// The runs that are part of the crate, each as its name and its text. The texts are the files in
/// `runs/`.
pub static BUILT_IN: &[(&str, &str)] =
    &[("delve", include_str!("../../runs/delve.run.ron")), ("descent", include_str!("../../runs/descent.run.ron"))];

/// The floors of one game as one thing: acts of presets, pieces, moods and branches.
///
/// Guarantee: every merged preset is valid, so every floor of every seed can be made.
///
/// ```
/// use roomgen::run::Run;
///
/// let run = Run::built_in("delve")?;
/// let floors = run.floors(42);
/// let levels: Vec<_> = run.generator(42).collect();
/// for (floor, level) in floors.iter().zip(&levels) {
///     assert_eq!((floor.number, &floor.preset), (level.origin().floor, &level.origin().preset));
/// }
/// // The stairs of two floors meet.
/// assert_eq!(levels[1].entry(), levels[0].exit());
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    rules: RunRules,
    /// The merged presets in the order of their keys.
    presets: Vec<(VariantKey, Arc<Preset>)>,
    /// Their texts before the check, in the same order; none in a run of one preset.
    piles: Vec<PiledPreset>,
    digest: u64,
    /// Whether it is a text's, so that levels name it.
    is_named: bool,
}

/// A run, and where its acts and moods were written.
pub(crate) struct WrittenRun {
    pub(crate) run: Run,
    source: PieceSource,
    acts: Vec<Vec<ValueStep>>,
}

impl WrittenRun {
    /// Reads a run as [`Run::parse_with`] does, and keeps its text.
    pub(crate) fn parse_with(text: &str, read: RunTextReader<'_>) -> Result<Self, PresetError> {
        check::parse(text, read, None).map(Run::of_checked)
    }

    /// A problem with an act, by its position in the run's acts.
    pub(crate) fn problem_of_act(&self, act: usize, message: String, help: &str) -> Problem {
        let path = [&self.acts[act][..], &[ValueStep::Field("preset")]].concat();
        self.source.problem(&path, ProblemCode::Finding, message, Some(help.to_owned()))
    }

    /// A problem with a mood, by its position in the run's moods.
    pub(crate) fn problem_of_mood(&self, mood: usize, message: String, help: &str) -> Problem {
        let path = [ValueStep::Field("moods"), ValueStep::Key(mood)];
        self.source.problem(&path, ProblemCode::Finding, message, Some(help.to_owned()))
    }
}

impl Run {
    /// The most merged presets of a run.
    pub const MAX_PRESETS: usize = 64;
    /// The most floors of a run, branches included.
    pub const MAX_FLOORS: u32 = 10_000;

    /// Reads a run whose presets are built-in ones and whose pieces stand in its text.
    ///
    /// Cost: linear in the text, and that of parsing each merged preset.
    ///
    /// # Errors
    ///
    /// [`PresetError`] with up to fifty problems, by line and column, each once: those of the run,
    /// and those of its acts' presets with the pieces laid over them.
    ///
    /// ```
    /// let text = r#"(name: "trip", acts: [(preset: "mine"), (preset: "crypt", floors: (3, 4))])"#;
    /// let run = roomgen::run::Run::parse(text)?;
    /// assert!((4..=5).contains(&run.floors(42).len()));
    /// # Ok::<(), roomgen::PresetError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, PresetError> {
        Self::parse_with(text, no_run_texts)
    }

    /// Reads a run whose presets and moods may be files.
    ///
    /// `read` returns the text of a file, by its name as it is written and the name of the text
    /// that names it; `None` for the run's own text. Its error is a sentence.
    ///
    /// # Errors
    ///
    /// [`PresetError`], as for [`Run::parse`]. A problem in another text names it.
    pub fn parse_with(
        text: &str,
        mut read: impl FnMut(&str, Option<&str>) -> Result<BasePreset, String>,
    ) -> Result<Self, PresetError> {
        check::parse(text, &mut read, None).map(|checked| Self::of_checked(checked).run)
    }

    /// Reads a run as [`Run::parse_with`] does, and the sprites of its presets from pictures.
    ///
    /// `pictures` returns the picture that a field `sprites` names, as for
    /// [`Preset::parse_with_pictures`]; each is asked for once. It gets the name of the text in
    /// which that field is; `None` for a piece in the run's own text.
    ///
    /// # Errors
    ///
    /// Those of [`Run::parse_with`], and those of pictures.
    ///
    /// ```
    /// use roomgen::{run::Run, theme::SpritePicture};
    ///
    /// let text = "(name: \"r\", acts: [(preset: \"cellar\")], \
    ///     shared: (sprites: \"things.png\", props: { \"barrel\": (sprite: \"1,0\") }))";
    /// // Two columns and a row of cells of 16 pixels.
    /// let white = SpritePicture::new(32, 16, vec![255; 32 * 16 * 4]).expect("a picture");
    /// let no_files = |_: &str, _: Option<&str>| Err("no files here".to_owned());
    /// let run = Run::parse_with_pictures(text, no_files, |_, _| Ok(white.clone()))?;
    /// let preset = run.preset(42, 0).expect("a first floor");
    /// assert_eq!(preset.theme().sprites["barrel"].width(), 16);
    /// # Ok::<(), roomgen::PresetError>(())
    /// ```
    pub fn parse_with_pictures(
        text: &str,
        mut read: impl FnMut(&str, Option<&str>) -> Result<BasePreset, String>,
        mut pictures: impl FnMut(&str, Option<&str>) -> Result<SpritePicture, String>,
    ) -> Result<Self, PresetError> {
        check::parse(text, &mut read, Some(&mut pictures)).map(|checked| Self::of_checked(checked).run)
    }

    fn of_checked(checked: CheckedRun) -> WrittenRun {
        let CheckedRun { rules, presets, piles, source, acts } = checked;
        let digest = digest(&rules, &presets);
        WrittenRun { run: Self { rules, presets, piles, digest, is_named: true }, source, acts }
    }

    /// Reads the file of a run, and the files that it names: they lie in its folder or below it.
    ///
    /// # Errors
    ///
    /// [`PresetLoadError`] if the file cannot be read, or is no valid run.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, PresetLoadError> {
        load_run_text(path.as_ref(), |text, read| Self::parse_with(text, read))
    }

    /// A built-in run, by its name in [`BUILT_IN`].
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownRun`], which lists the names of all built-in runs.
    pub fn built_in(name: &str) -> Result<Self, RequestError> {
        let unknown = || RequestError::UnknownRun {
            name: name.to_owned(),
            known: BUILT_IN.iter().map(|(name, _)| *name).collect(),
        };
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name).ok_or_else(unknown)?;
        // Never fails: a test parses all built-in runs.
        Self::parse(text).map_err(|_| unknown())
    }

    /// A run of `floors` floors of one preset, from 1 to [`Run::MAX_FLOORS`], whose difficulty
    /// rises from 0 to 1. Its levels are those of the preset alone, each below the exit of the one
    /// above.
    #[must_use]
    pub fn of(preset: &Preset, floors: u32) -> Self {
        let name = preset.shared_name();
        let floors = floors.clamp(1, Self::MAX_FLOORS);
        let act = ActRule {
            name: name.clone(),
            presets: vec![name.clone()],
            floors: (floors, floors),
            difficulty: Some((0.0, 1.0)),
            size: None,
            has_end: false,
        };
        let (acts, size) = (vec![act], preset.size());
        let rules = RunRules { name, size, acts, main: 1, moods: Vec::new(), branches: Vec::new() };
        let presets: Vec<_> = rules.variants().into_iter().map(|key| (key, Arc::new(preset.clone()))).collect();
        let digest = digest(&rules, &presets);
        Self { rules, presets, piles: Vec::new(), digest, is_named: false }
    }

    /// The run's name.
    #[must_use]
    pub fn name(&self) -> &Name {
        &self.rules.name
    }

    /// The size of its floors, in cells; acts may have another one.
    #[must_use]
    pub fn size(&self) -> Size {
        self.rules.size
    }

    /// A hash of all rules that decide its levels, the same on every platform.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// The names of its acts in the order of the text: those of the main way, then those of its
    /// branches.
    pub fn acts(&self) -> impl ExactSizeIterator<Item = &Name> {
        self.rules.acts.iter().map(|act| &act.name)
    }

    /// The names of its branches.
    pub fn branches(&self) -> impl ExactSizeIterator<Item = &Name> {
        self.rules.branches.iter().map(|branch| &branch.name)
    }

    /// The names of its moods.
    pub fn moods(&self) -> impl ExactSizeIterator<Item = &Name> {
        self.rules.moods.iter().map(|mood| &mood.name)
    }

    /// All merged presets of which floors may be made.
    pub fn presets(&self) -> impl ExactSizeIterator<Item = &Preset> {
        self.presets.iter().map(|(_, preset)| &**preset)
    }

    /// All merged presets, each with the name of its act, and of its branch if it is of one. Acts
    /// are in the order of [`Run::acts`].
    pub fn presets_of_acts(&self) -> impl Iterator<Item = (&Name, Option<&Name>, &Preset)> {
        self.presets.iter().map(|(key, preset)| {
            let branch = self.rules.branches.iter().find(|branch| branch.acts.contains(&key.act));
            (&self.rules.acts[key.act].name, branch.map(|branch| &branch.name), &**preset)
        })
    }

    /// The floors of a seed, in the order of their numbers, without making any. A branch for whose
    /// stair no room suits is left out when levels are made.
    ///
    /// Cost: linear in the floors.
    #[must_use]
    pub fn floors(&self, seed: u64) -> Vec<RunFloor> {
        floors::floors(&self.rules, seed)
    }

    /// The preset of the floor with this number; `None` if the run of this seed has none.
    #[must_use]
    pub fn preset(&self, seed: u64, floor: u32) -> Option<&Preset> {
        let floors = self.floors(seed);
        Some(self.preset_of(floors.iter().find(|facts| facts.number == floor)?))
    }

    /// The text of a floor's merged preset, which has neither a base nor comments; `None` for a run
    /// of one preset, and if the run of this seed has no such floor.
    ///
    /// It says the size of the act's preset, in proportion to which amounts are: its levels are
    /// those of the floor at [`RunFloor::size`].
    #[must_use]
    pub fn text(&self, seed: u64, floor: u32) -> Option<String> {
        let floors = self.floors(seed);
        let floor = floors.iter().find(|facts| facts.number == floor)?;
        Some(self.piles.get(self.position(floor))?.text())
    }

    /// The level of the floor with this number; `None` if the run of this seed has none.
    ///
    /// Cost: that of the level, and of the plans of the floors above it. [`Run::generator`] keeps
    /// these.
    #[must_use]
    pub fn level(&self, seed: u64, floor: u32) -> Option<Level> {
        self.generator(seed).level(floor)
    }

    /// A generator of the levels of a seed.
    #[must_use]
    pub fn generator(&self, seed: u64) -> RunGenerator<&Self> {
        RunGenerator::new(self, seed)
    }

    /// The position of a floor's merged preset.
    fn position(&self, floor: &RunFloor) -> usize {
        self.presets.binary_search_by_key(&floor.variant, |(key, _)| *key).unwrap_or_default()
    }

    /// The position of a floor's act in [`Run::acts`].
    pub(crate) fn act_of(&self, floor: &RunFloor) -> usize {
        floor.variant.act
    }

    pub(crate) fn preset_of(&self, floor: &RunFloor) -> &Preset {
        &self.presets[self.position(floor)].1
    }

    /// The name of the stair to the first floor of a branch.
    #[must_use]
    pub fn stair_to(branch: &str) -> String {
        format!("{branch}/0")
    }
}

/// The digest of a run's rules, those of its presets included. The name does not count.
fn digest(rules: &RunRules, presets: &[(VariantKey, Arc<Preset>)]) -> u64 {
    let RunRules { name: _, size, acts, main, moods, branches } = rules;
    let digest = &mut Digest::default();
    digest.numbers([size.width().into(), size.height().into()]).wide(*main as u64);
    digest.list(acts, |digest, act| {
        let ActRule { name, presets, floors, difficulty, size, has_end } = act;
        digest.text(name).list(presets, |digest, preset| _ = digest.text(preset)).number(*has_end);
        digest.number(floors.0).number(floors.1);
        let (first, last) = difficulty.unwrap_or((-1.0, -1.0));
        digest.real(first).real(last);
        let (width, height) = size.map_or((0, 0), |size| (size.width(), size.height()));
        digest.number(width).number(height);
    });
    digest.list(moods, |digest, mood| {
        let rules::MoodRule { name, weight, most, acts, has_text } = mood;
        digest.text(name).number(*weight).number(most.unwrap_or_default()).number(*has_text);
        digest.list(acts, |digest, may_have| _ = digest.number(*may_have));
    });
    digest.list(branches, |digest, branch| {
        let rules::BranchRule { name, from, chance, acts } = branch;
        digest.text(name).number(from.0).number(from.1).real(*chance).wide(acts.len() as u64);
    });
    digest.list(presets, |digest, (_, preset)| _ = digest.wide(preset.digest()));
    digest.finish()
}

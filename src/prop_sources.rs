//! What placed each prop of a level: a formation, a vault, or a key of the mission.
//!
//! Consumes a level and its preset; generates the level again and observes it.

use crate::{
    level::Level,
    reproduce::{Recipe, ReproduceError, reproduce_stepwise},
    trace::{PropSource, Step},
};

/// What placed each prop of one level.
///
/// [`WrittenPreset`](crate::preset::WrittenPreset) says where a formation or a vault was written.
///
/// ```
/// use roomgen::{Preset, PropSource, PropSources, generate};
///
/// let preset = Preset::built_in("crypt")?;
/// let level = generate(&preset, 42);
/// let sources = PropSources::of(&level, &preset)?;
/// for (id, prop) in (0..).zip(level.props()) {
///     match sources.get(id).expect("each prop has a source") {
///         PropSource::Formation { layout, formation } => {
///             let layout = &preset.layouts()[usize::from(layout)];
///             println!("{}: formation {formation} of {}", prop.kind.name, layout.name);
///         }
///         PropSource::Vault { vault } => {
///             println!("{}: vault {}", prop.kind.name, preset.vaults()[usize::from(vault)].name);
///         }
///         PropSource::Key => println!("{}: a key", prop.kind.name),
///         _ => {}
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropSources(Vec<PropSource>);

impl PropSources {
    /// Generates a level again and observes what places its props.
    ///
    /// Cost: that of [`reproduce_stepwise`], and memory of 12 bytes for each prop.
    ///
    /// # Errors
    ///
    /// [`ReproduceError`] if generation does not give exactly this level: another preset or
    /// revision made it, or it was edited.
    pub fn of<'a>(level: &Level, preset: impl Into<Recipe<'a>>) -> Result<Self, ReproduceError> {
        let mut sources: Vec<(u32, PropSource)> = Vec::with_capacity(level.props().len());
        reproduce_stepwise(level, preset, &mut |step| {
            if let Step::Remain { room, source, .. } | Step::Populate { room, source, .. } = step {
                sources.push((room, source));
            }
        })?;
        // What a budget places comes after all rooms, and lies behind the other props of its room.
        sources.sort_by_key(|(room, _)| *room);
        Ok(Self(sources.into_iter().map(|(_, source)| source).collect()))
    }

    /// What placed the prop with this id; `None` if there is no such prop.
    #[must_use]
    pub fn get(&self, prop: u32) -> Option<PropSource> {
        self.0.get(prop as usize).copied()
    }
}

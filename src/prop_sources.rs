//! What placed each prop of a level: a formation, a vault, or a key of the mission.
//!
//! Consumes a level and its preset; generates the level again and observes it.

use std::collections::BTreeMap;

use crate::{
    geom::{HalfCell, Rect},
    level::Level,
    model::PropKind,
    preset::Preset,
    reproduce::{ReproduceError, reproduce_traced},
    trace::{Rejection, Trace},
};

/// What placed a prop. All positions are those in the preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PropSource {
    /// A formation of a layout.
    Formation {
        /// The position of the layout in [`Preset::layouts`].
        layout: u16,
        /// The position of the formation in [`Layout::formations`](crate::preset::Layout).
        formation: u32,
    },
    /// The drawing of a vault.
    Vault {
        /// The position of the vault in [`Preset::vaults`].
        vault: u16,
    },
    /// The mission: the prop is a key or a switch.
    Key,
}

/// What placed each prop of one level.
///
/// ```
/// use roomgen::{Preset, PropSource, PropSources, generate};
///
/// let preset = Preset::built_in("crypt")?;
/// let level = generate(&preset, 42);
/// let sources = PropSources::of(&level, &preset)?;
/// let placed = |prop| sources.get(prop).expect("each prop has a source");
/// let PropSource::Formation { layout, .. } = placed(0) else { return Ok(()) };
/// let room = level.room(level.prop(0).expect("a prop").room).expect("its room");
/// assert_eq!(level.layout(room), Some(preset.layouts()[usize::from(layout)].name.as_str()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropSources(Vec<Option<PropSource>>);

impl PropSources {
    /// Generates a level again and observes what places its props.
    ///
    /// Cost: that of generating the level with an observer.
    ///
    /// # Errors
    ///
    /// [`ReproduceError`] if generation does not give exactly this level.
    pub fn of(level: &Level, preset: &Preset) -> Result<Self, ReproduceError> {
        let mut placed = PlacedProps::default();
        reproduce_traced(level, preset, &mut placed)?;
        Ok(Self(level.props().map(|prop| placed.take(level, preset, prop.room, prop.cells, prop.kind)).collect()))
    }

    /// What placed the prop with this id; `None` if there is no such prop.
    #[must_use]
    pub fn get(&self, prop: u32) -> Option<PropSource> {
        self.0.get(prop as usize).copied().flatten()
    }
}

/// What places props while a room is furnished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PropPlacer {
    #[default]
    Vault,
    Formation(u32),
    Key,
}

/// The props that were placed and not removed, by room and cells, in the order of placing.
#[derive(Debug, Default)]
struct PlacedProps {
    standing: BTreeMap<(u32, Rect), Vec<PropPlacer>>,
    placer: PropPlacer,
}

impl PlacedProps {
    /// Takes out what placed a prop of a level. Of several on the same cells, the first that places
    /// this kind.
    fn take(&mut self, level: &Level, preset: &Preset, room: u32, cells: Rect, kind: &PropKind) -> Option<PropSource> {
        let standing = self.standing.get_mut(&(room, cells))?;
        let room = level.room(room)?;
        let places = |placer: &PropPlacer| match (*placer, room.layout) {
            (PropPlacer::Formation(formation), Some(layout)) => {
                let layout = preset.layouts().get(usize::from(layout));
                let formation = layout.and_then(|layout| layout.formations.get(formation as usize));
                formation.is_some_and(|formation| preset.places(formation, kind))
            }
            _ => true,
        };
        let first = standing.iter().position(places).unwrap_or(0);
        if first >= standing.len() {
            return None;
        }
        match (standing.remove(first), room.layout, room.vault) {
            (PropPlacer::Formation(formation), Some(layout), _) => Some(PropSource::Formation { layout, formation }),
            (PropPlacer::Vault, _, Some(vault)) => {
                let vault = usize::from(vault).checked_sub(preset.layouts().len())?;
                Some(PropSource::Vault { vault: vault as u16 })
            }
            (PropPlacer::Key, ..) => Some(PropSource::Key),
            _ => None,
        }
    }
}

impl Trace for PlacedProps {
    fn vault(&mut self, _room: u32, _cells: Rect) {
        self.placer = PropPlacer::Vault;
    }

    fn lay_key(&mut self, _room: u32, _cell: Rect) {
        self.placer = PropPlacer::Key;
    }

    fn stamp(&mut self, _room: u32, formation: u32, _anchor: HalfCell) {
        self.placer = PropPlacer::Formation(formation);
    }

    fn place(&mut self, room: u32, prop: Rect) {
        self.standing.entry((room, prop)).or_default().push(self.placer);
    }

    fn reject(&mut self, room: u32, prop: Rect, reason: Rejection) {
        // Only these remove what stands; a prop that was never placed leaves nothing here.
        if matches!(reason, Rejection::Walkway | Rejection::NotNear) {
            self.standing.get_mut(&(room, prop)).and_then(Vec::pop);
        }
    }
}

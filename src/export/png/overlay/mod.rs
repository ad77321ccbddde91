//! Overlays: what the program knows of a level, drawn over its picture.
//!
//! They are drawn last, in the pixels of the finished picture, so that lines are crisp at every scale. A new one is a variant
//! of [`Overlay`] and a file beside this one.

mod quadtree;

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::Picture;
use crate::level::Level;

/// Something drawn over a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Overlay {
    /// The quadtree of [`Level::index`]: its nodes down to 2 by 2 cells, finer lines for smaller ones, and the cells that props
    /// cover. What the tree has nothing in is in the dark.
    Quadtree,
}

impl Overlay {
    /// All overlays, from the first drawn to the last.
    pub const ALL: &'static [Self] = &[Self::Quadtree];

    /// The name, as the command line has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quadtree => "quadtree",
        }
    }
}

impl fmt::Display for Overlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No overlay has the name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no overlay {given:?}; there is {}", known())]
pub struct UnknownOverlay {
    /// The name given.
    pub given: String,
}

/// The names of all overlays.
fn known() -> String {
    Overlay::ALL.iter().map(|overlay| overlay.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Overlay {
    type Err = UnknownOverlay;

    fn from_str(name: &str) -> Result<Self, UnknownOverlay> {
        let named = Self::ALL.iter().copied().find(|overlay| overlay.name() == name);
        named.ok_or_else(|| UnknownOverlay { given: name.to_owned() })
    }
}

/// A set of overlays. They are drawn in the order of [`Overlay::ALL`], each once.
///
/// ```
/// use roomgen::export::png::{Options, Overlay, Overlays};
///
/// let options = Options { overlays: Overlays::from(Overlay::Quadtree), ..Options::default() };
/// assert!(options.overlays.contains("quadtree".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overlays(u32);

impl Overlays {
    /// A bare picture.
    pub const NONE: Self = Self(0);

    /// The same with one more.
    #[must_use]
    pub const fn with(self, overlay: Overlay) -> Self {
        Self(self.0 | 1 << overlay as u32)
    }

    /// Whether it is in the set.
    #[must_use]
    pub const fn contains(self, overlay: Overlay) -> bool {
        self.0 >> overlay as u32 & 1 == 1
    }

    /// Draws all of them over the picture of a level that has `scale` pixels for each cell.
    pub(super) fn draw(self, level: &Level, scale: u32, picture: &mut Picture) {
        for overlay in Overlay::ALL.iter().filter(|overlay| self.contains(**overlay)) {
            match overlay {
                Overlay::Quadtree => quadtree::draw(level, scale, picture),
            }
        }
    }
}

impl From<Overlay> for Overlays {
    fn from(overlay: Overlay) -> Self {
        Self::NONE.with(overlay)
    }
}

impl FromIterator<Overlay> for Overlays {
    fn from_iter<I: IntoIterator<Item = Overlay>>(overlays: I) -> Self {
        overlays.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlays_go_by_their_names_and_an_unknown_one_is_told_which_there_are() {
        for overlay in Overlay::ALL {
            assert_eq!(overlay.to_string().parse(), Ok(*overlay));
        }
        for given in ["", "Quadtree", "quadtree ", "octree"] {
            let error = given.parse::<Overlay>().unwrap_err();
            assert_eq!(error.to_string(), format!("there is no overlay {given:?}; there is quadtree"));
        }
    }

    #[test]
    fn a_set_has_each_overlay_once() {
        let twice: Overlays = [Overlay::Quadtree, Overlay::Quadtree].into_iter().collect();
        assert_eq!(twice, Overlay::Quadtree.into());
        assert!(!Overlays::default().contains(Overlay::Quadtree));
    }
}

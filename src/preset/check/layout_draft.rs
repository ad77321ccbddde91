//! A layout while it is checked.

use super::{offers::NeededKinds, props::PropKindDraft};
use crate::{
    geom::{Direction, Extent},
    preset::{Formation, FormationPattern, MaskDrawing, TerrainRule},
};

/// A layout while it is checked: its formations so far, and the preset's drawings and patterns.
pub(super) struct LayoutDraft<'raw, 'preset> {
    pub(super) known: FormationContext<'preset>,
    /// The distinct drawings of the whole preset.
    pub(super) drawings: &'raw mut Vec<MaskDrawing>,
    /// The distinct [`FormationPattern`]s of the whole preset, at most 512.
    pub(super) patterns: &'raw mut Vec<FormationPattern>,
    /// The names of the layout's formations so far.
    pub(super) names: Vec<&'raw str>,
    pub(super) formations: Vec<Formation>,
}

impl LayoutDraft<'_, '_> {
    /// The index of a drawing with this turn among those of the preset, which get it if it is new.
    pub(super) fn drawing_index(&mut self, drawing: &MaskDrawing, turn: Direction) -> u32 {
        let known = self.drawings.iter().position(|known| known.is_turned(drawing, turn));
        let number = known.unwrap_or_else(|| {
            self.drawings.push(MaskDrawing { turn, ..drawing.clone() });
            self.drawings.len() - 1
        });
        // At most 1024 layouts of 64 formations, each with up to 4 turns, fit 32 bits.
        number as u32
    }

    /// The index of a pattern, which is added if it is new; `None` if there are too many already.
    pub(super) fn pattern_index(&mut self, pattern: FormationPattern) -> Option<u16> {
        /// The most patterns. Furnishing keeps half a kilobyte of memory for each.
        const MOST: usize = 512;
        let known = self.patterns.iter().position(|known| *known == pattern);
        let number = known.or_else(|| {
            (self.patterns.len() < MOST).then(|| {
                self.patterns.push(pattern);
                self.patterns.len() - 1
            })
        });
        number.map(|number| number as u16)
    }
}

/// The parts of the preset that the check of a formation depends on; `None` if they were refused.
#[derive(Clone, Copy)]
pub(super) struct FormationContext<'preset> {
    /// The kinds of props, sorted by name.
    pub(super) kinds: Option<&'preset [PropKindDraft]>,
    /// The kinds of terrain, sorted by name.
    pub(super) terrain: Option<&'preset [TerrainRule]>,
    /// The kinds of props that no offer may have.
    pub(super) needed: &'preset NeededKinds<'preset>,
    /// The width and height of the largest rooms that take the layout.
    pub(super) largest: Option<Extent>,
}

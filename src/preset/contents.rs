//! What a preset has: its lists, in file order or sorted by name, and the names in them.

use super::{Formation, Layout, MaskDrawing, Pool, Preset, Vault};
use crate::{
    model::{PropKind, TerrainKind},
    theme::Theme,
};

impl Preset {
    /// The names of the groups, in file order.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &str> {
        self.groups.iter().map(|group| group.name.as_str())
    }

    /// The names of the kinds that are placed as loot, items and metered things, in file order.
    pub fn items(&self) -> impl Iterator<Item = &str> {
        let items = self.loot.items.iter().map(|item| item.kind);
        items.chain(self.loot.metered.iter().map(|metered| metered.kind)).map(|kind| self.kind_name(kind))
    }

    /// The names of the locks of its missions, in file order.
    pub fn locks(&self) -> impl ExactSizeIterator<Item = &str> {
        self.mission.locks.iter().map(|lock| self.kind_name(lock.kind))
    }

    fn kind_name(&self, kind: u16) -> &str {
        &self.kinds[usize::from(kind)].name
    }

    /// The colours and sprites with which levels are drawn. They have no effect on the cells.
    #[must_use]
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// The kinds of props, sorted by name.
    #[must_use]
    pub fn kinds(&self) -> &[PropKind] {
        &self.kinds[..self.prop_kinds]
    }

    /// The kind of terrain that a formation of this preset lays; `None` if it places props.
    #[must_use]
    pub fn terrain_of(&self, formation: &Formation) -> Option<&TerrainKind> {
        let number = self.placings.get(usize::from(formation.kind))?.terrain?;
        self.terrain.get(usize::from(number)).map(|rule| &rule.kind)
    }

    /// The kind of prop that a formation of this preset places, or the stand-in for its terrain.
    pub(crate) fn kind_of(&self, formation: &Formation) -> &PropKind {
        &self.kinds[usize::from(formation.kind)]
    }

    /// The kinds of terrain, sorted by name.
    pub fn terrain(&self) -> impl ExactSizeIterator<Item = &TerrainKind> {
        self.terrain.iter().map(|rule| &rule.kind)
    }

    /// The layouts, in file order.
    #[must_use]
    pub fn layouts(&self) -> &[Layout] {
        &self.layouts
    }

    /// The pools, in file order.
    pub fn pools(&self) -> impl ExactSizeIterator<Item = Pool<'_>> {
        self.pools.iter().map(|rule| Pool::new(self, rule))
    }

    /// The vaults, in file order.
    #[must_use]
    pub fn vaults(&self) -> &[Vault] {
        &self.vaults
    }

    /// The names of room tags in alphabetical order, each once; at most 32.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// The names of the rooms of other sizes, those of `floorplan.rooms.sizes`, in file order. Each
    /// is a tag of its rooms.
    pub fn sizes(&self) -> impl ExactSizeIterator<Item = &str> {
        self.sides.sizes.iter().map(|size| self.tags.get(usize::from(size.tag)).map_or("", String::as_str))
    }

    /// The drawing of a formation of this preset.
    #[must_use]
    pub fn drawing(&self, formation: &Formation) -> Option<&MaskDrawing> {
        self.drawings.get(formation.drawing as usize)
    }
}

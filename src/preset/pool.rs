//! Pools as others see them: by name, with the names of their entries.

use super::{MeteredRule, PoolEntry, PoolRule, Preset};
use crate::model::Name;

/// A pool of a preset: layouts and vaults that are dealt to the floors of a run.
///
/// ```
/// let crypt = roomgen::Preset::built_in("crypt")?;
/// let halls = crypt.pools().find(|pool| pool.name() == "halls").expect("its halls");
/// assert_eq!(halls.each(), 1);
/// assert!(halls.entries().count() >= 4);
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pool<'preset> {
    preset: &'preset Preset,
    rule: &'preset PoolRule,
}

impl<'preset> Pool<'preset> {
    pub(super) fn new(preset: &'preset Preset, rule: &'preset PoolRule) -> Self {
        Self { preset, rule }
    }

    /// The pool's name, unique among the pools of its preset.
    #[must_use]
    pub fn name(&self) -> &'preset str {
        self.rule.name.as_str()
    }

    /// The number of entries that it deals at once, to levels of the preset's
    /// [size](Preset::size): from 1 to the number of entries.
    #[must_use]
    pub fn each(&self) -> u32 {
        self.preset.entries_of(self.rule)
    }

    /// The period in floors, on exactly one of which it deals entries: 1 for each floor.
    #[must_use]
    pub fn every(&self) -> u32 {
        self.rule.rate().every
    }

    /// Whether the rooms of its entries are set aside before others.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.rule.required
    }

    /// The names of its entries: the layouts in file order, then the vaults.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &'preset str> + use<'preset> {
        let Self { preset, rule } = *self;
        rule.entries.iter().map(|&entry| preset.name_of_entry(entry))
    }
}

impl Preset {
    /// The name of an entry of a pool.
    pub(crate) fn name_of_entry(&self, entry: PoolEntry) -> &str {
        match entry {
            PoolEntry::Layout(number) => self.layouts.get(usize::from(number)).map_or("", |layout| &layout.name),
            PoolEntry::Vault(number) => self.vaults.get(usize::from(number)).map_or("", |vault| &vault.name),
        }
    }

    /// The difficulties, from least to most, of the levels that an entry of a pool is dealt to.
    pub(crate) fn depth_of(&self, entry: PoolEntry) -> (f32, f32) {
        let depth = match entry {
            PoolEntry::Layout(number) => self.layouts.get(usize::from(number)).and_then(|layout| layout.depth),
            PoolEntry::Vault(number) => self.vaults.get(usize::from(number)).and_then(|vault| vault.depth),
        };
        depth.unwrap_or((0.0, 1.0))
    }

    /// Whether a level of a difficulty may be dealt an entry of a pool.
    pub(crate) fn suits_depth(&self, entry: PoolEntry, difficulty: f32) -> bool {
        let (least, most) = self.depth_of(entry);
        (least..=most).contains(&difficulty)
    }

    /// The name of a metered thing.
    pub(crate) fn name_of_metered(&self, rule: &MeteredRule) -> &Name {
        &self.kinds[usize::from(rule.kind)].name
    }
}

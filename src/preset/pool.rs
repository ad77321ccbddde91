//! Pools as others see them: by name, with the names of their entries.

use super::{PoolEntry, PoolRule, Preset};

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

    /// The number of entries that each floor of the preset's [size](Preset::size) gets: from 1 to
    /// the number of entries.
    #[must_use]
    pub fn each(&self) -> u32 {
        self.preset.entries_of(self.rule)
    }

    /// Whether the rooms of its entries are set aside before others.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.rule.required
    }

    /// The names of its entries: the layouts in file order, then the vaults.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &'preset str> + use<'preset> {
        let Self { preset, rule } = *self;
        rule.entries.iter().map(move |entry| match *entry {
            PoolEntry::Layout(number) => preset.layouts.get(usize::from(number)).map_or("", |layout| &layout.name),
            PoolEntry::Vault(number) => preset.vaults.get(usize::from(number)).map_or("", |vault| &vault.name),
        })
    }
}

//! What the floors of a run share: the entries of pools that each is dealt, and the number of each
//! metered thing that it has.
//!
//! Consumes the preset and the seed. A floor that is made alone counts all floors before it as if
//! they had its pools and metered things: it needs to know no other floor. [`RunDeals`] counts the
//! floors of a run that have them.
//!
//! Random words: those of the stages `Pools` and `Metered` under the key of floor 0, at the digest
//! of the pool's or the thing's own name: for a pool two that order its entries, and one for where
//! in its period the run begins; for a metered thing that one. So another pool, entry or metered
//! thing moves no other.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::{
    digest::Digest,
    model::Name,
    preset::{MeteredRule, PoolEntry, PoolRule, Preset, Rate},
    rng::{FloorSeed, RandomSource, SeedStage, WordStream},
};

/// What one floor of a run is dealt.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FloorDeals {
    /// For each pool of the floor's preset, the entries that it deals to the floor.
    pub(crate) pools: Vec<(Name, Vec<DealtName>)>,
    /// For each metered thing of the floor's preset, how many of it the floor has.
    pub(crate) metered: Vec<(Name, u32)>,
}

/// The name of an entry of a pool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DealtName {
    pub(crate) name: Name,
    /// Whether it is a vault; else a layout, which may have the same name.
    pub(crate) is_vault: bool,
}

/// The entries that pools deal to a floor, each behind its pool as an index into the preset's
/// pools; by pool.
///
/// They are those of `deals`, as far as the preset has them; without, those of the floor's number.
/// Cost: linear in the entries of all pools, which are sorted.
pub(crate) fn entries_of(
    preset: &Preset,
    seed: &FloorSeed,
    difficulty: f32,
    deals: Option<&FloorDeals>,
) -> Vec<(u16, PoolEntry)> {
    let run = seed.run();
    let dealt = (0..).zip(&preset.pools).flat_map(|(number, pool)| {
        let entries = match deals {
            Some(deals) => deals.entries_of(preset, pool),
            None => entries_by_number(preset, &run, pool, seed.floor(), difficulty),
        };
        entries.into_iter().map(move |entry| (number, entry))
    });
    dealt.collect()
}

/// How many things of each metered rule a floor has: those of `deals`; without, those of the
/// floor's number.
pub(crate) fn metered_of(preset: &Preset, seed: &FloorSeed, deals: Option<&FloorDeals>) -> Vec<u32> {
    let run = seed.run();
    let count = |rule: &MeteredRule| {
        let name = preset.name_of_metered(rule);
        match deals {
            Some(deals) => deals.metered.iter().find(|(metered, _)| metered == name).map_or(0, |(_, count)| *count),
            None => rule.rate().on_floor(seed.floor().into(), metered_offset(&run, name, rule.rate())),
        }
    };
    preset.loot.metered.iter().map(count).collect()
}

/// The entries of a pool for the floor with a number: those that follow the entries of the floors
/// above, round and round.
fn entries_by_number(preset: &Preset, run: &FloorSeed, pool: &PoolRule, floor: u32, difficulty: f32) -> Vec<PoolEntry> {
    let order = PoolOrder::new(run, pool);
    if order.rate.on_floor(floor.into(), order.offset) == 0 {
        return Vec::new();
    }
    let suiting = order.suiting(preset, pool, difficulty);
    let (count, each) = (suiting.len() as u64, u64::from(preset.entries_of(pool)));
    // No product exceeds 64 bits: floors have 32, and a pool has at most 1280 entries.
    let first = order.rate.before(floor.into(), order.offset) * each;
    let positions = (first..first + each.min(count)).filter_map(|position| position.checked_rem(count));
    positions.filter_map(|position| Some(suiting.get(position as usize)?.1)).collect()
}

/// Where in its period the run begins for a metered thing.
fn metered_offset(run: &FloorSeed, name: &Name, rate: Rate) -> u32 {
    named_stream(run, SeedStage::Metered, name).below(rate.every)
}

/// The random words of a stage for what has a name.
fn named_stream(run: &FloorSeed, stage: SeedStage, name: &Name) -> WordStream {
    run.leaf_stream(stage, Digest::default().text(name).finish() as u32)
}

/// The order in which a run deals the entries of a pool.
struct PoolOrder {
    /// What orders the entries.
    key: u64,
    rate: Rate,
    /// Where in the period of `rate` the run begins.
    offset: u32,
}

impl PoolOrder {
    fn new(run: &FloorSeed, pool: &PoolRule) -> Self {
        let (mut draw, rate) = (named_stream(run, SeedStage::Pools, &pool.name), pool.rate());
        Self { key: draw.two_words(), rate, offset: draw.below(rate.every) }
    }

    /// The entries that suit a difficulty, each behind its rank, a random number of its own; in the
    /// order of ranks.
    fn suiting(&self, preset: &Preset, pool: &PoolRule, difficulty: f32) -> Vec<(u64, PoolEntry)> {
        let entries = pool.entries.iter().filter(|entry| preset.suits_depth(**entry, difficulty));
        let mut suiting: Vec<_> = entries.map(|&entry| (self.rank(preset, entry), entry)).collect();
        suiting.sort_by_key(|&(rank, _)| rank);
        suiting
    }

    fn rank(&self, preset: &Preset, entry: PoolEntry) -> u64 {
        let mut digest = Digest::default();
        digest.wide(self.key).number(entry.is_vault()).text(preset.name_of_entry(entry));
        digest.finish()
    }
}

impl FloorDeals {
    /// The entries that a pool of a preset deals, as far as it has them.
    fn entries_of(&self, preset: &Preset, pool: &PoolRule) -> Vec<PoolEntry> {
        let names = self.pools.iter().find(|(name, _)| *name == pool.name).map_or(&[][..], |(_, names)| names);
        let is_of = |entry: PoolEntry, dealt: &DealtName| {
            entry.is_vault() == dealt.is_vault && preset.name_of_entry(entry) == dealt.name.as_str()
        };
        names.iter().filter_map(|name| pool.entries.iter().copied().find(|&entry| is_of(entry, name))).collect()
    }
}

/// What the floors of a run were dealt so far, whose presets may differ.
///
/// Pools and metered things of one name are the same one in all presets, and count the floors that
/// have them.
#[derive(Clone, Debug)]
pub(crate) struct RunDeals {
    run: FloorSeed,
    pools: BTreeMap<Name, DealtPool>,
    /// The number of floors that have each metered thing.
    metered: BTreeMap<Name, u64>,
}

/// What a pool dealt to the floors of a run so far.
#[derive(Clone, Debug, Default)]
struct DealtPool {
    /// The number of floors that have the pool.
    floors: u64,
    /// The number of entries that were dealt.
    dealt: u64,
    /// For each entry that was dealt, by its rank, which of those dealt it was the last time.
    last: BTreeMap<u64, u64>,
}

impl RunDeals {
    /// The deals of a run before its first floor.
    pub(crate) fn new(seed: u64) -> Self {
        Self { run: FloorSeed::new(seed, 0), pools: BTreeMap::new(), metered: BTreeMap::new() }
    }

    /// Deals the next floor of the run its entries and metered things.
    ///
    /// Of the entries that suit its difficulty, those that were never dealt come first, in the
    /// run's order, then those that were dealt the longest ago: so none comes twice before all
    /// that suit were there. Cost: linear in the entries of all pools, which are sorted.
    pub(crate) fn next_floor(&mut self, preset: &Preset, difficulty: f32) -> FloorDeals {
        let Self { run, pools, metered } = self;
        let deal = |pool: &PoolRule| {
            let so_far = pools.entry(pool.name.clone()).or_default();
            (pool.name.clone(), so_far.deal(preset, pool, &PoolOrder::new(run, pool), difficulty))
        };
        let pools = preset.pools.iter().map(deal).collect();
        let count = |rule: &MeteredRule| {
            let (name, rate) = (preset.name_of_metered(rule), rule.rate());
            let floors = metered.entry(name.clone()).or_default();
            let count = rate.on_floor(*floors, metered_offset(run, name, rate));
            *floors += 1;
            (name.clone(), count)
        };
        FloorDeals { pools, metered: preset.loot.metered.iter().map(count).collect() }
    }
}

impl DealtPool {
    /// Deals the next floor its entries.
    fn deal(&mut self, preset: &Preset, pool: &PoolRule, order: &PoolOrder, difficulty: f32) -> Vec<DealtName> {
        let has_turn = order.rate.on_floor(self.floors, order.offset) > 0;
        self.floors += 1;
        if !has_turn {
            return Vec::new();
        }
        let mut suiting = order.suiting(preset, pool, difficulty);
        suiting.sort_by_key(|(rank, _)| self.last.get(rank).copied());
        suiting.truncate(preset.entries_of(pool) as usize);
        for &(rank, _) in &suiting {
            self.dealt += 1;
            self.last.insert(rank, self.dealt);
        }
        let name = |&(_, entry): &(u64, PoolEntry)| DealtName {
            name: preset.name_of_entry(entry).into(),
            is_vault: entry.is_vault(),
        };
        suiting.iter().map(name).collect()
    }
}

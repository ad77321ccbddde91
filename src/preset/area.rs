//! Amounts in proportion to the area of a level.

use super::{PoolRule, Preset, rules::PoolUnit};

impl Preset {
    /// Keeps the preset's own size, if amounts are in proportion to it.
    pub(super) fn with_own_cells(self) -> Self {
        let has_amounts = self.has_budgets() || self.pools.iter().any(|pool| pool.per == PoolUnit::Area);
        Self { own_cells: if has_amounts { self.size.cells() } else { 0 }, ..self }
    }

    /// An amount at the preset's own size in proportion to the cells of its levels: rounded, a half
    /// up. The same amount at its own size.
    pub(crate) fn scaled_by_area(&self, amount: u32) -> u32 {
        let (cells, own) = (u64::from(self.size.cells()), u64::from(self.own_cells));
        // The product and half of its divisor stay below 2^32 * 2^28 + 2^28.
        (u64::from(amount) * cells + own / 2)
            .checked_div(own)
            .map_or(amount, |scaled| scaled.min(u32::MAX.into()) as u32)
    }

    /// The number of entries of a pool that each floor gets: 1 or more, at most as many as there
    /// are.
    pub(crate) fn entries_of(&self, pool: &PoolRule) -> u32 {
        match pool.per {
            PoolUnit::Level => pool.each,
            PoolUnit::Area => self.scaled_by_area(pool.each).clamp(1, pool.entries.len().max(1) as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_in_proportion_to_cells_and_a_half_is_rounded_up() {
        let of = |is_scaled: bool, size: &str| {
            let loot = if is_scaled { "loot: (budget: 5, items: {\"gem\": (value: 1)})" } else { "" };
            let props = "props: {\"gem\": (glyph: '*', color: \"#ffffff\", marker: true)}";
            let preset = Preset::parse(&format!("(name: \"a\", size: (40, 30), {props}, {loot})")).expect("a preset");
            preset.with_size(size.parse().expect("a size")).expect("it fits")
        };
        // 1200 cells as its own, then 300, 600, 9600 and the most that there are.
        let amounts = |size| [0, 1, 2, 3, 50, u32::MAX].map(|amount| of(true, size).scaled_by_area(amount));
        assert_eq!(amounts("40x30"), [0, 1, 2, 3, 50, u32::MAX]);
        assert_eq!(amounts("20x15"), [0, 0, 1, 1, 13, 1 << 30]);
        assert_eq!(amounts("20x30"), [0, 1, 1, 2, 25, 1 << 31]);
        assert_eq!(amounts("120x80"), [0, 8, 16, 24, 400, u32::MAX]);
        assert_eq!(of(true, "16384x16384").scaled_by_area(u32::MAX), u32::MAX);
        // Sizes one after the other change nothing, and without budgets nothing grows.
        let smaller = of(true, "20x15").with_size("40x30".parse().expect("a size")).expect("it fits");
        assert_eq!((smaller.scaled_by_area(7), of(false, "120x80").scaled_by_area(7)), (7, 7));
    }
}

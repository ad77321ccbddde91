//! Random choices for presets, written as a designer would.

/// Inputs of ramps in rules about rooms.
pub(super) const ROOM: [&str; 2] = ["Progress", "Difficulty"];

/// Inputs of ramps in rules about the whole level.
pub(super) const LEVEL: [&str; 1] = ["Difficulty"];

/// Random choices, the same in every run. Source: SplitMix64 (Steele, Lea and Flood, 2014).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    pub(crate) fn between(&mut self, least: i64, most: i64) -> i64 {
        least + (self.word() % (most - least + 1).unsigned_abs()) as i64
    }

    pub(super) fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    pub(super) fn fraction(&mut self) -> f64 {
        match self.between(0, 5) {
            0 => 0.0,
            1 => 1.0,
            _ => self.between(0, 100) as f64 / 100.0,
        }
    }

    /// A chance, as a number or a ramp.
    pub(super) fn chance_of(&mut self, axes: &[&str]) -> String {
        self.ramp(axes, &|dice, _| dice.fraction())
    }

    /// A count: at least 1 as a plain number, possibly 0 at the end of a ramp.
    pub(super) fn count(&mut self, axes: &[&str], most: i64) -> String {
        self.ramp(axes, &|dice, is_end| dice.between(i64::from(!is_end), most) as f64)
    }

    pub(crate) fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.word() as usize % of.len()]
    }

    pub(super) fn pair(&mut self, least: i64, most: i64) -> (i64, i64) {
        let first = self.between(least, most);
        (first, self.between(first, most))
    }

    /// A ramp over one of `axes`, or, more often, a plain number.
    ///
    /// The ramp may omit the first axis, which is the default. `value` returns each number and is
    /// told whether it is an end of a ramp.
    pub(super) fn ramp(&mut self, axes: &[&str], value: &dyn Fn(&mut Self, bool) -> f64) -> String {
        if axes.is_empty() || self.chance(65) { value(self, false).to_string() } else { self.slope(axes, value) }
    }

    fn slope(&mut self, axes: &[&str], value: &dyn Fn(&mut Self, bool) -> f64) -> String {
        let axis = self.one(axes);
        let rest: Vec<_> = axes.iter().copied().filter(|other| *other != axis).collect();
        let mut end = || {
            let is_plain = rest.is_empty() || self.chance(70);
            if is_plain { value(self, true).to_string() } else { self.slope(&rest, value) }
        };
        let (from, to) = (end(), end());
        let over = if axis == axes[0] && self.chance(50) { String::new() } else { format!(", over: {axis}") };
        format!("(from: {from}, to: {to}{over}{})", self.ease())
    }

    /// A minimum and a maximum, each a number or a ramp over the difficulty, ordered at both ends.
    pub(super) fn ordered(&mut self, value: &dyn Fn(&mut Self) -> f64) -> String {
        let mut texts = [String::new(), String::new()];
        let mut least = [0.0; 2];
        for text in &mut texts {
            let mut ends = least.map(|least| value(self).max(least));
            if self.chance(40) {
                let over = self.one(&["", ", over: Difficulty"]);
                *text = format!("(from: {}, to: {}{over}{})", ends[0], ends[1], self.ease());
            } else {
                // One number must satisfy both ends.
                ends = [ends[0].max(ends[1]); 2];
                *text = ends[0].to_string();
            }
            least = ends;
        }
        let [least, most] = texts;
        format!("({least}, {most})")
    }

    fn ease(&mut self) -> String {
        self.one(&["", ", ease: Linear", ", ease: In", ", ease: Out", ", ease: Smooth"]).to_owned()
    }
}

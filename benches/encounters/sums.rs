//! Sums from which fractions and correlations follow.

/// How many of some things have a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) part: u64,
    pub(crate) all: u64,
}

impl Share {
    pub(crate) fn add(&mut self, part: u64, all: u64) {
        self.part += part;
        self.all += all;
    }

    pub(crate) fn fraction(self) -> Option<f64> {
        (self.all > 0).then(|| self.part as f64 / self.all as f64)
    }
}

/// Sums from which the correlation of two values follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    count: i128,
    sums: [i128; 2],
    squares: [i128; 2],
    products: i128,
}

impl Sums {
    pub(crate) fn add(&mut self, values: [u64; 2]) {
        let values = values.map(i128::from);
        self.count += 1;
        self.products += values[0] * values[1];
        for (axis, value) in values.into_iter().enumerate() {
            self.sums[axis] += value;
            self.squares[axis] += value * value;
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.products += other.products;
        for axis in [0, 1] {
            self.sums[axis] += other.sums[axis];
            self.squares[axis] += other.squares[axis];
        }
    }

    /// Pearson's correlation; `None` if one of the values is always the same.
    pub(crate) fn correlation(&self) -> Option<f64> {
        let [one, other] = [0, 1].map(|axis| self.count * self.squares[axis] - self.sums[axis] * self.sums[axis]);
        let together = self.count * self.products - self.sums[0] * self.sums[1];
        (one > 0 && other > 0).then(|| together as f64 / (one as f64).sqrt() / (other as f64).sqrt())
    }
}

//! Lengths in metres, as fixed-point numbers.

/// A length in metres: a fixed-point number, a multiple of 1/256 m. Sums and differences are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Metres(i32);

impl Metres {
    /// Units of 1/256 m in a metre.
    pub const PARTS: i32 = 256;
    /// The largest magnitude, in metres.
    ///
    /// It keeps sums far from overflow, and every value exact as `f32`.
    pub const MAX: f32 = 256.0;

    /// A whole number of metres, clamped to [`Metres::MAX`] in magnitude.
    #[must_use]
    pub const fn whole(metres: i32) -> Self {
        let limit = Self::MAX as i32;
        let clamped = if metres > limit {
            limit
        } else if metres < -limit {
            -limit
        } else {
            metres
        };
        Self(clamped * Self::PARTS)
    }

    /// A length in metres, if it can be represented exactly.
    ///
    /// `None` unless it is a multiple of 1/256 and at most [`Metres::MAX`] in magnitude.
    #[must_use]
    pub fn exact(metres: f32) -> Option<Self> {
        let parts = metres * Self::PARTS as f32;
        #[expect(clippy::float_cmp, reason = "exactness is the question")]
        let fits = metres.abs() <= Self::MAX && parts.trunc() == parts;
        fits.then_some(Self(parts as i32))
    }

    /// The length in metres, exact.
    #[must_use]
    pub fn get(self) -> f32 {
        self.0 as f32 / Self::PARTS as f32
    }

    /// The length in units of 1/256 m.
    #[must_use]
    pub const fn parts(self) -> i32 {
        self.0
    }
}

impl std::ops::Add for Metres {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metres_are_exact_or_refused() {
        for (metres, parts) in [(0.0, 0), (1.0, 256), (0.003_906_25, 1), (-2.5, -640), (256.0, 65536)] {
            let length = Metres::exact(metres);
            assert_eq!(length.map(Metres::parts), Some(parts));
            assert_eq!(length.map(Metres::get), Some(metres));
        }
        for bad in [0.1, 256.1, f32::NAN, f32::INFINITY, 1e-9] {
            assert_eq!(Metres::exact(bad), None, "{bad}");
        }
    }
}

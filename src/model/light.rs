//! Lights that kinds of props shed, in whole numbers, so that pictures are equal everywhere.

use super::Metres;
use crate::{color::Color, digest::Digest};

/// The light that the props of a kind shed.
///
/// Light falls on cells that see the prop, at most `radius` away. It is brightest at the prop, and
/// declines to the part `fade` of that at the radius.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Light {
    /// The colour of the light.
    pub color: Color,
    /// How far the light falls: above 0, at most [`Light::MAX_RADIUS`].
    pub radius: Metres,
    /// The part of the brightness that is left at the radius, 0 to 1.
    pub fade: Hundredths,
    /// The brightness at the prop: 1 lights a white floor in the light's colour. Above 0, at most
    /// [`Light::MAX_STRENGTH`].
    pub strength: Hundredths,
}

impl Light {
    /// The largest radius. It bounds the work for a light to some eight hundred cells.
    pub const MAX_RADIUS: Metres = Metres::whole(16);
    /// The largest strength. Twice the full brightness makes any colour white.
    pub const MAX_STRENGTH: Hundredths = Hundredths(200);

    /// A light of full strength of which a third is left at the radius.
    ///
    /// `None` unless the radius is above 0 and at most [`Light::MAX_RADIUS`].
    #[must_use]
    pub fn new(color: Color, radius: Metres) -> Option<Self> {
        let light = Self { color, radius, fade: Hundredths(30), strength: Hundredths::ONE };
        light.is_valid().then_some(light)
    }

    /// Whether a preset may give these values: the fields are public, and a game may set others.
    pub(crate) fn is_valid(&self) -> bool {
        let Self { color: _, radius, fade, strength } = self;
        (Metres::default() < *radius && *radius <= Self::MAX_RADIUS)
            && *fade <= Hundredths::ONE
            && (Hundredths::ZERO < *strength && *strength <= Self::MAX_STRENGTH)
    }

    /// Adds every field to a digest.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        let Self { color, radius, fade, strength } = self;
        digest.bytes(&color.ascii()).number(radius.parts()).number(fade.count()).number(strength.count());
    }
}

/// A number from 0 in steps of 1/100, exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hundredths(u16);

impl Hundredths {
    /// The number 0.
    pub const ZERO: Self = Self(0);
    /// The number 1.
    pub const ONE: Self = Self(100);
    /// The largest number that [`Hundredths::exact`] gives.
    pub const MAX: f32 = 100.0;

    /// A number of hundredths, if it is one: the nearest `f32` to a decimal of two digits.
    ///
    /// `None` below 0 and above [`Hundredths::MAX`].
    #[must_use]
    pub fn exact(number: f32) -> Option<Self> {
        if !(0.0..=Self::MAX).contains(&number) {
            return None;
        }
        let nearest = Self::nearest(number);
        #[expect(clippy::float_cmp, reason = "exactness is the question")]
        let fits = nearest.get() == number;
        fits.then_some(nearest)
    }

    /// So many hundredths.
    pub(crate) const fn of(count: u16) -> Self {
        Self(count)
    }

    /// The hundredths nearest to a number, which is clamped to 0..=[`Hundredths::MAX`].
    pub(crate) fn nearest(number: f32) -> Self {
        Self((number.clamp(0.0, Self::MAX) * 100.0 + 0.5) as u16)
    }

    /// The number, as the nearest `f32`.
    #[must_use]
    pub fn get(self) -> f32 {
        f32::from(self.0) / 100.0
    }

    /// How many hundredths the number is.
    #[must_use]
    pub const fn count(self) -> u16 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundredths_are_exact_or_refused() {
        for count in 0..=10_000 {
            let text = format!("{}.{:02}", count / 100, count % 100);
            let number = Hundredths::exact(text.parse().unwrap());
            assert_eq!(number, Some(Hundredths(count)), "{text}");
            let shown = Hundredths(count).get().to_string();
            assert_eq!(Hundredths::exact(shown.parse().unwrap()), number, "{shown}");
        }
        for bad in [0.001, -0.01, 100.01, 0.333, f32::NAN, f32::INFINITY, 1e-9] {
            assert_eq!(Hundredths::exact(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_light_shines_some_way() {
        let color = Color::new(255, 176, 96);
        assert!(Light::new(color, Metres::whole(16)).is_some());
        for bad in [Metres::default(), Metres::whole(-1), Metres::whole(17)] {
            assert_eq!(Light::new(color, bad), None, "{bad:?}");
        }
    }
}

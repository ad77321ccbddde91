//! Interpolation between numbers and between points, and smoothing over time. That of colours is in
//! the module `color`.
//!
//! Pure functions. All except [`smoothing`] use only + - * / and comparison, so they give the same
//! values on every platform. None panics. NaN gives NaN, except that it counts as 0 where a
//! fraction is clamped.

/// The value at fraction `t` between `a` and `b`; extrapolates for `t` outside 0 to 1.
///
/// Exact at both ends. Symmetric: `lerp(a, b, t)` equals `lerp(b, a, 1.0 - t)` wherever `1.0 - t`
/// is exact.
#[must_use]
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    if t < 0.5 { a + (b - a) * t } else { b - (b - a) * (1.0 - t) }
}

/// The fraction at which `value` lies between `a` and `b`: the inverse of [`lerp`].
///
/// 0 at `a`, 1 at `b`, below 0 or above 1 for values outside. 0 if `a` and `b` are equal.
#[must_use]
pub fn inverse_lerp(a: f32, b: f32, value: f32) -> f32 {
    #[expect(clippy::float_cmp, reason = "only an exact zero must not be divided by")]
    let nowhere = a == b;
    if nowhere { 0.0 } else { (value - a) / (b - a) }
}

/// The point at fraction `t` between `a` and `b`, in their unit; `t` is clamped to 0..=1.
///
/// A uniform `t` from 0 to 1 gives a uniform random point on the segment. Exact at both ends. No
/// coordinate leaves the range between those of `a` and `b`.
#[must_use]
pub fn point_on_segment<const AXES: usize>(a: [f32; AXES], b: [f32; AXES], t: f32) -> [f32; AXES] {
    let t = clamp_fraction(t);
    // Not `clamp`, which panics if both ends are NaN.
    std::array::from_fn(|axis| lerp(a[axis], b[axis], t).max(a[axis].min(b[axis])).min(a[axis].max(b[axis])))
}

/// The fraction of the remaining distance to cover in a step of `dt`, independent of frame rate.
///
/// Over `time`, the steps cover `fraction` of the distance, however the time is divided:
/// `1 - (1 - fraction)^(dt / time)`.
///
/// `dt` and `time` have the same unit, usually seconds. A camera that covers nine tenths of the
/// distance in each half second: `position = lerp(position, target, smoothing(0.9, dt, 0.5))`.
///
/// `fraction` is clamped to 0..=1. The result is 0 if `dt` is not positive; otherwise it is 1 if
/// `time` is not positive.
///
/// `powf` may differ in the last bit between platforms. Use this for pictures and cameras only,
/// never for generation.
#[must_use]
pub fn smoothing(fraction: f32, dt: f32, time: f32) -> f32 {
    if dt <= 0.0 {
        0.0
    } else if time <= 0.0 {
        1.0
    } else {
        1.0 - (1.0 - clamp_fraction(fraction)).powf(dt / time)
    }
}

/// `t`, clamped to 0..=1; 0 for NaN.
pub(crate) fn clamp_fraction(t: f32) -> f32 {
    if t > 0.0 { t.min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_near(a: f32, b: f32) {
        assert!((a - b).abs() < 1e-6, "{a} is not {b}");
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "both ends are promised to be exact")]
    fn interpolation_is_exact_at_both_ends_and_runs_on_beyond_them() {
        for (a, b) in [(0.1, 0.7), (-3.3, 1e-7), (1e9, 0.3), (5.0, 5.0)] {
            assert_eq!((lerp(a, b, 0.0), lerp(a, b, 1.0)), (a, b));
            assert_eq!(lerp(a, b, 0.25), lerp(b, a, 0.75));
        }
        assert_eq!((lerp(2.0, 4.0, -1.0), lerp(2.0, 4.0, 0.5), lerp(2.0, 4.0, 2.0)), (0.0, 3.0, 6.0));
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "the values are small integers and halves")]
    fn the_inverse_finds_the_way_back_and_a_range_without_length_begins_at_0() {
        assert_eq!(inverse_lerp(10.0, 20.0, 15.0), 0.5);
        assert_eq!(inverse_lerp(20.0, 10.0, 25.0), -0.5);
        assert_eq!(inverse_lerp(7.0, 7.0, 9.0), 0.0);
    }

    #[test]
    fn a_point_on_a_segment_never_leaves_it() {
        let (a, b) = ([0.1, 7.0], [0.7, 7.0]);
        for step in 0..=1000_u16 {
            let [x, y] = point_on_segment(a, b, f32::from(step) / 1000.0);
            assert!((a[0]..=b[0]).contains(&x) && (7.0..=7.0).contains(&y), "({x}, {y})");
        }
        assert_eq!((point_on_segment(a, b, -1.0), point_on_segment(a, b, 1.0)), (a, b));
    }

    #[test]
    fn evenly_spread_numbers_give_evenly_spread_points() {
        let points = [0.0, 0.25, 0.5, 0.75, 1.0].map(|t| point_on_segment([0.0, 8.0], [8.0, 0.0], t));
        assert_eq!(points, [[0.0, 8.0], [2.0, 6.0], [4.0, 4.0], [6.0, 2.0], [8.0, 0.0]]);
    }

    #[test]
    fn two_half_steps_of_smoothing_go_as_far_as_one_whole_step() {
        for (fraction, dt, time) in [(0.5, 1.0, 1.0), (0.9, 1.0 / 30.0, 0.5), (0.99, 0.2, 0.05)] {
            let (whole, half) = (smoothing(fraction, dt, time), smoothing(fraction, dt / 2.0, time));
            assert_near(lerp(half, 1.0, half), whole);
        }
        assert_near(smoothing(0.3, 2.0, 2.0), 0.3);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "the limits are promised to be exact")]
    fn smoothing_stays_within_its_limits() {
        assert_eq!((smoothing(0.5, 0.0, 1.0), smoothing(0.5, -1.0, 1.0), smoothing(1.0, 0.0, 0.0)), (0.0, 0.0, 0.0));
        assert_eq!((smoothing(0.5, 1.0, 0.0), smoothing(1.0, 0.01, 1.0), smoothing(2.0, 0.01, 1.0)), (1.0, 1.0, 1.0));
        assert_eq!(smoothing(0.0, 1.0, 1.0), 0.0);
    }

    #[test]
    fn nothing_panics_on_numbers_that_are_none() {
        for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
            for (a, b, t) in [(odd, odd, odd), (odd, 0.0, 0.5), (0.0, odd, 0.5), (0.0, 1.0, odd)] {
                let _ = (lerp(a, b, t), inverse_lerp(a, b, t), smoothing(a, b, t));
                let _ = point_on_segment([a], [b], t);
            }
        }
    }
}

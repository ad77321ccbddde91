//! The two tiers of the tests: the fast one by default, the slow one with `SLOW=1` in the
//! environment.

/// `fast`, or `slow` in the slow tier: for the number of seeds, presets or inputs of a sweep.
pub(crate) fn size<T>(fast: T, slow: T) -> T {
    if std::env::var_os("SLOW").is_some_and(|value| value == "1") { slow } else { fast }
}

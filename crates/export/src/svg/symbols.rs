//! What several groups of a plan draw alike: ink, the path, the marks of its ends, numbers.

use std::fmt::{self, Display};

/// The colour of lines and text.
pub(super) const INK: &str = "#3b3740";

/// The SVG stroke attributes of the main path, round dots. `scale` multiplies their size, 0.2
/// cells.
pub(super) fn trail(scale: f64) -> String {
    format!(
        "fill=\"none\" stroke=\"#b23a1e\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         stroke-dasharray=\"0 {}\"",
        SvgNumber(0.2 * scale),
        SvgNumber(0.5 * scale)
    )
}

/// Symbols for entry and exit, drawn in the unit square.
pub(super) const ENTRY_MARK: &str = "<circle cx=\"0.5\" cy=\"0.5\" r=\"0.46\" fill=\"#2c7a4b\" stroke=\"#fff\" stroke-width=\"0.08\"/>\
                          <path d=\"M0.6 0.28L0.36 0.5L0.6 0.72\" fill=\"none\" stroke=\"#fff\" stroke-width=\"0.12\"/>";
pub(super) const EXIT_MARK: &str = "<circle cx=\"0.5\" cy=\"0.5\" r=\"0.46\" fill=\"#b23a1e\" stroke=\"#fff\" stroke-width=\"0.08\"/>\
                         <path d=\"M0.4 0.28L0.64 0.5L0.4 0.72\" fill=\"none\" stroke=\"#fff\" stroke-width=\"0.12\"/>";

pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A length in SVG units, written with at most three decimals.
pub(super) struct SvgNumber(pub(super) f64);

impl Display for SvgNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Three decimals are finer than any screen or printer shows.
        const PARTS: f64 = 1000.0;
        // Adding zero turns -0 into 0.
        write!(f, "{}", (self.0 * PARTS).round() / PARTS + 0.0)
    }
}

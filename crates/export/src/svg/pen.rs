//! Points, paths and numbers of a plan.

use std::fmt::{self, Display};

use crate::picture::ink_page::{InkPoint, PARTS};

/// Places points of the level on a page, from the page's place of the level's top left corner.
#[derive(Clone, Copy)]
pub(super) struct PlanPen(pub(super) InkPoint);

impl PlanPen {
    /// The path around loops of corners in cells.
    pub(super) fn around(self, loops: &[Vec<[i32; 2]>]) -> String {
        let points = |corners: &Vec<[i32; 2]>| -> Vec<InkPoint> {
            corners.iter().map(|&[x, y]| self.at([x.into(), y.into()])).collect()
        };
        loops.iter().map(|corners| path(&points(corners)) + "z").collect()
    }

    /// A point of the level in cells as a point of the page.
    pub(super) fn at(self, point: [f64; 2]) -> InkPoint {
        [0, 1].map(|axis| self.0[axis] + (point[axis] * f64::from(PARTS)).round() as i32)
    }
}

/// The path of a line, in steps from point to point.
pub(super) fn path(line: &[InkPoint]) -> String {
    let Some(&[x, y]) = line.first() else { return String::new() };
    let mut data = format!("M{x} {y}");
    for (number, step) in line.windows(2).enumerate() {
        let [dx, dy] = [0, 1].map(|axis| step[1][axis] - step[0][axis]);
        // The numbers after the first step need no letter, and a minus sign parts them.
        data.push_str(match () {
            () if number == 0 => "l",
            () if dx < 0 => "",
            () => " ",
        });
        data += &dx.to_string();
        if dy >= 0 {
            data.push(' ');
        }
        data += &dy.to_string();
    }
    data
}

/// A number, written with at most three decimals.
pub(super) struct SvgNumber(pub(super) f64);

impl Display for SvgNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Three decimals are finer than any screen or printer shows.
        const DECIMALS: f64 = 1000.0;
        write!(f, "{}", (self.0 * DECIMALS).round() / DECIMALS)
    }
}

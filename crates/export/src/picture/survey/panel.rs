//! Draws a panel: a histogram of two metrics with the marginal histograms and the means of both.
//!
//! Consumes the histograms of one or two surveys, and draws over a picture.

use super::{
    TitledSurvey,
    axis::PlotAxis,
    hues::{both, heat, mark},
    tally::HistogramGroupCounts,
};
use crate::picture::{
    canvas::WHOLE,
    ink::{EDGE, FAINT, PLOT, TEXT, blend, fill, outline, write_about, write_before, write_upwards},
    pen::{LinePen, LineStyle},
};
use roomgen::survey::Histogram;

/// The number of pixels around the plot on each side, for ticks, marginals, means and the names of
/// the metrics.
const LEFT: i32 = 100;
const TOP: i32 = MARGINAL + MEANS;
const RIGHT: i32 = MEANS + MARGINAL;
const BOTTOM: i32 = 58;
/// The length of the longest bar of a marginal histogram, and the width of the strip of means, in
/// pixels.
const MARGINAL: i32 = 52;
const MEANS: i32 = 18;
const HEIGHT: i32 = 300;
/// The fraction of a survey's levels within the line around its fullest groups, which is drawn if
/// there are two surveys.
const OUTLINED_FRACTION: f64 = 0.9;

/// The width and height in pixels of a panel that is `width` pixels wide.
pub(super) fn sides(width: i32) -> [i32; 2] {
    [width, TOP + HEIGHT + BOTTOM]
}

/// Draws a panel: the histograms of one pair of metrics over each other.
///
/// The panel's top left corner is at `(left, top)`.
pub(super) fn draw(
    pen: &mut LinePen<'_>,
    [left, top]: [i32; 2],
    [width, _]: [i32; 2],
    histograms: &[&Histogram],
    all: &[&TitledSurvey],
) {
    let axes = [PlotAxis::of(histograms, 0), PlotAxis::of(histograms, 1)];
    let tallies: Vec<_> = histograms.iter().map(|histogram| HistogramGroupCounts::of(histogram, &axes)).collect();
    let plot = HistogramPlot { corner: [left + LEFT, top + TOP], sides: [width - LEFT - RIGHT, HEIGHT], axes };
    plot.fill(pen, &tallies);
    if tallies.len() > 1 {
        for (number, tally) in tallies.iter().enumerate() {
            plot.surround(pen, tally, LineStyle::new(mark(number, tallies.len()), 2.0));
        }
    }
    plot.frame(pen);
    for side in 0..2 {
        plot.label(pen, side);
        for (number, (tally, surveyed)) in tallies.iter().zip(all).enumerate() {
            plot.marginal(pen, side, tally, number, tallies.len());
            plot.mean(pen, side, surveyed, number, tallies.len());
        }
    }
    let [across, up] = histograms[0].metrics();
    write_upwards(pen, up.name(), [left - 4, plot.corner[1] + HEIGHT / 2], TEXT);
    let below = plot.corner[1] + HEIGHT + 36;
    write_about(pen, across.name(), [plot.corner[0] + plot.sides[0] / 2, below], 2, TEXT);
}

/// The plot of a panel: its rectangle in pixels and its axes.
struct HistogramPlot {
    corner: [i32; 2],
    sides: [i32; 2],
    /// The axis across, then the axis up.
    axes: [PlotAxis; 2],
}

impl HistogramPlot {
    /// The pixel at which a group begins along an axis: 0 for the axis across, 1 for the axis up.
    fn at(&self, side: usize, group: i32) -> i32 {
        self.pixel(side, f64::from(group) / self.axes[side].groups() as f64)
    }

    /// The pixel of a position from 0 to 1 along an axis.
    fn pixel(&self, side: usize, along: f64) -> i32 {
        let far = (along.clamp(0.0, 1.0) * f64::from(self.sides[side])).round() as i32;
        if side == 0 { self.corner[0] + far } else { self.corner[1] + self.sides[1] - far }
    }

    fn groups(&self, side: usize) -> i32 {
        self.axes[side].groups() as i32
    }

    fn fill(&self, pen: &mut LinePen<'_>, tallies: &[HistogramGroupCounts]) {
        fill(pen, [self.corner[0], self.corner[1], self.sides[0], self.sides[1]], PLOT);
        for row in 0..self.groups(1) {
            for column in 0..self.groups(0) {
                let fraction = |tally: &HistogramGroupCounts| tally.count(column, row) as f64 / tally.most() as f64;
                let color = match tallies {
                    [one] => (one.count(column, row) > 0).then(|| heat(fraction(one))),
                    [one, other, ..] => {
                        let fractions = [fraction(one), fraction(other)];
                        fractions.iter().any(|fraction| *fraction > 0.0).then(|| both(fractions))
                    }
                    [] => None,
                };
                let (left, right) = (self.at(0, column), self.at(0, column + 1));
                let (bottom, top) = (self.at(1, row), self.at(1, row + 1));
                if let Some(color) = color {
                    // One pixel between two groups of bins keeps each group visible.
                    fill(pen, [left, top, right - left - 1, bottom - top - 1], color);
                }
            }
        }
    }

    /// Draws a line around the fullest groups that together hold most of a survey's levels.
    fn surround(&self, pen: &mut LinePen<'_>, tally: &HistogramGroupCounts, line: LineStyle) {
        let least = tally.densest(OUTLINED_FRACTION);
        let is_in = |column: i32, row: i32| tally.count(column, row) >= least;
        for row in 0..=self.groups(1) {
            for column in 0..=self.groups(0) {
                let [x, y] = [self.at(0, column) as f32, self.at(1, row) as f32];
                let here = is_in(column, row);
                if here != is_in(column - 1, row) {
                    pen.stroke(&[[x, y], [x, self.at(1, row + 1) as f32]], line);
                }
                if here != is_in(column, row - 1) {
                    pen.stroke(&[[x, y], [self.at(0, column + 1) as f32, y]], line);
                }
            }
        }
    }

    fn frame(&self, pen: &mut LinePen<'_>) {
        outline(pen, [self.corner[0], self.corner[1], self.sides[0], self.sides[1]], EDGE);
    }

    /// Draws the ticks of an axis, 0 for across and 1 for up, and their numbers.
    fn label(&self, pen: &mut LinePen<'_>, side: usize) {
        const TICK: i32 = 6;
        for (value, text) in self.axes[side].ticks() {
            let at = self.pixel(side, self.axes[side].along(value));
            if side == 0 {
                let below = self.corner[1] + self.sides[1];
                fill(pen, [at, below, 1, TICK], FAINT);
                write_about(pen, &text, [at, below + TICK + 5], 2, FAINT);
            } else {
                fill(pen, [self.corner[0] - TICK, at, TICK, 1], FAINT);
                write_before(pen, &text, [self.corner[0] - TICK - 6, at - 7], 2, FAINT);
            }
        }
    }

    /// Draws the marginal histogram of an axis, the number of levels in each of its groups: bars
    /// for the first survey, a line for the second.
    fn marginal(&self, pen: &mut LinePen<'_>, side: usize, tally: &HistogramGroupCounts, number: usize, of: usize) {
        let counts = tally.marginal(side);
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let color = mark(number, of);
        let length = |count: u64| (count as f64 / most as f64 * f64::from(MARGINAL)).ceil() as i32;
        let mut before = 0;
        let lengths: Vec<i32> = counts.iter().map(|&count| length(count)).chain([0]).collect();
        for (group, &length) in (0..).zip(&lengths) {
            let (from, to) = (self.at(side, group), self.at(side, (group + 1).min(self.groups(side))));
            // The bar extends outwards from the strip of means.
            let (base, out) =
                if side == 0 { (self.corner[1] - MEANS, -1) } else { (self.corner[0] + self.sides[0] + MEANS, 1) };
            let bar = |from: i32, to: i32, first: i32, last: i32| {
                let (low, high) = ((base + out * first).min(base + out * last), (first - last).abs());
                let (start, along) = (from.min(to), (from - to).abs());
                if side == 0 { [start, low, along, high] } else { [low, start, high, along] }
            };
            if number == 0 {
                let amount = if of > 1 { WHOLE / 2 } else { WHOLE * 3 / 4 };
                let (from, to) = if side == 0 { (from, to - 1) } else { (from - 1, to) };
                if to != from && length > 0 {
                    blend(pen, bar(from, to, 0, length), color, amount);
                }
            } else {
                if length > 0 {
                    fill(pen, bar(from, to, length.max(2) - 2, length.max(2)), color);
                }
                if length != before {
                    let side_line = if side == 0 { (from, from + 2) } else { (from, from - 2) };
                    fill(pen, bar(side_line.0, side_line.1, before.min(length), before.max(length)), color);
                }
                before = length;
            }
        }
    }

    /// Draws the mean of a metric, and one standard deviation on either side of it.
    fn mean(&self, pen: &mut LinePen<'_>, side: usize, surveyed: &TitledSurvey, number: usize, of: usize) {
        let spread = surveyed.survey.statistics(self.axes[side].metric());
        if spread.count() == 0 {
            return;
        }
        let pixel = |value: f64| self.pixel(side, self.axes[side].along(value)) as f32;
        let ends = [spread.mean() - spread.deviation(), spread.mean() + spread.deviation()].map(pixel);
        // The mean of one survey lies in the middle of the strip, the means of two beside each
        // other.
        let beside = if of == 1 { MEANS as f32 / 2.0 } else { MEANS as f32 * (0.3 + 0.42 * number as f32) };
        let point = |along: f32| match side {
            0 => [along, self.corner[1] as f32 - beside],
            _ => [(self.corner[0] + self.sides[0]) as f32 + beside, along],
        };
        let color = mark(number, of);
        pen.stroke(&ends.map(point), LineStyle::new(color, 1.5));
        pen.disc(point(pixel(spread.mean())), 3.5, color);
    }
}

//! Draws how often each layout and each vault was chosen, as bars.
//!
//! Consumes one or two surveys, and draws over a picture.

use super::{TitledSurvey, hues::mark};
use crate::picture::{
    ink::{EDGE, FAINT, PLOT, TEXT, fill, fitted, outline, text_width, write, write_before},
    pen::LinePen,
};
use roomgen::survey::NameCounts;

/// The number of layouts or vaults in a row of the picture, for one survey and for two.
const ACROSS: [i32; 2] = [6, 5];
/// Heights in pixels: of a heading, of a name, of a bar, and of the space below an entry.
const HEADING: i32 = 30;
const NAME: i32 = 22;
const BAR: i32 = 9;
const SPACE: i32 = 14;
/// The number of pixels between two entries of a row.
const GAP: i32 = 24;

/// All layouts and vaults, with their fractions of the choices in each survey.
pub(super) struct ChoiceBars {
    lists: Vec<ChoiceList>,
    surveys: usize,
}

/// The bars of all layouts, or of all vaults.
struct ChoiceList {
    heading: String,
    /// Names, with the fraction of all choices in each survey; `None` if its preset lacks the name.
    entries: Vec<(String, Vec<Option<f64>>)>,
}

impl ChoiceBars {
    pub(super) fn of(all: &[&TitledSurvey]) -> Self {
        let layouts = list(
            all,
            "layouts",
            |one| one.survey.layouts(),
            |one| one.preset.layouts().iter().map(|layout| layout.name.clone()).collect(),
        );
        let vaults = list(
            all,
            "vaults",
            |one| one.survey.vaults(),
            |one| one.preset.vaults().iter().map(|vault| vault.name.clone()).collect(),
        );
        Self { lists: [layouts, vaults].into_iter().flatten().collect(), surveys: all.len() }
    }

    fn across(&self) -> i32 {
        ACROSS[usize::from(self.surveys > 1)]
    }

    fn entry(&self) -> i32 {
        NAME + BAR * self.surveys as i32 + SPACE
    }

    pub(super) fn height(&self) -> i32 {
        let rows = |list: &ChoiceList| (list.entries.len() as i32 + self.across() - 1) / self.across();
        self.lists.iter().map(|list| HEADING + rows(list) * self.entry()).sum()
    }

    /// Draws the bars of all layouts and vaults with their top left corner at `(left, top)`.
    pub(super) fn draw(&self, pen: &mut LinePen<'_>, [left, top]: [i32; 2], width: i32) {
        let across = (width + GAP) / self.across();
        let mut y = top;
        for ChoiceList { heading, entries } in &self.lists {
            write(pen, heading, [left, y], 2, TEXT);
            y += HEADING;
            let most = entries
                .iter()
                .flat_map(|(_, fractions)| fractions.iter().flatten())
                .copied()
                .fold(0.0, f64::max)
                .max(1e-9);
            for (number, (name, fractions)) in (0..).zip(entries) {
                let corner = [left + number % self.across() * across, y + number / self.across() * self.entry()];
                self.entry_at(pen, corner, across - GAP, name, fractions, most);
            }
            y += (entries.len() as i32 + self.across() - 1) / self.across() * self.entry();
        }
    }

    fn entry_at(
        &self,
        pen: &mut LinePen<'_>,
        [x, y]: [i32; 2],
        width: i32,
        name: &str,
        fractions: &[Option<f64>],
        most: f64,
    ) {
        let percent: Vec<String> =
            fractions.iter().flatten().map(|fraction| format!("{:.1}", fraction * 100.0)).collect();
        let label = percent.join(" ") + "%";
        write_before(pen, &label, [x + width, y], 2, FAINT);
        write(pen, &fitted(name, width - text_width(&label, 2) - 12, 2), [x, y], 2, FAINT);
        for (number, fraction) in (0..).zip(fractions) {
            let Some(fraction) = fraction else { continue };
            let bar = [x, y + NAME + BAR * number, width, BAR - 1];
            fill(pen, bar, PLOT);
            outline(pen, bar, EDGE);
            let long = (fraction / most * f64::from(width)).ceil() as i32;
            fill(pen, [x, bar[1], long, BAR - 1], mark(number as usize, fractions.len()));
        }
    }
}

/// Collects the layouts or the vaults of all presets; `None` if no preset has any.
fn list(
    all: &[&TitledSurvey],
    what: &str,
    counts_of: impl for<'one> Fn(&'one TitledSurvey) -> &'one NameCounts,
    names: impl Fn(&TitledSurvey) -> Vec<String>,
) -> Option<ChoiceList> {
    let mut known: Vec<String> = Vec::new();
    for name in all.iter().flat_map(|one| names(one)) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    if known.is_empty() {
        return None;
    }
    let figures = all.iter().map(|one| {
        let counts = counts_of(one);
        format!("{:.2} bits, {} of {}", counts.entropy(), counts.iter().len(), names(one).len())
    });
    let heading = format!("{what}, share of choices: {}", figures.collect::<Vec<_>>().join("; "));
    let fraction = |name: &String, one: &TitledSurvey| {
        let counts = counts_of(one);
        names(one).contains(name).then(|| counts.count(name) as f64 / counts.total().max(1) as f64)
    };
    let entry = |name: String| {
        let fractions = all.iter().map(|one| fraction(&name, one)).collect();
        (name, fractions)
    };
    Some(ChoiceList { heading, entries: known.into_iter().map(entry).collect() })
}

//! Figures with what is asked of them, as a table.

use std::fmt::Write;

/// What is asked of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FigureTarget {
    Least(f64),
    Most(f64),
    Within(f64, f64),
    /// The figure is for information.
    None,
}

impl FigureTarget {
    fn is_met(self, value: f64) -> bool {
        match self {
            Self::Least(least) => value >= least,
            Self::Most(most) => value <= most,
            Self::Within(least, most) => (least..=most).contains(&value),
            Self::None => true,
        }
    }

    fn text(self, decimals: usize) -> String {
        match self {
            Self::Least(least) => format!(">= {least:.decimals$}"),
            Self::Most(most) => format!("<= {most:.decimals$}"),
            Self::Within(least, most) => format!("{least:.decimals$} to {most:.decimals$}"),
            Self::None => String::new(),
        }
    }
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AskedFigure {
    pub(crate) name: String,
    pub(crate) target: FigureTarget,
    pub(crate) decimals: usize,
    /// `None`: nothing has what the figure measures.
    pub(crate) value: Option<f64>,
}

impl AskedFigure {
    /// Whether something is asked of the figure that it does not show. An absent one shows nothing.
    pub(crate) fn is_missed(&self) -> bool {
        self.target != FigureTarget::None && !self.value.is_some_and(|value| self.target.is_met(value))
    }
}

/// The figures, one in a line; those that are missed have a `!`.
pub(crate) fn table(figures: &[AskedFigure]) -> String {
    let mut text = String::new();
    for figure in figures {
        let AskedFigure { name, target, decimals, value } = figure;
        let value = value.map_or("-".to_owned(), |value| format!("{value:.decimals$}"));
        let mark = if figure.is_missed() { "!" } else { "" };
        _ = writeln!(text, "  {name:64}{:>12}{value:>10}{mark}", target.text(*decimals));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_and_absent_figures_are_marked() {
        let figure = |target, value| AskedFigure { name: "floor".to_owned(), target, decimals: 2, value };
        let row = |target, value| {
            let row = figure(target, value);
            (table(std::slice::from_ref(&row)).trim().to_owned(), row.is_missed())
        };
        for (target, least, most) in [
            (FigureTarget::Least(0.5), 0.5, f64::INFINITY),
            (FigureTarget::Most(0.5), f64::NEG_INFINITY, 0.5),
            (FigureTarget::Within(0.2, 0.5), 0.2, 0.5),
        ] {
            for value in [0.1, 0.2, 0.5, 0.6] {
                let (row, is_missed) = row(target, Some(value));
                assert_eq!(is_missed, value < least || value > most, "{row}");
                let end = if is_missed { "!" } else { "" };
                assert!(row.ends_with(&format!("{value:.2}{end}")), "{row}");
            }
            assert!(row(target, None).1 && row(target, None).0.ends_with("-!"));
        }
        assert!(!row(FigureTarget::None, None).1 && !row(FigureTarget::None, Some(7.0)).1);
    }
}

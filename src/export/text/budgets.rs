//! The part of a drawing's legend that lists encounters and loot.
//!
//! Its headings, as those of missions, are no lines of the legend before it.

use std::fmt::{self, Display};

use crate::{geom::Cell, level::Level};

/// The headings of the lists.
const ENCOUNTERS: &str = "encounters:";
const LOOT: &str = "loot:";

/// Whether a line of a legend is the heading of a list of encounters or loot.
pub(super) fn is_heading(line: &str) -> bool {
    [ENCOUNTERS, LOOT].contains(&line.trim_end())
}

/// Lists the encounters, then the loot, each with what the level spends of its budget. Empty for a
/// level without budgets. Cost: linear in encounters and loot.
pub(super) struct TextBudgets<'level>(pub(super) &'level Level);

impl Display for TextBudgets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.0;
        let Some(budgets) = level.budgets() else { return Ok(()) };
        let costs: u64 = level.encounters().iter().map(|encounter| u64::from(encounter.cost)).sum();
        let values: u64 = level.spent().iter().map(|spent| u64::from(spent.loot)).sum();
        if budgets.encounters > 0 || !level.encounters().is_empty() {
            writeln!(f, "\n{ENCOUNTERS}")?;
            writeln!(f, "cost {costs} of {}, none within {} steps from the entry", budgets.encounters, budgets.quiet)?;
        }
        for encounter in level.encounters() {
            let group = encounter.group.as_deref().unwrap_or("members of the vault");
            write!(f, "{group} in room {}", encounter.room)?;
            match &encounter.cells[..] {
                [] => write!(f, " without members")?,
                cells => write!(f, " at {}", Cells(cells))?,
            }
            writeln!(f, ", cost {}", encounter.cost)?;
        }
        if budgets.loot > 0 || !level.loot().is_empty() {
            writeln!(f, "\n{LOOT}")?;
            writeln!(f, "worth {values} of {}", budgets.loot)?;
        }
        for thing in level.loot() {
            let Cell { x, y } = thing.cell;
            writeln!(f, "{} in room {} at {x},{y}, value {}", thing.item, thing.room, thing.value)?;
        }
        Ok(())
    }
}

struct Cells<'level>(&'level [Cell]);

impl Display for Cells<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Cell { x, y }) in self.0.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { " and " })?;
            write!(f, "{x},{y}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TextError, read, write};
    use crate::level::fixture;

    #[test]
    fn the_legend_lists_encounters_and_loot_with_what_they_take_of_their_budgets() {
        let mut level = fixture::populated();
        let expected = "
encounters:
cost 8 of 9, none within 6 steps from the entry
members of the vault in room 2 at 19,4, cost 3
wolf pack in room 3 at 8,7 and 11,8, cost 5

loot:
worth 4 of 4
treasure in room 4 at 14,8, value 4
";
        let text = write(&level);
        assert!(text.ends_with(expected), "{text}");
        level.population.encounters.clear();
        level.population.budgets.as_mut().unwrap().loot = 0;
        level.population.loot.clear();
        let text = write(&level);
        assert!(text.ends_with("\nencounters:\ncost 0 of 9, none within 6 steps from the entry\n"), "{text}");
        level.population.budgets = None;
        assert!(!write(&level).contains("encounters"));
    }

    #[test]
    fn lists_below_the_legend_name_no_glyphs() {
        let mut level = fixture::populated();
        (level.locks, level.keys) = (Vec::new(), Vec::new());
        let text = write(&level);
        assert_eq!(read(&text).expect("a drawing").tiles(), level.tiles());
        assert!(read(&text.replace('\n', " \r\n")).is_ok(), "blanks at the end of lines do not matter");
        // Without its heading, the list is taken for lines of the legend.
        let torn = text.replace("encounters:", "groups:");
        assert!(matches!(read(&torn), Err(TextError::Legend { .. })));
    }
}

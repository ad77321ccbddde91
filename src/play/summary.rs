//! A level and its walkthrough in a sentence each, for pages and terminals.

use super::{PlayerAction, Walkthrough};
use crate::level::Level;

impl Level {
    /// The level in a sentence: preset, seed and size, then the numbers of what it has.
    ///
    /// Cost: linear in cells.
    #[must_use]
    pub fn summary(&self) -> String {
        let origin = self.origin();
        let mut words = format!(
            "{}, seed {}, {} cells: {}, {} of them on the main path, {}",
            origin.preset,
            origin.seed,
            self.size(),
            counted(self.rooms().len(), "room"),
            self.path().len(),
            counted(self.props().len(), "prop"),
        );
        let locked = self.passages().iter().filter(|passage| self.lock(passage).is_some()).count();
        if locked > 0 {
            words += &format!(", {} and {}", counted(locked, "lock"), counted(self.keys().len(), "key"));
        }
        if let Some(budgets) = self.budgets() {
            let costs: u64 = self.encounters().iter().map(|encounter| u64::from(encounter.cost)).sum();
            let values: u64 = self.spent().iter().map(|spent| u64::from(spent.loot)).sum();
            let encounters = counted(self.encounters().len(), "encounter");
            words += &format!(", {encounters} for {costs} of {}", budgets.encounters);
            words += &format!(", loot worth {values} of {}", budgets.loot);
        }
        if let Some(steps) = self.distances(self.entry()).get(self.exit()) {
            words += &format!("; {} from the entry to the exit", counted(steps as usize, "step"));
        }
        words + "."
    }
}

impl Walkthrough {
    /// How the level is won, in a sentence: the steps, then the keys and switches in the order in
    /// which the play takes them. A play that is not the shortest takes "at most" its steps.
    ///
    /// Cost: linear in the steps.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("cellar")?, 1);
    /// let walkthrough = level.mission().walkthrough().ok_or("the exit cannot be reached")?;
    /// assert!(walkthrough.summary(&level).starts_with("Won in "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn summary(&self, level: &Level) -> String {
        let key = |action| match action {
            PlayerAction::Take(key) => level.keys().get(key as usize).map(|key| level.key_name(key)),
            PlayerAction::Open(_) | PlayerAction::Leave => None,
        };
        let keys: Vec<&str> = self.legs().iter().filter_map(|leg| key(leg.action)).collect();
        let bound = if self.is_shortest() { "" } else { "at most " };
        let list = if keys.is_empty() { String::new() } else { format!(": {}", keys.join(", ")) };
        format!("Won in {bound}{}{list}.", counted(self.steps() as usize, "step"))
    }
}

/// A number with its noun: "1 room", "2 rooms".
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

//! `roomgen find --names`: what expressions may name.

use roomgen_find::{LevelWords, Query};

/// A line for each word with what it means; then the names of the preset or of the run that
/// arguments may be.
pub(super) fn list(words: &LevelWords, of: &str) -> String {
    let arguments: Vec<_> = words.arguments().collect();
    let query = Query::new(words.clone());
    let uses: Vec<_> = query.words().iter().map(|word| (word.to_string(), word.sentence())).collect();
    let width = uses.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut lines: String = uses.iter().map(|(name, about)| format!("{name:width$}  {about}\n")).collect();
    for (function, parameter, names) in arguments {
        let names: Vec<_> = names.iter().map(|name| format!("{name:?}")).collect();
        let listed = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        lines += &format!("\n{function}({parameter}), in {of}: {listed}\n");
    }
    lines += &format!("\nsteps(from, to): {}\n", LevelWords::PLACES);
    lines
}

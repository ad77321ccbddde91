//! The expressions of the arguments as a query, or what is wrong with them.

use roomgen_find::{LevelWords, Problem, Query};

use super::FindArgs;
use crate::{diagnostic::Diagnostic, failure::CommandFailure, report};

/// The query of the arguments, without the spreads of its targets.
pub(super) fn query(arguments: &FindArgs, words: LevelWords) -> Result<Query, CommandFailure> {
    let mut query = Query::new(words);
    let expressions = [
        ("--where", &arguments.condition, Query::require as fn(&mut Query, &str) -> Result<(), Box<Problem>>),
        ("--best", &arguments.best, Query::rank_best),
        ("--near", &arguments.near, Query::rank_near),
    ];
    for (flag, text, compile) in expressions {
        if let Some(text) = text {
            compile(&mut query, text).map_err(|error| refusal(flag, text, &error))?;
        }
    }
    Ok(query)
}

/// The failure of an expression with a mistake, at its place.
fn refusal(flag: &str, text: &str, error: &Problem) -> CommandFailure {
    CommandFailure::wrong_text(report::expression(flag, text, error), vec![Diagnostic::problem(error, flag.to_owned())])
}

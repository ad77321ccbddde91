//! The expressions of the arguments as a query, or what is wrong with them.

use roomgen::{Generator, Preset, Request};
use roomgen_finder::{ExpressionError, LevelFinder, LevelWords, Query, TargetSpreads};

use super::FindArgs;
use crate::{
    diagnostic::{Diagnostic, TextSpan},
    failure::CommandFailure,
    report,
};

/// The query of the arguments, without the spreads of its targets.
pub(super) fn query(arguments: &FindArgs, preset: &Preset) -> Result<Query, CommandFailure> {
    let mut query = Query::new(LevelWords::of(preset));
    let expressions = [
        ("--where", &arguments.condition, Query::require as fn(&mut Query, &str) -> Result<(), Box<ExpressionError>>),
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

/// Sets the spreads of the query's targets, from the first requests of the search.
pub(super) fn measure_spreads(query: &mut Query, preset: &Preset, requests: impl Iterator<Item = Request>) {
    let targets = query.targets().len();
    if targets == 0 {
        return;
    }
    let (mut generator, mut finder) = (Generator::new(preset), LevelFinder::new(query));
    let sample = requests.take(TargetSpreads::SAMPLE as usize);
    let rows: Vec<_> = sample.map(|request| finder.target_numbers(&generator.generate(request))).collect();
    query.spread(TargetSpreads::of(targets, &rows));
}

/// The failure of an expression with a mistake, at its place.
fn refusal(flag: &str, text: &str, error: &ExpressionError) -> CommandFailure {
    let ExpressionError { code, message, help, suggestion, span, .. } = error;
    let report = report::expression(flag, text, error);
    let diagnostic = Diagnostic::error(code.name(), message).in_file(flag);
    let place = TextSpan::new(text, span.clone());
    let diagnostic = diagnostic.at(place).with_help(help.clone()).suggesting(place, suggestion.clone());
    CommandFailure::wrong_text(report, vec![diagnostic])
}

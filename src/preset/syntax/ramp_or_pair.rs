//! Help where a number, a pair or a ramp stands in place of another of these forms.

use super::{
    examples,
    explanation::{Explanation, quoted_if_short},
    place::MistakePlace,
};

/// Explains a ramp where a pair belongs: at the name of a field, a number was expected.
///
/// `None` at anything else than the name of a field of a ramp.
pub(super) fn explain(place: &MistakePlace<'_>) -> Option<Explanation> {
    let (span, _) = place.with_fields(["from", "to"])?;
    let found = place.text.get(span.clone()).and_then(quoted_if_short).unwrap_or_else(|| "a ramp".to_owned());
    let pair = examples::pair(place.field().unwrap_or_default());
    let help = format!("a ramp is not allowed here; write a pair, as in `{pair}`");
    Some((span, format!("expected a pair, found {found}"), Some(help)))
}

/// Explains `(min: 1, max: 2)` in place of a pair.
pub(super) fn explain_bounds(place: &MistakePlace<'_>) -> Option<Explanation> {
    let (span, [least, most]) = place.with_fields(["min", "max"])?;
    let help = format!("write a pair, as in `({least}, {most})`");
    Some((span, "`min` and `max` are not allowed here".to_owned(), Some(help)))
}

/// Help where a number or a ramp is expected: in place of a pair of numbers, the ramp between them.
pub(super) fn instead_of_ramp(given: &str) -> String {
    match ends(given) {
        Some((from, to)) => format!("a pair is not allowed here; write a ramp, as in `(from: {from}, to: {to})`"),
        None => format!("as in {}", examples::RAMP),
    }
}

/// Help where a single number is expected and `given` stands: `None` unless that is in brackets.
pub(super) fn instead_of_number(given: &str) -> Option<String> {
    let form = match given.strip_prefix('(')? {
        fields if fields.contains(':') => "a ramp",
        _ => "a pair",
    };
    Some(format!("{form} is not allowed here; write one number, as in `5`"))
}

/// The two numbers of a pair, as they are written.
fn ends(pair: &str) -> Option<(&str, &str)> {
    let (from, to) = pair.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let (from, to) = (from.trim(), to.trim().trim_end_matches(',').trim_end());
    [from, to].iter().all(|end| end.parse::<f32>().is_ok()).then_some((from, to))
}

//! Lists of targets: numbers, each with the value that is wanted for it.

use roomgen_find::{Problem, ProblemCode, Query};

use crate::host::{condition, query, value};

/// Reads a list of targets.
pub(crate) fn targets(text: &str) -> Result<Query, Box<Problem>> {
    let mut query = query();
    query.rank_near(text)?;
    Ok(query)
}

#[test]
fn each_target_has_a_number_and_what_is_wanted() {
    let distance = |text: &str| {
        let query = targets(text).expect("targets");
        query.rank(&mut |input| value(&query.inputs()[input])).expect("a distance")
    };
    let parts = ["rooms = 30", "floor+seed*2=-1.5", "steps('entry', 'exit') = 2 * (3 - 1)"];
    assert_eq!(parts.map(distance), [Some(20.0), Some(6.5), Some(6.0)]);
    let square = 20.0 * 20.0 + 6.5 * 6.5 + 6.0 * 6.0;
    assert_eq!(distance(&parts.join(" ,")), Some(f64::sqrt(square)));
}

#[test]
fn a_malformed_list_of_targets_is_refused_at_its_place() {
    for (text, part, code, piece) in [
        ("", "", ProblemCode::UnexpectedToken, "expected a value"),
        ("rooms", "", ProblemCode::UnexpectedToken, "`=` and the number that is wanted"),
        ("rooms == 3", "==", ProblemCode::UnexpectedToken, "write `=`"),
        ("rooms: 3", ":", ProblemCode::UnexpectedToken, "write `=`"),
        ("rooms = 3,", "", ProblemCode::UnexpectedToken, "expected a value"),
        ("rooms = 3 floor = 4", "floor", ProblemCode::UnexpectedToken, "expected an operator, `,` or the end"),
        ("rooms = floor", "floor", ProblemCode::NotALiteral, "a number that no level decides"),
        ("rooms = 1 / 0", "1 / 0", ProblemCode::BadNumber, "division by zero"),
        ("true = 3", "true", ProblemCode::WrongType, "a number is expected"),
        ("rooms = 'x'", "'x'", ProblemCode::WrongType, "a number is expected"),
        ("floor = 1, roms = 3", "roms", ProblemCode::UnknownName, "did you mean `rooms`?"),
    ] {
        let error = targets(text).map(|_| ()).expect_err(text);
        assert_eq!((&text[error.span.clone()], error.code), (part, code), "{text}: {error}");
        assert!(error.to_string().contains(piece), "{text}: {error}");
    }
}

#[test]
fn a_mistake_takes_its_inputs_back_and_conditions_have_no_targets() {
    let mut query = query();
    assert!(query.rank_near("floor = 1, seed = bridges").is_err() && query.inputs().is_empty());
    let error = condition("floor > 1 && seed = 2").map(|_| ()).expect_err("a target");
    assert_eq!((error.suggestion.as_deref(), error.span.clone()), (Some("=="), 18..19));
}

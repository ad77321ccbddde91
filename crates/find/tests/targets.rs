//! Lists of targets: numbers, each with the value that is wanted for it.

use roomgen_find::{ErrorCode, ExpressionError, Target, compile_targets};

use crate::host::{Asked, TestWords, condition, value};

/// Reads a list of targets.
pub(crate) fn targets(text: &str) -> Result<(Vec<Target>, Vec<Asked>), Box<ExpressionError>> {
    let mut inputs = Vec::new();
    Ok((compile_targets(text, &TestWords::new(), &mut inputs)?, inputs))
}

#[test]
fn each_target_has_a_number_and_what_is_wanted() {
    let (targets, inputs) =
        targets("rooms = 30, a+b*2=-1.5 ,steps('here, = there', 'x') = 2 * (3 - 1)").expect("targets");
    let texts: Vec<_> = targets.iter().map(|target| (target.number().text(), target.wanted())).collect();
    assert_eq!(texts, [("rooms", 30.0), ("a+b*2", -1.5), ("steps('here, = there', 'x')", 4.0)]);
    let numbers: Vec<_> =
        targets.iter().map(|target| target.number().evaluate(&mut |input| value(&inputs[input]))).collect();
    assert_eq!(numbers, [Ok(10.0), Ok(5.0), Ok(10.0)]);
    assert_eq!(targets[1].number().inputs(), [1, 2]);
}

#[test]
fn what_is_no_list_of_targets_is_refused_at_its_place() {
    for (text, part, code, piece) in [
        ("", "", ErrorCode::UnexpectedToken, "expected a value"),
        ("rooms", "", ErrorCode::UnexpectedToken, "`=` and the number that is wanted"),
        ("rooms == 3", "==", ErrorCode::UnexpectedToken, "write `=`"),
        ("rooms: 3", ":", ErrorCode::UnexpectedToken, "write `=`"),
        ("rooms = 3,", "", ErrorCode::UnexpectedToken, "expected a value"),
        ("rooms = 3 a = 4", "a", ErrorCode::UnexpectedToken, "expected an operator, `,` or the end"),
        ("rooms = a", "a", ErrorCode::NotALiteral, "a number that no level decides"),
        ("rooms = 1 / 0", "1 / 0", ErrorCode::BadNumber, "division by zero"),
        ("p = 3", "p", ErrorCode::WrongType, "a number is expected"),
        ("rooms = 'x'", "'x'", ErrorCode::WrongType, "a number is expected"),
        ("a = 1, roms = 3", "roms", ErrorCode::UnknownName, "did you mean `rooms`?"),
    ] {
        let error = targets(text).map(|_| ()).expect_err(text);
        assert_eq!((&text[error.span.clone()], error.code), (part, code), "{text}: {error}");
        assert!(error.to_string().contains(piece), "{text}: {error}");
    }
}

#[test]
fn a_mistake_takes_its_inputs_back_and_conditions_have_no_targets() {
    let mut inputs = vec![];
    assert!(compile_targets("a = 1, b = c", &TestWords::new(), &mut inputs).is_err() && inputs.is_empty());
    let error = condition("a > 1 && b = 2").map(|_| ()).expect_err("a target");
    assert_eq!((error.suggestion.as_deref(), error.span.clone()), (Some("=="), 11..12));
}

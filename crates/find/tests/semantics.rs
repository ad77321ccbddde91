//! What expressions mean.

use roomgen_find::{
    Undefined::{self, DivisionByZero, Missing, NotFinite},
    Value,
    Verdict::{self, Match, NoMatch},
    compile_condition, compile_number,
};

use crate::host::{TestWords, asked, condition, number, result, verdict};

fn is(truth: bool) -> Verdict {
    if truth { Match } else { NoMatch }
}

#[test]
fn literals_and_operators_mean_what_cel_means() {
    for (text, truth) in [
        ("1 == 1.0 && .5 == 0.5 && 1e2 == 100 && 15E-1 == 1.5 && 007 == 7", true),
        ("18446744073709551615 == 18446744073709551614", false),
        ("18446744073709551615 + 1 > 18446744073709551615", true),
        ("7 / 2 == 3.5 && 6 / 3 == 2 && 7 % 4 == 3 && -7 % 4 == -3 && 7.5 % 2 == 1.5", true),
        ("2 - 3 - 4 == -5 && 2 * 3 % 4 == 2 && 24 / 4 / 3 == 2", true),
        ("--a == a && !!p && -(a + b) == -3", true),
        ("'a\\'b' == \"a'b\" && \"\\\"\" == '\"' && '\\\\n' != '\\n' && '\\t' == '\t'", true),
        ("t == 'wolf' && t != u && t in ['rat', u, \"wolf\"] && !(t in []) && p in [q, true,]", true),
        ("a in [3, b - 1] && a in [1.0] && !(a in [2, 3])", true),
        ("(a > b ? c : d) == 4 && (p ? t : u) == 'wolf' && (p ? q : r) == false", true),
        ("q ? p : q ? p : r", true),
        ("p == q == false", true),
        ("p != q != r", false),
        ("max(a, b, c) == 3 && min(d, b) == 2 && abs(a - d) == 3 && abs(4) == 4", true),
        ("rooms == 10 && rooms('x') == 10 && rooms('x', -1) == 10 && steps('a', 'b') in [10]", true),
        ("true\n&&\t\r\n\u{c} true", true),
        ("rooms>=10&&!(rooms<=9)||false", true),
    ] {
        assert_eq!(verdict(text), is(truth), "{text}");
    }
}

#[test]
fn numbers_are_as_exact_as_they_can_be() {
    for (text, expected) in [
        ("7 / 2", Ok(3.5)),
        ("a - 2 * b", Ok(-3.0)),
        ("1e308 * 10", Err(NotFinite)),
        ("root(-1)", Err(NotFinite)),
        ("root(16)", Ok(4.0)),
        ("1 / 0", Err(DivisionByZero)),
        ("a / (b - 2)", Err(DivisionByZero)),
        ("a % 0.0", Err(DivisionByZero)),
        ("missing + 1", Err(Missing)),
        ("missing + 1 / 0", Err(Missing)),
        ("1 / 0 + missing", Err(DivisionByZero)),
        ("max(1, missing)", Err(Missing)),
        ("absent ? 1 : 2", Err(Missing)),
        ("p ? 1 : missing", Ok(1.0)),
        ("18446744073709551615 * 18446744073709551615 * 18446744073709551615", Ok(6.277101735386681e57)),
    ] {
        assert_eq!(result(text), expected, "{text}");
    }
}

#[test]
fn what_is_undefined_is_no_match_unless_something_else_decides() {
    let undefined = |why: Undefined| Verdict::Undefined(why);
    for (text, expected) in [
        ("missing > 1", undefined(Missing)),
        ("missing == missing", undefined(Missing)),
        ("!(missing > 1)", undefined(Missing)),
        ("absent", undefined(Missing)),
        ("nothing == 'x'", undefined(Missing)),
        ("nothing in []", undefined(Missing)),
        ("false && missing > 1", NoMatch),
        ("missing > 1 && false", NoMatch),
        ("true || missing > 1", Match),
        ("missing > 1 || true", Match),
        ("missing > 1 || false", undefined(Missing)),
        ("true && missing > 1", undefined(Missing)),
        ("!(missing > 1 && false)", Match),
        ("1 / 0 > 1 && missing > 1", undefined(DivisionByZero)),
        ("missing > 1 || 1 / 0 > 1", undefined(Missing)),
        ("a in [missing, 1]", Match),
        ("a in [missing, 2]", undefined(Missing)),
        ("missing in [1]", undefined(Missing)),
        ("absent ? true : true", undefined(Missing)),
        ("p ? true : absent", Match),
        ("p == absent", undefined(Missing)),
        ("1e300 * 1e300 > 0", undefined(NotFinite)),
    ] {
        assert_eq!(verdict(text), expected, "{text}");
    }
}

#[test]
fn a_host_that_breaks_its_word_is_heard_as_missing_or_not_finite() {
    let (condition, _) = condition("a > 0 || p || t == 'x'").expect("a condition");
    for (value, expected) in [
        (Value::Decimal(f64::NAN), NotFinite),
        (Value::Decimal(f64::NEG_INFINITY), NotFinite),
        (Value::Text("wrong"), Missing),
    ] {
        assert_eq!(condition.evaluate(&mut |_| Some(value)), Verdict::Undefined(expected), "{value:?}");
    }
    let (score, _) = number("a").expect("a number");
    assert_eq!(score.evaluate(&mut |_| Some(Value::Condition(true))), Err(Missing));
}

#[test]
fn only_what_the_result_depends_on_is_measured() {
    for (text, inputs) in [
        ("q && a > 1", "q"),
        ("p || a > 1", "p"),
        ("absent && q && a > 1", "absent q"),
        ("p ? a > 0 : b > 0", "p a"),
        ("a in [1, b]", "a"),
        ("missing > a", "missing"),
        ("a > 0 && a < b", "a a b"),
    ] {
        assert_eq!(asked(text).join(" "), inputs, "{text}");
    }
}

#[test]
fn equal_inputs_are_one_also_of_several_expressions() {
    let (words, mut inputs) = (TestWords::new(), Vec::new());
    let text = "count('wolf') > a && count(\"wolf\") < 9 && count('rat') > rooms('x', 1) - rooms('x', 1.0)";
    let condition = compile_condition(text, &words, &mut inputs).expect("a condition");
    let score = compile_number("b + count('rat') + rooms", &words, &mut inputs).expect("a number");
    let names: Vec<_> = inputs.iter().map(|input| format!("{}{:?}", input.word, input.arguments)).collect();
    let expected = [
        r#"count["Text(\"wolf\")"]"#,
        "a[]",
        r#"count["Text(\"rat\")"]"#,
        r#"rooms["Text(\"x\")", "Whole(1)"]"#,
        r#"rooms["Text(\"x\")", "Decimal(1.0)"]"#,
        "b[]",
        "rooms[]",
    ];
    assert_eq!(names, expected);
    assert_eq!((condition.inputs(), score.inputs()), (&[0, 1, 2, 3, 4][..], &[2, 5, 6][..]));
    // A mistake takes its inputs back.
    assert!(compile_number("d + count('cat')", &words, &mut inputs).is_err());
    assert_eq!(inputs.len(), expected.len());
}

#[test]
fn a_condition_is_cut_at_the_ands_at_its_top() {
    for (text, parts) in [
        ("a > 0", &["a > 0"][..]),
        ("a > 0 && (p || q)&&b<1", &["a > 0", "(p || q)", "b<1"]),
        ("(a > 0 && ((p && q))) && !(r && s)", &["a > 0", "p", "q", "!(r && s)"]),
        ("p && q || r", &["p && q || r"]),
        ("(p && q)", &["p", "q"]),
        ("p && q ? r : s", &["p && q ? r : s"]),
    ] {
        let (condition, inputs) = condition(text).expect("a condition");
        let found: Vec<_> = condition.conjuncts().iter().map(roomgen_find::Conjunct::text).collect();
        assert_eq!(found, parts, "{text}");
        let measure = |input: usize| crate::host::value(&inputs[input]);
        let all = condition.conjuncts().iter().all(|conjunct| {
            assert_eq!(&text[conjunct.span()], conjunct.text());
            assert!(conjunct.inputs().iter().all(|input| condition.inputs().contains(input)));
            conjunct.evaluate(&mut { measure }).is_match()
        });
        assert_eq!(condition.evaluate(&mut { measure }).is_match(), all, "{text}");
        assert_eq!(condition.text(), text);
    }
}

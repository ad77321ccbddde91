//! What expressions mean.

use roomgen_find::{
    Query,
    Undefined::{DivisionByZero, Missing, NotFinite},
    Value,
};

use crate::host::{asked, condition, is_met, number, query, result};

#[test]
fn literals_and_operators_mean_what_cel_means() {
    for (text, truth) in [
        ("1 == 1.0 && .5 == 0.5 && 1e2 == 100 && 15E-1 == 1.5 && 007 == 7", true),
        ("18446744073709551615 == 18446744073709551614", false),
        ("18446744073709551615 + 1 > 18446744073709551615", true),
        ("7 / 2 == 3.5 && 6 / 3 == 2 && 7 % 4 == 3 && -7 % 4 == -3 && 7.5 % 2 == 1.5", true),
        ("2 - 3 - 4 == -5 && 2 * 3 % 4 == 2 && 24 / 4 / 3 == 2", true),
        ("--floor == floor && !!true && -(floor + seed) == -3", true),
        ("'a\\'b' == \"a'b\" && \"\\\"\" == '\"' && '\\\\n' != '\\n' && '\\t' == '\t'", true),
        (
            "'wolf' == 'wolf' && 'wolf' != 'rat' && 'wolf' in ['rat', 'rat', \"wolf\"] && !('wolf' in []) && true in [false, true,]",
            true,
        ),
        ("floor in [3, seed - 1] && floor in [1.0] && !(floor in [2, 3])", true),
        (
            "(floor > seed ? bridges : linearity) == 4 && (true ? 'wolf' : 'rat') == 'wolf' && (true ? false : true) == false",
            true,
        ),
        ("false ? true : false ? true : true", true),
        ("true == false == false", true),
        ("true != false != true", false),
        (
            "max(floor, seed, bridges) == 3 && min(linearity, seed) == 2 && abs(floor - linearity) == 3 && abs(4) == 4",
            true,
        ),
        ("rooms == 10 && rooms('Bonus') == 10 && steps('wolf', 'exit') in [10]", true),
        ("true\n&&\t\r\n\u{c} true", true),
        ("rooms>=10&&!(rooms<=9)||false", true),
    ] {
        assert_eq!(is_met(text), Ok(truth), "{text}");
    }
}

#[test]
fn numbers_are_as_exact_as_they_can_be() {
    for (text, expected) in [
        ("7 / 2", Ok(3.5)),
        ("floor - 2 * seed", Ok(-3.0)),
        ("1e308 * 10", Err(NotFinite)),
        ("1 / 0", Err(DivisionByZero)),
        ("floor / (seed - 2)", Err(DivisionByZero)),
        ("floor % 0.0", Err(DivisionByZero)),
        ("danger + 1", Err(Missing)),
        ("danger + 1 / 0", Err(Missing)),
        ("1 / 0 + danger", Err(DivisionByZero)),
        ("max(1, danger)", Err(Missing)),
        ("danger > 1 ? 1 : 2", Err(Missing)),
        ("true ? 1 : danger", Ok(1.0)),
        ("18446744073709551615 * 18446744073709551615 * 18446744073709551615", Ok(6.277101735386681e57)),
    ] {
        assert_eq!(result(text), expected, "{text}");
    }
}

#[test]
fn undefined_values_match_nothing_unless_something_else_decides() {
    for (text, expected) in [
        ("danger > 1", Err(Missing)),
        ("danger == danger", Err(Missing)),
        ("!(danger > 1)", Err(Missing)),
        ("danger in []", Err(Missing)),
        ("false && danger > 1", Ok(false)),
        ("danger > 1 && false", Ok(false)),
        ("true || danger > 1", Ok(true)),
        ("danger > 1 || true", Ok(true)),
        ("danger > 1 || false", Err(Missing)),
        ("true && danger > 1", Err(Missing)),
        ("!(danger > 1 && false)", Ok(true)),
        ("1 / 0 > 1 && danger > 1", Err(DivisionByZero)),
        ("danger > 1 || 1 / 0 > 1", Err(Missing)),
        ("floor in [danger, 1]", Ok(true)),
        ("floor in [danger, 2]", Err(Missing)),
        ("danger in [1]", Err(Missing)),
        ("danger > 1 ? true : true", Err(Missing)),
        ("true ? true : danger > 1", Ok(true)),
        ("true == (danger > 1)", Err(Missing)),
        ("1e300 * 1e300 > 0", Err(NotFinite)),
    ] {
        assert_eq!(is_met(text), expected, "{text}");
    }
}

#[test]
fn a_value_that_is_not_finite_is_no_number() {
    let query = number("floor").expect("a number");
    for value in [f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(query.rank(&mut |_| Some(Value::Decimal(value))), Err(NotFinite));
    }
}

#[test]
fn only_what_the_result_depends_on_is_measured() {
    for (text, inputs) in [
        ("false && floor > 1", ""),
        ("true || floor > 1", ""),
        ("danger > 1 && seed < 1 && floor > 1", "danger seed"),
        ("seed == 2 ? floor > 0 : bridges > 0", "seed floor"),
        ("floor in [1, seed]", "floor"),
        ("danger > floor", "danger"),
        ("floor > 0 && floor < seed", "floor floor seed"),
    ] {
        assert_eq!(asked(text).join(" "), inputs, "{text}");
    }
}

#[test]
fn equal_inputs_are_one_also_of_several_expressions() {
    let mut query = query();
    query
        .require("count('wolf') > floor && count(\"wolf\") < 9 && count('oak') > rooms('Start')")
        .expect("a condition");
    query.rank_best("seed + count('oak') + rooms").expect("a number");
    let expected = ["count(\"wolf\")", "floor", "count(\"oak\")", "rooms(\"Start\")", "seed", "rooms"];
    let names = |query: &Query| query.inputs().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&query), expected);
    // A mistake takes its inputs back.
    assert!(query.rank_best("bridges + count('cat')").is_err());
    assert_eq!(names(&query), expected);
}

#[test]
fn a_condition_is_cut_at_the_ands_at_its_top() {
    for (text, parts) in [
        ("floor > 0", &["floor > 0"][..]),
        ("floor > 0 && (true || false)&&seed<1", &["floor > 0", "(true || false)", "seed<1"]),
        ("(floor > 0 && ((true && false))) && !(true && false)", &["floor > 0", "true", "false", "!(true && false)"]),
        ("true && false || true", &["true && false || true"]),
        ("(true && false)", &["true", "false"]),
        ("true && false ? true : false", &["true && false ? true : false"]),
    ] {
        let query = condition(text).expect("a condition");
        let found: Vec<_> = query.conjuncts().iter().map(roomgen_find::Conjunct::text).collect();
        assert_eq!(found, parts, "{text}");
        let mut measure = |input: usize| crate::host::value(&query.inputs()[input]);
        let all = query.conjuncts().iter().all(|conjunct| conjunct.is_met(&mut measure) == Ok(true));
        assert_eq!(query.is_met(&mut measure), Ok(all), "{text}");
    }
}

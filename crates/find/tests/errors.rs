//! What is wrong with an expression, where, and how to mend it.

use std::collections::BTreeSet;

use roomgen_find::{MAX_BYTES, MAX_DEPTH, ProblemCode};

use crate::host::{condition, number};

/// Text, offending part, code, and a piece of the message or of the help.
const MISTAKES: [(&str, &str, &str, &str); 65] = [
    ("", "", "unexpected-token", "expected a value, found the end"),
    ("floor > ", "", "unexpected-token", "expected a value, found the end"),
    ("(floor > 1", "", "unexpected-token", "`(` at character 1 is not closed"),
    ("floor in [1, 2", "", "unexpected-token", "`[` at character 10 is not closed"),
    ("floor in [,]", ",", "unexpected-token", "expected a value"),
    ("count('wolf',) > 1", ")", "unexpected-token", "expected a value"),
    ("floor > 1)", ")", "unexpected-token", "expected an operator or the end, found `)`"),
    ("floor > 1 and seed > 2", "and", "unexpected-token", "write `&&`"),
    ("floor > 1 or seed > 2", "or", "unexpected-token", "write `||`"),
    ("not true", "true", "unexpected-token", "write `!` instead of `not`"),
    ("floor > 1 // why", "/", "unexpected-token", "no comments"),
    ("floor[1] > 1", "[", "unexpected-token", "lists stand only on the right of `in`"),
    ("[1] == floor", "[", "unexpected-token", "lists stand only on the right of `in`"),
    ("floor in 1", "1", "unexpected-token", "write a list in brackets"),
    ("floor in (1)", "(", "unexpected-token", "write a list in brackets"),
    ("true ? false", "", "unexpected-token", "`:`"),
    ("true ? false ? true : false : true", "?", "unexpected-token", "`:`"),
    ("floor 'x'", "'x'", "unexpected-token", "found \"x\""),
    ("floor = 1", "=", "unexpected-character", "write `==`"),
    ("true & false", "&", "unexpected-character", "write `&&`"),
    ("true | false", "|", "unexpected-character", "write `||`"),
    ("floor ≥ 1", "≥", "unexpected-character", "write `>=`"),
    ("'wolf' == “wolf”", "“", "unexpected-character", "write `\"`"),
    ("räume > 1", "ä", "unexpected-character", "names have letters a to z"),
    ("floor.seed > 1", ".", "unexpected-character", "`.` is not part of the language"),
    ("floor > 1 \u{7}", "\u{7}", "unexpected-character", "`\\u{7}`"),
    ("'wolf' == \"wolf", "\"wolf", "unterminated-string", "end it with `\"`"),
    ("'wolf' == 'wo\nlf'", "'wo", "unterminated-string", "on the same line"),
    ("'wolf' == 'wolf\\'", "'wolf\\'", "unterminated-string", "end it with `'`"),
    ("'wolf' == 'a\\xb'", "\\x", "unknown-escape", "allowed: `\\n`"),
    ("floor > 1.", "1.", "bad-number", "write `1`"),
    ("floor > 1.2.3", "1.2.3", "bad-number", "numbers are written as"),
    ("floor > 0x1F", "0x1F", "bad-number", "`0x1F` is no number"),
    ("floor > 3rooms", "3rooms", "bad-number", "is no number"),
    ("floor > 18446744073709551616", "18446744073709551616", "bad-number", "at most 18446744073709551615"),
    ("floor > 1e999", "1e999", "bad-number", "at most 1.8e308"),
    ("bridge < 1", "bridge", "unknown-name", "did you mean `bridges`?"),
    ("Rooms < 1", "Rooms", "unknown-name", "did you mean `rooms`?"),
    ("null == 1", "null", "unknown-name", "unknown name `null`"),
    ("cuont('wolf') < 1", "cuont", "unknown-name", "did you mean `count`?"),
    ("size('x') < 1", "size", "unknown-name", "unknown function `size`"),
    ("count('wolff') < 1", "'wolff'", "bad-argument", "did you mean `wolf`?"),
    ("steps('entri', 'exit') < 1", "'entri'", "bad-argument", "unknown place \"entri\""),
    ("steps('entry', 'lock:gate') < 1", "'lock:gate'", "bad-argument", "unknown lock \"gate\""),
    ("count < 1", "count", "number-of-arguments", "write `count(name)`"),
    ("bridges() < 1", "bridges()", "number-of-arguments", "write `bridges`"),
    ("count() < 1", "count()", "number-of-arguments", "`count` takes 1 argument, 0 are given"),
    ("steps('a') < 1", "steps('a')", "number-of-arguments", "write `steps(from, to)`"),
    ("rooms('a', 1) < 1", "rooms('a', 1)", "number-of-arguments", "write `rooms` or `rooms(name)`"),
    ("max(1) < 1", "max(1)", "number-of-arguments", "takes 2 to 8 arguments, 1 is given"),
    ("count(wolf) < 1", "wolf", "not-a-literal", "write `\"wolf\"`"),
    ("steps('exit', !1) < 1", "!1", "not-a-literal", "`to` of `steps(from, to)` must be a literal text"),
    ("count(3) < 1", "3", "wrong-type", "`name` of `count(name)` is a text, this is a number"),
    ("max(1, 'x') < 1", "'x'", "wrong-type", "`max` takes numbers, this is a text"),
    ("floor && true", "floor", "wrong-type", "`&&` takes two conditions, the left one is a number"),
    ("true || false || 'wolf'", "'wolf'", "wrong-type", "`||` takes two conditions, the right one is a text"),
    ("floor + true > 1", "true", "wrong-type", "`+` takes two numbers, the right one is a condition"),
    ("0 < floor < 3", "0 < floor", "wrong-type", "compare twice, as in `8 < rooms && rooms < 12`"),
    ("floor < seed == bridges < linearity", "floor < seed == bridges", "wrong-type", "as in `(a < b) == (c < d)`"),
    ("floor == 'x'", "floor == 'x'", "wrong-type", "the left one is a number, the right one a text"),
    ("floor in [1, 'x']", "'x'", "wrong-type", "`in` looks for a number, this is a text"),
    ("!floor", "floor", "wrong-type", "`!` takes a condition, this is a number"),
    ("!floor > 1", "floor", "wrong-type", "write `!(rooms > 12)`"),
    ("true ? 1 : 'x'", "1 : 'x'", "wrong-type", "the first one is a number, the second one a text"),
    ("floor + 1", "floor + 1", "wrong-type", "the whole is a number, a condition is expected"),
];

#[test]
fn each_mistake_has_its_place_its_code_and_a_way_out() {
    for (text, part, code, piece) in MISTAKES {
        let error = condition(text).map(|_| ()).expect_err(text);
        let whole = error.to_string();
        assert_eq!((&text[error.span.clone()], error.code.name()), (part, code), "{text}: {whole}");
        assert!(whole.contains(piece), "{text}: {whole}");
        assert_eq!(error.column, text[..error.span.start].rsplit('\n').next().unwrap_or("").chars().count() + 1);
    }
}

#[test]
fn each_code_is_met() {
    let mut met: BTreeSet<_> = MISTAKES.iter().map(|(_, _, code, _)| *code).collect();
    met.extend(["too-long", "too-deep"]);
    // Those before this one are presets' own, but for one that both have.
    let own = ProblemCode::ALL.iter().map(|code| code.name()).skip_while(|name| *name != "too-long");
    assert_eq!(met, own.chain(["unknown-name"]).collect());
}

#[test]
fn a_suggestion_in_place_of_the_part_mends_it() {
    for (text, mended) in [
        ("bridge < 1", "bridges < 1"),
        ("bridges() < 1", "bridges < 1"),
        ("floor = 1", "floor == 1"),
        ("floor > 1 and true", "floor > 1 && true"),
        ("count(wolf) < 1", "count(\"wolf\") < 1"),
        ("count('stump wiht axe') < 1", "count(\"stump with axe\") < 1"),
        ("floor > 1.", "floor > 1"),
    ] {
        let error = condition(text).map(|_| ()).expect_err(text);
        let mut changed = text.to_owned();
        changed.replace_range(error.span.clone(), error.suggestion.as_deref().expect(text));
        assert_eq!(changed, mended);
        assert!(condition(&changed).is_ok(), "{changed}");
    }
}

#[test]
fn a_number_is_no_condition_and_the_reverse() {
    let error = number("floor > 1").map(|_| ()).expect_err("a condition");
    assert_eq!((error.code, error.span.clone()), (ProblemCode::WrongType, 0..9));
    assert!(error.to_string().contains("(rooms > 12) ? 1 : 0"), "{error}");
    assert!(number("'wolf'").is_err() && number("floor > 1 ? floor : 2").is_ok());
}

#[test]
fn carets_stand_below_the_part() {
    let error = condition("rooms > 8 &&\n\t 'x' == '岩岩' && brigdes < 1").map(|_| ()).expect_err("a name");
    let shown = format!("{error:#}");
    let help = shown.split_once("  = help: ").expect("help").1;
    assert!(help.starts_with("did you mean `bridges`? allowed: `"), "{help}");
    let expected =
        "error: unknown name `brigdes`\n  |\n2 |   'x' == '岩岩' && brigdes < 1\n  |                    ^^^^^^^\n";
    assert_eq!(shown.split_once("  = help").expect("help").0.replace(" \n", "\n"), expected);
    assert_eq!((error.line, error.column, error.end_line, error.end_column), (2, 18, 2, 25));
    assert_eq!((error.span.start, error.utf16.start), (34, 30));
    // The end has a caret too.
    let shown = format!("{:#}", condition("floor >").map(|_| ()).expect_err("an end"));
    assert!(shown.ends_with("1 | floor >\n  |        ^"), "{shown}");
}

#[test]
fn a_long_line_is_shown_around_the_mistake_and_a_long_text_not_at_all() {
    let text = format!("{}bridge > 1{}", "floor > 1 && ".repeat(200), " && floor > 1".repeat(100));
    let error = condition(&text).map(|_| ()).expect_err("a name");
    assert!(error.source_line.chars().count() <= 120 && error.source_line.contains("bridge > 1"), "{error:#}");
    let longest = format!("true{}", " ".repeat(MAX_BYTES - 4));
    assert!(condition(&longest).is_ok());
    for length in [MAX_BYTES - 3, 1 << 20] {
        let error = condition(&format!("true{}", " ".repeat(length))).map(|_| ()).expect_err("too long");
        assert_eq!(error.code, ProblemCode::TooLong);
        let whole = format!("{error} {error:#} {error:?}");
        assert!(whole.len() < 1000 && whole.contains(&format!("{} bytes", length + 4)), "{whole}");
    }
}

#[test]
fn nesting_is_bounded_and_length_is_not_nesting() {
    for (open, middle, close) in [
        ("(", "true", ")"),
        ("!", "true", ""),
        ("true ? false : ", "true", ""),
        ("true in [", "true", "]"),
        ("(true && ", "false", ")"),
        ("-", "1", ""),
        ("max(0, ", "1", ")"),
    ] {
        let nested = |times: usize| format!("{}{middle}{}", open.repeat(times), close.repeat(times));
        let read = |text: &str| match open {
            "-" | "max(0, " => number(text).map(|_| ()),
            _ => condition(text).map(|_| ()),
        };
        assert!(read(&nested(MAX_DEPTH)).is_ok(), "{open}");
        for times in [MAX_DEPTH + 1, 250] {
            let error = read(&nested(times)).expect_err(open);
            assert_eq!(error.code, ProblemCode::TooDeep, "{open}: {error}");
        }
    }
    for link in ["&&true", "||true", "==true", "==true&&true"] {
        let chain = format!("true{}", link.repeat((MAX_BYTES - 4) / link.len()));
        assert!(condition(&chain).is_ok(), "{link}");
    }
    let sum = format!("1{}", "+1".repeat(2000));
    assert_eq!(number(&sum).expect("a sum").rank(&mut |_| None), Ok(Some(2001.0)));
}

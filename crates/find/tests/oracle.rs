//! Random expressions, compared with a plain walk over the tree that they were printed from.

use std::collections::BTreeMap;

use roomgen_find::{
    Undefined::{self, DivisionByZero, Missing, NotFinite},
    Value,
};

use crate::host::{condition, number};

/// A random number generator, SplitMix64.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    pub(crate) fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum PlainValue {
    Int(i128),
    Float(f64),
    Bool(bool),
    Str(&'static str),
}
use PlainValue::{Bool, Float, Int, Str};

#[derive(Clone, Debug)]
enum PlainTree {
    Literal(PlainValue),
    Variable(&'static str),
    Prefix(&'static str, Box<PlainTree>),
    Binary(&'static str, Box<PlainTree>, Box<PlainTree>),
    In(Box<PlainTree>, Vec<PlainTree>),
    IfElse(Box<PlainTree>, Box<PlainTree>, Box<PlainTree>),
    Call(&'static str, Vec<PlainTree>),
}

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Number,
    Condition,
    Text,
}

/// A random expression of a type.
fn random(dice: &mut SplitMix, sort: Sort, depth: usize) -> PlainTree {
    if depth == 0 || dice.below(6) == 0 {
        return leaf(dice, sort);
    }
    let choice = dice.below(10);
    let mut part = |sort| random(dice, sort, depth - 1);
    match (sort, choice) {
        (_, 0) => {
            let [then, otherwise] = [sort, sort].map(&mut part).map(Box::new);
            PlainTree::IfElse(Box::new(part(Sort::Condition)), then, otherwise)
        }
        (Sort::Text, _) => leaf(dice, sort),
        (Sort::Number, 1) => PlainTree::Prefix("-", Box::new(part(sort))),
        (Sort::Number, 2) => PlainTree::Call("abs", vec![part(sort)]),
        (Sort::Number, 3) => PlainTree::Call("max", vec![part(sort), part(sort), part(sort)]),
        (Sort::Number, 4) => PlainTree::Call("min", vec![part(sort), part(sort)]),
        (Sort::Number, _) => pair(dice, &["+", "-", "*", "/", "%"], sort, depth),
        (Sort::Condition, 1) => PlainTree::Prefix("!", Box::new(part(sort))),
        (Sort::Condition, 2) => {
            let sort = dice.pick(&[Sort::Number, Sort::Condition, Sort::Text]);
            let items = (0..dice.below(4)).map(|_| random(dice, sort, depth - 1)).collect();
            PlainTree::In(Box::new(random(dice, sort, depth - 1)), items)
        }
        (Sort::Condition, 3) => pair(dice, &["==", "!="], Sort::Text, depth),
        (Sort::Condition, 4) => pair(dice, &["==", "!="], sort, depth),
        (Sort::Condition, 5 | 6) => pair(dice, &["==", "!=", "<", "<=", ">", ">="], Sort::Number, depth),
        (Sort::Condition, _) => pair(dice, &["&&", "||"], sort, depth),
    }
}

/// Two random operands of a type, and one of the operators.
fn pair(dice: &mut SplitMix, operators: &[&'static str], sort: Sort, depth: usize) -> PlainTree {
    let [left, right] = [sort, sort].map(|sort| Box::new(random(dice, sort, depth - 1)));
    PlainTree::Binary(dice.pick(operators), left, right)
}

fn leaf(dice: &mut SplitMix, sort: Sort) -> PlainTree {
    let is_variable = dice.below(2) == 0;
    match sort {
        Sort::Number if is_variable => PlainTree::Variable(dice.pick(&NUMBERS)),
        Sort::Condition if is_variable => {
            let [left, right] = [Sort::Number, Sort::Number].map(|sort| Box::new(leaf(dice, sort)));
            PlainTree::Binary(dice.pick(&["==", "<", ">="]), left, right)
        }
        Sort::Number if dice.below(3) > 0 => {
            PlainTree::Literal(Int(dice.pick(&[0, 1, 2, 3, 7, 1000, u64::MAX.into()])))
        }
        Sort::Number => PlainTree::Literal(Float(dice.pick(&[0.0, 0.5, 2.25, 1e-9, 1e160, 1e300]))),
        Sort::Condition => PlainTree::Literal(Bool(dice.below(2) == 0)),
        Sort::Text => PlainTree::Literal(Str(dice.pick(&["wolf", "rat", "", "岩\"'\\\n"]))),
    }
}

/// The lexemes of an expression, in parentheses if it binds more weakly than `least`, or at random.
fn print(tree: &PlainTree, least: u8, dice: &mut SplitMix, out: &mut Vec<String>) {
    let binds = match tree {
        PlainTree::IfElse(..) => 0,
        PlainTree::Binary("||", ..) => 1,
        PlainTree::Binary("&&", ..) => 2,
        PlainTree::Binary("+" | "-", ..) => 4,
        PlainTree::Binary("*" | "/" | "%", ..) => 5,
        PlainTree::Binary(..) | PlainTree::In(..) => 3,
        PlainTree::Prefix(..) => 6,
        PlainTree::Literal(_) | PlainTree::Variable(_) | PlainTree::Call(..) => 7,
    };
    let is_in_parentheses = binds < least || dice.below(8) == 0;
    if is_in_parentheses {
        out.push("(".to_owned());
    }
    match tree {
        PlainTree::Literal(Int(whole)) => out.push(whole.to_string()),
        PlainTree::Literal(Float(decimal)) => out.push(format!("{decimal:?}")),
        PlainTree::Literal(Bool(truth)) => out.push(truth.to_string()),
        PlainTree::Literal(Str(text)) => {
            let text = text.replace('\\', "\\\\").replace('\n', "\\n");
            out.push(match dice.below(2) {
                0 => format!("\"{}\"", text.replace('"', "\\\"")),
                _ => format!("'{}'", text.replace('\'', "\\'")),
            });
        }
        PlainTree::Variable(name) => out.push((*name).to_owned()),
        PlainTree::Prefix(operator, operand) => {
            out.push((*operator).to_owned());
            print(operand, 6, dice, out);
        }
        PlainTree::Binary(operator, left, right) => {
            print(left, binds, dice, out);
            out.push((*operator).to_owned());
            print(right, binds + 1, dice, out);
        }
        PlainTree::In(value, items) => {
            print(value, 3, dice, out);
            out.push("in".to_owned());
            list("[", items, "]", dice, out);
        }
        PlainTree::IfElse(test, then, otherwise) => {
            print(test, 1, dice, out);
            out.push("?".to_owned());
            print(then, 1, dice, out);
            out.push(":".to_owned());
            print(otherwise, 0, dice, out);
        }
        PlainTree::Call(name, arguments) => {
            out.push((*name).to_owned());
            list("(", arguments, ")", dice, out);
        }
    }
    if is_in_parentheses {
        out.push(")".to_owned());
    }
}

fn list(open: &str, items: &[PlainTree], close: &str, dice: &mut SplitMix, out: &mut Vec<String>) {
    out.push(open.to_owned());
    for (number, item) in items.iter().enumerate() {
        if number > 0 {
            out.push(",".to_owned());
        }
        print(item, 0, dice, out);
    }
    out.push(close.to_owned());
}

/// The text of an expression, with spaces at random.
fn text(tree: &PlainTree, dice: &mut SplitMix) -> String {
    let mut lexemes = Vec::new();
    print(tree, 0, dice, &mut lexemes);
    let mut text = String::new();
    for lexeme in lexemes {
        let is_word = |end: Option<char>| end.is_some_and(|end| end.is_ascii_alphanumeric() || end == '.');
        let must_part = is_word(text.chars().next_back()) && is_word(lexeme.chars().next());
        if must_part || dice.below(3) == 0 {
            text.push_str(dice.pick(&[" ", "  ", "\t", "\n"]));
        }
        text.push_str(&lexeme);
    }
    text
}

/// Names with a number.
const NUMBERS: [&str; 4] = ["floor", "seed", "rooms", "loops"];

type PlainLevel = BTreeMap<&'static str, Option<PlainValue>>;

fn world(dice: &mut SplitMix) -> PlainLevel {
    let numbers = [None, Some(Int(0)), Some(Int(3)), Some(Int(-2)), Some(Float(0.5)), Some(Float(-0.0)), Some(Int(7))];
    NUMBERS.map(|name| (name, dice.pick(&numbers))).into()
}

/// The value of an expression: every part is evaluated, needed or not.
fn walk(tree: &PlainTree, world: &PlainLevel) -> Result<PlainValue, Undefined> {
    match tree {
        PlainTree::Literal(literal) => Ok(*literal),
        PlainTree::Variable(name) => world[name].ok_or(Missing),
        PlainTree::Prefix(_, operand) => Ok(match walk(operand, world)? {
            Int(whole) => Int(-whole),
            Float(decimal) => Float(-decimal),
            Bool(truth) => Bool(!truth),
            Str(_) => panic!("a text has no sign"),
        }),
        PlainTree::Binary("&&", left, right) => either(false, walk(left, world), walk(right, world)),
        PlainTree::Binary("||", left, right) => either(true, walk(left, world), walk(right, world)),
        PlainTree::Binary(operator, left, right) => binary(operator, walk(left, world)?, walk(right, world)?),
        PlainTree::In(value, items) => {
            let value = walk(value, world)?;
            let mut found = Ok(Bool(false));
            for item in items {
                let equal = walk(item, world).and_then(|item| binary("==", value, item));
                found = either(true, found, equal);
            }
            found
        }
        PlainTree::IfElse(test, then, otherwise) => {
            let (then, otherwise) = (walk(then, world), walk(otherwise, world));
            if walk(test, world)? == Bool(true) { then } else { otherwise }
        }
        PlainTree::Call(name, arguments) => {
            let mut values = Vec::new();
            for argument in arguments {
                values.push(float(&walk(argument, world)?));
            }
            values.sort_by(|one, other| one.partial_cmp(other).expect("finite numbers"));
            Ok(Float(match *name {
                "abs" if values[0] < 0.0 => -values[0],
                "max" => values[values.len() - 1],
                _ => values[0],
            }))
        }
    }
}

/// `&&` and `||` by their tables: what decides wins, else what is undefined, the left one first.
fn either(
    decisive: bool,
    left: Result<PlainValue, Undefined>,
    right: Result<PlainValue, Undefined>,
) -> Result<PlainValue, Undefined> {
    if left == Ok(Bool(decisive)) || right == Ok(Bool(decisive)) {
        return Ok(Bool(decisive));
    }
    left?;
    right
}

fn float(value: &PlainValue) -> f64 {
    match value {
        Int(whole) => *whole as f64,
        Float(decimal) => *decimal,
        Bool(_) | Str(_) => panic!("no number: {value:?}"),
    }
}

fn binary(operator: &str, left: PlainValue, right: PlainValue) -> Result<PlainValue, Undefined> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    if let "+" | "-" | "*" | "/" | "%" = operator {
        if "/%".contains(operator) && matches!(right, Int(0) | Float(0.0)) {
            return Err(DivisionByZero);
        }
        if let (Int(left), Int(right)) = (&left, &right) {
            let exact = match operator {
                "+" => left.checked_add(*right),
                "-" => left.checked_sub(*right),
                "*" => left.checked_mul(*right),
                "%" => Some(left - right * (left / right)),
                _ => None,
            };
            if let Some(exact) = exact {
                return Ok(Int(exact));
            }
        }
        let (left, right) = (float(&left), float(&right));
        let result = match operator {
            "+" => left + right,
            "-" => left - right,
            "*" => left * right,
            "/" => left / right,
            _ => left % right,
        };
        return if result.abs() <= f64::MAX { Ok(Float(result)) } else { Err(NotFinite) };
    }
    let order = match (&left, &right) {
        (Bool(left), Bool(right)) => left.cmp(right),
        (Str(left), Str(right)) => left.cmp(right),
        (Int(left), Int(right)) => left.cmp(right),
        _ => float(&left).partial_cmp(&float(&right)).expect("finite numbers"),
    };
    Ok(Bool(match operator {
        "==" => order == Equal,
        "!=" => order != Equal,
        "<" => order == Less,
        "<=" => order != Greater,
        ">" => order == Greater,
        _ => order != Less,
    }))
}

fn value(plain: &PlainValue) -> Value {
    match plain {
        Int(whole) => Value::Whole(*whole),
        other => Value::Decimal(float(other)),
    }
}

#[test]
fn random_expressions_agree_with_a_walk_over_their_trees() {
    let mut dice = SplitMix(42);
    let mut seen = BTreeMap::new();
    for _ in 0..9_000 {
        let sort = dice.pick(&[Sort::Number, Sort::Condition]);
        let depth = dice.below(6);
        let tree = random(&mut dice, sort, depth);
        let text = text(&tree, &mut dice);
        if text.len() > roomgen_find::MAX_BYTES {
            continue;
        }
        for _ in 0..3 {
            let world = world(&mut dice);
            let expected = walk(&tree, &world);
            let look_up = |name: &str| world[name].as_ref().map(value);
            let outcome = if sort == Sort::Number {
                let query = number(&text).unwrap_or_else(|error| panic!("{error:#}"));
                let result = query.rank(&mut |input| look_up(&query.inputs()[input].to_string()));
                let expected = expected.map(|expected| Some(float(&expected)));
                assert_eq!(result, expected, "{text}\n{world:?}");
                format!("number {:?}", result.err())
            } else {
                let query = condition(&text).unwrap_or_else(|error| panic!("{error:#}"));
                let result = query.is_met(&mut |input| look_up(&query.inputs()[input].to_string()));
                assert_eq!(result, expected.map(|truth| truth == Bool(true)), "{text}\n{world:?}");
                format!("{result:?}")
            };
            *seen.entry(outcome).or_insert(0) += 1;
        }
    }
    // Each outcome is met, so that none is compared in vain.
    assert!(seen.len() == 9 && seen.values().all(|count| *count >= 10), "{seen:?}");
}

//! Reads lexemes as a tree.
//!
//! The grammar is in the README. Recursion is bounded by [`MAX_DEPTH`]; cost is linear.

use std::ops::Range;

use roomgen_text::{Problem, ProblemCode, legible::excerpt};

use crate::{
    arithmetic::{Arithmetic, Comparison},
    lexer::{Lexeme, LexemeKind, lexemes, unexpected},
    limits::MAX_DEPTH,
    syntax::{Form, Infix, Link, Precedence, Syntax},
};

/// The tree of an expression.
pub(crate) fn parse(text: &str) -> Result<Syntax, Box<Problem>> {
    let lexemes = lexemes(text)?;
    if let Some(equals) = lexemes.iter().find(|lexeme| lexeme.kind == LexemeKind::Equals) {
        return Err(unexpected(text, equals.span.start, '='));
    }
    let mut parser = Parser { text, lexemes: &lexemes, at: 0, depth: 0 };
    let root = parser.expression()?;
    if parser.kind() == &LexemeKind::End { Ok(root) } else { Err(parser.unexpected("an operator or the end")) }
}

/// The trees of a list of targets: each a number and the value wanted for it.
pub(crate) fn parse_targets(text: &str) -> Result<Vec<[Syntax; 2]>, Box<Problem>> {
    let lexemes = lexemes(text)?;
    let mut parser = Parser { text, lexemes: &lexemes, at: 0, depth: 0 };
    let mut targets = Vec::new();
    loop {
        let number = parser.chain(Precedence::Sum)?;
        if parser.eat(&LexemeKind::Equals).is_none() {
            let mistake = parser.unexpected("an operator or `=` and the number that is wanted");
            let is_meant = [LexemeKind::Infix(Infix::Comparison(Comparison::Equal)), LexemeKind::Colon];
            return Err(if is_meant.contains(parser.kind()) { mistake.with_suggestion("=") } else { mistake });
        }
        targets.push([number, parser.chain(Precedence::Sum)?]);
        if parser.eat(&LexemeKind::Comma).is_none() {
            break;
        }
    }
    if parser.kind() == &LexemeKind::End { Ok(targets) } else { Err(parser.unexpected("an operator, `,` or the end")) }
}

/// Words of other languages, with the operators that are written here instead.
const WORDS: [(&str, &str); 6] = [("and", "&&"), ("or", "||"), ("AND", "&&"), ("OR", "||"), ("mod", "%"), ("is", "==")];

struct Parser<'t> {
    text: &'t str,
    /// The last one is the end.
    lexemes: &'t [Lexeme],
    /// The next lexeme; never beyond the end.
    at: usize,
    /// The levels of nesting around the next lexeme.
    depth: usize,
}

impl<'t> Parser<'t> {
    fn kind(&self) -> &'t LexemeKind {
        self.lexemes.get(self.at).map_or(&LexemeKind::End, |lexeme| &lexeme.kind)
    }

    fn span(&self) -> Range<usize> {
        self.lexemes.get(self.at).map_or(self.text.len()..self.text.len(), |lexeme| lexeme.span.clone())
    }

    /// Steps over the next lexeme, and gives its span.
    fn advance(&mut self) -> Range<usize> {
        let span = self.span();
        self.at += usize::from(self.at < self.lexemes.len());
        span
    }

    /// Steps over the next lexeme if it is of this kind.
    fn eat(&mut self, kind: &LexemeKind) -> Option<Range<usize>> {
        (self.kind() == kind).then(|| self.advance())
    }

    fn mistake(&self, code: ProblemCode, span: &Range<usize>, message: String) -> Box<Problem> {
        Problem::of_expression(code, self.text, span, message)
    }

    /// The error that something else than the next lexeme is expected.
    fn unexpected(&self, expected: &str) -> Box<Problem> {
        let span = self.span();
        if self.kind() == &LexemeKind::Dot {
            let help = "a `.` stands behind a floor of a run, as in `floor(3).rooms`";
            return unexpected(self.text, span.start, '.').with_help(help);
        }
        let word = &self.text[span.clone()];
        let found = match self.kind() {
            LexemeKind::End => "the end".to_owned(),
            LexemeKind::Text(text) => excerpt(text),
            _ => excerpt(word).replace('"', "`"),
        };
        let mistake = self.mistake(ProblemCode::UnexpectedToken, &span, format!("expected {expected}, found {found}"));
        let before = self.at.checked_sub(1).and_then(|before| self.lexemes.get(before));
        let before_is = |kind: &LexemeKind, text: &str| {
            before.is_some_and(|before| &before.kind == kind && &self.text[before.span.clone()] == text)
        };
        if let Some((_, operator)) = WORDS.iter().find(|(other, _)| *other == word) {
            return mistake.with_suggestion(operator);
        }
        match self.kind() {
            _ if before_is(&LexemeKind::Word, "not") => mistake.with_help("write `!` instead of `not`"),
            LexemeKind::OpenList => mistake.with_help("lists stand only on the right of `in`"),
            LexemeKind::Infix(_) if before_is(&LexemeKind::Infix(Infix::Arithmetic(Arithmetic::Divide)), "/") => {
                mistake.with_help("the language has no comments")
            }
            _ => mistake,
        }
    }

    /// Parses one level deeper. The level begins at `start`.
    fn nested<T>(
        &mut self,
        start: &Range<usize>,
        parse: impl FnOnce(&mut Self) -> Result<T, Box<Problem>>,
    ) -> Result<T, Box<Problem>> {
        if self.depth == MAX_DEPTH {
            let message = format!("the expression nests more than {MAX_DEPTH} levels deep");
            let help = "each parenthesis, call, list, `!`, unary `-` and `?:` is a level";
            return Err(self.mistake(ProblemCode::TooDeep, start, message).with_help(help));
        }
        self.depth += 1;
        let result = parse(self)?;
        self.depth -= 1;
        Ok(result)
    }

    /// A chain of `||`, or a choice.
    fn expression(&mut self) -> Result<Syntax, Box<Problem>> {
        let condition = self.chain(Precedence::Or)?;
        let Some(question) = self.eat(&LexemeKind::Question) else { return Ok(condition) };
        self.nested(&question, |parser| {
            let then = parser.chain(Precedence::Or)?;
            if parser.eat(&LexemeKind::Colon).is_none() {
                return Err(parser.unexpected("an operator or the `:` of `?:`"));
            }
            let otherwise = parser.expression()?;
            let span = condition.span.start..otherwise.span.end;
            let [condition, then, otherwise] = [condition, then, otherwise].map(Box::new);
            Ok(Syntax { span, form: Form::Choice { condition, then, otherwise } })
        })
    }

    /// Operands joined by operators of one precedence.
    fn chain(&mut self, precedence: Precedence) -> Result<Syntax, Box<Problem>> {
        let first = self.operand(precedence)?;
        let mut rest = Vec::new();
        while let LexemeKind::Infix(infix) = *self.kind()
            && infix.precedence() == precedence
        {
            self.advance();
            let operand = if infix == Infix::In { self.list()? } else { self.operand(precedence)? };
            rest.push(Link { infix, operand });
        }
        let Some(last) = rest.last() else { return Ok(first) };
        let span = first.span.start..last.operand.span.end;
        Ok(Syntax { span, form: Form::Chain { first: Box::new(first), rest } })
    }

    /// An operand of operators of a precedence.
    fn operand(&mut self, precedence: Precedence) -> Result<Syntax, Box<Problem>> {
        match precedence.stronger() {
            Some(stronger) => self.chain(stronger),
            None => self.unary(),
        }
    }

    fn unary(&mut self) -> Result<Syntax, Box<Problem>> {
        let is_not = self.kind() == &LexemeKind::Not;
        if !is_not && self.kind() != &LexemeKind::Infix(Infix::Arithmetic(Arithmetic::Subtract)) {
            return self.primary();
        }
        let sign = self.advance();
        let operand = Box::new(self.nested(&sign, Self::unary)?);
        let span = sign.start..operand.span.end;
        Ok(Syntax { span, form: if is_not { Form::Not(operand) } else { Form::Negation(operand) } })
    }

    fn primary(&mut self) -> Result<Syntax, Box<Problem>> {
        let form = match self.kind() {
            LexemeKind::Whole(whole) => Form::Whole(*whole),
            LexemeKind::Decimal(decimal) => Form::Decimal(*decimal),
            LexemeKind::Boolean(boolean) => Form::Boolean(*boolean),
            LexemeKind::Text(text) => Form::Text(text.clone()),
            LexemeKind::Word => return self.name_or_call(),
            LexemeKind::Open => {
                let open = self.advance();
                let inner = self.nested(&open, Self::expression)?;
                let close = self.close(&open, &LexemeKind::Close, "an operator or `)`")?;
                return Ok(Syntax { span: open.start..close.end, form: inner.form });
            }
            _ => return Err(self.unexpected("a value")),
        };
        Ok(Syntax { span: self.advance(), form })
    }

    fn name_or_call(&mut self) -> Result<Syntax, Box<Problem>> {
        let name_span = self.advance();
        let name = self.text[name_span.clone()].to_owned();
        let Some(open) = self.eat(&LexemeKind::Open) else {
            return Ok(Syntax { span: name_span, form: Form::Name(name) });
        };
        let arguments = self.nested(&open, |parser| parser.items(&LexemeKind::Close))?;
        let close = self.close(&open, &LexemeKind::Close, "an operator, `,` or `)`")?;
        let call = Syntax { span: name_span.start..close.end, form: Form::Call { name, name_span, arguments } };
        let Some(dot) = self.eat(&LexemeKind::Dot) else { return Ok(call) };
        if self.kind() != &LexemeKind::Word {
            return Err(self.unexpected("a name"));
        }
        let asked = self.nested(&dot, Self::name_or_call)?;
        let span = call.span.start..asked.span.end;
        Ok(Syntax { span, form: Form::Member { of: Box::new(call), asked: Box::new(asked) } })
    }

    /// The list on the right of `in`.
    fn list(&mut self) -> Result<Syntax, Box<Problem>> {
        let Some(open) = self.eat(&LexemeKind::OpenList) else {
            return Err(self.unexpected("a list").with_help("write a list in brackets, as in `rooms in [8, 12]`"));
        };
        let items = self.nested(&open, |parser| parser.items(&LexemeKind::CloseList))?;
        // CEL allows a comma behind the last item of a list.
        if !items.is_empty() {
            self.eat(&LexemeKind::Comma);
        }
        let close = self.close(&open, &LexemeKind::CloseList, "an operator, `,` or `]`")?;
        Ok(Syntax { span: open.start..close.end, form: Form::List(items) })
    }

    /// Expressions between commas, up to `close`.
    fn items(&mut self, close: &LexemeKind) -> Result<Vec<Syntax>, Box<Problem>> {
        let mut items = Vec::new();
        if self.kind() == close {
            return Ok(items);
        }
        loop {
            items.push(self.expression()?);
            let is_last = self.kind() != &LexemeKind::Comma
                || close == &LexemeKind::CloseList
                    && self.lexemes.get(self.at + 1).is_some_and(|after| &after.kind == close);
            if is_last {
                return Ok(items);
            }
            self.advance();
        }
    }

    /// The end of what `open` has opened.
    fn close(&mut self, open: &Range<usize>, close: &LexemeKind, expected: &str) -> Result<Range<usize>, Box<Problem>> {
        self.eat(close).ok_or_else(|| {
            let mistake = self.unexpected(expected);
            let number = self.text[..open.start].chars().count() + 1;
            let open = format!("`{}` at character {number} is not closed", &self.text[open.clone()]);
            if mistake.help.is_none() { mistake.with_help(open) } else { mistake }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree as a text with all parentheses.
    fn shown(part: &Syntax) -> String {
        let all = |parts: &[Syntax]| parts.iter().map(shown).collect::<Vec<_>>().join(" ");
        match &part.form {
            Form::Whole(whole) => whole.to_string(),
            Form::Decimal(decimal) => decimal.to_string(),
            Form::Boolean(boolean) => boolean.to_string(),
            Form::Text(text) => format!("{text:?}"),
            Form::Name(name) => name.clone(),
            Form::Call { name, arguments, .. } => format!("{name}[{}]", all(arguments)),
            Form::Member { of, asked } => format!("{}.{}", shown(of), shown(asked)),
            Form::Not(operand) => format!("(!{})", shown(operand)),
            Form::Negation(operand) => format!("(-{})", shown(operand)),
            Form::Chain { first, rest } => rest
                .iter()
                .fold(shown(first), |left, link| format!("({left} {} {})", link.infix.text(), shown(&link.operand))),
            Form::Choice { condition, then, otherwise } => {
                format!("({} ? {} : {})", shown(condition), shown(then), shown(otherwise))
            }
            Form::List(items) => format!("[{}]", all(items)),
        }
    }

    fn tree(text: &str) -> String {
        parse(text).map(|root| shown(&root)).unwrap_or_else(|mistake| panic!("{text}: {}", mistake.message))
    }

    /// The table of CEL, the strongest first: all operators of a line bind alike, from the left.
    const TABLE: [&[&str]; 5] = [&["*", "/", "%"], &["+", "-"], &["==", "!=", "<", "<=", ">", ">="], &["&&"], &["||"]];

    #[test]
    fn each_pair_of_operators_binds_by_the_table() {
        let all = || TABLE.iter().enumerate().flat_map(|(line, of)| of.iter().map(move |operator| (line, *operator)));
        for (first_line, first) in all() {
            for (second_line, second) in all() {
                let expected = if first_line <= second_line {
                    format!("((a {first} b) {second} c)")
                } else {
                    format!("(a {first} (b {second} c))")
                };
                assert_eq!(tree(&format!("a {first} b {second} c")), expected);
            }
            let (not, minus) = (format!("!a {first} !b"), format!("-a{first}-b"));
            assert_eq!(tree(&not), format!("((!a) {first} (!b))"));
            assert_eq!(tree(&minus), format!("((-a) {first} (-b))"));
            let choice = format!("a {first} b ? c {first} d : e {first} f");
            assert_eq!(tree(&choice), format!("((a {first} b) ? (c {first} d) : (e {first} f))"));
            let list = format!("a {first} b in [c, d]");
            // `in` stands on the line of comparisons.
            let expected =
                if first_line <= 2 { format!("((a {first} b) in [c d])") } else { format!("(a {first} (b in [c d]))") };
            assert_eq!(tree(&list), expected);
        }
    }

    #[test]
    fn choices_calls_and_lists_nest() {
        for (text, expected) in [
            ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
            ("(a ? b : c) ? d : e", "((a ? b : c) ? d : e)"),
            ("a ? (b ? c : d) : e", "(a ? (b ? c : d) : e)"),
            ("f() + f(a, g(1 + 2), 'x')", "(f[] + f[a g[(1 + 2)] \"x\"])"),
            ("a in [] in [b ? c : d, .5,]", "((a in []) in [(b ? c : d) 0.5])"),
            ("!!a == - -b", "((!(!a)) == (-(-b)))"),
            ("inner in [in_,index]", "(inner in [in_ index])"),
        ] {
            assert_eq!(tree(text), expected);
        }
    }

    #[test]
    fn spans_are_those_of_the_text() {
        let text = " (a + b) * f( 1 ) ";
        let root = parse(text).unwrap_or_else(|mistake| panic!("{}", mistake.message));
        let Form::Chain { first, rest } = &root.form else { panic!("{root:?}") };
        let part = |syntax: &Syntax| &text[syntax.span.clone()];
        assert_eq!((part(&root), part(first), part(&rest[0].operand)), ("(a + b) * f( 1 )", "(a + b)", "f( 1 )"));
    }
}

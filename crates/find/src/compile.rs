//! From a text to what can be evaluated.

use crate::{
    check::Resolver,
    error::{ErrorCode, ExpressionError, Mistake},
    limits::MAX_BYTES,
    parser::{parse, parse_targets},
    program::{Condition, Score, Target},
    syntax::Syntax,
    vocabulary::Vocabulary,
};

/// Reads a condition, such as `bridges < 0.4 && count("wolf") >= 3`.
///
/// The inputs that it asks for and that are not in `inputs` are added to it. Several expressions
/// may share a list, so that the host measures each input once for all of them.
///
/// Cost: linear in the text but for the search of names and of equal inputs, which take the product
/// of their numbers.
///
/// # Errors
///
/// The first mistake of the text: what is wrong with its form, with its names or with its types.
/// Then `inputs` is as it was.
pub fn compile_condition<V: Vocabulary>(
    text: &str,
    vocabulary: &V,
    inputs: &mut Vec<V::Input>,
) -> Result<Condition, Box<ExpressionError>> {
    compile(text, inputs, parse, |root, inputs| {
        Ok(Condition::new(text, Resolver::new(text, vocabulary, inputs).conjuncts(root)?))
    })
}

/// Reads an expression whose value is a number, such as `play_length - 2 * backtracking`. As
/// [`compile_condition`] else.
///
/// # Errors
///
/// As [`compile_condition`].
pub fn compile_number<V: Vocabulary>(
    text: &str,
    vocabulary: &V,
    inputs: &mut Vec<V::Input>,
) -> Result<Score, Box<ExpressionError>> {
    compile(text, inputs, parse, |root, inputs| {
        let (term, asked) = Resolver::new(text, vocabulary, inputs).number(root)?;
        Ok(Score::new(text, term, asked))
    })
}

/// Reads a list of targets, such as `rooms = 30, walking_distance = 140`: expressions that are
/// numbers, each with the number that is wanted for it. As [`compile_condition`] else.
///
/// # Errors
///
/// As [`compile_condition`].
pub fn compile_targets<V: Vocabulary>(
    text: &str,
    vocabulary: &V,
    inputs: &mut Vec<V::Input>,
) -> Result<Vec<Target>, Box<ExpressionError>> {
    compile(text, inputs, parse_targets, |targets, inputs| {
        let target = |[number, wanted]: &[Syntax; 2]| {
            let mut score = |part: &Syntax| {
                let (term, asked) = Resolver::new(text, vocabulary, inputs).number(part)?;
                Ok(Score::new(&text[part.span.clone()], term, asked))
            };
            let (number, constant) = (score(number)?, score(wanted)?);
            let mistake = |code, message: &str| Mistake::new(code, &wanted.span, message);
            if !constant.inputs().is_empty() {
                return Err(mistake(ErrorCode::NotALiteral, "what is wanted is a number that no level decides"));
            }
            let wanted = constant.evaluate(&mut |_| None);
            Ok(Target::new(number, wanted.map_err(|why| mistake(ErrorCode::BadNumber, &why.to_string()))?))
        };
        targets.iter().map(target).collect()
    })
}

/// Parses a text that is not too long, and takes back the inputs of one with a mistake.
fn compile<S, P, T>(
    text: &str,
    inputs: &mut Vec<S>,
    parse: impl FnOnce(&str) -> Result<P, Mistake>,
    resolve: impl FnOnce(&P, &mut Vec<S>) -> Result<T, Mistake>,
) -> Result<T, Box<ExpressionError>> {
    if text.len() > MAX_BYTES {
        return Err(Box::new(ExpressionError::too_long(text.len())));
    }
    let before = inputs.len();
    parse(text).and_then(|root| resolve(&root, inputs)).map_err(|mistake| {
        inputs.truncate(before);
        Box::new(mistake.of(text))
    })
}

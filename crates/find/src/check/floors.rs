//! What an expression over runs asks of floors.

use std::ops::Range;

use roomgen::level::LevelStage;
use roomgen_text::{Problem, ProblemCode, legible::excerpt};

use super::{NO_STAGES, Resolver, Scope};
use crate::{
    arithmetic::Comparison,
    floors::{AskedFloors, FloorsInput, FloorsQuestion},
    input::{LevelInput, NameSort},
    syntax::{Form, Syntax},
    term::{ConditionTerm, NumberTerm, Term},
    value::Value,
    words::{ActNames, OverFloors, PresetNames, Word, WordMeaning},
};

impl<'a> Resolver<'a> {
    /// A word of levels in an expression over runs.
    pub(super) fn of_a_level(&self, name: &str, span: &Range<usize>) -> Box<Problem> {
        // The floor itself is no example.
        let part = if name == "floor" { "rooms" } else { &self.text[span.clone()] };
        let message = format!("`{name}` is of a level, and a run has many");
        let help = format!("write `floor(0).{part}`, `sum({part})` or `highest({part})`");
        self.mistake(ProblemCode::Conflict, span, message).with_help(help)
    }

    /// What is asked of one floor, as in `floor(3).rooms`.
    pub(super) fn member(
        &mut self,
        of: &'a Syntax,
        asked: &'a Syntax,
        span: &Range<usize>,
    ) -> Result<Term, Box<Problem>> {
        let Form::Call { name, arguments, .. } = &of.form else {
            return Err(self.mistake(ProblemCode::UnexpectedToken, span, "only a floor has a `.` behind it"));
        };
        if name != "floor" {
            let message = format!("`{name}` is a number; only a floor has a `.` behind it, as in `floor(3).rooms`");
            return Err(self.mistake(ProblemCode::UnexpectedToken, span, message));
        }
        self.refuse_elsewhere(name, &of.span)?;
        let number = match &arguments[..] {
            [Syntax { form: Form::Whole(number), .. }] => u32::try_from(*number).ok(),
            _ => None,
        };
        let Some(number) = number else {
            let message = format!("the number of a floor is a whole literal from 0 to {}", u32::MAX);
            return Err(self.mistake(ProblemCode::NotALiteral, &of.span, message).with_help("as in `floor(3).rooms`"));
        };
        if let Form::Call { name, .. } = &asked.form
            && self
                .words
                .words()
                .iter()
                .any(|word| word.name() == name && matches!(word.meaning(), WordMeaning::Function(..)))
        {
            let message = format!("a floor has no `{name}`, which is a function of numbers");
            let help = format!("put the floor inside, as in `{name}(floor({number}).rooms, 12)`");
            return Err(self.mistake(ProblemCode::UnexpectedToken, &asked.span, message).with_help(help));
        }
        let (question, stages) = self.of_floors(None, |resolver| {
            let refuse = |given| (format!("a floor is asked for a number, this is a {given}"), None);
            resolver.number(asked, refuse).map(FloorsQuestion::Highest)
        })?;
        Ok(self.floors_input(span, AskedFloors::One(number), question, stages))
    }

    /// What is asked over several floors, as in `sum(rooms)`.
    pub(super) fn over_floors(
        &mut self,
        word: &Word,
        over: OverFloors,
        span: &Range<usize>,
        asked: &'a Syntax,
        within: Option<&'a Syntax>,
    ) -> Result<Term, Box<Problem>> {
        let name = word.name();
        self.refuse_elsewhere(name, span)?;
        let within = within.map(|argument| self.within(word, argument)).transpose()?;
        let (question, stages) = self.of_floors(within, |resolver| {
            let takes = |what: &str, given| (format!("`{name}` takes a {what}, this is a {given}"), None);
            Ok(match over {
                OverFloors::Floor => return Err(resolver.bare_floor(span)),
                OverFloors::Sum => FloorsQuestion::Sum(resolver.number(asked, |given| takes("number", given))?),
                OverFloors::Highest => FloorsQuestion::Highest(resolver.number(asked, |given| takes("number", given))?),
                OverFloors::Any => FloorsQuestion::Any(resolver.condition(asked, |given| takes("condition", given))?),
                OverFloors::First => {
                    FloorsQuestion::First(resolver.condition(asked, |given| takes("condition", given))?)
                }
            })
        })?;
        let floors = within.map_or(AskedFloors::Main, |name| AskedFloors::Within(name.to_owned()));
        let term = self.floors_input(span, floors, question, stages);
        Ok(match (over, term) {
            (OverFloors::Any, Term::Number(any)) => {
                let none = NumberTerm::Literal(Value::Whole(0));
                Term::Condition(ConditionTerm::Numbers(Comparison::NotEqual, any, none))
            }
            (_, term) => term,
        })
    }

    fn bare_floor(&self, span: &Range<usize>) -> Box<Problem> {
        let floor = &self.text[span.clone()];
        let message = format!("`{floor}` is a floor, and no value");
        self.mistake(ProblemCode::WrongType, span, message).with_help(format!("write `{floor}.rooms`"))
    }

    /// Refuses a word for floors where the part is not about a run.
    fn refuse_elsewhere(&self, name: &str, span: &Range<usize>) -> Result<(), Box<Problem>> {
        let (message, help) = match self.extent {
            Scope::Run => return Ok(()),
            Scope::Floor(_) => (
                format!("`{name}` is of a run, and this is asked of each floor"),
                "write it outside of `sum`, `highest`, `any` and `first`",
            ),
            Scope::Level => (format!("`{name}` is of a run"), "this expression is over levels; runs have floors"),
        };
        Err(self.mistake(ProblemCode::Conflict, span, message).with_help(help))
    }

    /// The name of an act or a branch.
    fn within(&self, word: &Word, argument: &'a Syntax) -> Result<&'a str, Box<Problem>> {
        let given = self.text_argument(word, "within", argument)?;
        let acts = self.words.acts();
        let mut names: Vec<&str> = acts.iter().map(|act| &*act.act).collect();
        for branch in acts.iter().filter_map(|act| act.branch.as_deref()) {
            if !names.contains(&branch) {
                names.push(branch);
            }
        }
        self.known("act or branch", given, argument, names.into_iter(), str::to_owned)?;
        Ok(given)
    }

    /// Resolves what is asked of floors; also gives its first and last stage.
    fn of_floors<T>(
        &mut self,
        within: Option<&'a str>,
        resolve: impl FnOnce(&mut Self) -> Result<T, Box<Problem>>,
    ) -> Result<(T, (LevelStage, LevelStage)), Box<Problem>> {
        let around = (self.extent, self.stages, self.reach);
        (self.extent, self.stages) = (Scope::Floor(within), NO_STAGES);
        std::mem::swap(&mut self.inputs, &mut self.others);
        let resolved = resolve(self);
        std::mem::swap(&mut self.inputs, &mut self.others);
        let (first, last) = self.stages;
        (self.extent, self.stages, self.reach) = around;
        Ok((resolved?, (first.min(last), last)))
    }

    fn floors_input(
        &mut self,
        span: &Range<usize>,
        floors: AskedFloors,
        question: FloorsQuestion,
        stages: (LevelStage, LevelStage),
    ) -> Term {
        let text = self.text[span.clone()].to_owned();
        self.input(LevelInput::Floors(FloorsInput { text, floors, question, stages }))
    }

    /// Refuses an argument that is no name of a sort, or for `None` no place, of the preset or of
    /// any act: of the acts that are asked, if it names some.
    pub(super) fn named(
        &self,
        noun: &str,
        sort: Option<NameSort>,
        given: &str,
        argument: &Syntax,
        written: impl Fn(&str) -> String,
    ) -> Result<(), Box<Problem>> {
        let acts = self.words.acts();
        let quoted = |acts: Vec<&ActNames>| {
            let names: Vec<_> = acts.iter().map(|act| format!("{:?}", act.act)).collect();
            names.join(", ")
        };
        let all = names_of(self.words.named(), sort);
        if acts.is_empty() || !all.contains(&given) {
            return self.known(noun, given, argument, all.into_iter(), written).map_err(|mut mistake| {
                if !acts.is_empty() {
                    mistake.message += &format!("; the acts {} have none", quoted(acts.iter().collect()));
                }
                mistake
            });
        }
        let Scope::Floor(Some(within)) = self.extent else { return Ok(()) };
        let (having, lacking): (Vec<_>, Vec<_>) =
            acts.iter().partition(|act| names_of(&act.names, sort).contains(&given));
        let is_asked = |act: &&ActNames| act.act == within || act.branch.as_deref() == Some(within);
        if having.iter().any(is_asked) {
            return Ok(());
        }
        let lacking = quoted(lacking.into_iter().filter(is_asked).collect());
        let message = format!("unknown {noun} {} in {lacking}", excerpt(given));
        let mistake = self.mistake(ProblemCode::BadArgument, &argument.span, message);
        Err(mistake.with_help(format!("the acts that have it are {}", quoted(having))))
    }
}

/// The names of a sort, or for `None` the places of `steps`.
fn names_of(names: &PresetNames, sort: Option<NameSort>) -> Vec<&str> {
    match sort {
        Some(sort) => names.of_sort(sort).collect(),
        None => ["entry", "exit"].into_iter().chain(names.kinds()).collect(),
    }
}

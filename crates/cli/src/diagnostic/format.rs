//! `--format text` and `--format json` of the commands that report problems.

use std::ffi::{OsStr, OsString};

use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
};

/// The commands whose `--format` is a [`ReportFormat`].
const COMMANDS: [&str; 3] = ["check", "find", "lint"];

/// How a command reports problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// Sentences and underlined text, for people.
    #[default]
    Text,
    /// Lines of JSON, for programs.
    Json,
}

impl ReportFormat {
    /// The format of this name. `rest` ends the sentence that refuses any other.
    fn named(name: &str, rest: &str) -> Result<Self, String> {
        match name {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(format!("problems are printed as text or json{rest}")),
        }
    }
}

/// Reads a [`ReportFormat`], whose names help and completions show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportFormatParser;

impl TypedValueParser for ReportFormatParser {
    type Value = ReportFormat;

    fn parse_ref(&self, command: &Command, flag: Option<&Arg>, value: &OsStr) -> Result<ReportFormat, clap::Error> {
        let reads_formats = command.get_arguments().any(|argument| argument.get_id() == "from");
        let rest = if reads_formats { "; the format of what is read is said by --from" } else { "" };
        TypedValueParser::parse_ref(&move |name: &str| ReportFormat::named(name, rest), command, flag, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        Some(Box::new(["text", "json"].into_iter().map(PossibleValue::new)))
    }
}

/// Whether the words of a command line ask for JSON, also if they are no valid command line.
pub(crate) fn is_json_asked(words: impl IntoIterator<Item = OsString>) -> bool {
    let mut words = words.into_iter().skip_while(|word| !COMMANDS.iter().any(|command| word == command)).peekable();
    std::iter::from_fn(|| words.next().map(|word| (word, words.peek().cloned())))
        .any(|(word, next)| word == "--format=json" || word == "--format" && next.is_some_and(|next| next == "json"))
}

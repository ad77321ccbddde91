//! Level files as RON: one line for each top-level value, and for each element of a list.

use ron::{
    Options,
    error::SpannedError,
    extensions::Extensions,
    ser::{PrettyConfig, to_string_pretty},
};

use crate::level::{FormatOnly, Level, LevelError, LevelFile, Object, RawLevel};

/// Writes a level file. Cost: linear; the level is not copied.
#[must_use]
pub fn write(level: &Level) -> String {
    let layout = PrettyConfig::new().depth_limit(2).new_line("\n").indentor("  ");
    let text = to_string_pretty(&LevelFile(level), layout);
    // A String takes any text, and a level nests five deep, far from the limit.
    let mut text = text.expect("a level can be written as RON");
    text.push('\n');
    text
}

/// Reads a level file.
///
/// # Errors
///
/// [`LevelError`] if the text is no level file of a known format, or the level in it breaks an invariant.
pub fn read(text: &str) -> Result<Level, LevelError> {
    read_unchecked(text)?.checked()
}

/// Reads a level file whose level may break invariants; it keeps the guarantees of [`Level`].
///
/// # Errors
///
/// [`LevelError`] if the text is no level file of a known format.
pub fn read_unchecked(text: &str) -> Result<Level, LevelError> {
    let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let document =
        options.from_str::<Object<RawLevel>>(text).map(|Object(level)| level).map_err(|error| refusal(&error));
    super::level(document, || options.from_str::<FormatOnly>(text).ok())
}

fn refusal(error: &SpannedError) -> LevelError {
    let start = error.span.start;
    LevelError::Syntax { message: error.code.to_string(), line: start.line, column: start.col }
}

//! The terminal on standard output: its colours and its size.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice, adapter::strip_str};
use roomgen::Size;
use roomgen_formats::format::Format;
use roomgen_pictures::ansi;

/// Columns and lines of the terminal, if standard output is one of known size.
fn size() -> Option<(u32, u32)> {
    let out = io::stdout();
    let (columns, lines) = terminal_size::terminal_size_of(&out).filter(|_| out.is_terminal())?;
    Some((columns.0.into(), lines.0.into()))
}

/// The side of a cell in half blocks: 2 if the terminal has room for the level at that size, or 1.
fn scale(columns: u32, lines: u32, size: Size) -> u32 {
    let fits = |scale: &i32| scale * size.width() <= columns as i32 && scale * size.height() <= 2 * lines as i32;
    if fits(&2) { 2 } else { 1 }
}

/// The colours of standard output: none where it is no terminal, has no colours, or the environment
/// forbids them (`NO_COLOR`, `TERM=dumb`), unless it demands them (`CLICOLOR_FORCE`).
fn colors() -> Option<ansi::TerminalColors> {
    if AutoStream::choice(&io::stdout()) == ColorChoice::Never {
        return None;
    }
    Some(if anstyle_query::truecolor() { ansi::TerminalColors::True } else { ansi::TerminalColors::Palette })
}

/// The default format of standard output: half blocks of colour, or text where there are no
/// colours.
pub(super) fn format() -> Format {
    if colors().is_none() {
        return Format::Text;
    }
    // Consoles of Windows need this; elsewhere it does nothing.
    let _ = anstyle_query::windows::enable_ansi_colors();
    Format::Ansi
}

/// The options with which half blocks draw a level of size `level` on this terminal, and otherwise
/// as `default` says.
pub(super) fn options(level: Size, default: ansi::AnsiOptions) -> ansi::AnsiOptions {
    let scale = size().map_or(default.scale, |(columns, lines)| scale(columns, lines, level));
    ansi::AnsiOptions { colors: colors().unwrap_or(default.colors), scale, ..default }
}

/// Cuts lines that are too long for the terminal, and returns a note if there are any.
pub(super) fn fitted(bytes: Vec<u8>) -> (Vec<u8>, Option<String>) {
    let (Some((columns, _)), Ok(text)) = (size(), str::from_utf8(&bytes)) else { return (bytes, None) };
    match fit(text, columns as usize) {
        Some((text, note)) => (text.into_bytes(), Some(note)),
        None => (bytes, None),
    }
}

fn fit(text: &str, columns: usize) -> Option<(String, String)> {
    let widest = text.lines().map(|line| strip_str(line).to_string().chars().count()).max()?;
    let note = format!("Shown are {columns} of {widest} columns; --png FILE or --out FILE has them all.");
    (widest > columns).then(|| (text.lines().map(|line| cut(line, columns) + "\n").collect(), note))
}

/// Cuts a line after `columns` characters. Escape sequences stay, so that colours end with the
/// line.
fn cut(line: &str, columns: usize) -> String {
    let (mut column, mut is_escape) = (0, false);
    let stays = |&character: &char| {
        if is_escape || character == '\x1b' {
            is_escape = character != 'm';
            return true;
        }
        column += 1;
        column <= columns
    };
    line.chars().filter(stays).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: &str = "\x1b[38;2;255;0;0m";

    #[test]
    fn a_text_that_fits_is_shown_as_it_is() {
        assert_eq!(fit(&format!("{RED}▀▀▀\x1b[0m\n■ pillar\n"), 8), None);
    }

    #[test]
    fn longer_lines_are_cut_between_their_colours_with_a_note() {
        let (cut, note) = fit(&format!("{RED}▀▀▀▀{RED}▀\x1b[0m\nab\n\nabcdef\n"), 3).unwrap();
        assert_eq!(cut, format!("{RED}▀▀▀{RED}\x1b[0m\nab\n\nabc\n"));
        assert!(note.contains("3 of 6 columns"));
    }

    #[test]
    fn cells_are_as_large_as_the_terminal_has_room_for() {
        let size = Size::new(80, 50).unwrap();
        for (columns, lines, expected) in
            [(80, 24, 1), (79, 100, 1), (159, 100, 1), (160, 49, 1), (160, 50, 2), (1000, 1000, 2)]
        {
            assert_eq!(scale(columns, lines, size), expected, "{columns}x{lines}");
        }
    }
}

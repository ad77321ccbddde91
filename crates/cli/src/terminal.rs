//! What the terminal on standard output can show: its colours and its size.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use roomgen::Size;
use roomgen_pictures::ansi;

use super::format::Format;

/// The terminal that standard output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Terminal {
    columns: u32,
    lines: u32,
}

impl Terminal {
    /// The terminal on standard output, if that is one whose size is known.
    fn on_standard_output() -> Option<Self> {
        let out = io::stdout();
        let (columns, lines) = terminal_size::terminal_size_of(&out).filter(|_| out.is_terminal())?;
        Some(Self { columns: columns.0.into(), lines: lines.0.into() })
    }

    /// As many half blocks a cell as there is room for, up to those that show the most.
    fn scale(self, size: Size) -> u32 {
        /// Above, a level is as well looked at as a picture.
        const MOST: i32 = 2;
        let fits =
            |scale: &i32| scale * size.width() <= self.columns as i32 && scale * size.height() <= 2 * self.lines as i32;
        (1..=MOST).rev().find(fits).unwrap_or(1) as u32
    }
}

/// The colours that standard output is to have: none where it is no terminal or one without colours, or where the environment
/// forbids them (`NO_COLOR`, `TERM=dumb`); some where it demands them (`CLICOLOR_FORCE`).
fn colors() -> Option<ansi::Colors> {
    if AutoStream::choice(&io::stdout()) == ColorChoice::Never {
        return None;
    }
    Some(if anstyle_query::truecolor() { ansi::Colors::True } else { ansi::Colors::Palette })
}

/// The format in which a level is shown on standard output where none was asked for.
pub(super) fn format() -> Format {
    if colors().is_none() {
        return Format::Text;
    }
    // Consoles of Windows have to be asked; others answer that they need not.
    let _ = anstyle_query::windows::enable_ansi_colors();
    Format::Ansi
}

/// How a level of `size` is drawn in colour: as the terminal can show it.
pub(super) fn options(size: Size) -> ansi::AnsiOptions {
    let plain = ansi::AnsiOptions::default();
    let scale = Terminal::on_standard_output().map_or(plain.scale, |terminal| terminal.scale(size));
    ansi::AnsiOptions { colors: colors().unwrap_or(plain.colors), scale }
}

/// What is shown on standard output, cut where that is a terminal with fewer columns; and what is to be said of that.
pub(super) fn fitted(bytes: Vec<u8>) -> (Vec<u8>, Option<String>) {
    let Some(terminal) = Terminal::on_standard_output() else { return (bytes, None) };
    match String::from_utf8(bytes) {
        Ok(text) => {
            let (text, said) = terminal.fit(text);
            (text.into_bytes(), said)
        }
        Err(bytes) => (bytes.into_bytes(), None),
    }
}

impl Terminal {
    /// `text` with every line that is too long cut at the last column, and what is to be said of that; the text as it is where all fits.
    fn fit(self, text: String) -> (String, Option<String>) {
        let widest = text.lines().map(columns_of).max().unwrap_or(0);
        let columns = self.columns as usize;
        if widest <= columns {
            return (text, None);
        }
        let cut = text.lines().map(|line| cut_line(line, columns) + "\n").collect();
        (cut, Some(format!("Shown are {columns} of {widest} columns; --png FILE or --out FILE has them all.")))
    }
}

/// How many columns a line takes: one for each character outside escape sequences.
fn columns_of(line: &str) -> usize {
    pieces(line).filter(|(_, is_shown)| *is_shown).count()
}

/// The line with no more than so many columns; its escape sequences stay, so that colours end where the line does.
fn cut_line(line: &str, columns: usize) -> String {
    let mut left = columns;
    let stays = |&(_, is_shown): &(char, bool)| {
        let stays = !is_shown || left > 0;
        left -= usize::from(is_shown && left > 0);
        stays
    };
    pieces(line).filter(stays).map(|(character, _)| character).collect()
}

/// The characters of a line, and whether each is shown: it is not between an escape and the `m` that ends the sequence.
fn pieces(line: &str) -> impl Iterator<Item = (char, bool)> {
    line.chars().scan(false, |is_escaped, character| {
        let was_escaped = *is_escaped;
        *is_escaped = if was_escaped { character != 'm' } else { character == '\x1b' };
        Some((character, !was_escaped && !*is_escaped))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: &str = "\x1b[38;2;255;0;0m";

    fn terminal(columns: u32, lines: u32) -> Terminal {
        Terminal { columns, lines }
    }

    #[test]
    fn what_fits_is_shown_as_it_is() {
        let text = format!("{RED}▀▀▀\x1b[0m\n■ pillar\n");
        assert_eq!(terminal(8, 24).fit(text.clone()), (text, None));
    }

    #[test]
    fn what_does_not_fit_is_cut_between_its_colours_and_that_is_said() {
        let text = format!("{RED}▀▀▀▀{RED}▀\x1b[0m\nab\n\nabcdef\n");
        let (cut, said) = terminal(3, 24).fit(text);
        assert_eq!(cut, format!("{RED}▀▀▀{RED}\x1b[0m\nab\n\nabc\n"));
        assert!(said.is_some_and(|said| said.contains("3 of 6 columns")));
    }

    #[test]
    fn cells_are_as_large_as_the_terminal_has_room_for() {
        let size = Size::new(80, 50).unwrap();
        for (columns, lines, scale) in [(80, 24, 1), (79, 100, 1), (160, 49, 1), (160, 50, 2), (1000, 1000, 2)] {
            assert_eq!(terminal(columns, lines).scale(size), scale, "{columns}x{lines}");
        }
    }
}

//! The terminal on standard output: its colours and its size.

use std::{
    env,
    io::{self, IsTerminal},
};

use anstream::{AutoStream, ColorChoice, adapter::strip_str};
use roomgen::{export::text::TextCharset, level::Audience};
use roomgen_export::{
    ansi,
    format::{Format, LevelExport},
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{failure::CommandFailure, format, print};

/// The colour of commands.
const COMMAND: &str = "\x1b[36m";
const PLAIN: &str = "\x1b[0m";

/// Columns and lines of the terminal, if standard output is one of known size.
fn size() -> Option<(u32, u32)> {
    let out = io::stdout();
    let (columns, lines) = terminal_size::terminal_size_of(&out).filter(|_| out.is_terminal())?;
    Some((columns.0.into(), lines.0.into()))
}

/// The colours of standard output: none where it is no terminal, has no colours, or the environment
/// forbids them (`NO_COLOR`, `TERM=dumb`), unless it demands them (`CLICOLOR_FORCE`).
fn colors() -> Option<ansi::TerminalColors> {
    if AutoStream::choice(&io::stdout()) == ColorChoice::Never {
        return None;
    }
    Some(if anstyle_query::truecolor() { ansi::TerminalColors::True } else { ansi::TerminalColors::Palette })
}

/// The default format of standard output: text, or what terminals show, where it is one or is to
/// have colours.
pub(super) fn format() -> Format {
    if colors().is_none() && !io::stdout().is_terminal() {
        return Format::Text;
    }
    // Consoles of Windows need this; elsewhere it does nothing.
    let _ = anstyle_query::windows::enable_ansi_colors();
    Format::Ansi
}

/// The charset of the terminal: ASCII if the locale names another encoding than UTF-8.
fn charset() -> TextCharset {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(env::var_os);
    let locale = names.map(|name| name.to_string_lossy().to_lowercase()).find(|name| !name.is_empty());
    let is_utf8 = locale.is_none_or(|name| name.contains("utf-8") || name.contains("utf8"));
    if is_utf8 || !io::stdout().is_terminal() { TextCharset::Unicode } else { TextCharset::Ascii }
}

/// What the terminal shows of a level: its cells as characters and their legend, then the level in
/// a sentence, how it is won, and commands to go on with. Notes what the terminal has no room for.
pub(super) fn shown(export: &LevelExport) -> Result<(Vec<u8>, Option<String>), CommandFailure> {
    let columns = size().map_or(export.blocks.columns, |(columns, _)| columns);
    let glyphs = export.blocks.glyphs.unwrap_or_else(charset);
    let ink = colors().unwrap_or(export.blocks.colors);
    let blocks = ansi::AnsiOptions { colors: ink, glyphs: Some(glyphs), columns, ..export.blocks };
    let (drawing, note) = fitted(format::bytes(Format::Ansi, &LevelExport { blocks, ..*export })?);
    let level = export.level.shown_to(blocks.audience);
    // A player is to find out.
    let walkthrough = (blocks.audience == Audience::Master).then(|| level.mission().walkthrough()).flatten();
    let sentences = [level.summary()].into_iter().chain(walkthrough.map(|found| found.summary(&level)));
    let sentences: String = sentences.map(|text| filled(&glyphs.spell(&text), columns as usize)).collect();
    let words = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let [next, picture] = commands(words, level.origin().seed);
    let drawing = String::from_utf8_lossy(&drawing);
    let text = format!("{drawing}\n{sentences}\n{COMMAND}next:  {next}\n       {picture}{PLAIN}\n");
    let text = if colors().is_none() { strip_str(&text).to_string() } else { text };
    Ok((text.into_bytes(), note))
}

/// The command line `words`, for the next seed, and for a picture of the level.
fn commands(words: Vec<String>, seed: u64) -> [String; 2] {
    let mut kept = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        // `-s 7` and `-s7`, also behind the only other short flag without a value, as `-qs 7`.
        let cluster = word.strip_prefix('-').and_then(|flags| flags.split_once('s'));
        let cluster = cluster.filter(|(before, _)| before.bytes().all(|flag| flag == b'q'));
        if word == "--seed" || cluster.is_some_and(|(_, value)| value.is_empty()) {
            words.next();
        }
        match cluster {
            Some(("", _)) => {}
            Some((before, _)) => kept.push(format!("-{before}")),
            None if word == "--seed" || word.starts_with("--seed=") => {}
            None => kept.push(word),
        }
    }
    let line = |words: &mut dyn Iterator<Item = &String>| {
        let quoted: Vec<String> = words.map(|word| quoted(word)).collect();
        print::escaped(&quoted.join(" ")).into_owned()
    };
    let (next, picture) = (line(&mut kept.iter()), line(&mut kept.iter().filter(|word| *word != "--ascii")));
    [format!("{next} --seed {}", seed.wrapping_add(1)), format!("{picture} --seed {seed} --png level.png")]
}

/// A word as a shell takes it for one.
fn quoted(word: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "-_./=,:+@%".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A text in lines of at most `columns` columns, each with its end, where words have them.
fn filled(text: &str, columns: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.is_empty() || line.width() + word.width() < columns) {
            Some(line) => *line += &format!("{}{word}", if line.is_empty() { "" } else { " " }),
            None => lines.push(word.to_owned()),
        }
    }
    lines.join("\n") + "\n"
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
    let widest = text.lines().map(|line| strip_str(line).to_string().width()).max()?;
    let note = format!("Shown are {columns} of {widest} columns; --png FILE or --out FILE has them all.");
    (widest > columns).then(|| (text.lines().map(|line| cut(line, columns) + "\n").collect(), note))
}

/// Cuts a line after `columns` columns. Escape sequences stay, so that colours end with the
/// line.
fn cut(line: &str, columns: usize) -> String {
    let (mut column, mut is_escape) = (0, false);
    let stays = |&character: &char| {
        if is_escape || character == '\x1b' {
            is_escape = character != 'm';
            return true;
        }
        column += character.width().unwrap_or(0);
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
    fn the_next_commands_have_the_words_of_this_one_with_other_seeds() {
        let next = |line: &str, seed| commands(line.split(' ').map(str::to_owned).collect(), seed);
        assert_eq!(
            next("target/release/roomgen --seed 7 -p mine", 7),
            ["target/release/roomgen -p mine --seed 8", "target/release/roomgen -p mine --seed 7 --png level.png"]
        );
        for seed in ["-s word", "-s5", "--seed=0x5"] {
            let [first, picture] = next(&format!("roomgen {seed} --ascii"), u64::MAX);
            assert_eq!(first, "roomgen --ascii --seed 0");
            assert_eq!(picture, format!("roomgen --seed {} --png level.png", u64::MAX));
        }
        for seed in ["-qs 7", "-qs7"] {
            assert_eq!(next(&format!("roomgen {seed} -p mine"), 7)[0], "roomgen -q -p mine --seed 8");
        }
        let words = ["roomgen", "-p", "my presets/it's --ascii.ron", "--ascii"].map(str::to_owned).to_vec();
        assert_eq!(commands(words, 7)[1], r"roomgen -p 'my presets/it'\''s --ascii.ron' --seed 7 --png level.png");
    }

    #[test]
    fn sentences_break_between_words_and_long_words_stand_alone() {
        assert_eq!(filled("one two three", 7), "one two\nthree\n");
        assert_eq!(filled("one two three", 2), "one\ntwo\nthree\n");
        assert_eq!(filled("ключ от двери", 8), "ключ от\nдвери\n");
    }
}

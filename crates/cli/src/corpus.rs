//! Parses command lines without running them, for the fuzzer and its corpus in
//! `fuzz/corpus/command_line`.

use std::{ffi::OsString, path::Path};

use roomgen::geom::Size;
use roomgen_export::format::Format;

use super::{
    args::{Command, CommandLine},
    format::{of_ending, unknown_ending},
    picture::PictureArgs,
    print,
    seeds::{SeedRange, SeedShard},
};

/// Parses arguments, one on each line.
///
/// # Panics
///
/// The arguments are neither parsed nor refused with a message.
pub fn only_read(lines: &[u8]) {
    let words: Vec<_> = lines.split(|&byte| byte == b'\n').map(word).collect();
    let texts: Vec<_> = words.iter().filter_map(|word| word.to_str()).collect();
    texts.windows(2).for_each(|pair| check_seeds(pair[0], pair[1]));
    match CommandLine::from_words([OsString::from("roomgen")].into_iter().chain(words)) {
        Ok(arguments) => evaluate(&arguments),
        Err(error) => {
            assert!(matches!(error.exit_code(), 0 | 2), "{error:?}");
            let text = error.render();
            assert!(!text.to_string().is_empty() && !text.ansi().to_string().is_empty());
        }
    }
}

#[cfg(unix)]
fn word(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn word(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Makes the checks that commands make of parsed arguments, without reading or writing files.
fn evaluate(CommandLine { command, generate, quiet: _ }: &CommandLine) {
    match command {
        None => {
            check_picture(&generate.output.picture, generate.level.request.size);
            is_escaped(&generate.level.preset);
            generate.output.out.iter().chain(&generate.output.png).for_each(|path| is_escaped(path));
        }
        Some(Command::Check(check)) => check.file.iter().chain(&check.preset).for_each(|path| is_escaped(path)),
        Some(Command::Lint(lint)) => lint.preset.iter().for_each(|path| is_escaped(path)),
        Some(Command::Watch(watch)) => is_escaped(&watch.png),
        Some(Command::Presets { name, .. }) => name.iter().for_each(|name| is_escaped(name.as_ref())),
        Some(
            Command::Animate(_)
            | Command::Batch(_)
            | Command::Completions { .. }
            | Command::Convert(_)
            | Command::Find(_)
            | Command::Man { .. }
            | Command::Render(_)
            | Command::Run(_)
            | Command::Sheet(_)
            | Command::Survey(_),
        ) => {}
    }
}

/// Asserts that a shard of a range of seeds lies in the range, if both texts can be parsed.
fn check_seeds(seeds: &str, shard: &str) {
    let (Ok(seeds), Ok(shard)) = (seeds.parse::<SeedRange>(), shard.parse::<SeedShard>()) else { return };
    let part = seeds.part(shard);
    assert!(part.count() <= seeds.count() && seeds.up_to(7).count() <= 7 && seeds.after(3).count() < seeds.count());
    assert!(part.count() == 0 || part.at(0) >= seeds.at(0));
    assert!(part.count() == 0 || part.at(part.count() - 1) <= seeds.at(seeds.count() - 1));
    assert_eq!(seeds.to_string().parse(), Ok(seeds));
}

/// Asserts that the checks of picture flags do not panic, and that the description begins with the
/// scale.
fn check_picture(picture: &PictureArgs, size: Option<Size>) {
    let preset = "80x50".parse().expect("a size");
    let formats = [&[Format::Png][..], &[Format::Svg, Format::Text], &[]];
    let _ = formats.map(|formats| picture.check(formats, size.unwrap_or(preset), "").is_ok());
    assert!(picture.description().starts_with("scale "));
}

/// Asserts that messages escape the control characters of a path.
fn is_escaped(path: &Path) {
    let _ = (of_ending(path), unknown_ending("--out", path));
    assert!(!print::path(path).contains(char::is_control), "{path:?}");
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn command_lines_of_the_corpus_are_read_or_refused() {
        let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
        if !fuzz.exists() {
            // The published package has no corpus.
            return;
        }
        let seeds = fs::read_dir(fuzz.join("seeds/command_line")).expect("a folder of command lines");
        let corpus = fs::read_dir(fuzz.join("corpus/command_line")).into_iter().flatten();
        let files: Vec<_> = seeds.chain(corpus).map(|file| file.expect("a file").path()).collect();
        assert!(!files.is_empty(), "no command lines");
        files.iter().for_each(|path| only_read(&fs::read(path).expect("a file's bytes")));
    }
}

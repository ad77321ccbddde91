//! `roomgen watch`: draws a preset's level, or a floor of a run, again at each save.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use roomgen::{NamedSeed, preset::MAX_PICTURE};
use roomgen_export::format::LevelExport;

use super::{
    args::WatchArgs,
    export,
    failure::CommandFailure,
    interrupt,
    output::refuse_conflicts,
    picture::scaled,
    preset::{self, LoadedPreset, TextKind, TextSource},
    print,
    request::{figures, report_shortfalls},
};

/// The time between two readings of the files. A change is drawn when two readings in a row agree,
/// since an editor may be in the middle of saving.
const PAUSE: Duration = Duration::from_millis(50);

/// The readings in a row that must agree where a file is cut short: many editors empty a file
/// before they write it, or remove it before they put the new one there.
const READINGS_OF_A_CUT: u32 = 20;

/// Draws the level, and draws it again at each change of the text, until it is interrupted.
pub(super) fn run(arguments: &WatchArgs) -> Result<(), CommandFailure> {
    let given = refuse_arguments(arguments)?;
    let seed = arguments.seed.get()?;
    interrupt::stop_in_order();
    let mut files = vec![given.1.to_owned()];
    let (mut drawn, mut seen) = (None::<FileContents>, FileContents::new());
    let mut agreed = 0;
    loop {
        if let Some(signal) = interrupt::stopped_by() {
            return Err(CommandFailure::ended_by(signal));
        }
        let now = contents(&files);
        agreed = if now == seen { agreed + 1 } else { 0 };
        let is_due = drawn.as_ref().is_none_or(|drawn| now != *drawn && agreed >= readings(&now, drawn));
        if is_due {
            let (result, read) = draw(arguments, given, &seed);
            // If a file is saved during the drawing, the next round draws again.
            drawn = Some(if read == files { now.clone() } else { contents(&read) });
            files = read;
            let what = result.unwrap_or_else(|failure| {
                print::failure(failure);
                "left unchanged".to_owned()
            });
            print::note(&format!("{}: {what}", print::path(&arguments.png)));
        }
        seen = now;
        thread::sleep(PAUSE);
    }
}

/// The file that is watched, and what it is.
type WatchedText<'path> = (TextKind, &'path Path);

/// Returns what is watched.
fn refuse_arguments(arguments: &WatchArgs) -> Result<WatchedText<'_>, CommandFailure> {
    let WatchArgs { preset, run, png, .. } = arguments;
    let (kind, flag, list, file) = match (preset, run) {
        (_, Some(run)) => (TextKind::Run, "--run", "runs/ of the source has texts", run),
        (Some(preset), None) => (TextKind::Preset, "watch", "`roomgen presets` prints one", preset),
        (None, None) => return Err(CommandFailure::usage("watch: give a preset file, or a run with --run.")),
    };
    let given = format!("{flag} {}", print::path(file));
    if !preset::is_file(file) {
        let what = format!("only a {} file can change", kind.name());
        let remedy = format!("a file ends in .ron or has a separator in its path; {list} to start from");
        return Err(CommandFailure::usage(format!("{given}: {what}; {remedy}.")));
    }
    // Reading a pipe may block forever, and nothing tells when it changes.
    if file.metadata().is_ok_and(|file| !file.is_file() && !file.is_dir()) {
        return Err(CommandFailure::usage(format!("{given}: it is a device or a pipe, not a file.")));
    }
    let (output, _) = export::picture_output("--png", png)?;
    if output.is_stream() {
        return Err(CommandFailure::usage(format!(
            "{}: watch writes its picture to a file, as in my.png.",
            output.name
        )));
    }
    // The file must exist at the start; mistakes in it are reported when it is drawn.
    let mut source = TextSource::read(kind, run.as_ref().map(|_| flag), file)?;
    let inputs = match kind {
        TextKind::Preset => source.load().map(|loaded| loaded.inputs),
        TextKind::Run => source.load_run().map(|loaded| loaded.inputs),
    };
    inputs.map_or(Ok(()), |inputs| refuse_conflicts(&[&output], &inputs))?;
    Ok((kind, file))
}

/// The bytes of each file; `None` for one that cannot be read.
type FileContents = Vec<Option<Vec<u8>>>;

/// The number of readings in a row that must agree with the first one, before `now` is drawn in
/// place of `drawn`.
fn readings(now: &[Option<Vec<u8>>], drawn: &[Option<Vec<u8>>]) -> u32 {
    let is_cut = |(now, drawn): (&Option<Vec<u8>>, &Option<Vec<u8>>)| {
        let drawn = drawn.as_deref().unwrap_or_default();
        now.as_ref().is_none_or(|now| now.len() < drawn.len() && drawn.starts_with(now))
    };
    if now.iter().zip(drawn).any(is_cut) { READINGS_OF_A_CUT } else { 1 }
}

fn contents(files: &[PathBuf]) -> FileContents {
    let read = |file: &PathBuf| {
        // Reading a pipe may block forever.
        if !file.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        File::open(file).ok()?.take(MAX_PICTURE as u64 + 1).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    files.iter().map(read).collect()
}

/// Draws the level of the text as its files are now. Returns a description of the picture, and the
/// files.
fn draw(
    arguments: &WatchArgs,
    (kind, file): WatchedText<'_>,
    seed: &NamedSeed,
) -> (Result<String, CommandFailure>, Vec<PathBuf>) {
    match TextSource::read(kind, None, file) {
        Ok(mut source) => (picture(arguments, kind, seed, &mut source), source.paths()),
        Err(failure) => (Err(failure), vec![file.to_owned()]),
    }
}

fn picture(
    arguments: &WatchArgs,
    kind: TextKind,
    seed: &NamedSeed,
    source: &mut TextSource,
) -> Result<String, CommandFailure> {
    let (loaded, request, name) = match kind {
        TextKind::Preset => {
            let (loaded, request) = arguments.request.load(source.load()?)?;
            let name = loaded.preset.name().to_owned();
            (loaded, request.with_named_seed(seed.clone()), name)
        }
        TextKind::Run => {
            let (run, floor) = (source.load_run()?, arguments.request.floor);
            let mut maker = run.maker(seed.clone());
            let request = maker.request(floor)?;
            let (preset, name) = (maker.preset(floor)?.clone(), format!("{}, floor {floor}", run.run.name()));
            (LoadedPreset { preset, inputs: run.inputs, request: None }, request, name)
        }
    };
    let preset = &loaded.preset;
    let options = scaled(arguments.scale);
    options.dimensions(preset.size()).map_err(|error| CommandFailure::usage(format!("--scale: {error}.")))?;
    let request = arguments.seed.rerolled(preset, request)?;
    let level = roomgen::generate(preset, &request);
    report_shortfalls(&level, "", false)?;
    let outputs = [export::picture_output("--png", &arguments.png)?];
    let export = LevelExport { picture: options, ..LevelExport::new(&level, preset) };
    export::write(&export, &outputs, &loaded.inputs, false)?;
    Ok(format!("{name}, seed {}, {} cells, {}", seed.number(), preset.size(), figures(&level)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_cut_short_is_waited_for() {
        let of = |texts: &[Option<&str>]| -> FileContents {
            texts.iter().map(|text| text.map(|text| text.as_bytes().to_vec())).collect()
        };
        let readings = |now: &[Option<&str>], drawn: &[Option<&str>]| readings(&of(now), &of(drawn));
        let drawn = [Some("(name: \"a\")"), Some("base")];
        for cut in [[Some(""), Some("base")], [Some("(name: \"a\")"), None], [Some("(na"), Some("base")]] {
            assert_eq!(readings(&cut, &drawn), READINGS_OF_A_CUT, "{cut:?}");
        }
        for changed in [[Some("(name: \"b\")"), Some("base")], [Some("(name: \"a\") "), Some("base2")]] {
            assert_eq!(readings(&changed, &drawn), 1, "{changed:?}");
        }
        assert_eq!(readings(&[Some("new")], &[None]), 1);
    }
}

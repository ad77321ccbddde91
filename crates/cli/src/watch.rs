//! `roomgen watch`: the picture of a preset, drawn anew at each save.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    thread,
    time::Duration,
};

use roomgen::Request;

use super::{
    args::Watch,
    failure::Failure,
    format::{Format, Scene},
    interrupt,
    output::{self, Content, Output},
    picture::scaled,
    preset::{self, Texts},
    print,
    request::{seed, sized, tell_shortfalls},
    source,
    start::starting,
};

/// How long it takes at most to see that a file has changed; it is drawn when it has not changed for as long again, so that a
/// file that is half saved is not taken for a broken one.
const PAUSE: Duration = Duration::from_millis(50);

/// Draws, and draws again at each change, until it is interrupted.
pub(super) fn run(arguments: &Watch) -> Result<(), Failure> {
    refuse_nonsense(arguments)?;
    let seed = seed(arguments.seed)?;
    let is_stopped = interrupt::awaited();
    let mut files = vec![arguments.preset.clone()];
    // What the files held when they were drawn last, and when they were looked at last.
    let (mut drawn, mut seen) = (None, None);
    while !is_stopped.load(Ordering::SeqCst) {
        let now = Some(contents(&files));
        if drawn.is_none() || (now != drawn && now == seen) {
            files = files_of(arguments);
            // Before drawing: what is saved meanwhile is drawn next time.
            drawn = Some(contents(&files));
            let done = picture(arguments, seed);
            let what = done.unwrap_or_else(|failure| {
                failure.report();
                "left as it is".to_owned()
            });
            print::fact(&format!("{}: {what}", print::path(&arguments.png)));
        }
        seen = now;
        thread::sleep(PAUSE);
    }
    Ok(())
}

fn refuse_nonsense(arguments: &Watch) -> Result<(), Failure> {
    let Watch { preset, png, .. } = arguments;
    let given = print::path(preset);
    if !preset::is_file(preset) {
        let way_out = "a file ends in .ron or has a separator in its path; `roomgen presets` prints one to start from";
        return Err(Failure::usage(format!("watch {given}: only a preset file can change; {way_out}.")));
    }
    let output = Output::at("--png", png)?;
    if output.is_stream() || Format::of_ending(png) != Some(Format::Png) {
        let png = print::path(png);
        return Err(Failure::usage(format!("--png {png}: a picture goes to a file that ends in .png.")));
    }
    preset::spare(preset, |file, what| output.spare(file, what))?;
    if preset.metadata().is_ok_and(|file| !file.is_file() && !file.is_dir()) {
        return Err(Failure::usage(format!("watch {given}: a device or a pipe cannot be saved again; give a file.")));
    }
    // Later it may come and go, but a name that is wrong from the first is a slip.
    source::text(&format!("watch {given}"), preset, source::MAX_PRESET).map(|_| ())
}

/// What is in the files; `None` for one that cannot be read.
fn contents(files: &[PathBuf]) -> Vec<Option<Vec<u8>>> {
    let read = |file: &PathBuf| {
        // What is no file may be waited for without end.
        if !file.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        File::open(file).ok()?.take(source::MAX_PRESET + 1).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    files.iter().map(read).collect()
}

/// The preset and the files that it builds on, also one that cannot be read.
fn files_of(arguments: &Watch) -> Vec<PathBuf> {
    let mut files = vec![arguments.preset.clone()];
    if let Ok(mut texts) = Texts::of("watch", &arguments.preset) {
        // Whether it is right does not matter here.
        let _ = texts.load();
        files.extend(texts.files().map(Path::to_owned));
    }
    files
}

/// Draws the preset as it is now, and says what was drawn.
fn picture(arguments: &Watch, seed: u64) -> Result<String, Failure> {
    let preset = Texts::of("watch", &arguments.preset)?.load()?;
    let preset = sized(preset, arguments.size)?;
    let picture = scaled(arguments.scale);
    picture.sides(preset.size()).map_err(|error| Failure::usage(format!("--scale: {error}.")))?;
    let request = starting(Request::new(seed).on_floor(arguments.floor), arguments.start.within(preset.size())?);
    let request = request.with_difficulty(arguments.difficulty);
    let level = roomgen::generate(&preset, request.map_err(|error| Failure::usage(format!("{error}.")))?);
    tell_shortfalls(&level, "", false)?;
    let scene = Scene::new(&level, &preset, picture);
    let bytes = Format::Png.encode(&scene)?;
    output::write(&[(&Output::at("--png", &arguments.png)?, Content::Bytes(bytes))])?;
    let (rooms, props) = (print::count(level.rooms().len(), "room"), print::count(level.props().len(), "prop"));
    Ok(format!("{}, seed {seed}, {} cells, {rooms}, {props}", preset.name(), preset.size()))
}

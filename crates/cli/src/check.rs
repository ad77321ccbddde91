//! `roomgen check`: whether a level file keeps its invariants, and whether its seed makes it; and
//! whether the files of a folder are those of one run.

use std::{
    cmp::Ordering,
    io::{self, BufWriter, Read, Write},
    path::Path,
};

use roomgen::{Cell, Level, Preset, REVISION, ReproduceError, export, geom::Rect, level::Breach};

use super::{
    args::Check,
    batch,
    failure::Failure,
    floors,
    format::Format,
    level::{self, LevelFile},
    preset, print, report, source,
    waiting::Waiting,
};

/// Prints each invariant that the file breaks, or that all is well; or the schema of level files.
pub(super) fn run(arguments: &Check) -> Result<(), Failure> {
    let Some(path) = &arguments.file else {
        return print::product(export::json::SCHEMA);
    };
    if arguments.text {
        return drawing(path);
    }
    if path.is_dir() && arguments.format.is_none() {
        return folder(path, arguments);
    }
    let file = level::read(path, "--format", arguments.format)?;
    let level = &file.level;
    let lines = of_level(&file, arguments)?;
    tell_revision(&file);
    let (rooms, props) = (level.rooms().len(), level.props().len());
    let again = if arguments.regenerate { ", the same when generated again" } else { "" };
    let (rooms, props) = (print::count(rooms, "room"), print::count(props, "prop"));
    tell(&lines, &format!("ok: {rooms}, {props}, {}x{} cells{again}", level.width(), level.height()))
}

/// What is wrong with a level file, a line each.
fn of_level(file: &LevelFile, arguments: &Check) -> Result<Vec<String>, Failure> {
    let mut breaches = file.breaches();
    if arguments.regenerate {
        let preset = preset_of(file, arguments.preset.as_deref())?;
        breaches.extend(regenerate(file, &preset)?);
    }
    let breaches = breaches.iter().map(ToString::to_string);
    Ok(start_outside(&file.level).into_iter().chain(breaches).collect())
}

/// The tool asks for cells of the level alone; a game may ask for any, which a reader takes.
fn start_outside(level: &Level) -> Option<String> {
    let Cell { x, y } = level.origin().start.filter(|&start| !Rect::from(level.size()).contains(start))?;
    Some(format!("start: ({x}, {y}) is no cell of the level of {} cells", level.size()))
}

/// Says that a level is of another revision, whose seeds have other levels.
fn tell_revision(file: &LevelFile) {
    let given = file.level.origin().revision;
    let by = match given.cmp(&REVISION) {
        Ordering::Less => "an older",
        Ordering::Equal => return,
        Ordering::Greater => "a newer",
    };
    let name = &file.name;
    print::warning(&format!(
        "{name} was made by {by} roomgen: it is of revision {given}, and this is revision {REVISION}. Seeds have other levels there."
    ));
}

/// The same for the floors or the batch in a folder.
fn folder(path: &Path, arguments: &Check) -> Result<(), Failure> {
    let name = print::path(path);
    if floors::is_there(path)? {
        let (faults, ok) = floors::check(path, &|file| of_level(file, arguments))?;
        return tell(&faults, &format!("ok: {ok}"));
    }
    let manifests = batch::manifests(path)?;
    if manifests.is_empty() {
        return Err(Failure::failed(format!(
            "{name} cannot be read: it is a folder without floors and without a manifest. Give a level file, or a folder that --floors or `roomgen batch` \
             wrote."
        )));
    }
    if arguments.regenerate {
        return Err(Failure::usage(format!(
            "--regenerate: {name} is the folder of a batch; `roomgen batch --verify` makes its levels again."
        )));
    }
    let (mut faults, mut more, mut levels) = (Vec::new(), 0, 0);
    for manifest in &manifests {
        let fault = |what| if faults.len() < MOST_FAULTS { faults.push(what) } else { more += 1 };
        levels += batch::check(path, manifest, fault)?;
    }
    if more > 0 {
        faults.push(format!("and {more} more"));
    }
    tell(&faults, &format!("ok: {} by {}", print::count(levels, "level"), print::list(manifests, "and")))
}

/// As many faults of a batch are told; all of a million levels would be no help.
const MOST_FAULTS: usize = 100;

/// The same for the tiles that a text shows.
fn drawing(path: &Path) -> Result<(), Failure> {
    let (file, name) = level::named(path);
    let text = source::text(&name, path, source::MAX_LEVEL)?;
    let text = source::without_mark(&text);
    let drawing = export::text::read(text).map_err(|error| match error.place() {
        Some(place) => {
            let told = error.to_string();
            let what = told.split_once(": ").map_or(&*told, |(_, what)| what);
            Failure::report_of(report::level(what, text, place, &file))
        }
        None => Failure::failed(format!("{name} shows no level: {error}.")),
    })?;
    let tiles = drawing.tiles();
    let open = tiles.values().iter().filter(|tile| tile.is_open()).count();
    let open = print::count(open, "open cell");
    let breaches: Vec<_> = drawing.check().iter().map(ToString::to_string).collect();
    tell(&breaches, &format!("ok: {open}, {}x{} cells, tiles alone", tiles.width(), tiles.height()))
}

/// Prints each thing that is wrong, or else that all is well.
fn tell(faults: &[String], ok: &str) -> Result<(), Failure> {
    let lines: String = faults.iter().map(|fault| format!("{}\n", print::shown(fault))).collect();
    print::verdict(&if faults.is_empty() { format!("{ok}\n") } else { lines })?;
    if faults.is_empty() { Ok(()) } else { Err(Failure::already_said()) }
}

/// The preset that made a level: the one given, or the built-in one that the level names.
fn preset_of(file: &LevelFile, given: Option<&Path>) -> Result<Preset, Failure> {
    let LevelFile { level, name, .. } = file;
    if let Some(given) = given {
        return preset::load(given);
    }
    Preset::built_in(&level.origin().preset).map_err(|_| {
        Failure::failed(format!(
            "{name} was made by the preset {:?}, which is not built in. Give the preset's file with --preset FILE.",
            level.origin().preset
        ))
    })
}

/// How the level breaks invariant 11, if it does: generated again, it is another level, or another text.
fn regenerate(file: &LevelFile, preset: &Preset) -> Result<Option<Breach>, Failure> {
    let LevelFile { level, name, .. } = file;
    let breach = |what: String| Ok(Some(Breach { invariant: 11, what }));
    let waiting = Waiting::over(level.size(), "generating it again");
    let again = match roomgen::reproduce(level, preset) {
        Ok(again) => again,
        Err(differs @ ReproduceError::Differs { .. }) => return breach(differs.to_string()),
        Err(refused) => {
            let way_out = match refused {
                ReproduceError::Digest { .. } => " If a preset file made the level, give it with --preset FILE.",
                ReproduceError::Revision { .. } => " Use a release of that revision.",
                _ => "",
            };
            return Err(Failure::failed(format!("{name} cannot be generated again: {refused}.{way_out}")));
        }
    };
    let mut same = Same { text: file.text()?, line: 1, has_ended: false };
    let mut writer = BufWriter::new(&mut same);
    let written = match file.format {
        Format::Json => export::json::write_to(&again, &mut writer),
        _ => export::ron::write_to(&again, &mut writer),
    };
    let is_same = written.and_then(|()| writer.flush()).is_ok();
    drop(writer);
    if is_same && same.is_at_the_end() {
        return Ok(None);
    }
    drop(waiting);
    let line = same.line;
    breach(format!("generated again, the level is the same, but line {line} of the file is written in another way"))
}

/// A writer that takes what a text says, and fails where it says something else.
struct Same<'text> {
    text: Box<dyn Read + 'text>,
    /// The line, counted from 1, up to which it is the same.
    line: usize,
    has_ended: bool,
}

impl Same<'_> {
    fn is_at_the_end(&mut self) -> bool {
        !self.has_ended && matches!(self.text.read(&mut [0]), Ok(0))
    }
}

impl Write for Same<'_> {
    fn write(&mut self, ours: &[u8]) -> io::Result<usize> {
        let mut theirs = vec![0; ours.len()];
        let mut read = 0;
        while read < theirs.len() {
            match self.text.read(&mut theirs[read..])? {
                0 => break,
                more => read += more,
            }
        }
        let same = ours.iter().zip(&theirs[..read]).take_while(|(ours, theirs)| ours == theirs).count();
        self.line += ours[..same].iter().filter(|&&byte| byte == b'\n').count();
        if same < ours.len() {
            self.has_ended = true;
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(same)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

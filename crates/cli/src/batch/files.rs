//! The levels as files in a folder, and their manifest; what is there already is kept.

use std::{path::Path, sync::atomic::AtomicBool};

use roomgen::Generator;

use super::{
    header,
    level::Listed,
    manifest::{self, Manifest},
    store::{self, Store},
    task::Task,
};
use crate::{failure::Failure, interrupt, jobs::Jobs, ordered::in_order, preset, print, progress::Progress};

/// How many levels each thread may be ahead of the manifest: more than a slow disk holds up, and few to be made again
/// after a run that was killed.
const AHEAD: u64 = 64;

/// How many levels a run with the most threads may have been ahead of its manifest when it was killed.
const MOST_AHEAD: u64 = AHEAD * Jobs::MOST as u64;

/// Makes the levels that are not there, and lists them.
pub(super) fn run(task: &Task, folder: &Path, verify: bool) -> Result<(), Failure> {
    let store = Store::at(folder)?;
    preset::spare(&task.preset_file, |file, what| store.spare(file, what))?;
    store.refuse_others(&task.header)?;
    let is_stopped = interrupt::awaited();
    if let Some(sheet) = &task.sheet {
        store.write_sheet(sheet)?;
    }
    let file_name = manifest::file_name(task.shard);
    let name = format!("{file_name} in {}", store.name);
    let mut broken = Vec::new();
    let seen = |level: &Listed, line: &str| {
        let Listed { seed, file, bytes, .. } = level;
        let named = store::file(*seed, task.format);
        if *file != named {
            return Err(format!("the file of seed {seed} is \"{}\", and not \"{named}\"", print::shown(file)));
        }
        if verify || !store.is_whole(*seed, task.format, *bytes) {
            broken.push((*seed, line.into()));
        }
        Ok(())
    };
    let mut manifest = Manifest::open((folder, &file_name, name), &task.header, task.seeds, seen)?;

    let done = complete(task, &store, &broken, &mut manifest, &is_stopped);
    let there = manifest.listed();
    let done = done.and_then(|is_all| manifest.finish(task.seeds.count()).map(|()| is_all));
    let all = print::count(task.seeds.count() as usize, "level");
    let far = format!("with {there} of {all} in {}; the same command makes the rest", store.name);
    match done {
        Err(failure) => {
            let _ = failure.report();
            print::fact(&format!("stopped {far}"));
            Err(Failure::already_said())
        }
        Ok(false) => {
            print::fact(&format!("interrupted {far}"));
            Err(Failure::interrupted())
        }
        Ok(true) => {
            print::fact(&format!("{all} in {}, listed in {file_name}", store.name));
            Ok(())
        }
    }
}

/// Makes the levels that are not there, and those whose files are not whole; tells whether it came to the end.
fn complete(
    task: &Task,
    store: &Store,
    broken: &[(u64, Box<str>)],
    manifest: &mut Manifest,
    is_stopped: &AtomicBool,
) -> Result<bool, Failure> {
    let bar = Progress::of(task.seeds.count(), manifest.listed() - broken.len() as u64, false);
    let mended = mend(task, store, broken, is_stopped, &bar)?;
    append(task, store, manifest, is_stopped, &bar)?;
    drop(bar);
    if let (Some(mended), false) = (mended, broken.is_empty()) {
        print::fact(&format!("{} that the manifest lists made again", print::count(mended, "file")));
    }
    Ok(mended.is_some() && manifest.listed() == task.seeds.count())
}

/// Makes again the levels whose files are not as the manifest says, where that is so; gives how many were written, `None` if it
/// was interrupted.
fn mend(
    task: &Task,
    store: &Store,
    broken: &[(u64, Box<str>)],
    is_stopped: &AtomicBool,
    bar: &Progress,
) -> Result<Option<usize>, Failure> {
    let make = |generator: &mut Generator, position: u64| {
        let (seed, line) = &broken[position as usize];
        let Made { listed, bytes } = make(task, generator, *seed)?;
        let ours = listed.line();
        if **line != *ours {
            let what = header::difference(line, &ours).map_or("is spelt differently".to_owned(), |differs| {
                let header::Difference { key, there, ours } = differs;
                format!("says \"{key}\": {there}, and it is {ours}")
            });
            return Err(Failure::failed(format!(
                "{}: the manifest's line of seed {seed} {what}. Move the manifest away to make all levels anew.",
                store.name
            )));
        }
        let name = store::file_name(*seed, task.format);
        let differs = !store.holds(*seed, &name, &bytes);
        if differs {
            store.write(*seed, &name, &bytes)?;
        }
        Ok(differs)
    };
    let mut mended = 0;
    let take = |is_mended: bool| {
        mended += usize::from(is_mended);
        bar.step();
        Ok(())
    };
    let done = in_order(broken.len() as u64, task.crew(AHEAD), is_stopped, || task.generator(), make, take)?;
    Ok((done == broken.len() as u64).then_some(mended))
}

/// Makes the levels that the manifest does not list, and lists them.
fn append(
    task: &Task,
    store: &Store,
    manifest: &mut Manifest,
    is_stopped: &AtomicBool,
    bar: &Progress,
) -> Result<(), Failure> {
    let rest = task.seeds.after(manifest.listed());
    store.clear_leftovers(rest.up_to(MOST_AHEAD));
    let make = |generator: &mut Generator, position: u64| {
        let seed = rest.at(position);
        let Made { listed, bytes } = make(task, generator, seed)?;
        store.write(seed, &store::file_name(seed, task.format), &bytes)?;
        Ok(listed.line())
    };
    let take = |line: String| {
        manifest.append(&line)?;
        bar.step();
        Ok(())
    };
    in_order(rest.count(), task.crew(AHEAD), is_stopped, || task.generator(), make, take).map(|_| ())
}

/// A level, ready to be written.
struct Made {
    listed: Listed,
    /// The bytes of its file.
    bytes: Vec<u8>,
}

fn make(task: &Task, generator: &mut Generator, seed: u64) -> Result<Made, Failure> {
    let level = task.level(generator, seed)?;
    let about = |failure: Failure| failure.of(&format!("Seed {seed}: "));
    let bytes = task.encode(&level).map_err(about)?;
    let listed = Listed::of(&level, task.format, &bytes);
    Ok(Made { listed, bytes })
}

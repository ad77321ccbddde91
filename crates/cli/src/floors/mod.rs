//! `roomgen --floors`: the floors of a run, one file each, from easy to hard, each below the stairs
//! of the one above; and their manifest.

mod check;
mod manifest;

use std::path::Path;

pub(super) use check::{check, is_there};
use manifest::{Floor, Found, Header};

use roomgen::{Generator, Request};

use super::{
    args::Generate,
    failure::Failure,
    folder::{Folder, Index},
    format::{Format, Scene},
    preset, print,
    request::{seed, sized, tell_shortfalls},
    sheet,
    start::starting,
};

/// Makes the floors and writes them: all of them, or none.
pub(super) fn run(arguments: &Generate, floors: u32) -> Result<(), Failure> {
    let out = folder(arguments)?;
    let format = arguments.format.unwrap_or(Format::Ron);
    if let Some(flag) = arguments.picture.given().filter(|_| format != Format::Png) {
        return Err(Failure::usage(format!("{flag} is for pictures; add --format png.")));
    }
    let preset = sized(preset::load(&arguments.preset)?, arguments.size)?;
    if format == Format::Png {
        arguments.picture.fits(preset.size())?;
    }
    // Floors in another format would stay as well, and be those of another run.
    let mut folder = Folder::at("--out", out, |name| floor_of(name).is_some())?;
    let was_unfinished = match manifest::read(out) {
        Found::Nothing => false,
        Found::Floors(earlier) => !earlier.is_whole(),
        Found::Foreign(why) => {
            let (out, file) = (print::path(out), manifest::FILE);
            return Err(Failure::failed(format!(
                "--out {out} cannot be written: {file} there {why}. Move it away, or give another folder."
            )));
        }
    };
    preset::spare(&arguments.preset, |file, what| {
        let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        if !folder.holds(file) || !(floor_of(&name).is_some() || name == manifest::FILE) {
            return Ok(());
        }
        let file = print::path(file);
        Err(Failure::usage(format!(
            "--preset: {file} is {what}, lies among the floors and has the name of one; move it."
        )))
    })?;
    let sheet = sheet::of_preset(&preset, format);
    if let Some(sheet) = &sheet {
        folder.add_sheet(sheet, arguments.force)?;
    }
    // The first floor begins where --start says, each other one below the exit of the one above.
    let mut stairs = arguments.start.within(preset.size())?;
    let seed = seed(arguments.seed)?;
    let mut generator = Generator::new(&preset);
    let picture = (format == Format::Png).then(|| arguments.picture.said());
    let begun = manifest::line(&Header::of(&preset, seed, floors, format, picture));
    let mut whole = begun.clone();
    for floor in 0..floors {
        let request = starting(Request::new(seed).on_floor(floor), stairs);
        let request = request.with_difficulty(difficulty(floor, floors));
        let level = generator.generate(request.map_err(|error| Failure::failed(format!("{error}.")))?);
        tell_shortfalls(&level, &format!("floor {floor}: "), arguments.strict)?;
        stairs = Some(level.exit());
        let stem = stem(floor, floors);
        let picture = arguments.picture.options();
        let sheet = sheet.as_ref().map(|sheet| (sheet, sheet::IN_FOLDER.to_owned()));
        let bytes = format.encode(&Scene { sheet, ..Scene::new(&level, &preset, picture) })?;
        let file = format!("{stem}.{}", format.ending());
        folder.add(&file, &bytes)?;
        whole += &manifest::line(&Floor::of(&level, file, &bytes));
    }
    folder.finish(&Index { file: manifest::FILE, begun: begun.as_bytes(), whole: whole.as_bytes() })?;
    if was_unfinished {
        print::fact(&format!("--out {}: the folder held an unfinished run, which this one replaced", print::path(out)));
    }
    Ok(())
}

/// What the names of floors begin with.
const STEM: &str = "floor-";

/// The name of a floor's file without its ending: of one length in a run, so that names are in
/// order.
fn stem(floor: u32, floors: u32) -> String {
    let digits = (floors - 1).to_string().len().max(2);
    format!("{STEM}{floor:0digits$}")
}

/// How hard a floor is: from 0 to 1.
fn difficulty(floor: u32, floors: u32) -> f32 {
    if floors == 1 { 0.0 } else { floor as f32 / (floors - 1) as f32 }
}

/// The number and the format of a file with the name of a floor: one that would be taken for a part
/// of the run if it stayed.
fn floor_of(name: &str) -> Option<(u32, Format)> {
    let number = name.strip_prefix(STEM)?.split('.').next()?;
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let format = Format::of_ending(Path::new(name)).filter(|format| {
        let ending = name.strip_prefix(STEM).and_then(|rest| rest.strip_prefix(number));
        ending.and_then(|rest| rest.strip_prefix('.')) == Some(format.ending())
    })?;
    // A number that is too large for any floor is still a name among floors.
    is_number.then(|| (number.parse().unwrap_or(u32::MAX), format))
}

fn folder(arguments: &Generate) -> Result<&Path, Failure> {
    let [out] = &arguments.out[..] else {
        return Err(Failure::usage("--floors makes one file for each floor; add --out FOLDER, once."));
    };
    if out.as_os_str() == "-" {
        return Err(Failure::usage("--floors makes one file for each floor; give a folder to --out, not -."));
    }
    if arguments.png.is_some() {
        return Err(Failure::usage("--png is for one level; with --floors, --format png makes a picture of each."));
    }
    if arguments.format.is_none() && Format::of_ending(out).is_some() && !out.is_dir() {
        let out = print::path(out);
        return Err(Failure::usage(format!(
            "--out {out}: --floors makes a folder of files; give the name of a folder."
        )));
    }
    Ok(out)
}

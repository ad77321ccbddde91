//! `roomgen --floors`: the floors of a run, one file each, from easy to hard, each below the stairs of the one above.

use std::path::Path;

use roomgen::{Generator, Request};

use super::{
    args::Generate,
    failure::Failure,
    folder::Folder,
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
    let mut folder = Folder::at("--out", out, |name| is_floor(name, format))?;
    preset::spare(&arguments.preset, |file, what| {
        let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        if !folder.holds(file) || !is_floor(&name, format) {
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
    let digits = (floors - 1).to_string().len().max(2);
    for floor in 0..floors {
        let request = starting(Request::new(seed).on_floor(floor), stairs);
        let difficulty = if floors == 1 { 0.0 } else { floor as f32 / (floors - 1) as f32 };
        let request = request.with_difficulty(difficulty);
        let level = generator.generate(request.map_err(|error| Failure::failed(format!("{error}.")))?);
        tell_shortfalls(&level, &format!("floor {floor}: "), arguments.strict)?;
        stairs = Some(level.exit());
        let stem = format!("{STEM}{floor:0digits$}");
        let picture = arguments.picture.options();
        let sheet = sheet.as_ref().map(|sheet| (sheet, sheet::IN_FOLDER.to_owned()));
        let bytes = format.encode(&Scene { sheet, ..Scene::new(&level, &preset, picture) })?;
        folder.add(&format!("{stem}.{}", format.ending()), &bytes)?;
    }
    folder.finish()
}

/// What the names of floors begin with.
const STEM: &str = "floor-";

/// Whether a file is a floor in this format: one that would be taken for a part of the run if it stayed.
fn is_floor(name: &str, format: Format) -> bool {
    let number = name.strip_prefix(STEM).and_then(|rest| rest.strip_suffix(&format!(".{}", format.ending())));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
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

//! Files of a level in all formats: `Level.to_bytes`, `to_files` and `save`.

use std::path::{Path, PathBuf};

use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyDict},
};
use roomgen::{
    Level, NamedSeed, Preset, REVISION,
    run::{Run, RunGenerator},
    theme::Theme,
};
use roomgen_export::{
    ExportFile, RunFiles,
    ansi::AnsiOptions,
    format::{Format, FormatKind, LevelExport},
    gif::GifOptions,
    uvtt::UvttOptions,
};

use crate::{
    arguments, errors,
    image::{self, NamedOptions, SightOptions},
    level::PyLevel,
};

/// The options of formats, and the formats that take each.
const OPTIONS: [(&str, &[Format]); 10] = [
    ("scale", &[Format::Png, Format::Gif, Format::Uvtt]),
    ("view", &[Format::Png]),
    ("overlays", &[Format::Png, Format::Uvtt]),
    ("legend", &[Format::Png]),
    ("room", &[Format::Png, Format::Gif]),
    ("style", &[Format::Png, Format::Svg]),
    ("audience", &[Format::Png, Format::Svg, Format::Text, Format::Ansi, Format::Uvtt]),
    ("light", &[Format::Png, Format::Svg, Format::Uvtt]),
    ("ambient", &[Format::Png, Format::Svg, Format::Uvtt]),
    ("margin", &[Format::Png]),
];

/// Runs `run` on a level with its preset, or with that of the package that made it.
pub(crate) fn of<T>(level: &PyLevel, run: impl FnOnce(LevelExport<'_>) -> T) -> T {
    let origin = level.level.origin();
    // Digests of another revision say nothing about presets of this one.
    let is_own = |preset: &Preset| origin.revision != REVISION || preset.digest() == origin.preset_digest;
    let built_in = || match &origin.run {
        Some(_) => Preset::of(origin).ok(),
        None => Preset::built_in(&origin.preset).ok().filter(is_own),
    };
    match &level.preset {
        Some(source) => {
            run(LevelExport { request: level.request.as_ref(), ..LevelExport::new(&level.level, &source.rules) })
        }
        None => match built_in() {
            Some(preset) => run(LevelExport::new(&level.level, &preset)),
            None => run(LevelExport::without_preset(&level.level, &Theme::default())),
        },
    }
}

pub(crate) fn to_bytes<'py>(
    py: Python<'py>,
    level: &PyLevel,
    format: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let format = named(py, format)?;
    if format.kind() == FormatKind::Map {
        let message = format!("{} comes with other files beside it; use to_files or save", format.name());
        return Err(errors::request(py, message));
    }
    let files = files(py, level, format, "level", options)?;
    Ok(PyBytes::new(py, files.first().map_or(&[], |file| &file.bytes)))
}

pub(crate) fn to_files<'py>(
    py: Python<'py>,
    level: &PyLevel,
    format: &str,
    name: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for file in files(py, level, named(py, format)?, name, options)? {
        dict.set_item(file.name, PyBytes::new(py, &file.bytes))?;
    }
    Ok(dict)
}

pub(crate) fn save(
    py: Python<'_>,
    level: &PyLevel,
    path: PathBuf,
    format: Option<&str>,
    overwrite: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let format = match format {
        Some(format) => named(py, format)?,
        None => of_ending(py, &path)?,
    };
    let name = path
        .file_stem()
        .and_then(|name| name.to_str())
        .ok_or_else(|| errors::request(py, format!("{path:?} has no name of a file in UTF-8")))?;
    let files = files(py, level, format, name, options)?;
    let mut paths: Vec<_> = files.iter().map(|file| path.with_file_name(&file.name)).collect();
    // The level's own file is called as it was given, whatever its ending.
    if let Some(own) = paths.first_mut() {
        *own = path;
    }
    let contents = files.iter().map(|file| PyBytes::new(py, &file.bytes));
    let paths: Vec<_> = paths.into_iter().zip(contents).collect();
    py.import("roomgen._files")?.call_method1("save", (paths, overwrite)).map(drop)
}

/// The files of a run's floors in a format, made outside of the interpreter's lock.
pub(crate) fn run_to_files<'py>(
    py: Python<'py>,
    run: &Run,
    seed: &NamedSeed,
    format: &str,
    name: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let format = named(py, format)?;
    let RunFiles { files, sheets } = py
        .detach(|| {
            let floors = run.floors(seed.number());
            let levels: Vec<Level> = RunGenerator::new(run, seed.clone()).collect();
            let exports = levels.iter().filter_map(|level| {
                let number = level.origin().floor;
                let above = floors.iter().find(|floor| floor.number == number).and_then(|floor| floor.above);
                let preset = run.preset(seed.number(), number)?;
                Some(LevelExport { above, ..LevelExport::new(level, preset) })
            });
            format.run_files(&exports.collect::<Vec<_>>(), name)
        })
        .map_err(|error| errors::request(py, error))?;
    let dict = PyDict::new(py);
    for file in files.into_iter().chain(sheets.into_iter().flatten()) {
        dict.set_item(file.name, PyBytes::new(py, &file.bytes))?;
    }
    Ok(dict)
}

fn named(py: Python<'_>, format: &str) -> PyResult<Format> {
    format.parse().map_err(|error| errors::request(py, error))
}

fn of_ending(py: Python<'_>, path: &Path) -> PyResult<Format> {
    let ending = path.extension().map(|ending| ending.to_string_lossy());
    ending.as_deref().and_then(Format::with_ending).ok_or_else(|| {
        let known: Vec<_> = Format::ALL.iter().map(|format| format!(".{}", format.ending())).collect();
        errors::request(
            py,
            format!("{path:?} has the ending of no format; allowed: {}; or give format", known.join(", ")),
        )
    })
}

/// The files of a level in a format, made outside of the interpreter's lock.
fn files(
    py: Python<'_>,
    level: &PyLevel,
    format: Format,
    name: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<ExportFile>> {
    let (mut picture, mut animation) = (roomgen_export::picture::PictureOptions::DEFAULT, GifOptions::default());
    let mut tabletop = UvttOptions::default();
    if let Some(options) = options {
        check(format, options)?;
        let given = |name: &str| options.get_item(name).map(|value| value.filter(|value| !value.is_none()));
        let (scale, room) = (given("scale")?, given("room")?);
        if format.kind() == FormatKind::Animation {
            let (least, most) = (GifOptions::MIN_SCALE.into(), GifOptions::MAX_SCALE.into());
            animation.scale = scale.map(|scale| arguments::whole(&scale, "scale", least, most)).transpose()?;
            animation.room = room.map(|room| arguments::whole(&room, "room", 0, u32::MAX.into())).transpose()?;
        } else {
            let view = given("view")?.map_or(Ok("top".to_owned()), |view| view.extract())?;
            let overlays = given("overlays")?.map_or(Ok(Vec::new()), |overlays| overlays.extract())?;
            let legend = given("legend")?.map_or(Ok(false), |legend| legend.extract())?;
            let word = |name: &str, usual: &str| -> PyResult<String> {
                given(name)?.map_or(Ok(usual.to_owned()), |word| word.extract())
            };
            let (style, audience) = (word("style", "tiles")?, word("audience", "master")?);
            let names = NamedOptions { view, overlays, style, audience };
            let light = given("light")?.map_or(Ok(true), |light| light.extract())?;
            let sight = SightOptions { light, ambient: given("ambient")?, margin: given("margin")? };
            picture = image::options(py, scale.as_ref(), names, legend, room.as_ref(), &sight)?;
            tabletop.scale = scale.map_or(tabletop.scale, |_| picture.scale);
        }
    }
    let files = py.detach(|| {
        of(level, |export| {
            let blocks = AnsiOptions { audience: picture.audience, ..export.blocks };
            format.files(&LevelExport { picture, animation, blocks, tabletop, ..export }, name)
        })
    });
    files.map_err(|error| errors::request(py, error))
}

/// Refuses options that there are not, and those of other formats.
fn check(format: Format, options: &Bound<'_, PyDict>) -> PyResult<()> {
    for option in options.keys() {
        let given = option.to_string();
        let Some((name, takers)) = OPTIONS.iter().find(|(name, _)| *name == given) else {
            let known: Vec<_> = OPTIONS.iter().map(|(name, _)| *name).collect();
            return Err(PyTypeError::new_err(format!("there is no option {given:?}; allowed: {}", known.join(", "))));
        };
        if !takers.contains(&format) {
            let takers: Vec<_> = takers.iter().map(|format| format.name()).collect();
            let message = format!("{name} is for {}, not for {}", takers.join(" and "), format.name());
            return Err(errors::request(options.py(), message));
        }
    }
    Ok(())
}

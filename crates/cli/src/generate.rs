//! `roomgen` without a subcommand: generates a level and writes it. `--floors` is in `floors`.

use roomgen::{Preset, Request};
use roomgen_export::format::{Format, LevelExport};

use super::{
    export,
    failure::CommandFailure,
    floors,
    format::refuse_output,
    generate_args::{GenerateArgs, OutputArgs},
    output::{InputFile, Output, refuse_conflicts},
    picture::with_options,
    progress,
    request::report_shortfalls,
    terminal,
};

/// Generates a level and writes it to all outputs.
pub(super) fn run(arguments: &GenerateArgs) -> Result<(), CommandFailure> {
    if let Some(floors) = arguments.floors {
        return floors::run(arguments, floors);
    }
    let output = &arguments.output;
    let outputs = outputs(output)?;
    let (loaded, request) = arguments.level.load()?;
    let preset = &loaded.preset;
    refuse_conflicts(&outputs.iter().map(|(output, _)| output).collect::<Vec<_>>(), &loaded.inputs)?;
    output.picture.check(&export::formats(&outputs), preset.size(), "--png FILE")?;
    let request = arguments.seed.request(preset, request)?;
    write(preset, &request, &outputs, &loaded.inputs, output)
}

/// Generates the level of a request and writes it to all outputs.
pub(super) fn write(
    preset: &Preset,
    request: &Request,
    outputs: &[(Output, Format)],
    inputs: &[InputFile],
    arguments: &OutputArgs,
) -> Result<(), CommandFailure> {
    let spinner = progress::of_step(preset.size(), "generating the level");
    let level = roomgen::generate(preset, request);
    drop(spinner);
    report_shortfalls(&level, "", arguments.strict)?;
    let export = with_options(LevelExport::new(&level, preset), &arguments.picture);
    export::write_and_report(&LevelExport { request: Some(request), ..export }, outputs, inputs, arguments.force)
}

/// The outputs that the arguments name, with their formats; standard output if they name none.
pub(super) fn outputs(arguments: &OutputArgs) -> Result<Vec<(Output, Format)>, CommandFailure> {
    let OutputArgs { out, format, png, .. } = arguments;
    let mut outputs = export::outputs("--out", out, *format)?;
    match format {
        Some(format) if out.is_empty() => {
            let output = Output::standard("standard output");
            refuse_output(*format, &output)?;
            outputs.push((output, *format));
        }
        None if out.is_empty() && png.is_none() => outputs.push((Output::shown(), terminal::format())),
        _ => {}
    }
    if let Some(path) = png {
        outputs.push(export::picture_output("--png", path)?);
    }
    Ok(outputs)
}

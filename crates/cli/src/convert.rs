//! `roomgen convert` and `roomgen render`: writes a level file in other formats, or as a picture.

use std::path::PathBuf;

use clap::Args;
use roomgen::theme::Theme;
use roomgen_export::format::{Format, FormatKind, LevelExport};

use super::{
    export,
    failure::CommandFailure,
    format, level,
    output::{InputFile, Output, refuse_conflicts},
    picture::{PictureArgs, with_options},
    preset::LoadedPreset,
    print,
    run::source::RunReader,
};

const CONVERT_EXAMPLES: &str = "\
Examples:
  roomgen convert level.ron level.json               the same level in another format
  roomgen convert level.ron level.png level.txt --scale 8
  roomgen convert level.json - --format text
  roomgen --seed 42 --out - | roomgen convert - level.png --from ron

Colours and sprites are those of the preset: the built-in one that the level names, or --preset. \
Without either, props are drawn by their glyphs and colours. Nothing is written unless all of it \
can be.";

const RENDER_EXAMPLES: &str = "\
Examples:
  roomgen render level.ron --out level.png
  roomgen render level.ron --out level.png --scale 32 --overlay rooms,path --legend
  roomgen render level.ron --out level.png --view iso
  roomgen render level.ron --out room.png --room 0 --scale 64 --overlay anchors,clearance
  roomgen render level.ron --out part.png --region 100,200,80x50 --scale 8

Colours and sprites are those of the preset: the built-in one that the level names, or --preset. \
Without either, props are drawn by their glyphs and colours.";

/// The arguments of `roomgen convert`.
#[derive(Debug, Args)]
#[command(after_long_help = format!("{}\n{CONVERT_EXAMPLES}", format::help()))]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    source: LevelFileArgs,

    /// The files to write, each in the format of its ending; - is standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The format of the one FILE, whatever its ending
    #[arg(long, value_name = "FORMAT", value_parser = format::named)]
    format: Option<Format>,

    #[command(flatten)]
    picture: PictureArgs,
}

/// The arguments of `roomgen render`.
#[derive(Debug, Args)]
#[command(after_long_help = RENDER_EXAMPLES)]
pub(super) struct RenderArgs {
    #[command(flatten)]
    source: LevelFileArgs,

    /// The picture: a file ending in .png or .webp, or - for standard output, as PNG
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    picture: PictureArgs,
}

/// The level file and its theme.
#[derive(Debug, Args)]
struct LevelFileArgs {
    /// The level file, .ron or .json; or - for standard input
    #[arg(value_name = "LEVEL")]
    level: PathBuf,

    /// The level file's format, whatever its ending: ron or json
    #[arg(long, value_name = "FORMAT", value_parser = format::named)]
    from: Option<Format>,

    /// The preset that gives colours and sprites, if it is not the built-in one that the level
    /// names
    #[arg(long, short, value_name = "NAME|FILE")]
    preset: Option<PathBuf>,

    /// The run of which the level is a floor, if it is not built in: it gives the preset
    #[arg(long, value_name = "RUN", conflicts_with = "preset")]
    run: Option<PathBuf>,

    /// Go on if the level breaks an invariant; replace a tile sheet beside FILE that is not as
    /// roomgen wrote it
    #[arg(long)]
    force: bool,
}

/// Runs `roomgen convert`: writes the level to each file.
pub(super) fn convert(arguments: &ConvertArgs) -> Result<(), CommandFailure> {
    let ConvertArgs { source, files, format, picture } = arguments;
    write(source, &export::outputs("FILE", files, *format)?, picture)
}

/// Runs `roomgen render`: draws the level as a picture.
pub(super) fn render(arguments: &RenderArgs) -> Result<(), CommandFailure> {
    let RenderArgs { source, out, picture } = arguments;
    write(source, &[export::picture_output("--out", out)?], picture)
}

fn write(source: &LevelFileArgs, outputs: &[(Output, Format)], picture: &PictureArgs) -> Result<(), CommandFailure> {
    let mut inputs = vec![InputFile { path: source.level.clone(), role: "the level" }];
    refuse_conflicts(&outputs.iter().map(|(output, _)| output).collect::<Vec<_>>(), &inputs)?;
    let file = level::read(&source.level, source.from)?;
    let mut loaded = file.preset(source.preset.as_deref(), &mut RunReader::of_flag(source.run.as_deref())?)?;
    loaded.iter_mut().for_each(|loaded| inputs.append(&mut loaded.inputs));
    picture.check(&export::formats(outputs), file.level.size(), "a FILE that ends in .png or .webp")?;
    file.refuse_breaches(source.force)?;
    let default = Theme::default();
    let export = match &loaded {
        Some(LoadedPreset { preset, request, .. }) => {
            LevelExport { request: request.as_ref(), ..LevelExport::new(&file.level, preset) }
        }
        None => LevelExport::without_preset(&file.level, &default),
    };
    let export = with_options(export, picture);
    export::write_and_report(&export, outputs, &inputs, source.force)?;
    let origin = file.level.origin();
    let is_other = loaded.as_ref().is_none_or(|loaded| loaded.preset.digest() != origin.preset_digest);
    if is_other && source.preset.is_none() && outputs.iter().any(|(_, format)| format.kind() == FormatKind::Picture) {
        let (maker, flag) = file.maker();
        print::note(&format!(
            "the {maker} of this level is not built in: {flag} FILE draws with its colours and sprites"
        ));
    }
    Ok(())
}

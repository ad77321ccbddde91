//! `roomgen convert` and `roomgen render`: a level file as other files, or as a picture.

use std::path::{Path, PathBuf};

use clap::Args;
use roomgen::theme::Theme;

use super::{
    failure::Failure,
    format::{Format, Scene},
    level,
    picture::Picture,
    preset,
    target::{Target, Targets},
};

const CONVERT_EXAMPLES: &str = "\
Examples:
  roomgen convert level.ron level.json               the same level in another format
  roomgen convert level.ron level.png level.txt --scale 8
  roomgen convert level.json - --format text         look at it
  roomgen --seed 42 --out - | roomgen convert - level.png --from ron

Colours and sprites are those of the preset: the built-in one that the level names, or --preset. Without either, props are drawn
by their glyphs and colours. Nothing is written unless all of it can be.";

const RENDER_EXAMPLES: &str = "\
Examples:
  roomgen render level.ron --out level.png
  roomgen render level.ron --out level.png --scale 32 --overlay rooms,path --legend
  roomgen render level.ron --out level.png --view iso
  roomgen render level.ron --out room.png --room 0 --scale 64 --overlay anchors,clearance
  roomgen render level.ron --out part.png --region 100,200,80x50 --scale 8
  roomgen render level.ron --out level.png --preset my.ron

Colours and sprites are those of the preset: the built-in one that the level names, or --preset. Without either, props are drawn
by their glyphs and colours.";

/// Writing a level in other formats.
#[derive(Debug, Args)]
#[command(after_help = format!("{}\n{CONVERT_EXAMPLES}", Format::help()))]
pub(super) struct Convert {
    #[command(flatten)]
    source: Source,

    /// The files to write, each in the format of its ending; - is standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// What the one FILE is written as, whatever its ending
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    #[command(flatten)]
    picture: Picture,
}

/// Drawing a level.
#[derive(Debug, Args)]
#[command(after_help = RENDER_EXAMPLES)]
pub(super) struct Render {
    #[command(flatten)]
    source: Source,

    /// Where the picture goes: a file ending in .png, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    picture: Picture,
}

/// The level file, and what else it is drawn by.
#[derive(Debug, Args)]
struct Source {
    /// The level file, .ron or .json; or - for standard input
    #[arg(value_name = "LEVEL")]
    level: PathBuf,

    /// The level file's format, whatever its ending: ron or json
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,

    /// The preset that gives colours and sprites, if it is not the built-in one that the level names
    #[arg(long, value_name = "NAME|FILE")]
    preset: Option<PathBuf>,

    /// Go on if the level breaks an invariant; replace a tile sheet beside FILE that is not as roomgen wrote it
    #[arg(long)]
    force: bool,
}

/// Writes the level to each file.
pub(super) fn convert(arguments: &Convert) -> Result<(), Failure> {
    let Convert { source, files, format, picture } = arguments;
    if let (Some(format), [_, _, ..]) = (format, &files[..]) {
        let name = format.name();
        return Err(Failure::usage(format!("--format {name} is for one FILE; with several, each says its format.")));
    }
    let targets = files.iter().map(|path| Target::at("FILE", path, *format)).collect::<Result<_, _>>()?;
    write(source, &Targets::new(targets)?, picture)
}

/// Draws the level.
pub(super) fn render(arguments: &Render) -> Result<(), Failure> {
    let Render { source, out, picture } = arguments;
    write(source, &Targets::new(vec![Target::picture("--out", out)?])?, picture)
}

fn write(source: &Source, targets: &Targets, picture: &Picture) -> Result<(), Failure> {
    targets.spare(&source.level, "the level")?;
    if let Some(preset) = &source.preset {
        preset::spare(preset, |file, what| targets.spare(file, what))?;
    }
    if let (Some(flag), false) = (picture.given(), targets.have_picture()) {
        return Err(Failure::usage(format!("{flag} is for pictures; add a FILE that ends in .png.")));
    }
    let file = level::read(&source.level, "--from", source.from)?;
    if targets.have_picture() {
        picture.fits(file.level.size())?;
    }
    file.refuse_breaches(source.force)?;
    let preset = file.looks(source.preset.as_deref().map(Path::new))?;
    let bare = Theme::default();
    let scene = match &preset {
        Some(preset) => Scene::new(&file.level, preset, picture.options()),
        None => Scene::bare(&file.level, &bare, picture.options()),
    };
    targets.write(&scene, source.force)
}

//! The flags of every command that draws pictures, and the drawing of a level.

use std::ops::RangeInclusive;

use clap::Args;
use roomgen::{
    export::text::TextCharset,
    geom::{Rect, Size},
    level::Audience,
    model::Hundredths,
};
use roomgen_export::{
    ansi::AnsiOptions,
    format::{ExportError, Format, FormatKind, LevelExport},
    picture::ink_page::InkPage,
    png::{self, Overlay, Overlays, Picture, PictureError, PictureLight, PictureStyle, View},
    tiled::TiledOptions,
};

use super::{failure::CommandFailure, flag_subject::FlagSubject, map_args::MapArgs, print};

/// The flags of pictures.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct PictureArgs {
    /// Pixels of a cell in pictures, 1 to 256 [default: 16; ink and .uvtt 70]
    #[arg(long, value_name = "PIXELS", value_parser = scale, allow_negative_numbers = true)]
    scale: Option<u32>,

    /// The number of the only room that pictures show, with a margin of one cell
    #[arg(long, hide_short_help = true, value_name = "ID", value_parser = room, allow_negative_numbers = true)]
    room: Option<u32>,

    /// The only cells that pictures show: the first column and row, counted from 0, then the
    /// numbers of columns and rows
    #[arg(long, hide_short_help = true, value_name = "X,Y,WIDTHxHEIGHT", value_parser = region, allow_hyphen_values = true, conflicts_with = "room")]
    region: Option<Rect>,

    /// Show all of the level in pictures, also the rock around its rooms
    #[arg(long, hide_short_help = true, conflicts_with_all = ["room", "region"])]
    full: bool,

    #[command(flatten)]
    drawing: DrawingArgs,

    /// Add a legend of colours and signs below pictures
    #[arg(long, hide_short_help = true)]
    legend: bool,

    /// How pictures and plans are drawn: tiles, or ink, a page for a table with numbered rooms and
    /// a key [default: tiles]
    #[arg(long, hide_short_help = true, value_name = "STYLE")]
    style: Option<PictureStyle>,

    /// Who pictures, plans and texts are for: master, or player, from whom secret doors, signs,
    /// markers and keys are hidden [default: master]
    #[arg(long = "for", hide_short_help = true, value_name = "AUDIENCE")]
    audience: Option<Audience>,

    /// Draw texts with the characters of ASCII alone, also in terminals, which do so by themselves
    /// where the locale has no UTF-8; with --format ansi, instead of half blocks
    #[arg(long, hide_short_help = true)]
    ascii: bool,

    #[command(flatten)]
    maps: MapArgs,
}

/// The flags of pictures that are for sheets of levels too.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct DrawingArgs {
    /// The view of pictures: top, or iso, the isometric view [default: top]
    #[arg(long, hide_short_help = true, value_name = "VIEW")]
    view: Option<View>,

    /// Overlays of pictures, one name or several with commas: anchors, clearance, cycles, danger
    /// (encounters and loot), distance (steps from the entry), entry, graph (passages), grid,
    /// mission (keys, locks), partition, path, quadtree (the index of props), rooms, walkways
    #[arg(long, hide_short_help = true, value_name = "NAME", value_delimiter = ',')]
    overlay: Vec<Overlay>,

    /// The light of pictures where no lamp burns, 0 to 1, instead of the preset's
    #[arg(long, hide_short_help = true, value_name = "LIGHT", value_parser = ambient, allow_negative_numbers = true)]
    ambient: Option<Hundredths>,

    /// Show all of a picture in even light, without lamps and shadows
    #[arg(long, hide_short_help = true, conflicts_with = "ambient")]
    no_light: bool,
}

impl DrawingArgs {
    pub(super) fn view(&self) -> View {
        self.view.unwrap_or_default()
    }

    /// Each flag, what it is for, and whether it is given.
    fn flags(&self) -> [(&'static str, FlagSubject, bool); 4] {
        use FlagSubject::{Lit, Pictures, Scaled};
        [
            ("--view", Pictures, self.view.is_some()),
            ("--overlay", Scaled, !self.overlay.is_empty()),
            ("--ambient", Lit, self.ambient.is_some()),
            ("--no-light", Lit, self.no_light),
        ]
    }

    /// The first of the flags that are given.
    pub(super) fn given_flag(&self) -> Option<&'static str> {
        self.flags().into_iter().find_map(|(name, _, is_given)| is_given.then_some(name))
    }

    pub(super) fn overlays(&self) -> Overlays {
        self.overlay.iter().copied().collect()
    }

    pub(super) fn light(&self) -> PictureLight {
        match self.ambient {
            _ if self.no_light => PictureLight::Off,
            Some(ambient) => PictureLight::Ambient(ambient),
            None => PictureLight::Theme,
        }
    }
}

impl PictureArgs {
    /// The options of maps for Tiled.
    pub(super) fn tiled(&self) -> TiledOptions {
        self.maps.tiled()
    }

    /// The options of pictures.
    pub(super) fn options(&self) -> png::PictureOptions {
        let style = self.style.unwrap_or_default();
        let default = match (self.scale, style) {
            (None, PictureStyle::Ink) => scaled(Some(InkPage::SCALE)),
            (scale, _) => scaled(scale),
        };
        png::PictureOptions {
            style,
            audience: self.audience.unwrap_or_default(),
            view: self.drawing.view(),
            room: self.room,
            region: self.region,
            margin: default.margin.filter(|_| !self.full),
            overlays: self.drawing.overlays(),
            light: self.drawing.light(),
            legend: self.legend,
            ..default
        }
    }

    /// Refuses a picture that is too large for a level of `size`, and flags that say nothing about
    /// any of the formats that are written. `remedy` says how to ask for a picture.
    pub(super) fn check(&self, formats: &[Format], size: Size, remedy: &str) -> Result<(), CommandFailure> {
        let unused = |flag: &&PictureFlag| !formats.iter().any(|format| self.draws(flag.of, *format));
        if let Some(PictureFlag { name, of, .. }) = self.given_flags().iter().find(unused) {
            let (what, remedy) = (of.words(), of.remedy().unwrap_or(remedy));
            return Err(CommandFailure::usage(format!("{name} is for {what}; add {remedy}.")));
        }
        let has = |kind: FormatKind| formats.iter().any(|format| format.kind() == kind);
        let tabletop =
            has(FormatKind::Tabletop).then(|| scaled(Some(self.maps.tabletop(self.scale).scale)).dimensions(size));
        // The size of a room is known only when the level is generated.
        let picture = (has(FormatKind::Picture) && self.room.is_none()).then(|| self.options().dimensions(size));
        tabletop.into_iter().chain(picture).try_for_each(|drawn| drawn.map(|_| ())).map_err(|error| {
            let flag = if matches!(error, PictureError::NoRegion { .. }) { "--region" } else { "--scale" };
            CommandFailure::usage(format!(
                "{flag}: {error}{}.",
                if has(FormatKind::Picture) { advice(&error) } else { "" }
            ))
        })
    }

    /// Refuses all flags, for what is no drawing; `remedy` asks for one.
    pub(super) fn refuse_all(&self, what: &str, remedy: &str) -> Result<(), CommandFailure> {
        match self.given_flags().first() {
            Some(PictureFlag { name, .. }) => {
                Err(CommandFailure::usage(format!("{name} says nothing of {what}; add {remedy}.")))
            }
            None => Ok(()),
        }
    }

    /// The options of a sheet of levels. Refuses flags that are for single pictures.
    pub(super) fn of_sheet(&self) -> Result<png::ContactSheetOptions, CommandFailure> {
        let drawing = self.drawing.flags().map(|(name, ..)| name);
        let other = |flag: &&PictureFlag| flag.name != "--scale" && !drawing.contains(&flag.name);
        if let Some(PictureFlag { name, .. }) = self.given_flags().iter().find(other) {
            return Err(CommandFailure::usage(format!("{name} is for the picture of one level, not for a sheet.")));
        }
        let (view, overlays, light) = (self.drawing.view(), self.drawing.overlays(), self.drawing.light());
        Ok(png::ContactSheetOptions { scale: self.scale, view, overlays, light, ..Default::default() })
    }

    /// Whether flags of a subject say something about files of a format.
    fn draws(&self, subject: FlagSubject, format: Format) -> bool {
        subject.includes(format, self.style == Some(PictureStyle::Ink))
    }

    /// What a manifest says of the options: all of them for pictures; for other drawings those that
    /// are given and change them.
    pub(super) fn description_of(&self, format: Format) -> Option<String> {
        match format.kind() {
            FormatKind::Picture => return Some(self.description()),
            FormatKind::Tabletop => return Some(self.described(self.maps.tabletop(self.scale).scale)),
            _ => {}
        }
        let given = self.given_flags().iter().any(|flag| self.draws(flag.of, format));
        given.then(|| self.description())
    }

    /// The options as text for manifests: equal texts give equal pictures.
    pub(super) fn description(&self) -> String {
        self.described(self.options().scale)
    }

    fn described(&self, scale: u32) -> String {
        let png::PictureOptions { view, room, region, margin, overlays, legend, light, style, audience, .. } =
            self.options();
        let style = (style != PictureStyle::default()).then(|| format!("style {style}"));
        let audience = (audience != Audience::default()).then(|| format!("for {audience}"));
        let ascii = self.ascii.then(|| "ascii".to_owned());
        let light = match light {
            PictureLight::Theme => None,
            PictureLight::Ambient(ambient) => Some(format!("ambient {}", ambient.get())),
            PictureLight::Off => Some("no light".to_owned()),
        };
        let overlays = overlays.iter().map(|overlay| overlay.name());
        let full = (room.is_none() && region.is_none() && margin.is_none()).then(|| "full".to_owned());
        let room = room.map(|room| format!("room {room}"));
        let region = region.map(|region| format!("region {region}"));
        let parts = [format!("scale {scale}"), format!("view {view}")].into_iter().chain(room).chain(region);
        let parts = parts.chain(overlays.map(|name| format!("overlay {name}")));
        let parts = parts.chain(style).chain(audience).chain(ascii).chain(self.maps.description());
        parts.chain(light).chain(full).chain(legend.then(|| "legend".to_owned())).collect::<Vec<_>>().join(", ")
    }

    /// The flags that are given.
    fn given_flags(&self) -> Vec<PictureFlag> {
        use FlagSubject::{Characters, Drawings, Pictures, Plans, Scaled};
        let [view, overlay, ambient, no_light] = self.drawing.flags();
        let flags = [
            ("--style", Plans, self.style.is_some()),
            ("--for", Drawings, self.audience.is_some()),
            ("--scale", Scaled, self.scale.is_some()),
            view,
            ("--room", Pictures, self.room.is_some()),
            ("--region", Pictures, self.region.is_some()),
            ("--full", Pictures, self.full),
            overlay,
            ambient,
            no_light,
            ("--legend", Pictures, self.legend),
            ("--ascii", Characters, self.ascii),
        ];
        let given = flags.into_iter().chain(self.maps.flags()).filter(|(.., is_given)| *is_given);
        given.map(|(name, of, _)| PictureFlag { name, of }).collect()
    }
}

/// A flag, and what it says something about.
#[derive(Clone, Copy, Debug)]
struct PictureFlag {
    name: &'static str,
    of: FlagSubject,
}

/// What a level is written from, with the flags of pictures, which are those of characters too.
pub(super) fn with_options<'level>(export: LevelExport<'level>, flags: &PictureArgs) -> LevelExport<'level> {
    let picture = flags.options();
    let png::PictureOptions { light, audience, .. } = picture;
    let glyphs = flags.ascii.then_some(TextCharset::Ascii);
    let blocks = AnsiOptions { glyphs, light, audience, ..export.blocks };
    let (tiled, tabletop) = (flags.tiled(), flags.maps.tabletop(flags.scale));
    LevelExport { picture, blocks, tiled, tabletop, ..export }
}

/// Draws a level.
pub(super) fn drawn(export: &LevelExport) -> Result<Picture, CommandFailure> {
    export.draw().map_err(|error| refusal(&error, export.picture))
}

/// The failure of a picture with these options that cannot be made.
pub(super) fn refusal(error: &ExportError, options: png::PictureOptions) -> CommandFailure {
    let error = match error {
        ExportError::Picture(error) => error,
        error => {
            let recorded = options.overlays.iter().filter(|overlay| overlay.needs_record());
            let names = print::list(recorded.map(|overlay| overlay.name().to_owned()), "and");
            return CommandFailure::failed(format!(
                "--overlay: {names} need the level to be generated again: {error}."
            ));
        }
    };
    let help = match error {
        PictureError::NeedsRecord { .. } => "Name the preset with --preset",
        PictureError::TopOnly { .. } => "See --view",
        &PictureError::NoRoom { room, rooms } => return no_room(room, rooms),
        PictureError::NoRegion { .. } => "See --region",
        PictureError::MasterOnly { .. } => "See --for",
        PictureError::TilesOnly { .. } | PictureError::LargePlan { .. } => "See --style",
        _ => "See --scale",
    };
    CommandFailure::failed(format!("The picture cannot be made: {error}{}. {help}.", advice(error)))
}

/// The failure for a room that a level of `rooms` rooms does not have.
pub(super) fn no_room(room: u32, rooms: usize) -> CommandFailure {
    CommandFailure::usage(format!(
        "--room {room}: there is no such room. This level has the rooms 0 to {}; `--overlay rooms` shows the numbers.",
        rooms.saturating_sub(1)
    ))
}

/// The default options at this scale, or at the default one: without the rock around a level.
pub(super) fn scaled(scale: Option<u32>) -> png::PictureOptions {
    let default = png::PictureOptions::default();
    let margin = Some(png::PictureOptions::MARGIN);
    png::PictureOptions { scale: scale.unwrap_or(default.scale), margin, ..default }
}

/// The end of a message about a picture that is too large: it advises to draw a part of the level.
/// Empty for other errors.
pub(super) fn advice(error: &PictureError) -> &'static str {
    match error {
        PictureError::LargePlan { .. } => {
            "; a page of --style ink shows a part of the level, with --region X,Y,WIDTHxHEIGHT or --room ID"
        }
        PictureError::TooLarge { .. } | PictureError::NoScale { .. } => {
            "; or show a part of the level, with --region X,Y,WIDTHxHEIGHT or --room ID"
        }
        _ => "",
    }
}

/// Parses the value of `--region`.
fn region(text: &str) -> Result<Rect, String> {
    let read = || {
        let (x, rest) = text.split_once(',')?;
        let (y, sides) = rest.split_once(',')?;
        let (width, height) = sides.split_once(['x', 'X'])?;
        let number = |digits: &str| digits.parse::<i32>().ok();
        let region = Rect::from_xywh(number(x)?, number(y)?, number(width)?, number(height)?)?;
        (region.left() >= 0 && region.top() >= 0).then_some(region)
    };
    read().ok_or_else(|| {
        "a region is a column and a row, counted from 0, and numbers of columns and rows: 100,200,80x50".to_owned()
    })
}

/// Parses the value of `--room`.
pub(super) fn room(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "rooms are numbered from 0: `--overlay rooms` shows the numbers".to_owned())
}

fn ambient(text: &str) -> Result<Hundredths, String> {
    let number = text.parse().ok().and_then(Hundredths::exact).filter(|number| *number <= Hundredths::ONE);
    number.ok_or_else(|| "expected a number from 0 to 1, with at most two digits behind the point".to_owned())
}

/// Parses the value of `--scale`.
pub(super) fn scale(text: &str) -> Result<u32, String> {
    pixels(text, png::PictureOptions::MIN_SCALE..=png::PictureOptions::MAX_SCALE)
}

/// Parses the side of a cell in pixels, which must lie in `range`.
pub(super) fn pixels(text: &str, range: RangeInclusive<u32>) -> Result<u32, String> {
    let allowed = || format!("a cell is {} to {} pixels wide", range.start(), range.end());
    text.parse().ok().filter(|pixels| range.contains(pixels)).ok_or_else(allowed)
}

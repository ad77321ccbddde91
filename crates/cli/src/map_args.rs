//! The flags of maps, for Tiled and for virtual tabletops.

use clap::Args;
use roomgen_export::{
    format::{Format, FormatKind},
    map::TileGaps,
    tiled::{TiledOptions, TilesetPlace},
    uvtt::UvttOptions,
};

use super::{flag_subject::FlagSubject, print};

/// The flags of maps.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct MapArgs {
    /// The format of the picture in Universal VTT: png, or webp, which is smaller and which not all
    /// tables read [default: png]
    #[arg(long, hide_short_help = true, value_name = "FORMAT", value_parser = picture)]
    picture: Option<Format>,

    /// Where the tilesets of maps for Tiled are: embedded in the map, or external, in .tsx files
    /// beside it [default: external; in .tmj embedded]
    #[arg(long, hide_short_help = true, value_name = "PLACE")]
    tileset: Option<TilesetPlace>,

    /// Empty pixels around the tiles of a sheet, 0 to 255 [default: 0]
    #[arg(long, hide_short_help = true, value_name = "PIXELS", allow_negative_numbers = true)]
    tile_margin: Option<u8>,

    /// Empty pixels between the tiles of a sheet, 0 to 255 [default: 0]
    #[arg(long, hide_short_help = true, value_name = "PIXELS", allow_negative_numbers = true)]
    tile_spacing: Option<u8>,

    /// Pixels that repeat the border of each tile of a sheet around it, so that engines show no
    /// seams, 0 to 255 [default: 0]
    #[arg(long, hide_short_help = true, value_name = "PIXELS", allow_negative_numbers = true)]
    tile_extrusion: Option<u8>,
}

impl MapArgs {
    /// The options of maps for virtual tabletops, with this scale of the picture if one is given.
    pub(super) fn tabletop(&self, scale: Option<u32>) -> UvttOptions {
        let default = UvttOptions::default();
        let encode = self.picture.and_then(Format::encoder).unwrap_or(default.encode);
        UvttOptions { scale: scale.unwrap_or(default.scale), encode }
    }

    /// The options of maps for Tiled.
    pub(super) fn tiled(&self) -> TiledOptions {
        let [margin, spacing, extrusion] =
            [self.tile_margin, self.tile_spacing, self.tile_extrusion].map(Option::unwrap_or_default);
        TiledOptions { tileset: self.tileset, gaps: TileGaps { margin, spacing, extrusion } }
    }

    /// Each flag, what it says something about, and what a manifest says of its value if it is
    /// given: nothing of the default format.
    fn table(&self) -> [(&'static str, FlagSubject, Option<String>); 5] {
        use FlagSubject::{Tabletops, TileSheets, Tilesets};
        let picture = |format: Format| match format {
            Format::Png => String::new(),
            format => format!("picture {}", format.name()),
        };
        let pixels = |name: &str, pixels: Option<u8>| pixels.map(|pixels| format!("{name} {pixels}"));
        [
            ("--picture", Tabletops, self.picture.map(picture)),
            ("--tileset", Tilesets, self.tileset.map(|place| format!("tileset {place}"))),
            ("--tile-margin", TileSheets, pixels("margin", self.tile_margin)),
            ("--tile-spacing", TileSheets, pixels("spacing", self.tile_spacing)),
            ("--tile-extrusion", TileSheets, pixels("extrusion", self.tile_extrusion)),
        ]
    }

    /// Each flag, what it says something about, and whether it is given.
    pub(super) fn flags(&self) -> [(&'static str, FlagSubject, bool); 5] {
        self.table().map(|(name, of, words)| (name, of, words.is_some()))
    }

    /// What a manifest says of the options that are not the default ones.
    pub(super) fn description(&self) -> impl Iterator<Item = String> {
        self.table().into_iter().filter_map(|(.., words)| words).filter(|words| !words.is_empty())
    }
}

/// Parses the value of `--picture`.
fn picture(name: &str) -> Result<Format, String> {
    let is_picture = |format: &Format| format.kind() == FormatKind::Picture;
    name.parse().ok().filter(is_picture).ok_or_else(|| {
        let known = Format::ALL.iter().filter(|format| is_picture(format)).map(|format| format.name().to_owned());
        format!("formats of pictures are {}", print::list(known, "and"))
    })
}

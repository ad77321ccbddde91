//! The tile sheet of maps: first the pieces of levels, which are tiles of one cell such as walls,
//! then a band of props for each footprint size.
//!
//! All tilesets share one picture, and each cuts it into tiles of its own size, so that a prop of
//! any footprint is one tile.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    ExportFile,
    picture::{
        PictureError,
        pieces::{self, CELL, COLUMNS, FloorPlace, TileGaps, TileImageKind, TileSheetPicture, WallLooks},
    },
};

use super::{
    kinds::{class, of_kind, solid},
    level_map::{self, CustomProperty, FIRST_PIECE, PropertyValue, TerrainBrush, Tileset, TilesetTile},
    seal::sealed,
};
use roomgen::{
    geom::Direction,
    level::{Level, Prop},
    level_file::records,
    model::{Name, PropKind, TerrainKind},
    preset::Preset,
    theme::Theme,
};

/// Identifies the tile of a prop: name of the kind, width and height of the footprint, turn.
type PropTileKey = (Name, [i32; 2], Direction);

/// The tilesets of maps, and the picture that they cut tiles from.
///
/// A sheet is drawn once and serves all levels of a preset: every kind of the preset has its tiles,
/// whether a level uses the kind or not, so tile ids are the same in all of them.
///
/// ```
/// use roomgen::{Generator, Preset};
/// use roomgen_export::{map::TileSheet, tiled};
///
/// let preset = Preset::built_in("crypt")?;
/// let sheet = TileSheet::of_preset(&preset);
/// let mut generator = Generator::new(&preset);
/// let maps: Vec<Vec<u8>> = (0..3)
///     .map(|seed| tiled::tmx(&generator.generate(seed), preset.theme(), &sheet, "crypt-tiles"))
///     .collect();
/// let files = tiled::sheet_files(&sheet, "crypt-tiles")?;
/// let names: Vec<String> = files.into_iter().map(|file| file.name).collect();
/// assert!(names[..2] == ["crypt-tiles.png", "crypt-tiles.tsx"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, PartialEq)]
pub struct TileSheet {
    /// The possible appearances of a wall cell. Each has a tile.
    looks: WallLooks,
    atlas: TileSheetPicture,
    /// The tilesets, by ascending size of their tiles.
    sets: Vec<Tileset>,
    /// The tile id for each kind, footprint size and turn of props.
    tiles: BTreeMap<PropTileKey, u32>,
    /// The tile id of each kind of terrain, by name and mask.
    terrain: BTreeMap<(Name, u8), u32>,
}

impl TileSheet {
    /// The sheet for all levels of a preset. Cost: draws some 700 tiles, and one for each kind of
    /// prop in each of four turns.
    #[must_use]
    pub fn of_preset(preset: &Preset) -> Self {
        Self::of_preset_with(preset, TileGaps::default())
    }

    /// The same with gaps between the tiles.
    #[must_use]
    pub fn of_preset_with(preset: &Preset, gaps: TileGaps) -> Self {
        Self::draw(preset.name(), preset.theme(), preset.kinds(), &terrain_of(Some(preset), None), None, gaps)
    }

    /// The sheet for a level of another preset than `preset`, or of an unknown one.
    ///
    /// The tiles of the preset's kinds come first, then those of the level's other kinds. For a
    /// level of the preset itself the result equals [`TileSheet::of_preset`].
    #[must_use]
    pub fn of_level(level: &Level, theme: &Theme, preset: Option<&Preset>) -> Self {
        Self::of_level_with(level, theme, preset, TileGaps::default())
    }

    /// The same with gaps between the tiles.
    #[must_use]
    pub fn of_level_with(level: &Level, theme: &Theme, preset: Option<&Preset>, gaps: TileGaps) -> Self {
        let kinds = preset.map_or_else(|| level.kinds(), Preset::kinds);
        let name = preset.map_or(level.origin().preset.as_str(), Preset::name);
        Self::draw(name, theme, kinds, &terrain_of(preset, Some(level)), Some(level), gaps)
    }

    fn draw(
        name: &str,
        theme: &Theme,
        kinds: &[PropKind],
        terrain: &[Vec<&TerrainKind>; 2],
        level: Option<&Level>,
        gaps: TileGaps,
    ) -> Self {
        let looks = WallLooks::new(theme.walls);
        let mut atlas = TileSheetPicture::new(gaps);
        // The tiles of each tileset, by tile size in cells.
        let mut tiles: BTreeMap<[i32; 2], Vec<TilesetTile>> = BTreeMap::from([([1, 1], Vec::new())]);
        for (place, piece) in (0..).zip(pieces::sheet(theme, &looks)) {
            let Some((part, piece)) = piece else { continue };
            atlas.put(&piece, [1, 1], [i32::from(place % COLUMNS), i32::from(place / COLUMNS)]);
            tiles.entry([1, 1]).or_default().push(tile_of(part, place.into()));
        }
        let mut places = BTreeMap::new();
        let turned = turned(kinds);
        let others = level.map_or_else(Vec::new, |level| others(&turned, level));
        let mut grounds = BTreeMap::new();
        // What a level has beyond its preset comes last, so that all other tiles keep their ids.
        for (props, terrain) in [turned, others].into_iter().zip(terrain) {
            for band in props.chunk_by(|one, other| one.1 == other.1) {
                let size = band.first().map_or([1, 1], |(_, size, _)| *size);
                let ([columns, _], first_row) = (atlas.grid(size), atlas.free_row(size[1]));
                for (number, &(kind, size, turn)) in (0..).zip(band) {
                    let (column, row) = (number % columns, first_row + number / columns);
                    atlas.put(&pieces::prop(kind, size, turn, theme), size, [column, row]);
                    let place = (row * columns + column) as u32;
                    let (properties, collision) = (of_kind(kind), solid(kind, size, turn));
                    let tile = TilesetTile { local_id: place, class: class(kind), properties, collision };
                    tiles.entry(size).or_default().push(tile);
                    places.insert((kind.name.clone(), size, turn), place);
                }
            }
            let first = atlas.free_row(1) * i32::from(COLUMNS);
            let images = terrain.iter().flat_map(|&kind| {
                pieces::terrain(kind, theme).into_iter().map(move |(mask, image)| (kind, mask, image))
            });
            for (place, (kind, mask, image)) in (first..).zip(images) {
                atlas.put(&image, [1, 1], [place % i32::from(COLUMNS), place / i32::from(COLUMNS)]);
                tiles.entry([1, 1]).or_default().push(tile_of_terrain(kind, place as u32));
                grounds.insert((kind.name.clone(), mask), FIRST_PIECE + place as u32);
            }
        }
        let brushes: Vec<TerrainBrush> =
            terrain.iter().flatten().filter_map(|kind| TerrainBrush::new(kind, &grounds)).collect();
        let (mut sets, mut firsts, mut first) = (Vec::new(), BTreeMap::new(), FIRST_PIECE);
        for (size, tiles) in tiles {
            let [columns, rows] = atlas.grid(size);
            let count = columns * rows;
            let name = if size == [1, 1] { name.to_owned() } else { format!("{name} {}x{}", size[0], size[1]) };
            let picture = [atlas.width(), atlas.height()];
            let brushes = if size == [1, 1] { brushes.clone() } else { Vec::new() };
            let (margin, spacing) = (gaps.before(), gaps.between());
            sets.push(Tileset { first, name, size, columns, count, margin, spacing, picture, tiles, brushes });
            firsts.insert(size, first);
            first += count as u32;
        }
        let number = |size: [i32; 2], place: u32| firsts.get(&size).copied().unwrap_or(first) + place;
        let tiles = places.into_iter().map(|(look, place)| (look.clone(), number(look.1, place))).collect();
        Self { looks, atlas, sets, tiles, terrain: grounds }
    }

    /// The picture that the tilesets cut, as PNG with a digest of itself: see
    /// [`is_unedited_picture`](super::is_unedited_picture).
    ///
    /// # Errors
    ///
    /// [`PictureError::Encode`] if it cannot be encoded.
    pub fn picture(&self) -> Result<Vec<u8>, PictureError> {
        JoinedSheets::new(vec![self]).picture()
    }

    /// The picture as the file of a sheet with this name.
    ///
    /// # Errors
    ///
    /// Those of [`TileSheet::picture`].
    pub(crate) fn picture_file(&self, name: &str) -> Result<ExportFile, PictureError> {
        JoinedSheets::new(vec![self]).picture_file(name)
    }

    /// The tilesets, by ascending first tile id.
    pub(crate) fn tilesets(&self) -> &[Tileset] {
        &self.sets
    }

    /// Whether the sheet has a tile for each prop and each kind of terrain of a level.
    pub(crate) fn has_tiles_of(&self, level: &Level) -> bool {
        let has_terrain = |kind: &TerrainKind| self.terrain.keys().any(|(name, _)| *name == kind.name);
        level.terrain_kinds().iter().all(has_terrain) && level.props().all(|prop| self.tile(&prop).is_some())
    }

    /// The possible appearances of a wall cell, which give the number of each wall cell's tile.
    pub(super) fn looks(&self) -> &WallLooks {
        &self.looks
    }

    /// The tile id of a kind of terrain with this mask, see [`pieces::terrain`]; `None` if the
    /// sheet has no tile for it.
    pub(super) fn terrain(&self, kind: &TerrainKind, mask: u8) -> Option<u32> {
        self.terrain.get(&(kind.name.clone(), mask)).copied()
    }

    /// The tile id of a prop; `None` if the sheet has no tile for it.
    pub(crate) fn tile(&self, prop: &Prop) -> Option<u32> {
        self.tiles.get(&tile_key(prop)).copied()
    }
}

/// The name of the picture of the sheet called `sheet`.
pub(crate) fn picture_name(sheet: &str) -> String {
    format!("{sheet}.png")
}

/// Sheets in one picture, side by side, in as few rows as there is room for.
pub(crate) struct JoinedSheets<'sheet> {
    pub(crate) sheets: Vec<&'sheet TileSheet>,
    /// The place of each sheet in the picture: left and top, in pixels.
    pub(crate) places: Vec<[i32; 2]>,
    /// The width and height of the picture, in pixels.
    pub(crate) size: [i32; 2],
}

impl<'sheet> JoinedSheets<'sheet> {
    /// The most pixels of a side that engines take: WebGL's limit on most machines.
    pub(crate) const MAX_SIDE: i32 = 1 << 14;

    pub(crate) fn new(sheets: Vec<&'sheet TileSheet>) -> Self {
        let (places, size) = rows(sheets.iter().map(|sheet| [sheet.atlas.width(), sheet.atlas.height()]));
        Self { sheets, places, size }
    }

    /// The picture as PNG, with a digest of itself.
    pub(crate) fn picture(&self) -> Result<Vec<u8>, PictureError> {
        let pictures = self.sheets.iter().map(|sheet| &sheet.atlas).zip(self.places.iter().copied());
        TileSheetPicture::encode(pictures, self.size).map(sealed)
    }

    /// The picture as the file of a sheet with this name.
    pub(crate) fn picture_file(&self, name: &str) -> Result<ExportFile, PictureError> {
        Ok(ExportFile { name: picture_name(name), media_type: "image/png", bytes: self.picture()? })
    }
}

/// The place of each rectangle of a size, in rows of up to [`JoinedSheets::MAX_SIDE`], and the size
/// of all.
fn rows(sizes: impl Iterator<Item = [i32; 2]>) -> (Vec<[i32; 2]>, [i32; 2]) {
    let ([mut left, mut top], [mut right, mut bottom]) = ([0; 2], [0; 2]);
    let places = sizes.map(|[width, height]| {
        if left > 0 && left + width > JoinedSheets::MAX_SIDE {
            (left, top) = (0, bottom);
        }
        let place = [left, top];
        left += width;
        (right, bottom) = (right.max(left), bottom.max(top + height));
        place
    });
    (places.collect(), [right, bottom])
}

/// The kinds of terrain of a preset, and those of a level that the preset lacks.
fn terrain_of<'kind>(preset: Option<&'kind Preset>, level: Option<&'kind Level>) -> [Vec<&'kind TerrainKind>; 2] {
    let own: Vec<&TerrainKind> = preset.into_iter().flat_map(Preset::terrain).collect();
    let others = level.into_iter().flat_map(Level::terrain_kinds);
    let others = others.filter(|kind| own.iter().all(|known| known.name != kind.name)).collect();
    [own, others]
}

/// The tile of a kind of terrain, with its properties and collision shape.
fn tile_of_terrain(kind: &TerrainKind, place: u32) -> TilesetTile {
    let mut properties = vec![CustomProperty::text("kind", kind.name.as_str())];
    properties.extend(level_map::properties("terrain", &records::terrain_kind(kind)));
    let side = CELL as f32;
    let collision = kind.blocks.then_some([0.0, 0.0, side, side]);
    TilesetTile { local_id: place, class: "terrain", properties, collision }
}

fn tile_key(prop: &Prop) -> PropTileKey {
    (prop.kind.name.clone(), [prop.cells.width(), prop.cells.height()], prop.turn)
}

/// A kind with the width and height of its turned footprint, and the turn.
type TurnedKind<'kind> = (&'kind PropKind, [i32; 2], Direction);

/// Each kind in each turn, sorted by size of the footprint, then name, then turn.
fn turned(kinds: &[PropKind]) -> Vec<TurnedKind<'_>> {
    let turned = |(kind, turn)| {
        let (columns, rows) = PropKind::footprint_size(kind, turn);
        (kind, [columns.into(), rows.into()], turn)
    };
    sorted(kinds.iter().flat_map(|kind| Direction::ALL.map(|turn| turned((kind, turn)))).collect())
}

/// The combinations of kind, footprint size and turn that the level's props have and `known` lacks.
/// A level may have kinds that the preset lacks.
fn others<'level>(known: &[TurnedKind], level: &'level Level) -> Vec<TurnedKind<'level>> {
    let name = |&(kind, size, turn): &TurnedKind| (kind.name.clone(), size, turn);
    let mut known: BTreeSet<PropTileKey> = known.iter().map(name).collect();
    let props = level.props().filter(|prop| known.insert(tile_key(prop)));
    sorted(props.map(|prop| (prop.kind, [prop.cells.width(), prop.cells.height()], prop.turn)).collect())
}

fn sorted(mut props: Vec<TurnedKind>) -> Vec<TurnedKind> {
    props.sort_by(|one, other| (one.1, &one.0.name, one.2).cmp(&(other.1, &other.0.name, other.2)));
    props
}

/// The tile of a piece (the picture of one cell), with class, properties and collision shape.
fn tile_of(part: TileImageKind, place: u32) -> TilesetTile {
    let flag = |name: &str| CustomProperty::new(name, PropertyValue::Flag(true));
    let (class, properties) = match part {
        TileImageKind::Floor(FloorPlace::Path) => ("floor", Vec::new()),
        TileImageKind::Floor(FloorPlace::Bonus) => ("bonus floor", Vec::new()),
        TileImageKind::Floor(FloorPlace::Corridor) => ("corridor", Vec::new()),
        TileImageKind::Shade => ("shade", Vec::new()),
        TileImageKind::Entry => ("entry", Vec::new()),
        TileImageKind::Exit => ("exit", Vec::new()),
        TileImageKind::Rock => ("rock", vec![flag("blocks"), flag("opaque")]),
        TileImageKind::Wall => ("wall", vec![flag("blocks"), flag("opaque")]),
        TileImageKind::Lintel => ("lintel", Vec::new()),
        TileImageKind::Door(kind, leads_north) => {
            let way = PropertyValue::Flag(leads_north);
            ("door", vec![CustomProperty::text("kind", kind.name()), CustomProperty::new("leads_north", way)])
        }
    };
    let side = CELL as f32;
    let solid = matches!(part, TileImageKind::Rock | TileImageKind::Wall).then_some([0.0, 0.0, side, side]);
    TilesetTile { local_id: place, class, properties, collision: solid }
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn sheets_lie_in_rows_below_the_tallest_of_the_row_above() {
        let sizes = (0..130).map(|number| [256, if number == 70 { 900 } else { 800 }]);
        let (places, size) = rows(sizes);
        assert_eq!((places[63], places[64], places[129]), ([16_128, 0], [0, 800], [256, 1700]));
        assert_eq!(size, [16_384, 2500]);
        assert_eq!(rows([[20_000, 10], [256, 30]].into_iter()), (vec![[0, 0], [0, 10]], [20_000, 40]));
    }
}

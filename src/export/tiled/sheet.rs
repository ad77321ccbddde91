//! The picture of a map, and the tilesets cut from it: pieces of levels first, then a band of props for each size of footprint.
//!
//! All tilesets share the one picture, each with tiles of its own size. So a prop of any footprint is one tile, and one file
//! lies beside the map.

use std::collections::BTreeMap;

use image::{
    ExtendedColorType, ImageEncoder,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};

use super::{
    super::picture::{
        PictureError,
        pieces::{self, CELL, COLUMNS, Ground, Looks, Part, Piece},
    },
    map::{Image, Property, Tile, Tileset, Value},
    props,
};
use crate::{geom::Direction, level::Level, level::Prop, theme::Theme};

/// The picture.
///
/// Guarantee: rows of [`Picture::WIDTH`] pixels, each of red, green, blue and opacity.
#[derive(Debug)]
pub(super) struct Picture {
    bytes: Vec<u8>,
}

impl Picture {
    /// In pixels.
    const WIDTH: i32 = COLUMNS as i32 * CELL;

    fn height(&self) -> i32 {
        (self.bytes.len() / (4 * Self::WIDTH as usize)) as i32
    }

    /// Puts a piece with its top left corner into a cell of the picture, which grows by whole rows of cells as needed.
    fn put(&mut self, piece: &Piece, [column, row]: [i32; 2]) {
        let (left, top) = ((column * CELL) as usize, (row * CELL) as usize);
        let width = Self::WIDTH as usize * 4;
        let needed = (top + piece.rows().len()) * width;
        if self.bytes.len() < needed {
            self.bytes.resize(needed, 0);
        }
        for (line, pixels) in self.bytes.chunks_exact_mut(width).skip(top).zip(piece.rows()) {
            line[left * 4..][..pixels.len() * 4].copy_from_slice(pixels.as_flattened());
        }
    }

    /// As a PNG file.
    pub(super) fn encode(&self) -> Result<Vec<u8>, PictureError> {
        let mut file = Vec::new();
        PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::NoFilter)
            .write_image(&self.bytes, Self::WIDTH as u32, self.height() as u32, ExtendedColorType::Rgba8)
            .map_err(|error| PictureError::Encode(error.to_string()))?;
        Ok(file)
    }
}

/// What props that look alike share: the kind's position, columns and rows of the footprint, and the turn.
type Look = (usize, [i32; 2], Direction);

/// The tilesets of a level and which of their tiles are its props'.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) tilesets: Vec<Tileset>,
    tiles: BTreeMap<Look, u32>,
}

/// The number of the first of the pieces that all levels share; that of another is this and its own number.
pub(super) const FIRST_PIECE: u32 = 1;

impl Sheet {
    /// Draws what the map of a level needs; the map looks for the picture under the name `source`.
    pub(super) fn draw(level: &Level, theme: &Theme, looks: &Looks, source: &str) -> (Self, Picture) {
        let mut picture = Picture { bytes: Vec::new() };
        // By the size of their tiles, in cells: the tiles' places and what is to say of them.
        let mut sets: BTreeMap<[i32; 2], Vec<Tile>> = BTreeMap::from([([1, 1], Vec::new())]);
        for (place, piece) in (0..).zip(pieces::sheet(theme, looks)) {
            let Some((part, piece)) = piece else { continue };
            picture.put(&piece, [i32::from(place % COLUMNS), i32::from(place / COLUMNS)]);
            sets.entry([1, 1]).or_default().push(tile_of(part, place.into()));
        }
        let mut looks: Vec<Look> = level.props().enumerate().map(|(number, prop)| look(level, number, &prop)).collect();
        looks.sort_unstable_by_key(|&(kind, size, turn)| (size, kind, turn));
        looks.dedup();
        let mut places = Vec::new();
        for band in looks.chunk_by(|one, other| one.1 == other.1) {
            let size = band.first().map_or([1, 1], |look| look.1);
            let columns = i32::from(COLUMNS) / size[0];
            let first_row = (picture.height() / CELL + size[1] - 1) / size[1];
            for (number, &(kind, size, turn)) in (0..).zip(band) {
                let (column, row) = (number % columns, first_row + number / columns);
                let kind_of = &level.kinds()[kind];
                picture.put(&pieces::prop(kind_of, size, turn, theme), [column * size[0], row * size[1]]);
                let place = (row * columns + column) as u32;
                let (class, properties) = (props::class(kind_of), props::of_kind(kind_of));
                sets.entry(size).or_default().push(Tile { place, class, properties });
                places.push(((kind, size, turn), place));
            }
        }
        let image = Image { source: source.to_owned(), width: Picture::WIDTH, height: picture.height() };
        let mut tilesets: Vec<Tileset> = Vec::new();
        let mut firsts = BTreeMap::new();
        let mut first = FIRST_PIECE;
        let name = &level.origin().preset;
        for (size, tiles) in sets {
            let columns = i32::from(COLUMNS) / size[0];
            let count = columns * (picture.height() / CELL / size[1]);
            let name = if size == [1, 1] { name.to_string() } else { format!("{name} {}x{}", size[0], size[1]) };
            let (class, tile) = ("roomgen", size.map(|side| side * CELL));
            tilesets.push(Tileset { first, name, class, tile, columns, count, image: image.clone(), tiles });
            firsts.insert(size, first);
            first += count as u32;
        }
        let number = |size: [i32; 2], place: u32| firsts.get(&size).copied().unwrap_or(first) + place;
        let tiles = places.into_iter().map(|(look, place)| (look, number(look.1, place))).collect();
        (Self { tilesets, tiles }, picture)
    }

    /// The tile of the level's prop with this number.
    pub(super) fn tile(&self, level: &Level, number: usize, prop: &Prop) -> Option<u32> {
        self.tiles.get(&look(level, number, prop)).copied()
    }
}

fn look(level: &Level, number: usize, prop: &Prop) -> Look {
    (level.props[number].kind.into(), [prop.cells.width(), prop.cells.height()], prop.turn)
}

/// What is to say of a piece.
fn tile_of(part: Part, place: u32) -> Tile {
    let flag = |name: &str| Property::new(name, Value::Flag(true));
    let (class, properties) = match part {
        Part::Floor(Ground::Path) => ("floor", Vec::new()),
        Part::Floor(Ground::Bonus) => ("bonus floor", Vec::new()),
        Part::Floor(Ground::Corridor) => ("corridor", Vec::new()),
        Part::Shade => ("shade", Vec::new()),
        Part::Entry => ("entry", Vec::new()),
        Part::Exit => ("exit", Vec::new()),
        Part::Rock => ("rock", vec![flag("blocks"), flag("opaque")]),
        Part::Wall => ("wall", vec![flag("blocks"), flag("opaque")]),
        Part::Door(kind, leads_north) => {
            let way = Value::Flag(leads_north);
            ("door", vec![Property::text("kind", kind.name()), Property::new("leads_north", way)])
        }
    };
    Tile { place, class, properties }
}

//! Checks the terrain of a raw level.

use std::collections::BTreeMap;

use super::{
    parts::{checked_glyph, checked_tags, color as color_of},
    value::{ValueFault, faulty, in_object, metres, name, rect},
};
use crate::{
    geom::{Rect, Size},
    grid::Grid,
    legible::quoted,
    level::{Feature, LevelTerrain, Parting},
    level_file::{
        LevelError,
        limit::Number,
        record::{FeatureRecord, NO_TERRAIN, PartingRecord, TerrainKindRecord, TerrainRecord},
    },
    model::{Labels, TerrainKind},
};

/// Reads the terrain of a level of `size`, which has `passages` passages.
pub(super) fn terrain(raw: TerrainRecord, size: Size, passages: usize) -> Result<Box<LevelTerrain>, LevelError> {
    let TerrainRecord { kinds: raw_kinds, rows, partings, features } = raw;
    let mut kinds: Vec<TerrainKind> = Vec::new();
    let mut symbols = Vec::new();
    for (number, raw) in raw_kinds.into_iter().enumerate() {
        let symbol = raw.symbol;
        let read = || {
            if symbol == NO_TERRAIN || symbols.contains(&symbol) {
                return Err(faulty("symbol", quoted(&symbol.to_string()), "a character of its own, and no '.'"));
            }
            kind(raw, &kinds)
        };
        let kind = in_object(read, || format!("kind {number} of terrain"))?;
        symbols.push(symbol);
        kinds.push(kind);
    }
    let of_terrain = |fault: ValueFault| fault.of("terrain");
    if kinds.is_empty() {
        return Err(of_terrain(faulty("kinds", "empty", "at least one kind, or no terrain")));
    }
    let cells = cells(&rows, &symbols, size).map_err(of_terrain)?;
    let partings = partings
        .iter()
        .enumerate()
        .map(|(number, raw)| in_object(|| parting(raw, &kinds, size.into(), passages), || format!("parting {number}")));
    let partings = partings.collect::<Result<_, _>>()?;
    let features = features
        .iter()
        .enumerate()
        .map(|(number, raw)| in_object(|| feature(raw, &kinds, size.into()), || format!("feature {number}")));
    let features = features.collect::<Result<_, _>>()?;
    Ok(Box::new(LevelTerrain { kinds, cells, partings, features }))
}

/// Reads a kind whose name is none of those before it.
fn kind(raw: TerrainKindRecord<'_>, before: &[TerrainKind]) -> Result<TerrainKind, ValueFault> {
    let TerrainKindRecord { name: own_name, symbol: _, glyph, color, blocks, depth, slow, is_bridge, tags } = raw;
    name("name", &own_name)?;
    if before.iter().any(|kind| *kind.name == *own_name) {
        return Err(faulty("name", quoted(&own_name), "each name once"));
    }
    let (glyph, color) = (checked_glyph(glyph)?, color_of("color", &color)?);
    let depth = metres("depth", depth, 0.0)?;
    if depth > TerrainKind::MAX_DEPTH {
        return Err(faulty("depth", depth.get(), format!("at most {}", TerrainKind::MAX_DEPTH.get())));
    }
    if !(1..=TerrainKind::MAX_SLOW).contains(&slow) {
        return Err(faulty("slow", slow, format!("1 to {}", TerrainKind::MAX_SLOW)));
    }
    let labels = Labels::new(checked_tags(tags)?, BTreeMap::new());
    Ok(TerrainKind { blocks, depth, slow, is_bridge, labels, ..TerrainKind::new((*own_name).into(), glyph, color) })
}

/// Reads the terrain of each cell from rows of characters, each the symbol of the kind at its
/// position, or none.
fn cells(rows: &[String], symbols: &[char], size: Size) -> Result<Grid<u8>, ValueFault> {
    let refused = |given: String, allowed: String| Err(faulty("rows", given, allowed));
    if rows.len() != size.height() as usize {
        return refused(format!("{} rows", rows.len()), format!("{}, as in tiles", size.height()));
    }
    let mut cells = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let before = cells.len();
        for (x, symbol) in row.chars().enumerate() {
            let kind = symbols.iter().position(|&known| known == symbol);
            match kind {
                Some(kind) => cells.push(kind as u8 + 1),
                None if symbol == NO_TERRAIN => cells.push(0),
                None => {
                    let given = format!("{} at ({x}, {y})", quoted(&symbol.to_string()));
                    return refused(given, "the symbols of kinds of terrain, and '.'".to_owned());
                }
            }
        }
        let columns = cells.len() - before;
        if columns != size.width() as usize {
            return refused(format!("{columns} cells in row {y}"), format!("{}, as in tiles", size.width()));
        }
    }
    let count = cells.len();
    Grid::from_values(size, cells).ok_or_else(|| faulty("rows", count, format!("{} cells", size.cells())))
}

fn parting(
    raw: &PartingRecord<'_>,
    kinds: &[TerrainKind],
    bounds: Rect,
    passages: usize,
) -> Result<Parting, ValueFault> {
    let PartingRecord { name: own_name, terrain, band, crossings, ends_apart } = raw;
    let crossings: Vec<u32> = crossings.iter().map(|&Number(id)| id).collect();
    name("name", own_name)?;
    if let Some(id) = crossings.iter().find(|&&id| id as usize >= passages) {
        return Err(match passages {
            0 => faulty("crossings", id, "none: the level has no passages"),
            _ => faulty("crossings", id, format!("ids of the level's passages, 0 to {}", passages - 1)),
        });
    }
    if !crossings.is_sorted_by(|one, next| one < next) {
        return Err(faulty("crossings", format!("{crossings:?}"), "ids of passages, ascending"));
    }
    Ok(Parting {
        name: (**own_name).into(),
        terrain: kind_of(terrain, kinds)?,
        band: rect("band", *band, bounds)?,
        crossings,
        ends_apart: *ends_apart,
    })
}

/// The position of the kind that a parting or a feature names.
fn kind_of(terrain: &str, kinds: &[TerrainKind]) -> Result<u16, ValueFault> {
    let position = kinds.iter().position(|kind| *kind.name == *terrain);
    let no_kind = || faulty("terrain", quoted(terrain), "the name of one of the level's kinds of terrain");
    Ok(position.ok_or_else(no_kind)? as u16)
}

fn feature(raw: &FeatureRecord<'_>, kinds: &[TerrainKind], bounds: Rect) -> Result<Feature, ValueFault> {
    let FeatureRecord { name: own_name, kind, terrain, cells, bridges } = raw;
    name("name", own_name)?;
    let read = |field: &'static str, runs: &[[i32; 3]]| {
        let mut read: Vec<Rect> = Vec::with_capacity(runs.len());
        for run in runs {
            let cells = Rect::from_xywh(run[0], run[1], run[2], 1).filter(|cells| bounds.contains_rect(*cells));
            let allowed =
                || faulty(field, format!("{run:?}"), "the first column, the row and the cells of a run in the level");
            let cells = cells.ok_or_else(allowed)?;
            if read.last().is_some_and(|last| (last.top(), last.right()) >= (cells.top(), cells.left())) {
                return Err(faulty(field, format!("{run:?}"), "runs in row order, with a cell between two of a row"));
            }
            read.push(cells);
        }
        Ok(read)
    };
    let (cells, bridges) = (read("cells", cells)?, read("bridges", bridges)?);
    Ok(Feature { name: (**own_name).into(), kind: *kind, terrain: kind_of(terrain, kinds)?, cells, bridges })
}

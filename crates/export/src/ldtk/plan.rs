//! What the levels of a project share: names, tile sheets, values of terrain.

use std::ptr;

use super::{fields::FieldTable, layers::SOLID, names::Identifiers};
use crate::{
    map::{JoinedSheets, MapFloor, TileOfSet, TileSheet, floors_above, picture_name},
    picture::pieces::CELL,
};
use roomgen::model::{Name, TerrainKind};

/// What the levels of a project share.
pub(super) struct ProjectPlan<'level> {
    pub(super) floors: &'level [MapFloor<'level>],
    /// For each floor, the position of the floor above.
    pub(super) above: Vec<Option<usize>>,
    /// The identifiers of levels.
    pub(super) identifiers: Vec<String>,
    /// The distinct sheets.
    pub(super) sheets: JoinedSheets<'level>,
    /// For each floor, the position of its sheet.
    sheet_of: Vec<usize>,
    /// The kinds of terrain, in the order of their values from 1.
    pub(super) terrain: Vec<TerrainValue>,
    pub(super) fields: FieldTable,
}

/// A kind of terrain as the value of cells.
pub(super) struct TerrainValue {
    name: Name,
    pub(super) blocks: bool,
    pub(super) color: String,
    pub(super) identifier: String,
}

impl TerrainValue {
    /// Whether cells of this kind have the value. Kinds of one name may differ between presets.
    pub(super) fn is(&self, kind: &TerrainKind) -> bool {
        self.name == kind.name && self.blocks == kind.blocks
    }
}

impl<'level> ProjectPlan<'level> {
    pub(super) fn new(floors: &'level [MapFloor<'level>]) -> Self {
        let mut sheets: Vec<&TileSheet> = Vec::new();
        let sheet_of = floors.iter().map(|floor| {
            let known = sheets.iter().position(|sheet| ptr::eq(*sheet, floor.sheet));
            known.unwrap_or_else(|| {
                sheets.push(floor.sheet);
                sheets.len() - 1
            })
        });
        let sheet_of = sheet_of.collect();
        let mut names = Identifiers::default();
        let mut terrain: Vec<TerrainValue> = Vec::new();
        for kind in floors.iter().flat_map(|floor| floor.level.terrain_kinds()) {
            if !terrain.iter().any(|known| known.is(kind)) {
                // Excalibur's plugin takes any name for solid that begins so.
                let seems_solid = kind.name.to_lowercase().starts_with(SOLID);
                let words = match (kind.blocks, seems_solid) {
                    (true, _) => format!("{SOLID}_{}", kind.name),
                    (false, true) => format!("open_{}", kind.name),
                    (false, false) => kind.name.to_string(),
                };
                let (name, color, identifier) = (kind.name.clone(), kind.color.to_string(), names.of(&words));
                terrain.push(TerrainValue { name, blocks: kind.blocks, color, identifier });
            }
        }
        let mut names = Identifiers::default();
        let identifier = |floor: &MapFloor<'_>| {
            let origin = floor.level.origin();
            names.of(&format!("{}_{}", origin.preset, origin.floor))
        };
        let identifiers = floors.iter().map(identifier).collect();
        let (above, sheets, fields) = (floors_above(floors), JoinedSheets::new(sheets), FieldTable::new());
        Self { floors, above, identifiers, sheets, sheet_of, terrain, fields }
    }

    /// The tiles of a row of the picture.
    pub(super) fn columns(&self) -> i32 {
        self.sheets.size[0] / CELL
    }

    /// The name of the picture, which all sheets share.
    pub(super) fn picture_file(&self) -> Option<String> {
        self.floors.first().map(|floor| picture_name(floor.sheet_name))
    }

    /// The place of a tile of a floor's sheet in the picture: left, top, width and height in
    /// pixels.
    pub(super) fn tile_rect(&self, floor: usize, id: u32) -> Option<[i32; 4]> {
        let sheet = self.sheet_of[floor];
        let TileOfSet { set, local_id } = TileOfSet::find(self.sheets.sheets[sheet].tilesets(), id)?;
        let ([left, top], [x, y, width, height]) = (self.sheets.places[sheet], set.place(local_id));
        Some([left + x, top + y, width, height])
    }
}

//! What lies at a pixel of the picture, in words.

use roomgen::{
    Cell, Key, Level, Preset, Prop, PropSource, PropSources, Room, Tile,
    level::PropRole,
    level_file::records,
    preset::{PresetSpan, WrittenPreset},
};
use roomgen_export::picture::{PictureOptions, Projection};
use serde_json::{Value, json};

use crate::{facts::count, fields::OperationFields, request::Refusal, texts};

/// What lies at a pixel or in a cell. `sources` is what placed the props, by the rules of `preset`,
/// which is `written` if it is not merged for a run's floor.
pub(crate) fn at(
    level: &Level,
    preset: &Preset,
    written: Option<&WrittenPreset>,
    sources: &PropSources,
    fields: &OperationFields,
) -> Result<Value, Refusal> {
    let options = PictureOptions { legend: false, ..fields.picture(level.size())? };
    let projection = Projection::new(level, options).map_err(Refusal::of)?;
    let cell = match (fields.cell, fields.x, fields.y) {
        (Some([x, y]), ..) => Some(Cell::new(x, y)).filter(|&cell| level.tiles().bounds().contains(cell)),
        (None, Some(x), Some(y)) => projection.cell_at([x, y]),
        _ => return Err(Refusal::new("expected `x` and `y`, or `cell`")),
    };
    let Some(cell) = cell else { return Ok(json!({ "cell": null, "lines": [] })) };
    let room = level.room_at(cell);
    let door = level.door_at(cell);
    let prop = topmost(level, cell);
    let key = level.keys().iter().find(|key| key.cell == cell);
    let mut lines = vec![tile(level, cell)];
    let spent = |room: &Room| level.spent().get(room.id as usize).copied().unwrap_or_default();
    lines.extend(room.map(|room| texts::room(level, room, spent(room))));
    lines.extend(door.map(|(id, passage)| format!("passage {id}: {}", texts::passage(level, passage))));
    lines.extend(key.map(|key| opens(level, key)));
    let source = prop.and_then(|prop| sources.get(prop.id));
    lines.extend(prop.map(in_words));
    lines.extend(prop.and_then(|prop| budget_line(level, prop)));
    lines.extend(prop.and_then(|prop| offered(level, prop.offer?)));
    lines.extend(source.and_then(|source| origin(preset, source)));
    Ok(json!({
        "cell": [cell.x, cell.y],
        "corners": projection.corners(cell),
        "lines": lines,
        "room": room.map(|room| room.id),
        "door": door.map(|(id, _)| id),
        "prop": prop.map(|prop| records::prop(level, &prop)),
        "span": source.zip(written).and_then(|(source, written)| span(written, source)).map(|span| {
            json!({ "base": span.base, "utf16": span.utf16, "line": span.line, "column": span.column })
        }),
    }))
}

/// A cell and its tile in words.
fn tile(level: &Level, cell: Cell) -> String {
    let tile = match level.tile(cell) {
        Tile::Rock => "rock",
        Tile::Wall => "wall",
        Tile::Floor => "floor",
        Tile::Door => "door",
        Tile::Corridor => "corridor",
    };
    let mut words = format!("({}, {}): {tile}", cell.x, cell.y);
    if cell == level.entry() {
        words += ", the entry";
    }
    if cell == level.exit() {
        words += if level.is_dead_end() { ", the end of the path" } else { ", the exit" };
    }
    if let Some(stairs) = level.stairs().iter().find(|stairs| stairs.cell == cell) {
        words += &format!(", the stairs to {}", stairs.to);
    }
    if let Some(steps) = level.distances(level.entry()).get(cell) {
        words += &format!(", {steps} steps from the entry");
    }
    words
}

/// A key in words, with what it opens.
fn opens(level: &Level, key: &Key) -> String {
    let passages: Vec<_> = level.opens(key).map(|id| id.to_string()).collect();
    let noun = if passages.len() == 1 { "passage" } else { "passages" };
    format!("{} {}: opens {noun} {}", key.key_use.term(), level.key_name(key), passages.join(", "))
}

/// The prop of a cell that is seen from above: the one whose top is the highest.
fn topmost(level: &Level, cell: Cell) -> Option<Prop<'_>> {
    let here = level.props().filter(|prop| prop.cells.contains(cell));
    here.max_by_key(|prop| (prop.kind.elevation + prop.kind.tall, prop.id))
}

/// A prop in words, with what it does to the way, and its light.
fn in_words(Prop { kind, cells, lit, .. }: Prop<'_>) -> String {
    let does = match (kind.marker, kind.blocks) {
        (true, _) => ", a marker",
        (false, true) => ", blocks the way",
        (false, false) => "",
    };
    let light = match kind.light {
        Some(light) if lit => format!(", sheds light {} m far", light.radius.get()),
        Some(_) => ", its light is out".to_owned(),
        None => String::new(),
    };
    format!("{} of {}x{} cells{does}{light}", kind.name, cells.width(), cells.height())
}

/// An offer in words.
fn offered(level: &Level, number: u32) -> Option<String> {
    let offer = level.offers().get(number as usize)?;
    Some(format!("of offer {number}: {} of {} may be taken", offer.take, offer.props.len()))
}

/// A member of an encounter, or a thing of the loot, in words.
fn budget_line(level: &Level, prop: Prop<'_>) -> Option<String> {
    if let PropRole::Member(id) = prop.role() {
        let encounter = level.encounters().get(id as usize)?;
        let group = encounter.group.as_deref().unwrap_or("the vault");
        let members = count(encounter.cells.len(), "member");
        return Some(format!("encounter {id}: {group}, {members}, cost {}", encounter.cost));
    }
    let mut loot = (0..).zip(level.loot());
    let (_, thing) = loot.find(|(thing, _)| level.loot_prop(*thing) == Some(prop.id))?;
    Some(format!("loot of value {}", thing.value))
}

/// What placed a prop, in words.
fn origin(preset: &Preset, source: PropSource) -> Option<String> {
    Some(match source {
        PropSource::Formation { layout, formation } => {
            format!("placed by formation {formation} of the layout {}", preset.layouts().get(usize::from(layout))?.name)
        }
        PropSource::Vault { vault } => {
            format!("drawn in the vault {}", preset.vaults().get(usize::from(vault))?.name)
        }
        PropSource::Key => "placed by the mission".to_owned(),
        PropSource::Metered { .. } => "metered: it comes at an exact rate over the floors".to_owned(),
        _ => return None,
    })
}

/// Where the formation or vault that placed a prop was written.
fn span(written: &WrittenPreset, source: PropSource) -> Option<PresetSpan> {
    match source {
        PropSource::Formation { layout, formation } => written.span_of(layout.into(), formation as usize),
        PropSource::Vault { vault } => written.span_of_vault(vault.into()),
        _ => None,
    }
}

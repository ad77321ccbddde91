//! The `extras` of nodes and meshes, for games: an object with one field, named after what the
//! node or mesh is. It is the record that level files have of it.

use serde_json::{
    Value, json,
    value::{RawValue, to_raw_value},
};

use roomgen::{
    geom::Rect,
    level::{Level, Passage, Prop},
    level_file::records,
};

/// The extras as JSON text, which takes a fraction of the memory of a value.
pub(super) type GltfExtras = Option<Box<RawValue>>;

/// The extras of what is called `what` and has a record.
pub(super) fn extras(what: &str, record: &Value) -> GltfExtras {
    written(&json!({ what: record }))
}

/// The door of a passage at position `id`. `turn` is the direction in which one walks through a
/// one-way door, as quarter turns clockwise from north.
pub(super) fn of_door(level: &Level, passage: u32, of: &Passage, id: u32, cells: Rect) -> GltfExtras {
    let one_way = level.one_way_doors(of).find(|(other, _)| *other == cells);
    let record = json!({
        "id": id,
        "passage": passage,
        "x": cells.left(),
        "y": cells.top(),
        "width": cells.width(),
        "height": cells.height(),
        "kind": of.kind,
        "lock": level.lock(of),
        "turn": one_way.map(|(_, direction)| direction.quarter_turns()),
    });
    extras("door", &record)
}

/// A prop. A marker, whose node has no mesh, has its kind beside it.
pub(super) fn of_prop(prop: &Prop<'_>, record: &Value) -> GltfExtras {
    match prop.kind.marker {
        true => written(&json!({ "prop": record, "kind": records::kind(prop.kind) })),
        false => extras("prop", record),
    }
}

fn written(extras: &Value) -> GltfExtras {
    to_raw_value(extras).ok()
}

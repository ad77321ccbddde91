//! Props of a scene: which are tiles, and the nodes of the others.

use std::collections::BTreeSet;

use super::{
    scene::{Scene, middle},
    text::vector,
    tile_set::occluder,
};
use crate::{
    map::{CustomProperty, MapObject, NO_TILE, ObjectShape, PropertyValue},
    picture::pieces::CELL,
};
use roomgen::{
    geom::{Cell, Rect},
    level::{Level, Prop, PropRole},
};

/// The cells that an object shows in, moved or not.
fn cells(object: &MapObject) -> impl Iterator<Item = Cell> + use<> {
    let (at, size) = (middle(object), object.size);
    let side = CELL as f32;
    let [left, top] = [0, 1].map(|axis| ((at[axis] - size[axis] / 2.0) / side).floor() as i32);
    let [right, bottom] = [0, 1].map(|axis| ((at[axis] + size[axis] / 2.0) / side).ceil() as i32);
    (top..bottom).flat_map(move |y| (left..right).map(move |x| Cell::new(x, y)))
}

/// Props as they are drawn: nodes, a layer of tiles before them, and nodes before that.
#[derive(Default)]
pub(super) struct Furniture<'map> {
    pub(super) below: Vec<(&'map MapObject, Prop<'map>)>,
    /// A tile id for each cell.
    pub(super) tiles: Vec<u32>,
    pub(super) above: Vec<(&'map MapObject, Prop<'map>)>,
}

/// Says which props of a layer of objects are tiles, and which nodes. Keys are neither.
///
/// A prop of one cell that is no more than furniture, sheds no light and is not moved from its cell
/// is a tile, unless it stands on another.
pub(super) fn furniture<'map>(level: &'map Level, objects: &'map [MapObject]) -> Furniture<'map> {
    let tiles = vec![NO_TILE; level.size().cells() as usize];
    let mut furniture = Furniture { tiles, ..Furniture::default() };
    // The cells of tiles, and of nodes before them.
    let (mut standing, mut above) = (BTreeSet::new(), BTreeSet::new());
    for object in objects {
        let Some(prop) = object.whole("prop_id").and_then(|id| level.prop(id)) else { continue };
        let cell = Cell::new(prop.cells.left(), prop.cells.top());
        let is_taken = |cell: &Cell, above: &BTreeSet<Cell>| above.contains(cell) || standing.contains(cell);
        let is_plain = prop.role() == PropRole::Furniture && prop.kind.light.is_none();
        let is_there = prop.offset.iter().all(|metres| metres.abs() < f32::EPSILON);
        let is_tile = is_plain && is_there && prop.cells == Rect::from_cell(cell);
        match object.shape {
            ObjectShape::Tile(tile) if is_tile && !is_taken(&cell, &above) => {
                standing.insert(cell);
                let place = furniture.tiles.get_mut((cell.y * level.width() + cell.x) as usize);
                place.into_iter().for_each(|place| *place = tile);
            }
            _ if matches!(prop.role(), PropRole::Key(_)) => {}
            _ if cells(object).any(|cell| is_taken(&cell, &above)) => {
                above.extend(cells(object));
                furniture.above.push((object, prop));
            }
            _ => furniture.below.push((object, prop)),
        }
    }
    furniture
}

/// Adds the node of a prop: a thing to take or to touch, a body, or a picture alone. `own` are
/// properties that it has besides those of the prop.
pub(super) fn node(scene: &mut Scene<'_>, object: &MapObject, prop: &Prop<'_>, parent: &str, own: &[CustomProperty]) {
    let role = match prop.role() {
        PropRole::Key(_) => "key",
        PropRole::Offer(_) if !prop.kind.marker => "offer",
        PropRole::Loot(_) if !prop.kind.marker => "loot",
        PropRole::Member(_) => "member",
        _ if prop.kind.marker => "marker",
        _ => "prop",
    };
    let mut groups = vec![role, &*prop.kind.name];
    groups.extend(prop.kind.labels.tags().iter().map(String::as_str));
    let tile = match object.shape {
        ObjectShape::Tile(id) => scene.tile(id),
        _ => None,
    };
    let picture = tile.as_ref().map_or_else(String::new, |tile| {
        let [x, y, width, height] = tile.set.place(tile.local_id);
        let region = format!("Rect2({x}, {y}, {width}, {height})");
        format!("texture = ExtResource(\"picture\")\nregion_enabled = true\nregion_rect = {region}\n")
    });
    let facts = tile.and_then(|tile| tile.facts());
    let body = facts.and_then(|tile| tile.collision).map(|[_, _, width, height]| [width, height]);
    // At whole pixels, so that no picture shows parts of its neighbours in the sheet.
    let position = format!("position = {}\n", vector(middle(object).map(f32::round)));
    let (class, fields) = match (role, body) {
        ("key" | "offer" | "loot", _) => ("Area2D", position + &Scene::area("thing")),
        (_, Some(_)) => ("StaticBody2D", position),
        (_, None) => ("Sprite2D", position + &picture),
    };
    let path = scene.text.node(class, &format!("{} {}", prop.kind.name, prop.id), parent, &groups, &fields);
    // The tile set has what the kind says of all its props.
    let is_new = |property: &&CustomProperty| facts.is_none_or(|tile| !tile.properties.contains(property));
    let kind = CustomProperty::text("kind", &*prop.kind.name);
    scene.text.metadata([&kind].into_iter().chain(object.properties.iter().filter(is_new)).chain(own));
    if class == "Sprite2D" {
        return;
    }
    scene.text.node("Sprite2D", "sprite", &path, &[], &picture);
    let mut solid = path.clone();
    if class == "Area2D" {
        // It is touched from beside it, too.
        scene.rectangle(&path, body.unwrap_or([CELL as f32 * 0.75; 2]).map(|side| side + 4.0));
        if body.is_some() {
            solid = scene.text.node("StaticBody2D", "body", &path, &[], "");
        }
    }
    let Some(body) = body else { return };
    scene.rectangle(&solid, body);
    let is_opaque =
        facts.and_then(|tile| CustomProperty::find(&tile.properties, "opaque")) == Some(&PropertyValue::Flag(true));
    if is_opaque && prop.light().is_none() {
        let shape = occluder(&mut scene.text, body, true);
        scene.text.node("LightOccluder2D", "occluder", &path, &[], &format!("occluder = {shape}\n"));
    }
}

//! Props of a scene: which are tiles, and the nodes of the others.

use std::collections::BTreeSet;

use super::{
    scene::{Scene, group},
    text::{points, vector},
    tile_set::{flag_of, occluder},
};
use crate::{
    map::{CustomProperty, MapObject, ObjectShape, PropertyValue, Tileset, TilesetTile},
    picture::pieces::CELL,
};
use roomgen::{
    geom::Cell,
    level::{Level, Prop, PropRole},
};

/// The physics layer on which areas look for a player.
const PLAYER_MASK: &str = "4";

/// A tile of a map: its set, its index there and its properties.
pub(super) struct MapTile<'map> {
    pub(super) set: &'map Tileset,
    pub(super) id: u32,
    pub(super) facts: Option<&'map TilesetTile>,
}

impl MapTile<'_> {
    /// The column and the row of the tile in the grid of its set.
    pub(super) fn place(&self) -> [u32; 2] {
        let columns = self.set.columns.unsigned_abs().max(1);
        [self.id % columns, self.id / columns]
    }

    /// The part of the sheet's picture that the tile is.
    fn region(&self) -> String {
        let [x, y] = self.place();
        let [width, height] = self.set.size.map(|cells| (cells * CELL).unsigned_abs());
        format!("Rect2({}, {}, {width}, {height})", x * width, y * height)
    }
}

/// The number in a property that says which part of the level an object is.
pub(super) fn number(object: &MapObject, name: &str) -> Option<u32> {
    object.properties.iter().find(|property| property.name == name).and_then(|property| match property.value {
        PropertyValue::Whole(number) => u32::try_from(number).ok(),
        _ => None,
    })
}

/// The middle of an object, in pixels.
pub(super) fn middle(object: &MapObject) -> [f32; 2] {
    let [x, y] = object.at;
    let [width, height] = object.size;
    let is_tile = matches!(object.shape, ObjectShape::Tile(_));
    [x + width / 2.0, if is_tile { y - height / 2.0 } else { y + height / 2.0 }]
}

/// The cells that an object covers, moved or not.
fn cells(object: &MapObject) -> impl Iterator<Item = Cell> + use<> {
    let ([x, y], [width, height]) = (middle(object), object.size);
    let side = CELL as f32;
    let [left, top] = [x - width / 2.0, y - height / 2.0].map(|at| (at / side).floor() as i32);
    let [right, bottom] = [x + width / 2.0, y + height / 2.0].map(|at| (at / side).ceil() as i32);
    (top..bottom).flat_map(move |y| (left..right).map(move |x| Cell::new(x, y)))
}

/// Props as they are drawn: nodes, a layer of tiles before them, and nodes before that.
pub(super) struct Furniture<'map> {
    pub(super) below: Vec<(&'map MapObject, Prop<'map>)>,
    /// The layer `furniture`: a tile id for each cell.
    pub(super) tiles: Vec<u32>,
    pub(super) above: Vec<(&'map MapObject, Prop<'map>)>,
}

/// Says which props of a layer of objects are tiles, and which nodes. Keys are neither.
///
/// A prop of one cell that is no more than furniture, sheds no light and is not moved from its cell
/// is a tile, unless it stands on another.
pub(super) fn furniture<'map>(level: &'map Level, objects: &'map [MapObject]) -> Furniture<'map> {
    let (mut below, mut nodes) = (Vec::new(), Vec::new());
    let mut tiles = vec![crate::map::NO_TILE; level.size().cells() as usize];
    let (mut standing, mut above) = (BTreeSet::new(), BTreeSet::new());
    for object in objects {
        let Some(prop) = number(object, "prop_id").and_then(|id| level.prop(id)) else { continue };
        let ObjectShape::Tile(tile) = object.shape else { continue };
        let cell = Cell::new(prop.cells.left(), prop.cells.top());
        let is_plain = prop.role() == PropRole::Furniture && prop.kind.light.is_none() && prop.offset == [0.0; 2];
        let is_free = !above.contains(&cell) && !standing.contains(&cell);
        if is_plain && is_free && object.size == [CELL as f32; 2] && level.tiles().bounds().contains(cell) {
            standing.insert(cell);
            tiles[(cell.y * level.width() + cell.x) as usize] = tile;
        } else if !matches!(prop.role(), PropRole::Key(_)) {
            let is_above = cells(object).any(|cell| above.contains(&cell) || standing.contains(&cell));
            if is_above {
                above.extend(cells(object));
            }
            if is_above { &mut nodes } else { &mut below }.push((object, prop));
        }
    }
    Furniture { below, tiles, above: nodes }
}

/// Writes the node of a prop: a thing to take or to touch, a body, or a picture alone. `own` are
/// properties that it has besides those of the prop.
pub(super) fn node(scene: &mut Scene<'_>, object: &MapObject, prop: &Prop<'_>, parent: &str, own: &[CustomProperty]) {
    let tile = match object.shape {
        ObjectShape::Tile(id) => scene.tile(id),
        _ => None,
    };
    let facts = tile.as_ref().and_then(|tile| tile.facts);
    let role = match prop.role() {
        PropRole::Key(_) => "key",
        PropRole::Offer(_) if !prop.kind.marker => "offer",
        PropRole::Loot(_) if !prop.kind.marker => "loot",
        PropRole::Member(_) => "member",
        _ if prop.kind.marker => "marker",
        _ => "prop",
    };
    let is_thing = matches!(role, "key" | "offer" | "loot");
    let kind_group = group(&prop.kind.name);
    let mut groups = vec![role, &kind_group];
    groups.extend(prop.kind.labels.tags().iter().map(String::as_str).filter(|tag| *tag != role));
    let collision = facts.and_then(|tile| tile.collision);
    let class = match (is_thing, collision) {
        (true, _) => "Area2D",
        (false, Some(_)) => "StaticBody2D",
        (false, None) => "Sprite2D",
    };
    let picture = tile.as_ref().map(|tile| {
        let texture = "ExtResource(\"picture\")".to_owned();
        vec![("texture", texture), ("region_enabled", "true".to_owned()), ("region_rect", tile.region())]
    });
    let mut fields = vec![("position", vector(middle(object)))];
    if is_thing {
        fields.extend(scene.area("thing"));
    }
    if class == "Sprite2D" {
        fields.extend(picture.clone().unwrap_or_default());
    }
    let name = format!("{} {}", prop.kind.name, prop.id);
    let path = scene.text.node(class, &name, Some(parent), &groups, &fields);
    // The tile set has what the kind says of all its props.
    let of_kind = facts.map_or(&[][..], |tile| &tile.properties);
    let kind = CustomProperty::text("kind", prop.kind.name.as_str());
    let properties =
        object.properties.iter().filter(|&property| !of_kind.contains(property) && property.name != "kind");
    scene.text.metadata([&kind].into_iter().chain(properties).chain(own));
    if class != "Sprite2D" {
        scene.text.node("Sprite2D", "sprite", Some(&path), &[], &picture.unwrap_or_default());
    }
    let body = collision.map_or([CELL as f32 * 0.75; 2], |[_, _, width, height]| [width, height]);
    if is_thing {
        // It is touched from beside it, too.
        scene.rectangle(&path, body.map(|side| side + 4.0));
        if collision.is_some() {
            let path = scene.text.node("StaticBody2D", "body", Some(&path), &[], &[]);
            scene.rectangle(&path, body);
        }
    } else if collision.is_some() {
        scene.rectangle(&path, body);
    }
    if facts.is_some_and(|tile| flag_of(tile, "opaque")) && prop.light().is_none() && class != "Sprite2D" {
        let shape = occluder(&mut scene.text, body, true);
        scene.text.node("LightOccluder2D", "occluder", Some(&path), &[], &[("occluder", shape)]);
    }
}

impl Scene<'_> {
    /// Adds a rectangle of this size as the shape of a body or an area.
    pub(super) fn rectangle(&mut self, path: &str, size: [f32; 2]) {
        let shape = self.text.resource("RectangleShape2D", format!("size = {}", vector(size)));
        self.text.node("CollisionShape2D", "shape", Some(path), &[], &[("shape", shape)]);
    }

    /// The fields of an area that looks for a player, with a script of the add-on.
    pub(super) fn area(&self, script: &str) -> [(&'static str, String); 3] {
        let script = format!("ExtResource(\"{script}\")");
        [("collision_layer", "0".to_owned()), ("collision_mask", PLAYER_MASK.to_owned()), ("script", script)]
    }

    /// Adds an area for each room: of its rectangle, or of the outline of its floor.
    pub(super) fn room(&mut self, object: &MapObject, outline: Option<&Vec<[i32; 2]>>) {
        let at = middle(object);
        let fields =
            [("position", vector(at)), ("collision_layer", "0".to_owned()), ("collision_mask", PLAYER_MASK.to_owned())];
        let path = self.text.node("Area2D", &object.name, Some("rooms"), &["room"], &fields);
        self.text.metadata(&object.properties);
        let side = CELL as f32;
        match outline {
            Some(ring) => {
                let polygon =
                    points(ring.iter().map(|corner| [0, 1].map(|axis| corner[axis] as f32 * side - at[axis])));
                self.text.node("CollisionPolygon2D", "shape", Some(&path), &[], &[("polygon", polygon)]);
            }
            None => self.rectangle(&path, object.size),
        }
    }
}

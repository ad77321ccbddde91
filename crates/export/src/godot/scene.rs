//! A level as a scene, node by node.

use std::collections::BTreeMap;

use super::{
    lights::{self, SceneLights},
    navigation,
    props::{self, Furniture, MapTile, middle, number},
    text::{GodotText, bytes, color, points, quoted, vector},
    tile_set::text_of,
};
use crate::{
    light::ambient_color,
    map::{CustomProperty, LayerContent, LevelMap, MapObject, NO_TILE, PropertyValue, TilesetTile},
    picture::pieces::CELL,
};
use roomgen::{
    geom::{Direction, Rect},
    level::{DoorKind, Level, OutlineSet, Prop, RoomShape},
    theme::Theme,
};

/// The folder of the add-on in a project, and its scripts.
const ADD_ON: &str = "res://addons/roomgen";
const SCRIPTS: [&str; 4] = ["level", "door", "thing", "stairs"];

/// How far walls are lit, in pixels: less than half a cell, so that light of two rooms beside a wall
/// of one cell does not meet.
const LIT_EDGE: f32 = 6.0;

/// A scene that is written.
pub(super) struct Scene<'map> {
    pub(super) level: &'map Level,
    pub(super) text: GodotText,
    map: &'map LevelMap<'map>,
    /// The tiles of all sets by their ids.
    tiles: BTreeMap<u32, &'map TilesetTile>,
    quadrant: i32,
}

/// The text of the scene of a level, whose map is `map`.
pub(super) fn write(level: &Level, theme: &Theme, map: &LevelMap<'_>, sheet_name: &str) -> String {
    let lights = SceneLights::new(level, theme);
    let tiles = map.tilesets.iter().flat_map(|set| set.tiles.iter().map(move |tile| (set.first + tile.local_id, tile)));
    let quadrant = lights.quadrant;
    let mut scene = Scene { level, text: GodotText::default(), map, tiles: tiles.collect(), quadrant };
    scene.root();
    for layer in &map.layers {
        if let LayerContent::Tiles(tiles) = &layer.content {
            scene.layer(layer.name, tiles);
        }
    }
    let Furniture { below, tiles, above } = props::furniture(level, objects(map, "props"));
    scene.props("below", &below);
    scene.layer("furniture", &tiles);
    scene.props("props", &above);
    scene.keys();
    scene.markers();
    scene.rooms();
    scene.doors();
    scene.occluders();
    scene.lights(&lights);
    let ambient = [("color", color(ambient_color(theme.ambient)))];
    scene.text.node("CanvasModulate", "darkness", Some("."), &[], &ambient);
    let polygons = navigation::polygons(&mut scene.text, level);
    scene.text.node("NavigationRegion2D", "navigation", Some("."), &[], &[("navigation_polygon", polygons)]);
    scene.text.finish(&head(sheet_name))
}

/// The head of the file: the sheet beside it, and the scripts of the add-on.
fn head(sheet_name: &str) -> String {
    let resource = |class: &str, path: &str, id: &str| {
        format!("[ext_resource type=\"{class}\" path={} id=\"{id}\"]\n", quoted(path))
    };
    let scripts = SCRIPTS.map(|name| resource("Script", &format!("{ADD_ON}/{name}.gd"), name)).concat();
    let picture = resource("Texture2D", &format!("{sheet_name}.png"), "picture");
    let tiles = resource("TileSet", &format!("{sheet_name}.tres"), "tiles");
    format!("[gd_scene format=4]\n\n{picture}{tiles}{scripts}\n")
}

/// The name of a group. Godot allows all but an empty one.
pub(super) fn group(name: &str) -> String {
    if name.is_empty() { "_".to_owned() } else { name.to_owned() }
}

/// The objects of a layer; none if the map has no such layer.
fn objects<'map>(map: &'map LevelMap<'_>, name: &str) -> &'map [MapObject] {
    let content = map.layers.iter().find(|layer| layer.name == name).map(|layer| &layer.content);
    match content {
        Some(LayerContent::Objects(objects, _)) => objects,
        _ => &[],
    }
}

impl<'map> Scene<'map> {
    fn root(&mut self) {
        // Pixels stay sharp in each project.
        let fields = [("texture_filter", "1".to_owned()), ("script", "ExtResource(\"level\")".to_owned())];
        self.text.node("Node2D", "level", None, &["level"], &fields);
        let background = CustomProperty::new("background", PropertyValue::Color(self.map.background));
        self.text.metadata(self.map.properties.iter().chain([&background]));
    }

    fn folder(&mut self, name: &str) {
        self.text.node("Node2D", name, Some("."), &[], &[]);
    }

    /// A tile of the map; `None` for a number that is none.
    pub(super) fn tile(&self, id: u32) -> Option<MapTile<'map>> {
        let set = self.map.tilesets.iter().rev().find(|set| set.first <= id)?;
        Some(MapTile { set, id: id - set.first, facts: self.tiles.get(&id).copied() })
    }

    /// Adds a layer of tiles, a tile id for each cell.
    fn layer(&mut self, name: &str, tiles: &[u32]) {
        // The version of the layout, then 12 bytes for each cell.
        let mut data = vec![0; 2];
        for (cell, &id) in self.level.tiles().bounds().cells().zip(tiles).filter(|(_, id)| **id != NO_TILE) {
            let Some([column, row]) = self.tile(id).map(|tile| tile.place()) else { continue };
            let fields = [cell.x as u16, cell.y as u16, 0, column as u16, row as u16, 0];
            fields.iter().for_each(|field| data.extend(field.to_le_bytes()));
        }
        let mut fields = vec![
            ("tile_map_data", bytes(&data)),
            ("tile_set", "ExtResource(\"tiles\")".to_owned()),
            ("rendering_quadrant_size", self.quadrant.to_string()),
            ("navigation_enabled", "false".to_owned()),
        ];
        if name == "walls" {
            fields.push(("occlusion_enabled", "false".to_owned()));
        }
        self.text.node("TileMapLayer", name, Some("."), &[], &fields);
    }

    fn props(&mut self, parent: &str, props: &[(&MapObject, Prop<'_>)]) {
        self.folder(parent);
        props.iter().for_each(|(object, prop)| props::node(self, object, prop, parent, &[]));
    }

    fn rooms(&mut self) {
        self.folder("rooms");
        for (object, room) in objects(self.map, "rooms").iter().zip(self.level.rooms()) {
            let is_shaped = room.shape != RoomShape::Rectangle;
            let outline = is_shaped.then(|| self.level.outlines(OutlineSet::Room(room.id)));
            self.room(object, outline.as_ref().and_then(|rings| rings.first()));
        }
    }

    /// Adds the keys and switches: each the node of its prop, or an area if it has none.
    fn keys(&mut self) {
        self.folder("keys");
        let level = self.level;
        let things = objects(self.map, "props").iter().chain(objects(self.map, "markers"));
        let things: BTreeMap<u32, &MapObject> =
            things.filter_map(|object| Some((number(object, "prop_id")?, object))).collect();
        for (id, key) in (0..).zip(objects(self.map, "keys")) {
            let prop = level.key_prop(id).and_then(|prop| Some((things.get(&prop)?, level.prop(prop)?)));
            if let Some((object, prop)) = prop {
                let is_new = |property: &&CustomProperty| object.properties.iter().all(|own| own.name != property.name);
                let own: Vec<CustomProperty> = key.properties.iter().filter(is_new).cloned().collect();
                props::node(self, object, &prop, "keys", &own);
            } else {
                let fields: Vec<_> =
                    [("position", vector(middle(key)))].into_iter().chain(self.area("thing")).collect();
                let path = self.text.node("Area2D", &format!("{} key {id}", key.name), Some("keys"), &["key"], &fields);
                let kind = CustomProperty::text("kind", &key.name);
                self.text.metadata(key.properties.iter().chain([&kind]));
                self.rectangle(&path, key.size);
            }
        }
    }

    fn markers(&mut self) {
        self.folder("markers");
        self.folder("stairs");
        let level = self.level;
        let mut stairs = 0;
        for object in objects(self.map, "markers") {
            if let Some(prop) = number(object, "prop_id").and_then(|id| level.prop(id)) {
                if level.keys().iter().zip(0..).all(|(_, key)| level.key_prop(key) != Some(prop.id)) {
                    props::node(self, object, &prop, "markers", &[]);
                }
                continue;
            }
            let at = ("position", vector(middle(object)));
            if object.class == "entry" {
                self.text.node("Marker2D", "entry", Some("stairs"), &["entry"], &[at]);
                self.text.metadata(&object.properties);
                continue;
            }
            let name = if object.class == "exit" { "exit".to_owned() } else { format!("{} {stairs}", object.name) };
            stairs += u32::from(object.class != "exit");
            let fields: Vec<_> = [at].into_iter().chain(self.area("stairs")).collect();
            let path = self.text.node("Area2D", &name, Some("stairs"), &["stairs", object.class], &fields);
            let to = CustomProperty::text("to", &object.name);
            self.text.metadata(object.properties.iter().chain([&to]));
            self.rectangle(&path, object.size.map(|side| side / 2.0));
        }
    }

    /// Adds a node for each door: a body that the add-on opens, or a place if it stands open.
    fn doors(&mut self) {
        self.folder("doors");
        let features = self.map.layers.iter().find(|layer| layer.name == "features").map(|layer| &layer.content);
        let doors =
            self.level.passages().iter().flat_map(|passage| passage.doors().iter().map(move |&door| (passage, door)));
        for ((passage, door), (object, id)) in doors.zip(objects(self.map, "doors").iter().zip(0..)) {
            let (is_open, leads_north) = (passage.kind == DoorKind::Open, self.level.leads_north(door));
            let kind = passage.kind.name().to_lowercase();
            let mut groups = vec!["door", &kind];
            groups.extend(passage.one_way.map(|_| "one_way"));
            let mut fields = vec![("position", vector(middle(object)))];
            if !is_open {
                fields.extend([("collision_mask", "0".to_owned()), ("script", "ExtResource(\"door\")".to_owned())]);
            }
            let class = if is_open { "Marker2D" } else { "StaticBody2D" };
            let path = self.text.node(class, &format!("door {id}"), Some("doors"), &groups, &fields);
            self.text.metadata(&object.properties);
            if is_open {
                continue;
            }
            if let Some(LayerContent::Tiles(tiles)) = features {
                self.open_tiles(door, tiles);
            }
            self.rectangle(&path, object.size);
            let across = door.width().max(door.height()) as f32 * CELL as f32 / 2.0 + LIT_EDGE;
            let ends = if leads_north { [[-across, 0.0], [across, 0.0]] } else { [[0.0, -across], [0.0, across]] };
            let line = self.text.resource("OccluderPolygon2D", format!("closed = false\npolygon = {}", points(ends)));
            self.text.node("LightOccluder2D", "occluder", Some(&path), &[], &[("occluder", line)]);
            let way = self.level.one_way_doors(passage).find(|(one_way, _)| *one_way == door).map(|(_, way)| way);
            let [x, y] = match way.unwrap_or(if leads_north { Direction::South } else { Direction::East }) {
                Direction::North => [0, -CELL],
                Direction::South => [0, CELL],
                Direction::West => [-CELL, 0],
                Direction::East => [CELL, 0],
            };
            let is_free = passage.kind == DoorKind::Closed;
            let fields = [
                ("enabled", is_free.to_string()),
                ("bidirectional", way.is_none().to_string()),
                ("start_position", vector([-x as f32, -y as f32])),
                ("end_position", vector([x as f32, y as f32])),
            ];
            self.text.node("NavigationLink2D", "link", Some(&path), &[], &fields);
        }
    }

    /// Adds to the door that was added last the tiles that it shows when it is open, cell by cell:
    /// column and row in the sheet, or -1 where it shows none.
    fn open_tiles(&mut self, door: Rect, features: &[u32]) {
        let width = self.level.width();
        let open = door.cells().map(|cell| {
            let shut = usize::try_from(cell.y * width + cell.x).ok().and_then(|at| features.get(at));
            let shut = shut.and_then(|&id| self.tile(id)).filter(|tile| tile.facts.is_some());
            let open = shut.and_then(|shut| {
                let facts = shut.facts?;
                let same = |tile: &&TilesetTile| {
                    let is_open = tile.class == "door" && text_of(tile, "kind") == Some(DoorKind::Open.name());
                    let columns = shut.set.columns.unsigned_abs().max(1);
                    is_open
                        && tile.local_id % columns == shut.id % columns
                        && tile.properties.last() == facts.properties.last()
                };
                let open = shut.set.tiles.iter().find(same)?;
                Some(MapTile { set: shut.set, id: open.local_id, facts: None }.place())
            });
            open.map_or(serde_json::json!([-1, -1]), |place| serde_json::json!(place))
        });
        let list = PropertyValue::List(open.collect());
        self.text.metadata([&CustomProperty::new("open_tiles", list)]);
    }

    /// Adds the outlines of what one sees, moved into the walls by [`LIT_EDGE`].
    fn occluders(&mut self) {
        self.folder("occluders");
        for (number, ring) in self.level.outlines(OutlineSet::Sight).iter().enumerate() {
            let step = |from: usize| {
                let (one, next) = (ring[from % ring.len()], ring[(from + 1) % ring.len()]);
                [0, 1].map(|axis| (next[axis] - one[axis]).signum() as f32)
            };
            let corner = |at: usize| {
                let (before, after) = (step(at + ring.len() - 1), step(at));
                // Left of the way, which has the cells on its right.
                let left = [before[1] + after[1], -before[0] - after[0]];
                [0, 1].map(|axis| ring[at][axis] as f32 * CELL as f32 + left[axis] * LIT_EDGE)
            };
            let shape = format!("polygon = {}", points((0..ring.len()).map(corner)));
            let shape = self.text.resource("OccluderPolygon2D", shape);
            let name = format!("ring {number}");
            self.text.node("LightOccluder2D", &name, Some("occluders"), &[], &[("occluder", shape)]);
        }
    }

    fn lights(&mut self, lights: &SceneLights) {
        self.folder("lights");
        for (number, ((prop, lamp), energy)) in lights.lamps.iter().zip(&lights.energies).enumerate() {
            let fields = [
                ("position", vector(lamp.position().map(|metres| metres * CELL as f32))),
                ("color", color(lamp.light.color)),
                ("energy", energy.to_string()),
                ("shadow_enabled", "true".to_owned()),
                ("texture", lights::texture(&mut self.text, lamp.light)),
                ("texture_scale", lights::scale(lamp.light).to_string()),
            ];
            self.text.node("PointLight2D", &format!("light {number}"), Some("lights"), &["light"], &fields);
            let prop = prop.map(|prop| CustomProperty::whole("prop_id", prop));
            self.text.metadata(&prop);
        }
    }
}

//! A level as a scene, node by node.

use std::{
    collections::BTreeMap,
    f32::consts::{FRAC_PI_2, PI},
};

use super::{
    lights::{self, SceneLights},
    navigation,
    props::{self, Furniture},
    scene::{Scene, middle, position},
    text::{color, points, quoted, vector},
};
use crate::{
    light::ambient_color,
    map::{CustomProperty, LayerContent, LevelMap, MapObject, PropertyValue, picture_name},
    picture::pieces::{CELL, opened},
};
use roomgen::{
    geom::Direction,
    level::{DoorKind, Level, OutlineSet, Prop, PropRole, RoomShape},
    theme::Theme,
};
use serde_json::json;

/// The scripts of the add-on.
const SCRIPTS: [&str; 4] = ["level", "door", "thing", "stairs"];

/// How far walls are lit, in pixels, to the west, the north, the east and the south of what one
/// sees: to the north it is their front. Lights on both sides of a wall of one cell do not meet.
const LIT_EDGES: [f32; 4] = [6.0, 13.0, 6.0, 3.0];

/// The text of the scene of a level, whose map is `map`.
pub(super) fn write(level: &Level, theme: &Theme, map: &LevelMap<'_>, sheet_name: &str) -> String {
    let mut scene = Scene::new(level, map);
    let ambient = ambient_color(theme.ambient);
    let lights = SceneLights::new(level, theme, ambient);
    scene.root();
    for layer in &map.layers {
        if matches!(layer.content, LayerContent::Tiles(_)) {
            scene.layer(layer.name, layer.tiles(), lights.quadrant);
        }
    }
    let Furniture { below, tiles, above } = props::furniture(level, map.objects("props"));
    scene.props("below", &below);
    scene.layer("furniture", &tiles, lights.quadrant);
    scene.props("props", &above);
    scene.keys();
    scene.markers();
    scene.rooms();
    scene.doors();
    scene.occluders();
    scene.lights(&lights);
    scene.text.node("CanvasModulate", "darkness", ".", &[], &format!("color = {}\n", color(ambient)));
    let ground = format!("navigation_polygon = {}\n", navigation::polygons(&mut scene.text, level));
    scene.text.node("NavigationRegion2D", "navigation", ".", &[], &ground);

    let external = |class: &str, path: &str, id: &str| {
        format!("[ext_resource type=\"{class}\" path={} id=\"{id}\"]\n", quoted(path))
    };
    let scripts = SCRIPTS.map(|name| external("Script", &format!("res://addons/roomgen/{name}.gd"), name)).concat();
    let picture = external("Texture2D", &picture_name(sheet_name), "picture");
    let tiles = external("TileSet", &format!("{sheet_name}.tres"), "tiles");
    scene.text.finish(&format!("[gd_scene format=4]\n\n{picture}{tiles}{scripts}\n"))
}

impl Scene<'_> {
    fn root(&mut self) {
        // Pixels stay sharp in each project.
        self.text.node("Node2D", "level", "", &["level"], "texture_filter = 1\nscript = ExtResource(\"level\")\n");
        let size = [("width", self.map.width), ("height", self.map.height)];
        let size = size.map(|(name, cells)| CustomProperty::whole(name, cells));
        let background = CustomProperty::new("background", PropertyValue::Color(self.map.background));
        self.text.metadata(self.map.properties.iter().chain(&size).chain([&background]));
    }

    fn props(&mut self, parent: &str, props: &[(&MapObject, Prop<'_>)]) {
        self.folder(parent);
        props.iter().for_each(|(object, prop)| props::node(self, object, prop, parent, &[]));
    }

    /// Adds an area for each room: of its rectangle, or of the outline of its floor.
    fn rooms(&mut self) {
        self.folder("rooms");
        for (object, room) in self.map.objects("rooms").iter().zip(self.level.rooms()) {
            let fields = position(object) + "collision_layer = 0\ncollision_mask = 4\n";
            let path = self.text.node("Area2D", &object.name, "rooms", &["room"], &fields);
            self.text.metadata(&object.properties);
            if room.shape == RoomShape::Rectangle {
                self.rectangle(&path, object.size);
                continue;
            }
            // Rings around holes go the other way: a shape has none.
            let outlines = self.level.outlines(OutlineSet::Room(room.id));
            let at = middle(object);
            for (number, ring) in outlines.iter().filter(|ring| is_outer(ring)).enumerate() {
                let corner = |corner: &[i32; 2]| [0, 1].map(|axis| (corner[axis] * CELL) as f32 - at[axis]);
                let polygon = format!("polygon = {}\n", points(ring.iter().map(corner)));
                self.text.node("CollisionPolygon2D", &format!("shape {number}"), &path, &[], &polygon);
            }
        }
    }

    /// Adds the keys and switches: each the node of its prop, or an area if it has none.
    fn keys(&mut self) {
        self.folder("keys");
        let level = self.level;
        let things = self.map.objects("props").iter().chain(self.map.objects("markers"));
        let things: BTreeMap<Option<u32>, &MapObject> =
            things.map(|object| (object.whole("prop_id"), object)).collect();
        for (id, key) in (0..).zip(self.map.objects("keys")) {
            let prop = level.key_prop(id);
            if let Some((object, prop)) = things.get(&prop).zip(prop.and_then(|prop| level.prop(prop))) {
                let is_new = |property: &&CustomProperty| object.properties.iter().all(|own| own.name != property.name);
                let own: Vec<CustomProperty> = key.properties.iter().filter(is_new).cloned().collect();
                props::node(self, object, &prop, "keys", &own);
                continue;
            }
            // Names of props end in a number.
            let (name, fields) = (format!("{} (key {id})", key.name), position(key) + &Self::area("thing"));
            let path = self.text.node("Area2D", &name, "keys", &["key"], &fields);
            let kind = CustomProperty::text("kind", &key.name);
            self.text.metadata(key.properties.iter().chain([&kind]));
            self.rectangle(&path, key.size);
        }
    }

    /// Adds the markers, and the stairs.
    fn markers(&mut self) {
        self.folder("markers");
        self.folder("stairs");
        for (number_here, object) in self.map.objects("markers").iter().enumerate() {
            if let Some(prop) = object.whole("prop_id").and_then(|id| self.level.prop(id)) {
                if !matches!(prop.role(), PropRole::Key(_)) {
                    props::node(self, object, &prop, "markers", &[]);
                }
                continue;
            }
            let (is_entry, is_named) = (object.class == "entry", object.class == "stairs");
            let name = if is_named { format!("{} {number_here}", object.name) } else { object.name.clone() };
            let class = if is_entry { "Marker2D" } else { "Area2D" };
            let fields = position(object) + &if is_entry { String::new() } else { Self::area("stairs") };
            let path = self.text.node(class, &name, "stairs", &[object.class], &fields);
            let to = CustomProperty::text("to", &object.name);
            self.text.metadata(object.properties.iter().chain(Some(&to).filter(|_| !is_entry)));
            if !is_entry {
                self.rectangle(&path, object.size.map(|side| side / 2.0));
            }
        }
    }

    /// Adds a node for each door: a body that the add-on opens, one that stops who comes from the
    /// other side of a one-way passage, or a place if it stands open.
    fn doors(&mut self) {
        self.folder("doors");
        let features = self.map.tiles("features");
        let doors = self.level.passages().iter().flat_map(|way| way.doors().iter().map(move |&door| (way, door)));
        for (id, ((passage, door), object)) in doors.zip(self.map.objects("doors")).enumerate() {
            let name = format!("door {id}");
            let groups = ["door", &passage.kind.name().to_lowercase()];
            let way = self.level.one_way_doors(passage).find(|(one_way, _)| *one_way == door).map(|(_, way)| way);
            let is_open = passage.stands_open();
            if navigation::is_gap(passage) {
                self.text.node("Marker2D", &name, "doors", &groups, &position(object));
                self.text.metadata(&object.properties);
                continue;
            }
            let fields = position(object) + "collision_mask = 0\nscript = ExtResource(\"door\")\n";
            let path = self.text.node("StaticBody2D", &name, "doors", &groups, &fields);
            // The tiles that it shows when it is open, cell by cell: -1 where there is none.
            let open = door.cells().map(|cell| {
                let shut = features.get((cell.y * self.level.width() + cell.x) as usize);
                let open = shut.and_then(|&shut| self.tile(opened(shut, passage.kind)?));
                open.filter(|tile| tile.facts().is_some()).map_or([-1, -1], |tile| tile.set.cell(tile.local_id))
            });
            let open = CustomProperty::new("open_tiles", PropertyValue::List(open.map(|cell| json!(cell)).collect()));
            self.text.metadata(object.properties.iter().chain([&open]));
            // A shape that is passed one way is passed upwards, before it is turned.
            let across = [object.size[1], object.size[0]];
            let (turn, size) = match way {
                None | Some(Direction::North) => (0.0, object.size),
                Some(Direction::East) => (FRAC_PI_2, across),
                Some(Direction::South) => (PI, object.size),
                Some(Direction::West) => (-FRAC_PI_2, across),
            };
            self.shape(&path, size, &format!("rotation = {turn:?}\none_way_collision = {is_open}\n"));

            let leads_north = self.level.leads_north(door);
            let ([west, north, east, south], [x, y]) = (LIT_EDGES, object.size.map(|side| side / 2.0));
            // Where the lit edges of both sides meet.
            let ends = if leads_north {
                [[-x - west, south - y], [x + east, south - y]]
            } else {
                [[0.0, -y - north], [0.0, y + south]]
            };
            if !is_open {
                let polygon = format!("closed = false\npolygon = {}", points(ends));
                let line = self.text.resource("OccluderPolygon2D", polygon);
                self.text.node("LightOccluder2D", "occluder", &path, &[], &format!("occluder = {line}\n"));
            }
            let (x, y) = way.unwrap_or(if leads_north { Direction::South } else { Direction::East }).delta();
            let end = [x, y].map(|step| (step * CELL) as f32);
            let (start, end) = (vector(end.map(|at| -at)), vector(end));
            let (is_free, is_two_way) = (is_open || passage.kind == DoorKind::Closed, way.is_none());
            let fields = format!(
                "enabled = {is_free}\nbidirectional = {is_two_way}\nstart_position = {start}\nend_position = {end}\n"
            );
            self.text.node("NavigationLink2D", "link", &path, &[], &fields);
        }
    }

    /// Adds the outlines of what one sees, moved into the walls by [`LIT_EDGES`].
    fn occluders(&mut self) {
        self.folder("occluders");
        let [west, north, east, south] = LIT_EDGES;
        for (number, ring) in self.level.outlines(OutlineSet::Sight).iter().enumerate() {
            let corners = ring.iter().zip(ring.iter().cycle().skip(1)).zip(ring.iter().cycle().skip(ring.len() - 1));
            let corner = |((at, next), before): ((&[i32; 2], &[i32; 2]), &[i32; 2])| {
                let mut moved = at.map(|cells| (cells * CELL) as f32);
                // The cells are on the right of each side.
                for (from, to) in [(before, at), (at, next)] {
                    moved[0] += if to[1] == from[1] {
                        0.0
                    } else if to[1] > from[1] {
                        east
                    } else {
                        -west
                    };
                    moved[1] += if to[0] == from[0] {
                        0.0
                    } else if to[0] > from[0] {
                        -north
                    } else {
                        south
                    };
                }
                moved
            };
            let shape = format!("polygon = {}", points(corners.map(corner)));
            let shape = format!("occluder = {}\n", self.text.resource("OccluderPolygon2D", shape));
            self.text.node("LightOccluder2D", &format!("ring {number}"), "occluders", &[], &shape);
        }
    }

    fn lights(&mut self, lights: &SceneLights) {
        self.folder("lights");
        for (number, ((prop, lamp), energy)) in lights.lamps.iter().zip(&lights.energies).enumerate() {
            let (at, shown) = (vector(lamp.position().map(|metres| metres * CELL as f32)), color(lamp.light.color));
            let texture = lights::texture(&mut self.text, lamp.light);
            let fields = format!(
                "position = {at}\ncolor = {shown}\nenergy = {energy}\nshadow_enabled = true\ntexture = {texture}\n\
                 texture_scale = {}\n",
                lights::scale(lamp.light)
            );
            self.text.node("PointLight2D", &format!("light {number}"), "lights", &["light"], &fields);
            self.text.metadata(&prop.map(|prop| CustomProperty::whole("prop_id", prop)));
        }
    }
}

/// Whether a ring has its cells inside: it goes clockwise, as y points down.
fn is_outer(ring: &[[i32; 2]]) -> bool {
    let next = ring.iter().cycle().skip(1);
    let area = |([x, y], [to_x, to_y]): (&[i32; 2], &[i32; 2])| i64::from(x * to_y) - i64::from(to_x * y);
    ring.iter().zip(next).map(area).sum::<i64>() > 0
}

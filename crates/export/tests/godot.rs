//! Scenes for Godot, read back by a small reader of its text format and compared with their levels.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use roomgen::{
    Cell, DoorKind, Generator, Level, Preset,
    export::ron,
    generate,
    level::{OutlineSet, Passage},
    preset::BUILT_IN,
};
use roomgen_export::{godot, map::TileSheet, tiled::tmj};
use serde_json::Value;

use super::levels::{levels, named};

const SHEET: &str = "level-tiles";

/// A section of a file: its tag, and its attributes and fields as they are written.
#[derive(Debug, Default)]
struct Section {
    tag: String,
    attributes: BTreeMap<String, String>,
    fields: BTreeMap<String, String>,
}

impl Section {
    fn text(&self, attribute: &str) -> &str {
        self.attributes.get(attribute).map_or("", |value| value.trim_matches('"'))
    }

    /// The numbers of a value such as `Vector2(1, 2.5)`.
    fn numbers(&self, field: &str) -> Vec<f32> {
        let value = self.fields.get(field).unwrap_or_else(|| panic!("no {field}: {self:?}"));
        let (_, inside) = value.split_once('(').unwrap_or(("", value));
        inside.trim_end_matches(')').split(", ").map(|number| number.parse().expect("a number")).collect()
    }

    /// The path of a node.
    fn path(&self) -> String {
        match self.attributes.get("parent").map(|parent| parent.trim_matches('"')) {
            None => ".".to_owned(),
            Some(".") => self.text("name").to_owned(),
            Some(parent) => format!("{parent}/{}", self.text("name")),
        }
    }
}

/// Whether all strings and dictionaries of a text end.
fn is_whole(text: &str) -> bool {
    let text = text.replace("\\\\", "").replace("\\\"", "");
    let outside: String = text.split('"').step_by(2).collect();
    text.matches('"').count().is_multiple_of(2) && outside.matches('{').count() == outside.matches('}').count()
}

fn read(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut line = line.to_owned();
        while !is_whole(&line) {
            line += "\n";
            line += lines.next().expect("the end of a string");
        }
        if let Some(inside) =
            line.strip_prefix('[').filter(|_| !line.contains("] = ")).and_then(|rest| rest.strip_suffix(']'))
        {
            let (tag, mut rest) = inside.split_once(' ').unwrap_or((inside, ""));
            let mut section = Section { tag: tag.to_owned(), ..Section::default() };
            while let Some((name, value)) = rest.split_once('=') {
                // A value ends at a space outside of strings and brackets.
                let ends = value.match_indices(' ').map(|(at, _)| at).chain([value.len()]);
                let is_end = |at: &usize| {
                    let part = &value[..*at];
                    is_whole(part) && part.starts_with('[') == part.ends_with(']')
                };
                let end = { ends }.find(is_end).expect("an end");
                section.attributes.insert(name.trim().to_owned(), value[..end].to_owned());
                rest = &value[end..];
            }
            sections.push(section);
        } else if !line.is_empty() {
            let (name, value) = line.split_once(" = ").unwrap_or_else(|| panic!("no field: {line:.80}"));
            let before = sections.last_mut().expect("a section").fields.insert(name.to_owned(), value.to_owned());
            assert!(before.is_none(), "{name} stands there twice");
        }
    }
    sections
}

/// A scene with its level and the same level as a map for Tiled.
struct SceneReading {
    level: Level,
    sections: Vec<Section>,
    tile_set: Vec<Section>,
    map: Value,
}

impl SceneReading {
    fn of(level: Level) -> Self {
        let preset = Preset::built_in(&level.origin().preset).unwrap_or_else(|_| Preset::built_in("crypt").unwrap());
        let theme = preset.theme();
        let sheet = TileSheet::of_level(&level, theme, None);
        let text = |bytes: Vec<u8>| read(&String::from_utf8(bytes).expect("text"));
        let tile_set = text(godot::sheet_files(&sheet, SHEET).expect("files").remove(1).bytes);
        let sections = text(godot::tscn(&level, theme, &sheet, SHEET));
        let map = serde_json::from_slice(&tmj(&level, theme, &sheet, SHEET)).expect("JSON");
        Self { level, sections, tile_set, map }
    }

    fn children(&self, parent: &str) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(move |section| section.tag == "node" && section.text("parent") == parent)
    }

    /// Cells of a layer of the scene, each with the number of its tile in the grid of the sheet.
    fn tiles(&self, layer: &str) -> BTreeMap<(i32, i32), u32> {
        let node = self.children(".").find(|node| node.text("name") == layer);
        let Some(node) = node else { return BTreeMap::new() };
        let data = &node.fields["tile_map_data"];
        let data = bytes(data.trim_start_matches("PackedByteArray(\"").trim_end_matches("\")"));
        assert_eq!(data[..2], [0, 0]);
        let cells = data[2..].chunks(12).map(|cell| {
            let number = |at: usize| u16::from_le_bytes([cell[at], cell[at + 1]]);
            assert_eq!((number(4), number(10)), (0, 0));
            ((number(0).into(), number(2).into()), u32::from(number(8)) * 16 + u32::from(number(6)))
        });
        cells.collect()
    }
}

/// Base64, digit by digit.
fn bytes(text: &str) -> Vec<u8> {
    let digits = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']);
    let digits: BTreeMap<char, u32> = digits.zip(0..).collect();
    let bits: Vec<bool> = text
        .chars()
        .filter_map(|digit| digits.get(&digit))
        .flat_map(|digit| (0..6).rev().map(move |bit| digit >> bit & 1 == 1))
        .collect();
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit))).collect()
}

/// A level in which a key without a prop is called as a kind of prop with "key" and its number is.
fn with_keys_of_one_name() -> Level {
    let text = include_str!("../../../tests/levels/hand-made.ron").replace("\"rug\"", "\"rock key\"");
    let key = "(kind: \"rock key\", room: 2, x: 21, y: 4, width: 1, height: 1, offset: (0.0, 0.0)),";
    let text = text.replace(key, "").replace("props: [", &format!("props: [{key}"));
    let text = text.replace("keys: [", "keys: [(name: \"rock\", use: Key, room: 0, cell: (1, 1), opens: []),");
    let level = ron::read_unchecked(&text).expect("a level");
    assert_eq!((level.key_prop(0), level.key_prop(1)), (None, Some(0)));
    level
}

#[test]
fn a_tile_set_has_the_properties_of_each_kind_of_terrain_apart_from_those_of_props() {
    let scene = SceneReading::of(generate(&Preset::built_in("sewer").expect("a preset"), 2));
    let resource = scene.tile_set.last().expect("the resource");
    let [props, terrain] = ["kinds", "terrain_kinds"].map(|name| &resource.fields[&format!("metadata/{name}")]);
    let kinds = scene.level.terrain_kinds();
    assert!(kinds.iter().any(|kind| kind.blocks) && kinds.iter().any(|kind| !kind.blocks));
    for kind in kinds {
        let (head, blocks) = (format!("\"{}\": {{\"class\": \"terrain\"", kind.name), "\"blocks\": true");
        let own = terrain.split_once(&head).and_then(|(_, rest)| rest.split_once('}')).expect("a kind").0;
        assert_eq!(own.contains(blocks), kind.blocks, "{own}");
    }
    assert!(props.contains("\"class\": \"prop\"") && !props.contains("\"class\": \"terrain\""));
}

#[test]
fn resources_and_parents_that_a_scene_names_exist_before_and_names_are_unique() {
    let add_on = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../engines/godot/addons");
    for level in levels().step_by(2).chain([named("a.b:c@d/e\"f%g\\ ü"), with_keys_of_one_name()]) {
        let scene = SceneReading::of(level);
        for sections in [&scene.sections, &scene.tile_set] {
            let (mut known, mut paths) = (BTreeSet::new(), BTreeSet::new());
            for section in sections {
                for value in section.fields.values() {
                    for (at, _) in value.match_indices("Resource(\"").filter(|_| !value.starts_with('"')) {
                        let (kind, rest) = (&value[at - 3..at], &value[at..]);
                        let id = rest.split('"').nth(1).expect("an id");
                        assert!(known.contains(&(kind.to_lowercase(), id.to_owned())), "{kind} {id}");
                    }
                }
                if let Some((kind, "resource")) = section.tag.split_once('_').filter(|(kind, _)| *kind != "gd") {
                    assert!(known.insert((kind.to_owned(), section.text("id").to_owned())));
                }
                let path = section.text("path");
                assert!(match path.strip_prefix("res://addons/") {
                    Some(script) => fs::exists(add_on.join(script)).expect("a folder"),
                    None => ["", "level-tiles.png", "level-tiles.tres"].contains(&path),
                });
                if section.tag == "node" {
                    let path = section.path();
                    assert!(path == "." || paths.contains(section.text("parent")), "{path} comes before its parent");
                    assert!(!section.text("name").contains(['.', ':', '@', '/', '"', '%']) && !path.is_empty());
                    assert!(paths.insert(path));
                }
                for name in section.fields.keys().filter_map(|name| name.strip_prefix("metadata/")) {
                    let is_allowed = |letter: char| letter == '_' || letter.is_ascii_alphanumeric();
                    assert!(name.chars().all(is_allowed) && !name.starts_with(|letter: char| letter.is_ascii_digit()));
                }
            }
        }
    }
}

#[test]
fn tile_layers_are_those_of_the_map_and_each_prop_is_one_tile_or_one_node() {
    for level in levels().step_by(2) {
        let scene = SceneReading::of(level);
        let width = scene.level.width() as usize;
        for layer in scene.map["layers"].as_array().expect("layers").iter().filter(|layer| layer["type"] == "tilelayer")
        {
            let numbers =
                layer["data"].as_array().expect("numbers").iter().map(|number| number.as_u64().expect("a number"));
            let cells = numbers.enumerate().filter(|(_, number)| *number > 0);
            let cells = cells.map(|(at, number)| (((at % width) as i32, (at / width) as i32), number as u32 - 1));
            assert!(scene.tiles(layer["name"].as_str().expect("a name")) == cells.collect(), "{}", layer["name"]);
        }
        let atlas = scene.tile_set.iter().find(|section| section.text("type") == "TileSetAtlasSource").expect("tiles");
        let kind = |tile: u32| &atlas.fields[&format!("{}:{}/0/custom_data_1", tile % 16, tile / 16)];
        let place = |x: f32, y: f32| [x, y].map(|at| at.round() as i32);
        let mut found: Vec<(String, [i32; 2])> = Vec::new();
        for ((x, y), tile) in scene.tiles("furniture") {
            found.push((kind(tile).trim_matches('"').to_owned(), place(x as f32 * 16.0 + 8.0, y as f32 * 16.0 + 8.0)));
        }
        for node in ["below", "props", "keys", "markers"].iter().flat_map(|parent| scene.children(parent)) {
            let at = node.numbers("position");
            found.push((node.fields["metadata/kind"].trim_matches('"').to_owned(), place(at[0], at[1])));
        }
        let expected = scene.level.props().map(|prop| {
            let middle = |first: i32, cells: i32, offset: f32| (first * 16) as f32 + cells as f32 * 8.0 + offset * 16.0;
            let cells = prop.cells;
            let at = place(
                middle(cells.left(), cells.width(), prop.offset[0]),
                middle(cells.top(), cells.height(), prop.offset[1]),
            );
            (prop.kind.name.to_string(), at)
        });
        let mut expected: Vec<_> = expected.collect();
        found.sort();
        expected.sort();
        assert!(found == expected, "{}: {} and {}", scene.level.origin().preset, found.len(), expected.len());
        assert!(scene.tiles("furniture").len() * 20 > expected.len());
    }
}

#[test]
fn doors_keys_stairs_rooms_and_outlines_of_a_scene_are_those_of_its_level() {
    let mut one_ways = 0;
    for level in levels().step_by(2) {
        let scene = SceneReading::of(level);
        let level = &scene.level;
        let doors =
            level.passages().iter().flat_map(|passage| passage.doors().iter().map(move |&door| (passage, door)));
        let nodes: Vec<_> = scene.children("doors").collect();
        assert_eq!(nodes.len(), doors.clone().count());
        for (node, (passage, door)) in nodes.into_iter().zip(doors) {
            let middle = [door.left() + door.right(), door.top() + door.bottom()].map(|sum| sum as f32 * 8.0);
            assert_eq!(node.numbers("position"), middle);
            let parts: Vec<_> = scene.children(&node.path()).map(|part| part.text("type")).collect();
            let is_open = passage.kind == DoorKind::Open;
            if is_open && passage.one_way.is_none() {
                assert!(node.text("type") == "Marker2D" && parts.is_empty());
                continue;
            }
            let occluder = (!is_open).then_some("LightOccluder2D");
            assert_eq!(
                parts,
                ["CollisionShape2D"].into_iter().chain(occluder).chain(["NavigationLink2D"]).collect::<Vec<_>>()
            );
            let shape = scene.children(&node.path()).next().expect("a shape");
            assert_eq!(shape.fields["one_way_collision"] == "true", is_open);
            assert_eq!(node.fields.contains_key("metadata/lock"), level.lock(passage).is_some());
            let link = scene.children(&node.path()).last().expect("a link");
            assert_eq!(link.fields["bidirectional"] == "false", passage.one_way.is_some());
            if passage.one_way.is_some() {
                // Upwards, turned as the shape is, leads from the start to the end.
                let [start, end] = ["start_position", "end_position"].map(|field| link.numbers(field));
                let (sine, cosine) = shape.numbers("rotation")[0].sin_cos();
                assert!((end[0] - start[0]) * sine - (end[1] - start[1]) * cosine > 31.0, "{start:?} {end:?}");
                one_ways += 1;
            }
            // Each end lies on the ground beside the door, in the middle of a cell or between two.
            for end in ["start_position", "end_position"] {
                let at: Vec<f32> = link.numbers(end).iter().zip(middle).map(|(by, at)| (by + at) / 16.0).collect();
                let cell = Cell::new(at[0].floor() as i32, at[1].floor() as i32);
                assert!(level.is_open(cell) && !door.contains(cell), "{cell}");
            }
            let tiles = node.fields["metadata/open_tiles"].matches("Vector2i").count();
            assert_eq!(tiles, door.cells().count());
        }
        let key = |node: &Section| node.fields["metadata/key_id"].parse::<usize>().expect("a number");
        let mut keys: Vec<usize> = scene.children("keys").map(key).collect();
        keys.sort();
        assert_eq!(keys, (0..level.keys().len()).collect::<Vec<_>>());
        assert_eq!(scene.children("rooms").count(), level.rooms().len());
        let stairs = 1 + level.stairs().len() + usize::from(!level.is_dead_end());
        assert_eq!(scene.children("stairs").count(), stairs);
        assert_eq!(scene.children("occluders").count(), level.outlines(OutlineSet::Sight).len());
    }
    assert!(one_ways > 2, "{one_ways}");
}

#[test]
fn no_part_of_a_layer_has_more_lights_than_godot_draws_beside_one_of_the_player() {
    let mut merged = 0;
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let mut generator = Generator::new(&preset);
        for seed in 0..2 {
            let scene = SceneReading::of(generator.generate(seed));
            let side =
                scene.children(".").find_map(|node| node.fields.get("rendering_quadrant_size")).expect("a layer");
            let side: f32 = side.parse::<f32>().expect("a number") * 16.0;
            let reaches: Vec<[f32; 4]> = scene
                .children("lights")
                .map(|light| {
                    let (at, reach) = (light.numbers("position"), light.numbers("texture_scale")[0] * 32.0);
                    [at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach]
                })
                .collect();
            let (columns, rows) = (scene.level.width() as f32 * 16.0 / side, scene.level.height() as f32 * 16.0 / side);
            for (column, row) in
                (0..columns.ceil() as i32).flat_map(|x| (0..rows.ceil() as i32).map(move |y| (x as f32, y as f32)))
            {
                let (left, top) = (column * side, row * side);
                let meets = |light: &&[f32; 4]| {
                    light[0] < left + side && light[2] > left && light[1] < top + side && light[3] > top
                };
                let count = reaches.iter().filter(meets).count();
                assert!(count < 15, "{name} {seed}: {count} lights at {column}, {row}");
            }
            let stairs = scene.children("stairs").count();
            let all = scene.level.lights().count() + stairs;
            assert!(reaches.len() <= all && (reaches.len() == all || side < 256.0));
            merged += usize::from(reaches.len() < all);
            let own = scene.children("lights").filter_map(|light| {
                let prop = light.fields.get("metadata/prop_id")?.parse::<u32>().expect("a number");
                Some((prop, light.numbers("position"), light.numbers("texture_scale")[0] * 2.0))
            });
            let lights: BTreeMap<u32, _> = scene.level.lights().collect();
            for (prop, at, radius) in own {
                assert_eq!(at, lights[&prop].position().map(|metres| metres * 16.0));
                assert!((radius - lights[&prop].light.radius.get()).abs() < 0.001);
            }
        }
    }
    assert!(merged > 0);
}

#[test]
fn navigation_covers_the_ground_without_shut_doors_and_neighbours_share_edges() {
    for level in levels().step_by(2) {
        let scene = SceneReading::of(level);
        let section = scene.sections.iter().find(|section| section.text("type") == "NavigationPolygon").expect("one");
        let corners: Vec<Cell> =
            section.numbers("vertices").chunks(2).map(|at| Cell::new(at[0] as i32 / 16, at[1] as i32 / 16)).collect();
        let mut owners: BTreeMap<Cell, usize> = BTreeMap::new();
        let mut edges: BTreeMap<(Cell, Cell), usize> = BTreeMap::new();
        let polygons = section.fields["polygons"].split("PackedInt32Array(").skip(1).filter(|part| !part.is_empty());
        for (number, polygon) in polygons.enumerate() {
            let polygon = polygon.split(')').next().expect("numbers");
            let ring: Vec<Cell> =
                polygon.split(", ").map(|at| corners[at.parse::<usize>().expect("a number")]).collect();
            for (at, &corner) in ring.iter().enumerate() {
                assert_eq!(edges.insert((corner, ring[(at + 1) % ring.len()]), number), None);
            }
            let range = |value: fn(&Cell) -> i32| {
                let values = ring.iter().map(value);
                values.clone().min().expect("a corner")..values.max().expect("a corner")
            };
            for cell in range(|cell| cell.y).flat_map(|y| range(|cell| cell.x).map(move |x| Cell::new(x, y))) {
                assert_eq!(owners.insert(cell, number), None);
            }
        }
        let is_gap = |passage: &Passage| passage.kind == DoorKind::Open && passage.one_way.is_none();
        let is_shut = |cell| scene.level.door_at(cell).is_some_and(|(_, passage)| !is_gap(passage));
        let ground = scene.level.walkable().iter().filter(|&cell| !is_shut(cell));
        assert!(ground.eq(sorted(owners.keys().copied())));
        // Between two cells of two polygons lies an edge of both.
        for (&cell, &own) in &owners {
            for (next, from, to) in [
                (Cell::new(cell.x + 1, cell.y), Cell::new(cell.x + 1, cell.y), Cell::new(cell.x + 1, cell.y + 1)),
                (Cell::new(cell.x, cell.y + 1), Cell::new(cell.x, cell.y + 1), Cell::new(cell.x + 1, cell.y + 1)),
            ] {
                let Some(other) = owners.get(&next).filter(|other| **other != own) else { continue };
                let covers = |(a, b): (Cell, Cell)| {
                    let (low, high) = if (a.y, a.x) < (b.y, b.x) { (a, b) } else { (b, a) };
                    (low.x..=high.x).contains(&from.x)
                        && (low.x..=high.x).contains(&to.x)
                        && (low.y..=high.y).contains(&from.y)
                        && (low.y..=high.y).contains(&to.y)
                };
                let shared = edges.iter().filter(|&(&edge, &number)| number == own && covers(edge));
                let both = { shared }.any(|(&(a, b), _)| edges.get(&(b, a)) == Some(other));
                assert!(both, "{cell} and {next}");
            }
        }
    }
}

fn sorted(cells: impl Iterator<Item = Cell>) -> impl Iterator<Item = Cell> {
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_by_key(|cell| (cell.y, cell.x));
    cells.into_iter()
}

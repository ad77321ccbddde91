//! Levels as `.glb`, read back by another crate.
//!
//! The tests compare positions and owners of nodes, and that each surface exists once and faces
//! outwards. `tests/interop/run.sh` runs the Khronos Group's validator on the same files.

use std::collections::{BTreeMap, BTreeSet};

use gltf::{Gltf, Node};
use roomgen::{
    Cell, DoorKind, Level, Preset, PropKind, Size, Tile, generate,
    glam::{Mat4, Vec3},
    mesh::WALL_HEIGHT,
    preset::BUILT_IN,
};
use roomgen_export::gltf::write;
use serde_json::Value;

use crate::tier;

const SIZES: [(i64, i64); 3] = [(13, 40), (80, 50), (140, 90)];

/// The tolerance of positions in metres, since quarter turns are inexact as quaternions.
const EXACT: f32 = 1e-4;

/// How far flat props are lifted at most, in metres.
const LIFT: f32 = 1.0 / 256.0;

/// A node with its triangles in level coordinates.
struct SceneNode {
    name: String,
    parent: Option<String>,
    mesh: Option<usize>,
    extras: Value,
    triangles: Vec<[Vec3; 3]>,
    origin: Vec3,
}

impl SceneNode {
    fn bounds(&self) -> (Vec3, Vec3) {
        bounds(self.triangles.iter().flatten().copied())
    }
}

/// The height of the terrain that blocks on a cell; `None` for others.
fn surface(level: &Level, cell: Cell) -> Option<f32> {
    let kind = level.terrain(cell).filter(|kind| kind.blocks)?;
    let depth = kind.depth.get();
    Some(if depth > 0.0 { -depth } else { -0.25 })
}

fn bounds(points: impl Iterator<Item = Vec3>) -> (Vec3, Vec3) {
    points.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(min, max), point| (min.min(point), max.max(point)))
}

/// Calls `check` with levels of every preset and size, and the content of their files.
fn for_each_scene(check: impl Fn(&str, &Level, &Gltf, &[SceneNode]) + Sync) {
    std::thread::scope(|scope| {
        for (name, _) in BUILT_IN {
            let check = &check;
            scope.spawn(move || {
                for &(width, height) in &SIZES[..tier::size(2, 3)] {
                    let size = Size::new(width, height).expect("a possible size");
                    let preset = Preset::built_in(name).and_then(|preset| preset.with_size(size)).expect("a preset");
                    for seed in 0..tier::size(1, 2) {
                        let level = generate(&preset, seed);
                        let scene = read(&write(&level, preset.theme()).expect("a scene"));
                        check(&format!("{name} {width}x{height}, seed {seed}"), &level, &scene, &placed(&scene));
                    }
                }
            });
        }
    });
}

fn read(bytes: &[u8]) -> Gltf {
    Gltf::from_slice(bytes).expect("a sound file")
}

fn placed(scene: &Gltf) -> Vec<SceneNode> {
    let mut all = Vec::new();
    let mut open: Vec<_> =
        scene.default_scene().expect("a scene").nodes().map(|node| (node, None, Mat4::IDENTITY)).collect();
    while let Some((node, parent, above)) = open.pop() {
        let transform = above * Mat4::from_cols_array_2d(&node.transform().matrix());
        let name = node.name().expect("every node has a name").to_owned();
        open.extend(node.children().map(|child| (child, Some(name.clone()), transform)));
        let extras = node.extras().as_ref().map_or(Value::Null, |text| text.get().parse().expect("extras are JSON"));
        all.push(SceneNode {
            name,
            parent,
            mesh: node.mesh().map(|mesh| mesh.index()),
            extras,
            triangles: triangles(scene, &node)
                .into_iter()
                .map(|t| t.map(|at| transform.transform_point3(at)))
                .collect(),
            origin: transform.transform_point3(Vec3::ZERO),
        });
    }
    all
}

/// The triangles of a node's mesh; asserts that they face along their normals.
fn triangles(scene: &Gltf, node: &Node<'_>) -> Vec<[Vec3; 3]> {
    let mut triangles = Vec::new();
    for primitive in node.mesh().into_iter().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>()) {
        let reader = primitive.reader(|_| scene.blob.as_deref());
        let positions: Vec<_> = reader.read_positions().expect("positions").map(Vec3::from).collect();
        let normals: Vec<_> = reader.read_normals().expect("normals").map(Vec3::from).collect();
        let indices: Vec<_> = reader.read_indices().expect("indices").into_u32().map(|index| index as usize).collect();
        let bounding = primitive.bounding_box();
        assert_eq!(bounds(positions.iter().copied()), (bounding.min.into(), bounding.max.into()), "{:?}", node.name());
        for corners in indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|corner| positions[corners[corner]]);
            let across = (b - a).cross(c - a);
            assert!(across.length() > 0.0, "{:?} has a triangle without area", node.name());
            let looks = across.normalize();
            assert!(corners.iter().all(|&corner| normals[corner].dot(looks) > 0.9999), "{:?}", node.name());
            triangles.push([a, b, c]);
        }
    }
    triangles
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn a_scene_has_the_bounds_of_its_level() {
    for_each_scene(|what, level, _, nodes| {
        let tops =
            level.props().filter(|prop| !prop.kind.marker).map(|prop| (prop.kind.elevation + prop.kind.tall).get());
        let wanted = Vec3::new(level.width() as f32, tops.fold(WALL_HEIGHT, f32::max), level.height() as f32);
        let (min, max) = bounds(nodes.iter().flat_map(|node| node.triangles.iter().flatten().copied()));
        let deepest = level.tiles().bounds().cells().filter_map(|cell| surface(level, cell)).fold(0.0, f32::min);
        assert!(
            min.abs_diff_eq(Vec3::new(0.0, deepest, 0.0), EXACT) && max.abs_diff_eq(wanted, EXACT),
            "{what}: {min} to {max}, not {wanted}"
        );
    });
}

#[test]
fn each_prop_is_a_node_of_its_room_where_its_body_is_and_shares_the_mesh_of_its_kind() {
    for_each_scene(|what, level, scene, nodes| {
        let by_id: BTreeMap<u64, &SceneNode> = nodes
            .iter()
            .filter(|node| !node.extras["prop"].is_null())
            .map(|node| (number(&node.extras["prop"]["id"]), node))
            .collect();
        assert_eq!(by_id.len(), level.props().len(), "{what}");
        let mut meshes: BTreeMap<&str, BTreeSet<Option<usize>>> = BTreeMap::new();
        for (id, prop) in (0..).zip(level.props()) {
            let (node, kind) = (by_id[&id], prop.kind);
            let what = || format!("{what}: {}", node.name);
            assert_eq!(node.name, format!("room {} {} {id}", prop.room, kind.name), "{}", what());
            assert_eq!(node.parent, Some(format!("room {}", prop.room)), "{}", what());
            let record = &node.extras["prop"];
            assert_eq!(
                (&record["kind"], number(&record["room"])),
                (&Value::from(kind.name.as_str()), prop.room.into())
            );
            assert_eq!(record["turn"].as_u64().unwrap_or(0), u64::from(prop.turn.quarter_turns()), "{}", what());
            // A marker has no mesh that says what its kind is.
            let mesh = node.mesh.and_then(|mesh| scene.meshes().nth(mesh)).and_then(|mesh| mesh.extras().clone());
            let told = mesh.map_or_else(|| node.extras.clone(), |text| text.get().parse().expect("JSON"));
            let told = &told["kind"];
            assert_eq!(told["marker"].as_bool().unwrap_or(false), kind.marker, "{}", what());
            let tags: Vec<_> = told["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            assert_eq!(tags, kind.labels.tags(), "{}", what());
            meshes.entry(&kind.name).or_default().insert(node.mesh);
            let body = prop.body();
            if kind.marker {
                assert!(node.mesh.is_none() && body.min().y <= node.origin.y, "{}", what());
                continue;
            }
            let lift =
                if kind.tall.parts() == 0 { Vec3::Y * node.origin.y - Vec3::Y * body.min().y } else { Vec3::ZERO };
            assert!((0.0..LIFT).contains(&lift.y), "{}", what());
            let (min, max) = node.bounds();
            assert!(min.abs_diff_eq(body.min() + lift, EXACT), "{}: {min}, not {}", what(), body.min());
            assert!(max.abs_diff_eq(body.max() + lift, EXACT), "{}: {max}, not {}", what(), body.max());
        }
        assert!(meshes.values().all(|meshes| meshes.len() == 1), "{what}: a kind has one mesh");
        let materials: Vec<_> = scene.materials().filter_map(|material| material.name().map(str::to_owned)).collect();
        // A kind may have the name of one of the level's own materials, as the arena's rock.
        let own = ["rock", "door", "entry", "exit"];
        let mut names = BTreeSet::new();
        let once = materials.iter().all(|name| names.insert(name) || own.contains(&name.as_str()));
        assert!(once, "{what}: each material once: {materials:?}");
        for kind in level.kinds().iter().filter(|kind| meshes.contains_key(kind.name.as_str()) && !kind.marker) {
            assert!(materials.iter().any(|name| kind.name == *name), "{what}: {}", kind.name);
        }
    });
}

#[test]
fn names_and_extras_say_which_room_and_passage_is_which() {
    for_each_scene(|what, level, _, nodes| {
        let names: BTreeMap<&str, &SceneNode> = nodes.iter().map(|node| (node.name.as_str(), node)).collect();
        assert_eq!(names.len(), nodes.len(), "{what}: no two nodes have one name");
        for room in level.rooms() {
            let extras = &names[format!("room {}", room.id).as_str()].extras["room"];
            assert_eq!(
                (number(&extras["id"]), &extras["kind"]),
                (room.id.into(), &Value::from(room.kind.name())),
                "{what}"
            );
            assert_eq!(extras["progress"].as_f64().map(|progress| progress as f32), Some(room.progress), "{what}");
            let cells = ["x", "y", "width", "height"].map(|side| extras[side].as_i64().expect("a number"));
            assert_eq!(
                cells,
                [room.rect.left(), room.rect.top(), room.rect.width(), room.rect.height()].map(i64::from)
            );
            let tags: Vec<_> = extras["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            assert_eq!(tags, Vec::from_iter(level.tags(room)), "{what}");
            assert_eq!(extras["vault"].as_str(), level.vault(room), "{what}");
            assert_eq!(extras["layout"].as_str(), level.layout(room), "{what}");
        }
        for (id, passage) in level.passages().iter().enumerate() {
            let extras = &names[format!("passage {id}").as_str()].extras["passage"];
            assert_eq!(
                (&extras["kind"], &extras["rooms"]),
                (&Value::from(passage.kind.name()), &Value::from(passage.rooms.to_vec()))
            );
        }
        let root = &names[level.origin().preset.as_str()].extras["level"];
        assert_eq!(root["seed"], Value::from(level.origin().seed.to_string()), "{what}");
        let count = |word: &str| nodes.iter().filter(|node| !node.extras[word].is_null()).count();
        assert_eq!(count("room"), level.rooms().len(), "{what}");
        let doors: usize = level.passages().iter().map(|passage| passage.doors().len()).sum();
        assert_eq!((count("door"), count("passage")), (doors, level.passages().len()), "{what}");
        for (name, cell) in [("entry", level.entry()), ("exit", level.exit())] {
            let SceneNode { origin, extras, .. } = names[name];
            assert_eq!((origin.x.floor() as i32, origin.z.floor() as i32), (cell.x, cell.y), "{what}: {name}");
            assert_eq!(extras["cell"], Value::from(vec![cell.x, cell.y]), "{what}: {name}");
        }
    });
}

#[test]
fn seen_from_above_each_cell_is_covered_once_and_by_what_it_is() {
    for_each_scene(|what, level, _, nodes| {
        let owner = |cell: Cell| match level.tile(cell) {
            Tile::Rock | Tile::Wall | Tile::Corridor | Tile::Floor if level.terrain(cell).is_some() => {
                format!("terrain {}", level.terrain(cell).expect("terrain").name)
            }
            Tile::Rock => "rock".to_owned(),
            Tile::Wall => "walls".to_owned(),
            Tile::Corridor => "corridors".to_owned(),
            Tile::Door => "doorsteps".to_owned(),
            Tile::Floor => format!("room {}", level.room_at(cell).expect("floor is in a room").id),
        };
        let mut covered: BTreeMap<(i32, i32), Vec<(&str, f32)>> = BTreeMap::new();
        let is_ground =
            |node: &&SceneNode| node.extras.is_null() && !node.name.contains("door ") || !node.extras["room"].is_null();
        for node in nodes.iter().filter(is_ground) {
            for &[a, b, c] in node.triangles.iter().filter(|&&[a, b, c]| (b - a).cross(c - a).y > 0.0) {
                let (min, max) = bounds([a, b, c].into_iter());
                for z in min.z as i32..max.z as i32 {
                    for x in min.x as i32..max.x as i32 {
                        // Off the diagonals, where two triangles would contain the point.
                        let at = Vec3::new(x as f32 + 0.501, a.y, z as f32 + 0.4993);
                        if [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| (to - from).cross(at - from).y > 0.0) {
                            covered.entry((x, z)).or_default().push((&node.name, at.y));
                        }
                    }
                }
            }
        }
        for cell in level.tiles().bounds().cells() {
            let is_wall = level.tile(cell) == Tile::Wall && level.terrain(cell).is_none();
            let height = surface(level, cell).unwrap_or(if is_wall { WALL_HEIGHT } else { 0.0 });
            let by = covered.get(&(cell.x, cell.y)).map(Vec::as_slice).unwrap_or_default();
            // Below a deck lies what it leads over.
            let is_deck = level.tile(cell) == Tile::Corridor && level.terrain(cell).is_some_and(|kind| !kind.blocks);
            let by: Vec<_> = by.iter().filter(|(_, y)| !is_deck || *y >= 0.0).copied().collect();
            assert!(
                matches!(by[..], [(name, y)] if name == owner(cell) && (y - height).abs() < EXACT),
                "{what}: {cell} {by:?}"
            );
        }
    });
}

#[test]
fn walls_leaves_and_props_are_closed_and_look_outwards() {
    let volume =
        |triangles: &[[Vec3; 3]]| triangles.iter().map(|&[a, b, c]| f64::from(a.dot(b.cross(c))) / 6.0).sum::<f64>();
    for_each_scene(|what, level, _, nodes| {
        let walls = nodes.iter().find(|node| node.name == "walls").expect("every level has walls");
        let is_wall = |cell: Cell| level.tile(cell) == Tile::Wall && level.terrain(cell).is_none();
        let cells = level.tiles().bounds().cells().filter(|&cell| is_wall(cell)).count();
        let wanted = cells as f64 * f64::from(WALL_HEIGHT);
        assert!((volume(&walls.triangles) / wanted - 1.0).abs() < 1e-6, "{what}");
        let sides: f32 = walls
            .triangles
            .iter()
            .filter(|[a, b, c]| a.y.max(b.y).max(c.y) > a.y.min(b.y).min(c.y))
            .map(|&[a, b, c]| (b - a).cross(c - a).length() / 2.0)
            .sum();
        let open = |cell: &Cell| cell.neighbours().filter(|&beside| !is_wall(beside)).count();
        let shown: usize = level.tiles().bounds().cells().filter(|&cell| is_wall(cell)).map(|cell| open(&cell)).sum();
        assert!(
            (sides / (shown as f32 * WALL_HEIGHT) - 1.0).abs() < 1e-4,
            "{what}: {sides} m2 of sides, not {shown} faces"
        );

        let flat: BTreeSet<&str> =
            level.kinds().iter().filter(|kind| kind.tall.parts() == 0).map(|kind| kind.name.as_str()).collect();
        for node in nodes.iter().filter(|node| node.mesh.is_some()) {
            let is_body = node.name.contains("leaf")
                || ["entry", "exit"].contains(&node.name.as_str())
                || node.extras["prop"].is_object();
            if !is_body || node.extras["prop"]["kind"].as_str().is_some_and(|kind| flat.contains(kind)) {
                continue;
            }
            let mut edges: BTreeMap<_, i32> = BTreeMap::new();
            let key = |at: Vec3| (at * 4096.0).round().to_array().map(|part| part as i32);
            for &[a, b, c] in &node.triangles {
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    *edges.entry((key(from), key(to))).or_default() += 1;
                    *edges.entry((key(to), key(from))).or_default() -= 1;
                }
            }
            assert!(edges.values().all(|&way| way == 0), "{what}: {} is open", node.name);
            let around: Vec<_> = node.triangles.iter().map(|corners| corners.map(|at| at - node.origin)).collect();
            assert!(volume(&around) > 0.0, "{what}: {} is inside out", node.name);
        }
    });
}

#[test]
fn leaves_close_their_doors_and_open_ones_stand_aside() {
    let mut met = std::sync::Mutex::new(BTreeSet::new());
    for_each_scene(|what, level, _, nodes| {
        let leaves: Vec<&SceneNode> = nodes.iter().filter(|node| node.name.contains("leaf")).collect();
        for (id, passage) in level.passages().iter().enumerate().filter(|(_, passage)| !level.is_bare(passage)) {
            met.lock().expect("no thread fails").insert(passage.kind);
            for (number, door) in passage.doors().iter().enumerate() {
                let name = format!("passage {id} door {number}");
                let hung = leaves.iter().filter(|leaf| leaf.parent.as_ref() == Some(&name));
                let (min, max) = bounds(hung.flat_map(|leaf| leaf.triangles.iter().flatten().copied()));
                let (least, most) = (
                    Vec3::new(door.left() as f32, 0.0, door.top() as f32),
                    Vec3::new(door.right() as f32, WALL_HEIGHT, door.bottom() as f32),
                );
                let reach = if passage.kind == DoorKind::Open { Vec3::new(1.0, 0.0, 1.0) } else { Vec3::ZERO } + EXACT;
                let what = || format!("{what}: {name}, {:?}, {min} to {max}, not in {door}", passage.kind);
                assert!(min.cmpge(least - reach).all() && max.cmple(most + reach).all(), "{}", what());
                assert!(max.y > PropKind::HEADROOM.get(), "{}", what());
                // Along the wall the leaf fills the doorway, and it is nowhere thicker than the
                // wall.
                let (along, wide) = ((max - min).max_element(), door.width().max(door.height()) as f32);
                let (across_x, across_z) = (max.x - min.x, max.z - min.z);
                match passage.kind {
                    DoorKind::Open => assert!(along >= 1.0 - EXACT, "{}", what()),
                    _ => assert!((across_x.max(across_z) - wide).abs() < EXACT, "{}", what()),
                }
                if passage.kind == DoorKind::Secret {
                    assert!(min.abs_diff_eq(least, EXACT) && max.abs_diff_eq(most, EXACT), "{}", what());
                }
                // An open door leaves a strip of the doorway free to walk through.
                if passage.kind == DoorKind::Open {
                    let hung = leaves.iter().filter(|leaf| leaf.parent.as_ref() == Some(&name));
                    assert!(
                        hung.map(|leaf| leaf.bounds()).all(|(min, max)| (max.x - min.x).min(max.z - min.z) < 0.25),
                        "{}",
                        what()
                    );
                }
            }
        }
    });
    let met = met.get_mut().expect("no thread fails");
    assert_eq!(met.len(), DoorKind::ALL.len(), "the presets have doors of every kind");
}

#[test]
fn the_same_level_is_the_same_bytes_and_chunks_are_whole_words() {
    let preset = Preset::built_in("crypt").expect("a preset");
    let bytes = |seed| write(&generate(&preset, seed), preset.theme()).expect("a scene");
    let (one, other) = (bytes(42), bytes(43));
    assert!(one == bytes(42) && one != other);
    for bytes in [one, other] {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
        let json = word(12);
        assert_eq!((word(8), word(8) % 4, json % 4, word(20 + json) % 4), (bytes.len(), 0, 0, 0));
        assert_eq!(20 + json + 8 + word(20 + json), bytes.len());
        let text = std::str::from_utf8(&bytes[20..20 + json]).expect("text");
        assert!(text.contains("\"generator\":\"roomgen ") && !text.contains("copyright"));
    }
}

#[test]
fn lights_glow_in_their_colour_until_they_are_put_out() {
    let text = r##"(name: "lit", props: {
        "oil lamp": (glyph: 'l', color: "#00ff00", light: (color: "#ff0000", radius: 3.0, strength: 0.5), blocks: false),
        "sun": (glyph: 'o', color: "#00ff00", light: (color: "#ffffff", radius: 3.0, strength: 2.0)),
        "dark lamp": (glyph: 's', color: "#0000ff", tags: ["light"]),
    }, layouts: [(name: "all", formations: [
        (shape: Square, at: NorthWest, size: Cells(1), prop: "oil lamp"),
        (shape: Square, at: SouthWest, size: Cells(1), prop: "oil lamp"),
        (shape: Square, at: NorthEast, size: Cells(1), prop: "sun"),
        (shape: Square, at: SouthEast, size: Cells(1), prop: "dark lamp"),
    ])])"##;
    let preset = Preset::parse(text).expect("a preset");
    let mut level = generate(&preset, 1);
    let lamp = level.props().position(|prop| prop.kind.name == "oil lamp").expect("a lamp") as u32;
    assert_eq!(level.set_lit(lamp, false), Some(true));
    let scene = read(&write(&level, preset.theme()).expect("a scene"));
    let glow = |name: &str| {
        let mut materials = scene.materials();
        materials.find(|material| material.name() == Some(name)).map(|material| material.emissive_factor())
    };
    assert_eq!(glow("oil lamp"), Some([0.5, 0.0, 0.0]));
    assert_eq!(glow("sun"), Some([1.0; 3]), "a body is not brighter than white");
    assert_eq!(glow("oil lamp out"), Some([0.0; 3]));
    assert_eq!(glow("dark lamp"), Some([0.0; 3]), "a tag is no light");
    let names: Vec<_> = scene.meshes().filter_map(|mesh| mesh.name()).filter(|name| name.contains("lamp")).collect();
    assert_eq!(names.iter().filter(|name| **name == "oil lamp").count(), 1, "{names:?}");
}

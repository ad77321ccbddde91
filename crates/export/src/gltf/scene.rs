//! Builds the node tree of a level: structure, passages with doors, rooms with props.

use std::{collections::BTreeMap, f32::consts::FRAC_1_SQRT_2};

use roomgen::glam::Vec3;
use serde_json::json;

use super::{
    builder::GltfBuilder,
    document::{GltfDocument, GltfExtensions, GltfIndex, GltfLightOfNode, GltfNode},
    doors::{leaves, parts},
    extras::{GltfExtras, extras, of_door, of_prop},
    geometry::box_between,
    lights,
    materials::{self, StructureSurface},
};
use roomgen::{
    geom::{Cell, Direction},
    grid::Grid,
    level::{DoorKind, Level, Prop, Tile},
    level_file::records,
    mesh::{Mesh, MeshSurface},
    model::{Light, Metres, PropKind},
    spatial::Aabb3,
    theme::Theme,
    workspace::{faces_of_box, ground_of, without_import_hints},
};

/// The distance in metres by which a prop without height is raised above what it lies on, against
/// z-fighting: half of the smallest height that a prop can have.
const LIFT: f32 = 0.5 / Metres::PARTS as f32;

/// The width of the bevel of props' upper edges, in metres.
const BEVEL: f32 = 0.125;

/// Half the side, and the height, of the plates that mark entry and exit, in metres: inside a cell,
/// and low enough to step on.
const PLATE: [f32; 2] = [0.375, 0.0625];

/// Returns the glTF document of a level, and the bytes of its buffer.
pub(super) fn scene(level: &Level, theme: &Theme) -> (GltfDocument, Vec<u8>) {
    let mut builder = GltfBuilder::new(theme);
    let mut children = structure(&mut builder, level);
    let at = |Cell { x, y }: Cell| extras("cell", &json!([x, y]));
    let entry = level.entry();
    children.push(plate(&mut builder, "entry", StructureSurface::Entry, entry, at(entry)));
    if !level.is_dead_end() {
        let exit = level.exit();
        children.push(plate(&mut builder, "exit", StructureSurface::Exit, exit, at(exit)));
    }
    for (id, stairs) in (0..).zip(level.stairs()) {
        let (name, record) = (format!("stairs {id}"), extras("stairs", &records::stairs(id, stairs)));
        children.push(plate(&mut builder, &name, StructureSurface::Exit, stairs.cell, record));
    }
    children.extend(keys(&mut builder, level));
    children.extend(passages(&mut builder, level));
    children.extend(rooms(&mut builder, level));
    let name = &level.origin().preset;
    let extras = extras("level", &records::level(level));
    let name = without_import_hints(name);
    let root = builder.add_node(GltfNode { name: name.clone(), children, extras, ..GltfNode::default() });
    builder.finish(name, root)
}

/// Adds a node for each of rock, corridors, doorsteps, walls and kinds of terrain that the level
/// has.
fn structure(builder: &mut GltfBuilder<'_>, level: &Level) -> Vec<GltfIndex> {
    let mesh = Mesh::without_props(level);
    let faces = |wanted: MeshSurface| {
        let parts = mesh.parts().iter().filter(move |part| part.surface == wanted);
        parts.flat_map(|part| mesh.faces(part))
    };
    let mut walls = builder.add_faces(StructureSurface::WallFace, faces(MeshSurface::Wall).filter(is_side));
    let level_faces = faces(MeshSurface::Wall).filter(|face| !is_side(face));
    walls.extend(builder.add_faces(StructureSurface::WallTop, level_faces));
    let dry = without_terrain(level);
    let rock = builder.add_faces(StructureSurface::Rock, ground_of(dry.as_ref().unwrap_or(level.tiles()), Tile::Rock));
    let corridors = builder.add_faces(StructureSurface::Corridor, faces(MeshSurface::Corridor));
    let doorsteps = builder.add_faces(StructureSurface::Doorstep, faces(MeshSurface::Door));
    let parts = [("rock", rock), ("corridors", corridors), ("doorsteps", doorsteps), ("walls", walls)];
    let nodes = parts.into_iter().filter_map(|(name, primitives)| {
        let mesh = builder.add_mesh(name, primitives, None)?;
        Some(builder.add_node(GltfNode { name: name.to_owned(), mesh: Some(mesh), ..GltfNode::default() }))
    });
    let mut nodes: Vec<_> = nodes.collect();
    for (kind, number) in level.terrain_kinds().iter().zip(0..) {
        let mut surface = faces(MeshSurface::Terrain { kind: number }).peekable();
        if surface.peek().is_none() {
            continue;
        }
        let material = builder.add_material(materials::of_terrain(kind));
        let primitives = builder.add_faces_of(material, surface);
        let name = without_import_hints(&format!("terrain {}", kind.name));
        if let Some(mesh) = builder.add_mesh(name.clone(), primitives, None) {
            nodes.push(builder.add_node(GltfNode { name, mesh: Some(mesh), ..GltfNode::default() }));
        }
    }
    nodes
}

/// The tiles of a level without the rock and floor that terrain takes the place of; `None` without
/// terrain.
fn without_terrain(level: &Level) -> Option<Grid<Tile>> {
    let cells = level.terrain_cells()?;
    let mut tiles = level.tiles().clone();
    for cell in cells.bounds().cells().filter(|&cell| level.terrain(cell).is_some()) {
        if matches!(level.tile(cell), Tile::Rock | Tile::Floor) {
            tiles.set(cell, Tile::Wall);
        }
    }
    Some(tiles)
}

/// Whether a face is vertical. The last two corners of a vertical face are its upper ones.
fn is_side(face: &[Vec3; 4]) -> bool {
    face[0].y < face[2].y
}

/// Adds the plate that marks stairs.
fn plate(
    builder: &mut GltfBuilder<'_>,
    name: &str,
    stuff: StructureSurface,
    cell: Cell,
    extras: GltfExtras,
) -> GltfIndex {
    let [half, height] = PLATE;
    let faces = faces_of_box(box_between([-half, 0.0, -half], [half, height, half]));
    let primitives = builder.add_faces(stuff, faces);
    let mesh = builder.add_mesh(name, primitives, None);
    let translation = Some([cell.x as f32 + 0.5, 0.0, cell.y as f32 + 0.5]);
    builder.add_node(GltfNode { name: name.to_owned(), mesh, translation, extras, ..GltfNode::default() })
}

/// Adds a node without a mesh for each key and switch, at the middle of its cell. The prop with its
/// name has a mesh.
fn keys(builder: &mut GltfBuilder<'_>, level: &Level) -> Vec<GltfIndex> {
    let keys = (0..).zip(level.keys()).map(|(id, key)| {
        builder.add_node(GltfNode {
            name: format!("key {id}"),
            translation: Some([key.cell.x as f32 + 0.5, 0.0, key.cell.y as f32 + 0.5]),
            extras: extras("key", &records::key(level, id, key)),
            ..GltfNode::default()
        })
    });
    keys.collect()
}

/// Adds a node for each passage, with a child for each door, which has a child for each leaf.
fn passages(builder: &mut GltfBuilder<'_>, level: &Level) -> Vec<GltfIndex> {
    let mut meshes = BTreeMap::new();
    let passages = (0..).zip(level.passages()).map(|(id, passage)| {
        let mut doors = Vec::new();
        let lock = level.lock_mark(passage).map(|mark| mark.number);
        for (number, &cells) in (0..).zip(passage.doors()) {
            let name = format!("passage {id} door {number}");
            let mut leaf_nodes = Vec::new();
            let leaves = (!level.is_bare(passage)).then(|| leaves(level, cells, passage.kind));
            for (leaf, which) in leaves.into_iter().flatten().zip(0..) {
                let mesh = *meshes
                    .entry((passage.kind, lock, leaf.width))
                    .or_insert_with(|| add_leaf(builder, passage.kind, lock, leaf.width));
                leaf_nodes.push(builder.add_node(GltfNode {
                    name: format!("{name} leaf {which}"),
                    mesh,
                    translation: Some(leaf.hinge.to_array()),
                    rotation: rotation(leaf.turn),
                    ..GltfNode::default()
                }));
            }
            let extras = of_door(level, id, passage, number, cells);
            doors.push(builder.add_node(GltfNode { name, children: leaf_nodes, extras, ..GltfNode::default() }));
        }
        let extras = extras("passage", &records::passage(level, id, passage));
        builder.add_node(GltfNode { name: format!("passage {id}"), children: doors, extras, ..GltfNode::default() })
    });
    passages.collect()
}

/// Adds the mesh that all leaves of one kind, lock and width share. `lock` is a number, `width` is
/// in half metres.
fn add_leaf(builder: &mut GltfBuilder<'_>, kind: DoorKind, lock: Option<u32>, width: u16) -> Option<GltfIndex> {
    let faces = parts(kind, width).into_iter().flat_map(faces_of_box);
    let primitives = match kind {
        DoorKind::Secret => {
            let (sides, rest): (Vec<_>, Vec<_>) = faces.partition(is_side);
            let mut primitives = builder.add_faces(StructureSurface::WallFace, sides);
            primitives.extend(builder.add_faces(StructureSurface::WallTop, rest));
            primitives
        }
        DoorKind::Barred => builder.add_faces(StructureSurface::Grate(lock), faces),
        DoorKind::Open | DoorKind::Closed => builder.add_faces(StructureSurface::Door, faces),
    };
    let lock = lock.map(|lock| format!(", lock {lock}")).unwrap_or_default();
    let name = format!("{} door of {} m{lock}", kind.name().to_lowercase(), f32::from(width) / 2.0);
    builder.add_mesh(name, primitives, None)
}

/// Adds a node for each room, whose mesh is its floor, with a child for each prop.
fn rooms(builder: &mut GltfBuilder<'_>, level: &Level) -> Vec<GltfIndex> {
    let mut props = props(builder, level);
    let mut floors = floors(level);
    let rooms = level.rooms().iter().map(|room| {
        let name = format!("room {}", room.id);
        let floor = std::mem::take(&mut floors[room.id as usize]);
        let primitives = builder.add_faces(StructureSurface::floor(room.progress), floor);
        let mesh = builder.add_mesh(format!("{name} floor"), primitives, None);
        let children = std::mem::take(&mut props[room.id as usize]);
        let extras = extras("room", &records::room(level, room));
        builder.add_node(GltfNode { name, mesh, children, extras, ..GltfNode::default() })
    });
    rooms.collect()
}

/// The merged floor faces of each room, by room id. No face spans two rooms, since walls separate
/// them.
fn floors(level: &Level) -> Vec<Vec<[Vec3; 4]>> {
    let mut floors = vec![Vec::new(); level.rooms().len()];
    let dry = without_terrain(level);
    for face in ground_of(dry.as_ref().unwrap_or(level.tiles()), Tile::Floor) {
        let [north_west, ..] = face;
        if let Some(room) = level.room_at(Cell::new(north_west.x as i32, north_west.z as i32)) {
            floors[room.id as usize].push(face);
        }
    }
    floors
}

/// Adds a node for each prop, and returns the nodes of each room, by room id. Props of one kind
/// share a mesh and a light, those whose light is out another mesh; markers have no mesh.
fn props(builder: &mut GltfBuilder<'_>, level: &Level) -> Vec<Vec<GltfIndex>> {
    let mut by_room = vec![Vec::new(); level.rooms().len()];
    let (mut meshes, mut lights) = (BTreeMap::new(), BTreeMap::new());
    for prop in level.props() {
        let burning = prop.light();
        let key = (&prop.kind.name, burning.is_some());
        let mesh = *meshes.entry(key).or_insert_with(|| add_kind(builder, prop.kind, burning));
        let name = without_import_hints(&format!("room {} {} {}", prop.room, prop.kind.name, prop.id));
        let light = burning.map(|light| {
            let light =
                *lights.entry(&prop.kind.name).or_insert_with(|| builder.add_light(lights::of_kind(prop.kind, light)));
            light_node(builder, &name, prop.kind, light)
        });
        let node = builder.add_node(GltfNode {
            name,
            mesh,
            translation: Some(place(&prop)),
            rotation: rotation(prop.turn),
            children: light.into_iter().collect(),
            extras: of_prop(&prop, &records::prop(level, &prop)),
            ..GltfNode::default()
        });
        by_room[prop.room as usize].push(node);
    }
    by_room
}

/// Adds the node of a prop's light, a child of the prop's node, which has the name `prop`.
fn light_node(builder: &mut GltfBuilder<'_>, prop: &str, kind: &PropKind, light: GltfIndex) -> GltfIndex {
    builder.add_node(GltfNode {
        name: format!("{prop} light"),
        translation: Some([0.0, lights::height(kind), 0.0]),
        extensions: Some(GltfExtensions { lights: GltfLightOfNode { light } }),
        ..GltfNode::default()
    })
}

/// The position of a prop: the centre of its underside.
fn place(prop: &Prop<'_>) -> [f32; 3] {
    let body = prop.body();
    let middle = (body.min() + body.max()) / 2.0;
    let is_flat = !prop.kind.marker && body.max().y <= body.min().y;
    [middle.x, body.min().y + if is_flat { LIFT } else { 0.0 }, middle.z]
}

/// Adds the mesh of a kind of prop: its body, with the centre of the underside at the origin,
/// facing north. It glows while its light burns. A marker has none.
fn add_kind(builder: &mut GltfBuilder<'_>, kind: &PropKind, light: Option<Light>) -> Option<GltfIndex> {
    if kind.marker {
        return None;
    }
    let [width, depth] = kind.body.map(|side| side.get() / 2.0);
    let body = box_between([-width, 0.0, -depth], [width, kind.tall.get(), depth]);
    let material = builder.add_material(materials::of_kind(kind, light));
    let primitives = builder.add_faces_of(material, bevelled(body));
    builder.add_mesh(materials::name_of(kind, light), primitives, extras("kind", &records::kind(kind)))
}

/// The faces of a box with bevelled upper edges, which set props apart. A box without height has
/// only a top.
fn bevelled(body: Aabb3) -> Vec<[Vec3; 4]> {
    let (min, max) = (body.min(), body.max());
    let sides = max - min;
    let cut = BEVEL.min(sides.min_element() / 4.0);
    if cut <= 0.0 {
        return faces_of_box(body).collect();
    }
    let around = |inset: f32, y: f32| {
        let (min, max) = (min + inset, max - inset);
        [(min.x, min.z), (min.x, max.z), (max.x, max.z), (max.x, min.z)].map(|(x, z)| Vec3::new(x, y, z))
    };
    let (foot, rim, top) = (around(0.0, min.y), around(0.0, max.y - cut), around(cut, max.y));
    let [a, b, c, d] = foot;
    let mut faces = vec![top, [a, d, c, b]];
    for (left, right) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        faces.push([foot[left], foot[right], rim[right], rim[left]]);
        faces.push([rim[left], rim[right], top[right], top[left]]);
    }
    faces
}

/// The rotation about the y axis that turns north to `turn`. Positive angles are counter-clockwise
/// seen from above.
fn rotation(turn: Direction) -> Option<[f32; 4]> {
    match turn {
        Direction::North => None,
        Direction::East => Some([0.0, -FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2]),
        Direction::South => Some([0.0, 1.0, 0.0, 0.0]),
        Direction::West => Some([0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2]),
    }
}

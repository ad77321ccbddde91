//! A ball on its way through a level: what might it collide with?
//!
//! Run: `cargo run --example colliders --no-default-features -- leaves.obj`; the file, if one is named, gets the leaves of the
//! triangle octree as a wireframe, which any 3D viewer shows.

use std::{error::Error, fmt::Write};

use roomgen::{
    Cell, Level, Preset,
    mesh::{Mesh, Surface},
    spatial::{Aabb3, Sphere3, TriangleOctree},
};

/// The ball's radius, in metres.
const RADIUS: f32 = 0.4;

fn main() -> Result<(), Box<dyn Error>> {
    let level = roomgen::generate(&Preset::built_in("crypt")?, 42);
    let mesh = Mesh::from_level(&level)?;
    let tree = TriangleOctree::new(mesh.vertices(), mesh.triangles())?;
    println!("{} triangles: {:?}", tree.len(), tree.statistics());

    let mut found = Vec::new();
    let (mut steps, mut total) = (0, 0);
    for cell in way(&level) {
        let ball = Sphere3::new([cell.x as f32 + 0.5, RADIUS, cell.y as f32 + 0.5], RADIUS)?;
        tree.candidates_into(&ball, &mut found);
        let of = |wanted: fn(Surface) -> bool| {
            found.iter().filter(|&&triangle| mesh.surface(triangle).is_some_and(wanted)).count()
        };
        let walls = of(|surface| surface == Surface::Wall);
        let props = of(|surface| matches!(surface, Surface::Prop { .. }));
        println!("{cell}: {} potential colliders, {walls} of walls, {props} of props", found.len());
        steps += 1;
        total += found.len();
    }
    println!("{steps} steps, {:.1} potential colliders on average", total as f32 / steps as f32);

    if let Some(path) = std::env::args_os().nth(1) {
        std::fs::write(&path, wireframe(tree.leaves())?)?;
        println!("the leaves are in {}", path.display());
    }
    Ok(())
}

/// The cells from entry to exit, along the rooms of the main path, each one step from the one before.
fn way(level: &Level) -> Vec<Cell> {
    let path = level.path();
    let mut way = vec![level.entry()];
    let doors = path.windows(2).filter_map(|rooms| {
        let passage = level.passages().iter().find(|passage| rooms.iter().all(|room| passage.rooms.contains(room)))?;
        Some(passage.doors()[0])
    });
    let goals: Vec<_> = doors.map(|door| Cell::new(door.left(), door.top())).chain([level.exit()]).collect();
    for goal in goals {
        let distances = level.distances(goal);
        let steps = |cell: Cell| distances.get(cell).unwrap_or(u32::MAX);
        let mut cell = way[way.len() - 1];
        while cell != goal {
            let Some(next) =
                cell.neighbours().min_by_key(|&next| steps(next)).filter(|&next| steps(next) < steps(cell))
            else {
                break;
            };
            way.push(next);
            cell = next;
        }
    }
    way
}

/// Boxes as a Wavefront OBJ of lines.
fn wireframe(boxes: impl Iterator<Item = Aabb3>) -> Result<String, std::fmt::Error> {
    /// Corners differ in one bit along an edge.
    const EDGES: [[usize; 2]; 12] =
        [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
    let mut text = String::from("# leaves of the triangle octree, in metres\n");
    for (id, leaf) in boxes.enumerate() {
        let (min, max) = leaf.corners();
        for corner in 0..8usize {
            let [x, y, z] = [0, 1, 2].map(|axis| if corner >> axis & 1 == 1 { max[axis] } else { min[axis] });
            writeln!(text, "v {x} {y} {z}")?;
        }
        for [from, to] in EDGES {
            writeln!(text, "l {} {}", 8 * id + from + 1, 8 * id + to + 1)?;
        }
    }
    Ok(text)
}

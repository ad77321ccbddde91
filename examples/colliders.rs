//! Reports the potential colliders of a ball on its way through a level.
//!
//! Run:
//! `cargo run --example colliders -- --nodes nodes.obj --leaves leaves.obj`
//!
//! Without arguments it only reports. `--nodes` writes the nodes of the octree over the level's
//! props, `--leaves` the leaves of the octree over its triangles, each as a wireframe in OBJ for
//! any 3D program. `--preset` and `--seed` choose another level.

use std::{env, error::Error, fmt::Write, fs, path::PathBuf};

use roomgen::{
    Cell, Level, Preset, PropKind,
    mesh::{Mesh, MeshSurface},
    spatial::{Aabb3, Sphere3, TriangleOctree},
};

const RADIUS: f32 = 0.4;

/// The parsed arguments.
struct Arguments {
    preset: String,
    seed: u64,
    nodes: Option<PathBuf>,
    leaves: Option<PathBuf>,
}

impl Arguments {
    fn from_arguments() -> Result<Self, Box<dyn Error>> {
        let mut wanted = Self { preset: "crypt".to_owned(), seed: 42, nodes: None, leaves: None };
        let mut arguments = env::args().skip(1);
        while let Some(flag) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{flag} needs a value"));
            match flag.as_str() {
                "--nodes" => wanted.nodes = Some(value()?.into()),
                "--leaves" => wanted.leaves = Some(value()?.into()),
                "--preset" => wanted.preset = value()?,
                "--seed" => wanted.seed = value()?.parse()?,
                _ => {
                    return Err(
                        format!("{flag}? Known are --nodes FILE, --leaves FILE, --preset NAME, --seed N").into()
                    );
                }
            }
        }
        Ok(wanted)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted = Arguments::from_arguments()?;
    let level = roomgen::generate(&Preset::built_in(&wanted.preset)?, wanted.seed);
    let mesh = Mesh::from_level(&level)?;
    let triangles = TriangleOctree::new(mesh.vertices(), mesh.triangles())?;
    let mut octree = level.octree();
    octree.update();
    println!("{} triangles: {:?}", triangles.len(), triangles.statistics());
    println!("{} props: {:?}", octree.len(), octree.statistics());

    let props: Vec<_> = level.props().collect();
    let (mut found, mut near) = (Vec::new(), Vec::new());
    let way = way(&level);
    let mut total = 0;
    for &cell in &way {
        let ball = Sphere3::new([cell.x as f32 + 0.5, RADIUS, cell.y as f32 + 0.5], RADIUS)?;
        triangles.candidates_into(&ball, &mut found);
        let walls = found.iter().filter(|&&triangle| mesh.surface(triangle) == Some(MeshSurface::Wall)).count();
        // The props within reach.
        near.clear();
        octree.query(&Sphere3::new(ball.center(), 3.0 * RADIUS)?, PropKind::ANY, &mut near);
        near.sort();
        let names: Vec<_> = near.iter().map(|id| props[id.index()].kind.name.as_str()).collect();
        println!("{cell}: {} potential colliders, {walls} of walls; in reach: [{}]", found.len(), names.join(", "));
        total += found.len();
    }
    println!("{} steps, {:.1} potential colliders on average", way.len(), total as f32 / way.len() as f32);

    if let Some(path) = wanted.nodes {
        fs::write(&path, wireframe("nodes of the octree", octree.nodes().map(|node| node.region))?)?;
        println!("the octree's nodes are in {}", path.display());
    }
    if let Some(path) = wanted.leaves {
        fs::write(&path, wireframe("leaves of the triangle octree", triangles.leaves())?)?;
        println!("the triangle octree's leaves are in {}", path.display());
    }
    Ok(())
}

/// The cells from entry to exit through the rooms of the main path, one step apart.
fn way(level: &Level) -> Vec<Cell> {
    let path = level.path();
    let mut way = vec![level.entry()];
    let doors = path.windows(2).filter_map(|rooms| {
        let passage = level.passages().iter().find(|passage| rooms.iter().all(|room| passage.rooms.contains(room)))?;
        Some(passage.doors()[0])
    });
    let goals: Vec<_> = doors.map(|door| door.top_left()).chain([level.exit()]).collect();
    for goal in goals {
        let from = way[way.len() - 1];
        way.extend(level.path_as_if_open(from, goal).into_iter().flatten().skip(1));
    }
    way
}

/// Boxes as the lines of a Wavefront OBJ.
fn wireframe(what: &str, boxes: impl Iterator<Item = Aabb3>) -> Result<String, std::fmt::Error> {
    /// Pairs of corners that differ in one bit.
    const EDGES: [[usize; 2]; 12] =
        [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
    let mut text = format!("# {what}, in metres\n");
    for (id, shown) in boxes.enumerate() {
        let (min, max) = shown.corners();
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

//! Writes the nodes of an octree over the props of a level as a wireframe in OBJ, to look at in any 3D program:
//! `cargo run --example wireframe > nodes.obj`.

use roomgen::{
    Preset, generate,
    spatial::{Aabb3, Object, Octree},
};

/// The edges of a box, by the numbers of its corners: bit `axis` set means the greater end.
const EDGES: [(usize, usize); 12] =
    [(0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level = generate(&Preset::built_in("crypt")?, 42);
    let mut octree = Octree::new(&Aabb3::new([0.0; 3], [80.0, 4.0, 50.0])?)?;
    for prop in level.props() {
        // A cell is a square of one metre; its y is z in space, where y is up.
        let [left, top, right, bottom] =
            [prop.cells.left(), prop.cells.top(), prop.cells.right(), prop.cells.bottom()].map(|cell| cell as f32);
        octree.insert(Object::new(Aabb3::new([left, 0.0, top], [right, 1.0, bottom])?).as_static());
    }
    octree.update();
    println!("# {:?}", octree.statistics());
    for (number, node) in octree.nodes().enumerate() {
        let ends = [node.region.min(), node.region.max()];
        for corner in 0..8 {
            println!("v {} {} {}", ends[corner & 1].x, ends[corner >> 1 & 1].y, ends[corner >> 2].z);
        }
        for (from, to) in EDGES {
            println!("l {} {}", number * 8 + from + 1, number * 8 + to + 1);
        }
    }
    Ok(())
}

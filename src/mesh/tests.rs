//! Meshes compared with cell-by-cell counts: area, volume, closed surfaces and bounds.

#![expect(clippy::float_cmp, reason = "sums of multiples of 1/256 m are exact")]

use std::collections::BTreeMap;

use super::*;
use crate::{
    geom::{Cell, Direction},
    level::fixture,
    model::{Metres, TurnedFootprintSize},
};

/// Hand-made levels: one with some of everything, and single rooms.
fn levels() -> Vec<Level> {
    let mut levels = vec![fixture::level(), fixture::single_room(7), fixture::single_room(40), fixture::shaped()];
    levels[0].kinds[4].elevation = Metres::whole(0);
    levels[0].props[2].offset = [-64, 32];
    levels
}

fn triangles(mesh: &Mesh, wanted: impl Fn(MeshSurface) -> bool) -> Vec<[Vec3; 3]> {
    let parts = mesh.parts().iter().filter(|part| wanted(part.surface));
    parts.flat_map(|part| part.triangles.clone()).map(|triangle| mesh.corners(triangle).unwrap()).collect()
}

/// The outward normal; its length is twice the area.
fn normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    (b - a).cross(c - a)
}

fn area(triangles: &[[Vec3; 3]]) -> f64 {
    triangles.iter().map(|&corners| f64::from(normal(corners).length()) / 2.0).sum()
}

/// For each segment of an edge, how often it is traversed one way minus the other way; zeros are
/// left out. Axis-aligned edges are cut at every integer x and z.
fn open_edges(triangles: &[[Vec3; 3]]) -> Vec<([i32; 3], [i32; 3], i32)> {
    let mut edges: BTreeMap<_, i32> = BTreeMap::new();
    let parts = |point: Vec3| point.to_array().map(|value| (value * 256.0) as i32);
    for corners in triangles {
        for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(from, to)| (parts(corners[from]), parts(corners[to]))) {
            let apart = |axis: usize| to[axis] - from[axis];
            let along_an_axis = (0..3).filter(|&axis| apart(axis) != 0).count() == 1;
            let metres = apart(0).abs().max(apart(2).abs()) / 256;
            let steps = if along_an_axis { metres.max(1) } else { 1 };
            for step in 0..steps {
                let at = |step: i32| [0, 1, 2].map(|axis| from[axis] + apart(axis) / steps * step);
                let (start, end) = (at(step), if step + 1 == steps { to } else { at(step + 1) });
                let (key, way) = if start < end { ((start, end), 1) } else { ((end, start), -1) };
                *edges.entry(key).or_default() += way;
            }
        }
    }
    edges.into_iter().filter(|&(_, way)| way != 0).map(|((from, to), way)| (from, to, way)).collect()
}

#[test]
fn no_triangle_is_without_area_and_every_part_is_where_it_says() {
    for level in levels() {
        let mesh = Mesh::from_level(&level).unwrap();
        assert!((0..).zip(mesh.triangles()).all(|(id, _)| normal(mesh.corners(id).unwrap()).length() > 0.0));
        let mut next = 0;
        for part in mesh.parts() {
            assert_eq!(part.triangles.start, next);
            assert!(part.triangles.clone().all(|triangle| mesh.surface(triangle) == Some(part.surface)));
            next = part.triangles.end;
        }
        assert_eq!(next as usize, mesh.triangles().len());
        assert!(mesh.parts().is_sorted_by(|one, other| one.surface < other.surface));
        assert_eq!((mesh.surface(next), mesh.corners(next)), (None, None));
    }
}

#[test]
fn merged_faces_have_the_area_of_a_builder_that_goes_cell_by_cell() {
    for level in levels() {
        let mesh = Mesh::from_level(&level).unwrap();
        let grounds = [
            (Tile::Floor, MeshSurface::Floor),
            (Tile::Corridor, MeshSurface::Corridor),
            (Tile::Door, MeshSurface::Door),
        ];
        for (tile, surface) in grounds {
            let cells = level.tiles().values().iter().filter(|&&other| other == tile).count();
            let ground = triangles(&mesh, |other| other == surface);
            assert_eq!(area(&ground), cells as f64);
            assert!(ground.iter().all(|&corners| normal(corners).y > 0.0));
        }
        let mut naive = 0.0;
        for cell in level.tiles().bounds().cells().filter(|&cell| level.tile(cell) == Tile::Wall) {
            let sides = cell.neighbours().filter(|&beside| level.tile(beside) != Tile::Wall).count();
            naive += 2.0 + f64::from(WALL_HEIGHT) * sides as f64;
        }
        assert_eq!(area(&triangles(&mesh, |surface| surface == MeshSurface::Wall)), naive);
    }
}

#[test]
fn walls_together_and_each_prop_alone_are_watertight_with_their_faces_outwards() {
    for level in levels() {
        let mesh = Mesh::from_level(&level).unwrap();
        let volume = |triangles: &[[Vec3; 3]]| {
            triangles.iter().map(|&[a, b, c]| f64::from(a.dot(b.cross(c))) / 6.0).sum::<f64>()
        };
        let walls = triangles(&mesh, |surface| surface == MeshSurface::Wall);
        assert_eq!(open_edges(&walls), []);
        let cells = level.tiles().values().iter().filter(|&&tile| tile == Tile::Wall).count();
        assert!((volume(&walls) / (cells as f64 * f64::from(WALL_HEIGHT)) - 1.0).abs() < 1e-6);
        for (kind, shared) in (0..).zip(level.kinds()).filter(|(_, shared)| shared.tall.parts() > 0) {
            let props = triangles(&mesh, |surface| surface == MeshSurface::Prop { kind });
            for prop in props.chunks(12) {
                assert_eq!(open_edges(prop), []);
                let wanted = f32::from(shared.width) * f32::from(shared.height) * shared.tall.get();
                assert!((volume(prop) / f64::from(wanted) - 1.0).abs() < 1e-2, "{} {wanted}", volume(prop));
            }
        }
    }
}

#[test]
fn props_stand_on_their_footprints_from_their_elevation_upwards() {
    let level = levels().swap_remove(0);
    let mesh = Mesh::from_level(&level).unwrap();
    let bounds = |kind: u16| {
        let corners = triangles(&mesh, |surface| surface == MeshSurface::Prop { kind }).into_iter().flatten();
        corners.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(min, max), corner| (min.min(corner), max.max(corner)))
    };
    assert_eq!(bounds(0), (Vec3::new(2.0, 1.0, 3.0), Vec3::new(3.0, 1.25, 4.0)), "a candle on the table");
    assert_eq!(bounds(4), (Vec3::new(2.0, 0.0, 3.0), Vec3::new(4.0, 1.0, 4.0)), "the table below it");
    assert_eq!(bounds(1), (Vec3::new(3.75, 2.5, 3.125), Vec3::new(4.75, 3.0, 4.125)), "a lamp, a little aside");
    let rugs = triangles(&mesh, |surface| surface == MeshSurface::Prop { kind: 3 });
    assert!(rugs.len() == 2 && rugs.iter().all(|&corners| normal(corners).y > 0.0), "a rug is a single face");
}

#[test]
fn a_prop_is_its_body_turned_and_moved_and_a_marker_is_nothing() {
    let mut level = levels().swap_remove(0);
    level.kinds[4].body = [Metres::exact(1.5).unwrap(), Metres::exact(0.5).unwrap()];
    level.props[0] = fixture::prop(4, 4, 15, 6);
    level.props[0].stance = TurnedFootprintSize::new(1, 2, Direction::East);
    level.props[0].offset = [32, -64];
    level.kinds[3].marker = true;
    let mesh = Mesh::from_level(&level).unwrap();
    let corners = triangles(&mesh, |surface| surface == MeshSurface::Prop { kind: 4 }).into_iter().flatten();
    let bounds = corners.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(min, max), at| (min.min(at), max.max(at)));
    // The footprint's centre is (15.5, 7). The table is 0.5 m wide along x and 1.5 m along z.
    assert_eq!(bounds, (Vec3::new(15.375, 0.0, 6.0), Vec3::new(15.875, 1.0, 7.5)));
    assert_eq!(triangles(&mesh, |surface| surface == MeshSurface::Prop { kind: 3 }).len(), 0);
    let body = level.props().next().unwrap().body();
    assert_eq!((body.min(), body.max()), bounds);
}

#[test]
fn the_mesh_is_as_large_as_the_level_without_its_rock() {
    for level in levels() {
        let mesh = Mesh::from_level(&level).unwrap();
        let cells = level.tiles().bounds().cells().filter(|&cell| level.tile(cell) != Tile::Rock);
        let mut bounds = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
        for Cell { x, y } in cells {
            bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x + 1), bounds[3].max(y + 1)];
        }
        let min = mesh.vertices().iter().copied().fold(Vec3::INFINITY, Vec3::min);
        let max = mesh.vertices().iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
        assert_eq!([min.x, min.z, max.x, max.z], bounds.map(|side| side as f32));
        let highest =
            level.props().map(|prop| (prop.kind.elevation + prop.kind.tall).get()).fold(WALL_HEIGHT, f32::max);
        assert_eq!((min.y, max.y), (0.0, highest));
    }
}

#[test]
fn one_wide_room_is_a_handful_of_faces() {
    let mesh = Mesh::from_level(&fixture::single_room(40)).unwrap();
    // One floor; a frame of four rectangles with a top and an underside each; four inner and four
    // outer sides.
    assert_eq!(mesh.triangles().len(), 2 * (1 + 2 * 4 + 4 + 4));
}

#[test]
fn props_are_refused_when_their_triangles_cannot_be_numbered() {
    let mesh = Mesh::from_level(&fixture::single_room(7)).unwrap();
    let most = (u32::MAX as usize - mesh.triangles().len()) / 12;
    assert!(mesh.has_room_for(most) && !mesh.has_room_for(most + 1) && !mesh.has_room_for(usize::MAX));
}

#[test]
fn terrain_lies_at_its_depth_without_walls_on_it_and_decks_lie_at_the_floor() {
    let mut level = fixture::parted();
    for (depth, expected) in [(1.5, -1.5), (0.0, -0.25)] {
        level.terrain.as_mut().unwrap().kinds[1].depth = Metres::exact(depth).unwrap();
        let mesh = Mesh::from_level(&level).unwrap();
        let is_terrain = |kind: u16| move |surface| surface == MeshSurface::Terrain { kind };
        let flat = |kind: u16| {
            let up = |corners: &[Vec3; 3]| normal(*corners).y > 0.0;
            triangles(&mesh, is_terrain(kind)).into_iter().filter(up).collect::<Vec<_>>()
        };
        let count = |wanted: &str| {
            let named = |cell: &Cell| level.terrain(*cell).is_some_and(|kind| &*kind.name == wanted);
            level.tiles().bounds().cells().filter(named).count() as f64
        };
        let (decks, water) = (flat(0), flat(1));
        assert!(decks.iter().flatten().all(|corner| corner.y == 0.0));
        assert!(water.iter().flatten().all(|corner| corner.y == expected));
        assert_eq!(area(&decks), count("planks"));
        // The water goes on below the bridges.
        assert_eq!(area(&water), count("planks") + count("water"));
        // Banks face the water, and reach up to the floor.
        let banks: Vec<_> =
            triangles(&mesh, is_terrain(1)).into_iter().filter(|corners| normal(*corners).y == 0.0).collect();
        assert!(!banks.is_empty());
        for corners in banks {
            let middle = (corners[0] + corners[1] + corners[2]) / 3.0 + normal(corners).normalize() / 4.0;
            let before = level.terrain(Cell::new(middle.x.floor() as i32, middle.z.floor() as i32));
            assert!(before.is_some(), "{corners:?}");
            assert!(corners.iter().all(|corner| corner.y == expected || corner.y == 0.0));
        }
        // The top of each wall lies on a cell without terrain.
        for corners in triangles(&mesh, |surface| surface == MeshSurface::Wall) {
            let tops = corners.iter().all(|corner| corner.y == WALL_HEIGHT);
            let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
            let cell = Cell::new(middle.x.floor() as i32, middle.z.floor() as i32);
            assert!(!tops || level.terrain(cell).is_none(), "{corners:?}");
        }
    }
}

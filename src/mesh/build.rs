//! The faces of a mesh: merged rectangles of floor, merged sides of walls, boxes of props.

use std::array;

use glam::Vec3;

use super::{Mesh, WALL_HEIGHT};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, Grid},
    level::{Prop, Tile},
    spatial::Aabb3,
};

impl Mesh {
    /// Adds the floor of all cells with this tile.
    pub(super) fn add_ground(&mut self, tiles: &Grid<Tile>, tile: Tile) {
        for rect in rectangles(tiles, tile) {
            self.add_up(rect, 0.0);
        }
    }

    /// Adds the walls: tops and undersides, then north and south sides, then west and east sides.
    pub(super) fn add_walls(&mut self, tiles: &Grid<Tile>) {
        for rect in rectangles(tiles, Tile::Wall) {
            self.add_up(rect, WALL_HEIGHT);
            let [north_west, south_west, south_east, north_east] = ground(rect, 0.0);
            self.add_face([north_west, north_east, south_east, south_west]);
        }
        self.add_sides_along_rows(tiles);
        self.add_sides_along_columns(tiles);
    }

    /// Adds a prop's body as a box, or only its top if it has no height.
    pub(super) fn add_prop(&mut self, prop: &Prop<'_>) {
        let body = prop.body();
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners(body).iter().skip(if is_flat(body) { TOP } else { 0 }));
        if is_flat(body) {
            return self.add_triangles([0, 1, 2, 3].map(|corner| first + corner));
        }
        for face in FACES {
            self.add_triangles(face.map(|corner| first + corner as u32));
        }
    }

    /// Adds the sides of walls that face north (towards smaller y) or south, merged along rows.
    fn add_sides_along_rows(&mut self, tiles: &Grid<Tile>) {
        for y in 0..tiles.height() {
            for beside in [-1, 1] {
                let shows = |x| is_wall(tiles, x, y) && !is_wall(tiles, x, y + beside);
                let mut from = None;
                for x in 0..=tiles.width() {
                    match (from, shows(x)) {
                        (None, true) => from = Some(x),
                        (Some(start), false) => {
                            let rect = Rect::of(start, y, x - start, 1);
                            let [north_west, south_west, south_east, north_east] = ground(rect, 0.0);
                            self.add_side(if beside < 0 { [north_east, north_west] } else { [south_west, south_east] });
                            from = None;
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Adds the sides of walls that face west or east, merged along columns. It scans row by row,
    /// in memory order. `starts` has the first row of the unfinished side in each column.
    fn add_sides_along_columns(&mut self, tiles: &Grid<Tile>) {
        let mut starts = vec![[None; 2]; tiles.width() as usize];
        for y in 0..=tiles.height() {
            for (x, starts) in (0..).zip(&mut starts) {
                for (from, beside) in starts.iter_mut().zip([-1, 1]) {
                    match (*from, is_wall(tiles, x, y) && !is_wall(tiles, x + beside, y)) {
                        (None, true) => *from = Some(y),
                        (Some(start), false) => {
                            let rect = Rect::of(x, start, 1, y - start);
                            let [north_west, south_west, south_east, north_east] = ground(rect, 0.0);
                            self.add_side(if beside < 0 { [north_west, south_west] } else { [south_east, north_east] });
                            *from = None;
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Adds the side of a wall between two points on the ground, from left to right seen from
    /// outside.
    fn add_side(&mut self, [left, right]: [Vec3; 2]) {
        let up = Vec3::Y * WALL_HEIGHT;
        self.add_face([left, right, right + up, left + up]);
    }

    /// Adds a horizontal rectangle that faces up.
    pub(super) fn add_up(&mut self, rect: Rect, height: f32) {
        self.add_face(ground(rect, height));
    }

    /// Adds a face, given its corners counter-clockwise seen from outside.
    pub(super) fn add_face(&mut self, corners: [Vec3; 4]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.add_triangles([0, 1, 2, 3].map(|corner| first + corner));
    }

    fn add_triangles(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }
}

/// The faces of a box, each counter-clockwise seen from outside; only the top if it has no height.
pub fn faces_of_box(body: Aabb3) -> impl Iterator<Item = [Vec3; 4]> {
    let corners = corners(body);
    let faces = if is_flat(body) { &FACES[..1] } else { &FACES[..] };
    faces.iter().map(move |face| face.map(|corner| corners[corner]))
}

/// The merged ground of all cells with this tile: rectangles at height 0 that face up.
pub fn ground_of(tiles: &Grid<Tile>, tile: Tile) -> impl Iterator<Item = [Vec3; 4]> {
    rectangles(tiles, tile).into_iter().map(|rect| ground(rect, 0.0))
}

/// The faces of a box as indices of its corners, the top first.
const FACES: [[usize; 4]; 6] = [[4, 5, 6, 7], [0, 3, 2, 1], [0, 4, 7, 3], [1, 2, 6, 5], [0, 1, 5, 4], [2, 3, 7, 6]];

/// The index of the first corner of a box's top.
const TOP: usize = 4;

/// The corners of a box: bottom, then top, each north-west, south-west, south-east, north-east.
fn corners(body: Aabb3) -> [Vec3; 8] {
    let (min, max) = (body.min(), body.max());
    let around = [(min.x, min.z), (min.x, max.z), (max.x, max.z), (max.x, min.z)];
    array::from_fn(|corner| {
        let (x, z) = around[corner % TOP];
        Vec3::new(x, if corner < TOP { min.y } else { max.y }, z)
    })
}

fn is_flat(body: Aabb3) -> bool {
    body.max().y <= body.min().y
}

/// The corners of a rectangle at a height: north-west, south-west, south-east, north-east.
///
/// This is counter-clockwise seen from above.
fn ground(rect: Rect, height: f32) -> [Vec3; 4] {
    let (left, top, right, bottom) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    let corners = [(left, top), (left, bottom), (right, bottom), (right, top)];
    corners.map(|(x, z)| Vec3::new(x as f32, height, z as f32))
}

fn is_wall(tiles: &Grid<Tile>, x: i32, y: i32) -> bool {
    tiles.get(Cell::new(x, y)) == Some(Tile::Wall)
}

/// Rectangles that are together the cells with this value.
pub(super) fn rectangles<T: Copy + PartialEq>(tiles: &Grid<T>, tile: T) -> Vec<Rect> {
    BitGrid::of(tiles, |own| own == tile).rectangles()
}

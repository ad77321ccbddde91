//! The fields of a Universal VTT file, and their values for a level.

use roomgen::{
    color::Color,
    geom::{Direction, Rect, rings},
    grid::BitGrid,
    level::{DoorKind, Level, OutlineSet},
    model::Hundredths,
    sight::Lamp,
};
use serde::Serialize;

use crate::picture::ambient_color;

/// A file. Lengths are in squares.
#[derive(Serialize)]
pub(super) struct UvttDocument {
    format: f32,
    resolution: UvttResolution,
    line_of_sight: Vec<Vec<UvttPoint>>,
    objects_line_of_sight: Vec<Vec<UvttPoint>>,
    portals: Vec<UvttPortal>,
    environment: UvttEnvironment,
    lights: Vec<UvttLight>,
    foundry: FoundryScene,
    software: &'static str,
    /// The picture, as base64.
    pub(super) image: String,
}

#[derive(Serialize)]
struct UvttResolution {
    map_origin: UvttPoint,
    map_size: UvttPoint,
    pixels_per_grid: u32,
}

#[derive(Clone, Copy, Serialize)]
struct UvttPoint {
    x: f32,
    y: f32,
}

impl UvttPoint {
    const fn new([x, y]: [f32; 2]) -> Self {
        Self { x, y }
    }
}

#[derive(Serialize)]
struct UvttPortal {
    position: UvttPoint,
    /// From the west or north jamb to the other.
    bounds: [UvttPoint; 2],
    /// The direction from jamb to jamb, in radians clockwise from east.
    rotation: f32,
    closed: bool,
    freestanding: bool,
    #[serde(flatten)]
    foundry: FoundryDoor,
}

#[derive(Serialize)]
struct UvttEnvironment {
    baked_lighting: bool,
    ambient_light: String,
}

#[derive(Serialize)]
struct UvttLight {
    position: UvttPoint,
    range: f32,
    intensity: f32,
    color: String,
    shadows: bool,
}

/// What Foundry restricts at a wall: nothing, or all.
const NONE: u8 = 0;
const NORMAL: u8 = 20;

/// The fields of a door in Foundry.
#[derive(Serialize)]
struct FoundryDoor {
    door: u8,
    ds: u8,
    dir: u8,
    sight: u8,
    #[serde(rename = "move")]
    movement: u8,
}

/// Walls that are for Foundry alone.
#[derive(Serialize)]
struct FoundryScene {
    walls: Vec<FoundryWall>,
}

/// A wall in Foundry that one sees and hears through.
#[derive(Serialize)]
struct FoundryWall {
    /// Both ends, in pixels of the picture.
    c: [u32; 4],
    /// The side that it blocks, as that of a door.
    dir: u8,
    light: u8,
    #[serde(rename = "move")]
    movement: u8,
    sight: u8,
    sound: u8,
}

impl FoundryWall {
    /// A wall that stops steps alone.
    fn low(ends: [[f32; 2]; 2], scale: u32, dir: u8) -> Self {
        let c = [ends[0][0], ends[0][1], ends[1][0], ends[1][1]].map(|squares| (squares * scale as f32) as u32);
        Self { c, dir, light: NONE, movement: NORMAL, sight: NONE, sound: NONE }
    }
}

impl UvttDocument {
    /// The walls and doors that importers make.
    pub(super) fn wall_count(&self) -> usize {
        let rings = self.line_of_sight.iter().chain(&self.objects_line_of_sight);
        // A ring repeats its first point.
        rings.map(|ring| ring.len().saturating_sub(1)).sum::<usize>() + self.portals.len() + self.foundry.walls.len()
    }
}

/// The file of a level without its picture. `ambient` is `None` for a bright map without lights.
pub(super) fn document(level: &Level, ambient: Option<Hundredths>, scale: u32) -> UvttDocument {
    let size = [level.width() as f32, level.height() as f32];
    let lamps = level.lights().filter(|_| ambient.is_some());
    UvttDocument {
        format: 0.3,
        resolution: UvttResolution {
            map_origin: UvttPoint::new([0.0; 2]),
            map_size: UvttPoint::new(size),
            pixels_per_grid: scale,
        },
        line_of_sight: closed(level.outlines(OutlineSet::Sight)),
        objects_line_of_sight: closed(opaque_props(level)),
        portals: portals(level),
        environment: UvttEnvironment {
            baked_lighting: false,
            ambient_light: argb(ambient.map_or(Color::new(255, 255, 255), ambient_color)),
        },
        lights: lamps.map(|(_, lamp)| light(&lamp)).collect(),
        foundry: FoundryScene { walls: seen_over(level, scale).chain(one_way_gaps(level, scale)).collect() },
        software: "roomgen",
        image: String::new(),
    }
}

/// Rings that end where they begin.
fn closed(rings: Vec<Vec<[i32; 2]>>) -> Vec<Vec<UvttPoint>> {
    let point = |at: [i32; 2]| UvttPoint::new(at.map(|at| at as f32));
    rings.into_iter().map(|ring| ring.iter().chain(ring.first()).map(|&at| point(at)).collect()).collect()
}

/// The rings around the cells of props that block sight.
fn opaque_props(level: &Level) -> Vec<Vec<[i32; 2]>> {
    outline(level, level.props().filter(|prop| prop.kind.blocks_sight()).map(|prop| prop.cells))
}

/// The rings around the cells of rectangles.
fn outline(level: &Level, rects: impl Iterator<Item = Rect>) -> Vec<Vec<[i32; 2]>> {
    let mut cells = BitGrid::new(level.width(), level.height());
    rects.for_each(|rect| rect.cells().for_each(|cell| cells.set(cell, true)));
    rings(Rect::from(level.size()), |cell| cells.get(cell))
}

/// The borders of terrain that blocks and is seen over.
fn seen_over(level: &Level, scale: u32) -> impl Iterator<Item = FoundryWall> {
    let low = level.colliders().into_iter().filter(|collider| !collider.blocks_sight);
    let rings = outline(level, low.map(|collider| collider.cells));
    let sides = |ring: Vec<[i32; 2]>| {
        let next: Vec<_> = ring.iter().skip(1).chain(ring.first()).copied().collect();
        ring.into_iter().zip(next).map(|(from, to)| [from, to].map(|corner| corner.map(|at| at as f32)))
    };
    rings.into_iter().flat_map(sides).map(move |ends| FoundryWall::low(ends, scale, 0))
}

/// The one-way passages that stand open: one walks through to one side, and sees through to both.
fn one_way_gaps(level: &Level, scale: u32) -> impl Iterator<Item = FoundryWall> {
    let open = level.passages().iter().filter(|passage| passage.kind == DoorKind::Open);
    let doors = open.flat_map(|passage| level.one_way_doors(passage));
    doors.map(move |(door, way)| FoundryWall::low(leaf(door, level.leads_north(door)).0, scale, blocked_side(way)))
}

/// The doors that are shut.
fn portals(level: &Level) -> Vec<UvttPortal> {
    let mut portals = Vec::new();
    for passage in level.passages().iter().filter(|passage| passage.kind != DoorKind::Open) {
        let ways: Vec<(Rect, Direction)> = level.one_way_doors(passage).collect();
        for &door in passage.doors() {
            let way = ways.iter().find(|(of, _)| *of == door).map(|(_, way)| *way);
            let is_secret = passage.kind == DoorKind::Secret;
            let is_locked = passage.kind == DoorKind::Barred || way.is_some();
            let foundry = FoundryDoor {
                door: 1 + u8::from(is_secret),
                ds: 2 * u8::from(is_locked),
                dir: way.map_or(0, blocked_side),
                sight: NORMAL,
                movement: NORMAL,
            };
            portals.push(portal(door, level.leads_north(door), foundry));
        }
    }
    portals
}

/// The side that a door blocks through which one walks in a direction: of the line from the west
/// jamb to the east one, or from the north jamb to the south one, 1 for the left and 2 for the
/// right.
fn blocked_side(way: Direction) -> u8 {
    match way {
        Direction::North | Direction::East => 1,
        Direction::South | Direction::West => 2,
    }
}

/// The line from jamb to jamb in the middle of a door's wall, and its direction in radians.
fn leaf(door: Rect, leads_north: bool) -> ([[f32; 2]; 2], f32) {
    let [left, top, right, bottom] = [door.left(), door.top(), door.right(), door.bottom()].map(|at| at as f32);
    let [x, y] = [(left + right) / 2.0, (top + bottom) / 2.0];
    match leads_north {
        true => ([[left, y], [right, y]], 0.0),
        false => ([[x, top], [x, bottom]], std::f32::consts::FRAC_PI_2),
    }
}

fn portal(door: Rect, leads_north: bool, foundry: FoundryDoor) -> UvttPortal {
    let (ends, rotation) = leaf(door, leads_north);
    let middle = |axis: usize| (ends[0][axis] + ends[1][axis]) / 2.0;
    UvttPortal {
        position: UvttPoint::new([middle(0), middle(1)]),
        bounds: ends.map(UvttPoint::new),
        rotation,
        closed: true,
        freestanding: false,
        foundry,
    }
}

fn light(lamp: &Lamp) -> UvttLight {
    UvttLight {
        position: UvttPoint::new(lamp.position()),
        range: lamp.light.radius.get(),
        intensity: lamp.light.strength.get(),
        color: argb(lamp.light.color),
        shadows: true,
    }
}

/// An opaque colour, `ffrrggbb`.
fn argb(Color { r, g, b }: Color) -> String {
    format!("ff{r:02x}{g:02x}{b:02x}")
}

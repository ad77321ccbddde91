//! The fields of a Universal VTT file, and their values for a level.

use std::collections::BTreeMap;

use roomgen::{
    color::Color,
    geom::{Cell, Direction, Rect, rings},
    grid::BitGrid,
    level::{DoorKind, Level, OutlineSet, Passage},
    model::Hundredths,
    sight::Lamp,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::picture::ambient_color;

/// A file. Lengths are in squares.
#[derive(Serialize)]
pub(super) struct UvttDocument {
    format: f32,
    resolution: Value,
    line_of_sight: Vec<Vec<UvttPoint>>,
    objects_line_of_sight: Vec<Vec<UvttPoint>>,
    portals: Vec<UvttPortal>,
    environment: UvttEnvironment,
    lights: Vec<UvttLight>,
    /// Walls that are for Foundry alone, as `walls`.
    foundry: BTreeMap<&'static str, Vec<Value>>,
    software: &'static str,
    /// The picture, as base64.
    pub(super) image: String,
}

#[derive(Clone, Copy, Serialize)]
struct UvttPoint {
    x: f32,
    y: f32,
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
    // What follows is read by Foundry alone.
    door: u8,
    ds: u8,
    dir: u8,
    sight: u8,
    #[serde(rename = "move")]
    movement: u8,
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

impl UvttDocument {
    /// The walls and doors that importers make.
    pub(super) fn wall_count(&self) -> usize {
        let rings = self.line_of_sight.iter().chain(&self.objects_line_of_sight);
        // A ring repeats its first point.
        let sides = rings.map(|ring| ring.len().saturating_sub(1)).sum::<usize>();
        sides + self.portals.len() + self.foundry.values().map(Vec::len).sum::<usize>()
    }
}

/// The file of a level without its picture. `ambient` is `None` for a bright map without lights.
pub(super) fn document(level: &Level, ambient: Option<Hundredths>, scale: u32) -> UvttDocument {
    let size = [level.width() as f32, level.height() as f32];
    let lamps = level.lights().filter(|_| ambient.is_some());
    let walls = seen_over(level, scale).chain(one_way_gaps(level, scale)).collect();
    UvttDocument {
        format: 0.3,
        resolution: json!({ "map_origin": point([0.0; 2]), "map_size": point(size), "pixels_per_grid": scale }),
        line_of_sight: closed(level.outlines(OutlineSet::Sight)),
        objects_line_of_sight: closed(opaque_props(level)),
        portals: portals(level),
        environment: UvttEnvironment {
            baked_lighting: false,
            ambient_light: argb(ambient.map_or(Color::new(255, 255, 255), ambient_color)),
        },
        lights: lamps.map(|(_, lamp)| light(level, &lamp)).collect(),
        foundry: BTreeMap::from([("walls", walls)]),
        software: "roomgen",
        image: String::new(),
    }
}

const fn point([x, y]: [f32; 2]) -> UvttPoint {
    UvttPoint { x, y }
}

/// Rings that end where they begin.
fn closed(rings: Vec<Vec<[i32; 2]>>) -> Vec<Vec<UvttPoint>> {
    let point = |at: &[i32; 2]| point(at.map(|at| at as f32));
    rings.into_iter().map(|ring| ring.iter().chain(ring.first()).map(point).collect()).collect()
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

/// A wall of Foundry that stops steps alone, on the side `dir` as that of a door.
fn low_wall(ends: [[f32; 2]; 2], scale: u32, dir: u8) -> Value {
    // In pixels of the picture.
    let ends = ends.as_flattened().iter().map(|squares| (squares * scale as f32) as u32);
    let ends: Vec<u32> = ends.collect();
    json!({ "c": ends, "dir": dir, "light": NONE, "move": NORMAL, "sight": NONE, "sound": NONE })
}

/// The borders of terrain that blocks and is seen over.
fn seen_over(level: &Level, scale: u32) -> impl Iterator<Item = Value> {
    let low = level.colliders().into_iter().filter(|collider| !collider.blocks_sight);
    let rings = outline(level, low.map(|collider| collider.cells));
    let sides = |ring: Vec<[i32; 2]>| {
        let next: Vec<_> = ring.iter().skip(1).chain(ring.first()).copied().collect();
        ring.into_iter().zip(next).map(|(from, to)| [from, to].map(|corner| corner.map(|at| at as f32)))
    };
    rings.into_iter().flat_map(sides).map(move |ends| low_wall(ends, scale, 0))
}

/// The one-way passages that stand open: one walks through to one side, and sees through to both.
fn one_way_gaps(level: &Level, scale: u32) -> impl Iterator<Item = Value> {
    let open = level.passages().iter().filter(|passage| passage.stands_open());
    let doors = open.flat_map(|passage| level.one_way_doors(passage));
    doors.map(move |(door, way)| low_wall(leaf(door, level.leads_north(door)).0, scale, blocked_side(way)))
}

/// The doors that are shut.
fn portals(level: &Level) -> Vec<UvttPortal> {
    let shut = level.passages().iter().filter(|passage| !passage.stands_open());
    shut.flat_map(|passage| passage.doors().iter().map(|&door| portal(level, passage, door))).collect()
}

fn portal(level: &Level, passage: &Passage, door: Rect) -> UvttPortal {
    let way = level.one_way_doors(passage).find(|(of, _)| *of == door).map(|(_, way)| way);
    let is_locked = passage.kind == DoorKind::Barred || way.is_some();
    let (ends, rotation) = leaf(door, level.leads_north(door));
    UvttPortal {
        position: point([0, 1].map(|axis| (ends[0][axis] + ends[1][axis]) / 2.0)),
        bounds: ends.map(point),
        rotation,
        closed: true,
        freestanding: false,
        door: 1 + u8::from(passage.kind == DoorKind::Secret),
        ds: 2 * u8::from(is_locked),
        dir: way.map_or(0, blocked_side),
        sight: NORMAL,
        movement: NORMAL,
    }
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

fn light(level: &Level, lamp: &Lamp) -> UvttLight {
    UvttLight {
        position: point(outside(level, lamp).map_or(*lamp, |cell| Lamp::at(cell, lamp.light)).position()),
        range: lamp.light.radius.get(),
        intensity: lamp.light.strength.get(),
        color: argb(lamp.light.color),
        shadows: true,
    }
}

/// The cell of a light that is in a prop that blocks sight, or stands on one: before the prop,
/// since the ring around it would keep the light in. Preferred is the side away from a wall. `None`
/// for other lights, and if all sides are blocked.
fn outside(level: &Level, lamp: &Lamp) -> Option<Cell> {
    let own = Some(lamp.cell()).filter(|cell| level.opaque().get(*cell))?;
    let cells = level.props().find(|prop| prop.kind.blocks_sight() && prop.cells.contains(own))?.cells;
    let beside = |side: Direction| {
        let (dx, dy) = side.delta();
        let mut cell = Cell::new(cells.left() + cells.width() / 2, cells.top() + cells.height() / 2);
        while cells.contains(cell) {
            cell = Cell::new(cell.x + dx, cell.y + dy);
        }
        cell
    };
    let is_free = |side: &Direction| {
        let cell = beside(*side);
        level.tiles().bounds().contains(cell) && !level.opaque().get(cell)
    };
    let mut free = Direction::ALL.into_iter().filter(is_free);
    let away = free.clone().find(|side| !is_free(&side.opposite()));
    away.or_else(|| free.next()).map(beside)
}

/// An opaque colour, `ffrrggbb`.
fn argb(Color { r, g, b }: Color) -> String {
    format!("ff{r:02x}{g:02x}{b:02x}")
}

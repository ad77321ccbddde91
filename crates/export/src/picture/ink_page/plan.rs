//! The layers of a plan: rock, floor, walls, things and signs.

use roomgen::{
    geom::{Cell, Rect},
    level::{Audience, DoorKind, Level, Tile},
};

use super::{
    super::scene::SceneDoor,
    colors::{FLOOR, GRID, HATCHING, INK, SHADE},
    ground::{InkGround, is_curved},
    hatch, numbers, sees_all,
    shape::{InkLayer, InkPen, InkSubject, PARTS, rectangle},
    signs::{self, DoorLook, middle},
    terrain, things,
};

/// The widths of lines in parts: walls, strokes of the hatching, and the grid.
const WALL: i32 = 30;
const STROKE: i32 = 10;
const THIN: i32 = 5;
/// The width of the shade of a wall on the floor east and south of it.
const SHADOW: i32 = 34;

/// The layers of the plan of a part of a level, in parts from the level's top left corner. `window`
/// are the cells of the plan: those that are shown, and the rock around them.
pub(super) fn layers(level: &Level, shown: Rect, window: Rect, audience: Audience) -> Vec<InkLayer> {
    let ground = InkGround::new(level, shown, window);
    let secret = level.passages().iter().filter(|passage| passage.kind == DoorKind::Secret);
    let secret: Vec<Rect> = secret.flat_map(|passage| passage.doors()).copied().collect();
    let mut layers = Vec::new();
    let mut layer = |name, draw: &mut dyn FnMut(&mut InkPen)| {
        let mut pen = InkPen::new(name);
        draw(&mut pen);
        layers.push(pen.finish());
    };
    layer("hatching", &mut |pen| pen.lines(hatch::strokes(&ground, window, &secret), STROKE, HATCHING));
    if level.terrain_cells().is_some() {
        layer("terrain", &mut |pen| terrain::draw(pen, level, window));
    }
    let has_ground = || shown.cells().any(|cell| level.tile(cell) == Tile::Floor && level.terrain(cell).is_some());
    layer("floor", &mut |pen| {
        pen.fill(ground.outline().to_vec(), FLOOR);
        shade(pen, level, &ground, window);
        pen.lines(ground.grid(), THIN, GRID);
    });
    if level.terrain_cells().is_some() && has_ground() {
        layer("ponds", &mut |pen| terrain::draw_in_rooms(pen, level, shown));
    }
    if level.terrain_cells().is_some() {
        layer("bridges", &mut |pen| terrain::draw_decks(pen, level, shown));
    }
    layer("things", &mut |pen| things::draw(pen, level, shown));
    layer("walls", &mut |pen| {
        let closed = ground.outline().iter().map(|corners| corners.iter().chain(corners.first()).copied().collect());
        pen.lines(closed.collect(), WALL, INK);
    });
    layer("stairs", &mut |pen| {
        let exit = (!level.is_dead_end()).then(|| (level.exit(), InkSubject::Exit));
        let stairs = level.stairs().iter().enumerate().map(|(id, stairs)| (stairs.cell, InkSubject::Stairs(id)));
        for (cell, subject) in [(level.entry(), InkSubject::Entry)].into_iter().chain(exit).chain(stairs) {
            if shown.contains(cell) && level.is_open(cell) {
                let (corner, leads_down) = ([cell.x * PARTS, cell.y * PARTS], subject != InkSubject::Entry);
                pen.group(subject, |pen| signs::stairs(pen, corner, signs::to_wall(level, cell), leads_down));
            }
        }
    });
    layer("doors", &mut |pen| doors(pen, level, shown));
    layer("markers", &mut |pen| things::draw_markers(pen, level, shown));
    layer("keys", &mut |pen| {
        for (id, key) in level.keys().iter().enumerate().filter(|(_, key)| shown.contains(key.cell)) {
            let at = middle(Rect::from_cell(key.cell));
            pen.group(InkSubject::Key(id), |pen| {
                signs::key(pen, at);
                signs::lock_number(pen, [at[0] + 108, at[1] - 108], level.key_mark(key).number);
            });
        }
    });
    if sees_all(audience) {
        layer("numbers", &mut |pen| numbers::draw(pen, level, shown));
    }
    layers
}

fn doors(pen: &mut InkPen, level: &Level, shown: Rect) {
    let doors: Vec<_> = SceneDoor::of(level).filter(|door| shown.contains_rect(door.cells)).collect();
    for doors in doors.chunk_by(|one, other| one.passage == other.passage) {
        let Some(&SceneDoor { passage: id, .. }) = doors.first() else { continue };
        pen.group(InkSubject::Passage(id), |pen| {
            for door in doors {
                let length = door.cells.width().max(door.cells.height()) * PARTS;
                signs::door(pen, middle(door.cells), length, door.leads_north, DoorLook::of(door));
            }
        });
        pen.group(InkSubject::OneWay(id), |pen| {
            let ways = level.passages().get(id).into_iter().flat_map(|passage| level.one_way_doors(passage));
            for (door, direction) in ways.filter(|(door, _)| shown.contains_rect(*door)) {
                signs::arrow(pen, middle(door), direction);
            }
        });
        pen.group(InkSubject::Lock(id), |pen| {
            for (door, mark) in doors.iter().filter_map(|door| Some((door, door.mark?))) {
                signs::lock_number(pen, door.beside().map(|half| half * PARTS / 2), mark.number);
            }
        });
    }
}

/// Draws the shade of walls on the floor south and east of them, but not in rooms whose walls are
/// curves.
fn shade(pen: &mut InkPen, level: &Level, ground: &InkGround, window: Rect) {
    let shaded = window.cells().filter(|&cell| ground.is_open(cell) && !is_curved(level, cell));
    let mut strips = Vec::new();
    for cell in shaded {
        let corner = [cell.x * PARTS, cell.y * PARTS];
        let is_solid = |x: i32, y: i32| !ground.is_open(Cell::new(x, y));
        let (north, west) = (is_solid(cell.x, cell.y - 1), is_solid(cell.x - 1, cell.y));
        if north {
            strips.push(rectangle(corner, [PARTS, SHADOW]));
        }
        if west {
            let top = if north { SHADOW } else { 0 };
            strips.push(rectangle([corner[0], corner[1] + top], [SHADOW, PARTS - top]));
        }
        if !north && !west && is_solid(cell.x - 1, cell.y - 1) {
            strips.push(rectangle(corner, [SHADOW, SHADOW]));
        }
    }
    pen.fill(strips, SHADE);
}

//! Draws one cell of terrain that lies below the floor: water, or a chasm.
//!
//! All colours follow from that of the kind and from that of the banks.

use roomgen::{color::Color, geom::Cell, model::TerrainKind};

use super::{
    super::{
        canvas::{CELL, CellRowCanvas, LIGHT, SHADOW, darker, hash, lighter, mix},
        sunken::is_chasm,
    },
    coast::{Coast, PIXEL, waves},
};

/// The number of tones from the shallows to the middle.
const TONES: i32 = 8;

/// The height of a bank in pixels for each metre that the ground lies below the floor, and the most
/// pixels of a chasm's side that are drawn.
const BANK: i32 = 7;
const CHASM: i32 = 15;

/// The width in pixels of a bank's rim, and of the lit edge of a chasm.
const RIM: i32 = 3;

/// The colours of a kind of terrain.
#[derive(Debug)]
pub(super) struct TerrainLook {
    is_chasm: bool,
    /// The height of the bank in the north, in pixels.
    pub(super) height: i32,
    /// From the shallows to the middle.
    tones: [Color; TONES as usize],
    foam: Color,
    crest: Color,
    trough: Color,
    earth: Color,
}

impl TerrainLook {
    pub(super) fn new(kind: &TerrainKind, earth: Color) -> Self {
        let is_chasm = is_chasm(kind);
        let color = kind.color;
        let (near, far) = if is_chasm {
            (darker(color, 140), darker(color, 228))
        } else {
            (lighter(mix(color, earth, 16), 44), darker(color, 62))
        };
        let tone = |number: usize| mix(near, far, number as u32 * 256 / (TONES as u32 - 1));
        Self {
            is_chasm,
            height: if is_chasm { CHASM } else { (BANK * kind.depth.parts() / 256).max(2) },
            tones: std::array::from_fn(tone),
            foam: lighter(color, 164),
            crest: lighter(color, 62),
            trough: darker(color, 110),
            earth,
        }
    }

    /// Draws the terrain and its banks in a cell, over the floor.
    pub(super) fn paint(&self, canvas: &mut CellRowCanvas, cell: Cell, coast: &Coast, is_straight: bool) {
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        for x in left..left + CELL {
            // The lowest row of floor above the pixel, as far up as a bank is high.
            let mut floor = None;
            for y in top - self.height..top + CELL {
                let distance = self.distance(coast, [x, y], y < top);
                if y >= top {
                    let down = floor.map(|row| y - row).filter(|down| *down <= self.height);
                    match distance {
                        ..0 => self.paint_bank(canvas, [x, y], distance),
                        _ if self.is_chasm => self.paint_chasm(canvas, [x, y], coast, (distance, down)),
                        _ => self.paint_water(canvas, [x, y], coast, (distance, down, is_straight)),
                    }
                }
                if distance < 0 {
                    floor = Some(y);
                }
            }
        }
        if !self.is_chasm {
            self.paint_ripples(canvas, cell, coast);
        }
    }

    /// Draws the edge of the floor: a lit rim above the bank.
    fn paint_bank(&self, canvas: &mut CellRowCanvas, [x, y]: [i32; 2], distance: i32) {
        match -distance / PIXEL {
            0 => canvas.dot(x, y, darker(self.earth, 60), 190),
            1 => canvas.dot(x, y, LIGHT, 60),
            2 => canvas.dot(x, y, self.earth, 70),
            _ => {}
        }
    }

    /// How far a pixel lies from the bank, which meanders. It does not where nobody sees it: far
    /// from the bank on floor and in a chasm, and where only the sign counts.
    fn distance(&self, coast: &Coast, [x, y]: [i32; 2], is_sign: bool) -> i32 {
        let distance = coast.distance(x, y);
        let seen = if is_sign { 0 } else { RIM * PIXEL } + Coast::MOST_JITTER;
        let is_far = (is_sign || self.is_chasm || distance < 0) && distance.abs() > seen;
        if is_far { distance } else { distance + coast.jitter(x, y) }
    }

    fn paint_water(
        &self,
        canvas: &mut CellRowCanvas,
        [x, y]: [i32; 2],
        coast: &Coast,
        (distance, down, is_straight): (i32, Option<i32>, bool),
    ) {
        if let Some(down) = down {
            let color =
                if down == self.height { darker(self.earth, 150) } else { darker(self.earth, 40 + 30 * down as u32) };
            return canvas.fill([x, y, 1, 1], color);
        }
        let noise = (waves(x, y, [10, 5]) - 128) / 4 + (hash(x, y) & 7) as i32 - 4;
        let tone = ((coast.depth(x, y) + noise) * TONES / 256).clamp(0, TONES - 1);
        let mut color = self.tones[tone as usize];
        let above = coast.distance(x, y - self.height) - distance;
        let shore = if above < 0 { distance - self.height * PIXEL } else { distance };
        let wall = if is_straight {
            coast.wall_distance(x, y) * PIXEL + (waves(x, y, [5, 5]) - 90) * PIXEL / 90
        } else {
            8 * PIXEL
        };
        color = match shore.min(wall) / PIXEL {
            ..1 => mix(color, self.foam, if shore < wall { 170 } else { 96 }),
            1 => mix(color, self.foam, 60),
            2 => mix(color, self.foam, 24),
            _ => color,
        };
        canvas.fill([x, y, 1, 1], color);
    }

    fn paint_chasm(
        &self,
        canvas: &mut CellRowCanvas,
        [x, y]: [i32; 2],
        coast: &Coast,
        (distance, down): (i32, Option<i32>),
    ) {
        let color = match down {
            Some(down) => {
                let stone = darker(self.earth, hash(x / 3, y / 4) & 31);
                let stone = if down == 1 { lighter(stone, 50) } else { stone };
                mix(stone, self.tones[TONES as usize - 1], (down as u32 * 256 / CHASM as u32).min(256))
            }
            None => {
                let near = (RIM * PIXEL - distance).max(0) as u32 * 90 / (RIM * PIXEL) as u32;
                let tone =
                    ((coast.depth(x, y) + 60 + (hash(x / 2, y / 2) & 15) as i32) * TONES / 256).clamp(0, TONES - 1);
                mix(self.tones[tone as usize], self.earth, near)
            }
        };
        canvas.fill([x, y, 1, 1], color);
    }

    /// Draws the ripples of a cell of water: short bright lines with a dark one below.
    fn paint_ripples(&self, canvas: &mut CellRowCanvas, cell: Cell, coast: &Coast) {
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        let is_clear = |x: i32, y: i32| {
            coast.distance(x, y) > (self.height + 3) * PIXEL && coast.wall_distance(x, y) > 2
                || coast.distance(x, y) >= 7 * PIXEL && coast.wall_distance(x, y) > 2
        };
        let count = hash(cell.x, !cell.y) % 4;
        for ripple in 0..count.min(2) as i32 {
            let bits = hash(cell.x * 2 + ripple, cell.y);
            let (x, y) = (left + (bits % 11) as i32, top + 1 + 7 * ripple + (bits >> 8) as i32 % 6);
            let length = 3 + (bits >> 16) as i32 % 3;
            for x in (x..(x + length).min(left + CELL)).filter(|&x| is_clear(x, y)) {
                canvas.dot(x, y, self.crest, 150);
            }
            for x in (x + 1..(x + length + 1).min(left + CELL)).filter(|&x| is_clear(x, y + 1)) {
                canvas.dot(x, y + 1, self.trough, 70);
            }
        }
        if hash(!cell.x, cell.y).is_multiple_of(9) && coast.depth(left + 8, top + 8) > 200 {
            canvas.dot(left + 5, top + 8, LIGHT, 150);
            canvas.dot(left + 6, top + 8, SHADOW, 30);
        }
    }
}

#[cfg(test)]
mod tests {
    use roomgen::{Preset, generate, level::Level, theme::Theme};

    use super::{super::TerrainPainter, *};

    /// What [`TerrainLook::paint`] draws, each pixel by a search for the floor above it.
    fn paint_slowly(look: &TerrainLook, canvas: &mut CellRowCanvas, cell: Cell, coast: &Coast) {
        let (left, top) = (cell.x * CELL, cell.y * CELL);
        let distance = |x: i32, y: i32| coast.distance(x, y) + coast.jitter(x, y);
        for (x, y) in (top..top + CELL).flat_map(|y| (left..left + CELL).map(move |x| (x, y))) {
            let down = (1..=look.height).find(|&up| distance(x, y - up) < 0);
            match distance(x, y) {
                near @ ..0 => look.paint_bank(canvas, [x, y], near),
                far if look.is_chasm => look.paint_chasm(canvas, [x, y], coast, (far, down)),
                far => look.paint_water(canvas, [x, y], coast, (far, down, true)),
            }
        }
        if !look.is_chasm {
            look.paint_ripples(canvas, cell, coast);
        }
    }

    fn level(depth: f32) -> Level {
        let preset = format!(
            r##"(name: "river", base: "library",
             terrain: {{"water": (glyph: '~', color: "#2f5f8f", blocks: true, bridge: "planks", depth: {depth:?}),
               "planks": (glyph: '=', color: "#8a6a45")}},
             floorplan: (partings: [(name: "river", terrain: "water", width: (3, 4), meander: 3, crossings: (2, 3))]))"##
        );
        let preset = Preset::parse(&preset).unwrap();
        (0..).map(|seed: u64| generate(&preset, seed)).find(|level| !level.partings().is_empty()).unwrap()
    }

    #[test]
    fn banks_lie_below_the_nearest_floor_above() {
        for depth in [0.5, 0.75, 3.0] {
            let (level, theme) = (level(depth), Theme::default());
            let painter = TerrainPainter::new(&level, &theme, level.tiles().bounds());
            let mut drawn = 0;
            for cell in level.tiles().bounds().cells() {
                let coast = Coast::around(&level, &painter.bridges, cell, false);
                let Some(look) = coast.kind().map(|kind| &painter.looks[kind]) else { continue };
                let [mut fast, mut slow] = [(); 2].map(|()| CellRowCanvas::new(&(cell.x..cell.x + 1)));
                fast.turn_to(cell.y);
                slow.turn_to(cell.y);
                look.paint(&mut fast, cell, &coast, true);
                paint_slowly(look, &mut slow, cell, &coast);
                assert_eq!(fast.pixels(), slow.pixels(), "{cell:?}, {depth}");
                drawn += 1;
            }
            assert!(drawn > 100, "{drawn}");
        }
    }
}

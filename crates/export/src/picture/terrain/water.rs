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
        for (x, y) in (top..top + CELL).flat_map(|y| (left..left + CELL).map(move |x| (x, y))) {
            let wave = coast.jitter(x, y);
            match coast.distance(x, y) + wave {
                ..0 => self.paint_bank(canvas, [x, y], coast.distance(x, y) + wave),
                distance if self.is_chasm => self.paint_chasm(canvas, [x, y], coast, distance),
                distance => self.paint_water(canvas, [x, y], coast, (distance, is_straight)),
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

    /// The rows of pixels from a pixel up to the floor in the north, if that is nearer than the
    /// height of the bank.
    fn below_floor(&self, coast: &Coast, [x, y]: [i32; 2]) -> Option<i32> {
        (1..=self.height).find(|&up| coast.distance(x, y - up) + coast.jitter(x, y - up) < 0)
    }

    fn paint_water(
        &self,
        canvas: &mut CellRowCanvas,
        [x, y]: [i32; 2],
        coast: &Coast,
        (distance, is_straight): (i32, bool),
    ) {
        if let Some(down) = self.below_floor(coast, [x, y]) {
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

    fn paint_chasm(&self, canvas: &mut CellRowCanvas, [x, y]: [i32; 2], coast: &Coast, distance: i32) {
        let color = match self.below_floor(coast, [x, y]) {
            Some(down) => {
                let stone = darker(self.earth, hash(x / 3, y / 4) & 31);
                let stone = if down == 1 { lighter(stone, 50) } else { stone };
                mix(stone, self.tones[TONES as usize - 1], (down as u32 * 256 / CHASM as u32).min(256))
            }
            None => {
                let near = (3 * PIXEL - distance).max(0) as u32 * 90 / (3 * PIXEL) as u32;
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

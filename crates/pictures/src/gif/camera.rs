//! The camera: which part of the drawn level a frame shows, and the pixels of it.

use crate::picture::Picture;
use roomgen::interp::{lerp, smoothing};

/// What the camera is to look at: a point of the drawn level, and how many of its pixels lie side by side in one of the frame.
///
/// Both in sixteenths, so that frames are sampled in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) middle: [i32; 2],
    pub(super) step: i32,
}

/// Parts of a pixel that positions are kept in.
pub(super) const PARTS: i32 = 16;

/// A camera that follows its aim: a share of the way that is left in each frame, whatever the frame rate.
#[derive(Clone, Debug)]
pub(super) struct Camera {
    /// Left, top and step, in sixteenths of a pixel of the drawn level.
    at: [f32; 3],
    aim: [i32; 3],
    frame: [i32; 2],
    world: [i32; 2],
    share: f32,
}

impl Camera {
    /// A camera with frames of so many pixels, each `seconds` long, over a drawn level; it goes `follows` of the way to its aim in a tenth
    /// of a second, and begins there.
    pub(super) fn new(frame: [i32; 2], world: [i32; 2], (follows, seconds): (f32, f32), aim: Aim) -> Self {
        // In parts of 1024, so that a power which differs in its last bit from platform to platform changes nothing.
        let share = (smoothing(follows, seconds, 0.1) * 1024.0) as i32 as f32 / 1024.0;
        let mut camera = Self { at: [0.0; 3], aim: [0; 3], frame, world, share };
        camera.aim_at(aim);
        camera.at = camera.aim.map(|part| part as f32);
        camera
    }

    /// Gives it another aim. No frame shows what lies beyond the level.
    pub(super) fn aim_at(&mut self, Aim { middle, step }: Aim) {
        let corner = [0, 1].map(|axis| {
            let shown = step * self.frame[axis];
            let last = (self.world[axis] * PARTS - shown).max(0);
            let corner = (middle[axis] - shown / 2).clamp(0, last);
            // At rest on whole pixels of the frame, which are the crispest.
            corner - corner.rem_euclid(step)
        });
        self.aim = [corner[0], corner[1], step];
    }

    /// Goes on by a frame; tells whether it has moved.
    pub(super) fn follow(&mut self) -> bool {
        let before = self.at;
        let aim = self.aim.map(|part| part as f32);
        // What is left of the way is seen as less than a step of the last frame: it is there.
        let left = (0..2).map(|axis| (aim[axis] - self.at[axis]).abs()).fold(0.0_f32, f32::max);
        let zooms = (aim[2] - self.at[2]).abs() * self.frame[0] as f32;
        if left.max(zooms) < 3.0 * aim[2] {
            self.at = aim;
        } else {
            for (at, aim) in self.at.iter_mut().zip(aim) {
                *at = lerp(*at, aim, self.share);
            }
        }
        self.at.map(f32::to_bits) != before.map(f32::to_bits)
    }

    /// What it shows now: left, top and step in sixteenths of a pixel.
    pub(super) fn view(&self) -> View {
        let step = (self.at[2] + 0.5) as i32;
        let corner = [0, 1].map(|axis| {
            let last = (self.world[axis] * PARTS - step * self.frame[axis]).max(0);
            ((self.at[axis] + 0.5) as i32).clamp(0, last)
        });
        View { corner, step }
    }
}

/// The part of the drawn level that a frame shows, in sixteenths of its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) corner: [i32; 2],
    pub(super) step: i32,
}

impl View {
    /// Fills columns and rows of a frame with what they show of the drawn level: each pixel the mean of what it covers.
    pub(super) fn sample(self, world: &Picture, frame: &mut Picture, [left, top, right, bottom]: [i32; 4]) {
        let across: Vec<Tap> = (left..right).map(|x| self.tap(0, x, world.width())).collect();
        let (columns, area) = (world.width() as usize, (self.step * self.step) as u32);
        let width = frame.width() as usize;
        let mut sums = vec![[0_u32; 3]; across.len()];
        for y in top..bottom {
            let down = self.tap(1, y, world.height());
            sums.fill([0; 3]);
            for (row, amount) in (down.first..).zip(down.amounts()) {
                let row = &world.bytes()[row * columns * 3..][..columns * 3];
                for (sum, tap) in sums.iter_mut().zip(&across) {
                    for (pixel, part) in row[tap.first * 3..].as_chunks::<3>().0.iter().zip(tap.amounts()) {
                        let amount = part * amount;
                        for (sum, &value) in sum.iter_mut().zip(pixel) {
                            *sum += u32::from(value) * amount;
                        }
                    }
                }
            }
            let start = (y as usize * width + left as usize) * 3;
            let pixels = frame.bytes_mut()[start..start + across.len() * 3].as_chunks_mut::<3>().0;
            for (pixel, sum) in pixels.iter_mut().zip(&sums) {
                *pixel = sum.map(|sum| ((sum + area / 2) / area) as u8);
            }
        }
    }

    /// What a column or row of a frame covers of a drawn level that has `most` of them.
    fn tap(self, axis: usize, number: i32, most: u32) -> Tap {
        let from = self.corner[axis] + number * self.step;
        let last = most as i32 * PARTS - self.step;
        let from = from.min(last).max(0);
        let to = from + self.step;
        let first = from / PARTS;
        Tap { first: first as usize, from: from - first * PARTS, length: to - from }
    }
}

/// A run of pixels, the first and the last of them in part.
#[derive(Clone, Copy, Debug)]
struct Tap {
    first: usize,
    /// Where it begins in the first pixel, and how long it is.
    from: i32,
    length: i32,
}

impl Tap {
    /// How much it covers of each pixel, from the first on; the sum is its length.
    fn amounts(self) -> impl Iterator<Item = u32> {
        let (mut at, end) = (self.from, self.from + self.length);
        std::iter::from_fn(move || {
            let amount = (end - at).min(PARTS - at.rem_euclid(PARTS));
            at += amount;
            (amount > 0).then_some(amount as u32)
        })
    }
}

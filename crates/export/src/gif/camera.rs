//! The camera: selects the part of the drawn level that a frame shows, and resamples it.

use std::ops::Range;

use crate::picture::Picture;
use roomgen::workspace::{lerp, smoothing};

/// A camera target: the point of the level's picture in the middle of a frame, and the side of a
/// frame pixel in that picture.
///
/// Both are in 1/16 pixels of the level's picture, so that sampling uses integers only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CameraTarget {
    pub(super) middle: [i32; 2],
    pub(super) step: i32,
}

/// The number of units of length along a side of a pixel of the level's picture.
pub(super) const SUBPIXELS: i32 = 16;

/// A camera that approaches its target by a constant fraction of the remaining distance in each
/// frame.
#[derive(Clone, Debug)]
pub(super) struct Camera {
    /// The current view: left, top and side of a frame pixel, in 1/16 pixels of the level's
    /// picture.
    at: [f32; 3],
    /// The target: left, top and side of a frame pixel, in 1/16 pixels of the level's picture.
    aim: [i32; 3],
    /// Width and height of a frame, in pixels.
    frame: [i32; 2],
    /// Width and height of the level's picture, in pixels.
    world: [i32; 2],
    /// The fraction of the remaining distance to the target that the camera covers in each frame.
    frame_fraction: f32,
}

impl Camera {
    /// Creates a camera at rest on `aim`, over a level's picture of `world` pixels.
    ///
    /// `frame` is the frame size in pixels and `seconds` its duration. The camera covers the
    /// fraction `follows` of the remaining distance to its target in 0.1 s.
    pub(super) fn new(frame: [i32; 2], world: [i32; 2], follows: f32, seconds: f32, aim: CameraTarget) -> Self {
        // Rounded to 1/1024, since the last bit of a power differs between platforms.
        let fraction = (smoothing(follows, seconds, 0.1) * 1024.0) as i32 as f32 / 1024.0;
        let mut camera = Self { at: [0.0; 3], aim: [0; 3], frame, world, frame_fraction: fraction };
        camera.aim_at(aim);
        camera.at = camera.aim.map(|part| part as f32);
        camera
    }

    /// Sets the target, clamped so that no frame shows anything beyond the level.
    pub(super) fn aim_at(&mut self, CameraTarget { middle, step }: CameraTarget) {
        let corner = [0, 1].map(|axis| {
            let shown = step * self.frame[axis];
            let last = (self.world[axis] * SUBPIXELS - shown).max(0);
            let corner = (middle[axis] - shown / 2).clamp(0, last);
            // The camera stops on whole frame pixels, which give the sharpest image.
            corner - corner.rem_euclid(step)
        });
        self.aim = [corner[0], corner[1], step];
    }

    /// Advances by one frame, and returns whether the camera moved.
    pub(super) fn follow(&mut self) -> bool {
        let before = self.at;
        let aim = self.aim.map(|part| part as f32);
        // The camera jumps to the target once it is less than three frame pixels away.
        let left = (0..2).map(|axis| (aim[axis] - self.at[axis]).abs()).fold(0.0_f32, f32::max);
        let zooms = (aim[2] - self.at[2]).abs() * self.frame[0] as f32;
        if left.max(zooms) < 3.0 * aim[2] {
            self.at = aim;
        } else {
            for (at, aim) in self.at.iter_mut().zip(aim) {
                *at = lerp(*at, aim, self.frame_fraction);
            }
        }
        self.at.map(f32::to_bits) != before.map(f32::to_bits)
    }

    pub(super) fn view(&self) -> CameraView {
        let step = (self.at[2] + 0.5) as i32;
        let corner = [0, 1].map(|axis| {
            let last = (self.world[axis] * SUBPIXELS - step * self.frame[axis]).max(0);
            ((self.at[axis] + 0.5) as i32).clamp(0, last)
        });
        CameraView { corner, step }
    }
}

/// The part of the level's picture that a frame shows, in 1/16 pixels of that picture: its top left
/// `corner`, and the side of a frame pixel as `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CameraView {
    pub(super) corner: [i32; 2],
    pub(super) step: i32,
}

impl CameraView {
    /// Resamples a rectangle of the frame, given in frame pixels. Each frame pixel is the mean of
    /// the area of `world`, the level's picture, that it covers.
    pub(super) fn sample(self, world: &Picture, frame: &mut Picture, [left, top, right, bottom]: [i32; 4]) {
        let across: Vec<PixelRun> = (left..right).map(|x| self.tap(0, x, world.width())).collect();
        let (Some(first), Some(last)) = (across.first(), across.last()) else { return };
        let (begin, end) = (first.pixels.start, last.pixels.end);
        let (columns, area) = (world.width() as usize, (self.step * self.step) as u32);
        let width = frame.width() as usize;
        // The sums of the columns. A frame pixel is at most NEAREST pixels high, so that they fit.
        let mut sums = vec![0_u16; (end - begin) * 3];
        for y in top..bottom {
            let down = self.tap(1, y, world.height());
            sums.fill(0);
            for (row, amount) in down.pixels.clone().zip(down.amounts()) {
                let row = &world.bytes()[(row * columns + begin) * 3..];
                sums.iter_mut().zip(row).for_each(|(sum, &value)| *sum += u16::from(value) * amount);
            }
            let sums = sums.as_chunks::<3>().0;
            let start = (y as usize * width + left as usize) * 3;
            let pixels = frame.bytes_mut()[start..start + across.len() * 3].as_chunks_mut::<3>().0;
            for (pixel, tap) in pixels.iter_mut().zip(&across) {
                let mut sum = [area / 2; 3];
                let mut add = |pixel: &[u16; 3], amount: u16| {
                    sum.iter_mut().zip(pixel).for_each(|(sum, &value)| *sum += u32::from(value) * u32::from(amount));
                };
                match &sums[tap.pixels.start - begin..tap.pixels.end - begin] {
                    [first, between @ .., last] => {
                        add(first, tap.first);
                        between.iter().for_each(|pixel| add(pixel, SUBPIXELS as u16));
                        add(last, tap.last);
                    }
                    few => few.iter().for_each(|pixel| add(pixel, tap.first)),
                }
                *pixel = sum.map(|sum| (sum / area) as u8);
            }
        }
    }

    /// The run of pixels of the level's picture that a column (axis 0) or row (axis 1) of the frame
    /// covers. `most` is the number of columns or rows of that picture.
    fn tap(self, axis: usize, number: i32, most: u32) -> PixelRun {
        let from = self.corner[axis] + number * self.step;
        let last = most as i32 * SUBPIXELS - self.step;
        let from = from.min(last).max(0);
        let to = from + self.step;
        let (first, last) = (from / SUBPIXELS, (to - 1) / SUBPIXELS);
        PixelRun {
            pixels: first as usize..last as usize + 1,
            first: (to.min((first + 1) * SUBPIXELS) - from) as u16,
            last: (to - last * SUBPIXELS) as u16,
        }
    }
}

/// The pixels of the level's picture that a frame pixel covers along one axis. The first and the
/// last may be covered partly.
#[derive(Clone, Debug)]
struct PixelRun {
    pixels: Range<usize>,
    /// The covered lengths of the first and of the last pixel, in 1/16 pixels. The only one is the
    /// first.
    first: u16,
    last: u16,
}

impl PixelRun {
    /// The covered length of each pixel in 1/16 pixels, in order.
    fn amounts(&self) -> impl Iterator<Item = u16> {
        let count = self.pixels.len();
        (0..count).map(move |number| match number {
            0 => self.first,
            number if number + 1 == count => self.last,
            _ => SUBPIXELS as u16,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use roomgen::color::Color;

    #[test]
    fn a_frame_pixel_is_the_mean_of_all_that_it_covers() {
        let mut world = Picture::filled(40, 24, Color::default());
        (0_u32..).zip(world.bytes_mut()).for_each(|(place, byte)| *byte = (place * place % 251) as u8 + 4);
        let size = [10, 6];
        for (step, corner) in [(16, [0, 0]), (16, [7, 3]), (23, [50, 11]), (40, [200, 90]), (64, [0, 0])] {
            let mut frame = Picture::filled(10, 6, Color::default());
            CameraView { corner, step }.sample(&world, &mut frame, [0, 0, size[0], size[1]]);
            for (x, y) in (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y))) {
                let covered = |axis: usize, number: i32, most: i32| {
                    let from = (corner[axis] + number * step).min(most * SUBPIXELS - step);
                    (from..from + step).map(|at| (at / SUBPIXELS) as usize)
                };
                let sum =
                    covered(1, y, 24).flat_map(|row| covered(0, x, 40).map(move |column| (row * 40 + column) * 3));
                let sum: u32 = sum.map(|place| u32::from(world.bytes()[place])).sum();
                let area = (step * step) as u32;
                let mean = (sum + area / 2) / area;
                assert_eq!(u32::from(frame.bytes()[((y * 10 + x) * 3) as usize]), mean, "{step} {corner:?} {x} {y}");
            }
        }
    }
}

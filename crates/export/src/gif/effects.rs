//! Short-lived effects over the frames of an animation.
//!
//! Consumes running events and the camera's view; draws over a frame.

use super::{
    camera::{Camera, CameraView, SUBPIXELS},
    cast::FurnishingEvent,
    script::{TimelineEvent, TimelineEventKind},
    stage::{AnimationPainter, LEAVES, NEW, REFUSED, bounds, eased},
    story::PassagePart,
};
use crate::picture::{LinePen, LineStyle, Overlay, Picture, mix};
use roomgen::{
    color::Color,
    geom::{HalfCell, Rect},
    workspace::{lerp, point_on_segment},
};

/// Draws effects over a frame.
pub(super) struct EffectBrush<'stage, 'cast> {
    pub(super) stage: &'stage AnimationPainter<'cast>,
    pub(super) view: CameraView,
    pub(super) out: &'stage mut Picture,
    /// The number of frame rows that show the level, without the caption.
    pub(super) rows: i32,
}

impl EffectBrush<'_, '_> {
    pub(super) fn draw(&mut self, cue: TimelineEvent, now: u32) {
        let (stage, progress, age) = (self.stage, eased(cue, now), now - cue.start);
        match cue.what {
            TimelineEventKind::Cut(wall) => {
                // The wall grows from its middle, and is bright at first.
                let color = NEW.lerp(stage.cut_color(), progress);
                let is_across = wall.width() > wall.height();
                self.fill(grown(wall, if is_across { [progress, 1.0] } else { [1.0, progress] }), color, 256);
            }
            TimelineEventKind::Room(id) => {
                if let Some(room) = stage.level.room(id) {
                    self.fill(
                        grown(room.rect, [progress; 2]),
                        NEW.lerp(stage.plan_color(id), 0.3 + 0.7 * progress),
                        256,
                    );
                }
            }
            TimelineEventKind::Way(PassagePart::Leg(cells)) => {
                self.fill(grown(cells, [progress; 2]), stage.leg_color(), 256);
            }
            TimelineEventKind::Way(PassagePart::Door(cells)) => {
                self.fill(grown(cells, [1.8 - 0.8 * progress; 2]), NEW.lerp(stage.theme.door, progress), 256);
            }
            TimelineEventKind::Lock(cells, color) => {
                self.fill(grown(cells, [2.2 - 1.2 * progress; 2]), NEW.lerp(color, progress), 256);
            }
            TimelineEventKind::Key(id, color) => {
                if let Some(room) = stage.level.room(id) {
                    // The colour fades out, so that the plan of the room shows again.
                    self.fill(grown(room.rect, [1.0; 2]), color, (220.0 * (1.0 - progress)) as u32);
                }
            }
            TimelineEventKind::Act(act) => self.draw_act(act, cue, age, progress),
            TimelineEventKind::Path | TimelineEventKind::Build(_) => {}
            TimelineEventKind::Cover(_) | TimelineEventKind::Built => {}
        }
    }

    fn draw_act(&mut self, act: FurnishingEvent, cue: TimelineEvent, age: u32, fraction: f32) {
        // Opacity by frame: a blink that fades.
        let blink = [190, 130, 60];
        let blink = blink.get(age as usize).copied().unwrap_or(0);
        match act {
            FurnishingEvent::Clear(cells) => {
                let ends = age.min(cue.frames - age.min(cue.frames));
                self.fill(bounds(cells), Overlay::Clearance.color(), (ends * 40).min(120));
            }
            FurnishingEvent::Anchor(anchor, _) => self.draw_anchor(anchor, fraction),
            FurnishingEvent::Appear(prop) => {
                if let Some(prop) = self.stage.level.prop(prop as u32) {
                    let glow = [200, 110, 40].get(age as usize).copied().unwrap_or(0);
                    self.fill(grown(prop.cells, [1.3 - 0.3 * fraction; 2]), NEW, glow);
                }
            }
            FurnishingEvent::Refuse(cells, ..) => self.fill(bounds(cells), REFUSED, blink),
            FurnishingEvent::Leave(cells, ..) => self.fill(bounds(cells), LEAVES, blink),
        }
    }

    /// Draws a cross that closes in on an anchor.
    fn draw_anchor(&mut self, anchor: HalfCell, fraction: f32) {
        let at = self.stage.at(self.view, [anchor.x as f32 / 2.0, anchor.y as f32 / 2.0]);
        let cell = self.pixels_a_cell();
        let (radius, color) = (lerp(1.2, 0.35, fraction) * cell, Overlay::Anchors.color());
        if (0.0..self.rows as f32).contains(&at[1]) {
            let width = (cell / 8.0).max(1.0);
            LinePen::new(self.stage.viewport, self.out).cross(at, radius, LineStyle::new(color, width));
        }
    }

    /// Draws the main path as far as it has progressed; it fades once all walls and floors are
    /// painted.
    pub(super) fn draw_path(&mut self, now: u32) {
        let stage = self.stage;
        let under_way = stage.running.iter().find(|(cue, _)| cue.what == TimelineEventKind::Path);
        let (progress, amount) = match (under_way, stage.built, stage.has_path) {
            (Some(&(cue, _)), ..) => (eased(cue, now), 256),
            (None, None, true) => (1.0, 256),
            (None, Some(since), true) if since < FADE => (1.0, 256 * (FADE - since) / FADE),
            _ => return,
        };
        let way: Vec<[f32; 2]> =
            first_part(&stage.way, progress).iter().map(|&cell| stage.at(self.view, cell)).collect();
        let width = (self.pixels_a_cell() / 3.0).max(2.0);
        let mut pen = LinePen::new(stage.viewport, self.out);
        let line = LineStyle::new(Overlay::Path.color(), width).faint(amount);
        pen.stroke(&way, line);
        if let (Some(&last), true) = (way.last(), progress < 1.0) {
            pen.disc(last, width, NEW);
        }
    }

    fn pixels_a_cell(&self) -> f32 {
        self.stage.viewport.scale() as f32 * SUBPIXELS as f32 / self.view.step as f32
    }

    /// Blends a colour over a rectangle of cells, at least one pixel wide and high. `amount` is the
    /// opacity, from 0 to 256.
    fn fill(&mut self, [left, top, right, bottom]: [f32; 4], color: Color, amount: u32) {
        let [[left, top], [right, bottom]] =
            [[left, top], [right, bottom]].map(|cell| self.stage.at(self.view, cell).map(|at| (at + 0.5) as i32));
        let width = self.out.width() as i32;
        let (left, right) = (left.clamp(0, width), right.max(left + 1).clamp(0, width));
        let (top, bottom) = (top.clamp(0, self.rows), bottom.max(top + 1).clamp(0, self.rows));
        if left >= right || amount == 0 {
            return;
        }
        for row in self.out.bytes_mut().chunks_exact_mut(width as usize * 3).take(bottom as usize).skip(top as usize) {
            for pixel in row[left as usize * 3..right as usize * 3].as_chunks_mut::<3>().0 {
                let mixed = mix(Color::new(pixel[0], pixel[1], pixel[2]), color, amount.min(256));
                *pixel = [mixed.r, mixed.g, mixed.b];
            }
        }
    }
}

impl AnimationPainter<'_> {
    /// Draws a frame: the camera's view of the level, with effects over it.
    pub(super) fn draw(&mut self, camera: &Camera, has_moved: bool, now: u32, out: &mut Picture) {
        let view = camera.view();
        let all = [0, 0, self.seen.width() as i32, self.seen.height() as i32];
        let changed = std::mem::take(&mut self.changed);
        if has_moved {
            view.sample(&self.world, &mut self.seen, all);
        } else {
            for cells in changed {
                let [left, top, right, bottom] = bounds(cells);
                let [[left, top], [right, bottom]] = [[left, top], [right, bottom]].map(|cell| self.at(view, cell));
                let part = [left as i32 - 1, top as i32 - 1, right as i32 + 2, bottom as i32 + 2];
                let part = [0, 1, 2, 3].map(|edge| part[edge].clamp(0, all[2 + edge % 2]));
                if part[0] < part[2] && part[1] < part[3] {
                    view.sample(&self.world, &mut self.seen, part);
                }
            }
        }
        let seen = self.seen.bytes();
        out.bytes_mut()[..seen.len()].copy_from_slice(seen);
        let mut brush = EffectBrush { stage: self, view, out, rows: all[3] };
        for &(cue, _) in &self.running {
            brush.draw(cue, now);
        }
        brush.draw_path(now);
    }
}

/// The number of frames in which the main path fades out.
const FADE: u32 = 4;

/// A rectangle scaled about its centre, horizontally and vertically.
fn grown(rect: Rect, [across, down]: [f32; 2]) -> [f32; 4] {
    let [left, top, right, bottom] = bounds(rect);
    let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let (dx, dy) = ((right - left) / 2.0 * across, (bottom - top) / 2.0 * down);
    [x - dx, y - dy, x + dx, y + dy]
}

/// The first part of a polyline, by a fraction of its Manhattan length.
fn first_part(points: &[[f32; 2]], fraction: f32) -> Vec<[f32; 2]> {
    let length = |leg: &[[f32; 2]]| (leg[1][0] - leg[0][0]).abs() + (leg[1][1] - leg[0][1]).abs();
    let mut left = points.windows(2).map(length).sum::<f32>() * fraction;
    let mut part: Vec<[f32; 2]> = points.first().copied().into_iter().collect();
    for leg in points.windows(2) {
        let all = length(leg);
        if all > left {
            part.push(point_on_segment(leg[0], leg[1], left / all));
            break;
        }
        part.push(leg[1]);
        left -= all;
    }
    part
}

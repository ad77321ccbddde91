//! Paints the level as it is at each frame of an animation, and short-lived effects over it.
//!
//! Lasting changes are painted into a picture of the whole level, at a higher resolution than
//! frames, which the camera samples. Effects are drawn over the sampled frame.

use super::{
    camera::{Camera, CameraView, SUBPIXELS},
    cast::{AnimatedLevel, FurnishingEvent},
    script::{TimelineEvent, TimelineEventKind},
    story::PassagePart,
};
use crate::picture::{FloorTints, LinePen, LineStyle, Overlay, Picture, TopPainter, Viewport, main_way, mix};
use roomgen::{
    color::Color,
    geom::{HalfCell, Rect},
    interp::{inverse_lerp, lerp, point_on_segment},
    level::{Level, RoomKind},
    theme::Theme,
};

/// The effect colours of a rejected prop and of a removed one.
pub(super) const REFUSED: Color = Color::new(0xff, 0x3a, 0x3a);
pub(super) const LEAVES: Color = Color::new(0xff, 0xa0, 0x2a);
/// The effect colour of a prop, wall, room or door that has just appeared.
pub(super) const NEW: Color = Color::new(0xff, 0xf6, 0xd8);

/// The level as it is at a frame of the animation, and the effects drawn over it.
pub(super) struct AnimationPainter<'cast> {
    level: &'cast Level,
    theme: &'cast Theme,
    viewport: Viewport,
    top: TopPainter<'cast>,
    /// The picture of the whole level without effects, which the camera samples.
    world: Picture,
    /// The main path as a polyline, in cells from the level's top left corner.
    way: Vec<[f32; 2]>,
    /// Rectangles of cells of `world` that changed since the last frame was sampled.
    changed: Vec<Rect>,
    /// The newest frame that the camera sampled, without effects.
    seen: Picture,
    /// The number of events of the timeline that have begun.
    begun: usize,
    /// The events that have not ended, each with its progress as [`AnimationPainter::continue_cue`]
    /// returns it.
    running: Vec<(TimelineEvent, u32)>,
    has_path: bool,
    /// The number of frames since all walls and floors were painted; `None` before.
    built: Option<u32>,
}

impl<'cast> AnimationPainter<'cast> {
    /// Creates a painter whose picture of the level shows only rock. Frames are `width` by `height`
    /// pixels.
    pub(super) fn new(
        cast: &'cast AnimatedLevel,
        theme: &'cast Theme,
        viewport: Viewport,
        [width, height]: [u32; 2],
    ) -> Self {
        let mut top = TopPainter::new(&cast.level, theme, viewport);
        (0..cast.level.props().len()).for_each(|prop| top.show(prop, false));
        Self {
            level: &cast.level,
            theme,
            viewport,
            top,
            world: Picture::filled(viewport.width(), viewport.height(), theme.rock),
            way: main_way(&cast.level),
            changed: vec![cast.level.tiles().bounds()],
            seen: Picture::filled(width, height, theme.rock),
            begun: 0,
            running: Vec::new(),
            has_path: false,
            built: None,
        }
    }

    /// The effect colours and their blends with the level's colours, for the palette.
    pub(super) fn colors(&self) -> Vec<Color> {
        let rock = self.theme.rock;
        let mut colors = vec![self.cut_color(), rock, self.theme.door, NEW, REFUSED, LEAVES, Overlay::Path.color()];
        colors.extend([Overlay::Anchors.color(), Overlay::Clearance.color()]);
        colors.extend(self.level.rooms().iter().map(|room| self.plan_color(room.id)));
        let floors = [self.theme.floor_start, self.theme.floor_end];
        for tint in [REFUSED, LEAVES, NEW, Overlay::Clearance.color(), Overlay::Anchors.color()] {
            for under in [floors[0], floors[1], self.theme.wall_top, self.theme.wall_face] {
                colors.extend([50, 100, 170].map(|amount| mix(under, tint, amount)));
            }
        }
        colors.extend([40, 90, 150, 200].map(|amount| mix(rock, Overlay::Path.color(), amount)));
        colors
    }

    /// The picture of the whole level, without effects.
    pub(super) fn world(&self) -> &Picture {
        &self.world
    }

    /// Paints the finished level, whose props are the first `own` ones, and ends all effects.
    pub(super) fn complete(&mut self, own: usize) {
        (0..self.level.props().len()).for_each(|prop| self.top.show(prop, prop < own));
        self.repaint(self.level.tiles().bounds());
        self.running.clear();
        self.built.get_or_insert(u32::MAX / 2);
    }

    /// Paints the whole level as rock again, without props.
    pub(super) fn clear(&mut self) {
        (0..self.level.props().len()).for_each(|prop| self.top.show(prop, false));
        self.world = Picture::filled(self.viewport.width(), self.viewport.height(), self.theme.rock);
        self.changed.push(self.level.tiles().bounds());
        self.built = None;
    }

    /// Advances to the frame `now`: begins, continues and ends the events `cues`, which are sorted
    /// by first frame.
    pub(super) fn advance(&mut self, cues: &[TimelineEvent], now: u32) {
        self.built = self.built.map(|since| since + 1);
        while let Some(&cue) = cues.get(self.begun).filter(|cue| cue.start <= now) {
            self.begun += 1;
            self.begin(cue.what);
            self.running.push((cue, 0));
        }
        let running = std::mem::take(&mut self.running);
        for (cue, done) in running {
            let done = self.continue_cue(cue, now, done);
            if now < cue.start + cue.frames {
                self.running.push((cue, done));
            } else {
                self.end(cue.what);
            }
        }
    }

    /// Draws a frame: the camera's view of the level, with effects over it.
    pub(super) fn draw(&mut self, camera: &Camera, has_moved: bool, now: u32, out: &mut Picture) {
        let view = camera.view();
        let all = [0, 0, self.seen.width() as i32, self.seen.height() as i32];
        let changed = std::mem::take(&mut self.changed);
        if has_moved {
            view.sample(&self.world, &mut self.seen, all);
        } else {
            for cells in changed {
                let [left, top, right, bottom] = bounds(cells).map(|edge| edge as f32);
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

    /// Converts a point of the floor, in cells, to pixels of a frame.
    fn at(&self, view: CameraView, cell: [f32; 2]) -> [f32; 2] {
        let at = self.viewport.at(cell);
        [0, 1].map(|axis| (at[axis] * SUBPIXELS as f32 - view.corner[axis] as f32) / view.step as f32)
    }

    fn begin(&mut self, what: TimelineEventKind) {
        match what {
            TimelineEventKind::Built => {
                self.repaint(self.level.tiles().bounds());
                self.built = Some(0);
            }
            TimelineEventKind::Path => self.has_path = true,
            TimelineEventKind::Act(FurnishingEvent::Appear(prop) | FurnishingEvent::Refuse(_, Some(prop))) => {
                self.show(prop, true);
            }
            TimelineEventKind::Cut(_) | TimelineEventKind::Room(_) | TimelineEventKind::Way(_) => {}
            TimelineEventKind::Build(_) | TimelineEventKind::Act(_) => {}
        }
    }

    /// Paints the lasting changes of a running event, and returns its progress: for
    /// [`TimelineEventKind::Build`] the number of painted rows of the room, else `done`.
    fn continue_cue(&mut self, cue: TimelineEvent, now: u32, done: u32) -> u32 {
        let TimelineEventKind::Build(room) = cue.what else { return done };
        let Some(walls) = self.level.room(room).and_then(|room| room.rect.grown(1)) else { return done };
        let rows = (eased(cue, now) * walls.height() as f32 + 0.5) as u32;
        if rows > done {
            let part = Rect::from_xywh(walls.left(), walls.top() + done as i32, walls.width(), (rows - done) as i32);
            part.into_iter().for_each(|part| self.repaint(part));
        }
        rows.max(done)
    }

    fn end(&mut self, what: TimelineEventKind) {
        match what {
            TimelineEventKind::Cut(wall) => self.fill(wall, self.cut_color()),
            TimelineEventKind::Room(room) => {
                if let Some(rect) = self.level.room(room).map(|room| room.rect) {
                    self.fill(rect, self.plan_color(room));
                }
            }
            TimelineEventKind::Way(PassagePart::Leg(cells)) => self.fill(cells, self.leg_color()),
            TimelineEventKind::Way(PassagePart::Door(cells)) => self.fill(cells, self.theme.door),
            TimelineEventKind::Act(FurnishingEvent::Leave(_, prop) | FurnishingEvent::Refuse(_, Some(prop))) => {
                self.show(prop, false);
            }
            TimelineEventKind::Path | TimelineEventKind::Build(_) => {}
            TimelineEventKind::Built | TimelineEventKind::Act(_) => {}
        }
    }

    fn show(&mut self, prop: usize, is_shown: bool) {
        self.top.show(prop, is_shown);
        let cells = self.level.prop(prop as u32).and_then(|prop| prop.cells.grown(1));
        cells.into_iter().for_each(|cells| self.repaint(cells));
    }

    fn repaint(&mut self, cells: Rect) {
        self.top.paint(cells, &FloorTints::default(), &mut self.world);
        self.changed.push(cells);
    }

    fn fill(&mut self, cells: Rect, color: Color) {
        let Some(shown) = cells.intersection(self.viewport.window()) else { return };
        let [[left, top], [right, bottom]] = [[shown.left(), shown.top()], [shown.right(), shown.bottom()]]
            .map(|cell| self.viewport.at(cell.map(|at| at as f32)).map(|at| at as usize));
        let width = self.world.width() as usize;
        for row in self.world.bytes_mut().chunks_exact_mut(width * 3).take(bottom).skip(top) {
            row[left * 3..right * 3].as_chunks_mut::<3>().0.fill([color.r, color.g, color.b]);
        }
        self.changed.push(shown);
    }

    fn cut_color(&self) -> Color {
        self.theme.rock.lerp(self.theme.wall_top, 0.55)
    }

    fn leg_color(&self) -> Color {
        self.theme.rock.lerp(self.theme.floor_start.lerp_hsl(self.theme.floor_end, 0.5), 0.5)
    }

    fn plan_color(&self, id: u32) -> Color {
        let Some(room) = self.level.room(id) else { return self.theme.rock };
        let floor = self.theme.floor_start.lerp_hsl(self.theme.floor_end, room.progress);
        match room.kind {
            RoomKind::Start => self.theme.rock.lerp(self.theme.entry, 0.6),
            RoomKind::End => self.theme.rock.lerp(self.theme.exit, 0.6),
            RoomKind::Path => self.theme.rock.lerp(floor, 0.75),
            RoomKind::Detour => self.theme.rock.lerp(floor, 0.58),
            RoomKind::Bonus => self.theme.rock.lerp(floor, 0.4),
        }
    }
}

/// The progress of an event from 0 to 1 at the frame `now`, with smoothstep easing.
fn eased(cue: TimelineEvent, now: u32) -> f32 {
    let t = inverse_lerp(0.0, cue.frames as f32, (now - cue.start) as f32).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn bounds(rect: Rect) -> [i32; 4] {
    [rect.left(), rect.top(), rect.right(), rect.bottom()]
}

/// Draws effects over a frame.
struct EffectBrush<'stage, 'cast> {
    stage: &'stage AnimationPainter<'cast>,
    view: CameraView,
    out: &'stage mut Picture,
    /// The number of frame rows that show the level, without the caption.
    rows: i32,
}

impl EffectBrush<'_, '_> {
    fn draw(&mut self, cue: TimelineEvent, now: u32) {
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
            TimelineEventKind::Act(act) => self.draw_act(act, cue, age, progress),
            TimelineEventKind::Path | TimelineEventKind::Build(_) | TimelineEventKind::Built => {}
        }
    }

    fn draw_act(&mut self, act: FurnishingEvent, cue: TimelineEvent, age: u32, share: f32) {
        // Opacity by frame: two blinks, then a fade.
        let blink = [190, 130, 70, 120, 190, 130, 70, 50, 30];
        let blink = blink.get(age as usize).copied().unwrap_or(0);
        match act {
            FurnishingEvent::Clear(cells) => {
                let ends = age.min(cue.frames - age.min(cue.frames));
                self.fill(bounds(cells).map(|edge| edge as f32), Overlay::Clearance.color(), (ends * 40).min(120));
            }
            FurnishingEvent::Anchor(anchor) => self.draw_anchor(anchor, share),
            FurnishingEvent::Appear(prop) => {
                if let Some(prop) = self.stage.level.prop(prop as u32) {
                    let glow = [200, 120, 60, 20].get(age as usize).copied().unwrap_or(0);
                    self.fill(grown(prop.cells, [1.3 - 0.3 * share; 2]), NEW, glow);
                }
            }
            FurnishingEvent::Refuse(cells, _) => self.fill(bounds(cells).map(|edge| edge as f32), REFUSED, blink),
            FurnishingEvent::Leave(cells, _) => self.fill(bounds(cells).map(|edge| edge as f32), LEAVES, blink),
        }
    }

    /// Draws a cross that closes in on an anchor.
    fn draw_anchor(&mut self, anchor: HalfCell, share: f32) {
        let at = self.stage.at(self.view, [anchor.x as f32 / 2.0, anchor.y as f32 / 2.0]);
        let cell = self.pixels_a_cell();
        let (radius, color) = (lerp(1.2, 0.35, share) * cell, Overlay::Anchors.color());
        if (0.0..self.rows as f32).contains(&at[1]) {
            let width = (cell / 8.0).max(1.0);
            LinePen::new(self.stage.viewport, self.out).cross(at, radius, LineStyle::new(color, width));
        }
    }

    /// Draws the main path as far as it has progressed; it fades once all walls and floors are
    /// painted.
    fn draw_path(&mut self, now: u32) {
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

/// The number of frames in which the main path fades out.
const FADE: u32 = 8;

/// A rectangle scaled about its centre, horizontally and vertically.
fn grown(rect: Rect, [across, down]: [f32; 2]) -> [f32; 4] {
    let [left, top, right, bottom] = bounds(rect).map(|edge| edge as f32);
    let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let (dx, dy) = ((right - left) / 2.0 * across, (bottom - top) / 2.0 * down);
    [x - dx, y - dy, x + dx, y + dy]
}

/// The first part of a polyline, by a fraction of its Manhattan length.
fn first_part(points: &[[f32; 2]], share: f32) -> Vec<[f32; 2]> {
    let length = |leg: &[[f32; 2]]| (leg[1][0] - leg[0][0]).abs() + (leg[1][1] - leg[0][1]).abs();
    let mut left = points.windows(2).map(length).sum::<f32>() * share;
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

//! Paints the level as it is at each frame of an animation, and short-lived effects over it.
//!
//! Lasting changes are painted into a picture of the whole level, at a higher resolution than
//! frames, which the camera samples. Effects are drawn over the sampled frame.

use super::{
    camera::{CameraView, SUBPIXELS},
    cast::{AnimatedLevel, FurnishingEvent},
    script::{TimelineEvent, TimelineEventKind},
    story::PassagePart,
};
use crate::picture::{FloorTints, Overlay, Picture, TopPainter, Viewport, main_way, mix};
use roomgen::{
    color::Color,
    geom::Rect,
    level::{Level, RoomKind},
    theme::Theme,
    workspace::inverse_lerp,
};

/// The effect colours of a rejected prop and of a removed one.
pub(super) const REFUSED: Color = Color::new(0xff, 0x3a, 0x3a);
pub(super) const LEAVES: Color = Color::new(0xff, 0xa0, 0x2a);
/// The effect colour of a prop, wall, room or door that has just appeared.
pub(super) const NEW: Color = Color::new(0xff, 0xf6, 0xd8);

/// How many cells the banks of a parting may meander from its band, with a cell of shore.
const BANKS: i32 = 9;

/// The level as it is at a frame of the animation, and the effects drawn over it.
pub(super) struct AnimationPainter<'cast> {
    pub(super) level: &'cast Level,
    pub(super) theme: &'cast Theme,
    pub(super) viewport: Viewport,
    top: TopPainter<'cast>,
    /// The picture of the whole level without effects, which the camera samples.
    pub(super) world: Picture,
    /// The picture of the finished level, from [`AnimationPainter::clear`] until it is shown again.
    finished: Option<Picture>,
    /// The main path as a polyline, in cells from the level's top left corner.
    pub(super) way: Vec<[f32; 2]>,
    /// Rectangles of cells of `world` that changed since the last frame was sampled.
    pub(super) changed: Vec<Rect>,
    /// The newest frame that the camera sampled, without effects.
    pub(super) seen: Picture,
    /// The number of events of the timeline that have begun.
    pub(super) begun: usize,
    /// The events that have not ended, each with its progress as [`AnimationPainter::continue_cue`]
    /// returns it.
    pub(super) running: Vec<(TimelineEvent, u32)>,
    pub(super) has_path: bool,
    /// The number of frames since all walls and floors were painted; `None` before.
    pub(super) built: Option<u32>,
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
        let mut top = TopPainter::new(&cast.level, theme, viewport, Some(cast.lighting.clone()));
        (0..cast.level.props().len()).for_each(|prop| top.show(prop, false));
        Self {
            level: &cast.level,
            theme,
            viewport,
            top,
            world: Picture::filled(viewport.width(), viewport.height(), theme.rock),
            finished: None,
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
        colors.extend(self.level.keys().iter().map(|key| self.level.key_mark(key).color));
        colors.extend([40, 90, 150, 200].map(|amount| mix(rock, Overlay::Path.color(), amount)));
        colors
    }

    /// Paints the finished level, whose props are the first `own` ones, and ends all effects.
    pub(super) fn complete(&mut self, own: usize) {
        (0..self.level.props().len()).for_each(|prop| self.top.show(prop, prop < own));
        match self.finished.take() {
            Some(finished) => {
                self.world = finished;
                self.changed.push(self.level.tiles().bounds());
            }
            None => self.repaint(self.level.tiles().bounds()),
        }
        self.running.clear();
        self.built.get_or_insert(u32::MAX / 2);
    }

    /// Paints the whole level, which is the finished one, as rock again, without props.
    pub(super) fn clear(&mut self) {
        (0..self.level.props().len()).for_each(|prop| self.top.show(prop, false));
        let rock = Picture::filled(self.viewport.width(), self.viewport.height(), self.theme.rock);
        self.finished = Some(std::mem::replace(&mut self.world, rock));
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

    /// Converts a point of the floor, in cells, to pixels of a frame.
    pub(super) fn at(&self, view: CameraView, cell: [f32; 2]) -> [f32; 2] {
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
            TimelineEventKind::Act(FurnishingEvent::Appear(prop) | FurnishingEvent::Refuse(_, Some(prop), _)) => {
                self.show(prop, true);
            }
            TimelineEventKind::Cut(_) | TimelineEventKind::Room(_) | TimelineEventKind::Way(_) => {}
            TimelineEventKind::Lock(..) | TimelineEventKind::Key(..) => {}
            TimelineEventKind::Build(_) | TimelineEventKind::Cover(_) | TimelineEventKind::Act(_) => {}
        }
    }

    /// Paints the lasting changes of a running event, and returns its progress: for one that paints
    /// row by row the number of painted rows, else `done`.
    fn continue_cue(&mut self, cue: TimelineEvent, now: u32, done: u32) -> u32 {
        let Some((cells, by_columns)) = self.painted_by(cue.what) else { return done };
        let all = if by_columns { cells.width() } else { cells.height() };
        let rows = (eased(cue, now) * all as f32 + 0.5) as u32;
        if rows > done {
            let (from, more) = (done as i32, (rows - done) as i32);
            let part = if by_columns {
                Rect::from_xywh(cells.left() + from, cells.top(), more, cells.height())
            } else {
                Rect::from_xywh(cells.left(), cells.top() + from, cells.width(), more)
            };
            part.into_iter().for_each(|part| self.repaint(part));
        }
        rows.max(done)
    }

    /// The cells that an event paints row by row, and whether it does so by columns.
    fn painted_by(&self, what: TimelineEventKind) -> Option<(Rect, bool)> {
        match what {
            TimelineEventKind::Build(room) => Some((self.level.room(room)?.rect.grown(1)?, false)),
            TimelineEventKind::Cover(number) => {
                let band = self.level.partings().get(number as usize)?.band;
                let cells = band.grown(BANKS)?.intersection(self.level.tiles().bounds())?;
                Some((cells, band.width() > band.height()))
            }
            TimelineEventKind::Cut(_) | TimelineEventKind::Room(_) | TimelineEventKind::Path => None,
            TimelineEventKind::Way(_) | TimelineEventKind::Lock(..) | TimelineEventKind::Key(..) => None,
            TimelineEventKind::Built | TimelineEventKind::Act(_) => None,
        }
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
            TimelineEventKind::Lock(cells, color) => self.fill(cells, color),
            TimelineEventKind::Act(FurnishingEvent::Leave(_, prop, _) | FurnishingEvent::Refuse(_, Some(prop), _)) => {
                self.show(prop, false);
            }
            TimelineEventKind::Path
            | TimelineEventKind::Build(_)
            | TimelineEventKind::Cover(_)
            | TimelineEventKind::Key(..) => {}
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

    pub(super) fn cut_color(&self) -> Color {
        self.theme.rock.lerp(self.theme.wall_top, 0.55)
    }

    pub(super) fn leg_color(&self) -> Color {
        self.theme.rock.lerp(self.theme.floor_start.lerp_hsl(self.theme.floor_end, 0.5), 0.5)
    }

    pub(super) fn plan_color(&self, id: u32) -> Color {
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
pub(super) fn eased(cue: TimelineEvent, now: u32) -> f32 {
    let t = inverse_lerp(0.0, cue.frames as f32, (now - cue.start) as f32).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Left, top, right and bottom edge of a rectangle of cells.
pub(super) fn bounds(rect: Rect) -> [f32; 4] {
    [rect.left(), rect.top(), rect.right(), rect.bottom()].map(|edge| edge as f32)
}

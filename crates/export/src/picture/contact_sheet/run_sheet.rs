//! Sheets of runs: the floors of a game in one picture.
//!
//! Consumes the facts of a run's floors, then their levels with their pictures, one by one and in
//! any order. Produces a [`Picture`]: acts in rows, the cost of encounters and the value of loot as
//! curves below them, and branches below the floors of their stairs.

use super::{
    ContactSheetOptions,
    caption::breaks,
    layout::{ABOUT_TIMES, ABOVE_CAPTION, MARGIN, line, titled},
    run_layout::{ActRow, BETWEEN_CURVES, GAP, RunSheetLayout},
};
use crate::picture::{
    Picture, PictureError, PictureOptions,
    font::{self, write},
    ink::{self, EDGE, FAINT, TEXT, fill, fitted, outline, text_width},
    overlay::LOOT,
    pen::{LinePen, LineStyle},
};
use roomgen::{
    color::Color,
    level::Level,
    run::{Run, RunFloor},
    survey::{Measurer, Metric},
};

/// The colours of the cost of encounters, and of stairs to branches.
const DANGER: Color = Color::new(0xf2, 0x6a, 0x55);
const STAIR: Color = Color::new(0xf0, 0xc6, 0x5a);
/// The colour behind curves.
const PANEL: Color = Color::new(0x1b, 0x18, 0x23);
/// The opacity of the area below a curve.
const AREA: u32 = 46;
/// The width in pixels at which the lines of the header are broken, whatever the sheet is.
const HEADER: i32 = 900;

/// What a level contributes to the curves: the cost of its encounters, and the value of its loot.
#[derive(Clone, Copy, Debug, Default)]
struct FloorWorth {
    danger: u32,
    loot: u32,
}

/// The two curves: what each is of, and its colour.
type Curve = (fn(FloorWorth) -> u32, Color);
const CURVES: [Curve; 2] = [(|worth| worth.danger, DANGER), (|worth| worth.loot, LOOT)];

/// A sheet of the floors of a run, to which levels are added.
///
/// ```
/// use roomgen::run::Run;
/// use roomgen_export::png::{self, ContactSheetOptions, RunSheet};
///
/// let run = Run::built_in("delve")?;
/// let mut generator = run.generator(42);
/// let options = ContactSheetOptions { scale: Some(2), ..Default::default() };
/// let mut sheet = RunSheet::new(&run, generator.floors(), &["seed 42".to_owned()], options)?;
/// for (position, floor) in run.floors(42).iter().enumerate() {
///     let level = generator.level(floor.number).expect("a floor of the run");
///     let theme = generator.preset(floor.number).expect("a floor of the run").theme();
///     sheet.add(position, &level, &png::render(&level, theme, sheet.picture_options())?);
/// }
/// let picture = sheet.into_picture();
/// assert!(picture.width() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RunSheet {
    picture: Picture,
    layout: RunSheetLayout,
    floors: Vec<RunFloor>,
    options: PictureOptions,
    worth: Vec<FloorWorth>,
    measurer: Measurer,
}

impl RunSheet {
    /// The most floors of a sheet.
    pub const MAX_FLOORS: usize = 200;

    /// Creates a sheet without levels. `about` is what is said of the run below its name, in parts.
    ///
    /// Of the options, `columns` is the most floors in a row.
    ///
    /// # Errors
    ///
    /// [`PictureError::ManyFloors`], [`PictureError::LargePage`], [`PictureError::Scale`], and
    /// [`PictureError::TooLarge`] and [`PictureError::NoScale`] if a single level is too large.
    pub fn new(
        run: &Run,
        floors: &[RunFloor],
        about: &[String],
        options: ContactSheetOptions,
    ) -> Result<Self, PictureError> {
        if floors.len() > Self::MAX_FLOORS {
            return Err(PictureError::ManyFloors { floors: floors.len() });
        }
        let ContactSheetOptions { scale, columns, view, overlays, hottest, light } = options;
        let drawn = PictureOptions { view, overlays, hottest, light, ..PictureOptions::DEFAULT };
        let about_breaks = breaks(about, HEADER, ABOUT_TIMES);
        let (layout, scale) = RunSheetLayout::of(floors, drawn, scale, columns, about_breaks.len() as i32)?;
        let mut picture = titled(layout.sides, run.name(), about, &about_breaks);
        if let Some(mut pen) = ink::pen(&mut picture) {
            layout.acts.iter().for_each(|act| draw_name(&mut pen, act, floors, layout.width(act)));
        }
        let worth = vec![FloorWorth::default(); floors.len()];
        let options = PictureOptions { scale, ..drawn };
        Ok(Self { picture, layout, floors: floors.to_vec(), options, worth, measurer: Measurer::default() })
    }

    /// The options with which the picture of each level is drawn.
    #[must_use]
    pub fn picture_options(&self) -> PictureOptions {
        self.options
    }

    /// The width and height of the sheet in pixels.
    #[must_use]
    pub fn dimensions(&self) -> (u32, u32) {
        self.layout.sides
    }

    /// Adds the level at a position of the floors and its picture, drawn with
    /// [`RunSheet::picture_options`]. Does nothing for a position that the sheet does not have.
    ///
    /// Cost: linear in the pixels of the picture, and in rooms.
    pub fn add(&mut self, position: usize, level: &Level, picture: &Picture) {
        let Some((&[left, top], floor)) = self.layout.corners.get(position).zip(self.floors.get(position)) else {
            return;
        };
        let metrics = [Metric::Rooms, Metric::Danger, Metric::Reward];
        let measured = self.measurer.measure_only(level, &metrics);
        let [rooms, danger, loot] = metrics.map(|metric| measured.present(metric).unwrap_or(0.0) as u32);
        self.worth[position] = FloorWorth { danger, loot };
        let (wide, high) = self.layout.level;
        let Some(mut pen) = ink::pen(&mut self.picture) else { return };
        let edge = if floor.branch.is_some() { STAIR } else { EDGE };
        outline(&mut pen, [left, top, picture.width as i32, picture.height as i32], edge);
        self.picture.lay(picture, [left, top].map(i32::unsigned_abs));
        let Some(mut pen) = ink::pen(&mut self.picture) else { return };
        let name = |name: &Option<_>| name.as_ref().map(ToString::to_string);
        let first = [name(&floor.branch), Some(format!("floor {}", floor.number)), name(&floor.mood)];
        let more = match floor.branch {
            Some(_) => format!("danger {danger}, loot {loot}"),
            None => format!("difficulty {:.2}", floor.difficulty),
        };
        let second = format!("{rooms} room{}, {more}", if rooms == 1 { "" } else { "s" });
        let times = self.layout.times;
        let y = top + high + ABOVE_CAPTION;
        let first = first.into_iter().flatten().collect::<Vec<_>>().join(", ");
        for (text, y, color) in [(first, y, TEXT), (second, y + line(times), FAINT)] {
            write(&mut pen, &fitted(&text, wide, times), [left, y], times, color);
        }
    }

    /// The finished sheet, with its curves and the ways to branches.
    #[must_use]
    pub fn into_picture(mut self) -> Picture {
        let main = || (0..self.floors.len()).filter(|&floor| self.floors[floor].branch.is_none());
        let most = |of: fn(FloorWorth) -> u32| main().map(|floor| of(self.worth[floor])).max().unwrap_or(0);
        let most = CURVES.map(|(of, _)| most(of));
        let layout = &self.layout;
        let Some(mut pen) = ink::pen(&mut self.picture) else { return self.picture };
        draw_key(&mut pen, layout, most);
        for act in &layout.acts {
            for (((of, color), most), number) in CURVES.into_iter().zip(most).zip(0..) {
                let top = layout.curves_at(act) + number * (layout.curve() + BETWEEN_CURVES);
                let curve = RunCurve {
                    of: |floor| self.worth.get(floor).map_or(0, |worth| of(*worth)),
                    most,
                    color,
                    place: [act.at[0], top, layout.width(act), layout.curve()],
                };
                curve.draw(&mut pen, act, &self.floors, layout);
            }
        }
        for &(from, to) in &layout.stairs {
            draw_stair(&mut pen, layout, from, to);
        }
        self.picture
    }
}

/// Writes the name of an act, and of its preset if that is another one.
fn draw_name(pen: &mut LinePen<'_>, act: &ActRow, floors: &[RunFloor], wide: i32) {
    let Some(floor) = act.floors.first().and_then(|&floor| floors.get(floor)) else { return };
    let rest = if act.is_rest { " (continued)" } else { "" };
    let name = fitted(&format!("{}{rest}", floor.act), wide, ABOUT_TIMES);
    write(pen, &name, act.at, ABOUT_TIMES, TEXT);
    let left = text_width(&name, ABOUT_TIMES) + 6 * ABOUT_TIMES;
    if floor.preset != floor.act && text_width(&floor.preset, ABOUT_TIMES) < wide - left {
        write(pen, &floor.preset, [act.at[0] + left, act.at[1]], ABOUT_TIMES, FAINT);
    }
}

/// Draws what the curves and the stairs stand for, as far as there is room.
fn draw_key(pen: &mut LinePen<'_>, layout: &RunSheetLayout, [danger, loot]: [u32; 2]) {
    let mut left = MARGIN;
    let mut entries = vec![
        (format!("danger: what its encounters cost, up to {danger}"), DANGER),
        (format!("loot: its value, up to {loot}"), LOOT),
    ];
    entries.extend((!layout.stairs.is_empty()).then(|| ("a stair to a branch".to_owned(), STAIR)));
    for (text, color) in entries {
        let wide = 28 + text_width(&text, ABOUT_TIMES);
        if left + wide > layout.sides.0 as i32 - MARGIN {
            break;
        }
        let middle = layout.key as f32 + (font::LINE * ABOUT_TIMES) as f32 / 2.0 - 2.0;
        pen.stroke(&[[left as f32, middle], [left as f32 + 18.0, middle]], LineStyle::new(color, 3.0));
        write(pen, &text, [left + 28, layout.key], ABOUT_TIMES, FAINT);
        left += wide + 28;
    }
}

/// Draws the way from a floor to a floor of a branch: below it, or beside it.
fn draw_stair(pen: &mut LinePen<'_>, layout: &RunSheetLayout, from: usize, to: usize) {
    let ([left, top], [right, below], (wide, high)) = (layout.corners[from], layout.corners[to], layout.level);
    let style = LineStyle::new(STAIR, layout.times as f32 + 1.0);
    let middle = |top: i32| (top + high / 2) as f32;
    let way = if right > left {
        vec![[(left + wide) as f32, middle(top)], [right as f32 - 1.0, middle(below)]]
    } else {
        // In the gap between the columns, past captions and curves.
        let (x, edge) = ((left - GAP / 2) as f32, left as f32 - 1.0);
        vec![[edge, middle(top)], [x, middle(top)], [x, middle(below)], [edge, middle(below)]]
    };
    pen.stroke(&way, style);
    if let [.., from, tip] = way[..] {
        pen.head(from, tip, 3.0 + 2.0 * layout.times as f32, STAIR);
    }
}

/// A curve below an act.
struct RunCurve<Of> {
    /// The value of the floor at a position.
    of: Of,
    /// The largest value of all acts.
    most: u32,
    color: Color,
    /// Where it is drawn: left, top, width and height.
    place: [i32; 4],
}

impl<Of: Fn(usize) -> u32> RunCurve<Of> {
    fn draw(&self, pen: &mut LinePen<'_>, act: &ActRow, floors: &[RunFloor], layout: &RunSheetLayout) {
        let [_, top, _, height] = self.place;
        fill(pen, self.place, PANEL);
        let points = self.points(act, floors, layout);
        for leg in points.windows(2) {
            let [[x0, y0], [x1, y1]] = [leg[0], leg[1]];
            for x in x0 as i32..x1 as i32 {
                let y = y0 + (y1 - y0) * (x as f32 + 0.5 - x0) / (x1 - x0);
                (y as i32..top + height).for_each(|y| pen.dot(x, y, self.color, AREA));
            }
        }
        pen.stroke(&points, LineStyle::new(self.color, 2.0));
        for &floor in &act.floors {
            let at = self.point(floor, layout);
            pen.disc(at, 2.0 + layout.times as f32, self.color);
            let text = (self.of)(floor).to_string();
            // Beside the point and above the line, which may rise or fall.
            let corner = [at[0] as i32 + 4 * layout.times, at[1] as i32 - (font::LINE + 2) * layout.times];
            write(pen, &text, [corner[0], corner[1].max(top + 1)], layout.times, self.color);
        }
    }

    /// The points of the curve, from the half way behind the floor before to that to the next one.
    fn points(&self, act: &ActRow, floors: &[RunFloor], layout: &RunSheetLayout) -> Vec<[f32; 2]> {
        let [left, _, width, _] = self.place;
        let is_main = |at: &usize| floors.get(*at).is_some_and(|floor| floor.branch.is_none());
        let (Some(&first), Some(&last)) = (act.floors.first(), act.floors.last()) else { return Vec::new() };
        let between = |one: usize, other: usize, x: i32| {
            [x as f32, self.height_of(((self.of)(one) + (self.of)(other)) as f32 / 2.0, layout)]
        };
        let before = first.checked_sub(1).filter(is_main).map(|before| between(before, first, left));
        let behind = Some(last + 1).filter(is_main).map(|next| between(last, next, left + width));
        let own = act.floors.iter().map(|&floor| self.point(floor, layout));
        before.into_iter().chain(own).chain(behind).collect()
    }

    /// The point of a floor: below the middle of its picture.
    fn point(&self, floor: usize, layout: &RunSheetLayout) -> [f32; 2] {
        let x = layout.corners[floor][0] + layout.level.0 / 2;
        [x as f32, self.height_of((self.of)(floor) as f32, layout)]
    }

    /// The height of a value, from 0 at the lower edge.
    fn height_of(&self, value: f32, layout: &RunSheetLayout) -> f32 {
        let [_, top, _, height] = self.place;
        // Room for a number above the highest point.
        let rise = height - 4 - (font::LINE + 1) * layout.times;
        (top + height - 3) as f32 - rise as f32 * value / self.most.max(1) as f32
    }
}

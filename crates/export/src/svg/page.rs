//! Writes the shapes of a page: each layer as a group, each letter once, and what stands for a
//! thing of the level as a group of its own.

use std::collections::BTreeMap;

use roomgen::{
    color::Color,
    geom::rings,
    level::{Audience, Level, OutlineSet},
    model::Hundredths,
};

use super::{
    data::PlanData,
    lights,
    pen::{PlanPen, SvgNumber, path},
    route::route,
};
use crate::{
    picture::{
        ink_page::{CAP_HEIGHT, InkLetter, InkPage, InkPoint, InkShape, PAPER, PARTS, stroke_width},
        walkthrough_lines,
    },
    xml::escaped,
};

/// The maximum width and height of the page in pixels. Larger pages get a smaller scale.
const MOST_PIXELS: f64 = 4096.0;

/// The widths of the main path and of the walkthrough in hundredths of a cell, in levels of up to
/// [`SIDE`] cells; in larger ones they are up to [`WIDEST`] times as wide.
const PATH: f64 = 20.0;
const WALK: f64 = 12.0;
const SIDE: f64 = 90.0;
const WIDEST: f64 = 3.0;

/// A page that is being written. One unit of its view box is a cell.
pub(super) struct PlanWriter<'page> {
    level: &'page Level,
    page: &'page InkPage,
    pen: PlanPen,
    audience: Audience,
    data: PlanData<'page>,
    /// The letters of the page, numbered.
    letters: BTreeMap<char, usize>,
    svg: String,
}

impl<'page> PlanWriter<'page> {
    pub(super) fn new(level: &'page Level, page: &'page InkPage, audience: Audience) -> Self {
        let mut letters = BTreeMap::new();
        page.layers().iter().for_each(|layer| add_letters(&layer.shapes, &mut letters));
        letters.values_mut().zip(0..).for_each(|(number, next)| *number = next);
        Self {
            level,
            page,
            pen: PlanPen(page.corner()),
            audience,
            data: PlanData::new(level, audience),
            letters,
            svg: String::new(),
        }
    }

    /// The page at a scale: pixels along a cell's side. With an ambient light it has lights.
    pub(super) fn write(mut self, scale: u32, ambient: Option<Hundredths>, has_path: bool) -> String {
        let [width, height] = self.page.size().map(|side| f64::from(side) / f64::from(PARTS));
        let pixels = f64::from(scale).min(MOST_PIXELS / width.max(height));
        let (name, seed) = (escaped(&self.level.origin().preset), self.level.origin().seed);
        self.svg += &format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-labelledby=\"title desc\">\n<title id=\"title\">{name}, seed {seed}</title>\n<desc id=\"desc\">{}</desc>\n",
            (width * pixels).ceil(),
            (height * pixels).ceil(),
            self.data.description(),
        );
        self.svg += "<defs>\n";
        for (letter, number) in &self.letters {
            let data: String = InkLetter::new(*letter).lines.iter().map(|line| path(line)).collect();
            self.svg += &format!("<path id=\"letter-{number}\" d=\"{data}\"/>\n");
        }
        self.svg += "</defs>\n";
        self.svg += &format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n");
        self.svg += &format!(
            "<g transform=\"scale({})\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
            1.0 / f64::from(PARTS)
        );
        for layer in self.page.layers() {
            match layer.name {
                "things" => {
                    self.rooms();
                    if let Some(ambient) = ambient {
                        self.svg += &lights::drawn(self.level, self.pen, ambient);
                    }
                }
                "numbers" if has_path => self.ways(),
                _ => {}
            }
            if !layer.shapes.is_empty() {
                self.svg += &format!("<g id=\"{}\">\n", layer.name);
                for (number, shape) in layer.shapes.iter().enumerate() {
                    // Lights are clipped to the first shape of the floor, its outline.
                    let is_area = layer.name == "floor" && number == 0;
                    self.add(shape, if is_area { " id=\"area\"" } else { "" });
                }
                self.svg += "</g>\n";
            }
        }
        self.svg += "</g>\n</svg>\n";
        self.svg
    }

    /// Writes the areas of rooms and openings. Players see no data of rooms.
    fn rooms(&mut self) {
        if self.audience == Audience::Player {
            return;
        }
        let level = self.level;
        self.svg += "<g id=\"rooms\" pointer-events=\"all\">\n";
        for (room, spent) in level.rooms().iter().zip(level.spent()) {
            let area = self.pen.around(&level.outlines(OutlineSet::Room(room.id)));
            let (data, title) = self.data.of_room(room, spent);
            self.svg += &format!("<path class=\"room\" {data} d=\"{area}\"><title>{title}</title></path>\n");
        }
        for (id, passage) in level.passages().iter().enumerate().filter(|(_, passage)| level.is_bare(passage)) {
            let loops = passage.doors().iter().flat_map(|&door| rings(door, |_| true)).collect::<Vec<_>>();
            let (data, title) = self.data.of_passage(id);
            let area = self.pen.around(&loops);
            self.svg += &format!("<path class=\"door\" {data} d=\"{area}\"><title>{title}</title></path>\n");
        }
        self.svg += "</g>\n";
    }

    /// Writes the main path, and the walkthrough of a level with locks.
    fn ways(&mut self) {
        let level = self.level;
        let times = (f64::from(level.width().max(level.height())) / SIDE).clamp(1.0, WIDEST);
        let width = |hundredths: f64| (hundredths * times * f64::from(PARTS) / 100.0) as i32;
        let dashes = format!("stroke=\"#b23a1e\" stroke-dasharray=\"0 {}\"", width(2.5 * PATH));
        self.svg += "<g id=\"path\">\n";
        self.way("way", &route(level), width(PATH), &dashes, "Main path");
        if !level.locks().is_empty() {
            // Each line begins in the cell where the one before ends.
            let corners: Vec<_> = walkthrough_lines(level).into_iter().flatten().map(|at| at.map(f64::from)).collect();
            self.way("walkthrough", &corners, width(WALK), "stroke=\"#1f5f8b\" stroke-opacity=\"0.65\"", "Walkthrough");
        }
        self.svg += "</g>\n";
    }

    fn way(&mut self, id: &str, corners: &[[f64; 2]], width: i32, look: &str, title: &str) {
        if corners.is_empty() {
            return;
        }
        let points: Vec<String> =
            corners.iter().map(|&point| self.pen.at(point)).map(|[x, y]| format!("{x},{y}")).collect();
        self.svg += &format!(
            "<polyline id=\"{id}\" points=\"{}\" {look} stroke-width=\"{width}\"><title>{title}</title></polyline>\n",
            points.join(" ")
        );
    }

    /// Writes a shape; `id` is an attribute of areas.
    fn add(&mut self, shape: &InkShape, id: &str) {
        match shape {
            InkShape::Fill { loops, color } => {
                let data: String = loops.iter().map(|corners| path(corners) + "z").collect();
                self.svg += &format!("<path{id} d=\"{data}\" fill=\"{color}\" fill-rule=\"evenodd\"/>\n");
            }
            InkShape::Lines { lines, width, color } => {
                let data: String = lines.iter().map(|line| path(line)).collect();
                self.svg += &format!("<path d=\"{data}\" stroke=\"{color}\" stroke-width=\"{width}\"/>\n");
            }
            InkShape::Text { text, at, height, color } => self.add_text(text, *at, *height, *color),
            InkShape::Group { subject, shapes } => {
                let (data, title) = self.data.of_subject(*subject);
                self.svg += &format!("<g {data}><title>{title}</title>\n");
                shapes.iter().for_each(|shape| self.add(shape, ""));
                self.svg += "</g>\n";
            }
        }
    }

    /// Writes a text as a group of letters, whose capital letters have a height.
    fn add_text(&mut self, text: &str, [x, y]: InkPoint, height: i32, color: Color) {
        self.svg += &format!(
            "<g role=\"img\" aria-label=\"{}\" transform=\"translate({x} {y}) scale({})\" stroke=\"{color}\" stroke-width=\"{}\">",
            escaped(text),
            SvgNumber(f64::from(height) / f64::from(CAP_HEIGHT)),
            stroke_width(CAP_HEIGHT),
        );
        let mut left = 0;
        for character in text.chars() {
            let letter = InkLetter::new(character);
            if let Some(number) = self.letters.get(&character).filter(|_| !letter.lines.is_empty()) {
                self.svg += &format!("<use href=\"#letter-{number}\" x=\"{left}\"/>");
            }
            left += letter.advance;
        }
        self.svg += "</g>\n";
    }
}

fn add_letters(shapes: &[InkShape], letters: &mut BTreeMap<char, usize>) {
    for shape in shapes {
        match shape {
            InkShape::Text { text, .. } => letters.extend(text.chars().map(|letter| (letter, 0))),
            InkShape::Group { shapes, .. } => add_letters(shapes, letters),
            InkShape::Fill { .. } | InkShape::Lines { .. } => {}
        }
    }
}

//! The shapes of a page: fills, lines and lettering, in whole numbers.

use roomgen::color::Color;

use super::lettering;
pub use super::point::{InkPoint, PARTS};

/// A layer of a page. Later layers lie on earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InkLayer {
    /// The name of the layer, in lower-case letters.
    pub name: &'static str,
    /// The shapes, from back to front.
    pub shapes: Vec<InkShape>,
}

/// A shape of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InkShape {
    /// An area inside closed loops; what two loops enclose is a hole.
    Fill {
        /// The corners of each loop.
        loops: Vec<Vec<InkPoint>>,
        /// The colour of the area.
        color: Color,
    },
    /// Lines with round ends and joints.
    Lines {
        /// The points of each line.
        lines: Vec<Vec<InkPoint>>,
        /// The width of the lines in parts.
        width: i32,
        /// The colour of the lines.
        color: Color,
    },
    /// A line of lettering.
    Text {
        /// The text.
        text: String,
        /// The left end of its base line.
        at: InkPoint,
        /// The height of capital letters in parts.
        height: i32,
        /// The colour of the letters.
        color: Color,
    },
    /// The shapes of one thing, of which files can say more than pictures show.
    Group {
        /// What they show.
        subject: InkSubject,
        /// Its shapes, from back to front.
        shapes: Vec<InkShape>,
    },
}

/// What a group of shapes shows. Numbers are places in the lists of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InkSubject {
    /// A kind of terrain.
    Terrain(usize),
    /// What covers the floor with a kind of prop: its place in [`Level::kinds`].
    ///
    /// [`Level::kinds`]: roomgen::Level::kinds
    Cover(usize),
    /// A prop.
    Prop(usize),
    /// The doors of a passage.
    Passage(usize),
    /// The arrows of a one-way passage.
    OneWay(usize),
    /// The numbers of the lock of a passage.
    Lock(usize),
    /// A key with the number of its lock.
    Key(usize),
    /// The stairs at which the player arrives.
    Entry,
    /// The stairs at which the player leaves.
    Exit,
    /// Stairs beside the exit: their place in [`Level::stairs`].
    ///
    /// [`Level::stairs`]: roomgen::Level::stairs
    Stairs(usize),
}

/// Collects the shapes of a layer.
#[derive(Debug)]
pub(super) struct InkPen {
    layer: InkLayer,
}

impl InkShape {
    /// Changes each point, and each width and height with `length`.
    fn change(&mut self, point: &impl Fn(&mut InkPoint), length: &impl Fn(&mut i32)) {
        match self {
            Self::Fill { loops, .. } => loops.iter_mut().flatten().for_each(point),
            Self::Lines { lines, width, .. } => {
                lines.iter_mut().flatten().for_each(point);
                length(width);
            }
            Self::Text { at, height, .. } => {
                point(at);
                length(height);
            }
            Self::Group { shapes, .. } => shapes.iter_mut().for_each(|shape| shape.change(point, length)),
        }
    }
}

impl InkLayer {
    /// Moves all shapes.
    pub(super) fn shift(&mut self, [dx, dy]: [i32; 2]) {
        let shift = |point: &mut InkPoint| *point = [point[0] + dx, point[1] + dy];
        self.shapes.iter_mut().for_each(|shape| shape.change(&shift, &|_| {}));
    }

    /// Scales a sign that was drawn in the cell at the origin to a size, with its top left corner
    /// at a point.
    pub(super) fn place(&mut self, corner: InkPoint, size: i32) {
        let scaled = |length: i32| (length * size).div_euclid(PARTS);
        let place = |point: &mut InkPoint| *point = [0, 1].map(|axis| corner[axis] + scaled(point[axis]));
        let scale = |length: &mut i32| *length = scaled(*length).max(1);
        self.shapes.iter_mut().for_each(|shape| shape.change(&place, &scale));
    }
}

impl InkPen {
    pub(super) fn new(name: &'static str) -> Self {
        Self { layer: InkLayer { name, shapes: Vec::new() } }
    }

    /// The layer with all shapes that were drawn.
    pub(super) fn finish(self) -> InkLayer {
        self.layer
    }

    /// Draws the shapes of one thing; nothing if it has none.
    pub(super) fn group(&mut self, subject: InkSubject, draw: impl FnOnce(&mut Self)) {
        let mut pen = Self::new(self.layer.name);
        draw(&mut pen);
        let shapes = pen.layer.shapes;
        if !shapes.is_empty() {
            self.layer.shapes.push(InkShape::Group { subject, shapes });
        }
    }

    /// Adds the shapes of another layer.
    pub(super) fn extend(&mut self, layer: InkLayer) {
        self.layer.shapes.extend(layer.shapes);
    }

    pub(super) fn fill(&mut self, loops: Vec<Vec<InkPoint>>, color: Color) {
        if !loops.is_empty() {
            self.layer.shapes.push(InkShape::Fill { loops, color });
        }
    }

    pub(super) fn lines(&mut self, lines: Vec<Vec<InkPoint>>, width: i32, color: Color) {
        if !lines.is_empty() {
            self.layer.shapes.push(InkShape::Lines { lines, width, color });
        }
    }

    pub(super) fn line(&mut self, line: &[InkPoint], width: i32, color: Color) {
        self.lines(vec![line.to_vec()], width, color);
    }

    /// Draws an area with its border.
    pub(super) fn outlined(&mut self, mut corners: Vec<InkPoint>, fill: Color, width: i32, line: Color) {
        self.fill(vec![corners.clone()], fill);
        corners.extend(corners.first().copied());
        self.line(&corners, width, line);
    }

    /// Writes a text from the left end of its base line.
    pub(super) fn write(&mut self, text: &str, at: InkPoint, height: i32, color: Color) {
        self.layer.shapes.push(InkShape::Text { text: text.to_owned(), at, height, color });
    }

    /// Writes a text around its middle.
    pub(super) fn write_about(&mut self, text: &str, [x, y]: InkPoint, height: i32, color: Color) {
        let width = lettering::width(text, height);
        self.write(text, [x - width / 2, y + height / 2], height, color);
    }
}

/// The corners of a rectangle.
pub(super) fn rectangle([x, y]: InkPoint, [width, height]: [i32; 2]) -> Vec<InkPoint> {
    vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
}

/// A polygon that looks like an ellipse around a point.
pub(super) fn ellipse([x, y]: InkPoint, [across, down]: [i32; 2]) -> Vec<InkPoint> {
    (0..TURN).step_by(2).map(|step| [x + along(across, cosine(step)), y + along(down, cosine(step + 48))]).collect()
}

/// The number of steps of a whole turn.
pub(super) const TURN: usize = 64;

/// The cosine of a number of steps, in units of 1/1024.
pub(super) fn cosine(step: usize) -> i32 {
    /// Of the first quarter of a turn.
    const QUARTER: [i32; 17] = [1024, 1019, 1004, 980, 946, 903, 851, 792, 724, 650, 569, 483, 392, 297, 200, 100, 0];
    match step % TURN {
        step @ 0..=16 => QUARTER[step],
        step @ 17..=32 => -QUARTER[32 - step],
        step @ 33..=48 => -QUARTER[step - 32],
        step => QUARTER[TURN - step],
    }
}

/// The part of a length that lies along an axis.
pub(super) fn along(length: i32, cosine: i32) -> i32 {
    (length * cosine + 512).div_euclid(1024)
}

/// A hash of a place, for what varies without a rule: 32 random bits.
pub(super) fn hash(x: i32, y: i32, salt: u32) -> u32 {
    let mut bits = x.cast_unsigned().wrapping_mul(0x9e37_79b9) ^ y.cast_unsigned().wrapping_mul(0x85eb_ca6b) ^ salt;
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    bits ^ (bits >> 15)
}

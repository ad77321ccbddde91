//! Writes a page in ink: each layer as a group, each letter once.

use std::collections::BTreeMap;

use crate::{
    picture::{
        PictureError, PictureOptions,
        ink_page::{CAP_HEIGHT, InkLetter, InkPage, InkPoint, InkShape, PAPER, PARTS, stroke_width},
    },
    xml::escaped,
};
use roomgen::{color::Color, level::Level};

/// Draws the page of a level. One unit is a cell, which the options' scale shows.
pub(super) fn write(level: &Level, options: PictureOptions) -> Result<String, PictureError> {
    let page = InkPage::new(level, options)?;
    let [width, height] = page.size().map(|side| f64::from(side) / f64::from(PARTS));
    let pixels = f64::from(options.scale).min(super::MOST_PIXELS / width.max(height));
    let (name, seed) = (escaped(&level.origin().preset), level.origin().seed);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-labelledby=\"title\">\n<title id=\"title\">{name}, seed {seed}</title>\n",
        (width * pixels).ceil(),
        (height * pixels).ceil(),
    );
    let letters = letters(&page);
    svg += "<defs>\n";
    for (letter, number) in &letters {
        let data: String = InkLetter::new(*letter).lines.iter().map(|line| path(line)).collect();
        svg += &format!("<path id=\"letter-{number}\" d=\"{data}\"/>\n");
    }
    svg += "</defs>\n";
    svg += &format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n");
    svg += &format!(
        "<g transform=\"scale({})\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
        1.0 / f64::from(PARTS)
    );
    for layer in page.layers().iter().filter(|layer| !layer.shapes.is_empty()) {
        svg += &format!("<g id=\"{}\">\n", layer.name);
        layer.shapes.iter().for_each(|shape| add(&mut svg, shape, &letters));
        svg += "</g>\n";
    }
    svg += "</g>\n</svg>\n";
    Ok(svg)
}

/// The letters of a page, numbered.
fn letters(page: &InkPage) -> BTreeMap<char, usize> {
    let shapes = page.layers().iter().flat_map(|layer| &layer.shapes);
    let texts = shapes.filter_map(|shape| match shape {
        InkShape::Text { text, .. } => Some(text),
        InkShape::Fill { .. } | InkShape::Lines { .. } => None,
    });
    let mut letters: BTreeMap<char, usize> = texts.flat_map(|text| text.chars()).map(|letter| (letter, 0)).collect();
    letters.values_mut().zip(0..).for_each(|(number, next)| *number = next);
    letters
}

fn add(svg: &mut String, shape: &InkShape, letters: &BTreeMap<char, usize>) {
    match shape {
        InkShape::Fill { loops, color } => {
            let data: String = loops.iter().map(|corners| path(corners) + "z").collect();
            *svg += &format!("<path d=\"{data}\" fill=\"{color}\" fill-rule=\"evenodd\"/>\n");
        }
        InkShape::Lines { lines, width, color } => {
            let data: String = lines.iter().map(|line| path(line)).collect();
            *svg += &format!("<path d=\"{data}\" stroke=\"{color}\" stroke-width=\"{width}\"/>\n");
        }
        InkShape::Text { text, at, height, color } => add_text(svg, text, *at, [*height, CAP_HEIGHT], *color, letters),
    }
}

/// Writes a text as a group of letters, at a size of `height` to that of the letters.
fn add_text(
    svg: &mut String,
    text: &str,
    [x, y]: InkPoint,
    [height, cap]: [i32; 2],
    color: Color,
    letters: &BTreeMap<char, usize>,
) {
    *svg += &format!(
        "<g role=\"img\" aria-label=\"{}\" transform=\"translate({x} {y}) scale({})\" stroke=\"{color}\" stroke-width=\"{}\">",
        escaped(text),
        super::SvgNumber(f64::from(height) / f64::from(cap)),
        stroke_width(cap),
    );
    let mut left = 0;
    for character in text.chars() {
        let letter = InkLetter::new(character);
        if let Some(number) = letters.get(&character).filter(|_| !letter.lines.is_empty()) {
            *svg += &format!("<use href=\"#letter-{number}\" x=\"{left}\"/>");
        }
        left += letter.advance;
    }
    *svg += "</g>\n";
}

/// The path of a line, in steps from point to point.
fn path(line: &[InkPoint]) -> String {
    let Some(&[x, y]) = line.first() else { return String::new() };
    let mut data = format!("M{x} {y}");
    for (number, step) in line.windows(2).enumerate() {
        let [dx, dy] = [0, 1].map(|axis| step[1][axis] - step[0][axis]);
        // The numbers after the first step need no letter, and a minus sign parts them.
        data.push_str(match () {
            () if number == 0 => "l",
            () if dx < 0 => "",
            () => " ",
        });
        data += &dx.to_string();
        if dy >= 0 {
            data.push(' ');
        }
        data += &dy.to_string();
    }
    data
}

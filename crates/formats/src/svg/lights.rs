//! Draws the lights of props on the floor, as circles without shadows.

use std::collections::BTreeMap;

use super::symbols::SvgNumber;
use roomgen::{level::Level, model::Light};

/// Draws a circle for each prop whose light burns, with a gradient for each of their kinds; nothing
/// without any.
pub(super) fn draw(level: &Level, svg: &mut String) {
    let mut numbers = BTreeMap::new();
    let (mut gradients, mut circles) = (String::new(), String::new());
    for (id, prop) in level.props().enumerate() {
        let Some(light) = prop.light() else { continue };
        let next = numbers.len();
        let number = *numbers.entry(&prop.kind.name).or_insert_with(|| {
            gradients += &gradient(next, light);
            next
        });
        let [x, y] = prop.center().map(SvgNumber);
        circles += &format!(
            "<circle data-light=\"{id}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"url(#light-{number})\" opacity=\"{}\"/>\n",
            SvgNumber(light.radius.get().into()),
            // No paint is more than opaque.
            light.strength.get().min(1.0),
        );
    }
    if circles.is_empty() {
        return;
    }
    *svg += "<g id=\"lights\" style=\"mix-blend-mode: screen\" pointer-events=\"none\">\n";
    *svg += &gradients;
    *svg += &circles;
    *svg += "</g>\n";
}

/// The gradient of a kind's light: full at the centre, the light's `fade` at the rim.
fn gradient(number: usize, light: Light) -> String {
    let Light { color, fade, .. } = light;
    format!(
        "<radialGradient id=\"light-{number}\"><stop stop-color=\"{color}\"/>\
         <stop offset=\"1\" stop-color=\"{color}\" stop-opacity=\"{}\"/></radialGradient>\n",
        fade.get(),
    )
}

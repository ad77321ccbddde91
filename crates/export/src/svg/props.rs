//! Draws props as shapes of their size, in the colours of their kinds.

use std::collections::BTreeMap;

use super::symbols::SvgNumber;
use crate::xml::escaped;
use roomgen::{
    color::Color,
    level::{DealtProp, Level},
    model::{Metres, PropKind},
};

/// Draws all props in groups by kind, from low upper edges to high ones, with markers last.
pub(super) fn draw(level: &Level, svg: &mut String) {
    let mut of_kind: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (id, prop) in level.props().enumerate() {
        of_kind.entry(&prop.kind.name).or_default().push((id, prop));
    }
    let used = level.kinds().iter().filter_map(|kind| Some((kind, of_kind.remove(kind.name.as_str())?)));
    let mut kinds: Vec<_> = used.collect();
    // Sorts by upper edge, so that no prop hides another that stands on it. The sort is stable:
    // equal kinds stay in the order of their names.
    kinds.sort_by_key(|(kind, _)| (kind.marker, kind.elevation + kind.tall));
    let dealt = level.dealt_props();
    *svg += "<g id=\"props\">\n";
    for (kind, props) in kinds {
        let name = escaped(&kind.name);
        *svg += &format!("<g data-kind=\"{name}\" {}><title>{name}</title>\n", style(kind));
        for (id, prop) in props {
            let [width, height] = kind.turned_body(prop.turn).map(|length| f64::from(length.get()));
            let mut data = format!("data-prop=\"{id}\" data-room=\"{}\"", prop.room);
            data += &dealt_data(level, dealt.get(&(id as u32)).copied());
            let offer = prop.offer.and_then(|number| Some((number, level.offers().get(number as usize)?)));
            match offer {
                Some((number, offer)) => {
                    data += &format!(" data-offer=\"{number}\"");
                    let shape = shape(kind, prop.center(), [width, height], &data);
                    let element = if kind.marker { "path" } else { "rect" };
                    let (take, count) = (offer.take, offer.props.len());
                    let title = format!("{name}, offer {number}: {take} of {count} may be taken");
                    *svg += shape.trim_end_matches("/>");
                    *svg += &format!("><title>{title}</title></{element}>");
                }
                None => *svg += &shape(kind, prop.center(), [width, height], &data),
            }
            svg.push('\n');
        }
        *svg += "</g>\n";
    }
    *svg += "</g>\n";
}

/// The attributes of a member of an encounter, or of a thing of the loot.
fn dealt_data(level: &Level, dealt: Option<DealtProp>) -> String {
    match dealt {
        Some(DealtProp::Member(id)) => {
            let encounter = level.encounters().get(id as usize);
            let group = encounter.and_then(|encounter| encounter.group.as_deref());
            let group = group.map(|group| format!(" data-group=\"{}\"", escaped(group))).unwrap_or_default();
            format!(" data-encounter=\"{id}\"{group}")
        }
        Some(DealtProp::Thing(id)) => {
            let thing = level.loot().get(id as usize);
            thing.map(|thing| format!(" data-value=\"{}\"", thing.value)).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// The style attributes of a kind: obstacles are solid, walkable props pale, overhead props dashed.
pub(super) fn style(kind: &PropKind) -> String {
    /// The colour towards which the outlines of props are darkened.
    const DARK: Color = Color::new(0x2a, 0x24, 0x2e);
    let (fill, stroke) = (kind.color, kind.color.lerp(DARK, 0.62));
    let rest = if kind.marker {
        "fill-opacity=\"0.25\" stroke-width=\"0.1\""
    } else if kind.elevation >= PropKind::HEADROOM {
        "fill-opacity=\"0.12\" stroke-width=\"0.09\" stroke-dasharray=\"0.22 0.16\""
    } else if kind.is_obstacle() {
        "stroke-width=\"0.09\""
    } else if is_flat(kind) {
        "fill-opacity=\"0.5\" stroke-width=\"0.05\" stroke-opacity=\"0.35\""
    } else {
        "fill-opacity=\"0.55\" stroke-width=\"0.07\" stroke-opacity=\"0.7\""
    };
    format!("fill=\"{fill}\" stroke=\"{stroke}\" {rest}")
}

/// The SVG element of a prop of this size around a centre: a rounded rectangle, or a diamond for a
/// marker.
pub(super) fn shape(kind: &PropKind, [x, y]: [f64; 2], [width, height]: [f64; 2], data: &str) -> String {
    // Drawn slightly smaller than its size, so that neighbours stay apart. Flat props keep their
    // size, so that they join.
    let is_flat = !kind.marker && is_flat(kind);
    let drawn = |side: f64| if is_flat { side } else { (side - 0.14).max(side * 0.6) };
    let (width, height) = (drawn(width), drawn(height));
    if kind.marker {
        let [left, right] = [x - width / 2.0, x + width / 2.0].map(SvgNumber);
        let [top, bottom] = [y - height / 2.0, y + height / 2.0].map(SvgNumber);
        let (x, y) = (SvgNumber(x), SvgNumber(y));
        return format!("<path {data} d=\"M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z\"/>");
    }
    let round = match () {
        () if is_flat => 0.0,
        () if is_round(kind) => 0.5,
        () => 0.16,
    };
    format!(
        "<rect {data} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        SvgNumber(x - width / 2.0),
        SvgNumber(y - height / 2.0),
        SvgNumber(width),
        SvgNumber(height),
        SvgNumber(width.min(height) * round),
    )
}

/// Whether a kind lies flat on the floor, like a carpet.
fn is_flat(kind: &PropKind) -> bool {
    /// The maximum height of a flat prop in metres, about the width of a hand.
    const FLAT: f32 = 0.125;
    !kind.is_obstacle() && kind.elevation == Metres::default() && kind.tall.get() <= FLAT
}

/// Whether a kind is drawn as a disc: square kinds that are tall or walkable, such as pillars and
/// candles. A guess: a level does not say what a kind looks like from above.
fn is_round(kind: &PropKind) -> bool {
    /// The height of a low ceiling, which pillars and trees reach.
    const TALL: Metres = Metres::whole(2);
    let [width, depth] = kind.body;
    width == depth && (kind.tall >= TALL || !kind.is_obstacle())
}

#[cfg(test)]
mod tests {
    use super::*;
    use roomgen::Preset;

    #[test]
    fn pillars_and_candles_are_discs_and_chests_and_shelves_are_not() {
        let text = "(name: \"round\", props: {
            \"pillar\": (glyph: 'o', color: \"#808080\", tall: 2.5),
            \"candle\": (glyph: 'i', color: \"#808080\", blocks: false, tall: 0.5),
            \"chest\": (glyph: 'c', color: \"#808080\", tall: 0.75),
            \"shelf\": (glyph: 's', color: \"#808080\", tall: 2.5, footprint: (2, 1)),
        }, layouts: [(name: \"all\", formations: [(shape: X, prop: \"chest\")])])";
        let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let round: Vec<_> = preset.kinds().iter().filter(|kind| is_round(kind)).map(|kind| &*kind.name).collect();
        assert_eq!(round, ["candle", "pillar"]);
    }
}

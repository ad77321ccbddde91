//! Checks features: roads, lakes, streams and areas.

use std::ops::RangeInclusive;

use super::{
    checker::Checker,
    context::CheckContext,
    filter::{filter_at, tag_named},
    ramps::LEVEL,
    terrain::{is_walked_on, kind_named},
};
use crate::{
    error::ProblemCode,
    model::FeatureKind,
    preset::{
        AreaAround, FeatureForm, FeatureRule, Ramp, RawRamp, RoadEnd, RoomFilter,
        rules::{RawFeature, RawFilter},
        syntax::ValueStep::{Field, Index},
    },
};

/// The features. Those that were refused are left out.
pub(super) fn features(check: &mut Checker<'_>, raw: &[RawFeature], known: CheckContext<'_>) -> Vec<FeatureRule> {
    check.inside(Field("features"), |check| {
        if check.has_too_many(raw.len(), FeatureRule::MAX, "features") {
            return Vec::new();
        }
        let name = |raw: &RawFeature| raw.name.clone().unwrap_or_else(|| raw.terrain.clone());
        let rules = check.each(raw, |check, number, feature| {
            let own = name(feature);
            let step = if feature.name.is_some() { Field("name") } else { Field("terrain") };
            if feature.name.is_some() {
                check.name(Field("name"), &own);
            }
            let earlier: Vec<String> = raw[..number].iter().map(name).collect();
            if earlier.contains(&own) {
                let help = "give each of them a `name` of its own".to_owned();
                check.refuse_at([step], ProblemCode::Repeated, format!("two features have the name {own:?}"), help);
            }
            refuse_others(check, feature);
            let form = form(check, feature, known);
            let (terrain, form) = (terrain(check, feature, known), form?);
            let chance = check.chance(Field("chance"), &feature.chance, LEVEL);
            Some(FeatureRule { name: own.as_str().into(), terrain: terrain?, chance, form })
        });
        rules.into_iter().flatten().collect()
    })
}

/// The kinds of features with the fields that they alone have.
const FIELDS: [(FeatureKind, &[&str]); 4] = [
    (FeatureKind::Road, &["from", "to", "by"]),
    (FeatureKind::Lake, &["area", "fringe", "avoid"]),
    (FeatureKind::Stream, &["width", "meander"]),
    (FeatureKind::Area, &["cover", "around", "scale"]),
];

/// Refuses fields of other kinds.
fn refuse_others(check: &mut Checker<'_>, raw: &RawFeature) {
    let RawFeature { from, to, by, area, fringe, avoid, width, meander, cover, around, scale, .. } = raw;
    let given = [
        [from.is_some(), to.is_some(), by.is_some()],
        [area.is_some(), fringe.is_some(), avoid.is_some()],
        [width.is_some(), meander.is_some(), false],
        [cover.is_some(), around.is_some(), scale.is_some()],
    ];
    let own = FIELDS.iter().find(|(kind, _)| *kind == raw.kind).map_or(&[][..], |(_, fields)| fields);
    for ((kind, fields), given) in FIELDS.iter().zip(given).filter(|((kind, _), _)| *kind != raw.kind) {
        for (field, _) in fields.iter().zip(given).filter(|(_, given)| *given) {
            let own: Vec<String> = own.iter().map(|field| format!("`{field}`")).collect();
            let message = format!("`{field}` is for features of the kind {kind}");
            let help = format!("remove it; a {} has {}", raw.kind, own.join(", "));
            check.refuse_at([Field(field)], ProblemCode::Conflict, message, help);
        }
    }
}

/// The position of the terrain, which blocks only in lakes and streams.
fn terrain(check: &mut Checker<'_>, raw: &RawFeature, known: CheckContext<'_>) -> Option<u8> {
    let may_block = matches!(raw.kind, FeatureKind::Lake | FeatureKind::Stream);
    let kinds = known.terrain?;
    let position = kind_named(check, Field("terrain"), &raw.terrain, kinds)?;
    if !may_block && !is_walked_on(check, Field("terrain"), &kinds[position], &format!("the ground of a {}", raw.kind))
    {
        return None;
    }
    position.try_into().ok()
}

fn form(check: &mut Checker<'_>, raw: &RawFeature, known: CheckContext<'_>) -> Option<FeatureForm> {
    match raw.kind {
        FeatureKind::Road => road(check, raw, known),
        FeatureKind::Lake => lake(check, raw, known),
        FeatureKind::Stream => {
            let most = FeatureRule::MOST_WIDTH.into();
            let width = check.whole_range(Field("width"), raw.width.unwrap_or((1, 2)), 1..=most);
            let meander = check.number(Field("meander"), raw.meander.unwrap_or(0.3), 0.0..=1.0);
            Some(FeatureForm::Stream { width: width?, meander: meander? })
        }
        FeatureKind::Area => {
            let cover = ramp(check, "cover", raw.cover.as_ref(), 0.2, 0.0..=1.0);
            let (least, most) = FeatureRule::SCALES;
            let scale = raw.scale.unwrap_or(FeatureRule::SCALE.into());
            let scale = check.whole(Field("scale"), scale, least.into()..=most.into());
            let around = match &raw.around {
                None => None,
                Some(AreaAround::Road) => Some(AreaAround::Road),
                Some(AreaAround::Lake) => Some(AreaAround::Lake),
                Some(AreaAround::Stream) => Some(AreaAround::Stream),
                Some(AreaAround::Tag(tag)) => Some(AreaAround::Tag(tag_of(check, "around", tag, known)?)),
            };
            Some(FeatureForm::Area { cover: cover?, around, scale: scale? })
        }
    }
}

fn road(check: &mut Checker<'_>, raw: &RawFeature, known: CheckContext<'_>) -> Option<FeatureForm> {
    let mut end = |field: &'static str, given: &Option<RoadEnd<String>>, otherwise: RoadEnd| match given {
        None => Some(otherwise),
        Some(RoadEnd::Entry) => Some(RoadEnd::Entry),
        Some(RoadEnd::Exit) => Some(RoadEnd::Exit),
        Some(RoadEnd::Tag(tag)) => tag_of(check, field, tag, known).map(RoadEnd::Tag),
    };
    let (from, to) = (end("from", &raw.from, RoadEnd::Entry)?, end("to", &raw.to, RoadEnd::Exit)?);
    if from == to && !matches!(from, RoadEnd::Tag(_)) {
        let field = if raw.to.is_some() { "to" } else { "from" };
        let help = "a road leads from `Entry`, `Exit` or `Tag(\"name\")` to another of them".to_owned();
        check.refuse_at([Field(field)], ProblemCode::Conflict, "the road ends where it begins", help);
        return None;
    }
    let by = rooms(check, "by", raw.by.as_ref(), known);
    Some(FeatureForm::Road { from, to, by })
}

fn lake(check: &mut Checker<'_>, raw: &RawFeature, known: CheckContext<'_>) -> Option<FeatureForm> {
    let area = ramp(check, "area", raw.area.as_ref(), 0.06, 0.0..=FeatureRule::MOST_AREA);
    let avoid = rooms(check, "avoid", raw.avoid.as_ref(), known);
    let names = raw.fringe.as_deref().unwrap_or_default();
    let fringe = check.inside(Field("fringe"), |check| {
        if check.has_too_many(names.len(), FeatureRule::MOST_FRINGES, "fringes") {
            return None;
        }
        let kinds = known.terrain?;
        let fringe = check.each(names, |check, _, name| {
            let position = kind_named(check, None, name, kinds)?;
            is_walked_on(check, None, &kinds[position], "a fringe").then_some(())?;
            u8::try_from(position).ok()
        });
        fringe.into_iter().collect::<Option<Vec<u8>>>()
    });
    Some(FeatureForm::Lake { area: area?, fringe: fringe?, avoid })
}

fn rooms(
    check: &mut Checker<'_>,
    field: &'static str,
    raw: Option<&RawFilter>,
    known: CheckContext<'_>,
) -> Option<RoomFilter> {
    raw.map(|rooms| filter_at(check, Field(field), rooms, known).0)
}

/// The position of the tag in `Tag("name")`, the value of a field.
fn tag_of(check: &mut Checker<'_>, field: &'static str, tag: &str, known: CheckContext<'_>) -> Option<u8> {
    check.inside(Field(field), |check| tag_named(check, Index(0), tag, known.tags))
}

/// Checks a ramp over the difficulty that may be left out.
fn ramp(
    check: &mut Checker<'_>,
    field: &'static str,
    raw: Option<&RawRamp>,
    otherwise: f32,
    allowed: RangeInclusive<f32>,
) -> Option<Ramp> {
    let Some(raw) = raw else { return Some(Ramp::Constant(otherwise)) };
    check.ramp(Field(field), raw, allowed, LEVEL)
}

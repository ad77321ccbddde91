//! The facts of a level, and what there is to know about the engine.

use roomgen::{
    Level, Preset, REVISION, Size,
    level_file::records,
    preset::{BUILT_IN, CurvePoint, MAX_TEXT, PresetSpan, WrittenPreset},
    run::{self, Run, RunFloor},
    survey::{Measurer, Metric},
};
#[cfg(feature = "full")]
use roomgen_export::{
    format::Format,
    picture::{Overlay, View},
};
use serde_json::{Value, json};

use crate::{
    fields::OperationFields,
    levels::PageRun,
    request::{MAX_SURVEY, Refusal},
    texts,
};

/// What the engine offers: presets, runs, formats, overlays, views, metrics, limits.
pub(crate) fn about(fields: &OperationFields) -> Result<Value, Refusal> {
    let presets = BUILT_IN.iter().map(|(name, text)| {
        let preset = Preset::built_in(name).map_err(Refusal::of)?;
        Ok(json!({
            "name": name,
            "size": preset.size().to_string(),
            "min_side": preset.min_side(),
            "min_longer_side": preset.min_longer_side(),
            "about": first_comment(text),
        }))
    });
    let presets = presets.collect::<Result<Vec<_>, Refusal>>()?;
    // Their texts are not read: each merges some dozens of presets.
    let runs = run::BUILT_IN.iter().map(|(name, text)| json!({ "name": name, "about": first_comment(text) }));
    let side = fields.limits.side.unwrap_or(Size::MAX_SIDE);
    let about = json!({
        "revision": REVISION,
        "version": env!("CARGO_PKG_VERSION"),
        "presets": presets,
        "runs": runs.collect::<Vec<_>>(),
        "limits": { "side": side, "text": MAX_TEXT, "pixels": fields.limits.pixels, "survey": MAX_SURVEY },
    });
    #[cfg(feature = "full")]
    let about = with_lists(about);
    Ok(about)
}

/// Adds the lists of what pictures, formats and surveys there are.
#[cfg(feature = "full")]
fn with_lists(mut about: Value) -> Value {
    let formats = Format::ALL.iter().map(|format| {
        json!({ "name": format.name(), "ending": format.ending(), "media": format.media_type(), "about": format.about() })
    });
    let overlays = Overlay::ALL
        .iter()
        .map(|overlay| json!({ "name": overlay.name(), "about": overlay.about(), "top_only": overlay.is_top_only() }));
    let metrics = Metric::ALL.iter().map(|metric| {
        json!({ "name": metric.name(), "column": metric.column(), "unit": metric.unit(), "about": metric.about(),
            "decimals": metric.decimals() })
    });
    about["formats"] = formats.collect();
    about["overlays"] = overlays.collect();
    about["metrics"] = metrics.collect();
    about["views"] = View::ALL.iter().map(|view| view.name()).collect();
    about
}

/// The comment at the beginning of a text, on one line.
fn first_comment(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//"));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// What a preset defines.
pub(crate) fn preset(written: &WrittenPreset) -> Value {
    let preset = written.preset();
    json!({
        "name": preset.name(),
        "size": preset.size().to_string(),
        "min_side": preset.min_side(),
        "min_longer_side": preset.min_longer_side(),
        "preset_digest": digest(preset.digest()),
        "layouts": preset.layouts().iter().map(|layout| &layout.name).collect::<Vec<_>>(),
        "vaults": preset.vaults().iter().map(|vault| &vault.name).collect::<Vec<_>>(),
        "tags": preset.tags(),
        "kinds": preset.kinds().iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(),
    })
}

/// What a run defines.
pub(crate) fn run(run: &Run) -> Value {
    json!({
        "name": run.name().as_str(),
        "size": run.size().to_string(),
        "run_digest": digest(run.digest()),
        "acts": run.acts().map(|name| name.as_str()).collect::<Vec<_>>(),
        "branches": run.branches().map(|name| name.as_str()).collect::<Vec<_>>(),
        "moods": run.moods().map(|name| name.as_str()).collect::<Vec<_>>(),
    })
}

/// The floors of a run of one seed. The name of a floor is its number, in a branch that of the
/// branch and its number in it, as in `well/0`.
pub(crate) fn floors(run: &mut PageRun) -> Value {
    let floors = run.floors_there();
    let first_of = |branch| floors.iter().find(|floor| floor.branch.as_ref() == Some(branch)).map(|floor| floor.number);
    let listed = floors.iter().map(|floor| {
        let RunFloor { number, act, branch, mood, preset, difficulty, size, above, .. } = floor;
        let in_branch = branch.as_ref().and_then(|branch| Some(format!("{branch}/{}", number - first_of(branch)?)));
        json!({
            "number": number,
            "name": in_branch.unwrap_or_else(|| number.to_string()),
            "act": act.as_str(),
            "branch": branch.as_deref(),
            "mood": mood.as_deref(),
            "preset": preset.as_str(),
            "difficulty": difficulty,
            "size": size.to_string(),
            "above": above,
        })
    });
    json!({ "name": run.run().name().as_str(), "size": run.run().size().to_string(), "floors": listed.collect::<Vec<_>>() })
}

/// The points of the curve of a preset's encounters; null for a preset without encounters.
///
/// Points of a base, or the two that stand for no points, have no spans: the text does not have
/// their numbers.
pub(crate) fn curve(written: &WrittenPreset) -> Value {
    let Some(points) = written.encounter_curve() else { return Value::Null };
    let points: Vec<_> = points.collect();
    let base = points.first().and_then(|point| point.value_span.base.clone());
    let span = |PresetSpan { utf16, .. }: &PresetSpan| json!({ "start": utf16.start, "end": utf16.end });
    let shown = points.iter().map(|point| {
        let spans = base.is_none().then(|| [span(&point.progress_span), span(&point.value_span)]);
        json!({ "progress": point.progress, "value": point.value, "spans": spans })
    });
    let mut shown: Vec<_> = shown.collect();
    if shown.is_empty() {
        shown.extend([0, 1].map(|progress| json!({ "progress": progress, "value": 1, "spans": null })));
    }
    json!({ "points": shown, "base": base, "most": CurvePoint::MAX_VALUE })
}

/// The metrics that a level has, as pairs of name and value.
pub(crate) fn measures(level: &Level, measurer: &mut Measurer) -> Value {
    let metrics = measurer.measure(level);
    let measures = Metric::ALL.iter().filter_map(|&metric| {
        let (value, unit) = (metric.format(metrics.present(metric)?), metric.unit());
        Some([metric.name().to_owned(), if unit.is_empty() { value } else { format!("{value} {unit}") }])
    });
    json!({ "measures": measures.collect::<Vec<_>>() })
}

/// The facts of a level that are shown beside each picture: they cost less than making it.
/// `written` is its preset; `None` for the merged one of a run's floor.
pub(crate) fn level(level: &Level, written: Option<&WrittenPreset>) -> Value {
    let rooms = level.rooms().iter().zip(level.spent()).map(|(room, spent)| {
        let mut facts = records::room(level, room);
        facts["words"] = texts::room(level, room, spent).into();
        facts["spent"] = json!({ "encounters": spent.encounters, "loot": spent.loot });
        facts
    });
    let mut facts = records::level(level);
    facts["summary"] = level.summary().into();
    facts["notes"] = level.notes().iter().map(ToString::to_string).collect();
    facts["rooms"] = rooms.collect();
    facts["has_mission"] = (!level.mission().is_empty()).into();
    facts["has_encounters"] = written.is_some_and(|written| written.encounter_curve().is_some()).into();
    facts
}

/// A number with its noun: "1 room", "2 rooms".
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

pub(crate) fn digest(digest: u64) -> String {
    format!("{digest:016x}")
}

//! Lint findings in kinds of terrain and in partings.

use std::collections::BTreeSet;

use super::{TextFindingCollector, floorplan::NEVER, formations, most};
use crate::{
    lint::FindingCode,
    model::FeatureKind,
    preset::{
        AreaAround, RawPreset,
        ValueStep::{Field, Key},
    },
};

/// Reports kinds of terrain that no parting, feature, formation, vault, bridge or fringe has.
pub(super) fn unused(findings: &mut TextFindingCollector, raw: &RawPreset) {
    let kinds = &raw.terrain.0;
    let of_partings = raw.floorplan.partings.iter().map(|parting| parting.terrain.as_str());
    let of_features = raw.floorplan.features.iter().flat_map(|feature| {
        let fringe = feature.fringe.iter().flatten().map(String::as_str);
        fringe.chain([feature.terrain.as_str()])
    });
    let of_formations = raw.layouts.iter().flat_map(|layout| formations::terrain(&layout.formations));
    let of_vaults = raw.vaults.iter().flat_map(|vault| vault.legend.0.iter()).filter_map(|(_, entry)| entry.terrain());
    let of_kinds = kinds.iter().flat_map(|(_, kind)| {
        let fringe = kind.fringe.as_ref().map(|(_, name)| name.as_str());
        kind.bridge.as_deref().into_iter().chain(fringe)
    });
    let of_plan = of_partings.chain(of_features);
    let used: BTreeSet<&str> = of_plan.chain(of_formations).chain(of_vaults).chain(of_kinds).collect();
    findings.inside(Field("terrain"), |findings| {
        for (number, _) in kinds.iter().enumerate().filter(|(_, (name, _))| !used.contains(name.as_str())) {
            let message =
                "no parting, feature, formation or vault is of this terrain, and no terrain has it as bridge or fringe";
            findings.add(FindingCode::UnusedTerrain, Key(number), message, "use it, or remove it");
        }
    });
}

/// Reports partings that no level has, and those that cycles and loops cannot cross. The current
/// value is the floor plan.
pub(super) fn partings(findings: &mut TextFindingCollector, raw: &RawPreset) {
    let plan = &raw.floorplan;
    let has_cycles = plan.cycles.iter().any(|rule| most(&rule.most) >= 0.5);
    let has_loops = most(&plan.loops.chance) > 0.0;
    let wanted = match (has_cycles, has_loops) {
        (true, true) => "cycles and loops",
        (true, false) => "cycles",
        (false, true) => "loops",
        (false, false) => "",
    };
    findings.each("partings", &plan.partings, |findings, _, parting| {
        if most(&parting.chance) <= 0.0 {
            findings.never("chance", "this chance is 0: no level has the parting", NEVER);
        } else if parting.crossings.1 < 2 && !wanted.is_empty() {
            let message = "only the main path crosses this parting, by its only crossing";
            let help = format!("allow more of them for {wanted}, as in `crossings: (2, 3)`");
            findings.add(FindingCode::FewCrossings, Field("crossings"), message, help);
        }
    });
}

/// Reports features that no level has, and areas around what no rule makes. The current value is
/// the floor plan.
pub(super) fn features(findings: &mut TextFindingCollector, raw: &RawPreset) {
    let features = &raw.floorplan.features;
    findings.each("features", features, |findings, _, feature| {
        let nothing =
            [("chance", Some(&feature.chance)), ("area", feature.area.as_ref()), ("cover", feature.cover.as_ref())];
        for (field, _) in nothing.into_iter().filter(|(_, ramp)| ramp.is_some_and(|ramp| most(ramp) <= 0.0)) {
            findings.never(field, format!("this is 0: no level has the {}", feature.kind), NEVER);
        }
        let kind = match &feature.around {
            Some(AreaAround::Road) => FeatureKind::Road,
            Some(AreaAround::Lake) => FeatureKind::Lake,
            Some(AreaAround::Stream) => FeatureKind::Stream,
            Some(AreaAround::Tag(_)) | None => return,
        };
        if !features.iter().any(|other| other.kind == kind) {
            let help = format!("add a feature of the kind {kind}, or remove `around`");
            findings.never("around", format!("no level has a {kind}, so that none has this area"), help);
        }
    });
}

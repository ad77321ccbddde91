//! Lint findings in kinds of props: rules of `near` and `avoid` that never hold.

use std::collections::{BTreeMap, BTreeSet};

use super::{TextFindingCollector, formations};
use crate::{
    lint::FindingCode,
    model::PropKind,
    preset::{
        RawPreset, RawProp, RawRule,
        ValueStep::{Entry, Field, Index},
    },
};

/// Reports a `near` rule of props that only vaults place, since vaults ignore such rules, and rules
/// about the entry, the exit or a bank that never hold.
pub(super) fn props(findings: &mut TextFindingCollector, raw: &RawPreset) {
    // For each kind that formations place, whether one of their rooms may have the entry, the exit.
    let mut stamped: BTreeMap<&str, [bool; 2]> = BTreeMap::new();
    for layout in &raw.layouts {
        let [has_entry, has_exit] = formations::has_ends(&layout.rooms);
        for name in formations::props(&layout.formations) {
            let ends = stamped.entry(name).or_default();
            *ends = [ends[0] | has_entry, ends[1] | has_exit];
        }
    }
    let drawn: BTreeSet<&str> =
        raw.vaults.iter().flat_map(|vault| vault.legend.0.iter().filter_map(|(_, entry)| entry.prop())).collect();
    findings.inside(Field("props"), |findings| {
        for (number, (name, prop)) in raw.props.0.iter().enumerate() {
            let name = name.as_str();
            findings.inside(Entry(number), |findings| match stamped.get(name) {
                Some(&ends) => targets(findings, prop, ends, !raw.floorplan.partings.is_empty()),
                None if !prop.near.is_empty() && drawn.contains(name) => {
                    let message = "`near` has no effect on a prop that no formation places";
                    findings.useless("near", message, "`near` does not apply to the props of a vault's drawing");
                }
                None => {}
            });
        }
    });
}

/// Reports rules about the entry, the exit or a bank that never hold: no room with the prop has it,
/// or only the prop in its very place would meet the rule, where obstacles and markers never stand.
fn targets(findings: &mut TextFindingCollector, prop: &RawProp, [has_entry, has_exit]: [bool; 2], has_parting: bool) {
    let hangs = f64::from(prop.elevation) * 256.0 >= f64::from(PropKind::HEADROOM.parts());
    let keeps_off = prop.marker || prop.blocks.unwrap_or(true) && !hangs;
    let rules = [("near", FindingCode::Never, &prop.near), ("avoid", FindingCode::UselessField, &prop.avoid)];
    for (field, code, rules) in rules {
        for (number, rule) in rules.iter().enumerate() {
            let (within, has_it, what, kind) = match rule {
                RawRule::Entry(within) => (*within, has_entry, "entry", "Start"),
                RawRule::Exit(within) => (*within, has_exit, "exit", "End"),
                RawRule::Bank(_) if !has_parting => {
                    let message = "this rule never holds: no level has a parting";
                    let help = "add one to `floorplan.partings`, or remove the rule";
                    findings.inside(Field(field), |findings| findings.add(code, Index(number), message, help));
                    continue;
                }
                RawRule::Wall(_) | RawRule::Door(_) | RawRule::Any(_) | RawRule::Prop(..) => continue,
                RawRule::Bank(_) | RawRule::Terrain(..) => {
                    continue;
                }
            };
            let (message, help) = if !has_it {
                let message = format!("this rule never holds: no room with this prop has the {what}");
                (message, format!("the room of the kind `{kind}` has it; see `rooms` of the layouts"))
            } else if within == 0 && keeps_off {
                let what_it_is = if prop.marker { "a marker" } else { "an obstacle" };
                let message = format!("this rule never holds: {what_it_is} never stands on the {what}");
                (message, "use a greater distance, or remove it".to_owned())
            } else {
                continue;
            };
            findings.inside(Field(field), |findings| findings.add(code, Index(number), message, help));
        }
    }
}

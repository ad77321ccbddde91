//! Lint for what a room is about, for twins that no memory can avoid, and for pools.
//!
//! Consumes the counts of a [`SampleCounts`]; reports formations that stay in few of their rooms,
//! layouts that alone suit rooms beside each other, and pools whose entries find no room.

use super::{
    FindingCode, FormationShare, LintReport, PresetPlace, SEEDS,
    evidence::{PROOF, RARELY, reason},
    sample::{FormationTally, LonelyRoom, SampleCounts},
};
use crate::preset::{Formation, MemoryRule, Preset};

/// The rooms of a hundred that may lack a required formation before lint reports it.
const LACKING: u32 = 2;

/// Reports formations that stay in less than half of the rooms where they are stamped, and required
/// ones that too many rooms lack.
pub(super) fn formations(report: &mut LintReport<'_>, sample: &SampleCounts) {
    for (number, (layout, tally)) in report.preset().layouts().iter().zip(&sample.layouts).enumerate() {
        for (index, (formation, stamping)) in layout.formations.iter().zip(&tally.formations).enumerate() {
            let FormationTally { rooms, rooms_with_props, levels, short, .. } = *stamping;
            if rooms < PROOF || rooms_with_props == 0 || may_place_none(formation) {
                continue;
            }
            let least = formation.required.unwrap_or_default();
            if least > 0 && short * 100 > rooms * LACKING {
                let message = format!(
                    "{short} of {rooms} rooms with this formation lack it, in {levels} of {SEEDS} sample levels"
                );
                let help = "each of these levels has a note; say what its rooms must hold by `needs`, or require less";
                let place = PresetPlace::Formation(number, index, "required");
                report.add(FindingCode::RareFormation, place, levels, message, help);
            } else if least == 0 && 2 * rooms_with_props < rooms {
                let (why, help) = reason(stamping, "this formation");
                let lost = rooms - rooms_with_props;
                let message =
                    format!("{why}, in {lost} of the {rooms} rooms that have it, in {levels} of {SEEDS} sample levels");
                let place = PresetPlace::Formation(number, index, "shape");
                report.add(FindingCode::RareFormation, place, levels, message, help);
            }
        }
    }
}

/// Whether a rule of the formation itself lets it place nothing.
fn may_place_none(formation: &Formation) -> bool {
    formation.count.as_ref().is_some_and(|count| count.min() < 0.5)
}

/// In how many rooms each formation stays.
pub(super) fn shares(preset: &Preset, sample: &SampleCounts) -> Vec<FormationShare> {
    let mut shares = Vec::new();
    for (layout, tally) in preset.layouts().iter().zip(&sample.layouts) {
        for (index, (formation, stamping)) in layout.formations.iter().zip(&tally.formations).enumerate() {
            shares.push(FormationShare {
                layout: layout.name.clone(),
                formation: index,
                prop: preset.kind_of(formation).name.to_string(),
                required: formation.required.unwrap_or_default(),
                rooms: stamping.rooms,
                stays: stamping.rooms_with_props,
                lacking: if formation.required > Some(0) { stamping.short } else { 0 },
            });
        }
    }
    shares
}

/// Reports a memory without effect, and layouts that alone suit rooms beside each other.
pub(super) fn memory(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let Some(MemoryRule { beside, near, floor }) = report.preset().memory else { return };
    if [beside, near, floor] == [MemoryRule::ONE; 3] {
        let help = "factors below 1 keep twins apart; remove `memory`, or let it remember";
        let message = "this memory forgets everything: all factors are 1";
        report.add(FindingCode::UselessField, PresetPlace::Fields(&["memory"]), None, message, help);
    }
    for (number, tally) in sample.layouts.iter().enumerate() {
        let Some(LonelyRoom { room, levels, rooms, .. }) = &tally.lonely else { continue };
        if *rooms < PROOF {
            continue;
        }
        let names = (0_u32..).zip(report.preset().tags.iter()).filter(|(tag, _)| room.tags >> tag & 1 == 1);
        let names: Vec<_> = names.map(|(_, name)| format!("{name:?}")).collect();
        let tags = if names.is_empty() { String::new() } else { format!(", tagged {}", names.join(", ")) };
        let message = format!(
            "{rooms} rooms have this layout beside a room that has it too, since no other suits them, in {levels} of \
             {SEEDS} sample levels: such as a room of the kind {} with {} cells at a progress of {:.2}{tags}",
            room.kind, room.extent, room.progress
        );
        let help = "add a layout for these rooms, or widen the `rooms` of another one";
        report.add(FindingCode::LonelyLayout, PresetPlace::Layout(number, "rooms"), *levels, message, help);
    }
}

/// Reports pools with fewer entries for some difficulty than they deal to a floor. Cost: the square
/// of their entries.
pub(super) fn depths(report: &mut LintReport<'_>) {
    let preset = report.preset();
    for (number, pool) in preset.pools.iter().enumerate() {
        let depths = pool.entries.iter().map(|&entry| preset.depth_of(entry));
        let mut ends: Vec<f32> = depths.flat_map(|(least, most)| [least, most]).chain([0.0, 1.0]).collect();
        ends.sort_by(f32::total_cmp);
        // As many suit all difficulties between two ends, and no fewer suit the ends.
        let middles = ends.windows(2).map(|ends| f32::midpoint(ends[0], ends[1]));
        let suiting =
            |difficulty: f32| pool.entries.iter().filter(|entry| preset.suits_depth(**entry, difficulty)).count();
        let fewest = middles.map(|middle| (suiting(middle), middle)).min_by_key(|(count, _)| *count);
        let each = preset.entries_of(pool);
        if let Some((count, difficulty)) = fewest.filter(|(count, _)| *count < each as usize) {
            let entries = if count == 1 { "entry suits" } else { "entries suit" };
            let message =
                format!("{count} {entries} a difficulty of {difficulty:.2}, but this pool deals {each} to a floor");
            let help = "widen a `depth`, or add entries for these floors, which get what suits them";
            report.add(FindingCode::Shortfall, PresetPlace::Pool(number), None, message, help);
        }
    }
}

/// Reports required pools with entries that find no room in too many levels.
pub(super) fn pools(report: &mut LintReport<'_>, sample: &SampleCounts) {
    let pools = &report.preset().pools;
    let short = pools.iter().zip(&sample.short_pools).enumerate();
    let short = short.filter(|(_, (pool, levels))| pool.required && **levels > RARELY);
    for (number, (_, &levels)) in short {
        let message = format!("{levels} of {SEEDS} sample levels lack an entry that this pool deals them");
        let help =
            "use a larger `size`, smaller rooms, or fewer entries on `each` floor; each of these levels has a note";
        report.add(FindingCode::Shortfall, PresetPlace::Pool(number), levels, message, help);
    }
}

//! What shows in sample levels.

use super::{
    Code, Place, Report, SEEDS,
    rules::unserved_room,
    sample::{Props, Sample},
};

/// Fewer rooms than this prove nothing.
const PROOF: u32 = 10;

/// Asking for more rooms than most levels can have.
pub(super) fn shortfalls(report: &mut Report<'_>, sample: &Sample) {
    let mut tell = |levels: u32, what: &str, place: &'static [&'static str]| {
        if levels > SEEDS / 2 {
            let message = format!("{levels} of {SEEDS} sample levels have fewer {what} than this asks for");
            let help =
                "a larger `size`, a smaller `rooms.max`, or fewer rooms; each such level has a note of it".to_owned();
            report.tell_of_levels(Code::Shortfall, Place::Fields(place), levels, message, help);
        }
    };
    tell(sample.short_paths, "rooms on the main path", &["floorplan", "path", "rooms"]);
    tell(sample.short_bonus, "bonus rooms", &["floorplan", "bonus", "rooms"]);
}

/// Rooms for which the weights of all layouts sum to zero.
pub(super) fn bare_rooms(report: &mut Report<'_>, sample: &Sample) {
    let levels = sample.levels_with_bare_rooms;
    if report.preset().layouts().is_empty() {
        let help = "the preset has no `layouts`".to_owned();
        let message = "every room stays bare".to_owned();
        report.tell_of_levels(Code::BareRoom, Place::Fields(&[]), levels, message, help);
        return;
    }
    let Some(room) = sample.bare_room.or_else(|| unserved_room(report.preset())) else { return };
    let (width, height) = room.sides;
    let message = format!(
        "no layout suits rooms of the kind {} with {width}x{height} cells at a progress of {:.2}; a room stays bare in {levels} of {SEEDS} \
         sample levels",
        room.kind, room.progress
    );
    let help = "a layout without `rooms`, or with a small `weight`, suits what the others leave".to_owned();
    report.tell_of_levels(Code::BareRoom, Place::Fields(&["layouts"]), levels, message, help);
}

/// Layouts that no room takes.
pub(super) fn layouts(report: &mut Report<'_>, sample: &Sample) {
    for (number, tally) in sample.layouts.iter().enumerate().filter(|(_, tally)| tally.chosen == 0) {
        let rooms = sample.rooms;
        let (message, help, field) = if tally.suiting == 0 {
            let message = format!("no room of {SEEDS} sample levels can take this layout");
            let help = format!(
                "of their {rooms} rooms {} have a size, {} a kind, {} a progress, and {} a tag that it is for",
                tally.of_size, tally.of_kind, tally.of_progress, tally.of_tag
            );
            (message, help, "rooms")
        } else {
            let message = format!("no room of {SEEDS} sample levels has this layout");
            let help =
                format!("{} of their {rooms} rooms could; its weight is small beside the others'", tally.suiting);
            (message, help, "weight")
        };
        report.tell_of_levels(Code::UnusedLayout, Place::Layout(number, field), SEEDS, message, help);
    }
}

/// Formations of which nothing ever stays.
pub(super) fn formations(report: &mut Report<'_>, sample: &Sample) {
    for (number, layout) in sample.layouts.iter().enumerate() {
        for (formation, tally) in layout.formations.iter().enumerate() {
            if tally.rooms < PROOF || tally.stayed > 0 {
                continue;
            }
            let (why, help) = reason(&tally.props);
            let message = format!(
                "{why}, in each of the {} rooms that have it, in {} of {SEEDS} sample levels",
                tally.rooms, tally.levels
            );
            let place = Place::Formation(number, formation, "shape");
            report.tell_of_levels(Code::LostFormation, place, tally.levels, message, help.to_owned());
        }
    }
}

/// What became of most of a formation's props, of which none stayed.
fn reason(props: &Props) -> (&'static str, &'static str) {
    let reasons = [
        (
            props.walkway,
            "walkways take away all of this formation",
            "it closes the way to a door or to something that can be picked up; leave a gap in it",
        ),
        (
            props.clipped,
            "all of this formation lies outside of the room",
            "a smaller `size`, or another `at`, is inside",
        ),
        (
            props.occupied,
            "all of this formation lies on props of earlier ones",
            "the first formation wins: put it before them, or elsewhere",
        ),
        (
            props.clearance,
            "all of this formation lies before doors, on the entry or on the exit",
            "obstacles cannot stand there",
        ),
        (props.other, "nothing of this formation is placed", "a rule of its own or of its prop forbids all of it"),
    ];
    let most = reasons.into_iter().max_by_key(|(count, ..)| *count).filter(|(count, ..)| *count > 0);
    most.map_or(
        ("this formation draws nothing", "its mask is empty, or too small for its `shape`"),
        |(_, why, help)| (why, help),
    )
}

/// Kinds of which there never is a prop, unless a finding about layouts or formations says why.
pub(super) fn kinds(report: &mut Report<'_>, sample: &Sample) {
    let mentions = report.written.mentions();
    let explained = report.has(Code::UnusedLayout) || report.has(Code::LostFormation);
    for (kind, _) in report.preset().kinds().iter().zip(&sample.kinds_used).filter(|(_, used)| !**used) {
        // Its own name is one mention.
        let is_mentioned = mentions.get(&kind.name).is_some_and(|count| *count > 1);
        if is_mentioned && explained {
            continue;
        }
        let message = if is_mentioned {
            format!("no prop of this kind stands in any of {SEEDS} sample levels")
        } else {
            "nothing places props of this kind".to_owned()
        };
        report.tell_of_levels(
            Code::UnusedKind,
            Place::Kind(&kind.name),
            SEEDS,
            message,
            "use it, or leave it out".to_owned(),
        );
    }
}

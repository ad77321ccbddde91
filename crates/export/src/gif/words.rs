//! What happens in an animation, and why, in words.

use super::{
    cast::{AnimatedLevel, FurnishingEvent},
    script::TimelineEventKind,
    story::PassagePart,
};
use roomgen::{Cell, geom::Rect, level::RoomKind, preset::Preset, trace::Rejection};

/// What begins with an event, in a sentence; `None` for what only changes how the level is drawn.
pub(super) fn words(event: TimelineEventKind, cast: &AnimatedLevel, preset: &Preset) -> Option<String> {
    let level = &cast.level;
    Some(match event {
        TimelineEventKind::Cut(wall) => format!("A wall of {} cuts a part in two.", place(wall)),
        TimelineEventKind::Room(id) => {
            let room = level.room(id)?;
            let why = match (room.kind, room.host) {
                (RoomKind::Start, _) => "the start".to_owned(),
                (RoomKind::End, _) => "the end".to_owned(),
                (RoomKind::Path, _) => "on the main path".to_owned(),
                (RoomKind::Detour, _) => "a detour: part of a second way".to_owned(),
                (RoomKind::Bonus, Some(host)) => format!("a bonus room beside room {host}"),
                (RoomKind::Bonus, None) => "a bonus room".to_owned(),
            };
            format!("Room {id}, {}: {why}.", place(room.rect))
        }
        TimelineEventKind::Path => format!("The main path leads through {} rooms.", level.path().len()),
        TimelineEventKind::Way(PassagePart::Door(cells)) => format!("A door of {}.", place(cells)),
        TimelineEventKind::Way(PassagePart::Leg(cells)) => format!("A corridor of {}.", place(cells)),
        TimelineEventKind::Lock(cells, _) => {
            let (_, passage) = level.door_at(cells.top_left())?;
            let [one, other] = passage.rooms;
            format!("Locked: the door between rooms {one} and {other}. {} opens it.", capital(level.lock(passage)?))
        }
        TimelineEventKind::Key(id, color) => {
            let key = level.keys().iter().find(|key| key.room == id && level.key_mark(key).color == color)?;
            format!("Room {id} gets the {} {}.", key.key_use.term(), level.key_name(key))
        }
        TimelineEventKind::Build(_) => return None,
        TimelineEventKind::Cover(number) => {
            let parting = level.partings().get(number as usize)?;
            let crossings = parting.crossings.len();
            let what = if crossings == 1 { "crossing" } else { "crossings" };
            format!("{} parts the level, {}: {crossings} {what}.", capital(&parting.name), place(parting.band))
        }
        TimelineEventKind::Built => "All walls and floors stand.".to_owned(),
        TimelineEventKind::Act(FurnishingEvent::Clear(cells)) => {
            format!("Kept free of obstacles, before a door, the entry or the exit: {}.", place(cells))
        }
        TimelineEventKind::Act(FurnishingEvent::Anchor(anchor, formation)) => {
            let cell = Cell::new(anchor.x.div_euclid(2), anchor.y.div_euclid(2));
            let name = level.room_at(cell).and_then(|room| level.layout(room));
            let layout = preset.layouts().iter().find(|layout| Some(layout.name.as_str()) == name);
            let formation_of = |layout: &roomgen::preset::Layout| layout.formations.get(formation as usize).cloned();
            let own = layout.and_then(formation_of);
            let terrain = own.as_ref().and_then(|own| preset.terrain_of(own)).map(|kind| ("lays", &kind.name));
            let prop = || preset.kinds().get(usize::from(own.as_ref()?.kind)).map(|kind| ("places", &kind.name));
            match terrain.or_else(prop) {
                Some((does, kind)) => format!(
                    "Formation {formation} of the layout {} {does} {kind} around ({}, {}).",
                    name.unwrap_or_default(),
                    cell.x,
                    cell.y
                ),
                None => format!("A formation is placed around ({}, {}).", cell.x, cell.y),
            }
        }
        TimelineEventKind::Act(FurnishingEvent::Appear(prop)) => {
            let prop = level.prop(prop as u32)?;
            format!("{} on {}.", capital(&prop.kind.name), place(prop.cells))
        }
        TimelineEventKind::Act(FurnishingEvent::Refuse(cells, prop, reason)) => {
            let prop = prop.and_then(|prop| level.prop(prop as u32));
            let name = prop.map_or("Prop", |prop| &prop.kind.name);
            format!("{} refused on {}: {}.", capital(name), place(cells), why(reason))
        }
        TimelineEventKind::Act(FurnishingEvent::Leave(cells, prop, reason)) => {
            let prop = level.prop(prop as u32)?;
            format!("{} removed from {}: {}.", capital(&prop.kind.name), place(cells), why(reason))
        }
    })
}

/// A rectangle in words: "3x1 cells at (4, 5)".
fn place(cells: Rect) -> String {
    let noun = if cells.width() * cells.height() == 1 { "cell" } else { "cells" };
    format!("{}x{} {noun} at ({}, {})", cells.width(), cells.height(), cells.left(), cells.top())
}

fn capital(name: &str) -> String {
    let mut rest = name.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// Why a prop is refused or removed.
fn why(reason: Rejection) -> &'static str {
    match reason {
        Rejection::Clipped => "it would not lie inside the room",
        Rejection::Occupied => "another prop stands there",
        Rejection::Clearance => "a door, the entry, the exit or a key needs this floor",
        Rejection::Walkway => "it would close the way through the room",
        Rejection::Sparse => "too few props of the formation have room here",
        Rejection::Incomplete => "another prop of its formation cannot stand, and they belong together",
        Rejection::Cover => "the layout allows no more of the floor to be covered",
        Rejection::TooNear => "it is too near to what it avoids",
        Rejection::NotNear => "nothing that it needs is near",
        _ => "the rules do not allow it",
    }
}

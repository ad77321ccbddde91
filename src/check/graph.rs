//! Invariant 6: each room's kind, depth, progress, host and cycle agree with the path and the
//! passages.

use super::cycles::{neighbours, second_ways};
use crate::{
    buckets::Buckets,
    level::{Level, Passage, Room, RoomKind},
};

/// Tests invariant 6: each room's kind, depth, progress, host and cycle agree with the path and
/// the passages.
///
/// A bonus room shares a passage with its host, and following hosts leads to the path or to a
/// detour. No other room has a host. The detours of a cycle lead from one room of the path to
/// another, and share no room with the path. No passage joins a room to itself, and the path enters
/// no room twice.
pub(super) fn rooms_form_the_graph_they_claim(level: &Level) -> Result<(), String> {
    let is_loop = |passage: &Passage| passage.rooms[0] == passage.rooms[1];
    if let Some((id, passage)) = level.passages.iter().enumerate().find(|(_, passage)| is_loop(passage)) {
        return Err(format!("passage {id} joins room {} to itself", passage.rooms[0]));
    }
    let neighbours = neighbours(level);
    let steps = path_steps(level, &neighbours)?;
    // Room kinds are tested before depths: a wrong first room of the path makes every depth wrong.
    for (id, (room, &step)) in level.rooms.iter().zip(&steps).enumerate() {
        let kind = match step {
            None if room.cycle.is_some() => RoomKind::Detour,
            None => RoomKind::Bonus,
            Some(0) => RoomKind::Start,
            Some(step) if step + 1 == level.path.len() => RoomKind::End,
            Some(_) => RoomKind::Path,
        };
        if room.kind != kind {
            let by = if room.cycle.is_some() { "its cycle" } else { "the path" };
            return Err(format!("room {id} is {}, but {by} makes it {kind}", room.kind));
        }
        if let (Some(_), Some(cycle)) = (step, room.cycle) {
            return Err(format!("room {id} has the cycle {cycle}, but lies on the path"));
        }
    }
    let depths = depths(level, &neighbours);
    for ((id, room), (step, depth)) in level.rooms.iter().enumerate().zip(steps.into_iter().zip(depths)) {
        let wrong = |what: String| Err(format!("room {id} {what}"));
        match depth {
            None => return wrong("is not connected to the start room".to_owned()),
            Some(depth) if depth != room.depth => {
                return wrong(format!("has depth {}, but is {depth} passages from the start room", room.depth));
            }
            Some(_) => {}
        }
        let progress = match step {
            Some(step) => progress(step, level.path.len()),
            None if room.cycle.is_some() => room.progress,
            None => host(level, id, &neighbours)?.progress,
        };
        if room.progress.to_bits() != progress.to_bits() {
            return wrong(format!("has progress {}, but should have {progress}", room.progress));
        }
        if let (true, Some(host)) = (step.is_some() || room.cycle.is_some(), room.host) {
            let lies = if step.is_some() { "lies on the path" } else { "is a detour" };
            return wrong(format!("has the host {host}, but {lies}"));
        }
    }
    second_ways(level, &neighbours)?;
    hosts_lead_to_the_path(level)
}

/// The position of each room on the path, `None` for rooms off the path. An error if the path
/// enters a room twice, or if no passage joins two successive rooms.
fn path_steps(level: &Level, neighbours: &Buckets<u32>) -> Result<Vec<Option<usize>>, String> {
    let mut steps = vec![None; level.rooms.len()];
    for (step, &id) in level.path.iter().enumerate() {
        if steps[id as usize].replace(step).is_some() {
            return Err(format!("the path enters room {id} twice"));
        }
    }
    let unjoined = level.path.windows(2).find(|pair| !neighbours.get(pair[0]).contains(&pair[1]));
    match unjoined {
        Some(pair) => {
            Err(format!("the path leads from room {} to room {}, but no passage joins them", pair[0], pair[1]))
        }
        None => Ok(steps),
    }
}

/// The number of passages between the path's first room and each room; `None` if unconnected.
fn depths(level: &Level, neighbours: &Buckets<u32>) -> Vec<Option<u32>> {
    let mut depths = vec![None; level.rooms.len()];
    let mut queue: Vec<u32> = level.path.first().copied().into_iter().collect();
    queue.iter().for_each(|&start| depths[start as usize] = Some(0));
    let mut next = 0;
    while let Some(&id) = queue.get(next) {
        next += 1;
        let beyond = depths[id as usize].map(|depth| depth + 1);
        for &neighbour in neighbours.get(id) {
            if depths[neighbour as usize].is_none() {
                depths[neighbour as usize] = beyond;
                queue.push(neighbour);
            }
        }
    }
    depths
}

fn progress(step: usize, rooms: usize) -> f32 {
    if rooms == 1 { 0.0 } else { step as f32 / (rooms - 1) as f32 }
}

/// The host of bonus room `id`: the room that it hangs on.
///
/// An error if it has none, or if no passage joins the two.
fn host<'level>(level: &'level Level, id: usize, neighbours: &Buckets<u32>) -> Result<&'level Room, String> {
    let Some(host) = level.rooms[id].host else {
        return Err(format!("room {id} is off the path, but has no host"));
    };
    if !neighbours.get(id as u32).contains(&host) {
        return Err(format!("room {id} has the host {host}, but no passage joins them"));
    }
    Ok(&level.rooms[host as usize])
}

/// Tests that hosts form no cycle: follows them from each room until a room that was visited
/// before.
fn hosts_lead_to_the_path(level: &Level) -> Result<(), String> {
    let mut followed_from = vec![None; level.rooms.len()];
    for from in 0..level.rooms.len() {
        let mut at = from;
        while followed_from[at].is_none() {
            followed_from[at] = Some(from);
            at = level.rooms[at].host.map_or(at, |host| host as usize);
        }
        if level.rooms[at].host.is_some() && followed_from[at] == Some(from) {
            return Err(format!("the hosts of room {at} form a cycle"));
        }
    }
    Ok(())
}

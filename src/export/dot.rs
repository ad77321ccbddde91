//! A level as a graph of its rooms and passages, in the DOT language of
//! [GraphViz](https://graphviz.org).
//!
//! | of the level | in the graph |
//! | --- | --- |
//! | room | a node with the room's id: its kind, tags, what it spends, keys and offers |
//! | start, end | nodes with a double line, which name the entry and the exit |
//! | passage | an edge, from the room that lies earlier along the main path |
//! | passage of the main path | a bold edge |
//! | secret passage | a dashed edge |
//! | locked passage | an edge in the colour of its lock, with the lock's number and name |
//! | one-way passage | an arrow, in the direction in which one can walk |
//! | shortcut | an arrow with the number of passages that it saves |
//!
//! All texts are HTML-like strings, so that any name can stand in them. Numbers and colours of
//! locks are those of [`LockMark`], as in pictures.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    io::{self, Write},
};

use crate::{
    level::{Allowance, DoorKind, Key, Level, LockMark, Offer, Origin, Passage, Room},
    model::KeyUse,
};

/// The colour of texts and lines.
const INK: &str = "#3b3740";
/// The colour of the paper.
const PAPER: &str = "#faf8f2";

/// Writes the graph of a level's rooms and passages.
///
/// Nodes are in the order of rooms, edges in the order of passages. Cost: linear in rooms,
/// passages, keys and offers.
///
/// ```
/// use roomgen::{Preset, export::dot, generate};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// assert_eq!(dot::write(&level).matches(" -> ").count(), level.passages().len());
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[must_use]
pub fn write(level: &Level) -> String {
    super::text_in_memory(|text| write_to(level, text))
}

/// Streams the text of [`write()`] to `writer`, line by line.
///
/// Memory beyond the level: a few bytes for each room of the path, key and offer. The writes are
/// small, so the writer should be buffered.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_to(level: &Level, mut writer: impl Write) -> io::Result<()> {
    let Origin { preset, seed, floor, .. } = level.origin();
    let title = format!("{}, seed {seed}, floor {floor}", escaped(preset));
    let font = "fontname=\"Helvetica\", fontcolor=\"#3b3740\"";
    writeln!(writer, "digraph level {{")?;
    writeln!(writer, "  graph [label=<{title}>, labelloc=\"t\", rankdir=\"LR\", bgcolor=\"{PAPER}\", {font}]")?;
    writeln!(writer, "  node [shape=\"box\", style=\"filled\", color=\"{INK}\", {font}]")?;
    writeln!(writer, "  edge [dir=\"none\", color=\"{INK}\", fontsize=\"11\", {font}]")?;
    let mut keys: Vec<&Key> = level.keys().iter().collect();
    // The sort is stable: the keys of a room stay in the order of the level.
    keys.sort_by_key(|key| key.room);
    let room_of = |offer: &Offer| offer.props.first().and_then(|&id| level.prop(id)).map_or(0, |prop| prop.room);
    let mut offers: Vec<_> = (0..).zip(level.offers()).map(|(number, offer)| (room_of(offer), number, offer)).collect();
    offers.sort_by_key(|&(room, number, _)| (room, number));
    for (room, spent) in level.rooms().iter().zip(level.spent()) {
        let first = keys.partition_point(|key| key.room < room.id);
        let here = keys[first..].iter().take_while(|key| key.room == room.id);
        let first = offers.partition_point(|offer| offer.0 < room.id);
        let offered = offers[first..].iter().take_while(|offer| offer.0 == room.id);
        let offered = offered.map(|&(_, number, offer)| (number, offer));
        node(level, room, spent, here.copied(), offered, &mut writer)?;
    }
    let on_path: BTreeSet<[u32; 2]> = level.path().windows(2).flat_map(both_ways).collect();
    for passage in level.passages() {
        edge(level, passage, on_path.contains(&passage.rooms), &mut writer)?;
    }
    writeln!(writer, "}}")
}

fn both_ways(step: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let ends = step.first().copied().zip(step.last().copied());
    ends.into_iter().flat_map(|(one, other)| [[one, other], [other, one]])
}

/// Writes the node of a room and of the keys and offers that lie there.
fn node<'level>(
    level: &Level,
    room: &Room,
    spent: Allowance,
    keys: impl Iterator<Item = &'level Key>,
    offers: impl Iterator<Item = (u32, &'level Offer)>,
    writer: &mut impl Write,
) -> io::Result<()> {
    let mut rows = vec![(format!("<b>{}</b> {}", room.id, room.kind), None)];
    let way_down = (!level.is_dead_end()).then_some("exit");
    let ends = [(level.start().id, Some("entry")), (level.end().id, way_down)];
    let here = ends.iter().filter(|end| end.0 == room.id).filter_map(|end| end.1);
    rows.extend(here.map(|end| (format!("<b>{end}</b>"), None)));
    let stairs = level.stairs().iter().filter(|stairs| level.room_at(stairs.cell).is_some_and(|at| at.id == room.id));
    rows.extend(stairs.map(|stairs| (format!("<b>stairs</b> to {}", escaped(&stairs.to)), None)));
    let tags: Vec<_> = level.tags(room).map(escaped).collect();
    rows.extend((!tags.is_empty()).then(|| (format!("<i>{}</i>", tags.join(", ")), None)));
    let sums = [("cost", spent.encounters, room.allowance.encounters), ("value", spent.loot, room.allowance.loot)];
    let sums = sums.into_iter().filter(|&(_, spent, allowed)| (spent, allowed) != (0, 0));
    rows.extend(sums.map(|(what, spent, allowed)| (format!("{what} {spent} of {allowed}"), None)));
    rows.extend(keys.map(|key| {
        let (mark, name) = (level.key_mark(key), escaped(level.key_name(key)));
        let what = match key.key_use {
            KeyUse::Key => String::new(),
            KeyUse::SingleUse | KeyUse::Switch => format!("{} ", key.key_use.term()),
        };
        (format!("{what}<b>{}</b> {name}", mark.number), Some(mark))
    }));
    rows.extend(offers.map(|(number, offer)| {
        (format!("offer <b>{number}</b>: {} of {}", offer.take, offered_kinds(level, offer)), None)
    }));
    let lines = if ends.iter().any(|end| end.0 == room.id) { ", peripheries=\"2\"" } else { "" };
    writeln!(writer, "  {} [label=<{}>, fillcolor=\"{}\"{lines}]", room.id, table(&rows), room.kind.plan_color())
}

/// The props of an offer in words: the number of each kind, in the order of kinds.
fn offered_kinds(level: &Level, offer: &Offer) -> String {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for prop in offer.props.iter().filter_map(|&id| level.prop(id)) {
        *counts.entry(&prop.kind.name).or_default() += 1;
    }
    let words: Vec<_> = counts.into_iter().map(|(kind, count)| format!("{count} {}", escaped(kind))).collect();
    words.join(", ")
}

/// Writes the edge of a passage.
fn edge(level: &Level, passage: &Passage, is_on_path: bool, writer: &mut impl Write) -> io::Result<()> {
    let [one, other] = passage.rooms;
    let earlier = if is_later(level, one, other) { other } else { one };
    let tail = passage.one_way.unwrap_or(earlier);
    let head = if tail == one { other } else { one };
    let mut attributes = Vec::new();
    let mut rows = Vec::new();
    if is_on_path {
        attributes.push("weight=\"8\"".to_owned());
    }
    attributes.extend(passage.one_way.map(|_| "dir=\"forward\"".to_owned()));
    // An arrow that leads back would turn the order of the nodes around. GraphViz then finds no
    // place for a label on the arrow, so that it stands where the arrow begins.
    let is_back = tail != earlier;
    attributes.extend(is_back.then(|| "constraint=\"false\"".to_owned()));
    let label = if is_back { "taillabel" } else { "label" };
    attributes.extend((passage.kind == DoorKind::Secret).then(|| "style=\"dashed\"".to_owned()));
    if let (Some(mark), Some(name)) = (level.lock_mark(passage), level.lock(passage)) {
        attributes.push(format!("color=\"{}\"", mark.color));
        rows.push((format!("<b>{}</b> {}", mark.number, escaped(name)), Some(mark)));
    }
    rows.extend(passage.saves.map(|saves| (format!("saves {saves}"), None)));
    attributes.push(format!("penwidth=\"{}\"", if is_on_path { 4 } else { 2 }));
    attributes.extend((!rows.is_empty()).then(|| format!("{label}=<{}>", table(&rows))));
    writeln!(writer, "  {tail} -> {head} [{}]", attributes.join(", "))
}

/// Whether room `one` lies farther along the main path than room `other`.
fn is_later(level: &Level, one: u32, other: u32) -> bool {
    let (Some(a), Some(b)) = (level.room(one), level.room(other)) else { return false };
    a.progress.total_cmp(&b.progress).then(a.depth.cmp(&b.depth)).then(one.cmp(&other)).is_gt()
}

/// An HTML-like table of one column. A row with a mark has the colour of the mark as its ground.
fn table(rows: &[(String, Option<LockMark>)]) -> String {
    let mut table = "<table border=\"0\" cellspacing=\"1\" cellpadding=\"1\">".to_owned();
    for (text, mark) in rows {
        // Writing to a String cannot fail.
        let _ = match mark.map(|mark| (mark.color, mark.text_color())) {
            Some((ground, ink)) => {
                write!(table, "<tr><td bgcolor=\"{ground}\"><font color=\"{ink}\">{text}</font></td></tr>")
            }
            None => write!(table, "<tr><td>{text}</td></tr>"),
        };
    }
    table + "</table>"
}

/// Escapes a name for an HTML-like string. GraphViz also reads backslashes in some texts.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\\' => escaped += "&#92;",
            plain => escaped.push(plain),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;

//! The heading of a page, and its key: rooms with what they hold, locks, and signs.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    geom::{Direction, Rect},
    level::{Audience, Level, Room, RoomKind, Tile},
    model::{PropKind, TerrainKind},
};

use super::{
    super::scene::{SceneDoor, SceneLock, shows},
    colors::{FLOOR, INK, SOFT},
    lettering, sees_all,
    shape::{InkPen, InkPoint, PARTS, rectangle},
    signs::{self, DoorLook},
    terrain, things,
};

/// The number of rooms above which a key lists none.
const MOST_ROOMS: usize = 300;
/// The number of kinds of furniture that a key lists for a room.
const MOST_KINDS: usize = 6;

/// Lengths in hundredths of the text's unit: the height of capital letters of headings, names and
/// details; the distances of lines; the width of a column and the gap between two; the place of
/// the names right of numbers.
const HEADING: i32 = 80;
const NAME: i32 = 56;
const DETAIL: i32 = 44;
const NAME_LINE: i32 = 112;
const DETAIL_LINE: i32 = 86;
const COLUMN: i32 = 1750;
const GUTTER: i32 = 150;
const INDENT: i32 = 190;

/// The key of a page, laid out in columns.
pub(super) struct InkKey {
    /// The size of a hundredth of a unit is `unit / 100` parts.
    unit: i32,
    columns: Vec<Vec<KeyBlock>>,
    height: i32,
}

/// Lines of a key that stand together.
#[derive(Clone, Debug, Default)]
struct KeyBlock {
    lines: Vec<KeyLine>,
}

#[derive(Clone, Debug)]
struct KeyLine {
    text: String,
    /// The height of its capital letters, and its distance to the line above.
    height: i32,
    advance: i32,
    lead: KeyLead,
}

/// What stands before the text of a line.
#[derive(Clone, Debug)]
enum KeyLead {
    /// A heading begins at the left edge.
    Heading,
    /// The text of a detail begins where names do.
    Indent,
    Number(u32),
    Lock(u32),
    Key,
    Door(DoorLook),
    OneWay,
    Stairs(bool),
    Marker(char),
    Terrain(Box<TerrainKind>),
}

impl InkKey {
    /// The key of the part of a level that is shown. `height` is that of the plan.
    pub(super) fn new(level: &Level, shown: Rect, audience: Audience, unit: i32, height: i32) -> Self {
        let mut blocks = Vec::new();
        let rooms = level.rooms().iter().filter(|room| {
            let floor = room.rect.intersection(shown);
            floor.is_some_and(|cells| cells.cells().any(|cell| level.tile(cell) == Tile::Floor))
        });
        let rooms: Vec<&Room> = rooms.collect();
        if sees_all(audience) && rooms.len() <= MOST_ROOMS {
            blocks.push(heading("Rooms"));
            blocks.extend(rooms.into_iter().map(|room| of_room(level, room)));
        }
        blocks.extend(locks(level, shown));
        blocks.extend(signs(level, shown));
        let mut key = Self { unit, columns: vec![Vec::new()], height: 0 };
        key.lay_out(&blocks, height);
        key
    }

    fn length(&self, hundredths: i32) -> i32 {
        hundredths * self.unit / 100
    }

    /// The width of all columns, in parts.
    pub(super) fn width(&self) -> i32 {
        let columns = self.columns.len() as i32;
        self.length(columns * (COLUMN + GUTTER) - GUTTER)
    }

    /// The height of the longest column, in parts.
    pub(super) fn height(&self) -> i32 {
        self.height
    }

    /// Lays blocks out in as few columns as a height allows, all about equally long.
    fn lay_out(&mut self, blocks: &[KeyBlock], most: i32) {
        self.flow(blocks, most);
        let (count, step) = (self.columns.len(), self.length(NAME_LINE));
        let all: i32 = blocks.iter().flat_map(|block| &block.lines).map(|line| line.advance).sum();
        let mut height = self.length(all) / count as i32;
        while height < most {
            self.flow(blocks, height);
            if self.columns.len() <= count {
                return;
            }
            height += step;
        }
        self.flow(blocks, most);
    }

    /// Fills columns with blocks, none of which is parted. A heading is not the last of a column.
    fn flow(&mut self, blocks: &[KeyBlock], most: i32) {
        (self.columns, self.height) = (vec![Vec::new()], 0);
        let of = |block: &KeyBlock| block.lines.iter().map(|line| line.advance).sum::<i32>();
        let mut used = 0;
        let mut blocks = blocks.iter().peekable();
        while let Some(block) = blocks.next() {
            let height = self.length(of(block));
            let is_heading = block.lines.first().is_some_and(|line| matches!(line.lead, KeyLead::Heading));
            let next = if is_heading { blocks.peek().map_or(0, |next| of(next)) } else { 0 };
            if used > 0 && used + height + self.length(next) > most {
                self.columns.push(Vec::new());
                used = 0;
            }
            used += height;
            self.height = self.height.max(used);
            if let Some(column) = self.columns.last_mut() {
                column.push(block.clone());
            }
        }
    }

    /// Draws the key with its top left corner at a point.
    pub(super) fn draw(&self, pen: &mut InkPen, [left, top]: InkPoint) {
        for (number, column) in (0..).zip(&self.columns) {
            let x = left + self.length(number * (COLUMN + GUTTER));
            let mut y = top;
            for line in column.iter().flat_map(|block| &block.lines) {
                y += self.length(line.advance);
                self.draw_line(pen, line, [x, y]);
            }
        }
    }

    /// Draws a line of the key with the left end of its base line at a point.
    fn draw_line(&self, pen: &mut InkPen, line: &KeyLine, [x, y]: InkPoint) {
        let height = self.length(line.height);
        let indent = self.length(INDENT);
        let color = if line.height == DETAIL { SOFT } else { INK };
        if let KeyLead::Heading = line.lead {
            pen.write(&line.text, [x, y], height, color);
            let below = y + self.length(34);
            pen.line(&[[x, below], [x + self.length(COLUMN), below]], (self.unit / 30).max(1), INK);
            return;
        }
        pen.write(&line.text, [x + indent, y], height, color);
        // Signs are drawn at the size of the plan, and scaled with the text.
        let mut sign = InkPen::new("sign");
        let middle = [PARTS / 2, PARTS / 2];
        match line.lead {
            KeyLead::Heading | KeyLead::Indent => {}
            KeyLead::Number(number) => {
                let text = number.to_string();
                let width = lettering::width(&text, height);
                pen.write(&text, [x + indent - self.length(60) - width, y], height, INK);
            }
            KeyLead::Lock(number) => signs::lock_number(&mut sign, middle, number),
            KeyLead::Key => signs::key(&mut sign, middle),
            KeyLead::Door(look) => {
                jambs(&mut sign);
                signs::door(&mut sign, middle, PARTS, true, look);
            }
            KeyLead::OneWay => {
                jambs(&mut sign);
                signs::door(&mut sign, middle, PARTS, true, DoorLook::Closed);
                signs::arrow(&mut sign, middle, Direction::North);
            }
            KeyLead::Stairs(leads_down) => signs::stairs(&mut sign, [0, 0], Direction::East, leads_down),
            KeyLead::Marker(glyph) => things::marker_sign(&mut sign, middle, glyph),
            KeyLead::Terrain(ref kind) => terrain::draw_sample(&mut sign, kind),
        }
        let mut sign = sign.finish();
        let size = self.length(105);
        let corner = [x + indent - self.length(150), y - height / 2 - size / 2];
        sign.place(corner, size);
        pen.extend(sign);
    }
}

/// The ends of the wall at the sign of a door.
fn jambs(pen: &mut InkPen) {
    pen.fill(vec![rectangle([-20, 40], [PARTS + 40, PARTS - 80])], FLOOR);
    for x in [-20, PARTS] {
        pen.fill(vec![rectangle([x, 40], [20, PARTS - 80])], INK);
    }
}

fn line(text: impl Into<String>, lead: KeyLead) -> KeyLine {
    KeyLine { text: text.into(), height: NAME, advance: NAME_LINE, lead }
}

fn heading(text: &str) -> KeyBlock {
    let line = KeyLine { text: text.to_owned(), height: HEADING, advance: 200, lead: KeyLead::Heading };
    KeyBlock { lines: vec![line, KeyLine { text: String::new(), height: DETAIL, advance: 30, lead: KeyLead::Indent }] }
}

/// The lines of a detail, wrapped to the width of a column.
fn details(text: &str) -> Vec<KeyLine> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let fits = |line: &String| lettering::width(&format!("{line} {word}"), DETAIL) <= COLUMN - INDENT;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    lines.map(|text| KeyLine { text, height: DETAIL, advance: DETAIL_LINE, lead: KeyLead::Indent }).collect()
}

/// A room: its number and name; then its keys, markers and furniture.
fn of_room(level: &Level, room: &Room) -> KeyBlock {
    let name = level.vault(room).or_else(|| level.layout(room)).map_or_else(|| role(room.kind).to_owned(), capitalised);
    let mut lines = vec![line(name, KeyLead::Number(room.id))];
    let mut things: Vec<String> = Vec::new();
    for key in level.keys().iter().filter(|key| key.room == room.id) {
        things.push(format!("{} of lock {}", level.key_name(key), level.key_mark(key).number));
    }
    let mut counts: BTreeMap<&str, (&PropKind, usize)> = BTreeMap::new();
    for prop in level.props_in(room.id) {
        counts.entry(&prop.kind.name).or_insert((prop.kind, 0)).1 += 1;
    }
    let is_key = |name: &str| level.keys().iter().any(|key| key.room == room.id && level.key_name(key) == name);
    let counted = |&(kind, count): &(&PropKind, usize)| {
        // The blank before the count does not break.
        if count > 1 { format!("{}\u{a0}×{count}", kind.name) } else { kind.name.to_string() }
    };
    let (markers, furniture): (Vec<_>, Vec<_>) =
        counts.into_values().filter(|(kind, _)| !is_key(&kind.name)).partition(|(kind, _)| kind.marker);
    things.extend(markers.iter().map(counted));
    let mut furniture: Vec<_> = furniture.into_iter().filter(|(kind, _)| !things::is_flat(kind)).collect();
    // The largest first. The sort is stable: equal ones stay in the order of their names.
    furniture.sort_by_key(|(kind, _)| std::cmp::Reverse(u32::from(kind.width) * u32::from(kind.height)));
    let more = furniture.len() > MOST_KINDS;
    let listed: Vec<String> = furniture.iter().take(MOST_KINDS).map(counted).collect();
    if !things.is_empty() {
        lines.extend(details(&capitalised(&things.join(", "))));
    }
    if !listed.is_empty() {
        let end = if more { ", and more" } else { "" };
        lines.extend(details(&(capitalised(&listed.join(", ")) + end)));
    }
    KeyBlock { lines }
}

/// The name of a room that no layout furnished.
const fn role(kind: RoomKind) -> &'static str {
    match kind {
        RoomKind::Start => "Start",
        RoomKind::Path => "Room on the way",
        RoomKind::Bonus => "Side room",
        RoomKind::End => "End",
        RoomKind::Detour => "Room on a detour",
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// The locks, with what opens them and where.
fn locks(level: &Level, shown: Rect) -> Vec<KeyBlock> {
    let mut blocks = Vec::new();
    for lock in SceneLock::shown(level, shown) {
        if blocks.is_empty() {
            blocks.push(heading("Locks"));
        }
        let locked = lock.passages.iter().filter(|passage| shows(shown, passage));
        let doors: Vec<String> = locked.map(|passage| format!("{}–{}", passage.rooms[0], passage.rooms[1])).collect();
        let rooms: Vec<String> = lock.keys.iter().map(|key| key.room.to_string()).collect();
        let mut parts = Vec::new();
        if !doors.is_empty() {
            parts.push(format!("between rooms {}", doors.join(", ")));
        }
        if !rooms.is_empty() {
            parts.push(format!("{} in {}", lock.term(), rooms.join(", ")));
        }
        let text = capitalised(&parts.join("; "));
        let mut lines = vec![line(capitalised(lock.name), KeyLead::Lock(lock.mark.number))];
        lines.extend(details(&text));
        blocks.push(KeyBlock { lines });
    }
    blocks
}

/// The signs that the plan shows.
fn signs(level: &Level, shown: Rect) -> Vec<KeyBlock> {
    let mut lines = Vec::new();
    let exit = (!level.is_dead_end()).then(|| (level.exit(), "exit".to_owned(), true));
    let stairs = level.stairs().iter().map(|stairs| (stairs.cell, format!("stairs to {}", stairs.to), true));
    for (cell, name, leads_down) in [(level.entry(), "entry".to_owned(), false)].into_iter().chain(exit).chain(stairs) {
        if shown.contains(cell) && level.is_open(cell) {
            lines.push(line(name, KeyLead::Stairs(leads_down)));
        }
    }
    let doors = SceneDoor::of(level).filter(|door| door.cells.overlaps(shown));
    let looks: BTreeSet<DoorLook> = doors.map(|door| DoorLook::of(&door)).collect();
    lines.extend(looks.into_iter().map(|look| line(look.name(), KeyLead::Door(look))));
    if level.passages().iter().any(|passage| passage.one_way.is_some() && shows(shown, passage)) {
        lines.push(line("one-way door", KeyLead::OneWay));
    }
    if level.keys().iter().any(|key| shown.contains(key.cell)) {
        lines.push(line("key or switch, with its lock", KeyLead::Key));
    }
    let is_shown = |kind: &&TerrainKind| shown.cells().any(|cell| level.terrain(cell) == Some(kind));
    let grounds = level.terrain_kinds().iter().filter(is_shown);
    lines.extend(grounds.map(|kind| line(kind.name.as_str(), KeyLead::Terrain(Box::new(kind.clone())))));
    let mut markers: BTreeMap<&str, char> = BTreeMap::new();
    for marker in level.markers().filter(|marker| marker.cells.overlaps(shown)) {
        markers.insert(&marker.kind.name, marker.kind.glyph);
    }
    lines.extend(markers.into_iter().map(|(name, glyph)| line(name, KeyLead::Marker(glyph))));
    let blocks = lines.into_iter().map(|line| KeyBlock { lines: vec![KeyLine { advance: 130, ..line }] });
    [heading("Signs")].into_iter().chain(blocks).collect()
}

/// Draws the heading above the plan: the preset's name, the seed, and the scale.
pub(super) fn heading_of_page(
    pen: &mut InkPen,
    level: &Level,
    audience: Audience,
    [left, top]: InkPoint,
    width: i32,
    unit: i32,
) {
    let origin = level.origin();
    let length = |hundredths: i32| hundredths * unit / 100;
    // A long name or seed is smaller, so that it ends before the scale bar.
    let fitted = |text: &str, height: i32| {
        let free = width - length(1150);
        height.min(height * free / lettering::width(text, height).max(1))
    };
    let name = capitalised(&origin.preset);
    pen.write(&name, [left, top + length(150)], fitted(&name, length(150)), INK);
    let floor = if origin.floor > 0 { format!(" · floor {}", origin.floor) } else { String::new() };
    let whose = if sees_all(audience) { "" } else { " · for players" };
    let text = format!("Seed {}{floor}{whose}", origin.seed);
    pen.write(&text, [left, top + length(292)], fitted(&text, length(62)), SOFT);
    scale_bar(pen, [left + width, top + length(200)], unit);
}

/// Draws the bar of ten squares with its right end at a point.
fn scale_bar(pen: &mut InkPen, [right, y]: InkPoint, unit: i32) {
    // In large levels a field of the bar is as many squares as the text is larger.
    let field = PARTS * (unit / PARTS).max(1);
    let squares = field / PARTS;
    let depth = unit * 3 / 10;
    let left = right - 10 * field;
    for number in 0..10 {
        let fill = if number % 2 == 0 { INK } else { FLOOR };
        pen.outlined(rectangle([left + number * field, y], [field, depth]), fill, (unit / 24).max(1), INK);
    }
    for (number, text) in [(0, "0".to_owned()), (5, (5 * squares).to_string()), (10, format!("{} m", 10 * squares))] {
        let width = lettering::width(&text, unit / 2);
        let x = left + number * field - if number == 10 { width } else { width / 2 };
        pen.write(&text, [x, y - unit * 3 / 10], unit / 2, SOFT);
    }
    let note = "one square is one metre";
    let height = unit * 42 / 100;
    pen.write(note, [right - lettering::width(note, height), y + depth + unit * 8 / 10], height, SOFT);
}

//! Plans as SVG, read back by another crate: rooms, doors, props and the path are those of the
//! level.

use std::collections::BTreeSet;

use roomgen::{Cell, Level, Rect, geom::Direction};
use roomgen_export::picture::{
    PictureOptions,
    ink_page::{InkPage, PARTS},
};
use roxmltree::{Document, Node};

use super::{levels, levels::named, tier};

pub(crate) fn plan_of(level: &Level) -> String {
    roomgen_export::svg::write(level).expect("a plan")
}

/// Pages of the largest levels take most of the time.
fn levels() -> impl Iterator<Item = Level> {
    let most = tier::size(100, 1000);
    levels::levels().filter(move |level| level.width() < most)
}

/// The group with this id.
fn group<'doc>(plan: &'doc Document, id: &str) -> Node<'doc, 'doc> {
    plan.descendants().find(|node| node.attribute("id") == Some(id)).unwrap_or_else(|| panic!("no group {id}"))
}

fn with<'doc>(plan: &'doc Document, attribute: &'static str) -> Vec<Node<'doc, 'doc>> {
    plan.descendants().filter(|node| node.has_attribute(attribute)).collect()
}

fn numbers(text: &str) -> Vec<i32> {
    let spaced = text.replace('-', " -").replace(['M', 'l', ','], " ");
    spaced.split_whitespace().map(|number| number.parse().unwrap_or_else(|_| panic!("{number:?} in {text}"))).collect()
}

fn number(node: Node, attribute: &str) -> i32 {
    numbers(node.attribute(attribute).unwrap_or_else(|| panic!("no {attribute}")))[0]
}

fn title<'doc>(node: Node<'doc, 'doc>) -> &'doc str {
    node.children().find(|child| child.has_tag_name("title")).and_then(|title| title.text()).expect("a title")
}

/// The corners of the loops of a path, in parts of a cell from the level's top left corner.
pub(crate) fn loops(data: &str, level: &Level) -> Vec<Vec<[i32; 2]>> {
    let corner = InkPage::new(level, PictureOptions::DEFAULT).expect("a page").corner();
    let parts = data.split('z').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let mut at = [-corner[0], -corner[1]];
            let steps = numbers(part);
            let points = steps.as_chunks::<2>().0.iter().map(|[dx, dy]| {
                at = [at[0] + dx, at[1] + dy];
                at
            });
            points.collect()
        })
        .collect()
}

/// The cells inside the loops of a path, by the parity of vertical lines to the left of their
/// centres.
pub(crate) fn filled(data: &str, level: &Level) -> Vec<Cell> {
    let loops = loops(data, level);
    let sides = || loops.iter().flat_map(|corners| corners.iter().zip(corners.iter().cycle().skip(1)));
    assert!(sides().all(|(from, to)| from[0] == to[0] || from[1] == to[1]), "{data}");
    assert!(sides().all(|(from, _)| from.iter().all(|at| at % PARTS == 0)), "{data}");
    let crosses = |cell: &Cell, from: &[i32; 2], to: &[i32; 2]| {
        let rows = from[1].min(to[1]) / PARTS..from[1].max(to[1]) / PARTS;
        rows.contains(&cell.y) && from[0] / PARTS <= cell.x
    };
    let is_in = |cell: &Cell| sides().filter(|(from, to)| crosses(cell, from, to)).count() % 2 == 1;
    level.tiles().bounds().cells().filter(is_in).collect()
}

#[test]
fn each_room_has_the_area_of_its_floor_and_each_passage_its_data() {
    for level in levels() {
        let text = plan_of(&level);
        let plan = Document::parse(&text).expect("XML");
        let rooms: Vec<_> =
            with(&plan, "data-x").into_iter().filter(|node| node.attribute("class") == Some("room")).collect();
        assert_eq!(rooms.len(), level.rooms().len());
        for (node, room) in rooms.into_iter().zip(level.rooms()) {
            let said = ["data-room", "data-x", "data-y", "data-width", "data-height"].map(|name| number(node, name));
            let rect = room.rect;
            assert_eq!(said, [room.id as i32, rect.left(), rect.top(), rect.width(), rect.height()]);
            assert_eq!(node.attribute("data-kind"), Some(room.kind.name()));
            assert!(title(node).starts_with(&format!("Room {}: ", room.id)));
            let area = filled(node.attribute("d").expect("an area"), &level);
            assert_eq!(area, level.floor_in(room.id).collect::<Vec<_>>(), "room {}", room.id);
        }
        let mut passages = with(&plan, "data-passage");
        passages.retain(|node| node.attribute("class") == Some("door"));
        passages.sort_by_key(|node| number(*node, "data-passage"));
        assert_eq!(passages.len(), level.passages().len());
        for (node, passage) in passages.into_iter().zip(level.passages()) {
            let rooms = numbers(node.attribute("data-rooms").expect("rooms"));
            assert_eq!(rooms, passage.rooms.map(|room| room as i32));
            assert_eq!(node.attribute("data-kind"), Some(passage.kind.name()));
            assert_eq!(title(node).contains("opening"), level.is_bare(passage));
        }
    }
}

#[test]
fn each_prop_is_a_group_or_part_of_what_its_kind_covers() {
    for level in levels() {
        let text = plan_of(&level);
        let plan = Document::parse(&text).expect("XML");
        let covers: BTreeSet<_> = with(&plan, "data-kind")
            .into_iter()
            .filter(|node| node.attribute("class") == Some("cover"))
            .map(|node| title(node).to_owned())
            .collect();
        let shown: BTreeSet<_> = with(&plan, "data-prop").into_iter().map(|node| number(node, "data-prop")).collect();
        assert_eq!(shown.len(), with(&plan, "data-prop").len(), "each prop once");
        for (id, prop) in (0..).zip(level.props()) {
            assert!(shown.contains(&id) != covers.contains(&*prop.kind.name), "{prop:?}");
        }
        for node in with(&plan, "data-prop") {
            let prop = level.prop(number(node, "data-prop") as u32).expect("a prop");
            assert_eq!(number(node, "data-room") as u32, prop.room);
            assert_eq!(node.attribute("data-kind"), Some(&*prop.kind.name));
            assert_eq!(node.attribute("class"), Some(if prop.kind.marker { "marker" } else { "prop" }));
            assert!(title(node).starts_with(&*prop.kind.name));
        }
    }
}

#[test]
fn the_path_goes_from_the_entry_through_the_doors_of_its_rooms_to_the_exit() {
    for level in levels() {
        let text = plan_of(&level);
        let plan = Document::parse(&text).expect("XML");
        for (id, cell) in [("entry", level.entry()), ("exit", level.exit())] {
            assert_eq!(group(&plan, id).attribute("data-cell"), Some(&*format!("{} {}", cell.x, cell.y)));
        }
        let line = group(&plan, "way").attribute("points").expect("a line");
        let corner = InkPage::new(&level, PictureOptions::DEFAULT).expect("a page").corner();
        let points: Vec<[i32; 2]> = line
            .split(' ')
            .map(|point| {
                let at = numbers(point);
                [at[0] - corner[0], at[1] - corner[1]]
            })
            .collect();
        let middle = |cells: Rect| {
            let half = |first: i32, last: i32| (first + last) * PARTS / 2;
            [half(cells.left(), cells.right()), half(cells.top(), cells.bottom())]
        };
        let ends = [level.entry(), level.exit()].map(|cell| middle(Rect::from_cell(cell)));
        assert_eq!([points.first(), points.last()], [ends.first(), ends.last()]);
        let mut rest = points.iter();
        for pair in level.path().windows(2) {
            let (_, passage) = level.neighbours(pair[0]).find(|(room, _)| room.id == pair[1]).expect("a passage");
            let mut doors = passage.doors().to_vec();
            if passage.rooms[0] != pair[0] {
                doors.reverse();
            }
            for door in doors {
                assert!(rest.any(|point| *point == middle(door)), "{door} in {line}");
            }
        }
        let cell_at = |[x, y]: [i32; 2]| Cell::new(x.div_euclid(PARTS), y.div_euclid(PARTS));
        let is_open = |point: [i32; 2]| level.tile(cell_at(point)).is_open();
        // No line between two points crosses a wall, or what the shape of a room cuts off.
        for ends in points.windows(2) {
            let at = |part: i32| [0, 1].map(|axis| ends[0][axis] + part * (ends[1][axis] - ends[0][axis]) / 64);
            // A line may run along the edges of cells.
            let is_near = |[x, y]: [i32; 2]| [-3, 3].iter().any(|by| is_open([x + by, y]) || is_open([x, y + by]));
            assert!((0..=64).all(|part| is_near(at(part))), "{ends:?} in {line}");
        }
        // The line leaves a room only through doors: every point of it lies on open cells.
        for [x, y] in &points {
            let beside = |direction: Direction| {
                let (dx, dy) = direction.delta();
                [x + 26 * dx, y + 26 * dy]
            };
            assert!(Direction::ALL.into_iter().any(|side| is_open(beside(side))), "{x},{y} in {line}");
        }
    }
}

#[test]
fn the_plan_has_a_title_and_is_drawn_without_other_files() {
    for level in levels() {
        let text = plan_of(&level);
        let plan = Document::parse(&text).expect("XML");
        let root = plan.root_element();
        assert_eq!(title(root), format!("{}, seed {}", level.origin().preset, level.origin().seed));
        let ids: BTreeSet<_> = plan.descendants().filter_map(|node| node.attribute("id")).collect();
        let mut used = plan.descendants().filter_map(|node| node.attribute("href"));
        assert!(used.all(|id| ids.contains(&id[1..])));
        assert!(plan.descendants().all(|node| !["script", "image", "a"].iter().any(|tag| node.has_tag_name(*tag))));
    }
}

#[test]
fn the_description_of_the_plan_counts_what_is_in_the_level() {
    for level in levels() {
        let text = plan_of(&level);
        let plan = Document::parse(&text).expect("XML");
        let description = group(&plan, "desc").text().expect("a description");
        let sized = format!("Plan of a level of {} by {} metres: ", level.width(), level.height());
        let rest = description.strip_prefix(&sized).unwrap_or_else(|| panic!("{description}"));
        let parts: Vec<_> = rest.strip_suffix('.').expect("a sentence").split([',', ';']).map(str::trim).collect();
        let counted = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let expected = [
            counted(level.rooms().len(), "room"),
            format!("{} of them on the way from the entry to the exit", level.path().len()),
            counted(level.passages().len(), "passage"),
            counted(level.props().len(), "prop"),
        ];
        assert_eq!(parts, expected, "{description}");
    }
}

#[test]
fn names_that_are_no_xml_are_escaped() {
    for name in ["<a> & \"b\" 'c'", "]]>", "<!--", "&amp;", "é漢🔥"] {
        let written = plan_of(&named(name));
        let plan = Document::parse(&written).unwrap_or_else(|error| panic!("{name:?}: {error}\n{written}"));
        assert_eq!(title(plan.root_element()), format!("{name}, seed 1"));
        let props = with(&plan, "data-prop").into_iter().map(|prop| prop.attribute("data-kind"));
        let kinds: BTreeSet<_> = with(&plan, "data-kind")
            .into_iter()
            .filter(|node| node.attribute("class") == Some("cover"))
            .map(|cover| cover.attribute("data-kind"))
            .chain(props)
            .collect();
        assert_eq!(kinds, BTreeSet::from([Some(name)]));
    }
}

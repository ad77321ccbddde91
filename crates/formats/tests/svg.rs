use roomgen::{Cell, DoorKind, Level, Prop, Rect, Tile, geom::Direction};
use roxmltree::{Document, Node};

use super::levels::{levels, named};

/// The group with this id.
fn group<'doc>(plan: &'doc Document, id: &str) -> Node<'doc, 'doc> {
    plan.descendants().find(|node| node.attribute("id") == Some(id)).unwrap_or_else(|| panic!("no group {id}"))
}

fn with<'doc>(node: Node<'doc, 'doc>, attribute: &'static str) -> impl Iterator<Item = Node<'doc, 'doc>> {
    node.descendants().filter(move |node| node.has_attribute(attribute))
}

fn numbers(text: &str) -> Vec<f64> {
    text.split([' ', ',']).map(|number| number.parse().unwrap_or_else(|_| panic!("{number:?} in {text:?}"))).collect()
}

fn number(node: Node, attribute: &str) -> f64 {
    numbers(node.attribute(attribute).unwrap_or_else(|| panic!("no {attribute}")))[0]
}

fn title<'doc>(node: Node<'doc, 'doc>) -> &'doc str {
    node.children().find(|child| child.has_tag_name("title")).and_then(|title| title.text()).expect("a title")
}

/// The corners of a path of absolute moves and relative axis-aligned lines, per closed loop.
fn loops(data: &str) -> Vec<Vec<[i32; 2]>> {
    let mut loops: Vec<Vec<[i32; 2]>> = Vec::new();
    for part in data.split('z').filter(|part| !part.is_empty()) {
        let lines = part.find(['h', 'v']).expect("a line");
        let start = numbers(&part[1..lines]);
        let mut corners = vec![[start[0] as i32, start[1] as i32]];
        let mut rest = &part[lines..];
        while !rest.is_empty() {
            let end = rest[1..].find(['h', 'v']).map_or(rest.len(), |at| at + 1);
            let way: i32 = rest[1..end].parse().expect("a length");
            let [x, y] = corners[corners.len() - 1];
            corners.push(if rest.starts_with('h') { [x + way, y] } else { [x, y + way] });
            rest = &rest[end..];
        }
        assert_eq!(corners.pop(), corners.first().copied(), "a loop ends where it begins: {part}");
        loops.push(corners);
    }
    loops
}

/// The cells that a path fills, by the parity of vertical lines to the left of their centres.
fn filled(data: &str, bounds: Rect) -> Vec<Cell> {
    let mut crossed = vec![false; bounds.area() as usize];
    let width = bounds.width() as usize;
    for corners in loops(data) {
        for (number, &[x, y]) in corners.iter().enumerate() {
            let [other, end] = corners[(number + 1) % corners.len()];
            assert!(other == x || end == y);
            for row in y.min(end)..y.max(end) {
                let from = row as usize * width;
                crossed[from + x as usize..from + width].iter_mut().for_each(|cell| *cell = !*cell);
            }
        }
    }
    bounds.cells().zip(crossed).filter(|(_, is_in)| *is_in).map(|(cell, _)| cell).collect()
}

fn data<'doc>(node: Node<'doc, 'doc>) -> &'doc str {
    node.descendants().find_map(|child| child.attribute("d")).expect("a path")
}

fn tiles(level: &Level, tile: Tile) -> Vec<Cell> {
    level.tiles().bounds().cells().filter(|&cell| level.tile(cell) == tile).collect()
}

#[test]
fn floors_walls_and_doors_of_the_plan_cover_the_tiles_that_they_are() {
    for level in levels() {
        let text = roomgen_formats::svg::write(&level);
        let plan = Document::parse(&text).expect("XML");
        let bounds = level.tiles().bounds();
        let rooms: Vec<_> = with(group(&plan, "rooms"), "data-room").collect();
        assert_eq!(rooms.len(), level.rooms().len());
        for (node, room) in rooms.into_iter().zip(level.rooms()) {
            let said =
                ["data-room", "data-x", "data-y", "data-width", "data-height"].map(|name| number(node, name) as i32);
            let rect = room.rect;
            assert_eq!(said, [room.id as i32, rect.left(), rect.top(), rect.width(), rect.height()]);
            assert_eq!(node.attribute("data-kind"), Some(room.kind.name()));
            assert!(title(node).starts_with(&format!("Room {}: ", room.id)));
            assert_eq!(filled(data(node), bounds), level.floor_in(room.id).collect::<Vec<_>>(), "room {}", room.id);
        }
        assert_eq!(filled(data(group(&plan, "walls")), bounds), tiles(&level, Tile::Wall));
        let corridors = tiles(&level, Tile::Corridor);
        if !corridors.is_empty() {
            assert_eq!(filled(data(group(&plan, "corridors")), bounds), corridors);
        }
        let passages: Vec<_> = with(group(&plan, "doors"), "data-passage").collect();
        assert_eq!(passages.len(), level.passages().len());
        let mut cells = Vec::new();
        for (node, passage) in passages.into_iter().zip(level.passages()) {
            let rooms = numbers(node.attribute("data-rooms").expect("rooms"));
            assert_eq!(rooms, passage.rooms.map(f64::from));
            assert_eq!(node.attribute("data-kind"), Some(passage.kind.name()));
            let doors: Vec<_> = with(node, "data-door").collect();
            assert_eq!(doors.len(), passage.doors().len());
            for door in doors {
                let place = ["x", "y", "width", "height"].map(|name| number(door, name) as i32);
                cells.extend(Rect::from_xywh(place[0], place[1], place[2], place[3]).expect("a rectangle").cells());
            }
        }
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        assert_eq!(cells, tiles(&level, Tile::Door));
    }
}

/// Left, top, right and bottom of a shape.
fn extent(shape: Node) -> [f64; 4] {
    if shape.has_tag_name("rect") {
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(shape, name));
        return [x, y, x + width, y + height];
    }
    let corners = shape.attribute("d").expect("a path").trim_matches(['M', 'Z']).replace('L', " ");
    let numbers = numbers(&corners);
    let least = |axis: usize| numbers.iter().skip(axis).step_by(2).copied().fold(f64::INFINITY, f64::min);
    let most = |axis: usize| numbers.iter().skip(axis).step_by(2).copied().fold(f64::NEG_INFINITY, f64::max);
    [least(0), least(1), most(0), most(1)]
}

fn is_about(shape: [f64; 4], prop: &Prop) -> bool {
    let body = prop.body();
    let sides =
        [(body.min()[0], body.max()[0], shape[0], shape[2]), (body.min()[2], body.max()[2], shape[1], shape[3])];
    sides.into_iter().all(|(first, last, from, to)| {
        let (first, last) = (f64::from(first), f64::from(last));
        let is_inside = from >= first - 0.002 && to <= last + 0.002;
        is_inside && to > from && ((from + to) - (first + last)).abs() < 0.004
    })
}

#[test]
fn each_prop_is_a_shape_in_the_group_of_its_kind_within_its_body() {
    for level in levels() {
        let text = roomgen_formats::svg::write(&level);
        let plan = Document::parse(&text).expect("XML");
        let mut shapes: Vec<Option<Node>> = vec![None; level.props().len()];
        for shape in with(group(&plan, "props"), "data-prop") {
            assert!(shapes[number(shape, "data-prop") as usize].replace(shape).is_none(), "each prop once");
        }
        for (prop, shape) in level.props().zip(shapes) {
            let shape = shape.unwrap_or_else(|| panic!("no {prop:?}"));
            let of_kind = shape.parent().expect("a group");
            assert_eq!((title(of_kind), of_kind.attribute("data-kind")), (&*prop.kind.name, Some(&*prop.kind.name)));
            assert_eq!(number(shape, "data-room") as u32, prop.room);
            assert!(is_about(extent(shape), &prop), "{:?} for {prop:?}", extent(shape));
            assert_eq!(shape.has_tag_name("path"), prop.kind.marker);
        }
    }
}

#[test]
fn the_path_goes_from_the_entry_through_the_doors_of_its_rooms_to_the_exit() {
    for level in levels() {
        let text = roomgen_formats::svg::write(&level);
        let plan = Document::parse(&text).expect("XML");
        for (id, cell) in [("entry", level.entry()), ("exit", level.exit())] {
            let mark = group(&plan, id);
            assert_eq!(["data-x", "data-y"].map(|name| number(mark, name) as i32), [cell.x, cell.y]);
        }
        let line = group(&plan, "path").descendants().find_map(|node| node.attribute("points")).expect("a line");
        let points: Vec<_> = line.split(' ').map(numbers).collect();
        let middle = |cells: Rect| {
            let half = |first: i32, last: i32| f64::from(first + last) / 2.0;
            vec![half(cells.left(), cells.right()), half(cells.top(), cells.bottom())]
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
        // The line leaves a room only through doors: every point of it lies on open cells.
        for point in &points {
            let corner = |direction: Direction| {
                let (dx, dy) = direction.delta();
                Cell::new(
                    (point[0] + 0.1 * f64::from(dx)).floor() as i32,
                    (point[1] + 0.1 * f64::from(dy)).floor() as i32,
                )
            };
            assert!(Direction::ALL.into_iter().any(|side| level.tile(corner(side)).is_open()), "{point:?} in {line}");
        }
    }
}

#[test]
fn the_plan_has_a_title_numbers_and_a_legend_of_what_is_in_it() {
    for level in levels() {
        let text = roomgen_formats::svg::write(&level);
        let plan = Document::parse(&text).expect("XML");
        let root = plan.root_element();
        assert_eq!(title(root), format!("{}, seed {}", level.origin().preset, level.origin().seed));
        let words = |id: &str| -> Vec<&str> {
            group(&plan, id)
                .descendants()
                .filter(|node| node.has_tag_name("text"))
                .filter_map(|text| text.text())
                .collect()
        };
        let ids: Vec<_> = (0..level.rooms().len()).map(|id| id.to_string()).collect();
        assert_eq!(words("labels"), ids);
        let legend = words("legend");
        for kind in level.kinds() {
            let count = level.props().filter(|prop| prop.kind == kind).count();
            assert_eq!(legend.contains(&&*format!("{} ({count})", kind.name)), count > 0, "{}", kind.name);
        }
        for &kind in DoorKind::ALL {
            let has = level.passages().iter().any(|passage| passage.kind == kind);
            assert_eq!(legend.contains(&&*format!("{} door", kind.name().to_lowercase())), has);
        }
        let view = numbers(root.attribute("viewBox").expect("a view"));
        let size = level.size();
        assert!(view[0] < 0.0 && view[1] < 0.0);
        assert!(view[0] + view[2] > f64::from(size.width()) && view[1] + view[3] > f64::from(size.height()));
        assert!(
            plan.descendants().all(|node| !["script", "image", "use", "a"].iter().any(|tag| node.has_tag_name(*tag)))
        );
    }
}

#[test]
fn the_description_of_the_plan_counts_what_is_in_the_level() {
    for level in levels() {
        let text = roomgen_formats::svg::write(&level);
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
        let written = roomgen_formats::svg::write(&named(name));
        let plan = Document::parse(&written).unwrap_or_else(|error| panic!("{name:?}: {error}\n{written}"));
        assert_eq!(title(plan.root_element()), format!("{name}, seed 1"));
        let kinds: Vec<_> = with(group(&plan, "props"), "data-kind").map(|kind| kind.attribute("data-kind")).collect();
        assert_eq!(kinds, [Some(name)]);
    }
}

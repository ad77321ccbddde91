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
        let text = roomgen_export::svg::write(&level);
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
        let blocks = |cell: &Cell| level.terrain(*cell).is_some_and(|kind| kind.blocks);
        let mut walls = tiles(&level, Tile::Wall);
        walls.retain(|cell| !blocks(cell));
        assert_eq!(filled(data(group(&plan, "walls")), bounds), walls);
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

/// The numbers of a translation and a scale.
fn transform(node: Node) -> [f64; 3] {
    let text = node.attribute("transform").expect("a transform");
    let parts: Vec<_> = text.split(['(', ')', ' ']).filter_map(|part| part.parse().ok()).collect();
    parts.try_into().unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn the_symbol_of_a_door_fills_it_from_end_to_end() {
    for level in levels() {
        let text = roomgen_export::svg::write(&level);
        let plan = Document::parse(&text).expect("XML");
        let nodes = with(group(&plan, "doors"), "data-passage");
        for (node, passage) in nodes.zip(level.passages()) {
            let rects = node.children().filter(|child| child.has_tag_name("rect"));
            let (_, symbols): (Vec<_>, Vec<_>) = rects.partition(|rect| rect.has_attribute("data-door"));
            let symbols: Vec<_> = symbols.into_iter().map(extent).collect();
            for door in passage.doors() {
                let cells = [door.left(), door.top(), door.right(), door.bottom()].map(f64::from);
                let is_in = |[left, top, right, bottom]: &[f64; 4]| {
                    *left >= cells[0] && *top >= cells[1] && *right <= cells[2] && *bottom <= cells[3]
                };
                let own: Vec<_> = symbols.iter().filter(|symbol| is_in(symbol)).collect();
                // In the direction of the wall, whose ends are those of the door.
                let along = usize::from(!level.leads_north(*door));
                let first = own.iter().map(|symbol| symbol[along]).fold(f64::INFINITY, f64::min);
                let last = own.iter().map(|symbol| symbol[along + 2]).fold(f64::NEG_INFINITY, f64::max);
                assert!(
                    (first - cells[along]).abs() < 0.06 && (last - cells[along + 2]).abs() < 0.06,
                    "{door}: {own:?}"
                );
            }
        }
    }
}

#[test]
fn the_heading_has_a_scale_bar_and_the_legend_columns_that_do_not_overlap() {
    for level in levels() {
        let text = roomgen_export::svg::write(&level);
        let plan = Document::parse(&text).expect("XML");
        let view = numbers(plan.root_element().attribute("viewBox").expect("a view"));
        let (right, bottom) = (view[0] + view[2], view[1] + view[3]);
        let texts =
            |id: &str| group(&plan, id).descendants().filter(|node| node.has_tag_name("text")).collect::<Vec<_>>();
        let heading = texts("heading");
        let bar: Vec<_> =
            group(&plan, "heading").children().filter(|node| node.has_tag_name("rect")).map(extent).collect();
        let margin = number(heading[0], "x") - view[0];
        assert!((bar[0][2] - bar[1][0]).abs() < 0.01, "its halves meet: {bar:?}");
        assert!(
            (right - bar[1][2] - margin).abs() < 0.01,
            "it ends as far from the edge as the heading begins: {bar:?}"
        );
        let metres = heading.last().and_then(|text| text.text()).expect("its length");
        assert!((bar[1][2] - bar[0][0] - numbers(metres.trim_end_matches(" m"))[0]).abs() < 0.01, "{metres}: {bar:?}");
        let samples: Vec<_> =
            group(&plan, "legend").children().filter(|node| node.has_attribute("transform")).collect();
        let mut entries = Vec::new();
        for (sample, words) in samples.into_iter().zip(texts("legend")) {
            let [x, y, unit] = transform(sample);
            // A character is about half as wide as the text size.
            let width = number(words, "x") - x + 0.45 * unit * words.text().expect("words").chars().count() as f64;
            let entry = [x, y, x + width, y + unit];
            assert!(
                x >= view[0] && entry[2] <= right && y >= f64::from(level.height()) && entry[3] <= bottom,
                "{entry:?}"
            );
            let is_apart =
                |other: &[f64; 4]| (0..2).any(|axis| other[axis + 2] <= entry[axis] || entry[axis + 2] <= other[axis]);
            assert!(entries.iter().all(is_apart), "{entry:?} and {entries:?}");
            entries.push(entry);
        }
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
        let text = roomgen_export::svg::write(&level);
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
        let text = roomgen_export::svg::write(&level);
        let plan = Document::parse(&text).expect("XML");
        for (id, cell) in [("entry", level.entry()), ("exit", level.exit())] {
            let mark = group(&plan, id);
            assert_eq!(["data-x", "data-y"].map(|name| number(mark, name) as i32), [cell.x, cell.y]);
            // The mark is drawn in the unit square, and its middle lies on that of the cell.
            let [x, y, scale] = transform(mark);
            let is_at = |first: f64, cell: i32| (first + scale / 2.0 - f64::from(cell) - 0.5).abs() < 0.002;
            assert!(is_at(x, cell.x) && is_at(y, cell.y), "{id} at {x}, {y} instead of {cell}");
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
        // No line between two points crosses a wall, or what the shape of a room cuts off.
        for ends in points.windows(2) {
            let at = |part: f64| [0, 1].map(|axis| ends[0][axis] + part * (ends[1][axis] - ends[0][axis]));
            let is_open = |[x, y]: [f64; 2]| level.tile(Cell::new(x.floor() as i32, y.floor() as i32)).is_open();
            // A line may run along the edges of cells.
            let is_near =
                |[x, y]: [f64; 2]| [-0.01, 0.01].iter().any(|by| is_open([x + by, y]) || is_open([x, y + by]));
            assert!((0..=64).all(|part| is_near(at(f64::from(part) / 64.0))), "{ends:?} in {line}");
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
        let text = roomgen_export::svg::write(&level);
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
        for (label, room) in group(&plan, "labels").children().filter(Node::is_element).zip(level.rooms()) {
            let cell = Cell::new(number(label, "x").floor() as i32, number(label, "y").floor() as i32);
            assert!(room.rect.contains(cell), "the number of room {} is at {cell}", room.id);
        }
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
        let text = roomgen_export::svg::write(&level);
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
        let written = roomgen_export::svg::write(&named(name));
        let plan = Document::parse(&written).unwrap_or_else(|error| panic!("{name:?}: {error}\n{written}"));
        assert_eq!(title(plan.root_element()), format!("{name}, seed 1"));
        let kinds: Vec<_> = with(group(&plan, "props"), "data-kind").map(|kind| kind.attribute("data-kind")).collect();
        assert_eq!(kinds, [Some(name)]);
    }
}

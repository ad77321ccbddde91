//! Graphs, compared with an exact text, and read back by a reader of the language's tokens.

use std::{collections::BTreeMap, iter::Peekable, str::Chars};

use super::write;
use crate::{
    geom::Cell,
    level::{DoorKind, Key, Level, fixture},
    model::KeyUse,
};

/// The fixture with a switch, a one-way shortcut and a secret passage beside its lock.
fn mission() -> Level {
    let mut level = fixture::level();
    level.locks.push("lamp".into());
    level.keys.push(Key { key_use: KeyUse::Switch, room: 0, cell: Cell::new(4, 3), lock: 1 });
    level.passages[1].kind = DoorKind::Barred;
    level.passages[1].lock = Some(1);
    level.passages[2].one_way = Some(3);
    level.passages[2].saves = Some(4);
    level.passages[0].kind = DoorKind::Secret;
    level
}

#[test]
fn the_graph_of_the_fixture_is_this_text() {
    let expected = r##"digraph level {
  graph [label=<a &quot;crypt&quot;, seed 18446744073709551615, floor 4294967295>, labelloc="t", rankdir="LR", bgcolor="#faf8f2", fontname="Helvetica", fontcolor="#3b3740"]
  node [shape="box", style="filled", color="#3b3740", fontname="Helvetica", fontcolor="#3b3740"]
  edge [dir="none", color="#3b3740", fontsize="11", fontname="Helvetica", fontcolor="#3b3740"]
  0 [label=<TABLE<tr><td><b>0</b> Start</td></tr><tr><td><b>entry</b></td></tr><tr><td bgcolor="#56b4e9"><font color="#000000">switch <b>2</b> lamp</font></td></tr></table>>, fillcolor="#d5e7d3", peripheries="2"]
  1 [label=<TABLE<tr><td><b>1</b> Path</td></tr></table>>, fillcolor="#f3e9d2"]
  2 [label=<TABLE<tr><td><b>2</b> End</td></tr><tr><td><b>exit</b></td></tr><tr><td bgcolor="#d55e00"><font color="#000000"><b>1</b> rug</font></td></tr></table>>, fillcolor="#f3d3c6", peripheries="2"]
  3 [label=<TABLE<tr><td><b>3</b> Bonus</td></tr></table>>, fillcolor="#dfe4ec"]
  4 [label=<TABLE<tr><td><b>4</b> Bonus</td></tr><tr><td><i>treasure</i></td></tr></table>>, fillcolor="#dfe4ec"]
  0 -> 1 [weight="8", style="dashed", penwidth="4"]
  1 -> 2 [weight="8", color="#56b4e9", penwidth="4", label=<TABLE<tr><td bgcolor="#56b4e9"><font color="#000000"><b>2</b> lamp</font></td></tr></table>>]
  3 -> 1 [dir="forward", constraint="false", penwidth="2", taillabel=<TABLE<tr><td>saves 4</td></tr></table>>]
  3 -> 4 [color="#d55e00", penwidth="2", label=<TABLE<tr><td bgcolor="#d55e00"><font color="#000000"><b>1</b> rug</font></td></tr></table>>]
}
"##;
    let table = "<table border=\"0\" cellspacing=\"1\" cellpadding=\"1\">";
    assert_eq!(write(&mission()), expected.replace("TABLE", table));
}

#[test]
fn every_room_is_a_node_and_every_passage_an_edge() {
    for level in [mission(), fixture::level(), fixture::shaped(), fixture::single_room(9)] {
        let graph = read(&write(&level));
        assert_eq!(graph.nodes.len(), level.rooms().len());
        assert_eq!(graph.edges.len(), level.passages().len());
        for (passage, (tail, head, attributes)) in level.passages().iter().zip(&graph.edges) {
            assert!(passage.rooms == [*tail, *head] || passage.rooms == [*head, *tail]);
            assert!(passage.one_way.is_none_or(|from| from == *tail));
            let has = |name: &str, value: &str| attributes.get(name).is_some_and(|given| given == value);
            assert_eq!(has("dir", "forward"), passage.one_way.is_some());
            assert_eq!(has("style", "dashed"), passage.kind == DoorKind::Secret);
            assert_eq!(attributes.contains_key("color"), level.lock(passage).is_some());
            let is_on_path =
                level.path().windows(2).any(|step| passage.rooms == *step || passage.rooms == [step[1], step[0]]);
            assert_eq!(has("penwidth", "4"), is_on_path);
            let label = attributes.get("label").or(attributes.get("taillabel")).map_or("", String::as_str);
            assert_eq!(label.contains("saves"), passage.saves.is_some());
            assert!(level.lock(passage).is_none_or(|name| label.contains(name)));
        }
        for key in level.keys() {
            assert!(graph.nodes[&key.room]["label"].contains(level.key_name(key)));
        }
    }
}

#[test]
fn names_cannot_leave_their_text() {
    for name in ["\"", "<b>", "&amp;", "\\N \\", "]; }", "<!--", "a > b -> c", "\u{fc}\u{4e2d}"] {
        let mut level = mission();
        level.locks[0] = name.into();
        level.origin.preset = name.into();
        level.tags = [name.to_owned()].into();
        let text = write(&level);
        let (graph, plain) = (read(&text), read(&write(&mission())));
        assert_eq!((graph.nodes.len(), graph.edges.len()), (plain.nodes.len(), plain.edges.len()), "{text}");
        let unescaped = |text: &str| {
            [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#92;", "\\"), ("&amp;", "&")]
                .iter()
                .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
        };
        let shows = |label: &str, before: &str| unescaped(label).contains(&format!("{before}{name}<"));
        assert!(shows(&graph.edges[3].2["label"], "<b>1</b> "), "{text}");
        assert!(shows(&graph.nodes[&2]["label"], "<b>1</b> ") && shows(&graph.nodes[&4]["label"], "<i>"), "{text}");
        assert!(!text.contains('\\'));
    }
}

/// A graph as read back.
#[derive(Default)]
struct DotGraph {
    nodes: BTreeMap<u32, Attributes>,
    edges: Vec<(u32, u32, Attributes)>,
}

type Attributes = BTreeMap<String, String>;

/// Reads what [`write()`] writes: statements of nodes and edges with attributes, in a `digraph`.
fn read(text: &str) -> DotGraph {
    let mut characters = text.chars().peekable();
    let mut tokens: Vec<String> = Vec::new();
    while let Some(token) = token(&mut characters) {
        tokens.push(token);
    }
    assert_eq!((&tokens[0][..], &tokens[2][..], &tokens[tokens.len() - 1][..]), ("digraph", "{", "}"));
    let (mut graph, mut rest) = (DotGraph::default(), tokens[3..tokens.len() - 1].iter());
    while let Some(subject) = rest.next() {
        let mut head = None;
        let mut next = rest.next().expect("attributes follow");
        if next == "->" {
            head = Some(rest.next().expect("an edge has a head").parse().expect("a room"));
            next = rest.next().expect("attributes follow");
        }
        assert_eq!(next, "[");
        let mut attributes = BTreeMap::new();
        loop {
            let name = rest.next().expect("a name");
            assert_eq!(rest.next().expect("an equals sign"), "=");
            let value = rest.next().expect("a value").clone();
            assert_eq!(attributes.insert(name.clone(), value), None, "{name} is given once");
            match rest.next().map(String::as_str) {
                Some(",") => {}
                other => {
                    assert_eq!(other, Some("]"));
                    break;
                }
            }
        }
        match (subject.parse(), head) {
            (Ok(tail), Some(head)) => graph.edges.push((tail, head, attributes)),
            (Ok(node), None) => assert!(graph.nodes.insert(node, attributes).is_none()),
            (Err(_), _) => assert!(["graph", "node", "edge"].contains(&subject.as_str())),
        }
    }
    graph
}

/// The next token, without its quotes or angle brackets. Angle brackets nest.
fn token(characters: &mut Peekable<Chars<'_>>) -> Option<String> {
    while characters.next_if(|character| character.is_whitespace()).is_some() {}
    let mut text = String::new();
    match characters.next()? {
        '"' => {
            for character in characters.by_ref().take_while(|&character| character != '"') {
                assert_ne!(character, '\\', "quoted texts have no escapes");
                text.push(character);
            }
        }
        '<' => {
            let mut depth = 1;
            for character in characters.by_ref() {
                depth += i32::from(character == '<') - i32::from(character == '>');
                if depth == 0 {
                    break;
                }
                text.push(character);
            }
            assert_eq!(depth, 0, "the text ends");
        }
        '-' => {
            assert_eq!(characters.next(), Some('>'));
            text.push_str("->");
        }
        sign @ ('{' | '}' | '[' | ']' | '=' | ',') => text.push(sign),
        first => {
            assert!(first.is_alphanumeric(), "{first:?} begins no token");
            text.push(first);
            while let Some(more) = characters.next_if(|character| character.is_alphanumeric()) {
                text.push(more);
            }
        }
    }
    Some(text)
}

#[test]
fn rooms_say_what_their_encounters_cost_and_their_loot_is_worth_of_their_allowances() {
    let mut level = fixture::populated();
    let rows = |level: &Level, room: u32| -> Vec<String> {
        let text = write(level);
        let node = text.lines().find(|line| line.starts_with(&format!("  {room} ["))).expect("a node").to_owned();
        let cells = node.split("<td>").skip(1).filter_map(|cell| cell.split("</td>").next().map(str::to_owned));
        cells.filter(|cell| cell.starts_with("cost") || cell.starts_with("value")).collect()
    };
    let all = |level: &Level| (0..5).map(|room| rows(level, room)).collect::<Vec<_>>();
    let none = Vec::<String>::new;
    assert_eq!(
        all(&level),
        [
            none(),
            none(),
            vec!["cost 3 of 4".to_owned()],
            vec!["cost 5 of 5".to_owned()],
            vec!["value 4 of 4".to_owned()]
        ]
    );
    // What other rooms leave may be more than the allowance, and an allowance may stay unspent.
    level.population.encounters[1].room = 2;
    assert_eq!(rows(&level, 2), ["cost 8 of 4"]);
    assert_eq!(rows(&level, 3), ["cost 0 of 5"]);
}

//! Plans for players, and pages in ink as SVG.

use std::{collections::BTreeSet, env, fs, path::PathBuf};

use roomgen::theme::Theme;
use roomgen::{DoorKind, Level, level::Audience};
use roomgen_export::{
    format::{Format, LevelExport},
    picture::{
        PictureOptions, PictureStyle,
        ink_page::{InkPage, InkShape},
    },
    svg,
};
use roxmltree::{Document, Node};

use super::{levels::levels, svg::plan_of, tier};

const MASTER: PictureOptions = PictureOptions { style: PictureStyle::Ink, ..PictureOptions::DEFAULT };

/// A level made by hand, whose first door is secret.
fn hand_made() -> Level {
    let file = include_str!("../../../tests/levels/hand-made.ron").replacen("kind: Closed", "kind: Secret", 1);
    roomgen::export::ron::read_unchecked(&file).expect("a level file")
}

/// The group with this id, if the plan has it.
fn group<'doc>(plan: &'doc Document, id: &str) -> Option<Node<'doc, 'doc>> {
    plan.descendants().find(|node| node.attribute("id") == Some(id))
}

/// The texts of a group of a page in ink.
fn texts<'doc>(plan: &'doc Document, id: &str) -> Vec<&'doc str> {
    let nodes = group(plan, id).into_iter().flat_map(|group| group.descendants());
    nodes.filter_map(|node| node.attribute("aria-label")).collect()
}

#[test]
fn a_page_in_ink_has_the_layers_and_lines_of_its_picture() {
    // Pages of the largest levels take most of the time.
    let most = tier::size(100, 1000);
    for level in levels().filter(|level| level.width() < most) {
        let page = InkPage::new(&level, MASTER).expect("a page");
        let text = svg::write_with(&level, &Theme::default(), MASTER).expect("a page");
        let plan = Document::parse(&text).expect("XML");
        let layers = page.layers().iter().filter(|layer| !layer.shapes.is_empty());
        for layer in layers {
            let group = group(&plan, layer.name).unwrap_or_else(|| panic!("no group {}", layer.name));
            assert_eq!(group.children().filter(Node::is_element).count(), layer.shapes.len(), "{}", layer.name);
            fn lines(shape: &InkShape) -> usize {
                match shape {
                    InkShape::Fill { loops: lines, .. } | InkShape::Lines { lines, .. } => lines.len(),
                    InkShape::Text { .. } => 0,
                    InkShape::Group { shapes, .. } => shapes.iter().map(lines).sum(),
                }
            }
            let paths = group.descendants().filter_map(|node| node.attribute("d"));
            let moves = paths.map(|data| data.matches('M').count());
            assert_eq!(moves.sum::<usize>(), layer.shapes.iter().map(lines).sum::<usize>(), "{}", layer.name);
        }
        let ids: BTreeSet<&str> = plan.descendants().filter_map(|node| node.attribute("id")).collect();
        let mut used = plan.descendants().filter_map(|node| node.attribute("href"));
        assert!(used.all(|letter| ids.contains(&letter[1..])));
        assert_eq!(texts(&plan, "numbers").len(), level.rooms().len());
    }
}

#[test]
fn a_page_for_players_has_no_numbers_keys_and_secret_doors() {
    let options = PictureOptions { audience: Audience::Player, ..MASTER };
    let [master, player] =
        [MASTER, options].map(|options| svg::write_with(&hand_made(), &Theme::default(), options).expect("a page"));
    let [master, player] = [&master, &player].map(|text| Document::parse(text).expect("XML"));
    for id in ["numbers", "keys"] {
        assert!(group(&master, id).is_some() && group(&player, id).is_none(), "{id}");
    }
    assert!(texts(&master, "doors").contains(&"S") && !texts(&player, "doors").contains(&"S"));
}

#[test]
fn a_plan_for_players_shows_neither_ways_nor_rooms_nor_secrets() {
    let level = hand_made();
    assert_eq!(level.passages()[0].kind, DoorKind::Secret);
    let options = PictureOptions { audience: Audience::Player, ..PictureOptions::DEFAULT };
    let text = svg::write_with(&level, &Theme::default(), options).expect("a plan");
    let plan = Document::parse(&text).expect("XML");
    for id in ["rooms", "numbers", "path", "walkthrough"] {
        assert!(group(&plan, id).is_none(), "{id}");
    }
    assert!(group(&plan, "entry").is_some() && group(&plan, "exit").is_some());
    for word in ["Secret", "secret door", "data-lock", "data-key", "data-rooms", "bonus", "main path", "lock"] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(plan_of(&level).contains("Secret"));
    // The formats pass the audience on.
    let theme = roomgen::theme::Theme::default();
    let export = LevelExport { picture: options, ..LevelExport::without_preset(&level, &theme) };
    assert_eq!(Format::Svg.bytes(&export).expect("a plan"), text.into_bytes());
    let text = String::from_utf8(Format::Text.bytes(&export).expect("a drawing")).expect("text");
    assert!(!text.contains("secret door") && !text.contains("locks and keys"), "{text}");
}

#[test]
fn the_page_of_a_level_made_by_hand_is_the_golden_one() {
    let text =
        svg::write_with(&hand_made(), &Theme::default(), PictureOptions { scale: 24, ..MASTER }).expect("a page");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/ink.svg");
    if env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, &text).expect("a golden file");
    }
    let golden = fs::read_to_string(&path).expect("the golden file");
    assert!(golden == text, "ink.svg has changed; look at it, then bless it by running this test with BLESS=1");
}

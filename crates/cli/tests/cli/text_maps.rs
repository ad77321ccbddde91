//! `roomgen check --text` on maps as other games and libraries write them.

use super::{Folder, Run};

fn check(map: &str, flags: &[&str]) -> Run {
    let folder = Folder::with("map.txt", map);
    folder.run_with(&[&["check", "--text", "map.txt"], flags].concat())
}

/// Asserts that a map is sound, and returns its hints.
#[track_caller]
fn sound(map: &str, flags: &[&str]) -> String {
    let run = check(map, flags).ok();
    assert!(run.out_text().starts_with("ok: "), "{}", run.out_text());
    run.err
}

/// Asserts that a map breaks one invariant, whose line begins with these words.
#[track_caller]
fn broken(map: &str, flags: &[&str], words: &str) -> String {
    let run = check(map, flags);
    let lines: Vec<_> = run.out_text().lines().collect();
    assert!(run.code == Some(1) && lines.len() == 1 && lines[0].starts_with(words), "{lines:?} {}", run.err);
    run.err
}

/// Rooms cut out of solid walls.
const SOLID: &str = "\
##############
#.....########
#.<...########
#...........##
#.....#####.##
######....#.##
######.>....##
##############
";

#[test]
fn walls_all_around_rooms_are_a_hint_and_not_a_fault() {
    let hint = sound(SOLID, &[]);
    assert!(hint.starts_with("hint: ") && hint.contains("wall without floor or door beside it"), "{hint}");
    assert_eq!(sound(SOLID, &["--quiet"]), "");
    broken(&SOLID.replacen("....##", ".#..##", 1).replacen("#####.##", "########", 1), &[], "invariant 10: ");
    broken(&SOLID.replacen("##..", "....", 1).replacen("#.....###", "......###", 1), &[], "invariant 1: ");
}

/// A house with a door in its outer wall.
const HOUSE: &str = "\
|------------|
|____|_______|
|____+_______|
|____|_______|
|-------+----|
";

#[test]
fn a_door_in_an_outer_wall_leads_out_if_the_border_is_open() {
    let map = &["--map", "|=wall,-=wall,_=floor"][..];
    let run = check(HOUSE, map);
    assert_eq!(run.code, Some(1));
    let lines: Vec<_> = run.out_text().lines().collect();
    assert_eq!(
        lines,
        [
            "invariant 1: (8, 4) is on the border of the level, but it is a door; with --open-border it may lead out of \
             the text",
            "invariant 4: the door at (8, 4) does not lie between two cells of floor",
        ]
    );
    let open = &[map, &["--open-border"]].concat()[..];
    assert_eq!(sound(HOUSE, open), "");
    let wide = HOUSE.replace("|____+_______|", "_____+________");
    assert!(sound(&wide, open).is_empty());
    // The door beside the wall within still leads nowhere, and nobody walks round outside.
    broken(&HOUSE.replacen("|____+", "|___++", 1), open, "invariant 4: the door at (5, 2)");
    broken(&wide.replace('+', "-").replacen("-------|\n", "-----+-|\n", 1), open, "invariant 10: ");
    check(HOUSE, &["--open-border", "--from", "ron"]).fails(2, &["--from"]);
    Folder::with("map.ron", "").run("check map.ron --open-border").fails(2, &["--text"]);
}

#[test]
fn a_legend_may_begin_with_anything() {
    let lake = "########\n#.<..~~#\n#...~~.#\n#....>.#\n########\n\n";
    for legend in ["~ water\n", "~ = deep water\n", "Legend:\n# wall\n. floor\n~ water\n< stairs up\n"] {
        assert_eq!(sound(&format!("{lake}{legend}"), &[]), "");
    }
    check(lake, &[])
        .fails(1, &["map.txt:2:6", "'~' is neither a tile nor in the legend", "--map '~=WORD'", "`~ statue`"]);
    assert!(sound(lake, &["--map", "~=wall"]).starts_with("hint: 2 cells are wall"));
}

#[test]
fn floors_that_are_drawn_as_spaces_are_explained() {
    let map = "##########\n#        #\n#  <     #\n#     >  #\n##########\n";
    let hint = broken(map, &[], "invariant 10: ");
    assert!(hint.contains("A space is rock, which nobody walks; --map ' =floor' makes it floor"), "{hint}");
    assert_eq!(sound(map, &["--map", " =floor"]), "");
}

#[test]
fn a_map_in_the_manner_of_nethack_is_read() {
    let map = "
 -------          ------
 |.....|          |....|
 |..<..+##########+..>.|
 |.@...|          |....|
 -------          -.----
                   #
                 ###

";
    let flags = ["--map", "|=wall,-=wall,#=corridor,@=floor"];
    let hint = sound(map, &flags);
    assert!(hint.starts_with("hint: ") && hint.contains("rock beside floor"), "its corridors have no walls: {hint}");
    // A corridor that bends over a corner is not walked in four directions.
    broken(&map.replace("  ###\n", "  ##\n"), &flags, "invariant 10: ");
    check(map, &[])
        .fails(1, &["'-' is neither a tile nor in the legend; nor are '|', '@'", "--map '-=WORD,|=WORD,@=WORD'"]);
}

#[test]
fn a_vault_in_the_manner_of_crawl_is_read() {
    let map = "xxxxxxxxx\nx..{..w.x\nxxx+xxx.x\nx...cc..x\nx.}.+...x\nxxxxxxxxx\n";
    let flags = ["--map", "x=wall,c=wall,w=floor,{=entry,}=exit"];
    assert_eq!(sound(map, &flags), "");
    let stairs = map.replacen("w.", "w{", 1);
    check(&stairs, &flags).fails(1, &["'{' is a second one", "one entry and one exit", "--map '{=floor'"]);
}

#[test]
fn a_map_in_the_manner_of_brogue_or_a_digger_of_others_is_read() {
    let brogue = "################\n#......####~~~~#\n#.<..\"\".'..~~~~#\n#......####....#\n#####.#####.>..#\n#####.......####\n################\n";
    let hint = sound(brogue, &["--map", "\"=floor,'=door,~=floor"]);
    assert!(hint.starts_with("hint: "), "{hint}");
    // As a dump of zeros and ones.
    assert_eq!(sound("11111\n10001\n11111\n", &["--map", "1=wall,0=floor"]), "");
    broken("1111\n1000\n1111\n", &["--map", "1=wall,0=floor"], "invariant 1: ");
}

#[test]
fn small_maps_are_proven_and_a_map_of_two_rows_is_none() {
    assert!(check("###\n#.#\n###\n", &[]).ok().out_text().starts_with("ok: 1 open cell, 3x3 cells"));
    broken("#####\n#.#.#\n#####\n", &[], "invariant 10: ");
    check("##\n##\n", &[]).fails(1, &["2x2 characters", "at least 3x3"]);
}

#[test]
fn an_alphabet_that_is_none_is_refused() {
    for (map, words) in [
        ("X", "\"X\" is no character with its word"),
        ("X=lava", "the words are rock, wall, floor, corridor, door, entry and exit"),
        ("X=wall,X=door", "'X' is given twice"),
    ] {
        check("###\n#X#\n###\n", &["--map", map]).fails(2, &["--map", words]);
    }
    Folder::new().run("check level.ron --map X=wall").fails(2, &["--text"]);
}

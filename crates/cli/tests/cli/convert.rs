//! `roomgen convert` and `roomgen render`: level files in other formats and as pictures.

use super::{Folder, GREEDY};

/// A folder with one level of 40x30 cells in each of `files`.
fn level(files: &[&str]) -> Folder {
    let folder = Folder::new();
    let outs: Vec<_> = files.iter().map(|file| format!("--out {file}")).collect();
    folder.run(&format!("--seed 7 --size 40x30 --preset grove {}", outs.join(" "))).ok();
    folder
}

#[test]
fn a_map_for_virtual_tabletops_has_a_picture_of_its_own_scale_and_format() {
    let folder = Folder::new();
    let small = "--seed 3 --preset cellar --size 24x16";
    folder.run(&format!("{small} --out level.ron --out a.uvtt --out a.dd2vtt --out a.png")).ok();
    let map = folder.text("a.uvtt");
    assert!(map.contains("\"pixels_per_grid\": 70\n") && map == folder.text("a.dd2vtt"));
    folder.run("convert level.ron b.uvtt b.png --scale 9 --picture webp --for player --ambient 0.5").ok();
    let other = folder.text("b.uvtt");
    // What base64 makes of `RIFF`.
    assert!(other.contains("\"pixels_per_grid\": 9\n") && other.contains("\"image\": \"UklGR"));
    for (flags, words) in [
        ("c.png --picture webp", ["--picture is for Universal VTT", ".uvtt"]),
        ("c.uvtt --picture gif", ["--picture", "png and webp"]),
        ("c.uvtt --room 0", ["--room is for pictures", ".png"]),
        ("c.uvtt --tileset embedded", ["--tileset is for maps for Tiled", ".tmx"]),
        ("c.tmx --tile-margin 256", ["--tile-margin", "256"]),
    ] {
        folder.run(&format!("convert level.ron {flags}")).fails(2, &words);
    }
    folder.run("convert level.ron c.uvtt --overlay path").fails(1, &["the overlay path is for the master"]);
    folder.run("convert level.ron c.tmx --tileset embedded --tile-extrusion 2").ok();
    let map = folder.text("c.tmx");
    assert!(map.contains("spacing=\"4\" margin=\"2\"") && map.contains("<image source=\"c-tiles.png\""));
    assert!(!map.contains(".tsx"));
}

#[test]
fn a_level_file_converts_to_what_generating_would_have_written() {
    let folder = level(&["a.ron", "a.json", "a.txt", "a.png", "a.webp", "a.svg", "a.csv", "a.dot", "a.glb", "a.uvtt"]);
    for from in ["a.ron", "a.json"] {
        folder.run(&format!("convert {from} b.ron b.json b.txt b.png b.webp b.svg b.csv b.dot b.glb b.uvtt")).ok();
        for ending in ["png", "webp"] {
            folder.run(&format!("render {from} --out c.{ending}")).ok();
            assert!(folder.bytes(&format!("c.{ending}")) == folder.bytes(&format!("a.{ending}")), "{ending}");
        }
        for ending in ["ron", "json", "txt", "png", "webp", "svg", "csv", "dot", "glb", "uvtt"] {
            assert!(folder.bytes(&format!("b.{ending}")) == folder.bytes(&format!("a.{ending}")), "{from} to {ending}");
        }
    }
    folder.run("render a.ron --out framed.png --overlay quadtree").ok();
    assert!(folder.bytes("framed.png") != folder.bytes("a.png"));
}

#[test]
fn pictures_show_views_rooms_overlays_and_legends_as_asked() {
    let folder = level(&["a.ron", "a.png"]);
    let lines = [
        "--view iso",
        "--room 0",
        "--room 1 --view iso --legend",
        "--ambient 0.2",
        "--no-light",
        "--overlay rooms,path",
        "--for player",
        "--style ink --scale 8",
        "--style ink --scale 8 --for player",
        "--overlay partition",
    ];
    let mut seen = vec![folder.bytes("a.png")];
    for line in lines {
        folder.run(&format!("render a.ron --out b.png {line}")).ok();
        assert!(!seen.contains(&folder.bytes("b.png")), "{line}");
        seen.push(folder.bytes("b.png"));
    }
    folder.run("--seed 7 --size 40x30 --preset grove --png c.png --overlay partition").ok();
    assert!(folder.bytes("c.png") == folder.bytes("b.png"), "what the file lacks is made again");
    for bad in ["--ambient 1.5", "--ambient -0.1", "--ambient 0.123", "--ambient dusk", "--ambient 0.5 --no-light"] {
        folder.run(&format!("render a.ron --out d.png {bad}")).fails(2, &["--ambient"]);
    }
    let names = folder.names();
    folder.run("render a.ron --out d.png --overlay anchors --preset crypt").fails(1, &["--overlay", "digest"]);
    folder.run("render a.ron --out d.png --room 99").fails(2, &["room 99", "--room"]);
    folder.run("render a.ron --out d.png --view iso --overlay quadtree").fails(1, &["quadtree", "--view"]);
    folder.run("render a.ron --out d.png --view iso --style ink").fails(1, &["the view iso", "--style"]);
    folder.run("render a.ron --out d.png --overlay path --style ink").fails(1, &["the overlay path", "--style"]);
    folder.run("render a.ron --out d.png --overlay path --for player").fails(1, &["path", "master", "--for"]);
    folder.run("render a.ron --out d.png --style chalk").fails(2, &["--style", "tiles and ink"]);
    folder.run("render a.ron --out d.png --for cat").fails(2, &["--for", "master and player"]);
    folder.run("render a.ron --out d.png --view side").fails(2, &["--view", "top and iso"]);
    assert_eq!(folder.names(), names);
}

#[test]
fn all_drawings_are_for_players_if_asked_and_files_of_the_level_never() {
    let folder = level(&["a.ron", "a.svg", "a.txt"]);
    folder.run("convert a.ron b.ron b.svg b.txt b.ans --for player").ok();
    folder.run("convert a.ron c.ans").ok();
    assert!(folder.bytes("b.ron") == folder.bytes("a.ron"));
    for (player, master) in [("b.svg", "a.svg"), ("b.txt", "a.txt"), ("b.ans", "c.ans")] {
        assert!(folder.bytes(player) != folder.bytes(master), "{player}");
    }
    folder.run("convert a.ron ink.svg --style ink --for player --room 0").ok();
    assert!(folder.text("ink.svg").contains("id=\"hatching\"") && !folder.text("ink.svg").contains("id=\"numbers\""));
    folder.run("convert a.ron dark.ans --ambient 0").ok();
    assert!(folder.bytes("dark.ans") != folder.bytes("c.ans"));
    for (line, words) in [
        ("convert a.ron d.json --for player", ["--for", "SVG, text and ANSI"]),
        ("convert a.ron d.txt --style ink", ["--style", "pictures and SVG"]),
        ("convert a.ron d.svg --no-light", ["--no-light", "pictures, Universal VTT and ANSI"]),
        ("convert a.ron d.svg --room 0", ["--room", "pictures"]),
    ] {
        folder.run(line).fails(2, &words);
    }
}

#[test]
fn streams_convert_if_their_formats_are_said() {
    let folder = level(&["a.ron", "a.json", "a.png"]);
    let run = folder.feed(folder.bytes("a.ron"), "convert - - --from ron --format json").ok();
    assert!(run.out == folder.bytes("a.json"));
    assert!(folder.run("convert a.json -").ok().out == folder.bytes("a.ron"), "data is RON unless said otherwise");
    folder.run("convert a.json level.dat --format ron").ok();
    assert!(folder.bytes("level.dat") == folder.bytes("a.ron"));
    assert!(folder.run("render level.dat --from RON --out -").ok().out == folder.bytes("a.png"));
    folder.feed("(", "convert - -").fails(2, &["standard input", "--from ron"]);
}

#[test]
fn looks_come_from_the_preset_that_the_level_names_or_from_the_one_given() {
    let folder = level(&["a.ron", "a.png"]);
    folder.run("render a.ron --out b.png --preset grove").ok();
    assert!(folder.bytes("b.png") == folder.bytes("a.png"));
    folder.run("render a.ron --out b.png --preset crypt").ok();
    assert!(folder.bytes("b.png") != folder.bytes("a.png"));
    folder.put("greedy.ron", GREEDY);
    folder.run("--seed 1 --preset greedy.ron --out g.ron --png g.png").ok();
    folder.run("render g.ron --out plain.png").ok();
    assert!(folder.bytes("plain.png") == folder.bytes("g.png"), "without a theme both are plain");
    folder.run("render a.ron --out b.png --preset absent").fails(2, &["--preset", "absent"]);
    folder.run("render a.ron --out b.png --preset ./absent.ron").fails(1, &["--preset", "absent.ron"]);
}

#[test]
fn a_level_that_breaks_an_invariant_is_refused_by_the_breach_unless_forced() {
    let folder = level(&["a.ron"]);
    folder.put("a.ron", folder.text("a.ron").replacen("depth: 1,", "depth: 7,", 1));
    for line in ["convert a.ron b.json b.txt", "render a.ron --out b.png"] {
        folder.run(line).fails(1, &["\"a.ron\" breaks invariant 6: room ", "--force"]);
        assert_eq!(folder.names(), ["a.ron"]);
    }
    let run = folder.run("convert a.ron b.json b.txt b.png --force").ok();
    assert!(run.err.starts_with("warning: \"a.ron\" breaks invariant 6: room "), "{}", run.err);
    assert_eq!(folder.names(), ["a.ron", "b.json", "b.png", "b.txt"]);
    folder.put("a.ron", "(format: 1)");
    folder.run("convert a.ron c.json --force").fails(1, &["a.ron"]);
}

#[test]
fn a_level_or_a_preset_is_never_written_over() {
    let folder = level(&["a.ron"]);
    folder.put("greedy.ron", GREEDY);
    let before = folder.text("a.ron");
    folder.run("convert a.ron b.json ./a.ron").fails(2, &["./a.ron", "the level itself"]);
    folder.run("convert a.ron greedy.ron --preset greedy.ron").fails(2, &["greedy.ron", "the preset itself"]);
    folder.put("a.png", &before);
    folder.run("render a.png --from ron --out a.png").fails(2, &["a.png", "the level itself"]);
    assert!(folder.text("a.ron") == before && folder.text("a.png") == before && folder.text("greedy.ron") == GREEDY);
    assert_eq!(folder.names(), ["a.png", "a.ron", "greedy.ron"]);
}

#[test]
fn conversions_without_sense_are_named_and_nothing_is_written() {
    let folder = level(&["a.ron"]);
    let cases: [(&str, &[&str]); 14] = [
        ("convert", &["LEVEL", "FILE"]),
        ("convert a.ron", &["FILE"]),
        ("convert a.ron b.yaml", &["b.yaml", ".yaml", ".ron, .json", "--format"]),
        ("convert a.ron b.json b.dat --format ron", &["--format ron", "one FILE"]),
        ("convert a.ron b.json ./b.json", &["b.json", "same"]),
        ("convert a.txt b.json", &["a.txt", ".ron or .json"]),
        ("convert a.ron b.png --from text", &["a.ron", "from text"]),
        ("convert a.ron b.json --scale 4", &["--scale", "picture"]),
        ("convert a.ron b.json --overlay quadtree", &["--overlay", "picture"]),
        ("render a.ron", &["--out"]),
        ("render a.ron --out b.json", &["--out", "b.json", ".png"]),
        ("render a.ron --out b.png --scale 257", &["--scale", "1 to 256"]),
        ("render a.ron --out b.png --overlay octree", &["--overlay", "octree", "quadtree"]),
        ("--scale 4 render a.ron --out b.png", &["--scale", "render"]),
    ];
    for (line, words) in cases {
        folder.run(line).fails(2, words);
    }
    folder.run("convert absent.ron b.json").fails(1, &["absent.ron", "no such file"]);
    folder.run("render a.ron --out absent/b.png").fails(1, &["absent", "no folder"]);
    assert_eq!(folder.names(), ["a.ron"]);
}

#[test]
fn a_picture_that_would_be_too_large_is_refused_with_the_largest_scale_that_fits() {
    let folder = Folder::new();
    folder.run("--seed 1 --size 270x250 --out a.ron").ok();
    folder
        .run("render a.ron --out a.png --scale 64")
        .fails(2, &["--scale", "270x250", "largest scale that fits is 63"]);
    folder.run("convert a.ron a.png a.txt --scale 64").fails(2, &["largest scale that fits is 63"]);
    assert_eq!(folder.names(), ["a.ron"]);
}

#[test]
fn a_map_comes_with_its_tiles_beside_it_which_replace_no_picture_of_anybody_else() {
    let folder = Folder::with("theirs-tiles.png", b"drawn by hand");
    folder.run("--seed 3 --preset mine --out level.ron --out made.tmx --out made.tmj").ok();
    let names = folder.names();
    let larger: Vec<_> = names.iter().filter(|name| name.starts_with("made-tiles-")).collect();
    assert!(!larger.is_empty() && larger.iter().all(|name| name.ends_with(".tsx")), "{names:?}");
    for name in ["made-tiles.png", "made-tiles.tsx", "made.tmj", "made.tmx"] {
        assert!(names.iter().any(|there| there == name), "{names:?}");
    }
    let (map, tiles) = (folder.text("made.tmx"), folder.bytes("made-tiles.png"));
    assert!(map.contains("source=\"made-tiles.tsx\"") && !map.contains("<image"), "{map:.900}");
    assert!(folder.text("made-tiles.tsx").contains("<image source=\"made-tiles.png\""));

    let kept = "kept the tile sheet, since \"theirs-tiles.png\" was edited; --force replaces the sheet";
    assert!(folder.run("convert level.ron theirs.tmx").ok().err.contains(kept));
    assert_eq!(folder.text("theirs-tiles.png"), "drawn by hand");
    assert!(folder.text("theirs.tmx") == map.replace("made-tiles", "theirs-tiles"));
    // With another preset the tile numbers follow its kinds; without a known one, the level's
    // kinds.
    folder.run("convert level.ron other.tmx --preset cellar").ok();
    assert!(folder.text("other.tmx") != map.replace("made-tiles", "other-tiles"));
    folder.run("convert level.ron theirs.tmx --force").ok();
    assert!(folder.bytes("theirs-tiles.png") == tiles);
    // A scene for Godot has a tile set of its own, and the same picture.
    folder.run("convert level.ron made.tscn").ok();
    assert!(folder.text("made.tscn").contains("path=\"made-tiles.tres\""));
    assert!(folder.text("made-tiles.tres").contains("path=\"made-tiles.png\""));
    std::fs::write(folder.path("made-tiles.tres"), folder.text("made-tiles.tres").replace("physics", "p")).unwrap();
    assert!(folder.run("convert level.ron made.tscn").ok().err.contains("\"made-tiles.tres\" was edited"));
    folder.run("convert level.ron made.tmx").ok();
    assert!(folder.text("made.tmx") == map && folder.bytes("made-tiles.png") == tiles);
    // LDtk takes the picture of the same sheet, and nothing else.
    folder.run("convert level.ron only.ldtk").ok();
    assert!(folder.bytes("only-tiles.png") == tiles && !folder.names().contains(&"only-tiles.tsx".to_owned()));
}

#[test]
fn lights_that_a_picture_leaves_out_are_told_of_only_where_it_shows_lights() {
    let folder = Folder::new();
    folder.put(
        "lamps.ron",
        r##"(name: "lamps", size: (44, 24), floorplan: (rooms: (min: 14, max: 28)), props: {
            "lamp": (glyph: 'l', color: "#ffc080", blocks: false, light: (color: "#ffc080", radius: 3.0)),
        }, layouts: [(name: "all", formations: [(shape: Square, fill: true, size: Fit(1.0), prop: "lamp")])])"##,
    );
    folder.run("--seed 1 --preset ./lamps.ron --out a.ron").ok();
    let told = |flags: &str| folder.run(&format!("render a.ron --out a.png {flags}")).ok().err.contains("left out");
    assert!(told("") && told("--view iso") && told("--overlay path"));
    assert!(!told("--no-light") && !told("--overlay distance") && !told("--overlay path,rooms"));
}

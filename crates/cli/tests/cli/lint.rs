//! `roomgen lint`: findings about presets that load but probably contain mistakes.

use super::Folder;
use crate::golden;

/// A preset with one of each finding.
pub(super) const DOUBTFUL: &str = r##"// A preset that loads.
(
    name: "doubtful",
    size: (40, 30),
    floorplan: (
        path: (rooms: (40, 60)), doors: [(kind: Open), (kind: Secret)], tags: [(tag: "quiet")],
        loops: (chance: 0.000001),
        partings: [(name: "river", terrain: "water", crossings: (1, 1), chance: 0.000001)],
    ),
    mission: (locks: [(name: "gate key", lock: Crossing("river"), least: 1)]),
    theme: (ambient: 0.3),
    terrain: {
        "water": (glyph: '~', color: "#2f5f8f", blocks: true),
        "planks": (glyph: '%', color: "#8a6a45"),
    },
    props: {
        "urn": (glyph: 'u', color: "#c28a2e"),
        "vase": (glyph: 'u', color: "#ffffff"),
        "rug-noimp": (glyph: '=', color: "#800000", blocks: false),
        "gate key": (glyph: 'k', color: "#e0c040", blocks: false),
        "rat": (glyph: 'r', color: "#8a6030", marker: true, tags: ["enemy"]),
        "ogre": (glyph: 'O', color: "#4c8a30", marker: true, tags: ["enemy"]),
    },
    groups: {
        "rats": (cost: 8, members: {"rat": (1, 2)}, weight: 150),
        "ogres": (cost: 30, members: {"ogre": 2}, rooms: (progress: (0.501, 0.5011))),
        "ogre": (cost: 8, members: {"ogre": 1}, weight: 1),
    },
    encounters: (budget: (from: 6, to: 30, over: Difficulty)),
    loot: (budget: 6, items: {"urn": (value: 1, weight: 9999), "vase": (value: 1)}),
    memory: (),
    layouts: [
        (name: "last", rooms: (kinds: [End]), formations: [
            (chance: 0.7, shape: Square, fill: true, size: Fit(1.0), prop: "urn"),
            (shape: Square, size: Cells(1), at: NorthWest, prop: "vase"),
        ]),
        (name: "plain", rooms: (max: (12, 12)), formations: [
            (shape: Square, fill: true, size: Fit(1.0), prop: "urn"),
            (shape: Diamond, size: Cells(5), prop: "vase"),
            (shape: Diamond, size: Cells(40), prop: "vase"),
            (shape: Cross, fill: true, chance: (from: 0, to: (from: 0, to: 0)), prop: "vase"),
            (shape: Square, at: Corners, size: Cells(1), prop: "rat"),
        ]),
        (name: "long hall", rooms: (progress: (0.501, 0.5011)), formations: []),
    ],
    vaults: [
        (name: "tomb", rows: ["u"], legend: {'u': (prop: "urn", choose: 1), 't': "vase"}, rooms: (kinds: [End], min: (9, 9)), required: true),
        (name: "nest", rows: ["rr", "rr"], legend: {'r': "rat"}),
        (name: "pit", rows: [" "], rooms: (progress: (0.501, 0.5011))),
    ],
)
"##;

#[test]
fn each_finding_is_shown_in_the_text_with_its_evidence() {
    let folder = Folder::with("doubtful.ron", DOUBTFUL);
    let run = folder.run("lint doubtful.ron");
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{}", run.out_text());
    golden::compare("cli/lint.txt", &run.out);
    // The help lists exactly the kinds of findings.
    let help = folder.run("lint --help").ok();
    let help = help.out_text();
    let (_, listed) = help.split_once("Findings:\n").expect("a list");
    let names: Vec<_> = listed
        .lines()
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() >= 12, "{names:?}");
    for name in names {
        assert!(run.out_text().contains(&format!("[{name}]")), "{name}");
    }
}

#[test]
fn findings_stand_in_order_and_those_of_a_base_name_its_file() {
    let folder = Folder::with(
        "mine.ron",
        "(name: \"mine\", base: \"doubtful.ron\", layouts: [(name: \"more\", formations: [\n(shape: X, fill: true, prop: \"urn\")])])",
    );
    folder.put("doubtful.ron", DOUBTFUL);
    let run = folder.run("lint mine.ron");
    assert_eq!(run.code, Some(1));
    let places: Vec<_> =
        run.out_text().lines().filter_map(|line| line.trim().strip_prefix("--> ").map(str::to_owned)).collect();
    let own = places.iter().take_while(|place| place.starts_with("mine.ron:")).count();
    assert!(places[..own].contains(&"mine.ron:2:18".to_owned()), "{places:?}");
    let line = |place: &String| place.split(':').nth(1).and_then(|line| line.parse::<u32>().ok()).expect("a line");
    let rest = &places[own..];
    assert!(rest.len() > 2 && rest.iter().all(|place| place.starts_with("doubtful.ron:")), "{places:?}");
    assert!(rest.windows(2).all(|pair| line(&pair[0]) <= line(&pair[1])), "{places:?}");
    // Unused parts of a base are no findings of a preset that builds on it.
    assert!(!run.out_text().contains("[unused-") && !run.out_text().contains("[never]"), "{}", run.out_text());
}

#[test]
fn findings_of_a_run_stand_at_its_acts_and_moods_with_the_runs_that_show_them() {
    let text = "(name: \"trip\", size: (40, 30), acts: [\n\
        (preset: \"pit.ron\", floors: 3),\n], moods: {\n\"wet\": (weight: 0), \"dry\": ()})";
    let folder = Folder::with("doubtful.run.ron", text);
    folder.put(
        "pit.ron",
        "(name: \"pit\", pools: {\"halls\": ()}, layouts: [(name: \"a\", pool: \"halls\", formations: []), \
         (name: \"b\", pool: \"halls\", formations: []), (name: \"bare\", formations: [])])",
    );
    let run = folder.run("lint doubtful.run.ron");
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{}", run.out_text());
    let help = folder.run("lint --help").ok();
    let listed = help.out_text().split_once("Findings of runs, by 200 of them:\n").expect("a list").1.lines();
    let names = listed.take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    for name in names {
        assert!(run.out_text().contains(&format!("[{name}]")), "{name}: {}", run.out_text());
    }
    for part in ["doubtful.run.ron:2:10", "doubtful.run.ron:4:1", "200 of 200 runs", "by 200 sample runs"] {
        assert!(run.out_text().contains(part), "{part}: {}", run.out_text());
    }
    assert_eq!(folder.run("lint doubtful.run.ron --format json").problems().len(), 4, "{}", run.out_text());
    let built_in = folder.run("lint delve").ok();
    assert!(built_in.out_text().starts_with("ok: no findings in \"delve\", by 200 sample runs"));
    folder.put("broken.run.ron", text.replace("pit.ron", "pot.ron"));
    folder.run("lint broken.run.ron").fails(1, &["broken.run.ron:2:10"]);
}

#[test]
fn a_preset_without_findings_is_ok() {
    let folder = Folder::with("mine.ron", "(name: \"mine\", base: \"library\", clearance: 2)");
    for preset in ["crypt", "mine.ron"] {
        let run = folder.run(&format!("lint {preset}")).ok();
        assert!(run.out_text().starts_with("ok: ") && run.out_text().lines().count() == 1, "{}", run.out_text());
    }
}

#[test]
fn a_preset_that_does_not_load_is_refused_as_anywhere() {
    let folder = Folder::with("mine.ron", "(name: \"mine\", size: (1, 1))");
    folder.run("lint mine.ron").fails(1, &["mine.ron:1:22", "1 problem"]);
    folder.run("lint absent.ron").fails(1, &["the preset \"absent.ron\" cannot be read", "no such file"]);
    folder.run("lint cript").fails(2, &["cript", "did you mean \"crypt\""]);
    folder.run("lint").fails(2, &["PRESET"]);
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let folder = Folder::with("mine.ron", DOUBTFUL.replace("\"vase\": (", "/* \x1b[2J */ \"vase\": ("));
    let run = folder.run("lint mine.ron");
    assert_eq!(run.code, Some(1));
    assert!(!run.out.contains(&b'\x1b'), "{}", run.out_text());
}

#[test]
fn it_tells_in_how_many_rooms_each_formation_stays() {
    let folder = Folder::with(
        "mine.ron",
        "(name: \"mine\", size: (30, 30), props: {\"urn\": (glyph: 'u', color: \"#c28a2e\")}, layouts: [\
         (name: \"all\", formations: [(shape: Square, fill: true, size: Fit(1.0), chance: 0.8, prop: \"urn\"), \
         (shape: Square, at: NorthWest, size: Cells(1), prop: \"urn\")]), \
         (name: \"never\", rooms: (progress: (0.5001, 0.5002)), formations: [(shape: X, required: true, prop: \"urn\")])])",
    );
    let run = folder.run("lint --formations mine.ron").ok();
    let text = run.out_text();
    let rows: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(rows[0], "all", "{text}");
    assert!(rows[1].starts_with(" 100.0% of ") && rows[1].ends_with("  1. urn"), "{text}");
    let share: f64 = rows[2].trim_start().split('%').next().expect("a share").parse().expect("a number");
    assert!((10.0..35.0).contains(&share), "{text}");
    assert_eq!(rows[4..], ["never", "      - of      0  1. urn, required"], "{text}");
}

//! `roomgen sheet`: many levels in one picture, the same for any number of threads.

use roomgen::{Generator, Preset, Request};
use roomgen_export::png::{self, ContactSheet, ContactSheetOptions, ContactSheetSubject, SheetLevels};

#[cfg(target_os = "linux")]
use super::signals;
use super::{Folder, GREEDY};
use crate::pixels::Pixels;

fn folder() -> Folder {
    Folder::with("greedy.ron", GREEDY)
}

/// The part of a picture with this corner and the size of `like`.
fn part(picture: &Pixels, (left, top): (u32, u32), like: &Pixels) -> Vec<u8> {
    let row = |y: u32| {
        let start = (y * picture.width + left) as usize * 3;
        picture.bytes[start..start + like.width as usize * 3].iter().copied()
    };
    (top..top + like.height).flat_map(row).collect()
}

#[test]
fn each_level_is_drawn_as_the_tool_draws_it_alone() {
    let folder = folder();
    let common = "--preset temple --size 30x24 --scale 4 --overlay path,clearance";
    folder.run(&format!("sheet {common} --seeds 5..8 --difficulty 0,1 --floor 2..4 --out sheet.png")).ok();
    let sheet = Pixels::read(&folder.bytes("sheet.png"));

    let preset =
        Preset::built_in("temple").expect("a preset").with_size("30x24".parse().expect("a size")).expect("fits");
    let about = ["30x24", "seeds 5..8", "2 floors", "2 difficulties", &format!("preset {:016x}", preset.digest())];
    let about = about.map(str::to_owned).into_iter().chain([format!("revision {}", roomgen::REVISION)]).collect();
    let subject = ContactSheetSubject {
        title: preset.name(),
        preset: &preset,
        about,
        levels: SheetLevels::Seeds { count: 3, largest: 7 },
        difficulties: vec![0.0, 1.0],
        floors: vec![2, 3],
    };
    let plan =
        ContactSheet::new(&subject, ContactSheetOptions { scale: Some(4), ..Default::default() }).expect("a sheet");
    assert_eq!(sheet.size(), plan.dimensions());
    let mut position = 0;
    for seed in 5..8 {
        for difficulty in [0, 1] {
            for floor in [2, 3] {
                let line =
                    format!("--seed {seed} --difficulty {difficulty} --floor {floor} {common} --full --png alone.png");
                folder.run(&line).ok();
                let alone = Pixels::read(&folder.bytes("alone.png"));
                let corner = plan.corner(position).expect("a place");
                assert!(part(&sheet, corner, &alone) == alone.bytes, "{line}");
                position += 1;
            }
        }
    }
    assert_eq!(plan.corner(position), None);
}

#[test]
fn the_sheet_is_that_of_the_library_and_the_same_with_any_number_of_threads() {
    let folder = folder();
    let line = "sheet --preset crypt --size 24x20 --seeds 0..7 --start 3,4 --columns 3 --scale 3";
    folder.run(&format!("{line} --jobs 1 --out one.png")).ok();
    // Also when it replaces an existing file.
    folder.put("many.PNG", "old");
    folder.run(&format!("{line} --jobs 5 --out many.PNG")).ok();
    let one = folder.bytes("one.png");
    assert!(one == folder.bytes("many.PNG") && folder.run(&format!("{line} --out -")).ok().out == one);
    assert_eq!(folder.names(), ["greedy.ron", "many.PNG", "one.png"]);

    let preset =
        Preset::built_in("crypt").expect("a preset").with_size("24x20".parse().expect("a size")).expect("fits");
    let about = ["24x20", "seeds 0..7", "difficulty 0", "start 3,4", &format!("preset {:016x}", preset.digest())];
    let about = about.map(str::to_owned).into_iter().chain([format!("revision {}", roomgen::REVISION)]).collect();
    let subject = ContactSheetSubject {
        title: preset.name(),
        preset: &preset,
        about,
        levels: SheetLevels::Seeds { count: 7, largest: 6 },
        difficulties: vec![0.0],
        floors: vec![0],
    };
    let options = ContactSheetOptions { scale: Some(3), columns: Some(3), ..Default::default() };
    let mut sheet = ContactSheet::new(&subject, options).expect("a sheet");
    let mut generator = Generator::new(&preset);
    for seed in 0..7 {
        let level = generator.generate(Request::new(seed).starting_at(roomgen::Cell::new(3, 4)));
        sheet.add(seed, &level, &png::render(&level, preset.theme(), sheet.picture_options()).expect("a picture"));
    }
    assert!(png::encode(&sheet.into_picture()).expect("a file") == one);
}

#[test]
fn danger_has_one_scale_on_all_levels_of_a_sheet() {
    let folder = Folder::new();
    let line = "sheet --preset crypt --size 50x40 --seeds 2..4 --difficulty 0,1 --overlay danger --scale 4";
    folder.run(&format!("{line} --out sheet.png")).ok();
    let preset =
        Preset::built_in("crypt").expect("a preset").with_size("50x40".parse().expect("a size")).expect("fits");
    let mut generator = Generator::new(&preset);
    let mut levels = Vec::new();
    for seed in 2..4 {
        for difficulty in [0.0, 1.0] {
            levels.push(generator.generate(Request::new(seed).with_difficulty(difficulty).expect("a difficulty")));
        }
    }
    let dearest = |level: &roomgen::Level| level.spent().iter().map(|spent| spent.encounters).max().expect("a room");
    let hottest = levels.iter().map(dearest).max();
    assert!(levels.iter().any(|level| Some(dearest(level)) < hottest), "levels differ, so that the scale matters");
    let about = ["50x40", "seeds 2..4", "2 difficulties", &format!("preset {:016x}", preset.digest())];
    let about = about.map(str::to_owned).into_iter().chain([format!("revision {}", roomgen::REVISION)]).collect();
    let subject = ContactSheetSubject {
        title: preset.name(),
        preset: &preset,
        about,
        levels: SheetLevels::Seeds { count: 2, largest: 3 },
        difficulties: vec![0.0, 1.0],
        floors: vec![0],
    };
    let overlays = png::Overlay::Danger.into();
    let options = ContactSheetOptions { scale: Some(4), overlays, hottest, ..Default::default() };
    let mut sheet = ContactSheet::new(&subject, options).expect("a sheet");
    for (position, level) in (0..).zip(&levels) {
        let picture = png::render(level, preset.theme(), sheet.picture_options()).expect("a picture");
        sheet.add(position, level, &picture);
    }
    assert!(png::encode(&sheet.into_picture()).expect("a file") == folder.bytes("sheet.png"));
}

#[test]
fn each_flag_changes_the_sheet() {
    let folder = folder();
    let line = "sheet --preset crypt --size 24x20 --seeds 0..4 --scale 2 --out a.png";
    folder.run(line).ok();
    let plain = folder.bytes("a.png");
    for other in [
        "--floor 1",
        "--difficulty 1",
        "--start 20,15",
        "--columns 1",
        "--view iso",
        "--overlay rooms",
        "--difficulty 0,0.1",
    ] {
        folder.run(&format!("{line} {other}")).ok();
        assert!(folder.bytes("a.png") != plain, "{other}");
    }
    // Twelve seeds and a fitting scale, if nothing is asked for.
    folder.run("sheet --preset greedy.ron --out a.png").ok();
    let default = folder.bytes("a.png");
    folder.run("sheet --preset greedy.ron --seeds 0..12 --scale 16 --floor 0 --difficulty 0 --out a.png").ok();
    assert!(folder.bytes("a.png") == default);
}

#[test]
fn an_impossible_sheet_is_refused_and_nothing_is_written() {
    let folder = folder();
    folder.put("a.png", "mine");
    let cases: [(&str, i32, &[&str]); 24] = [
        ("", 2, &["--out"]),
        ("--out a.gif", 2, &["--out", "a.gif", ".png"]),
        ("--out a", 2, &["--out", ".png"]),
        ("--out no/a.png", 1, &["--out", "there is no folder"]),
        ("--out a.png --preset cript", 2, &["--preset", "crypt"]),
        ("--out a.png --preset none.ron", 1, &["--preset", "none.ron", "there is no such file"]),
        ("--out a.png --seeds 5..5", 2, &["--seeds", "5..5", "END must be above FIRST"]),
        ("--out a.png --seeds 5", 2, &["--seeds", "FIRST..END"]),
        ("--out a.png --seeds 0..10001", 2, &["--seeds 0..10001", "10001 levels", "the most are 10000", "fewer seeds"]),
        ("--out a.png --seeds 0..18446744073709551615 --floor 0..9", 2, &["--seeds", "the most are 10000"]),
        ("--out a.png --seeds 0..2000 --difficulty 0,0.5,1 --floor 0,1", 2, &["--seeds", "12000 levels", "fewer"]),
        ("--out a.png --seeds 0..2000 --scale 9", 2, &["--scale 9", "more than 268435456", "give a smaller one"]),
        (
            "--out a.png --seeds 0..9000 --size 200x200",
            2,
            &["--seeds 0..9000", "more than 268435456", "smaller --size"],
        ),
        ("--out a.png --size 16384x16384 --scale 64", 2, &["--scale 64", "the largest scale that fits is 1"]),
        ("--out a.png --size 3x3", 2, &["--size", "8 to 16384"]),
        ("--out a.png --scale 0", 2, &["--scale", "1 to 256"]),
        ("--out a.png --columns 0", 2, &["--columns", "1 to 10000"]),
        ("--out a.png --columns -3", 2, &["--columns", "-3", "1 to 10000"]),
        ("--out a.png --difficulty 0,1.5", 2, &["--difficulty", "0,1.5", "0 to 1"]),
        ("--out a.png --difficulty 0,0.50,0.5", 2, &["--difficulty", "difficulty 0.5 is in the list twice"]),
        ("--out a.png --floor 6..0", 2, &["--floor", "6..0 has no floors", "END must be above FIRST"]),
        ("--out a.png --floor 0..4294967297", 2, &["--floor", "4294967296"]),
        ("--out a.png --start 80,0", 2, &["--start 80,0", "columns 0 to 79"]),
        ("--out a.png --view iso --overlay quadtree", 1, &["quadtree", "view top", "--view"]),
    ];
    for (line, code, words) in cases {
        folder.run(&format!("sheet {line}")).fails(code, words);
    }
    folder.run("sheet --preset greedy.ron --out greedy.ron").fails(2, &["--out", ".png"]);
    assert_eq!(
        (folder.names(), folder.text("a.png")),
        (vec!["a.png".to_owned(), "greedy.ron".to_owned()], "mine".to_owned())
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_sheet_that_is_interrupted_writes_nothing_and_says_so() {
    let folder = folder();
    let line =
        "sheet --preset greedy.ron --seeds 0..2000 --size 100x100 --scale 1 --overlay anchors --out a.png --jobs 1";
    let tool = signals::at_work(&folder, &line.split(' ').collect::<Vec<_>>());
    let ended = signals::ended_by("-INT", tool);
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.code() == Some(130) && said.contains("interrupted after"), "{said}");
    assert_eq!(folder.names(), ["greedy.ron"]);
}

#[test]
fn a_sheet_of_runs_has_the_floors_that_the_runs_have() {
    let folder = Folder::new();
    folder.run("sheet --run delve --seeds 3..5 --scale 2 --out runs.png").ok();
    let sheet = Pixels::read(&folder.bytes("runs.png"));
    let run = roomgen::run::Run::built_in("delve").expect("a run");
    let about = ["60x40", "seeds 3..5", "5 floors", &format!("run {:016x}", run.digest())].map(str::to_owned);
    let about = about.into_iter().chain([format!("revision {}", roomgen::REVISION)]).collect();
    let subject = ContactSheetSubject {
        title: "delve",
        preset: run.preset(3, 0).expect("a preset"),
        about,
        levels: SheetLevels::Seeds { count: 2, largest: 4 },
        difficulties: vec![0.0],
        floors: (0..5).collect(),
    };
    let plan =
        ContactSheet::new(&subject, ContactSheetOptions { scale: Some(2), ..Default::default() }).expect("a sheet");
    assert_eq!(sheet.size(), plan.dimensions());
    for (position, (seed, floor)) in [(0, (3, 0)), (3, (3, 3)), (9, (4, 4))] {
        let (level, preset) = (run.level(seed, floor).expect("a floor"), run.preset(seed, floor).expect("a preset"));
        let alone = png::render(&level, preset.theme(), plan.picture_options()).expect("a picture");
        let alone = Pixels::read(&png::encode(&alone).expect("a file"));
        assert!(part(&sheet, plan.corner(position).expect("a place"), &alone) == alone.bytes, "{seed} {floor}");
    }
    // Branches that not every seed has leave places empty.
    folder.run("sheet --run descent --seeds 0..3 --scale 1 --out runs.png").ok();
    folder.run("sheet --run delve --difficulty 1 --out a.png").fails(2, &["--run", "cannot be used with"]);
}

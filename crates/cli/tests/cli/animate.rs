//! `roomgen animate`: an animation of a level's generation.

use super::Folder;

#[test]
fn an_animation_is_written_as_asked_and_the_same_each_time() {
    let folder = Folder::new();
    let line = "animate --seed 7 --size 16x12 --scale 2";
    folder.run(&format!("{line} --out a.gif")).ok();
    folder.run(&format!("{line} --out b.GIF")).ok();
    let whole = folder.bytes("a.gif");
    assert!(whole.starts_with(b"GIF89a") && whole.ends_with(b";"));
    assert!(folder.bytes("b.GIF") == whole && folder.run(&format!("{line} --out -")).ok().out == whole);
    for other in ["--preset mine", "--floor 1", "--difficulty 1", "--room 0", "--start 14,10"] {
        folder.run(&format!("{line} {other} --out c.gif")).ok();
        assert!(folder.bytes("c.gif") != whole, "{other}");
    }
}

#[test]
fn a_level_is_written_as_its_animation_if_its_preset_gives_it_again() {
    let folder = Folder::new();
    let line = "--seed 7 --size 16x12 --floor 2 --start 14,10";
    folder.run(&format!("{line} --out a.ron --out a.gif")).ok();
    folder.run(&format!("animate {line} --out b.gif")).ok();
    folder.run("convert a.ron c.gif").ok();
    assert!(folder.bytes("a.gif") == folder.bytes("b.gif") && folder.bytes("c.gif") == folder.bytes("b.gif"));
    folder.run("convert a.ron d.gif --preset mine").fails(1, &["The animation cannot be made", "rules differ"]);
    let other = folder.text("a.ron").replace("preset: \"crypt\"", "preset: \"lost\"");
    folder.put("b.ron", other);
    folder.run("convert b.ron d.gif --force").fails(1, &["needs its preset", "--preset"]);
}

#[test]
fn an_impossible_animation_is_refused_and_nothing_written() {
    let folder = Folder::with("my.gif.ron", "(");
    let names = folder.names();
    folder.run("animate --seed 7").fails(2, &["--out"]);
    folder.run("animate --seed 7 --out a.png").fails(2, &["--out", "a.png", ".gif"]);
    folder.run("animate --seed 7 --out none/a.gif").fails(1, &["--out", "none", "folder"]);
    folder.run("animate --seed 7 --out a.gif --start 80,0").fails(2, &["--start 80,0", "columns 0 to 79"]);
    folder.run("animate --seed 7 --out a.gif --scale 40").fails(2, &["--scale", "1 to 32"]);
    folder
        .run("animate --seed 7 --out a.gif --scale 32")
        .fails(2, &["80x50", "largest scale that fits is 16", "--scale"]);
    folder.run("animate --seed 7 --out a.gif --size 2000x1000").fails(2, &["2000x1000", "--size"]);
    folder.run("animate --seed 7 --out a.gif --size 16x12 --room 99").fails(2, &["--room 99", "the rooms 0 to "]);
    folder.run("animate --seed 7 --out a.gif --preset ./my.gif.ron").fails(1, &["my.gif.ron"]);
    assert_eq!(folder.names(), names);
}

#[test]
#[cfg(target_os = "linux")]
fn an_animation_that_is_interrupted_ends_with_130_and_leaves_nothing() {
    use super::signals;
    use signal_hook::consts::{SIGINT, SIGTERM};

    let folder = Folder::new();
    for (signal, number) in [("-INT", SIGINT), ("-TERM", SIGTERM)] {
        let mut tool = super::program(&folder.path(""));
        tool.args("animate --seed 7 --size 300x300 --scale 1 --out a.gif".split(' '));
        let tool = tool.stderr(std::process::Stdio::piped()).spawn().expect("the tool runs");
        // The tool has a handler for one signal before it has one for the next.
        signals::await_handler(&tool, number);
        assert_eq!(signals::ended_by(signal, tool).status.code(), Some(130), "{signal}");
        assert!(folder.names().is_empty(), "{signal}: {:?}", folder.names());
    }
}

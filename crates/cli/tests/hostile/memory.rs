//! The memory that a level file takes while it is read: at most eight times that of its text.

use std::{env, ffi::OsStr, fs, process::Command};

use roomgen::export::{json, ron};

use crate::{cli::Folder, tier};

/// Names the file that this process is to read, and tell the memory of.
const FILE: &str = "ROOMGEN_TEST_LEVEL_FILE";
/// The bytes of each file.
const LENGTH: usize = 4_000_000;
/// The bytes of memory that have nothing to do with the file: three million for the code that runs
/// for the first time.
const SLACK: usize = 5_000_000;
/// How many times the memory of its text a file may take.
const TIMES: usize = 8;

/// The fields of a level file of one room, in RON and in JSON.
const FIELDS: [(&str, &str, &str); 19] = [
    ("format", "1", "1"),
    ("revision", "1", "1"),
    ("seed", "1", "\"1\""),
    ("floor", "0", "0"),
    ("difficulty", "0.0", "0.0"),
    ("preset", "\"a\"", "\"a\""),
    ("preset_digest", "\"0123456789abcdef\"", "\"0123456789abcdef\""),
    ("start", "None", "null"),
    ("width", "16", "16"),
    ("height", "16", "16"),
    ("tiles", "[]", "[]"),
    ("rooms", "[]", "[]"),
    ("passages", "[]", "[]"),
    ("path", "[]", "[]"),
    ("entry", "(1, 1)", "[1, 1]"),
    ("exit", "(2, 1)", "[2, 1]"),
    ("kinds", "{}", "{}"),
    ("props", "[]", "[]"),
    ("notes", "[]", "[]"),
];

/// A level file with `value` in place of a field, or beside the others.
fn file(field: &str, value: &str, is_json: bool) -> String {
    let name = |name: &str| if is_json { format!("\"{name}\"") } else { name.to_owned() };
    let others = FIELDS.iter().filter(|(other, ..)| *other != field);
    let mut fields: Vec<_> =
        others.map(|(other, ron, json)| format!("{}:{}", name(other), if is_json { json } else { ron })).collect();
    // Before all others, so that no other mistake ends the reading.
    fields.insert(1, format!("{}:{value}", name(field)));
    let all = fields.join(",");
    if is_json { format!("{{{all}}}") } else { format!("({all})") }
}

/// A field, with a text before, an entry that is repeated, and a text behind: in RON, then in JSON.
type Case = (&'static str, [&'static str; 3], [&'static str; 3]);

const ROOM: [&str; 2] = [
    "(id:0,kind:End,x:1,y:1,width:1,height:1,depth:0,progress:0,tags:[],shape:L),",
    r#"{"id":0,"kind":"End","x":1,"y":1,"width":1,"height":1,"depth":0,"progress":0,"tags":[],"shape":"L"},"#,
];
const TAGGED: [&str; 2] = [
    r#"(id:0,kind:End,x:1,y:1,width:1,height:1,depth:0,progress:0,tags:["a","b","c","d","e","f","g","h","i","j","k","l","m","n"],layout:"a",vault:"b",shape:L),"#,
    r#"{"id":0,"kind":"End","x":1,"y":1,"width":1,"height":1,"depth":0,"progress":0,"tags":["a","b","c","d","e","f","g","h","i","j","k","l","m","n"],"layout":"a","vault":"b","shape":"L"},"#,
];
const CASES: [Case; 29] = [
    ("tiles", ["[", "\"\",", "]"], ["[", "\"\",", "\"\"]"]),
    ("tiles", ["[\"", "#", "\"]"], ["[\"", "#", "\"]"]),
    ("path", ["[", "0,", "]"], ["[", "0,", "0]"]),
    ("rooms", ["[", ROOM[0], "]"], ["[", ROOM[1], "{}]"]),
    ("rooms", ["[", TAGGED[0], "]"], ["[", TAGGED[1], "{}]"]),
    (
        "rooms",
        ["[(id:0,kind:End,x:1,y:1,width:1,height:1,depth:0,progress:0,shape:L,tags:[", "\"a\",", "])]"],
        [
            r#"[{"id":0,"kind":"End","x":1,"y":1,"width":1,"height":1,"depth":0,"progress":0,"shape":"L","tags":["#,
            "\"a\",",
            "\"a\"]}]",
        ],
    ),
    (
        "passages",
        ["[", "(id:0,rooms:(0,0),doors:[(x:0,y:0,width:1,height:1)],corridor:[],kind:Open),", "]"],
        [
            "[",
            r#"{"id":0,"rooms":[0,0],"doors":[{"x":0,"y":0,"width":1,"height":1}],"corridor":[],"kind":"Open"},"#,
            "{}]",
        ],
    ),
    (
        "passages",
        ["[(id:0,rooms:(0,0),corridor:[],kind:Open,doors:[", "(x:0,y:0,width:1,height:1),", "])]"],
        [
            r#"[{"id":0,"rooms":[0,0],"corridor":[],"kind":"Open","doors":["#,
            r#"{"x":0,"y":0,"width":1,"height":1},"#,
            "{}]}]",
        ],
    ),
    (
        "passages",
        ["[(id:0,rooms:(0,0),doors:[],kind:Open,corridor:[", "(0,0),", "])]"],
        [r#"[{"id":0,"rooms":[0,0],"doors":[],"kind":"Open","corridor":["#, "[0,0],", "[0,0]]}]"],
    ),
    (
        "keys",
        ["[(name:\"a\",use:Key,room:0,cell:(1,1),opens:[", "0,", "])]"],
        [r#"[{"name":"a","use":"Key","room":0,"cell":[1,1],"opens":["#, "0,", "0]}]"],
    ),
    (
        "keys",
        ["[", "(name:\"a\",use:Key,room:0,cell:(1,1),opens:[]),", "]"],
        ["[", r#"{"name":"a","use":"Key","room":0,"cell":[1,1],"opens":[]},"#, "{}]"],
    ),
    ("stairs", ["[", "(cell:(1,1),to:\"a\"),", "]"], ["[", r#"{"cell":[1,1],"to":"a"},"#, "{}]"]),
    ("offers", ["[", "(props:[0,1],take:1),", "]"], ["[", r#"{"props":[0,1],"take":1},"#, "{}]"]),
    (
        "notes",
        ["[", "(code:PathShort,wanted:0,got:0),", "]"],
        ["[", r#"{"code":"PathShort","wanted":0,"got":0},"#, "{}]"],
    ),
    (
        "notes",
        ["[(code:PathShort,wanted:0,got:0,about:\"", "\u{7}", "\")]"],
        [r#"[{"code":"PathShort","wanted":0,"got":0,"about":""#, r"\u0007", "\"}]"],
    ),
    ("preset", ["\"", "\u{7}", "\""], ["\"", r"\u0007", "\""]),
    (
        "props",
        ["[", "(kind:\"a\",room:0,x:0,y:0,width:1,height:1,offset:(0,0)),", "]"],
        ["[", r#"{"kind":"a","room":0,"x":0,"y":0,"width":1,"height":1,"offset":[0,0]},"#, "{}]"],
    ),
    ("kinds", ["{\"a\":(tags:[", "\"a\",", "])}"], [r#"{"a":{"tags":["#, "\"a\",", "\"a\"]}}"]),
    ("kinds", ["{\"a\":(values:{\"a\":[", "\"\",", "]})}"], [r#"{"a":{"values":{"a":["#, "\"\",", "\"\"]}}}"]),
    ("kinds", ["{\"a\":(values:{\"a\":[", "0,", "]})}"], [r#"{"a":{"values":{"a":["#, "0,", "0]}}}"]),
    ("unreachable", ["[", "(0,0,1),", "]"], ["[", "[0,0,1],", "[0,0,1]]"]),
    (
        "encounters",
        ["[", "(group:\"a\",room:0,cost:0,cells:[(0,0)]),", "]"],
        ["[", r#"{"group":"a","room":0,"cost":0,"cells":[[0,0]]},"#, "{}]"],
    ),
    (
        "encounters",
        ["[(group:None,room:0,cost:0,cells:[", "(0,0),", "])]"],
        [r#"[{"group":null,"room":0,"cost":0,"cells":["#, "[0,0],", "[0,0]]}]"],
    ),
    (
        "loot",
        ["[", "(item:\"a\",room:0,value:0,cell:(0,0)),", "]"],
        ["[", r#"{"item":"a","room":0,"value":0,"cell":[0,0]},"#, "{}]"],
    ),
    (
        "terrain",
        ["(rows:[],partings:[],kinds:[", "(name:\"a\",symbol:'a',glyph:'a',color:\"\",blocks:true,depth:0),", "])"],
        [
            r#"{"rows":[],"partings":[],"kinds":["#,
            r#"{"name":"a","symbol":"a","glyph":"a","color":"","blocks":true,"depth":0},"#,
            "{}]}",
        ],
    ),
    (
        "terrain",
        ["(kinds:[],partings:[],rows:[", "\"\",", "])"],
        [r#"{"kinds":[],"partings":[],"rows":["#, "\"\",", "\"\"]}"],
    ),
    (
        "terrain",
        ["(kinds:[],rows:[\"", ".", "\"],partings:[])"],
        [r#"{"kinds":[],"rows":[""#, ".", r#""],"partings":[]}"#],
    ),
    (
        "terrain",
        [
            "(kinds:[],rows:[],partings:[",
            "(name:\"a\",terrain:\"a\",band:(x:0,y:0,width:1,height:1),crossings:[0]),",
            "])",
        ],
        [
            r#"{"kinds":[],"rows":[],"partings":["#,
            r#"{"name":"a","terrain":"a","band":{"x":0,"y":0,"width":1,"height":1},"crossings":[0]},"#,
            "{}]}",
        ],
    ),
    ("later", ["[", "0,", "]"], ["[", "0,", "0]"]),
];

/// The bytes in memory at most until now.
fn peak() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
    1024 * line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number")
}

/// Reads a file as the tool does, and tells the bytes that this takes beside the text.
fn read(path: &OsStr) {
    let text = fs::read_to_string(path).expect("a file");
    let before = peak();
    let is_json = text.starts_with('{');
    let refused = if is_json { json::read_unchecked(&text) } else { ron::read_unchecked(&text) }.map(drop);
    println!("\nbytes: {}, {refused:?}", peak() - before);
}

#[test]
fn a_level_file_takes_at_most_eight_times_the_memory_of_its_text() {
    if let Some(path) = env::var_os(FILE) {
        return read(&path);
    }
    let folder = Folder::new();
    let mut worst = 0;
    for (field, ron, json) in CASES.into_iter().step_by(tier::size(4, 1)) {
        for ([start, entry, end], is_json) in [(ron, false), (json, true)] {
            let text = file(field, &format!("{start}{}{end}", entry.repeat(LENGTH / entry.len())), is_json);
            folder.put("level", &text);
            let name = "hostile::memory::a_level_file_takes_at_most_eight_times_the_memory_of_its_text";
            let mut reader = Command::new(env::current_exe().expect("this program"));
            let run = reader.args([name, "--exact", "--nocapture"]).env(FILE, folder.path("level")).output();
            let told = String::from_utf8_lossy(&run.expect("it runs").stdout).into_owned();
            let line = told.lines().find_map(|line| line.strip_prefix("bytes: ")).unwrap_or_else(|| panic!("{told}"));
            let (bytes, refused) = line.split_once(", ").expect("two parts");
            let bytes: usize = bytes.parse().expect("a number");
            let what = format!("{field}: {entry:?} again and again: {bytes} bytes for {}: {refused}", text.len());
            println!("{what}");
            assert!(refused.starts_with("Err") && refused.len() < 4096, "{what}");
            assert!(bytes <= TIMES * text.len() + SLACK, "{what}");
            worst = worst.max(bytes);
        }
    }
    println!("at most {worst} bytes");
}

/// A list above its limit is refused, with the limit.
#[test]
fn lists_have_no_more_entries_than_their_limits() {
    let level = ron::write(super::level());
    let note = "(code:PathShort,wanted:1,got:0,about:None),";
    let with_notes = |count: usize| {
        let start = level.find("notes: [").expect("notes") + "notes: [".len();
        [&level[..start], &note.repeat(count), &level[start..]].concat()
    };
    assert!(ron::read_unchecked(&with_notes(1000)).is_ok());
    let told = ron::read_unchecked(&with_notes(20_000)).expect_err("too many").to_string();
    assert!(told.ends_with("more than 1024 notes; allowed: at most 1024"), "{told}");
}

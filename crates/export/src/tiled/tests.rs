//! Escaping, sheets of other presets, and detection of edited files.

use super::*;
use crate::map::is_unedited_picture;
use roomgen::{export::ron, generate, preset::Preset};

const LEVEL: &str = include_str!("../../../../tests/levels/hand-made.ron");

fn read(text: &str) -> Level {
    ron::read_unchecked(text).expect("a level file")
}

#[test]
fn characters_that_xml_cannot_hold_are_replaced_and_the_rest_comes_back() {
    let level = read(&LEVEL.replace(r#"a \"crypt\""#, r#"a \"<crypt>\" & 'more' \u{1f600}"#));
    let theme = Theme::default();
    let sheet = TileSheet::of_level(&level, &theme, None);
    let text = String::from_utf8(tmx(&level, &theme, &sheet, "a&b")).expect("text");
    let told = "a &quot;&lt;crypt&gt;&quot; &amp; 'more' \u{1f600}";
    assert!(text.contains(&format!("name=\"preset\" type=\"string\" value=\"{told}\"")), "{text}");
    assert!(text.contains("source=\"a&amp;b.tsx\""));
    let files = sheet_files(&sheet, "a&b").expect("files");
    let tileset = String::from_utf8(files[1].bytes.clone()).expect("text");
    assert!(tileset.contains("<image source=\"a&amp;b.png\"") && tileset.contains("class=\"roomgen\""));
    let seed = format!("name=\"seed\" type=\"string\" value=\"{}\"", u64::MAX);
    assert!(text.contains(&seed) && text.contains(&format!("value=\"{}\"", u32::MAX)));
}

#[test]
fn a_sheet_of_another_preset_has_the_kinds_of_the_level_behind_its_own() {
    let [cellar, crypt] = ["cellar", "crypt"].map(|name| Preset::built_in(name).expect("a preset"));
    let level = generate(&crypt, 7);
    let theme = cellar.theme();
    let [own, both] = [TileSheet::of_preset(&cellar), TileSheet::of_level(&level, theme, Some(&cellar))];
    let classes = |sheet: &TileSheet| sheet.tilesets()[0].tiles.iter().map(|tile| tile.local_id).collect::<Vec<_>>();
    let (own, all) = (classes(&own), classes(&both));
    assert!(all.starts_with(&own) && all.len() > own.len());
    assert!(level.props().all(|prop| both.tile(&prop).is_some()));
    let level = generate(&cellar, 7);
    let files = |sheet: TileSheet| sheet_files(&sheet, "t").expect("files");
    assert!(files(TileSheet::of_preset(&cellar)) == files(TileSheet::of_level(&level, theme, Some(&cellar))));
}

#[test]
fn a_file_knows_whether_it_was_edited() {
    let sheet = TileSheet::of_level(&read(LEVEL), &Theme::default(), None);
    let files = sheet_files(&sheet, "t").expect("files");
    let (picture, tilesets) = files.split_first().expect("a picture");
    assert!(!tilesets.is_empty() && tilesets.iter().all(|file| is_unedited_tileset(&file.bytes)));
    let tileset = &tilesets[0].bytes;
    assert!(is_unedited_picture(&picture.bytes));
    let reader = png::Decoder::new(std::io::Cursor::new(&picture.bytes)).read_info();
    assert!(reader.expect("a PNG file").finish().is_ok());
    for at in (0..tileset.len()).step_by(61) {
        let mut edited = tileset.clone();
        edited[at] ^= 1;
        assert!(!is_unedited_tileset(&edited), "byte {at}");
    }
    for at in (0..picture.bytes.len() - 16).step_by(61).chain([picture.bytes.len() - 1]) {
        let mut edited = picture.bytes.clone();
        edited[at] ^= 1;
        assert!(!is_unedited_picture(&edited), "byte {at}");
    }
    assert!(!is_unedited_picture(b"") && !is_unedited_picture(tileset));
    assert!(!is_unedited_tileset(b"") && !is_unedited_tileset(b"\xff") && !is_unedited_tileset(b"<tileset/>"));
}

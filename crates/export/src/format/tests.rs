//! The list of formats: names, endings, and that the bytes of each are what it says.

use roomgen::{Preset, generate};

use super::*;

/// How the files of a format begin, each its own way.
fn head(format: Format) -> &'static [u8] {
    match format {
        Format::Ron => b"(\n",
        Format::Json => b"{\n",
        Format::Text => b"#",
        Format::Ansi => b"\x1b[",
        Format::Png => b"\x89PNG",
        #[cfg(feature = "webp")]
        Format::Webp => b"RIFF",
        Format::Svg => b"<svg",
        Format::Csv => b"id,",
        Format::Dot => b"digraph",
        Format::Glb => b"glTF",
        Format::Tmx => b"<?xml",
        Format::Tmj => b"{\n  \"type\": \"map\"",
        Format::Ldtk => b"{\"__header__\":{\"app\":\"LDtk\"",
        Format::Uvtt => b"{\n  \"format\": ",
        Format::Godot => b"[gd_scene format=4]\n",
        Format::Gif => b"GIF89a",
    }
}

#[test]
fn each_format_has_a_name_and_an_ending_of_its_own() {
    for (place, &format) in Format::ALL.iter().enumerate() {
        assert_eq!(format.name().to_uppercase().parse(), Ok(format));
        assert_eq!(format.ending().parse(), Ok(format));
        assert_eq!(Format::with_ending(&format.ending().to_uppercase()), Some(format));
        assert!(format.aliases().iter().all(|alias| Format::with_ending(alias) == Some(format)));
        assert!(
            Format::ALL[..place].iter().all(|other| other.name() != format.name() && other.about() != format.about())
        );
        assert!(format.media_type().contains('/') && !format.about().is_empty());
    }
    let unknown = "yaml".parse::<Format>().unwrap_err().to_string();
    assert!(unknown.starts_with("there is no format \"yaml\"; the formats are ron, json, "), "{unknown}");
}

#[test]
fn each_format_writes_files_that_begin_as_its_files_do() {
    // Without terrain, which may stand in the first row.
    let preset = Preset::built_in("warehouse").unwrap().with_size("24x16".parse().unwrap()).unwrap();
    let level = generate(&preset, 7);
    let export = LevelExport::new(&level, &preset);
    for &format in Format::ALL {
        let files = format.files(&export, "deep").unwrap();
        assert!(files[0].name == format!("deep.{}", format.ending()) && files[0].media_type == format.media_type());
        let start = String::from_utf8_lossy(&files[0].bytes[..20]);
        assert!(files[0].bytes.starts_with(head(format)), "{format:?}: {start}");
        let beside: Vec<_> = files[1..].iter().map(|file| &*file.name).collect();
        assert_eq!(!beside.is_empty(), format.kind() == FormatKind::Map, "{format:?}: {beside:?}");
        let text = String::from_utf8_lossy(&files[0].bytes);
        assert!(beside.iter().all(|name| text.contains(name) || format == Format::Tmj || name.ends_with(".png")));
        assert_eq!(std::str::from_utf8(&files[0].bytes).is_err(), format.kind().is_binary(), "{format:?}");
    }
    // Without the preset, all but an animation can be written.
    let other = LevelExport::without_preset(&level, preset.theme());
    for &format in Format::ALL {
        assert_eq!(matches!(format.bytes(&other), Err(ExportError::NeedsPreset)), format == Format::Gif, "{format:?}");
    }
}

#[test]
fn an_animation_is_that_of_the_levels_own_request_and_no_other_level_has_it() {
    let preset = Preset::built_in("cellar").unwrap();
    let small = preset.clone().with_size("24x16".parse().unwrap()).unwrap();
    let request =
        roomgen::Request::new(7).on_floor(3).with_difficulty(0.5).unwrap().starting_at(roomgen::Cell::new(9, 9));
    let level = generate(&small, request.clone());
    let expected = crate::gif::write(&small, request, Default::default()).unwrap();
    // The preset's own size does not count.
    assert!(Format::Gif.bytes(&LevelExport::new(&level, &preset)).unwrap() == expected);
    let mut edited = level.clone();
    edited.set_tile(roomgen::Cell::new(0, 0), roomgen::Tile::Floor);
    for (level, preset) in [(&edited, preset), (&level, Preset::built_in("crypt").unwrap())] {
        let refused = Format::Gif.bytes(&LevelExport::new(level, &preset)).unwrap_err();
        assert!(matches!(refused, ExportError::Animation(_)), "{refused}");
    }
}

#[test]
fn a_run_is_one_file_where_its_ending_says_so_and_else_a_file_for_each_floor() {
    let run = roomgen::run::Run::built_in("delve").unwrap();
    let mut generator = run.generator(7);
    let above: Vec<Option<u32>> = generator.floors().iter().map(|floor| floor.above).collect();
    let levels: Vec<_> = generator.by_ref().collect();
    let presets: Vec<_> = levels.iter().map(|level| run.preset(7, level.origin().floor).unwrap()).collect();
    let floors: Vec<_> = levels.iter().zip(&presets).zip(above).collect();
    let floors: Vec<LevelExport<'_>> = floors
        .into_iter()
        .map(|((level, preset), above)| LevelExport { above, ..LevelExport::new(level, preset) })
        .collect();
    for &format in Format::ALL {
        let ending = format.run_ending();
        assert!(ending.is_none_or(|ending| Format::with_run_ending(&ending.to_uppercase()).is_some()));
        if format == Format::Gif {
            continue;
        }
        let RunFiles { files, sheets } = format.run_files(&floors, "deep").unwrap();
        let names: Vec<&str> = files.iter().chain(sheets.iter().flatten()).map(|file| &*file.name).collect();
        assert!(ending.is_none_or(|ending| names[0] == format!("deep.{ending}")), "{names:?}");
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
        match ending {
            Some("ldtk") => assert_eq!(names, ["deep.ldtk", "deep-tiles.png"]),
            Some(_) => assert_eq!((files.len(), &sheets[0][0].name[..]), (floors.len() + 1, "deep-tiles-1.png")),
            None => assert!(sheets.is_empty() && names[0] == format!("deep-00.{}", format.ending())),
        }
        // What files name is there.
        let text = String::from_utf8_lossy(&files[0].bytes);
        let maps = files.iter().skip(1).filter(|_| ending == Some("world"));
        assert!(maps.clone().all(|map| text.contains(&format!("\"{}\"", map.name))), "{text}");
    }
    assert_eq!((Format::with_run_ending("world"), Format::with_run_ending("ron")), (Some(Format::Tmx), None));
    let many: Vec<_> = floors.iter().cycle().take(257).copied().collect();
    let refused = Format::Ldtk.run_files(&many, "deep").unwrap_err().to_string();
    assert_eq!(refused, "257 floors are too many for one file: at most 256 are allowed");
}

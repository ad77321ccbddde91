//! Any text as a level file: both readers agree, and a level that is read supports all operations.

use roomgen::{
    Audience, Level, LevelError, Rect,
    export::{csv, dot, json, ron, text},
    level_file::StatedFacts,
    mesh::Mesh,
    play::{Floor, PlayerAction, StepOutcome, Walker},
    sight,
    theme::Theme,
};
use roomgen_export::{
    ansi, gltf, godot, ldtk,
    map::{MapFloor, TileSheet},
    picture::{self, View},
    png, svg, tiled, uvtt,
};

/// The functions of a file format.
struct Format {
    read: fn(&str) -> Result<Level, LevelError>,
    read_stated: fn(&str) -> Result<(Level, StatedFacts), LevelError>,
    write: fn(&Level) -> String,
}

const RON: Format = Format { read: ron::read, read_stated: ron::read_stated, write: ron::write };

const JSON: Format = Format { read: json::read, read_stated: json::read_stated, write: json::write };

/// The most cells of a level that is exported.
const FEW_CELLS: u32 = 48 * 48;

pub fn level_ron(bytes: &[u8]) {
    level(bytes, &RON);
}

pub fn level_json(bytes: &[u8]) {
    level(bytes, &JSON);
}

fn level(bytes: &[u8], format: &Format) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = (format.read_stated)(text);
    match whole {
        Ok((level, stated)) => {
            let breaches = level.check();
            let facts = stated.check(&level);
            assert_eq!((format.read)(text).is_ok(), breaches.is_empty() && facts.is_ok(), "{breaches:?} {facts:?}");
            assert!(breaches.iter().all(|breach| !breach.to_string().is_empty()));
            is_written(&level);
            is_answered(&level);
            is_played(&level, breaches.is_empty());
            is_chosen_from(&level);
            if level.size().cells() <= FEW_CELLS {
                is_drawn(&level);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Written and read again, the level is the same: in both formats, and as a save.
fn is_written(level: &Level) {
    for format in [RON, JSON] {
        let text = (format.write)(level);
        let (again, stated) = (format.read_stated)(&text).expect("a level that was written");
        assert_eq!(stated.check(&again), Ok(()));
        assert!(again == *level, "read again it is another level");
        assert_eq!((format.write)(&again), text);
    }
    let saved = serde_json::to_string(level).expect("any level can be saved");
    let loaded: Level = serde_json::from_str(&saved).expect("a level that was saved");
    assert!(loaded == *level, "loaded it is another level");
}

/// The queries of a game give consistent answers.
fn is_answered(level: &Level) {
    let bounds = level.tiles().bounds();
    let distances = level.distances(level.entry());
    for cell in bounds.grown(1).into_iter().flat_map(Rect::cells) {
        assert!(level.room_at(cell).is_none_or(|room| room.rect.contains(cell)));
        assert!(distances.get(cell).is_none() || level.is_walkable(cell));
    }
    let mut props = 0;
    for room in level.rooms() {
        let _ = (level.layout(room), level.vault(room), level.tags(room).count());
        // In an unsound level a passage may join a room to itself and then counts twice.
        assert!(level.neighbours(room.id).count() <= 2 * level.passages().len());
        assert!(level.floor_in(room.id).all(|cell| room.rect.contains(cell)));
        // Blocked or not, all cells of the level have an answer.
        let _ = (level.can_block(&room.rect.cells().collect::<Vec<_>>()), level.neighbours(room.id).count());
        props += level.props_in(room.id).len();
    }
    assert_eq!(props, level.props().len());
    let things = level.props().filter(|prop| !prop.kind.marker).count();
    let index = level.index();
    assert_eq!((index.len(), level.octree().len()), (things, level.props().len()));
    for kind in level.kinds() {
        let _ = level.can_place(&index, kind, level.exit(), [0.0; 2]);
    }
    for passage in level.passages() {
        let _ = (level.one_way_doors(passage).count(), level.lock_mark(passage), level.lock(passage));
    }
    let _ = (level.digest(), level.start().id, level.end().id, level.path_as_if_open(level.entry(), level.exit()));
}

/// The queries of a mission end. A sound level has a walkthrough that a player can follow.
fn is_played(level: &Level, is_sound: bool) {
    let mission = level.mission();
    let order = mission.order();
    let mut floor = Floor::new(level);
    order.iter().for_each(|&action| act(&mut floor, action));
    assert_eq!(floor.keys().len() + floor.opened().len(), order.len());
    let walkthrough = mission.walkthrough();
    let mut floor = Floor::new(level);
    for id in 0..level.passages().len() as u32 {
        floor.reveal(id);
    }
    if is_sound {
        let walkthrough = walkthrough.expect("a sound level can be won");
        for leg in walkthrough.legs() {
            for step in leg.cells.windows(2) {
                let outcome = floor.step(step[0], step[1]);
                let is_opened = matches!(outcome, StepOutcome::Opened { .. });
                let outcome = if is_opened { floor.step(step[0], step[1]) } else { outcome };
                assert_eq!(outcome, StepOutcome::Moved, "{step:?}");
            }
            act(&mut floor, leg.action);
        }
        assert_eq!(walkthrough.cells().last(), Some(level.exit()));
    }
    is_in_play(floor);
}

/// The queries of a floor end, whatever the level; its state comes back.
fn is_in_play(mut floor: Floor<&Level>) {
    let level = *floor.shared_level();
    let (entry, exit) = (level.entry(), level.exit());
    let _ = (floor.path(entry, exit, Walker::Hero), floor.distances_to([exit], Walker::Monster).get(entry));
    let mut known = sight::view(floor.opaque(), entry, 20);
    let _ = (floor.explore(entry, &known, [exit]), floor.travel(entry, exit, &known), floor.search(entry, 9));
    let ids: Vec<u32> = (0..level.props().len() as u32).step_by(3).collect();
    ids.into_iter().for_each(|id| drop(floor.take(id)));
    known.union_with(floor.searched());
    let _ = sight::light(level, floor.opaque());
    let _ = text::write(&floor.level_now().seen_by_player(&known));
    let state = floor.state();
    let again = Floor::resume(level, state.clone()).expect("its own state");
    assert_eq!(again.state(), state);
}

/// Of each offer as many props are taken as may be, on a floor and by edits; then none is left.
fn is_chosen_from(level: &Level) {
    let (mut floor, mut edited) = (Floor::new(level), level.clone());
    for offer in level.offers() {
        let taken = offer.props.iter().filter(|&&id| !floor.take(id).is_empty()).count();
        assert_eq!(taken, offer.take as usize);
        assert!(offer.props.iter().all(|&id| floor.is_gone(id)));
    }
    while let Some(offer) = edited.offers().last().cloned() {
        let removed = edited.take_offered(offer.props[0]).expect("a prop of an offer").len();
        assert_eq!(removed, if offer.take == 1 { offer.props.len() } else { 1 });
    }
    let gone: usize = level.offers().iter().map(|offer| offer.props.len()).sum();
    assert_eq!(edited.props().len(), level.props().len() - gone);
}

/// Does what is possible.
fn act(floor: &mut Floor<&Level>, action: PlayerAction) {
    match action {
        PlayerAction::Take(key) => assert!(floor.take_key(key), "key {key} was taken before"),
        PlayerAction::Open(passage) => assert_eq!(floor.open(passage), Ok(()), "passage {passage}"),
        PlayerAction::Leave => {}
        other => panic!("{other:?} is new"),
    }
}

/// All exports end; pictures that are too large are refused.
fn is_drawn(level: &Level) {
    let theme = Theme::default();
    let _ = (
        text::write(level),
        svg::write(level).is_ok(),
        csv::write(level),
        dot::write(level),
        Mesh::from_level(level).is_ok(),
    );
    let _ = (gltf::write(level, &theme).is_ok(), ansi::write(level, &theme, ansi::AnsiOptions::default()).is_ok());
    let _ = text::write(&level.shown_to(Audience::Player));
    for audience in Audience::ALL.iter().copied() {
        for style in png::PictureStyle::ALL.iter().copied() {
            let options = png::PictureOptions { scale: 2, style, audience, ..png::PictureOptions::DEFAULT };
            let _ = (svg::write_with(level, &theme, options).is_ok(), picture::render(level, &theme, options).is_ok());
            let tabletop = uvtt::UvttOptions { scale: 2, ..uvtt::UvttOptions::default() };
            let _ = uvtt::write(level, &theme, options, tabletop).is_ok();
        }
    }
    let sheet = TileSheet::of_level(level, &theme, None);
    let _ = (tiled::tmx(level, &theme, &sheet, "tiles"), tiled::sheet_files(&sheet, "tiles").is_ok());
    let floor = MapFloor { level, theme: &theme, sheet: &sheet, sheet_name: "tiles", above: Some(0) };
    let _ = ldtk::write(&[floor, floor]).is_ok();
    let _ = (godot::tscn(level, &theme, &sheet, "tiles"), godot::sheet_files(&sheet, "tiles").is_ok());
    let overlays = png::Overlay::ALL.iter().copied().collect();
    let region = Rect::from_xywh(1, 1, 6, 6);
    for view in View::ALL.iter().copied() {
        let options = png::PictureOptions { scale: 2, view, ..png::PictureOptions::DEFAULT };
        let _ = picture::render(level, &theme, options).is_ok();
        let _ =
            picture::render(level, &theme, png::PictureOptions { overlays, room: Some(0), legend: true, ..options })
                .is_ok();
        let _ = picture::render(level, &theme, png::PictureOptions { overlays, region, ..options }).is_ok();
    }
}

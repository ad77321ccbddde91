//! Animations of small levels, decoded frame by frame.

use ::gif::{ColorOutput, DecodeOptions, Repeat};

use super::*;
use crate::picture::{self, render};
use cast::FurnishingEvent;
use roomgen::{
    Generator,
    level::Level,
    preset::Preset,
    trace::{Rejection, Step},
};
use script::{TimelineEvent, TimelineEventKind};

fn preset(name: &str, size: &str) -> Preset {
    Preset::built_in(name).unwrap().with_size(size.parse().unwrap()).unwrap()
}

/// The last image that a viewer shows, and the delay of each frame in hundredths of a second.
struct Shown {
    sides: [usize; 2],
    pixels: Vec<[u8; 3]>,
    delays: Vec<u16>,
}

/// Decodes an animation, and calls `see` with what a viewer shows after each of its frames.
fn play_with(bytes: &[u8], mut see: impl FnMut(&Shown)) -> Shown {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let sides = [usize::from(decoder.width()), usize::from(decoder.height())];
    let mut shown = Shown { sides, pixels: vec![[0; 3]; sides[0] * sides[1]], delays: Vec::new() };
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let [left, top, width] = [frame.left, frame.top, frame.width].map(usize::from);
        for (number, &[r, g, b, alpha]) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
            if alpha > 0 {
                shown.pixels[(top + number / width) * sides[0] + left + number % width] = [r, g, b];
            }
        }
        shown.delays.push(frame.delay);
        see(&shown);
    }
    shown
}

fn play(bytes: &[u8]) -> Shown {
    play_with(bytes, |_| {})
}

/// The mean channel difference of the last frame to a picture, of 255, and the number of pixels
/// with a difference of 64 or more. The palette of an animation may lack the colour of a single
/// pixel, but a prop that is missing differs in dozens.
fn distance(shown: &Shown, picture: &Picture) -> (f32, usize) {
    assert_eq!(shown.sides, [picture.width() as usize, (picture.height() + CAPTION) as usize]);
    let parts = || shown.pixels.iter().flatten().zip(picture.bytes()).map(|(one, other)| one.abs_diff(*other));
    let differences: Vec<u8> = parts().collect();
    let far = differences.chunks(3).filter(|pixel| pixel.iter().any(|&difference| difference >= 64)).count();
    (parts().map(f32::from).sum::<f32>() / picture.bytes().len() as f32, far)
}

#[test]
fn an_animation_ends_with_the_picture_of_the_finished_level() {
    let (mut keys, mut one_way) = (0, 0);
    // From a scale of 8 on, the signs of locks and keys have numbers.
    for (name, seed, scale) in [("crypt", 4, 8), ("garden", 3, 4), ("mine", 5, 4)] {
        let preset = preset(name, "28x20");
        let bytes = write(&preset, seed, GifOptions { scale: Some(scale), ..GifOptions::default() }).unwrap();
        let level = Generator::new(&preset).generate(seed);
        let options = picture::PictureOptions { scale, ..picture::PictureOptions::default() };
        let (mean, far) = distance(&play(&bytes), &render(&level, preset.theme(), options).unwrap());
        assert!(mean < 4.0 && far < 8, "{name}: {mean} on the mean, {far} pixels far off");
        keys += level.keys().len();
        one_way += level.passages().iter().filter(|passage| passage.one_way.is_some()).count();
    }
    assert!(keys > 0 && one_way > 0, "{keys} keys, {one_way} one-way doors");
}

#[test]
fn a_room_by_itself_ends_with_its_picture() {
    let preset = preset("crypt", "28x20");
    let mut generator = Generator::new(&preset);
    let (seed, level) =
        (7..).map(|seed| (seed, generator.generate(seed))).find(|(_, level)| !level.keys().is_empty()).unwrap();
    let fullest = (0..).zip(level.rooms()).max_by_key(|(id, _)| level.props_in(*id).count()).unwrap().0;
    for room in [fullest, level.keys().first().unwrap().room] {
        let shown = play(
            &write(&preset, seed, GifOptions { scale: Some(8), room: Some(room), ..GifOptions::default() }).unwrap(),
        );
        let options = picture::PictureOptions { scale: 8, room: Some(room), ..picture::PictureOptions::default() };
        let (mean, far) = distance(&shown, &render(&level, preset.theme(), options).unwrap());
        assert!(mean < 4.0 && far < 8, "room {room}: {mean} on the mean, {far} pixels far off");
    }
}

#[test]
fn an_animation_begins_anew_without_end() {
    let bytes = write(&preset("crypt", "16x12"), 7, GifOptions { scale: Some(2), ..GifOptions::default() }).unwrap();
    // The NETSCAPE 2.0 application extension: sub-block 1 is the loop count, and 0 loops forever.
    let endless = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00";
    assert_eq!(bytes.windows(endless.len()).filter(|window| window == endless).count(), 1);
    let mut decoder = DecodeOptions::new().read_info(&bytes[..]).unwrap();
    decoder.read_next_frame().unwrap();
    assert_eq!(decoder.repeat(), Repeat::Infinite);
}

#[test]
fn the_same_request_gives_the_same_bytes_and_another_one_others() {
    let preset = preset("temple", "20x14");
    let bytes = |seed: u64| write(&preset, seed, GifOptions { scale: Some(3), ..GifOptions::default() }).unwrap();
    assert!(bytes(1) == bytes(1));
    assert!(bytes(1) != bytes(2));
}

#[test]
fn the_length_is_bounded_whatever_the_size() {
    for size in ["16x12", "120x80"] {
        let shown =
            play(&write(&preset("library", size), 9, GifOptions { scale: Some(1), ..GifOptions::default() }).unwrap());
        let seconds: u32 = shown.delays.iter().map(|&delay| u32::from(delay)).sum::<u32>() / 100;
        assert!((4..=8).contains(&seconds), "{size}: {seconds} s");
        assert!(shown.delays.iter().all(|&delay| delay >= FRAME), "viewers slow down shorter frames");
        assert!(shown.delays.len() <= 150, "{size}: {} frames", shown.delays.len());
        assert!(shown.delays.last() >= Some(&150), "the finished level is held");
    }
}

#[test]
fn an_animation_begins_with_what_it_ends_with() {
    let animation = Animation::new(&preset("mine", "40x28"), 5, GifOptions::default()).unwrap();
    let mut frames = animation.frames();
    let first = frames.next_frame().unwrap().picture.clone();
    let (mut dark, mut last) = (false, None);
    while let Some(frame) = frames.next_frame() {
        let level = frame.picture.width() as usize * animation.level_height() as usize;
        let pixels = &frame.picture.bytes().as_chunks::<3>().0[..level];
        dark |= pixels.iter().all(|pixel| *pixel == pixels[0]);
        last = Some(frame.picture.clone());
    }
    assert!(last == Some(first), "it ends with what it began with");
    assert!(dark, "between, all is rock");
}

/// Counts placed props, those of budgets too, slots among them, and props that are removed
/// for walkways in rooms with a layout: what vaults place has no formation that tells its kind.
#[derive(Default)]
struct Counts {
    placed: usize,
    slots: usize,
    opened: usize,
}

/// A level with its story, cast and counts.
fn made(name: &str, seed: u64) -> (Level, RecordedSteps, AnimatedLevel, Counts) {
    made_of(&preset(name, "40x30"), seed)
}

fn made_of(preset: &Preset, seed: u64) -> (Level, RecordedSteps, AnimatedLevel, Counts) {
    let (mut story, mut counts, mut opened) = (RecordedSteps::default(), Counts::default(), Vec::new());
    let level = Generator::new(preset).generate_stepwise(seed, &mut |step| {
        story.see(&step);
        counts.placed += usize::from(matches!(step, Step::Place { .. } | Step::Populate { .. }));
        counts.slots += usize::from(matches!(step, Step::Slot { .. }));
        if let Step::Reject { room, reason: Rejection::Walkway, .. } = step {
            opened.push(room);
        }
    });
    counts.opened = opened.into_iter().filter(|&room| level.layout(&level.rooms()[room as usize]).is_some()).count();
    let cast = AnimatedLevel::new(&level, preset, &story);
    (level, story, cast, counts)
}

#[test]
fn every_prop_appears_once_in_its_room_and_what_goes_was_there() {
    let mut left = 0;
    for name in
        ["arena", "caves", "cellar", "crypt", "garden", "grove", "library", "mine", "sewer", "temple", "warehouse"]
    {
        let (level, _, cast, counts) = made(name, 4);
        let mut appeared = vec![0; cast.level.props().len()];
        for (room, acts) in (0..).zip(&cast.events) {
            for act in acts {
                match *act {
                    FurnishingEvent::Appear(prop) => {
                        appeared[prop] += 1;
                        assert_eq!(cast.level.prop(prop as u32).unwrap().room, room, "{name}");
                    }
                    FurnishingEvent::Leave(cells, prop, _) => {
                        assert!(prop >= cast.own && appeared[prop] == 1, "{name}");
                        assert_eq!(cast.level.prop(prop as u32).unwrap().cells, cells, "{name}");
                        left += 1;
                    }
                    _ => {}
                }
            }
        }
        assert_eq!(cast.own, level.props().len());
        assert!(appeared[..cast.own].iter().all(|&times| times == 1), "{name}: a prop never appears");
        let leaving = cast.events.iter().flatten().filter(|act| matches!(act, FurnishingEvent::Leave(..))).count();
        assert!(appeared.iter().sum::<usize>() + counts.slots <= counts.placed, "{name}");
        assert!(leaving <= appeared.iter().sum::<usize>() - cast.own, "{name}");
        // Through terrain a walkway gets a bridge.
        let has_terrain = cast.level.terrain_cells().is_some();
        assert!(counts.opened == 0 || leaving > 0 || has_terrain, "{name}: nothing goes from walkways");
    }
    assert!(left > 0, "nothing ever goes");
}

#[test]
fn a_script_shows_every_step_in_order_within_its_length() {
    let river = r##"(name: "river", base: "library", size: (48, 36),
        terrain: {"brook": (glyph: '`', color: "#2f5f8f", blocks: true)},
        floorplan: (partings: [(name: "brook", terrain: "brook", crossings: (1, 2))]))"##;
    let (level, story, cast, _) = made_of(&Preset::parse(river).unwrap(), 4);
    assert!(!level.partings().is_empty());
    let plain = AnimationTimeline::whole(&cast, &story, 1, [20, 15], false);
    let acts: Vec<_> = plain.cues.iter().filter(|cue| matches!(cue.what, TimelineEventKind::Act(_))).collect();
    assert!(acts.iter().all(|cue| matches!(cue.what, TimelineEventKind::Act(FurnishingEvent::Appear(_)))));
    assert_eq!(acts.len(), level.props().len(), "without marks, each prop appears and nothing else happens");
    for nears in 0..=2 {
        let script = AnimationTimeline::whole(&cast, &story, nears, [20, 15], true);
        let number = |of: fn(&TimelineEventKind) -> bool| script.cues.iter().filter(|cue| of(&cue.what)).count();
        assert_eq!(number(|what| matches!(what, TimelineEventKind::Cut(_))), story.cuts().len());
        assert_eq!(number(|what| matches!(what, TimelineEventKind::Room(_))), level.rooms().len());
        assert_eq!(number(|what| matches!(what, TimelineEventKind::Build(_))), level.rooms().len());
        assert_eq!(number(|what| matches!(what, TimelineEventKind::Cover(_))), level.partings().len());
        assert_eq!(number(|what| matches!(what, TimelineEventKind::Way(_))), story.ways.len());
        assert_eq!(
            number(|what| matches!(what, TimelineEventKind::Act(_))),
            cast.events.iter().map(Vec::len).sum::<usize>()
        );
        assert!(script.cues.is_sorted_by_key(|cue| cue.start));
        let end = script.frames - script::HOLD;
        assert!(script.cues.iter().all(|cue| cue.start + cue.frames <= end), "{nears}");
        let first = |of: fn(&TimelineEventKind) -> bool| {
            script.cues.iter().position(|TimelineEvent { what, .. }| of(what)).unwrap()
        };
        let order = [
            first(|what| matches!(what, TimelineEventKind::Cut(_))),
            first(|what| matches!(what, TimelineEventKind::Room(_))),
            first(|what| matches!(what, TimelineEventKind::Path)),
            first(|what| matches!(what, TimelineEventKind::Way(_))),
            first(|what| matches!(what, TimelineEventKind::Build(_))),
            first(|what| matches!(what, TimelineEventKind::Cover(_))),
            first(|what| matches!(what, TimelineEventKind::Built)),
            first(|what| matches!(what, TimelineEventKind::Act(_))),
        ];
        assert!(order.is_sorted(), "{order:?}");
    }
}

#[test]
fn an_impossible_animation_is_refused_with_what_is_possible() {
    let preset = preset("crypt", "28x20");
    let refused = |scale: Option<u32>, room: Option<u32>| {
        write(&preset, 7, GifOptions { scale, room, marks: false }).unwrap_err()
    };
    let rooms = Generator::new(&preset).generate(7).rooms().len();
    assert_eq!(refused(None, Some(99)), GifError::NoRoom { room: 99, rooms });
    assert!(refused(None, Some(99)).to_string().contains(&format!("0 to {}", rooms - 1)));
    assert_eq!(refused(Some(0), None), GifError::Scale { scale: 0 });
    assert_eq!(refused(Some(33), Some(0)), GifError::Scale { scale: 33 });
    let size = |text: &str, scale: Option<u32>| {
        GifOptions { scale, ..GifOptions::default() }.dimensions(text.parse().unwrap())
    };
    assert_eq!(size("80x50", None), Ok((640, 400)));
    assert_eq!(size("300x200", None), Ok((600, 400)));
    assert_eq!([size("300x20", None), size("20x120", None)], [Ok((600, 40)), Ok((60, 360))]);
    assert_eq!(
        size("80x50", Some(32)),
        Err(GifError::TooLarge { width: 80, height: 50, scale: 32, largest: Some(16) })
    );
    assert!(size("2000x1000", None).is_err_and(|error| error.to_string().contains("too large")));
}

/// Whether an event is that of a prop that appears, such as "Urn on 1x1 cell at (3, 4)."
fn tells_of_a_prop(event: &str) -> bool {
    event.contains(" on ") && !event.contains(" refused ") && !event.starts_with("Room ")
}

#[test]
fn frames_tell_of_each_prop_and_end_with_the_title() {
    let preset = Preset::built_in("crypt").unwrap().with_size("40x30".parse().unwrap()).unwrap();
    let level = Generator::new(&preset).generate(7);
    let options = GifOptions { scale: Some(4), marks: true, ..GifOptions::default() };
    let animation = Animation::new(&preset, 7, options).unwrap();
    let mut frames = animation.frames();
    let (mut told, mut refused, mut last, mut number) = (0, 0, String::new(), 0);
    while let Some(frame) = frames.next_frame() {
        assert_eq!((frame.number, frame.picture.width()), (number, animation.width()));
        number += 1;
        told += frame.events.iter().filter(|event| tells_of_a_prop(event)).count();
        told -= frame.events.iter().filter(|event| event.contains(" removed from ")).count();
        refused += frame.events.iter().filter(|event| event.contains(" refused on ")).count();
        last = frame.caption.to_owned();
    }
    assert_eq!((number, last.as_str()), (animation.frame_count(), "crypt 7 40x30"));
    assert_eq!(told, level.props().len());
    assert!(refused > 10);
    // The single room has no plan, and fewer events.
    let room = Animation::new(&preset, 7, GifOptions { room: Some(0), marks: true, ..GifOptions::default() }).unwrap();
    let mut frames = room.frames();
    let mut events = Vec::new();
    while let Some(frame) = frames.next_frame() {
        events.extend(frame.events);
    }
    assert_eq!(events[0], "All walls and floors stand.");
    let placed = events.iter().filter(|event| tells_of_a_prop(event)).count();
    let removed = events.iter().filter(|event| event.contains(" removed from ")).count();
    assert_eq!(placed - removed, level.props_in(0).len());
}

#[test]
fn frames_one_by_one_are_the_frames_of_the_gif() {
    for (name, room, scale) in [("crypt", None, 4), ("mine", Some(1), 8)] {
        let preset = preset(name, "28x20");
        let options = GifOptions { scale: Some(scale), room, marks: true };
        let bytes = write(&preset, 5, options).unwrap();
        let animation = Animation::new(&preset, 5, options).unwrap();
        let mut frames = animation.frames();
        let (mut pictures, mut worst) = (0, 0.0_f32);
        play_with(&bytes, |shown| {
            assert_eq!(shown.sides, [animation.width(), animation.height()].map(|side| side as usize));
            // A frame of the GIF stands for all frames that look the same.
            for _ in 0..shown.delays.last().unwrap() / FRAME {
                let frame = frames.next_frame().unwrap_or_else(|| panic!("{name}: there are more in the GIF"));
                let parts = shown.pixels.iter().flatten().zip(frame.picture.bytes());
                let sum: f32 = parts.map(|(one, other)| f32::from(one.abs_diff(*other))).sum();
                worst = worst.max(sum / frame.picture.bytes().len() as f32);
                pictures += 1;
            }
        });
        assert!(frames.next_frame().is_none() && frames.next_frame().is_none(), "it stays at the end");
        assert_eq!(pictures, animation.frame_count(), "{name}");
        // The GIF has 255 colours, chosen from the finished level, which light gives many more.
        assert!(worst < 8.0, "{name}: {worst} on the mean");
    }
}

#[test]
fn frames_can_be_drawn_again_and_by_two_players_at_once() {
    let animation =
        Animation::new(&preset("temple", "20x14"), 1, GifOptions { scale: Some(3), ..GifOptions::default() }).unwrap();
    let (mut one, mut other, mut again) = (animation.frames(), animation.frames(), Vec::new());
    while let Some(frame) = one.next_frame() {
        let (picture, events) = (frame.picture.clone(), frame.events.clone());
        let same = other.next_frame().unwrap();
        assert!(picture == *same.picture && events == same.events && frame.caption == same.caption);
        again.push(picture);
    }
    let mut third = animation.frames();
    assert!(again.iter().all(|picture| third.next_frame().is_some_and(|frame| frame.picture == picture)));
}

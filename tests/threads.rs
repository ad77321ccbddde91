//! Generation from many threads: public types are `Send` and `Sync`, and results are the same.
//!
//! The test `layers` checks that there is no shared mutable state.

use std::{borrow::Borrow, sync::Arc, thread};

use roomgen::{
    Cell, Generator, Level, Preset, Request, check, export, floorplan, level, level_file, model, play, preset, spatial,
    survey, workspace,
};

use crate::{
    layers, shapes,
    sources::{assert_public_types, free},
};

free! {
    // Rules and generators.
    Preset, Generator, Request, roomgen::NamedSeed, model::SeedError, roomgen::Rerolls, preset::Pool<'static>,
    preset::Anchor, preset::RampAxis, preset::BasePreset, preset::MaskDrawing, preset::RampEasing, preset::Entry, preset::Formation,
    preset::Layout, preset::MaskSize, preset::RampInput, preset::EntryPart, preset::Ramp, preset::RoomFilter, preset::FormationShape, preset::RampSlope,
    preset::PropTurn, preset::MaskAxis, preset::ClipRule, preset::AnchorShift, preset::RouteVia, preset::Vault, preset::BasePresetReader,
    preset::WrittenPreset, preset::PresetSpan, preset::CurvePoint, roomgen::PropSources,
    roomgen::Recipe<'static>, roomgen::run::MissingFloor, roomgen::run::Run, roomgen::run::RunFloor, roomgen::run::RunGenerator,
    // Levels and their parts. A level's lookup tables are built by the first query, in a
    // `OnceLock`.
    Level, check::InvariantBreach, level::Audience, level::Allowance, level::Budgets, level::Encounter, level::GroupCost, level::Loot, level::Key, level::Offer, level::LockMark, level::LevelStage, level::Distances, level::PlaceError, level::Origin, level::RunOrigin, level::Stairs, level::Parting, level::Feature, level::FeatureKind, level::Passage, level::Prop<'static>, level::PropRole, level::OutlineSet, level::Collider, level::NumberInRoom, roomgen::TerrainKind,
    level::Room, play::PassError, play::Mission<'static>, play::MissionLock<'static>, play::OpenError, play::PlayerAction,
    play::Floor, play::FloorState, play::StateError, play::StepOutcome, play::StepObstacle, play::Walker, roomgen::sight::Lamp, roomgen::sight::LightMap,
    roomgen::Spawned<'static>, roomgen::SpawnError, play::WalkLeg, play::Walkthrough, floorplan::Connection, floorplan::Corridor, floorplan::FloorPlan, floorplan::Note,
    floorplan::NoteCode, floorplan::PlannedRoom,
    model::DoorKind, model::Hundredths, model::KeyUse, model::Labels, model::Light, model::Metres, model::Name, model::PropKind, model::RoomKind, model::RoomShape, model::Tile,
    roomgen::geom::Cell, roomgen::geom::RectCorner, roomgen::geom::Direction, roomgen::geom::Extent, roomgen::geom::HalfCell, roomgen::geom::Rect, roomgen::geom::Size,
    roomgen::grid::BitGrid, roomgen::grid::Grid<u8>, roomgen::grid::GridCells<'static, u8>,
    roomgen::theme::FloorStyle, roomgen::theme::Look, roomgen::theme::Sprite, roomgen::theme::SpritePicture, roomgen::theme::Theme, roomgen::theme::WallStyle,
    roomgen::color::Color,
    // Observers and reports.
    roomgen::trace::PropSource, roomgen::trace::Rejection, roomgen::trace::Step, roomgen::stages::Stage, roomgen::stages::StageDigests,
    roomgen::lint::FindingCode, roomgen::lint::FormationShare, roomgen::lint::Finding, roomgen::lint::Linter, roomgen::mesh::Mesh, roomgen::mesh::MeshPart, roomgen::mesh::MeshSurface,
    survey::ExtremeLevel, survey::Histogram, survey::Measurer, survey::Metric, survey::LevelMetrics, survey::NameCounts, survey::MetricStatistics,
    survey::Survey, survey::Twins, survey::Composition, survey::Piece, survey::PieceCounts, survey::PieceSurvey,
    survey::ArmStakes, survey::CycleStakes, survey::RoomStakes, survey::Stakes,
    workspace::MeasuredLevel<'static>, workspace::ShownCount, workspace::ShownProps, workspace::TextCell, workspace::TextRows,
    workspace::TextSubject, export::json::LineFormatter, export::text::TextAlphabet, export::text::TextCharset, export::text::TextDrawing, export::text::TextHint,
    // What is where. A tree settles changes at the next query, which therefore takes it by `&mut`:
    // nothing in it changes behind `&`.
    spatial::Aabb<3>, spatial::Contact<3>, spatial::Footprint, spatial::Frustum<3>, spatial::HitTestCounter, spatial::Impact<3>,
    spatial::IndexNode, spatial::NodeView<3>, spatial::Object<3>, spatial::ObjectId, spatial::Plane<3>, spatial::PropIndex,
    spatial::Ray<3>, spatial::RayHit<3>, spatial::Shape<3>, spatial::Sphere<3>, spatial::TreeStatistics, spatial::Tree<2>,
    spatial::Tree<3, spatial::HitTestCounter>, spatial::TriangleOctree, spatial::TriangleOptions, spatial::TriangleStamps,
    spatial::TriangleStatistics, spatial::NoObserver,
    // Errors, which must fit any boxed error.
    roomgen::error::ProblemCode, roomgen::error::PresetLoadError, roomgen::error::Problem, roomgen::error::Problems, roomgen_text::TextPlace, roomgen_text::UnknownName,
    roomgen::error::TextFileError, roomgen::error::RequestError, roomgen::geom::SizeError,
    roomgen::color::ColorError, level::BufferSizeError, level_file::LevelError, level_file::StatedFacts, roomgen::mesh::MeshError, roomgen::ReproduceError,
 export::text::TextAlphabetError, export::text::TextError, spatial::PropIndexError, spatial::ShapeError, spatial::TriangleError,
}

/// Public types in private modules, which cannot be named.
const HIDDEN: [&str; 5] = ["BoxFilter", "FourBoxes", "TriangleLanes", "RayFilter", "SphereFilter"];

#[test]
fn all_public_types_are_tested_for_being_sent_and_shared() {
    let folders =
        [layers::root().join("src"), layers::root().join("crates/spatial/src"), layers::root().join("crates/text/src")];
    assert_public_types(&folders, FREE, &HIDDEN);
}

/// Presets of all kinds, at a size that takes some milliseconds.
fn presets() -> Vec<Preset> {
    let built_in =
        preset::BUILT_IN.iter().copied().map(|(_, text)| text).chain(shapes::PRESETS.into_iter().map(|(_, text)| text));
    built_in
        .map(|text| {
            let preset = Preset::parse(text).expect("a preset");
            preset.with_size("48x36".parse().expect("a size")).expect("a preset that serves every size")
        })
        .collect()
}

/// The request of a seed: floor and difficulty vary with it.
fn request(seed: u64) -> Request {
    Request::new(seed).on_floor(seed as u32 % 3).with_difficulty(seed as f32 / 8.0).expect("a difficulty")
}

/// The bytes of a level in both formats.
fn bytes(level: &Level) -> [String; 2] {
    [export::ron::write(level), export::json::write(level)]
}

const SEEDS: u64 = 3;
const THREADS: usize = 6;

#[test]
fn levels_made_by_many_threads_at_once_are_those_of_one_to_the_byte() {
    let presets = presets();
    let alone: Vec<Vec<_>> = presets
        .iter()
        .map(|preset| (0..SEEDS).map(|seed| bytes(&roomgen::generate(preset, request(seed)))).collect())
        .collect();
    thread::scope(|scope| {
        for number in 0..THREADS {
            let (presets, alone) = (&presets, &alone);
            scope.spawn(move || {
                let clones = presets.clone();
                // Some threads share the presets, others have clones; each has its own order of
                // presets and seeds.
                let presets = if number % 2 == 0 { presets } else { &clones };
                let mut generators: Vec<_> = presets.iter().map(Generator::new).collect();
                let all = presets.len() * SEEDS as usize;
                for step in 0..all {
                    // A stride that visits each number once.
                    let stride = [1, all - 1, 7, 11, 13, 17, 19, 23][number % 8];
                    let piece = (number * 5 + step * stride) % all;
                    let (preset, seed) = (piece % presets.len(), (piece / presets.len()) as u64);
                    let level = if step % 3 == 0 {
                        generators[preset].clone().generate(request(seed))
                    } else {
                        generators[preset].generate(request(seed))
                    };
                    assert!(bytes(&level) == alone[preset][seed as usize], "{}, seed {seed}", presets[preset].name());
                }
            });
        }
    });
}

#[test]
fn generators_that_own_share_or_borrow_their_preset_make_the_same_levels() {
    for preset in presets() {
        let alone: Vec<_> = (0..SEEDS).map(|seed| bytes(&roomgen::generate(&preset, request(seed)))).collect();
        assert!(levels(Generator::new(&preset)) == alone, "{}", preset.name());
        assert!(levels(Generator::new(preset.clone())) == alone, "{}", preset.name());
        let shared = Arc::new(preset);
        // A generator without a lifetime: threads without a scope take it.
        let workers: Vec<_> = (0..2)
            .map(|_| Generator::new(Arc::clone(&shared)))
            .map(|generator| thread::spawn(|| levels(generator)))
            .collect();
        for worker in workers {
            assert!(worker.join().expect("levels") == alone, "{}", shared.name());
        }
    }
}

/// The bytes of the levels of the first seeds.
fn levels<P: Borrow<Preset>>(mut generator: Generator<P>) -> Vec<[String; 2]> {
    (0..SEEDS).map(|seed| bytes(&generator.generate(request(seed)))).collect()
}

/// The answers to all queries of a level.
fn answers(level: &Level) -> Vec<String> {
    let cells = || level.tiles().size().cells() as i32;
    let cell = |step: i32| Cell::new(step * 7 % level.width(), step * 11 % level.height());
    let index = level.index();
    let by_room = level.rooms().iter().map(|room| {
        let props = level.props_in(room.id).map(|prop| (prop.kind.clone(), prop.cells)).collect::<Vec<_>>();
        let neighbours =
            level.neighbours(room.id).map(|(room, passage)| (room.id, passage.clone())).collect::<Vec<_>>();
        format!("{props:?} {neighbours:?} {room:?}")
    });
    let by_cell = (0..cells()).step_by(37).map(|step| {
        let at = cell(step);
        format!("{:?} {:?}", level.room_at(at).map(|room| room.id), index.first_at(at))
    });
    let whole = [
        bytes(level).concat(),
        format!("{:?}", level.check()),
        format!("{:?}", level.distances(level.entry()).get(level.exit())),
        format!("{:016x}", level.clone().digest()),
        export::text::write(level),
    ];
    by_room.chain(by_cell).chain(whole).collect()
}

#[test]
fn one_level_answers_many_threads_as_it_answers_one() {
    for preset in presets() {
        let expected = answers(&roomgen::generate(&preset, 7));
        // Not queried before, so that all threads compete to build its tables.
        let level = roomgen::generate(&preset, 7);
        let wait = std::sync::Barrier::new(THREADS);
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    wait.wait();
                    assert!(answers(&level) == expected, "{}", preset.name());
                });
            }
        });
        assert!(level == roomgen::generate(&preset, 7), "{}", preset.name());
    }
}

#[test]
fn a_level_is_made_in_one_thread_and_read_and_dropped_in_others() {
    let presets = presets();
    let digests: Vec<_> = presets.iter().map(|preset| roomgen::generate(preset, 3).digest()).collect();
    let (sender, levels) = std::sync::mpsc::channel();
    thread::scope(|scope| {
        for (number, preset) in presets.into_iter().enumerate() {
            let sender = sender.clone();
            // The preset is dropped before its level is read; both share the names.
            scope.spawn(move || sender.send((number, roomgen::generate(&preset, 3))).expect("a receiver"));
        }
        drop(sender);
        for (number, level) in levels {
            let digest = digests[number];
            let copy = level.clone();
            scope.spawn(move || assert_eq!((level.check(), level.digest()), (Vec::new(), digest)));
            scope.spawn(move || assert_eq!(copy.digest(), digest));
        }
    });
}

#[test]
fn one_thread_and_several_make_the_same_levels_within_a_pool_of_the_callers() {
    use rayon::prelude::*;

    // Large enough for several tasks of rooms.
    let preset = Preset::built_in("cellar").and_then(|preset| preset.with_size("300x200".parse().expect("a size")));
    let preset = preset.expect("a preset");
    let alone: Vec<_> = (0..6).map(|seed| bytes(&roomgen::generate(&preset, seed))).collect();
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let make = |seed| bytes(&Generator::new(&preset).generate_in_parallel(seed));
        // From the pool's own threads, where a level's rooms wait for threads busy with other
        // levels, and from outside of the pool.
        let inside: Vec<_> = pool.install(|| (0..6u64).into_par_iter().map(make).collect());
        assert!(inside == alone, "{threads} threads");
        assert!(pool.install(|| make(5)) == alone[5], "{threads} threads");
    }
    assert!(bytes(&Generator::new(&preset).generate_in_parallel(5u64)) == alone[5]);
}

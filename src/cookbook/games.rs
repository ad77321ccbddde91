//! Recipes for games that play in levels.
//!
//! # Put the player and the props into the world
//!
//! Positions are in metres; a cell is one metre wide. Markers are places for the game's own things,
//! described by the labels of their kinds. [`Prop::body`](crate::Prop::body) has a prop's box in
//! space.
//!
//! ```
//! use roomgen::{Preset, generate};
//!
//! let level = generate(&Preset::built_in("crypt")?, 42);
//! let entry = level.entry();
//! println!("player at {}, {}", f64::from(entry.x) + 0.5, f64::from(entry.y) + 0.5);
//! for prop in level.props() {
//!     let ([x, y], labels) = (prop.center(), &prop.kind.labels);
//!     if !prop.kind.marker {
//!         println!("{} at {x}, {y}, turned {:?}", prop.kind.name, prop.turn);
//!     } else if labels.has("enemy") {
//!         println!("enemy of level {:?} at {x}, {y}", labels.value("level"));
//!     }
//! }
//! # Ok::<(), roomgen::RequestError>(())
//! ```
//!
//! # Foes in groups, and loot
//!
//! Foes that belong together are an [`Encounter`](crate::level::Encounter): a game may wake them
//! together. A foe that is removed leaves its encounter.
//!
//! ```
//! use roomgen::{Preset, generate, level::PropRole};
//!
//! let mut level = generate(&Preset::built_in("crypt")?, 42);
//! let mut squads = vec![Vec::new(); level.encounters().len()];
//! for prop in level.props() {
//!     let (name, at) = (prop.kind.name.clone(), prop.cells);
//!     match prop.role() {
//!         PropRole::Member(squad) => squads[squad as usize].push((name, at)),
//!         PropRole::Loot(thing) => {
//!             println!("{name} at {at}, worth {}", level.loot()[thing as usize].value);
//!         }
//!         _ => {}
//!     }
//! }
//! for (encounter, squad) in level.encounters().iter().zip(&squads) {
//!     let group = encounter.group.as_deref().unwrap_or("those of the vault");
//!     println!("{group} in room {}: {squad:?}", encounter.room);
//! }
//! // The first foe falls.
//! let first = level.members(0).first().copied();
//! # let before: usize = squads.iter().map(Vec::len).sum();
//! if let Some(id) = first {
//!     level.remove_prop(id);
//! }
//! # let after: usize = level.encounters().iter().map(|encounter| encounter.cells.len()).sum();
//! # assert_eq!((before > 0, after + 1), (true, before));
//! # Ok::<(), roomgen::RequestError>(())
//! ```
//!
//! # Save and load a level
//!
//! A level file has everything that a level has, and needs no preset. A saved game that never edits
//! its levels may store seed and floor instead: within one [`REVISION`](crate::REVISION) they give
//! the same level again.
//!
//! ```
//! use roomgen::{Preset, export::ron, generate};
//!
//! let level = generate(&Preset::built_in("crypt")?, 42);
//! let saved = ron::write(&level);
//! let loaded = ron::read(&saved)?;
//! assert_eq!(loaded, level);
//! assert_eq!(loaded.digest(), level.digest());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Offers: one of these may be taken
//!
//! Of an [`Offer`](crate::Offer) some props may be taken; the others then go. A game that leaves
//! its levels as they are keeps a [`Playthrough`](crate::play::Playthrough) beside them; one that
//! edits them has [`Level::take_offered`](crate::Level::take_offered). No choice closes or opens a
//! way.
//!
//! ```
//! use roomgen::{Preset, generate, play::Playthrough};
//!
//! let text = r##"(name: "hall", props: { "chest": (glyph: 'c', color: "#8a5a2b") },
//!     layouts: [(name: "treasure", formations: [
//!         (shape: Square, at: Quarters, size: Cells(1), prop: "chest", choose: 1),
//!     ])])"##;
//! let level = generate(&Preset::parse(text)?, 42);
//! let offer = level.offers().first().ok_or("no offer")?;
//! let mut play = Playthrough::new();
//! assert!(play.take_offered(&level, offer.props[1]));
//! assert!(!play.take_offered(&level, offer.props[0]), "it is gone");
//! let left = (0..).zip(level.props()).filter(|(id, _)| !play.is_gone(&level, *id)).count();
//! assert_eq!(left, level.props().len() - offer.props.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Keys, locks and one-way doors
//!
//! [`Playthrough`](crate::play::Playthrough) is the state of a game in a level with locks: the
//! keys taken and the passages opened. It is small, and serde saves it; the player's cell is the
//! game's own. Here a bot follows the [walkthrough](crate::play::Mission::walkthrough) by the
//! rules that stop a player.
//!
//! ```
//! use roomgen::{Preset, generate, play::{PassError, PlayerAction, Playthrough}};
//!
//! let level = generate(&Preset::built_in("crypt")?, 42);
//! let (mission, mut play, mut player) = (level.mission(), Playthrough::new(), level.entry());
//! for leg in mission.walkthrough().ok_or("the exit cannot be reached")?.legs() {
//!     for &cell in leg.cells.iter().skip(1) {
//!         let door = level.door_at(cell).map(|(_, passage)| passage);
//!         match play.step(&level, player, cell) {
//!             Ok(()) => player = cell,
//!             Err(PassError::Locked) => {
//!                 println!("It needs the {:?}.", door.and_then(|door| level.lock(door)));
//!             }
//!             Err(PassError::OneWay) => println!("It does not open from this side."),
//!             Err(_) => println!("A wall."),
//!         }
//!     }
//!     match leg.action {
//!         PlayerAction::Take(key) => assert!(play.take(&level, key), "also pulls a switch"),
//!         PlayerAction::Open(passage) => play.open(&level, passage)?,
//!         _ => assert_eq!(player, level.exit()),
//!     }
//! }
//! // What lies at the player's cell, what is in hand, what could be done now.
//! let key = level.key_at(player).filter(|(id, _)| !play.has_taken(*id));
//! for (lock, name) in (0..).zip(level.locks()) {
//!     println!("{name}: {}", play.held(&level, lock));
//! }
//! let room = level.end().id;
//! println!("{} keys to take", play.reachable_keys(&level, room).count());
//! println!("{} locks to open", play.openable_passages(&level, room).count());
//!
//! let saved = serde_json::to_string(&play)?;
//! assert_eq!(serde_json::from_str::<Playthrough>(&saved)?, play);
//! # assert_eq!(key, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a player sees
//!
//! [`Level::opaque`](crate::Level::opaque) has the cells that block sight: walls, shut doors and
//! opaque props. The game keeps a copy, from which it removes the cells of the doors that it opens,
//! and asks any crate for the field of view. Here this is `symmetric-shadowcasting`.
//!
//! ```
//! use roomgen::{Cell, Level, Preset, generate, grid::BitGrid};
//! use symmetric_shadowcasting::compute_fov;
//!
//! fn view(level: &Level, opaque: &BitGrid, from: Cell) -> BitGrid {
//!     let bounds = level.tiles().bounds();
//!     let mut seen = BitGrid::new(level.width(), level.height());
//!     let cell = |(x, y): (isize, isize)| Cell::new(x as i32, y as i32);
//!     compute_fov(
//!         (from.x as isize, from.y as isize),
//!         &mut |at| !bounds.contains(cell(at)) || opaque.get(cell(at)),
//!         &mut |at| seen.set(cell(at), true),
//!     );
//!     seen
//! }
//!
//! let level = generate(&Preset::built_in("crypt")?, 42);
//! let mut opaque = level.opaque().clone();
//! // All that the player has seen so far. serde saves it.
//! let mut known = view(&level, &opaque, level.entry());
//!
//! let id = level.passages_of(level.start().id).next().ok_or("a level of one room")?;
//! let doors = level.passage(id).ok_or("no such passage")?.doors();
//! doors.iter().flat_map(|door| door.cells()).for_each(|cell| opaque.set(cell, false));
//! known.union_with(&view(&level, &opaque, doors[0].top_left()));
//! println!("{} cells are known", known.count());
//! # assert!(known.count() > view(&level, level.opaque(), level.entry()).count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Dig, place and break
//!
//! Edits change the level itself, and its queries follow. An index that the game keeps follows by
//! hand. serde saves the edited level, and loads it as it was, also where an edit breaks an
//! invariant, as tunnels do.
//!
//! ```
//! use roomgen::{Direction, Preset, PropKind, Rect, Tile, color::Color, generate};
//!
//! let mut level = generate(&Preset::built_in("crypt")?, 42);
//! let mut index = level.index();
//!
//! // Dig: the wall west of a room becomes a tunnel.
//! let rect = level.start().rect;
//! let wall = roomgen::Cell::new(rect.left() - 1, rect.top());
//! level.set_tile(wall, Tile::Corridor);
//! assert!(level.is_walkable(wall));
//!
//! // Place: a crate where nothing is in its way. The level has no other kind of that name.
//! let own_kind = PropKind::new("game crate".into(), 'c', Color::new(160, 110, 40));
//! let room = *level.end();
//! let free = |cell: &_| level.can_place(&index, &own_kind, *cell, [0.0, 0.0]).is_ok();
//! let cell = room.rect.cells().find(free).ok_or("the room is full")?;
//! let cells = Rect::from_cell(cell);
//! let id = level.add_prop(&own_kind, room.id, cells, Direction::North).ok_or("no room")?;
//! index.insert(id, own_kind.footprint(cells))?;
//! assert!(!level.is_walkable(cell));
//!
//! // Break: the last prop takes the id of the removed one.
//! let former = level.remove_prop(id).ok_or("no such prop")?;
//! index.remove(id)?;
//! if let Ok(footprint) = index.remove(former) {
//!     index.insert(id, footprint)?;
//! }
//! assert!(level.is_walkable(cell));
//!
//! // Save and load.
//! let saved = serde_json::to_string(&level)?;
//! assert_eq!(serde_json::from_str::<roomgen::Level>(&saved)?, level);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Save an edited level
//!
//! A game that edits its levels saves these, and beside them what it knows of them. Sets of cells
//! and grids have serde's traits too. To take gold breaks no invariant;
//! [`Level::check`](crate::Level::check) says which ones another edit breaks.
//!
//! ```
//! use roomgen::{Cell, Level, Preset, generate, grid::BitGrid, play::Playthrough};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct SavedFloor {
//!     level: Level,
//!     play: Playthrough,
//!     seen: BitGrid,
//!     hero: Cell,
//! }
//!
//! let mut level = generate(&Preset::built_in("crypt")?, 42);
//! let gold = (0..).zip(level.props()).find(|(_, prop)| prop.kind.name == "gold");
//! let (id, cells) = gold.map(|(id, prop)| (id, prop.cells)).ok_or("no gold")?;
//! let digest = level.digest();
//! level.remove_prop(id);
//! assert!(level.check().is_empty() && level.digest() != digest);
//!
//! let seen = BitGrid::new(level.width(), level.height());
//! let floor = SavedFloor { level, play: Playthrough::new(), seen, hero: cells.top_left() };
//! let saved = serde_json::to_string(&floor)?;
//! let loaded: SavedFloor = serde_json::from_str(&saved)?;
//! assert_eq!((loaded.level, loaded.seen), (floor.level, floor.seen));
//! # assert_eq!((loaded.play, loaded.hero), (floor.play, floor.hero));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Floors, down and back up
//!
//! The generator owns its preset, so that a game can store it. Each floor is harder than the one
//! above, and begins below its stairs. The game keeps the floors that the player has seen: the
//! stairs up lead back to the exit of the floor above, as the player left it.
//!
//! ```
//! use roomgen::{Generator, Level, Preset, Request};
//!
//! const FLOORS: u16 = 4;
//! let mut generator = Generator::new(Preset::built_in("crypt")?);
//! let mut floors: Vec<Level> = Vec::new();
//! for floor in 0..FLOORS {
//!     let difficulty = f32::from(floor) / f32::from(FLOORS - 1);
//!     let mut request = Request::new(42).on_floor(floor.into()).with_difficulty(difficulty)?;
//!     if let Some(above) = floors.last() {
//!         request = request.starting_at(above.exit());
//!     }
//!     floors.push(generator.generate(request));
//! }
//! let (down, up) = (floors[1].entry(), floors[0].exit());
//! assert_eq!(down, up, "the stairs meet, if a room can hold the cell");
//! # Ok::<(), roomgen::RequestError>(())
//! ```

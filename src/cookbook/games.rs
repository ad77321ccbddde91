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
//! [`Prop::role`](crate::Prop::role) says what a prop is to a game. Members of an
//! [`Encounter`](crate::level::Encounter) are foes and traps that belong together: a game may wake
//! them together. One that is removed leaves its encounter, which stays with its group and cost.
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
//! # A level in play: doors, locks, keys, offers
//!
//! [`Floor`](crate::play::Floor) is a level and what was done on it: what a game asks each turn.
//! Where the hero stands is the game's own. Here a bot explores what it can and leaves; it opens
//! doors by walking into them, and takes keys where it stands.
//!
//! ```
//! use roomgen::{Preset, generate, grid::BitGrid, play::{Floor, StepOutcome}, sight};
//!
//! let mut floor = Floor::new(generate(&Preset::built_in("crypt")?, 42));
//! let (mut hero, exit) = (floor.level().entry(), floor.level().exit());
//! let mut known = BitGrid::new(floor.level().width(), floor.level().height());
//! loop {
//!     known.union_with(&sight::view(floor.opaque(), hero, 100));
//!     let next = floor.explore(hero, &known, []).or_else(|| floor.travel(hero, exit, &known));
//!     let Some(next) = next else { break };
//!     match floor.step(hero, next) {
//!         StepOutcome::Moved => hero = next,
//!         StepOutcome::Opened { passage, .. } => println!("door {passage} opens"),
//!         StepOutcome::Locked { lock, .. } => println!("it needs a key of lock {lock}"),
//!         StepOutcome::OneWay { .. } => println!("it does not open from this side"),
//!         StepOutcome::Blocked(obstacle) => println!("in the way: {obstacle:?}"),
//!     }
//!     let key = floor.level().key_at(hero).map(|(id, _)| id);
//!     key.into_iter().for_each(|key| println!("key {key}: {}", floor.take_key(key)));
//! }
//! assert_eq!(hero, exit);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Of an [`Offer`](crate::Offer) some props may be taken; the others then go. No choice closes or
//! opens a way.
//!
//! ```
//! use roomgen::{Preset, generate, play::Floor};
//!
//! let text = r##"(name: "hall", props: { "chest": (glyph: 'c', color: "#8a5a2b") },
//!     layouts: [(name: "treasure", formations: [
//!         (shape: Square, at: Quarters, size: Cells(1), prop: "chest", choose: 1),
//!     ])])"##;
//! let mut floor = Floor::new(generate(&Preset::parse(text)?, 42));
//! let offer = floor.level().offers().first().ok_or("no offer")?.clone();
//! assert_eq!(floor.take(offer.props[1]), offer.props, "it is taken, and the others are gone");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Save a floor, and furnish a room anew
//!
//! [`FloorState`](crate::play::FloorState) is small: with the request of its level it is a saved
//! floor. It names props by their [numbers in their rooms](crate::level::NumberInRoom), so that it
//! outlives the re-roll of any room, and says what it loses with that one. A whole `Floor` has
//! serde's traits, too, for games that edit their levels.
//!
//! ```
//! use roomgen::{Preset, generate, play::Floor, play::FloorState};
//!
//! let level = generate(&Preset::built_in("crypt")?, 42);
//! let mut floor = Floor::new(&level);
//! let gold = level.props().find(|prop| prop.kind.name == "gold").ok_or("no gold")?;
//! floor.take(gold.id);
//! let saved = serde_json::to_string(&floor.state())?;
//!
//! // Years later: the level again, with room 4 furnished anew.
//! let state: FloorState = serde_json::from_str(&saved)?;
//! let preset = Preset::of(level.origin())?.with_size(level.size())?;
//! let again = generate(&preset, level.origin().request()?.with_reroll(4, 1)?);
//! let (state, lost) = state.moved(&level, &again)?;
//! let floor = Floor::resume(&again, state)?;
//! println!("{} props are gone, {} were forgotten", floor.gone().count(), lost.len());
//! # assert!(floor.gone().count() + lost.len() == 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a player sees, and by which light
//!
//! [`sight`](crate::sight) has fields of view and the light of lamps. Both take the cells that
//! block sight, which a floor keeps in step with its doors.
//!
//! ```
//! use roomgen::{Preset, generate, play::{Floor, StepOutcome}, sight::{self, LightMap}};
//!
//! let mut floor = Floor::new(generate(&Preset::built_in("crypt")?, 42));
//! let hero = floor.level().entry();
//! let mut light = LightMap::new(floor.level(), floor.opaque());
//! let near = sight::view(floor.opaque(), hero, 6);
//! let mut seen = sight::view(floor.opaque(), hero, 100);
//! let is_dark = |cell: &_| !near.get(*cell) && light.amount(*cell) == [0; 3];
//! let dark: Vec<_> = seen.iter().filter(is_dark).collect();
//! dark.into_iter().for_each(|cell| seen.set(cell, false));
//! println!("{} cells are near or lit", seen.count());
//!
//! // A door opens: light falls through it.
//! for cell in floor.level().tiles().bounds().cells() {
//!     let beside = cell.step(roomgen::Direction::West);
//!     if let StepOutcome::Opened { passage, .. } = floor.step(beside, cell) {
//!         for &door in floor.level().passages()[passage as usize].doors() {
//!             light.recast(door, floor.opaque());
//!         }
//!     }
//! }
//! # assert_eq!(light.grid(), sight::light(floor.level(), floor.opaque()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The map that a player knows
//!
//! A game keeps the cells that the hero has seen. Any drawing of
//! [`Level::seen_by_player`](crate::Level::seen_by_player) shows these alone, and a
//! [`minimap`](crate::sight::minimap) has a colour for each cell.
//!
//! ```
//! use roomgen::{Preset, export::text, generate, play::Floor, sight};
//!
//! let preset = Preset::built_in("crypt")?;
//! let floor = Floor::new(generate(&preset, 42));
//! let known = sight::view(floor.opaque(), floor.level().entry(), 100);
//! println!("{}", text::write(&floor.level_now().seen_by_player(&known)));
//! let map = sight::minimap(&floor.level_now(), preset.theme(), Some(&known));
//! assert!(map.values().iter().flatten().count() as u64 <= known.count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A band that wanders in
//!
//! What arrives later does so by the rules by which the level was populated: a group of the preset,
//! together, in a room that suits it, out of view and not near. Who chases the hero steps to the
//! neighbour that is nearest to him.
//!
//! ```
//! use roomgen::{Preset, generate, grid::BitGrid, play::{Floor, StepOutcome, Walker}};
//!
//! let preset = Preset::built_in("caves")?;
//! let floor = Floor::new(generate(&preset, 42));
//! let (hero, nobody) = (floor.level().entry(), BitGrid::default());
//! let group = floor.level().group_costs().first().ok_or("no groups")?.name.clone();
//! let band = preset.spawn(&floor, &group, 200, hero, &nobody)?;
//! let steps = floor.distances_to([hero], Walker::Monster);
//! for member in &band {
//!     let is_free = |to: &_| floor.ahead(member.cell, *to) == StepOutcome::Moved;
//!     let near = member.cell.neighbours().filter(is_free);
//!     let next = near.min_by_key(|&to| steps.get(to).unwrap_or(u32::MAX));
//!     println!("{} at {} goes to {next:?}", member.kind.name, member.cell);
//! }
//! # assert!(!band.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # bracket-lib's maps
//!
//! A floor behind the traits of `bracket-lib`, for its searches and fields of view.
//!
//! ```
//! use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, Point, SmallVec, a_star_search};
//! use roomgen::{Cell, Preset, generate, play::{Floor, Walker}};
//!
//! struct Map(Floor);
//!
//! impl Algorithm2D for Map {
//!     fn dimensions(&self) -> Point {
//!         Point::new(self.0.level().width(), self.0.level().height())
//!     }
//! }
//!
//! impl BaseMap for Map {
//!     fn is_opaque(&self, index: usize) -> bool {
//!         let Point { x, y } = self.index_to_point2d(index);
//!         self.0.opaque().get(Cell::new(x, y))
//!     }
//!
//!     fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
//!         let Point { x, y } = self.index_to_point2d(index);
//!         let walkable = |cell: &Cell| self.0.walkable(Walker::Hero).get(*cell);
//!         let exits = Cell::new(x, y).neighbours().filter(walkable);
//!         exits.map(|Cell { x, y }| (self.point2d_to_index(Point::new(x, y)), 1.0)).collect()
//!     }
//! }
//!
//! let map = Map(Floor::new(generate(&Preset::built_in("cellar")?, 42)));
//! let index = |cell: Cell| map.point2d_to_index(Point::new(cell.x, cell.y));
//! let [from, to] = [map.0.level().entry(), map.0.level().exit()].map(index);
//! println!("{} steps to the exit", a_star_search(from, to, &map).steps.len());
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
//! A game that edits its levels saves these, with what was done on them, and what it knows of them.
//! [`Floor::edit`](crate::play::Floor::edit) keeps both in step. Sets of cells and grids have
//! serde's traits too; [`Level::check`](crate::Level::check) says which invariants an edit breaks.
//!
//! ```
//! use roomgen::{Cell, Preset, Tile, generate, grid::BitGrid, play::Floor};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct SavedFloor {
//!     floor: Floor,
//!     known: BitGrid,
//!     hero: Cell,
//! }
//!
//! let floor = Floor::new(generate(&Preset::built_in("crypt")?, 42));
//! let known = BitGrid::new(floor.level().width(), floor.level().height());
//! let mut game = SavedFloor { hero: floor.level().entry(), floor, known };
//! game.floor.take(0);
//! game.floor.edit(|level| level.set_tile(Cell::new(0, 0), Tile::Corridor));
//! let saved = serde_json::to_string(&game)?;
//! let loaded: SavedFloor = serde_json::from_str(&saved)?;
//! assert!(loaded.floor.is_gone(0) && loaded.floor.level() == game.floor.level());
//! # assert_eq!((loaded.known, loaded.hero), (game.known, game.hero));
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

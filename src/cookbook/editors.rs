//! Recipes for games that make presets, and for editors.
//!
//! # Build a preset on another one
//!
//! A preset states only what differs from its base: a built-in preset, or a text that the game
//! finds by name. A loader that is asynchronous asks each text for its base, and waits for it.
//!
//! ```
//! use roomgen::{Preset, preset::{BUILT_IN, BasePreset, MAX_BASES, base_of}};
//!
//! let text = "(name: \"deep crypt\", base: \"crypt\", size: (60, 40), clearance: 2)";
//! let deep = Preset::parse(text)?;
//! assert_eq!(deep.layouts(), Preset::built_in("crypt")?.layouts());
//!
//! let load = |name: &str| format!("(base: \"crypt\", clearance: 3) // the text of {name}");
//! let text = "(name: \"mine\", base: \"mods/stone.ron\")";
//! let mut bases = Vec::new();
//! let mut next = base_of(text);
//! while let Some(name) = next.filter(|name| BUILT_IN.iter().all(|(known, _)| known != name)) {
//!     let text = load(&name); // In an engine, `.await` stands here.
//!     next = base_of(&text).filter(|_| bases.len() < MAX_BASES);
//!     bases.push(BasePreset { name, text });
//! }
//! let mut bases = bases.into_iter();
//! let mine = Preset::parse_with(text, |name| bases.next().ok_or(format!("{name} is missing")))?;
//! assert_eq!(mine.name(), "mine");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Load a preset file
//!
//! A preset file is loaded with the base files that came with it: they lie in its folder or below
//! it. A game that is being made keeps its last preset if the new one has a mistake, and shows the
//! mistake in the text, with carets. [`BasePresetReader`](crate::preset::BasePresetReader) tells
//! which files to watch.
//!
//! ```
//! use roomgen::Preset;
//!
//! let mut preset = Preset::built_in("crypt")?;
//! match Preset::load("presets/grove.ron") {
//!     Ok(loaded) => preset = loaded,
//!     Err(error) => eprintln!("{error:#}"),
//! }
//! # assert_eq!(preset.name(), "grove");
//! # Ok::<(), roomgen::RequestError>(())
//! ```
//!
//! # Make a preset in code
//!
//! A test or a prototype writes the text of a small preset, which a designer can take over. `{:?}`
//! quotes names.
//!
//! ```
//! use roomgen::{Preset, generate};
//!
//! let (name, side) = ("pillar", 18);
//! let text = format!(
//!     r##"(name: "test hall", size: (40, 30), floorplan: (rooms: (min: 8, max: {side})),
//!         props: {{{name:?}: (glyph: 'I', color: "#7f7a72", opaque: true)}},
//!         layouts: [(name: "hall", formations: [(shape: Border, prop: {name:?}, inset: 2)])])"##
//! );
//! let level = generate(&Preset::parse(&text)?, 42);
//! assert!(level.props().len() > 0 && level.props().all(|prop| prop.kind.name == name));
//! # Ok::<(), roomgen::PresetError>(())
//! ```
//!
//! # Generate in the background
//!
//! A generator with a shared preset goes to a thread of its own, and levels come back by a channel.
//!
//! ```
//! use std::{sync::{Arc, mpsc}, thread};
//! use roomgen::{Generator, Preset, Request};
//!
//! let preset = Arc::new(Preset::built_in("crypt")?);
//! let mut generator = Generator::new(Arc::clone(&preset));
//! let (sender, levels) = mpsc::sync_channel(1);
//! let worker = thread::spawn(move || {
//!     let floors = (0..3).map(|floor| generator.generate(Request::new(42).on_floor(floor)));
//!     // Ends at the last floor, or once nobody receives levels any more.
//!     let _ = floors.map(|level| sender.send(level)).find(Result::is_err);
//! });
//! for level in levels {
//!     println!("{} rooms, drawn by the theme {:?}", level.rooms().len(), preset.theme());
//! }
//! worker.join().expect("generation never panics");
//! # Ok::<(), roomgen::RequestError>(())
//! ```
//!
//! # A room again
//!
//! An editor offers another furnishing of one room. Everything else of the level stays: what is
//! kept of a level is its request.
//!
//! ```
//! use roomgen::{Generator, Preset, Request};
//!
//! let mut generator = Generator::new(Preset::built_in("crypt")?);
//! let request = Request::new(42).with_reroll(3, 1)?;
//! let level = generator.generate(&request);
//! // Not this one either.
//! let again = generator.generate(request.with_reroll(3, 2)?);
//! assert!(level.props_in(4).eq(again.props_in(4)));
//! assert_eq!(again.rerolls().get(3), 2);
//! # Ok::<(), roomgen::RequestError>(())
//! ```
//!
//! # An editor of presets
//!
//! [`Problem`](crate::error::Problem) and [`Finding`](crate::lint::Finding) are
//! serializable. Each has a code that stays the same, a span in bytes and one in units of UTF-16,
//! in which JavaScript and the language server protocol count. A quick fix puts the suggestion in
//! place of the span. [`Linter`](crate::lint::Linter) has the findings of the text alone at once;
//! its sample levels stop when the next key is pressed, and go on where they stopped.
//!
//! ```
//! use std::ops::ControlFlow;
//! use roomgen::{Preset, lint::{Linter, SEEDS}};
//!
//! let mut text = String::from("(name: \"mine\", /* \u{1f3f0} */ base: \"crypt\", clearence: 2)");
//! while let Err(error) = Preset::parse(&text) {
//!     let problem = &error.problems()[0];
//!     println!("{} at units {:?}: {}", problem.code.name(), problem.utf16, problem.message);
//!     // Problems of a base have spans in its text.
//!     let fix = problem.suggestion.as_ref().filter(|_| problem.base.is_none());
//!     let Some(fix) = fix else { break };
//!     text.replace_range(problem.span.clone(), fix);
//! }
//! assert!(text.ends_with("clearance: 2)"));
//!
//! let no_files = |name: &str| Err(format!("{name} is not open"));
//! let mut linter = Linter::new(&text, no_files)?;
//! let at_once = linter.text_findings();
//! let mut is_key_pressed = |levels: u32| levels == 20;
//! let after_each = |levels: u32| match is_key_pressed(levels) {
//!     true => ControlFlow::Break(()),
//!     false => ControlFlow::Continue(()),
//! };
//! if linter.sample(after_each).is_break() {
//!     println!("{} of {SEEDS} levels, {} findings so far", linter.levels(), at_once.len());
//! }
//! # assert_eq!((linter.levels(), linter.findings()), (20, None));
//! # Ok::<(), roomgen::PresetError>(())
//! ```
//!
//! # Where a prop comes from
//!
//! [`PropSources`](crate::PropSources) says what placed each prop,
//! [`WrittenPreset`](crate::preset::WrittenPreset) where that is written: in the preset's own text
//! or in that of a base. So a click on a prop leads to its formation.
//!
//! ```
//! use roomgen::{PropSource, PropSources, generate, preset::WrittenPreset};
//!
//! let text = "(name: \"deep crypt\", base: \"crypt\")";
//! let written = WrittenPreset::parse_with(text, |name| Err(format!("{name} is not open")))?;
//! let level = generate(written.preset(), 42);
//! let sources = PropSources::of(&level, written.preset())?;
//! for (id, prop) in (0..).zip(level.props()) {
//!     let span = match sources.get(id) {
//!         Some(PropSource::Formation { layout, formation }) => {
//!             written.span_of(layout.into(), formation as usize)
//!         }
//!         Some(PropSource::Vault { vault }) => written.span_of_vault(vault.into()),
//!         // The mission lays keys.
//!         _ => continue,
//!     };
//!     let span = span.ok_or("no such formation")?;
//!     println!("{}: {:?}, line {}", prop.kind.name, span.base, span.line);
//!     # assert_eq!(span.base.as_deref(), Some("crypt"));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Record how a level is made
//!
//! Steps are values: a game shows them one by one, or sends them to another program.
//! [`reproduce_stepwise`](crate::reproduce_stepwise) records the steps of a level that is already
//! there.
//!
//! ```
//! use roomgen::{Generator, Preset, trace::Step};
//!
//! let mut steps = Vec::new();
//! let mut generator = Generator::new(Preset::built_in("crypt")?);
//! let level = generator.generate_stepwise(42, &mut |step| steps.push(step));
//! let received: Vec<Step> = serde_json::from_str(&serde_json::to_string(&steps)?)?;
//! for step in &received {
//!     if let Step::Reject { room, prop, reason } = step {
//!         println!("no prop at {}, {} in room {room}: {reason:?}", prop.left(), prop.top());
//!     }
//! }
//! # assert_eq!(received, steps);
//! # assert!(level.props().len() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Measure levels on several threads
//!
//! Parts of a survey merge to the same result in any order. serde sends parts between programs.
//!
//! ```
//! use std::thread;
//! use roomgen::{Generator, Preset, survey::{Measurer, Metric, Survey}};
//!
//! let preset = Preset::built_in("crypt")?;
//! let measure = |seeds: std::ops::Range<u64>| {
//!     let (mut generator, mut measurer) = (Generator::new(&preset), Measurer::default());
//!     let mut part = Survey::default();
//!     for seed in seeds {
//!         part.add(&generator.generate(seed), &mut measurer);
//!     }
//!     serde_json::to_string(&part)
//! };
//! let parts = thread::scope(|scope| {
//!     let threads = [0..10, 10..20].map(|seeds| scope.spawn(|| measure(seeds)));
//!     threads.map(|thread| thread.join().expect("generation never panics"))
//! });
//! let mut survey = Survey::default();
//! for part in parts {
//!     survey.merge(&serde_json::from_str(&part?)?);
//! }
//! let rooms = survey.statistics(Metric::Rooms);
//! println!("{} levels of {:.1} rooms", survey.levels(), rooms.mean());
//! # assert_eq!(survey.levels(), 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

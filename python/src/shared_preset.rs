//! What the objects of one preset share: its rules, its text, and what is derived from both.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use roomgen::{Generator, preset::BasePreset};

use crate::names::Names;

/// The bytes of PNG files, by their names in a preset.
pub(crate) type SpriteFiles = BTreeMap<String, Vec<u8>>;

/// A preset, the text that it was read from, and what is derived from both.
pub(crate) struct SharedPreset {
    pub(crate) rules: Arc<roomgen::Preset>,
    pub(crate) text: String,
    /// The bases that are files, in the order of reading.
    pub(crate) bases: Vec<BasePreset>,
    /// The pictures of its sprites, by the names in the text; `None` to draw kinds by glyphs.
    pub(crate) pictures: Option<SpriteFiles>,
    pub(crate) names: Names,
    /// Generators that no call uses now: one for each thread that generates at the same time.
    generators: Mutex<Vec<Generator<Arc<roomgen::Preset>>>>,
}

impl SharedPreset {
    pub(crate) fn new(
        rules: roomgen::Preset,
        text: String,
        bases: Vec<BasePreset>,
        pictures: Option<SpriteFiles>,
    ) -> Self {
        let names = Names::of_preset(&rules);
        Self { rules: Arc::new(rules), text, bases, pictures, names, generators: Mutex::default() }
    }

    /// Lends a generator, which keeps its buffers for the next call.
    ///
    /// Nobody waits for the list of generators: a process that was forked while another thread held
    /// it would wait for ever.
    pub(crate) fn with_generator<T>(&self, run: impl FnOnce(&mut Generator<Arc<roomgen::Preset>>) -> T) -> T {
        let kept = self.generators.try_lock().ok().and_then(|mut generators| generators.pop());
        let mut generator = kept.unwrap_or_else(|| Generator::new(Arc::clone(&self.rules)));
        let result = run(&mut generator);
        if let Ok(mut generators) = self.generators.try_lock() {
            generators.push(generator);
        }
        result
    }
}

//! Pieces: parts of a preset in the text of a run, or in files, which are laid over presets.
//!
//! A piece is merged as a preset is merged over its base. What it removes may be missing in some of
//! the presets that it is laid over, so removals are counted over all of them.

use std::{borrow::Cow, collections::BTreeMap, mem, sync::Arc};

use serde::de::DeserializeOwned;

use super::{BasePreset, add, find, layer, merge, merge_chain, names, printed};
use crate::{
    error::{PresetError, Problem, ProblemCode},
    model::Name,
    preset::{
        PictureReader, Preset, check,
        syntax::{self, SourceSpan, SourceText, SourceTree, TextReading, TreeBody, ValueStep, ValueTree, spelled},
    },
};

/// What reads the texts that a run names: it gets the name as it is written, and the name of the
/// text that names it; `None` for the run's own text. Its error says why there is no such text.
pub(crate) type RunTextReader<'a> = &'a mut dyn FnMut(&str, Option<&str>) -> Result<BasePreset, String>;

/// Fields of a preset that a piece cannot have.
const NO_PARTS: [&str; 3] = ["name", "base", "size"];

/// The text of a run, whose parts are pieces.
#[derive(Clone, Debug)]
pub(crate) struct PieceSource {
    source: SourceTree<'static>,
    tree: Arc<ValueTree>,
}

/// A preset with the pieces that were laid over it, not yet checked.
#[derive(Clone, Debug)]
pub(crate) struct PiledPreset {
    source: SourceTree<'static>,
    /// The tree of the run's text, which is the first text.
    run: Arc<ValueTree>,
}

/// The names that pieces remove, by the text and the place where they are written: whether one of
/// the presets had the name, and the problem if none has.
#[derive(Debug, Default)]
pub(crate) struct PieceRemovals(BTreeMap<(Option<String>, usize), (bool, Problem)>);

impl PieceRemovals {
    /// The names that no preset had.
    pub(crate) fn into_problems(self) -> impl Iterator<Item = Problem> {
        self.0.into_values().filter(|(is_found, _)| !is_found).map(|(_, problem)| problem)
    }
}

impl PieceSource {
    /// Reads the text of a run, and what could not be read.
    ///
    /// # Errors
    ///
    /// All problems so far, if nothing more can be read.
    pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<(Self, T, Vec<Problem>), PresetError> {
        let mut source = SourceTree::of(text)?;
        let TextReading { raw, problems, .. } = syntax::read(&mut source)?;
        let source = source.readable();
        let tree = Arc::new(source.tree.clone());
        Ok((Self { source, tree }, raw, problems))
    }

    /// A problem with the value at `path`, or with the last one on the way to it.
    pub(crate) fn problem(
        &self,
        path: &[ValueStep],
        code: ProblemCode,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Problem {
        self.source.problem(code, self.source.locate(path), message.into(), help)
    }

    /// The preset of a name with its bases; `path` leads to where the run names it.
    pub(crate) fn preset(
        &self,
        name: &str,
        path: &[ValueStep],
        read: RunTextReader<'_>,
    ) -> Result<PiledPreset, PresetError> {
        let mut source = self.source.clone();
        let slice = source.locate(path);
        let mut from: Option<String> = None;
        let mut read = |name: &str| {
            let text = read(name, from.as_deref())?;
            from = Some(text.name.clone());
            Ok(text)
        };
        let text = find(name, &slice, &source.texts, &mut read)?;
        add(&mut source, text, &slice)?;
        let own = layer(&mut source, true)?;
        merge_chain(&mut source, own, &mut read)?;
        Ok(PiledPreset { source, run: self.tree.clone() })
    }
}

impl PiledPreset {
    /// The name that the preset's text gives it.
    pub(crate) fn name(&self) -> Option<Name> {
        let name = self.source.tree.value_at(&self.source.texts, &[ValueStep::Field("name")])?;
        Some(spelled(self.source.written(&name.whole))?.as_ref().into())
    }

    /// Lays the part of the run's text at `path` over the preset, if there is one.
    pub(crate) fn lay(&mut self, path: &[ValueStep], removals: &mut PieceRemovals) -> Result<(), PresetError> {
        match self.part(path) {
            Some(piece) => self.lay_tree(piece, removals),
            None => Ok(()),
        }
    }

    /// Lays the piece that a file is over the preset; `path` leads to where the run names it.
    pub(crate) fn lay_file(
        &mut self,
        file: &BasePreset,
        path: &[ValueStep],
        removals: &mut PieceRemovals,
    ) -> Result<(), PresetError> {
        let slice = self.run_span(path);
        let text = SourceText { name: Some(file.name.clone()), text: Cow::Owned(file.text.clone()) };
        let piece = self.tree_of(text, &slice)?;
        self.lay_tree(piece, removals)
    }

    /// Lays stairs over the preset: the name of each, and the path to the fields in the run's text
    /// that say where it lies.
    pub(crate) fn lay_stairs(&mut self, stairs: &[(String, Vec<ValueStep>)]) -> Result<(), PresetError> {
        let rules: Vec<_> = stairs.iter().map(|(to, _)| format!("(to: {to:?})")).collect();
        let mut piece = self.written(format!("(floorplan: (stairs: [{}]))", rules.join(", ")))?;
        for (number, (_, path)) in stairs.iter().enumerate() {
            let places =
                ["rooms", "pick", "at"].map(|name| self.part(&[&path[..], &[ValueStep::Field(name)]].concat()));
            let TreeBody::Fields(plan) = &mut piece.body else { continue };
            let Some(TreeBody::Fields(plan)) = plan.first_mut().map(|plan| &mut plan.body) else { continue };
            let Some(TreeBody::List(rules)) = plan.first_mut().map(|stairs| &mut stairs.body) else { continue };
            if let Some(TreeBody::Fields(rule)) = rules.get_mut(number).map(|rule| &mut rule.body) {
                rule.extend(places.into_iter().flatten());
            }
        }
        self.lay_tree(piece, &mut PieceRemovals::default())
    }

    /// Makes the end of the path a dead end.
    pub(crate) fn lay_dead_end(&mut self) -> Result<(), PresetError> {
        let piece = self.written("(floorplan: (exit: (dead_end: true)))".to_owned())?;
        self.lay_tree(piece, &mut PieceRemovals::default())
    }

    /// The merged text of the preset, which has its own size.
    pub(crate) fn text(&self) -> String {
        printed::text(&self.source.tree, &self.source.texts)
    }

    /// Checks the rules, and reads the picture of sprites if there is a reader.
    pub(crate) fn checked(mut self, pictures: PictureReader<'_>) -> Result<Preset, PresetError> {
        check::parse(&mut self.source, pictures).map(|(preset, _)| preset)
    }

    /// The part of the run's text at `path`.
    fn part(&self, path: &[ValueStep]) -> Option<ValueTree> {
        self.run.value_at(&self.source.texts, path).cloned()
    }

    /// The span of the value of the run's text at `path`, or of the last one on the way to it.
    fn run_span(&self, path: &[ValueStep]) -> SourceSpan {
        let values = (0..=path.len()).rev().filter_map(|length| self.run.value_at(&self.source.texts, &path[..length]));
        values.map(|value| value.whole.clone()).next().unwrap_or_else(|| self.run.whole.clone())
    }

    /// The tree of a text of our own words.
    fn written(&mut self, text: String) -> Result<ValueTree, PresetError> {
        let slice = self.run.whole.clone();
        self.tree_of(SourceText { name: Some("stairs of the run".to_owned()), text: Cow::Owned(text) }, &slice)
    }

    /// The tree of one more text, which the value at `slice` asks for.
    fn tree_of(&mut self, text: SourceText<'static>, slice: &SourceSpan) -> Result<ValueTree, PresetError> {
        let merged = self.source.tree.clone();
        add(&mut self.source, text, slice)?;
        self.source.check_form()?;
        Ok(mem::replace(&mut self.source.tree, merged))
    }

    /// Lays a piece over the preset.
    fn lay_tree(&mut self, mut piece: ValueTree, removals: &mut PieceRemovals) -> Result<(), PresetError> {
        piece.key = None;
        let origin = &self.source.texts[piece.whole.source];
        let refuse = |code, slice: &SourceSpan, message: String, help: &str| {
            origin.refuse(code, slice, message, Some(help.to_owned()))
        };
        let key = |field: &ValueTree| field.key.clone().unwrap_or_else(|| field.whole.clone());
        let TreeBody::Fields(fields) = &mut piece.body else {
            let message = "a piece of a preset is fields in round brackets".to_owned();
            return refuse(ProblemCode::BadValue, &piece.whole, message, "as in `(theme: (ambient: 0.2))`");
        };
        if let Some(field) = fields.iter().find(|field| NO_PARTS.contains(&origin.of(&key(field)))) {
            let message = format!("a piece of a preset has no `{}`", origin.of(&key(field)));
            let help = "names and sizes are those of the run and its acts, and their presets have bases";
            return refuse(ProblemCode::Conflict, &key(field), message, help);
        }
        let mut removed = Vec::new();
        for list in fields.extract_if(.., |field| origin.of(&key(field)) == "remove") {
            removed.extend(names(origin, &list)?);
        }
        let absent = merge::remove_named(&mut self.source.tree, &removed, &self.source.texts);
        for removal @ (name, slice) in &removed {
            let message = format!("no preset that gets this piece has anything named {name:?} to remove");
            let problem = origin.problem(ProblemCode::UnknownName, slice.span.clone(), message, None);
            let place = (origin.name.clone(), slice.span.start);
            let (is_found, _) = removals.0.entry(place).or_insert((false, problem));
            *is_found |= !absent.contains(&removal);
        }
        let merged = self.source.tree.clone();
        let mut problems = Vec::new();
        self.source.tree = merge::onto(merged, piece, &self.source.texts, &mut problems);
        PresetError::from_problems(problems)
    }
}

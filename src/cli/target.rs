//! What a run writes: files and streams, each in a format, with the files that go beside some; all of them, or nothing.

use std::{fs, io, path::Path};

use super::{
    failure::Failure,
    format::{Encoded, Format, Scene},
    mark,
    output::{self, Content, Output},
    print, terminal,
};

/// A place, and what is written there.
#[derive(Debug)]
pub(super) struct Target {
    output: Output,
    format: Format,
    /// The files that go beside it, in the format's order.
    beside: Vec<Output>,
    /// Whether it is there to be looked at, and made for the terminal that standard output may be.
    is_shown: bool,
}

impl Target {
    /// Standard output, to look at the level, as nothing else was asked for.
    pub(super) fn shown() -> Result<Self, Failure> {
        Ok(Self { is_shown: true, ..Self::standard(terminal::format())? })
    }

    /// Standard output, in a format.
    pub(super) fn standard(format: Format) -> Result<Self, Failure> {
        Self::new(Output::standard(), format)
    }

    /// The place that `flag` names, in the format given or in that of its ending; RON where a stream's format is not said.
    pub(super) fn at(flag: &str, path: &Path, format: Option<Format>) -> Result<Self, Failure> {
        let output = Output::at(flag, path)?;
        let by_name = || Format::of_ending(path).or_else(|| output.is_stream().then_some(Format::Ron));
        let format = format.or_else(by_name).ok_or_else(|| Format::unknown_ending(flag, path))?;
        Self::new(output, format)
    }

    /// The picture's place that `flag` names.
    pub(super) fn picture(flag: &str, path: &Path) -> Result<Self, Failure> {
        let output = Output::at(flag, path)?;
        if !output.is_stream() && Format::of_ending(path) != Some(Format::Png) {
            let path = print::path(path);
            return Err(Failure::usage(format!("{flag} {path}: a picture goes to a file that ends in .png, or to -.")));
        }
        Self::new(output, Format::Png)
    }

    fn new(output: Output, format: Format) -> Result<Self, Failure> {
        if !format.is_text() {
            output.refuse_terminal(format.name())?;
        }
        if output.is_stream() && !format.beside().is_empty() {
            let (place, name) = (&output.name, format.name());
            return Err(Failure::usage(format!("{place}: {name} comes with another file beside it; give it a file.")));
        }
        let beside = format.beside().iter().map(|addition| output.beside(addition)).collect::<Result<_, _>>()?;
        Ok(Self { output, format, beside, is_shown: false })
    }

    fn outputs(&self) -> impl Iterator<Item = &Output> {
        [&self.output].into_iter().chain(&self.beside)
    }
}

/// All that a run writes.
///
/// Guarantee: no place twice, but for files that go beside several others and are the same for each.
#[derive(Debug)]
pub(super) struct Targets(Vec<Target>);

impl Targets {
    /// All of them; two that are the same place are refused.
    pub(super) fn new(targets: Vec<Target>) -> Result<Self, Failure> {
        for (number, target) in targets.iter().enumerate() {
            for earlier in targets[..number].iter().flat_map(Target::outputs) {
                if target
                    .outputs()
                    .any(|output| output.is_also(earlier) && !(output.is_beside() && earlier.is_beside()))
                {
                    let (one, other) = (&earlier.name, &target.output.name);
                    return Err(Failure::usage(format!("{one} and {other} are the same place; give two.")));
                }
            }
        }
        Ok(Self(targets))
    }

    /// Whether one is a picture.
    pub(super) fn have_picture(&self) -> bool {
        self.0.iter().any(|target| target.format == Format::Png)
    }

    /// Refuses to write over a file that is read; `what` it is, in the words of a sentence.
    pub(super) fn spare(&self, path: &Path, what: &str) -> Result<(), Failure> {
        self.0.iter().flat_map(Target::outputs).try_for_each(|output| output.spare(path, what))
    }

    /// Writes all of them. With `force` the files beside others replace whatever is there.
    pub(super) fn write(&self, scene: Scene, force: bool) -> Result<(), Failure> {
        let mut scene = scene;
        let blocks = scene.blocks;
        let mut facts = Vec::new();
        let mut ready: Vec<(&Output, Content<'_>)> = Vec::new();
        for target in &self.0 {
            scene.beside = target.beside.iter().map(Output::file_name).collect();
            scene.blocks = if target.is_shown { terminal::options(scene.level.size()) } else { blocks };
            let (content, beside) = if target.is_shown {
                let Encoded { bytes, beside } = target.format.encode(&scene)?;
                let (bytes, cut) = terminal::fitted(bytes);
                facts.extend(cut);
                (Content::Bytes(bytes), beside)
            } else {
                target.format.content(&scene)?
            };
            for (output, bytes) in target.beside.iter().zip(beside) {
                let bytes = mark::marked(&bytes);
                match ready.iter().find(|(earlier, _)| earlier.is_also(output)) {
                    Some((_, Content::Bytes(same))) if *same == bytes => continue,
                    Some((earlier, _)) => return Err(one_place(earlier, output)),
                    None => {}
                }
                if let (Some(path), false) = (output.file(), force) {
                    spare_foreign(&output.name, path, &bytes)?;
                }
                ready.push((output, Content::Bytes(bytes)));
            }
            ready.push((&target.output, content));
        }
        output::write(&ready)?;
        facts.iter().for_each(|fact| print::fact(fact));
        Ok(())
    }
}

/// Refuses to replace a file with one that goes beside another, unless it is the same or a picture that the tool wrote: nobody
/// has named it, so that nobody may expect to lose it.
pub(super) fn spare_foreign(name: &str, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    // What is no file, such as a pipe, may be waited for without end.
    let there = match path.metadata().and_then(|there| if there.is_file() { fs::read(path) } else { Ok(Vec::new()) }) {
        Ok(there) => there,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::failed(format!("{name} is there and cannot be read: {error}."))),
    };
    if there == bytes || mark::is_marked(&there) {
        return Ok(());
    }
    Err(Failure::failed(format!(
        "{name} is there already, and is not as roomgen wrote it; nothing was written. Move it away, give another name to \
         what it goes beside, or replace it with --force."
    )))
}

fn one_place(one: &Output, other: &Output) -> Failure {
    let (one, other) = (&one.name, &other.name);
    Failure::usage(format!("{one} and {other} would be the same file with different contents; give other names."))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::*;

    /// A folder, and the place `level.ron` in it with the file `level-tiles.png` beside it.
    fn level_with_tiles() -> (TempDir, Target) {
        let folder = TempDir::new().unwrap();
        let output = Output::at("--out", &folder.path().join("level.ron")).unwrap();
        let beside = vec![output.beside("-tiles.png").unwrap()];
        (folder, Target { output, format: Format::Ron, beside, is_shown: false })
    }

    fn sentence<T>(result: Result<T, Failure>) -> String {
        result.map_or_else(|failure| format!("{failure:?}"), |_| "accepted".to_owned())
    }

    #[test]
    fn a_file_beside_another_has_its_name_and_lies_in_its_folder() {
        let (folder, target) = level_with_tiles();
        let tiles = &target.beside[0];
        assert_eq!(tiles.file_name(), "level-tiles.png");
        assert_eq!(tiles.file(), Some(&*folder.path().canonicalize().unwrap().join("level-tiles.png")));
        assert!(tiles.name.starts_with("\"level-tiles.png\" beside --out"), "{}", tiles.name);
        assert!(Output::standard().beside("-tiles.png").is_err());
    }

    #[test]
    fn a_file_beside_another_replaces_only_its_like() {
        let (_folder, target) = level_with_tiles();
        let path: PathBuf = target.beside[0].file().unwrap().to_owned();
        let old = mark::marked(include_bytes!("../../tests/golden/picture/three-rooms.png"));
        let spare = |there: &[u8]| {
            fs::write(&path, there).unwrap();
            sentence(spare_foreign("tiles", &path, b"new"))
        };
        assert_eq!(sentence(spare_foreign("tiles", &path, b"new")), "accepted", "nothing is there");
        assert_eq!(spare(b"new"), "accepted", "the same is there");
        assert_eq!(spare(&old), "accepted", "the tool's own is there");
        let mut edited = old;
        *edited.last_mut().unwrap() ^= 1;
        for foreign in [&edited[..], b"", b"mine", include_bytes!("../../tests/golden/picture/three-rooms.png")] {
            assert!(spare(foreign).contains("--force"));
        }
    }

    #[test]
    fn what_is_named_may_not_be_the_file_beside_another_but_two_may_share_one() {
        let (folder, target) = level_with_tiles();
        let picture = Target::picture("--png", &folder.path().join("level-tiles.png")).unwrap();
        let other = Target::at("--out", &folder.path().join("level.json"), None).unwrap();
        let tiles = other.output.beside("-tiles.png").unwrap();
        let other = Target { beside: vec![tiles], ..other };
        let targets = Targets::new(vec![target, other]);
        let targets = targets.unwrap();
        assert!(sentence(targets.spare(&folder.path().join("level-tiles.png"), "the preset")).contains("accepted"));
        fs::write(folder.path().join("level-tiles.png"), "mine").unwrap();
        let refused = sentence(targets.spare(&folder.path().join("level-tiles.png"), "the preset"));
        assert!(refused.contains("level-tiles.png") && refused.contains("the preset itself"), "{refused}");
        let Targets(mut all) = targets;
        all.push(picture);
        assert!(sentence(Targets::new(all)).contains("the same place"));
    }
}

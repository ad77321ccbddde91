//! What a run writes: files and streams, each in a format, with the files that go beside some; all of them, or nothing.

use std::path::Path;

use super::{
    failure::Failure,
    format::{Format, Scene},
    output::{self, Content, Output},
    print, sheet, terminal,
};

/// A place, and what is written there.
#[derive(Debug)]
pub(super) struct Target {
    output: Output,
    format: Format,
    /// The files of its tile sheet that every sheet has.
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
        if output.is_stream() && format.has_sheet() {
            let (place, name) = (&output.name, format.name());
            return Err(Failure::usage(format!("{place}: {name} comes with other files beside it; give it a file.")));
        }
        let mut beside = Vec::new();
        if format.has_sheet() {
            let stem = output.stem()?;
            for ending in ["png", "tsx"] {
                beside.push(output.beside(&format!("{stem}{}.{ending}", sheet::ADDITION))?);
            }
        }
        Ok(Self { output, format, beside, is_shown: false })
    }

    /// The name by which a map finds its sheet.
    fn sheet_name(&self) -> Result<String, Failure> {
        Ok(format!("{}{}", self.output.stem()?, sheet::ADDITION))
    }

    fn outputs(&self) -> impl Iterator<Item = &Output> {
        [&self.output].into_iter().chain(&self.beside)
    }
}

/// All that a run writes.
///
/// Guarantee: no place twice, but for tile sheets, which maps of one name share.
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

    /// Writes all of them. With `force` a tile sheet replaces one that was edited.
    pub(super) fn write(&self, scene: &Scene, force: bool) -> Result<(), Failure> {
        let own_sheet = self.0.iter().any(|target| target.format.has_sheet()).then(|| scene.own_sheet());
        let mut facts = Vec::new();
        let mut sheets: Vec<(Output, Vec<u8>)> = Vec::new();
        for target in self.0.iter().filter(|target| target.format.has_sheet()) {
            let (Some(sheet), Some(folder)) = (&own_sheet, target.output.folder()) else { continue };
            let (files, kept) = sheet::files(sheet, &target.sheet_name()?, folder, force)?;
            facts.extend(kept.filter(|kept| !facts.contains(kept)));
            for file in files {
                let output = target.output.beside(&file.name)?;
                match sheets.iter().find(|(earlier, _)| earlier.is_also(&output)) {
                    Some((_, same)) if *same == file.bytes => {}
                    Some((earlier, _)) => return Err(one_place(earlier, &output)),
                    None => sheets.push((output, file.bytes)),
                }
            }
        }
        let (outputs, files): (Vec<_>, Vec<_>) = sheets.into_iter().unzip();
        let mut ready: Vec<_> = outputs.iter().zip(files.into_iter().map(Content::Bytes)).collect();
        for target in &self.0 {
            let sheet = match &own_sheet {
                Some(sheet) if target.format.has_sheet() => Some((sheet, target.sheet_name()?)),
                _ => None,
            };
            let content = if target.is_shown {
                let blocks = terminal::options(scene.level.size());
                let (bytes, cut) = terminal::fitted(target.format.encode(&Scene { blocks, sheet, ..*scene })?);
                facts.extend(cut);
                Content::Bytes(bytes)
            } else {
                target.format.content(&Scene { sheet, ..*scene })?
            };
            ready.push((&target.output, content));
        }
        output::write(&ready)?;
        facts.iter().for_each(|fact| print::fact(fact));
        Ok(())
    }
}

fn one_place(one: &Output, other: &Output) -> Failure {
    let (one, other) = (&one.name, &other.name);
    Failure::usage(format!("{one} and {other} would be the same file with different contents; give other names."))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    /// A folder, and the map `level.tmx` in it with its sheet beside it.
    fn map_with_tiles() -> (TempDir, Target) {
        let folder = TempDir::new().unwrap();
        let target = Target::at("--out", &folder.path().join("level.tmx"), None).unwrap();
        (folder, target)
    }

    fn sentence<T>(result: Result<T, Failure>) -> String {
        result.map_or_else(|failure| format!("{failure:?}"), |_| "accepted".to_owned())
    }

    #[test]
    fn a_file_beside_another_has_its_name_and_lies_in_its_folder() {
        let (folder, target) = map_with_tiles();
        let tiles = &target.beside[0];
        assert_eq!(tiles.file(), Some(&*folder.path().canonicalize().unwrap().join("level-tiles.png")));
        assert!(tiles.name.starts_with("\"level-tiles.png\" beside --out"), "{}", tiles.name);
        assert!(Output::standard().stem().is_err());
    }

    #[test]
    fn what_is_named_may_not_be_the_file_beside_another_but_two_may_share_one() {
        let (folder, target) = map_with_tiles();
        let picture = Target::picture("--png", &folder.path().join("level-tiles.png")).unwrap();
        let other = Target::at("--out", &folder.path().join("level.tmj"), None).unwrap();
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

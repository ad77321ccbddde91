//! Lint findings that follow from a preset's text alone.
//!
//! They are fields without effect, chances, weights and counts that are 0 everywhere, tags that
//! nothing asks for, and characters that no drawing uses. Reads the unchecked form of the file,
//! which alone shows which fields were written, and the checked preset; produces findings, each
//! with the path of its value. All of them are certain. Other modules of `lint` look for doubtful
//! cases in sample levels.

mod floorplan;
mod formations;
mod mission;
mod props;
mod tags;
mod terrain;
mod vaults;

use std::collections::BTreeSet;

use super::{Finding, FindingCode, LintReport, MOST};
use crate::preset::{
    Preset, RawPreset, RawProp, RawRamp,
    ValueStep::{self, Field, Index, Key},
};

/// A lint finding in the text of a preset.
#[derive(Clone, Debug)]
struct TextFinding {
    code: FindingCode,
    path: Vec<ValueStep>,
    message: String,
    help: String,
    /// Another value, which must be in the same text as this one for the finding to be a mistake.
    ///
    /// If the other value is in a base, the preset turns it off on purpose: nothing is reported.
    /// `None` if the finding depends on no other value.
    beside: Option<Vec<ValueStep>>,
}

/// The findings so far, and the path to the value that is being examined.
#[derive(Default)]
struct TextFindingCollector {
    path: Vec<ValueStep>,
    found: Vec<TextFinding>,
}

impl TextFindingCollector {
    fn inside(&mut self, step: ValueStep, look: impl FnOnce(&mut Self)) {
        self.path.push(step);
        look(self);
        self.path.pop();
    }

    fn each<T>(&mut self, list: &'static str, items: &[T], mut look: impl FnMut(&mut Self, usize, &T)) {
        self.inside(Field(list), |findings| {
            for (number, item) in items.iter().enumerate() {
                findings.inside(Index(number), |findings| look(findings, number, item));
            }
        });
    }

    fn add(&mut self, code: FindingCode, step: ValueStep, message: impl Into<String>, help: impl Into<String>) {
        let path = self.path.iter().cloned().chain([step]).collect();
        self.found.push(TextFinding { code, path, message: message.into(), help: help.into(), beside: None });
    }

    fn useless(&mut self, field: &'static str, message: impl Into<String>, help: impl Into<String>) {
        self.add(FindingCode::UselessField, Field(field), message, help);
    }

    fn never(&mut self, field: &'static str, message: impl Into<String>, help: impl Into<String>) {
        self.add(FindingCode::Never, Field(field), message, help);
    }
}

/// Reports what follows from the preset as it is written: useless fields, numbers that are 0
/// everywhere, unused tags and unused characters.
pub(super) fn text_findings(report: &mut LintReport<'_>) {
    let written = report.written;
    for TextFinding { code, path, message, help, beside } in found(&written.raw, &written.preset).into_iter().take(MOST)
    {
        let problem = written.problem_at(&path, message, Some(help));
        let base_of = |path: &[ValueStep]| written.problem_at(path, String::new(), None).base;
        // A 0 in place of a value of the base turns off what the base has.
        let turns_off = code == FindingCode::Never && written.is_override(&path);
        if !turns_off && beside.is_none_or(|beside| base_of(&beside) == problem.base) {
            report.push(Finding { code, problem, levels: None });
        }
    }
}

/// All findings of a preset's text. Cost: linear in the preset.
fn found(raw: &RawPreset, preset: &Preset) -> Vec<TextFinding> {
    let mut findings = TextFindingCollector::default();
    findings.inside(Field("floorplan"), |findings| {
        floorplan::floorplan(findings, raw);
        tags::unused(findings, raw);
        terrain::partings(findings, raw);
        terrain::features(findings, raw);
    });
    terrain::unused(&mut findings, raw);
    findings.inside(Field("encounters"), |findings| tags::unused_arm_tag(findings, raw));
    findings.inside(Field("mission"), |findings| mission::mission(findings, raw, preset));
    palette(&mut findings, raw);
    sheet(&mut findings, raw);
    props::props(&mut findings, raw);
    let markers = raw.props.0.iter().filter(|(_, prop)| prop.marker).map(|(name, _)| name.as_str()).collect();
    let has_parting = !raw.floorplan.partings.is_empty();
    findings.each("layouts", &raw.layouts, |findings, _, layout| {
        formations::layout(findings, layout, &markers, has_parting);
    });
    findings.each("vaults", &raw.vaults, |findings, number, vault| {
        vaults::vault(findings, vault, preset.vaults.get(number));
    });
    findings.found
}

/// Reports colours of the palette that no sprite uses.
fn palette(findings: &mut TextFindingCollector, raw: &RawPreset) {
    let used: BTreeSet<char> =
        raw.props.0.iter().flat_map(|(_, prop)| prop.sprite.rows()).flat_map(|row| row.chars()).collect();
    findings.inside(Field("palette"), |findings| {
        for (number, (character, _)) in raw.palette.0.iter().enumerate().filter(|(_, (it, _))| !used.contains(it)) {
            let message = format!("no sprite uses the colour {character:?}");
            findings.add(FindingCode::UnusedCharacter, Key(number), message, "use it in a sprite, or remove it");
        }
    });
}

/// Reports a picture of sprites of which no kind has a sprite.
fn sheet(findings: &mut TextFindingCollector, raw: &RawPreset) {
    let of_picture = |prop: &RawProp| prop.sprite.name().is_some_and(|name| !name.contains('/'));
    if raw.sprites.is_some() && !raw.props.0.iter().any(|(_, prop)| of_picture(prop)) {
        let message = "`sprites` has no effect: no kind of prop has a sprite from the picture";
        findings.useless("sprites", message, "name its cells, as in `sprite: \"3,2\"`, or remove it");
    }
}

fn most(ramp: &RawRamp) -> f64 {
    fold(ramp, f64::max)
}

fn least(ramp: &RawRamp) -> f64 {
    fold(ramp, f64::min)
}

/// All numbers of a ramp, combined by `combine`.
fn fold(ramp: &RawRamp, combine: fn(f64, f64) -> f64) -> f64 {
    match ramp {
        RawRamp::Plain(value) => *value,
        RawRamp::Over(slope) => combine(fold(&slope.from, combine), fold(&slope.to, combine)),
    }
}

/// Whether a weight is 0 everywhere. Weights are rounded to multiples of 1/256.
fn is_no_weight(ramp: &RawRamp) -> bool {
    most(ramp) < 0.5 / 256.0
}

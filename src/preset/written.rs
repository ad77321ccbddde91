//! A preset with its text: where its parts were written.

use std::ops::Range;

use super::{Curve, ParsedPreset, Preset, inherit::BasePreset, parsed::PresetPlace};
use crate::{error::PresetError, theme::SpritePicture};

/// A preset that knows where its formations, its vaults and the curve of its encounters were
/// written, for editors.
///
/// A [`Preset`] has no text. This keeps the texts of the preset and of its bases beside it.
/// [`PropSources`](crate::PropSources) says which formation placed a prop.
///
/// ```
/// use roomgen::preset::WrittenPreset;
///
/// let text = "(name: \"mine\", props: { \"urn\": (glyph: 'u', color: \"#c28a2e\") }, \
///     layouts: [(name: \"hall\", formations: [(shape: Circle, prop: \"urn\")])])";
/// let written = WrittenPreset::parse_with(text, |_| Err("no files here".to_owned()))?;
/// let span = written.span_of(0, 0).expect("the only formation");
/// assert_eq!(&text[span.span], "(shape: Circle, prop: \"urn\")");
/// # Ok::<(), roomgen::PresetError>(())
/// ```
pub struct WrittenPreset(ParsedPreset<'static>);

/// Where a part of a preset was written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PresetSpan {
    /// The name of the base in whose text it stands; `None` for the preset's own text.
    pub base: Option<String>,
    /// The bytes of the part, as a range of offsets into that text.
    pub span: Range<usize>,
    /// The same range in units of UTF-16, in which JavaScript counts.
    pub utf16: Range<usize>,
    /// The line of the first byte, counted from 1.
    pub line: usize,
    /// The column of the first byte, in characters, counted from 1.
    pub column: usize,
}

/// A point of the curve by which encounters are shared among rooms, and where it was written.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CurvePoint {
    /// A progress along the path: 0 to 1, more than that of the point before.
    pub progress: f32,
    /// The share of a room there, beside those of other rooms: 0 to [`Self::MAX_VALUE`].
    pub value: f32,
    /// Where the number of the progress was written.
    pub progress_span: PresetSpan,
    /// Where the number of the value was written.
    pub value_span: PresetSpan,
}

impl CurvePoint {
    /// The largest value.
    pub const MAX_VALUE: f32 = Curve::MAX_VALUE;
}

impl WrittenPreset {
    /// Reads a preset as [`Preset::parse_with`] does, and keeps its texts.
    ///
    /// Cost: that of [`Preset::parse_with`], and copies of the texts.
    ///
    /// # Errors
    ///
    /// Those of [`Preset::parse_with`].
    pub fn parse_with(
        text: &str,
        mut read: impl FnMut(&str) -> Result<BasePreset, String>,
    ) -> Result<Self, PresetError> {
        ParsedPreset::read(text, &mut read, None).map(|parsed| Self(parsed.into_owned()))
    }

    /// Reads a preset as [`Preset::parse_with_pictures`] does, and keeps its texts.
    ///
    /// # Errors
    ///
    /// Those of [`Preset::parse_with_pictures`].
    pub fn parse_with_pictures(
        text: &str,
        mut read: impl FnMut(&str) -> Result<BasePreset, String>,
        mut pictures: impl FnMut(&str, Option<&str>) -> Result<SpritePicture, String>,
    ) -> Result<Self, PresetError> {
        ParsedPreset::read(text, &mut read, Some(&mut pictures)).map(|parsed| Self(parsed.into_owned()))
    }

    /// The preset.
    #[must_use]
    pub fn preset(&self) -> &Preset {
        &self.0.preset
    }

    /// Where a formation was written: from its opening bracket to its closing one.
    ///
    /// `layout` is the position of its layout in [`Preset::layouts`], `formation` that in the
    /// layout, as [`PropSource`](crate::PropSource) gives them. The span of a formation in a group
    /// is that of the formation alone.
    ///
    /// `None` if there is no such formation. Cost: linear in the text.
    #[must_use]
    pub fn span_of(&self, layout: usize, formation: usize) -> Option<PresetSpan> {
        self.0.preset.layouts.get(layout)?.formations.get(formation)?;
        Some(self.span_at(PresetPlace::Formation(layout, formation, "")))
    }

    /// Where a vault was written, by its position in [`Preset::vaults`]: the span of its name.
    ///
    /// `None` if there is no such vault. Cost: linear in the text.
    #[must_use]
    pub fn span_of_vault(&self, vault: usize) -> Option<PresetSpan> {
        self.0.preset.vaults.get(vault)?;
        Some(self.span_at(PresetPlace::Vault(vault, "name")))
    }

    /// The points of the curve by which encounters are shared among rooms, in order of progress.
    ///
    /// Between points the curve is straight; before the first and behind the last it is level. No
    /// points are equal shares. `None` if the preset has no encounters. Cost: each point is linear
    /// in the text.
    ///
    /// ```
    /// use roomgen::preset::WrittenPreset;
    ///
    /// let text = r#"(
    ///     name: "mine", base: "crypt",
    ///     groups: {"the dead": (cost: 2, members: {"skeleton": (2, 3)})},
    ///     encounters: (budget: 24, curve: [(0.2, 0), (0.9, 1.5)]),
    /// )"#;
    /// let written = WrittenPreset::parse_with(text, |_| Err("no files here".to_owned()))?;
    /// let last = written.encounter_curve().into_iter().flatten().last().expect("two points");
    /// assert_eq!((last.progress, last.value), (0.9, 1.5));
    /// assert_eq!(&text[last.value_span.span], "1.5");
    /// # Ok::<(), roomgen::PresetError>(())
    /// ```
    #[must_use]
    pub fn encounter_curve(&self) -> Option<impl ExactSizeIterator<Item = CurvePoint>> {
        let rule = Some(&self.preset().encounters).filter(|rule| rule.is_used())?;
        Some(rule.curve.points.iter().enumerate().map(|(point, &(progress, value))| CurvePoint {
            progress,
            value,
            progress_span: self.span_at(PresetPlace::CurvePoint(point, 0)),
            value_span: self.span_at(PresetPlace::CurvePoint(point, 1)),
        }))
    }

    fn span_at(&self, place: PresetPlace<'_>) -> PresetSpan {
        let at = self.0.problem(place, String::new(), None);
        PresetSpan { base: at.base, span: at.span, utf16: at.utf16, line: at.line, column: at.column }
    }
}

impl std::fmt::Debug for WrittenPreset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("WrittenPreset").field(&self.preset().name()).finish()
    }
}

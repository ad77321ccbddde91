//! Draws a survey as one picture: histograms, layout frequencies and extreme levels.
//!
//! Consumes groups of one or two [`TitledSurvey`], and produces a [`Picture`] with the groups one
//! below the other. Each panel is a histogram of two metrics with marginals and means. Bars show
//! how often each layout and vault was chosen. Thumbnails show the levels with the least and the
//! most of a metric.
//!
//! A second survey is drawn over the first, in two colours that readers with any colour vision
//! distinguish. Where both have many levels the colours add up to a pale one. A line surrounds nine
//! tenths of the levels of each survey.

mod axis;
mod choices;
mod hues;
mod panel;
mod tally;
mod thumbs;

use super::{
    Picture, PictureError,
    ink::{self, BACK, FAINT, TEXT, write},
    pen::LinePen,
};
use hues::{ColorKey, HUES};
use roomgen::{
    Request,
    preset::Preset,
    survey::{Metric, PAIRS, Survey},
};

/// A survey, its title, and the preset and request that its levels were made from, for a picture.
#[derive(Clone, Debug)]
pub struct TitledSurvey<'a> {
    /// The title of the survey in the picture.
    pub title: String,
    /// One line on what the survey's levels have in common: size, seeds, difficulty and the like.
    pub about: String,
    /// The preset of the levels. It generates the levels shown as thumbnails again.
    pub preset: &'a Preset,
    /// The request of all levels of the survey, except for the seed.
    pub request: Request,
    /// The survey that the picture shows.
    pub survey: &'a Survey,
}

/// The width of the picture, its margin, and the gap between its parts, in pixels.
const WIDTH: i32 = 1760;
const MARGIN: i32 = 36;
const GAP: i32 = 36;
/// The number of panels, which show a histogram each, in a row of the picture.
const ACROSS: i32 = 3;

/// The metrics whose extreme levels are shown as thumbnails.
const SHOWN: [Metric; 6] =
    [Metric::Rooms, Metric::Linearity, Metric::Loops, Metric::WalkingDistance, Metric::RoomSize, Metric::PropDensity];

/// Draws groups of surveys one below the other: of each group the first survey, and the second one
/// over it, if there is one.
///
/// Cost: generating and drawing up to twelve levels for each survey, and linear in the bins of the
/// histograms.
///
/// # Errors
///
/// [`PictureError::NoScale`] if the levels are too large to be drawn at any scale, and
/// [`PictureError::LargePage`].
pub fn render_survey(groups: &[Vec<TitledSurvey>]) -> Result<Picture, PictureError> {
    let (width, height) = survey_dimensions(groups)?;
    let mut picture = Picture::filled(width, height, BACK);
    let mut top = 0;
    for group in groups {
        // Drawn alone, since lines are rounded by their distance from the top of the picture.
        let part = SurveyLayout::of(group).draw()?;
        picture.lay(&part, [0, top]);
        top += part.height;
    }
    Ok(picture)
}

/// The width and height in pixels of the picture of [`render_survey`]. Needs no finished survey.
///
/// # Errors
///
/// [`PictureError::LargePage`].
pub fn survey_dimensions(groups: &[Vec<TitledSurvey>]) -> Result<(u32, u32), PictureError> {
    let height: u64 = groups.iter().map(|group| u64::from(SurveyLayout::of(group).height.unsigned_abs())).sum();
    let width = u64::from(WIDTH.unsigned_abs());
    if width * height > Picture::MAX_PIXELS {
        return Err(PictureError::LargePage { width, height });
    }
    Ok((width as u32, height as u32))
}

/// The parts of one group's picture: where they are, and their sizes, in pixels.
struct SurveyLayout<'a> {
    all: Vec<&'a TitledSurvey<'a>>,
    panel: [i32; 2],
    choices: choices::ChoiceBars,
    thumbs: [i32; 2],
    below_panels: i32,
    below_choices: i32,
    height: i32,
}

impl<'a> SurveyLayout<'a> {
    /// The layout of a group, of which the first two surveys are shown.
    fn of(group: &'a [TitledSurvey<'a>]) -> Self {
        let all: Vec<&TitledSurvey> = group.iter().take(2).collect();
        let panel = panel::sides((WIDTH - 2 * MARGIN - (ACROSS - 1) * GAP) / ACROSS);
        let rows = (PAIRS.len() as i32 + ACROSS - 1) / ACROSS;
        let choices = choices::ChoiceBars::of(&all);
        let thumbs = thumbs::sides((WIDTH - 2 * MARGIN) / SHOWN.len() as i32, &all);
        let blocks = all.len() as i32;
        let below_panels = header_height(all.len()) + rows * (panel[1] + GAP);
        let below_choices = below_panels + choices.height() + GAP;
        let height = below_choices + blocks * (thumbs::HEADING + 2 * thumbs[1]) + (blocks - 1) * GAP / 2 + MARGIN;
        Self { all, panel, choices, thumbs, below_panels, below_choices, height }
    }

    fn draw(&self) -> Result<Picture, PictureError> {
        let Self { all, panel, .. } = self;
        let mut picture = Picture::filled(WIDTH.unsigned_abs(), self.height.unsigned_abs(), BACK);
        let Some(mut pen) = ink::pen(&mut picture) else { return Ok(picture) };
        draw_header(&mut pen, all);
        let head = header_height(all.len());
        for (number, _) in (0..).zip(PAIRS) {
            let corner = [MARGIN + number % ACROSS * (panel[0] + GAP), head + number / ACROSS * (panel[1] + GAP)];
            let histograms: Vec<_> = all.iter().map(|one| &one.survey.histograms()[number as usize]).collect();
            panel::draw(&mut pen, corner, *panel, &histograms, all);
        }
        self.choices.draw(&mut pen, [MARGIN, self.below_panels], WIDTH - 2 * MARGIN);
        for (number, surveyed) in (0..).zip(all) {
            let top = self.below_choices + number * (thumbs::HEADING + 2 * self.thumbs[1] + GAP / 2);
            let hue = (all.len() > 1).then(|| HUES[number as usize]);
            thumbs::draw(&mut picture, surveyed, [MARGIN, top], self.thumbs, hue)?;
        }
        Ok(picture)
    }
}

/// Heights of a survey's title and of the line below it, in pixels.
const TITLE: i32 = 40;
const ABOUT: i32 = 30;

fn header_height(surveys: usize) -> i32 {
    MARGIN + surveys as i32 * (TITLE + ABOUT) + GAP
}

fn draw_header(pen: &mut LinePen<'_>, all: &[&TitledSurvey]) {
    for (number, surveyed) in (0..).zip(all) {
        let top = MARGIN + number * (TITLE + ABOUT);
        let color = if all.len() > 1 { HUES[number as usize] } else { TEXT };
        write(pen, &surveyed.title, [MARGIN, top], 4, color);
        write(pen, &surveyed.about, [MARGIN, top + TITLE], 2, FAINT);
    }
    ColorKey::of(all).draw(pen, [WIDTH - MARGIN, MARGIN]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use roomgen::{Generator, survey::Measurer};

    fn survey(preset: &Preset, seeds: u64) -> Survey {
        let (mut generator, mut measurer, mut survey) =
            (Generator::new(preset), Measurer::default(), Survey::default());
        for seed in 0..seeds {
            survey.add(&generator.generate(seed), &mut measurer);
        }
        survey
    }

    fn surveyed<'a>(preset: &'a Preset, survey: &'a Survey, title: &str) -> TitledSurvey<'a> {
        let about = "a line".to_owned();
        TitledSurvey { title: title.to_owned(), about, preset, request: Request::new(0), survey }
    }

    #[test]
    fn a_survey_is_drawn_in_full_and_the_same_again() {
        let preset = Preset::built_in("crypt").unwrap().with_size("30x20".parse().unwrap()).unwrap();
        let survey = survey(&preset, 60);
        let of = |title| surveyed(&preset, &survey, title);
        let render = |group: &[&'static str]| render_survey(&[group.iter().map(|&title| of(title)).collect()]).unwrap();
        let picture = render(&["crypt"]);
        assert_eq!(picture, render(&["crypt"]));
        assert_ne!(picture, render(&["crept"]), "the title is in it");
        let both = render(&["crypt", "again"]);
        assert_eq!((picture.width(), both.width()), (WIDTH as u32, WIDTH as u32));
        assert!(both.height() > picture.height());
        // The captions below the last levels are as far from the lower edge in both.
        let empty = |picture: &Picture| {
            let rows = picture.bytes().chunks_exact(picture.width() as usize * 3).rev();
            rows.take_while(|row| row.as_chunks::<3>().0.iter().all(|pixel| *pixel == [BACK.r, BACK.g, BACK.b])).count()
        };
        assert_eq!(empty(&both), empty(&picture));
        let has = |picture: &Picture, hue: roomgen::color::Color| {
            picture.bytes().as_chunks::<3>().0.contains(&[hue.r, hue.g, hue.b])
        };
        assert!(HUES.iter().all(|&hue| has(&both, hue) && !has(&picture, hue)));
    }

    #[test]
    fn a_survey_from_elsewhere_with_the_largest_counts_and_bins_is_drawn() {
        let preset = Preset::built_in("crypt").unwrap().with_size("30x20".parse().unwrap()).unwrap();
        let mut sent = serde_json::to_value(survey(&preset, 3)).unwrap();
        for field in sent["metrics"].as_object_mut().unwrap().values_mut() {
            field["count"] = u64::MAX.into();
            field["sum"] = u128::MAX.to_string().into();
            // Of metrics that no level has, there are no extremes.
            if field["min"].is_null() {
                field["min"] = serde_json::json!({ "value": 0.0, "seed": "7" });
            }
            field["max"] = serde_json::json!({ "value": f64::MAX, "seed": "7" });
        }
        for histogram in sent["histograms"].as_array_mut().unwrap() {
            let half = u64::MAX / 2;
            histogram["bins"] = serde_json::json!([[0, u32::MAX, half], [u32::MAX, 0, half], [u32::MAX, u32::MAX, 1]]);
        }
        sent["layouts"] = serde_json::json!({ "hall": u64::MAX, "other": u64::MAX });
        let mut survey: Survey = serde_json::from_value(sent).unwrap();
        let again = survey.clone();
        survey.merge(&again);
        let group = || vec![surveyed(&preset, &survey, "one"), surveyed(&preset, &again, "other")];
        assert_eq!(render_survey(&[group()]).map(|picture| picture.width()), Ok(WIDTH as u32));
    }

    #[test]
    fn groups_stand_one_below_the_other_as_each_is_drawn_alone() {
        let preset = Preset::built_in("cellar").unwrap().with_size("30x20".parse().unwrap()).unwrap();
        let surveys = [survey(&preset, 8), survey(&preset, 3)];
        let one = || vec![surveyed(&preset, &surveys[0], "one")];
        let two = || vec![surveyed(&preset, &surveys[1], "two"), surveyed(&preset, &surveys[0], "one")];
        let groups = || [one(), two(), one()];
        let whole = render_survey(&groups()).unwrap();
        let parts = groups().map(|group| render_survey(&[group]).unwrap());
        assert_eq!(survey_dimensions(&groups()), Ok((whole.width(), whole.height())));
        assert!(parts.iter().flat_map(Picture::bytes).eq(whole.bytes()));

        let many = vec![one(); 100];
        let height = u64::from(parts[0].height()) * 100;
        assert_eq!(survey_dimensions(&many), Err(PictureError::LargePage { width: WIDTH as u64, height }));
        assert!(render_survey(&many).is_err());
    }

    #[test]
    fn levels_of_any_size_and_surveys_of_nothing_or_one_level_can_be_drawn() {
        for size in ["8x64", "300x12"] {
            let preset =
                Preset::parse(r##"(name: "bare", floorplan: (rooms: (min: 3, max: 9)), props: {}, layouts: [])"##)
                    .unwrap();
            let preset = preset.with_size(size.parse().unwrap()).unwrap();
            for seeds in [0, 1] {
                let survey = survey(&preset, seeds);
                render_survey(&[vec![surveyed(&preset, &survey, "bare")]]).unwrap();
            }
        }
    }
}

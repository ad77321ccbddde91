//! `roomgen find`: the levels or runs that an expression describes, among the seeds of a range.
//!
//! Threads test chunks of seeds; outcomes are taken in order. So the finds depend on the arguments
//! alone, and an interrupted search has tested the seeds before those that it names.

mod args;
mod destination;
mod names;
mod question;
mod rows;
mod searched;

use std::sync::atomic::{AtomicBool, Ordering};

pub(super) use args::FindArgs;
use args::FindSeeds;
use destination::FindDestination;
use indicatif::ProgressBar;
use roomgen::REVISION;
use roomgen_export::{
    format::Format,
    png::{ContactSheet, ContactSheetSubject, Picture, PictureError, SheetLevels},
};
use roomgen_find::{Find, FindTally, Finds, LevelFinder, Query};
use rows::FindColumns;

use super::{
    commit::FileCommit,
    contact_sheet::{ListedLevels, of_runs},
    diagnostic::{Diagnostic, ReportFormat, ToolCode},
    export,
    failure::CommandFailure,
    interrupt,
    ordered::in_order,
    output::{Output, refuse_conflicts},
    print, progress,
    requests::{Requested, SeedMaker},
};

/// The number of chunks that each thread may be ahead of the next chunk to take.
const AHEAD: usize = 4;

/// Searches the levels or the runs of all seeds, and writes the finds.
pub(super) fn run(arguments: &FindArgs) -> Result<(), CommandFailure> {
    let searched = arguments.requests.requested()?;
    let words = searched.words();
    if arguments.names {
        return print::result(&print::escaped_lines(&names::list(&words, searched.name())));
    }
    let mut query = question::query(arguments, words)?;
    let floors_begin_anywhere = arguments.requests.start.is_none() && arguments.requests.floors() != [0];
    refuse_endless(arguments)?;
    let destination = arguments.out.as_deref().map(FindDestination::of).transpose()?;
    let sheet = arguments.sheet.as_deref().map(|path| export::picture_output("--sheet", path)).transpose()?;
    if let Some(flag) = arguments.drawing.given_flag().filter(|_| sheet.is_none()) {
        return Err(CommandFailure::usage(format!("{flag} is for pictures; add --sheet FILE.")));
    }
    let outputs: Vec<&Output> =
        destination.iter().filter_map(FindDestination::output).chain(sheet.iter().map(|(output, _)| output)).collect();
    refuse_conflicts(&outputs, searched.inputs().0)?;
    if arguments.format == ReportFormat::Json && outputs.iter().any(|output| output.is_standard()) {
        return Err(CommandFailure::usage(
            "--format json prints to standard output, as --out or --sheet does; give a file.",
        ));
    }
    searched.measure_spreads(&mut query, seeds(arguments, 0));
    let search = LevelSearch { arguments, searched: &searched, query: &query, outputs: &outputs };
    if sheet.is_some() {
        search.refuse_large_sheet()?;
    }
    if floors_begin_anywhere && arguments.format == ReportFormat::Text {
        print::note(
            "floors are searched as levels of their own; in a run of --floors each begins below another: \
             find --floors N and --run search runs, as in --where 'floor(2).rooms > 20'",
        );
    }
    search.run(destination.as_ref(), sheet.as_ref())
}

/// Refuses a range without an end where the search would have none either.
fn refuse_endless(arguments: &FindArgs) -> Result<(), CommandFailure> {
    let seeds = arguments.seeds;
    let why = match (arguments.ranking_flag(), arguments.most()) {
        _ if !seeds.is_open => return Ok(()),
        (Some(flag), _) => format!("{flag} ranks the levels of all seeds, which takes a range with an end"),
        (None, None) => "a range without an end takes --count".to_owned(),
        (None, Some(_)) => return Ok(()),
    };
    Err(CommandFailure::usage(format!(
        "--seeds {seeds}: {why}; give --seeds {}..END, such as 0..10000.",
        seeds.range.at(0)
    )))
}

/// The seeds of the search from a position on.
fn seeds(arguments: &FindArgs, position: u64) -> impl Iterator<Item = u64> + use<> {
    let seeds = arguments.seeds.range.after(position);
    (0..seeds.count()).map(move |position| seeds.at(position))
}

/// A search that is ready to run.
struct LevelSearch<'a> {
    arguments: &'a FindArgs,
    searched: &'a Requested,
    query: &'a Query,
    outputs: &'a [&'a Output],
}

impl LevelSearch<'_> {
    fn run(
        &self,
        destination: Option<&FindDestination>,
        sheet: Option<&(Output, Format)>,
    ) -> Result<(), CommandFailure> {
        let mut finds = Finds::new(self.query, self.arguments.most());
        interrupt::stop_in_order();
        let rest = self.search(&mut finds)?;
        let (tally, list) = (finds.tally(), finds.list());
        let columns = FindColumns::new(self.query, self.searched.variants());
        if list.is_empty() {
            return Err(match rest {
                None => self.nothing_found(tally),
                Some(rest) => self.interrupted(tally, 0, rest),
            });
        }

        let mut commit = FileCommit::new();
        let mut without_sheet = Ok(());
        if let Some((output, format)) = sheet.filter(|_| rest.is_none()) {
            match self.sheet(list, &columns) {
                Ok(picture) => {
                    let bytes = export::encoded(&picture, *format)?;
                    commit.add(output, |out| Ok(out.write_all(&bytes)?))?;
                }
                Err(failure) => without_sheet = Err(failure),
            }
        }
        if let Some(destination) = destination {
            destination.add(&mut commit, self.searched, list, &columns)?;
        }
        commit.finish()?;
        let rows = match self.arguments.format {
            ReportFormat::Json => columns.json(list),
            ReportFormat::Text => print::escaped_lines(&columns.table(list)),
        };
        if self.outputs.iter().any(|output| output.is_standard()) {
            print::report(&rows);
        } else {
            print::result(&rows)?;
        }
        if let Some(rest) = rest {
            return Err(self.interrupted(tally, list.len(), rest));
        }
        without_sheet?;
        let files = self.outputs.iter().filter_map(|output| output.given_file()).map(str::to_owned);
        let files: Vec<_> = files.chain(destination.and_then(FindDestination::folder_name)).collect();
        let of = if files.is_empty() { String::new() } else { format!("{}: ", files.join(", ")) };
        self.tell(&format!("{of}{}", self.summary(tally, list.len())), tally.undefined != [0; 3])
    }

    /// Says what is no find and no problem: as a line of JSON where finds are such lines, else on a
    /// terminal; what is `unexpected` always.
    fn tell(&self, sentence: &str, unexpected: bool) -> Result<(), CommandFailure> {
        match self.arguments.format {
            ReportFormat::Json => {
                return print::diagnostics([Diagnostic::note(ToolCode::SearchSummary.name(), sentence)]);
            }
            ReportFormat::Text if unexpected => print::note(sentence),
            ReportFormat::Text => print::success(sentence),
        }
        Ok(())
    }

    /// Tests levels until the finds are complete, or the range ends. Returns the seeds that an
    /// interruption leaves.
    fn search(&self, finds: &mut Finds<'_>) -> Result<Option<FindSeeds>, CommandFailure> {
        let Self { arguments, searched, query, .. } = self;
        let chunk = searched.chunk();
        let is_full = AtomicBool::new(false);
        let bar = self.progress();
        let take = |outcomes: Vec<_>| {
            bar.inc(outcomes.len() as u64);
            let mut is_changed = false;
            outcomes.into_iter().for_each(|outcome| is_changed |= finds.add(outcome));
            if is_changed {
                bar.set_message(print::count(finds.list().len(), "find"));
            }
            is_full.store(finds.is_complete(), Ordering::SeqCst);
            Ok(())
        };
        let make = |(maker, finder): &mut (SeedMaker<'_>, LevelFinder<'_>), at: u64| {
            let mut outcomes = Vec::new();
            let seeds = seeds(arguments, at.saturating_mul(chunk)).take(chunk as usize);
            seeds.for_each(|seed| maker.test(finder, seed, &mut outcomes));
            Ok(outcomes)
        };
        let tool = || (searched.maker(), LevelFinder::new(query));
        let (chunks, workers) = (arguments.seeds.range.count().div_ceil(chunk), arguments.jobs.workers(AHEAD));
        let is_stopped = || is_full.load(Ordering::SeqCst) || interrupt::is_stopped();
        let taken = in_order(chunks, workers, is_stopped, tool, make, take)?;
        drop(bar);
        let rest = arguments.seeds.after(taken.saturating_mul(chunk));
        Ok(Some(rest).filter(|_| taken < chunks && !finds.is_complete()))
    }

    fn progress(&self) -> ProgressBar {
        let levels = self.levels();
        let total = (!self.arguments.seeds.is_open).then_some(levels);
        let is_streamed = self.outputs.iter().any(|output| output.is_standard());
        let bar = progress::of_search(total, self.searched.noun(), is_streamed);
        bar.set_message("no find");
        bar
    }

    /// The number of levels or runs of all seeds.
    fn levels(&self) -> u64 {
        self.arguments.seeds.range.count().saturating_mul(self.searched.variants().max(1) as u64)
    }

    /// What a sheet shows of finds of these seeds.
    fn subject(&self, captions: Vec<Vec<String>>, seeds: &[u64]) -> Result<ContactSheetSubject<'_>, CommandFailure> {
        let arguments = self.arguments;
        let expressions =
            [("where", &arguments.condition), ("best", &arguments.best), ("near", &arguments.near)].into_iter();
        let expressions = expressions.filter_map(|(word, text)| text.as_ref().map(|text| format!("{word} {text}")));
        let about = [format!("seeds {}", arguments.seeds)].into_iter().chain(expressions);
        let preset = match self.searched {
            Requested::Levels(loaded, _) => &loaded.preset,
            Requested::Runs(run) => return of_runs(run, about.collect(), seeds),
        };
        let about = [preset.size().to_string()].into_iter().chain(about);
        let about = about.chain([format!("preset {:016x}", preset.digest()), format!("revision {REVISION}")]);
        Ok(ContactSheetSubject {
            title: preset.name(),
            preset,
            about: about.collect(),
            levels: SheetLevels::List { captions, last_seed: seeds.iter().copied().max().unwrap_or_default() },
            difficulties: arguments.requests.difficulties().to_vec(),
            floors: arguments.requests.floors().to_vec(),
        })
    }

    /// Refuses a sheet that would be too large, before any level is tested.
    fn refuse_large_sheet(&self) -> Result<(), CommandFailure> {
        let most = self.arguments.most().unwrap_or(1).min(usize::try_from(self.levels()).unwrap_or(usize::MAX));
        let most = most.min(ContactSheet::MAX_LEVELS as usize + 1);
        let seeds: Vec<u64> = seeds(self.arguments, 0).take(most).collect();
        let subject = self.subject(vec![Vec::new(); most], &seeds)?;
        self.arguments.drawing.empty_sheet(&subject, None).map(|_| ()).map_err(|error| sheet_refusal(&error))
    }

    /// The sheet of the finds: of the first ones, if they are more than a sheet has.
    fn sheet(&self, finds: &[Find], columns: &FindColumns<'_>) -> Result<Picture, CommandFailure> {
        let seeds: Vec<u64> = finds.iter().take(ContactSheet::MAX_LEVELS as usize).map(|find| find.seed).collect();
        let captions = finds[..seeds.len()].iter().map(|find| columns.caption(find)).collect();
        let mut subject = self.subject(captions, &seeds)?;
        let mut shown = seeds.len();
        let (mut numbers, mut each) = (Vec::new(), 1);
        if let Requested::Runs(_) = self.searched {
            shown = shown.min(ContactSheet::MAX_LEVELS as usize / subject.floors.len().max(1));
            subject = self.subject(Vec::new(), &seeds[..shown])?;
            numbers.clone_from(&subject.floors);
            each = numbers.len();
        }
        let at = |position: u64| {
            let (find, within) = (&finds[position as usize / each], position as usize % each);
            (find.seed, numbers.get(within).copied().unwrap_or_else(|| self.searched.variant_of(find)))
        };
        let levels = ListedLevels { requested: self.searched, count: (shown * each) as u64, at: &at };
        let bar = progress::of_levels(levels.count, 0, false);
        let (drawing, jobs) = (&self.arguments.drawing, self.arguments.jobs);
        let drawn = drawing.draw(&subject, &levels, jobs, &bar, |error| sheet_refusal(&error))?;
        if shown < finds.len() {
            self.tell(&format!("the sheet shows the first {}", print::count(shown, "find")), true)?;
        }
        drawn.map_err(|done| {
            let done = print::count(done as usize, "level");
            self.interrupted_after(&format!("interrupted after {done} of the sheet, which was not written"))
        })
    }

    /// How many levels were tested, and what became of them.
    fn summary(&self, tally: FindTally, listed: usize) -> String {
        let levels = print::count(tally.tested as usize, self.searched.noun());
        let finds = match tally.matched {
            more if more > listed as u64 => format!("the first {listed} of {more} matches"),
            _ => print::count(listed, "find"),
        };
        format!("{finds} in {levels}{}", undefined(tally))
    }

    /// The failure of a search whose `rest` an interruption leaves.
    fn interrupted(&self, tally: FindTally, listed: usize, rest: FindSeeds) -> CommandFailure {
        let elsewhere = if self.arguments.out.is_some() { ", with another --out" } else { "" };
        let summary = self.summary(tally, listed);
        self.interrupted_after(&format!("interrupted with {summary}; the rest is --seeds {rest}{elsewhere}"))
    }

    /// The failure of an interrupted command, which has said how far it came.
    fn interrupted_after(&self, sentence: &str) -> CommandFailure {
        match self.arguments.format {
            ReportFormat::Json => self.tell(sentence, true).err().unwrap_or_else(CommandFailure::interrupted),
            ReportFormat::Text => {
                print::status(sentence);
                CommandFailure::interrupted()
            }
        }
    }

    /// The failure of a search that found nothing, with the condition that most levels fail.
    fn nothing_found(&self, tally: FindTally) -> CommandFailure {
        let noun = self.searched.noun();
        let mut sentences =
            format!("None of {} matches{}.", print::count(tally.tested as usize, noun), undefined(tally));
        if let Some(strictest) = self.searched.strictest(self.query, seeds(self.arguments, 0)) {
            sentences += &format!(
                " Of the first {}, {} meet `{}`, the fewest of all its conditions.",
                print::count(strictest.tested as usize, noun),
                strictest.met,
                strictest.condition
            );
        }
        CommandFailure::failed(sentences).coded(ToolCode::NothingFound.name())
    }
}

/// What kept levels from having a value, if anything did.
fn undefined(tally: FindTally) -> String {
    let words = ["lack what is asked for", "divide by zero", "have a number that is too large"];
    let reasons: Vec<_> = tally
        .undefined
        .iter()
        .zip(words)
        .filter(|(count, _)| **count > 0)
        .map(|(count, why)| format!("{count} {why}"))
        .collect();
    if reasons.is_empty() { String::new() } else { format!("; {}", print::list(reasons, "and")) }
}

/// The failure of a sheet that cannot be made.
fn sheet_refusal(error: &PictureError) -> CommandFailure {
    CommandFailure::usage(format!("--sheet: {error}; give a lower --count, a smaller --scale or a smaller --size."))
}

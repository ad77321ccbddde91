//! `roomgen run`: the floors of a run as a table, as files, as one picture, or one of them.

pub(super) mod source;
mod table;

use std::path::PathBuf;

use clap::Args;
use roomgen::{NamedSeed, run::schema};

use super::{
    export,
    failure::CommandFailure,
    floor_maker::FloorMaker,
    floors, generate,
    generate_args::OutputArgs,
    output::refuse_conflicts,
    preset::{LoadedRun, load_run},
    print,
    request::{FloorRerolls, NO_REROLLS, OneSeedArgs, floor},
    run_sheet,
};

const EXAMPLES: &str = "\
Examples:
  roomgen run descent --seed 42                     a table of its floors
  roomgen run descent --seed 42 --out dungeon/      floor-00.ron, floor-01.ron ... and manifest.jsonl
  roomgen run descent -s 42 --out descent.ldtk      all floors as one project of LDtk; or .world, of Tiled
  roomgen run my.run.ron -s 42 --out dungeon/ --reroll 4/12:1,6/3
  roomgen run my.run.ron -s 42 --out run.png        all floors in one picture; also .webp, or --sheet FILE
  roomgen run my.run.ron -s 42 --floor 4            that floor alone, as roomgen shows a level
  roomgen run my.run.ron -s 42 --floor 4 --out four.ron --png four.png
  roomgen run my.run.ron -s 42 --floor 4 --print > four.ron    its merged preset, to lint and open
  roomgen check dungeon/ --regenerate --run my.run.ron
  roomgen run --schema > run.schema.json            the texts of runs as a JSON Schema, for editors

A run is the floors of one game: acts of presets, with moods, branches and things that all floors \
share. The built-in runs are delve and descent. Floors of the main way are numbered from 0; those of \
branches follow, with gaps for what comes with other seeds. Each begins below the stairs of the floor \
above, and is the same alone and among all. A branch for whose stair no room suits is left out. \
--reroll FLOOR/ROOM:N furnishes a room of a floor anew, and changes nothing else.

The table has the difficulty of each floor, and of its level the number of rooms, the members of its \
encounters and their cost, the value of its loot, and where its stairs lead: down, or to a branch.

A picture has a row for each act, with branches below the floor of their stair, and the cost of \
encounters (red) and the value of loot (green) as curves. It takes --scale, --view, --overlay, \
--ambient and --no-light, and shows at most 200 floors.";

/// The arguments of `roomgen run`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct RunArgs {
    /// A built-in run's name, or the file of a run: it ends in .ron or has a / in its path
    #[arg(value_name = "RUN", required_unless_present = "schema")]
    run: Option<PathBuf>,

    /// Print a JSON Schema of the texts of runs instead
    #[arg(long, exclusive = true)]
    schema: bool,

    #[command(flatten)]
    seed: OneSeedArgs,

    /// The number of the only floor that is made
    #[arg(long, value_name = "NUMBER", value_parser = floor, allow_negative_numbers = true)]
    floor: Option<u32>,

    /// Print the preset of --floor, merged from all that the run lays over it, instead of its level
    #[arg(long, requires = "floor", conflicts_with_all = ["reroll", "out", "png", "format", "sheet"])]
    print: bool,

    /// A picture of all floors, as --out FILE.png or .webp is; or - for standard output, as PNG
    #[arg(long, value_name = "FILE", conflicts_with_all = ["floor", "out", "png", "format"])]
    sheet: Option<PathBuf>,

    /// Rooms of floors to furnish anew, several with commas; FLOOR/ROOM:N is the room's re-roll N,
    /// and FLOOR/ROOM its first
    #[arg(long, hide_short_help = true, value_name = "FLOOR/ROOM[:N]", allow_hyphen_values = true)]
    reroll: Option<FloorRerolls>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `roomgen run`.
pub(super) fn run(arguments: &RunArgs) -> Result<(), CommandFailure> {
    let Some(run) = &arguments.run else {
        return print::result(&schema());
    };
    let run = load_run("run", run)?;
    let rerolls = arguments.reroll.as_ref().unwrap_or(&NO_REROLLS);
    let (output, maker) = (&arguments.output, |seed| FloorMaker { rerolls, ..run.maker(seed) });
    if let Some(floor) = arguments.floor {
        return one(arguments, &run, &maker, floor);
    }
    if let Some(picture) = &arguments.sheet {
        return run_sheet::write(&run, maker, ("--sheet", picture), output, || arguments.seed.get());
    }
    if output.out.is_empty() && output.format.is_none() && output.png.is_none() {
        output.picture.refuse_all("a table", "--out FOLDER --format png, or --sheet FILE")?;
        return table::print(&mut maker(arguments.seed.get()?), output.strict);
    }
    floors::write(&run, rerolls, "`roomgen run`", output, || arguments.seed.get())
}

/// What makes the floors of a seed, with rooms furnished anew.
type MakerOf<'a, 'run> = &'a dyn Fn(NamedSeed) -> FloorMaker<'run>;

/// Writes one floor, as a level is written; or prints its preset.
fn one(
    arguments: &RunArgs,
    LoadedRun { run, inputs, .. }: &LoadedRun,
    maker: MakerOf<'_, '_>,
    floor: u32,
) -> Result<(), CommandFailure> {
    let output = &arguments.output;
    let outputs = generate::outputs(output)?;
    refuse_conflicts(&outputs.iter().map(|(output, _)| output).collect::<Vec<_>>(), inputs)?;
    let rerolled = arguments.reroll.iter().flat_map(FloorRerolls::floors);
    if let Some(other) = rerolled.into_iter().find(|&other| other != floor) {
        let message = format!("--reroll {other}/...: only floor {floor} is made; leave --floor out to make all.");
        return Err(CommandFailure::usage(message));
    }
    let mut maker = maker(arguments.seed.get()?);
    let request = maker.request(floor)?;
    let preset = maker.preset(floor)?;
    if arguments.print {
        let text = run.text(maker.generator.seed().number(), floor).unwrap_or_default();
        return print::result(&print::escaped_lines(&text));
    }
    output.picture.check(&export::formats(&outputs), preset.size(), "--png FILE")?;
    generate::write(preset, &request, &outputs, inputs, output)
}

//! Compares roomgen with named crates.
//!
//! Prints tab-separated rows on standard output, one for each workload and peer.

#![forbid(unsafe_code)]

mod contest;
mod files;
mod generate;
mod lots;
mod spatial;
mod table;

use std::{env, process::ExitCode};

use contest::Effort;
use table::Table;

const USAGE: &str = "usage: roomgen-peers (spatial|generate|presets|files) [--quick] [--only TEXT] [--preset NAME]

  spatial        the spatial indices against rstar, packed_spatial_index, parry and obvhs
  generate       whole levels against mapgen, here_be_dragons and tatami-dungeon
  presets        plans and levels of all built-in presets at 80x50 against mapgen's bare rooms
  files          files of levels against serde_json, pictures against image
  --quick        fewer rounds: ends within five minutes
  --only TEXT    only workloads whose names contain TEXT
  --preset NAME  the built-in preset whose levels are made [default: cellar for generate, crypt for files]";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let subject = args.next();
    let (mut effort, mut only, mut preset) = (Effort::Full, String::new(), None);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--quick" => effort = Effort::Quick,
            "--only" | "--preset" => match args.next() {
                Some(text) if arg == "--only" => only = text,
                Some(text) => preset = Some(text),
                None => return refuse(&format!("{arg} wants a word")),
            },
            _ => return refuse(&format!("'{arg}' is not an option")),
        }
    }
    if subject.as_deref() == Some("presets") {
        return generate::presets(effort).map_or_else(|problem| refuse(&problem.to_string()), |()| ExitCode::SUCCESS);
    }
    let table = Table::new(effort, only);
    match subject.as_deref() {
        Some("spatial") => spatial::run(&table),
        Some("generate") => {
            // One thread for all entrants, since a peer would use rayon's global pool.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build_global();
            if let Err(problem) =
                pool.map_err(Into::into).and_then(|()| generate::run(&table, preset.as_deref().unwrap_or("cellar")))
            {
                return refuse(&problem.to_string());
            }
        }
        Some("files") => {
            if let Err(problem) = files::run(&table, preset.as_deref().unwrap_or("crypt")) {
                return refuse(&problem.to_string());
            }
        }
        Some(other) => return refuse(&format!("'{other}' is no subject")),
        None => return refuse("no subject given"),
    }
    ExitCode::SUCCESS
}

fn refuse(problem: &str) -> ExitCode {
    eprintln!("error: {problem}\n\n{USAGE}");
    ExitCode::from(2)
}

//! Compares roomgen with named crates: a table of tab-separated rows on standard output, one for each workload and peer.

#![forbid(unsafe_code)]

mod contest;
mod lots;
mod spatial;
mod table;

use std::{env, process::ExitCode};

use contest::Effort;
use table::Table;

const USAGE: &str = "usage: roomgen-peers spatial [--quick] [--only TEXT]

  spatial      the spatial indices against rstar, packed_spatial_index, parry and obvhs
  --quick      fewer rounds: ends within five minutes
  --only TEXT  only workloads whose names contain TEXT";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let subject = args.next();
    let (mut effort, mut only) = (Effort::Full, String::new());
    while let Some(arg) = args.next() {
        match (arg.as_str(), arg.as_str() == "--only") {
            ("--quick", _) => effort = Effort::Quick,
            (_, true) => match args.next() {
                Some(text) => only = text,
                None => return refuse("--only wants a text"),
            },
            _ => return refuse(&format!("'{arg}' is not an option")),
        }
    }
    let table = Table::new(effort, only);
    match subject.as_deref() {
        Some("spatial") => spatial::run(&table),
        Some(other) => return refuse(&format!("'{other}' is no subject")),
        None => return refuse("no subject given"),
    }
    ExitCode::SUCCESS
}

fn refuse(problem: &str) -> ExitCode {
    eprintln!("error: {problem}\n\n{USAGE}");
    ExitCode::from(2)
}

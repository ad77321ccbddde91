//! The table of results: one row for each workload and peer.

use std::time::Duration;

use crate::contest::{Effort, Entrant, medians};

/// A row: one peer at one workload.
pub struct Row<'a> {
    pub workload: &'a str,
    pub size: &'a str,
    pub peer: &'a str,
    pub ours: String,
    pub its: String,
    /// How many times better ours is.
    pub ratio: f64,
    /// The least ratio that we accept, and the one that we aim at (0 for none).
    pub bar: Option<(f64, f64)>,
    /// Our number of rooms and its.
    pub rooms: String,
}

/// Prints the rows whose workload contains `only`.
pub struct Table {
    effort: Effort,
    only: String,
}

impl Table {
    pub fn new(effort: Effort, only: String) -> Self {
        println!("workload\tsize\tpeer\tours\tits\tratio\tbar\t\trooms");
        Self { effort, only }
    }

    pub fn effort(&self) -> Effort {
        self.effort
    }

    pub fn wants(&self, workload: &str) -> bool {
        workload.contains(&self.only)
    }

    /// Times our entrant, which is the first, and all others, and prints a row for each other one.
    ///
    /// `units` is the number of operations per piece of work; times are given per operation.
    pub fn contest(&self, workload: &str, size: &str, units: u32, mut entrants: Vec<Entrant<'_>>) {
        if !self.wants(workload) {
            return;
        }
        let times = medians(&mut entrants, self.effort);
        for (entrant, time) in entrants.iter().zip(&times).skip(1) {
            let rooms = match (entrants[0].rooms, entrant.rooms) {
                (Some(ours), Some(its)) => format!("{ours:.0} / {its:.0}"),
                _ => String::new(),
            };
            self.row(&Row {
                workload,
                size,
                peer: format!("{} {} {}", entrant.name, version(entrant.name), entrant.label).trim_end(),
                ours: shown(times[0], units),
                its: shown(*time, units),
                ratio: time.as_secs_f64() / times[0].as_secs_f64(),
                bar: (entrant.bar > 0.0).then_some((entrant.bar, entrant.aim)),
                rooms,
            });
        }
    }

    pub fn row(&self, row: &Row<'_>) {
        let Row { workload, size, peer, ours, its, ratio, bar, rooms } = row;
        let (bar, verdict) = match *bar {
            None => (String::new(), ""),
            Some((least, aim)) => {
                let bar = if aim > 0.0 { format!("{} / {}", short(least), short(aim)) } else { short(least) };
                (bar, if *ratio < least { "short" } else { "ok" })
            }
        };
        println!("{workload}\t{size}\t{peer}\t{ours}\t{its}\t{ratio:.2}\t{bar}\t{verdict}\t{rooms}");
    }
}

/// A number with up to three decimals, without trailing zeros.
fn short(number: f64) -> String {
    format!("{number:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A time with a fitting unit.
fn shown(time: Duration, units: u32) -> String {
    let seconds = time.as_secs_f64() / f64::from(units);
    match seconds {
        1.0.. => format!("{seconds:.2} s"),
        1e-3.. => format!("{:.2} ms", seconds * 1e3),
        1e-6.. => format!("{:.2} us", seconds * 1e6),
        _ => format!("{:.1} ns", seconds * 1e9),
    }
}

/// The version of a dependency of this package, from the lock file.
///
/// If the lock file has several, this package's list of dependencies names the right one.
fn version(name: &str) -> &'static str {
    let packages = include_str!("../Cargo.lock").split("[[package]]");
    let named = |name: &str| packages.clone().find(|part| part.contains(&format!("name = \"{name}\"\n")));
    let ours = named("roomgen-peers").expect("this package is in the lock file");
    let listed = ours.split('"').find_map(|dependency| dependency.strip_prefix(name)?.strip_prefix(' '));
    let only = || named(name)?.split("version = \"").nth(1)?.split('"').next();
    listed.or_else(only).expect("a peer is in the lock file")
}

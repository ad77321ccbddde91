//! The table: who is compared with whom at what, and what came out.

use std::time::Duration;

use crate::contest::{Effort, Entrant, medians};

/// Prints rows.
pub struct Table {
    effort: Effort,
    only: String,
}

impl Table {
    pub fn new(effort: Effort, only: String) -> Self {
        println!("workload\tsize\tpeer\tours\tits\tratio\tbar\t");
        Self { effort, only }
    }

    /// Whether rows of this name are wanted.
    pub fn wants(&self, workload: &str) -> bool {
        workload.contains(&self.only)
    }

    /// Times our entrant, the first, and all others, and prints a row for each of these. `units` is how many operations a piece of work consists
    /// of: times are given for one.
    pub fn contest(&self, workload: &str, size: &str, units: u32, mut entrants: Vec<Entrant<'_>>) {
        if !self.wants(workload) {
            return;
        }
        let times = medians(&mut entrants, self.effort);
        for (entrant, time) in entrants.iter().zip(&times).skip(1) {
            let ratio = time.as_secs_f64() / times[0].as_secs_f64();
            let verdict = if ratio >= entrant.bar { "ok" } else { "short" };
            println!(
                "{workload}\t{size}\t{} {}\t{}\t{}\t{ratio:.2}\t{}\t{verdict}",
                entrant.name,
                version(entrant.name),
                shown(times[0], units),
                shown(*time, units),
                entrant.bar,
            );
        }
    }
}

/// A time with a unit that fits.
fn shown(time: Duration, units: u32) -> String {
    let seconds = time.as_secs_f64() / f64::from(units);
    match seconds {
        1.0.. => format!("{seconds:.2} s"),
        1e-3.. => format!("{:.2} ms", seconds * 1e3),
        1e-6.. => format!("{:.2} us", seconds * 1e6),
        _ => format!("{:.1} ns", seconds * 1e9),
    }
}

/// The version of a crate that this package depends on, from the lock file. If there are several, the list of dependencies
/// names the right one.
fn version(name: &str) -> &'static str {
    let packages = include_str!("../Cargo.lock").split("[[package]]");
    let named = |name: &str| packages.clone().find(|part| part.contains(&format!("name = \"{name}\"\n")));
    let ours = named("roomgen-peers").expect("this package is in the lock file");
    let listed = ours.split('"').find_map(|dependency| dependency.strip_prefix(name)?.strip_prefix(' '));
    let only = || named(name)?.split("version = \"").nth(1)?.split('"').next();
    listed.or_else(only).expect("a peer is in the lock file")
}

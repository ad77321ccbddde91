//! Signals that the tests were started to ignore, as by `nohup` or by `&` in a script.

use std::{
    fs,
    process::Command,
    sync::{Arc, Once, atomic::AtomicBool},
};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM},
    flag,
};

use super::{Folder, settled};

/// Lets child processes start with the signals that end a process at their defaults.
///
/// A child inherits ignored signals, but no handlers. So each ignored signal gets a handler, which
/// does nothing: this process ignores the signal as before.
pub(super) fn let_children_hear() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let ignored = ignored_by("self");
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            if ignored >> (signal - 1) & 1 == 1 {
                flag::register(signal, Arc::new(AtomicBool::new(false))).expect("a handler");
            }
        }
    });
}

/// The signals that a process ignores, one bit for each; the lowest bit is signal 1.
fn ignored_by(process: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("the status of a process");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("ignored signals");
    u64::from_str_radix(mask.trim(), 16).expect("a mask")
}

#[test]
fn a_child_ignores_no_signal_that_ends_a_process() {
    let folder = Folder::new();
    let mut sleep = settled(Command::new("sleep"), &folder.path(""));
    let mut child = sleep.arg("60").spawn().expect("it runs");
    let ignored = ignored_by(&child.id().to_string());
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
        assert_eq!(ignored >> (signal - 1) & 1, 0, "signal {signal}");
    }
}

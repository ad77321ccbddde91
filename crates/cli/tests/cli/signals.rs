//! Signals that the tests were started to ignore, as by `nohup` or by `&` in a script.

use std::{
    env, fs,
    process::{Child, Command, Output, Stdio},
    sync::{Arc, Once, atomic::AtomicBool},
    thread,
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
pub(super) fn ignored_by(process: &str) -> u64 {
    number(&status_of(process), "SigIgn:", 16)
}

fn status_of(process: &str) -> String {
    fs::read_to_string(format!("/proc/{process}/status")).expect("the status of a process")
}

/// A number of a status; 0 once the process has ended.
fn number(status: &str, field: &str, radix: u32) -> u64 {
    let text = status.lines().find_map(|line| line.strip_prefix(field)).unwrap_or("0");
    u64::from_str_radix(text.trim(), radix).expect("a number")
}

/// The tool at work on levels, whose standard streams are pipes.
pub(super) fn at_work(folder: &Folder, arguments: &[&str]) -> Child {
    let mut tool = super::program(&folder.path(""));
    tool.args(arguments).stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped());
    let tool = tool.spawn().expect("the tool runs");
    // The main thread, that of signals, and the first one for levels, which comes after it.
    await_status(&tool, |status| number(status, "Threads:", 10) >= 3);
    tool
}

/// Waits until the status of a running process is as asked for.
pub(super) fn await_status(child: &Child, mut is_reached: impl FnMut(&str) -> bool) {
    loop {
        let status = status_of(&child.id().to_string());
        if is_reached(&status) {
            return;
        }
        assert!(!status.contains("State:\tZ"), "it has ended before");
        thread::yield_now();
    }
}

/// Waits until a running process hears a signal.
pub(super) fn await_handler(child: &Child, signal: i32) {
    await_status(child, |status| number(status, "SigCgt:", 16) >> (signal - 1) & 1 == 1);
}

/// Waits until a running process has used so many hundredths of a second of processor time.
pub(super) fn await_ticks(child: &Child, ticks: u64) {
    let stat = format!("/proc/{}/stat", child.id());
    let used = || {
        let text = fs::read_to_string(&stat).expect("a process");
        let fields = text.rsplit_once(") ").map(|(_, fields)| fields).expect("fields");
        fields.split(' ').nth(11).and_then(|ticks| ticks.parse::<u64>().ok()).expect("user time")
    };
    await_status(child, |_| used() >= ticks);
}

/// Sends a signal, and returns how the process ends.
pub(super) fn ended_by(signal: &str, child: Child) -> Output {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    child.wait_with_output().expect("it ends")
}

/// All tests in whose runs a signal is heard or ignored pass where the tests are started as by
/// `nohup` or by `&` in a script.
#[test]
fn tests_of_signals_pass_where_signals_are_ignored() {
    const TESTS: [&str; 12] = [
        "cli::animate::an_animation_that_is_interrupted",
        "cli::batch::interrupts",
        "cli::faults::ignored",
        "cli::faults::killed::being_told_to_end_while",
        "cli::faults::killed::floors_that_are_interrupted",
        "cli::faults::killed::a_batch_that_is_told_to_end_twice",
        "cli::find::an_interrupted",
        "cli::huge::an_interrupt",
        "cli::sheet::a_sheet_that_is_interrupted",
        "cli::signals::a_child_ignores_no_signal",
        "cli::survey::a_survey_that_is_interrupted",
        "cli::watch::it_ends",
    ];
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' INT HUP TERM QUIT; exec \"$0\" \"$@\""]);
    let tests = shell.arg(env::current_exe().expect("these tests")).args(TESTS).output().expect("they run");
    let said = String::from_utf8_lossy(&tests.stdout);
    assert!(tests.status.success(), "{said}{}", String::from_utf8_lossy(&tests.stderr));
    for test in TESTS {
        assert!(said.lines().any(|line| line.contains(test) && line.ends_with("ok")), "{test} in\n{said}");
    }
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

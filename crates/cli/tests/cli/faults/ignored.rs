//! Signals that the parent process has set to be ignored, as `nohup` and background jobs do.

#[cfg(target_os = "linux")]
use super::super::signals;
use super::*;

/// The tool, started with `signals` ignored.
fn ignoring(folder: &Folder, signals: &str) -> Command {
    scripted(folder, &format!("trap '' {signals}; exec \"$0\" \"$@\""))
}

#[test]
#[cfg(target_os = "linux")]
fn a_batch_goes_on_at_signals_that_are_ignored_and_ends_at_others() {
    for (ignored, sent, other) in [
        ("HUP", &["-HUP"][..], "-TERM"),
        ("INT", &["-INT"], "-HUP"),
        ("INT HUP TERM", &["-INT", "-HUP", "-TERM"], "-KILL"),
    ] {
        let folder = Folder::with("greedy.ron", GREEDY);
        let line = "batch --preset greedy.ron --seeds 0..1000000 --out-dir out --jobs 2";
        let mut running = RunningTool::of(ignoring(&folder, ignored), line);
        let lines = || fs::read(folder.path("out/manifest.jsonl")).map_or(0, |text| text.len());
        wait_for("a level", || (lines() > 1000).then_some(()));
        // Twice, since a second signal would end it at once.
        for signal in [sent, sent].concat() {
            running.signal(signal);
        }
        let before = lines();
        wait_for("more levels", || (lines() > before + 10_000).then_some(()));
        assert!(running.is_at_work(), "ignored: {ignored}");
        running.signal(other);
        let ended = running.end();
        assert!(other == "-KILL" || ended.code == Some(130), "ignored: {ignored}, {ended:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_is_written_to_its_end_at_signals_that_are_ignored() {
    let folder = Folder::with("level.ron", OLD);
    let mut paused = PausedRun::by(ignoring(&folder, "HUP"), &folder, "--seed 1 --out level.ron", 1);
    // The system drops a signal that is ignored while it is sent: there is nothing to wait for.
    assert_eq!(signals::ignored_by(&paused.running.0.id().to_string()) & 1, 1, "SIGHUP");
    paused.running.signal("-HUP");
    paused.running.signal("-HUP");
    assert!(paused.running.is_at_work());
    assert_eq!(paused.go_on().code, Some(0));
    assert!(folder.text("level.ron") != OLD);
}

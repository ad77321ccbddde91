//! Systems that refuse to create threads.

use super::*;

const LINES: [&str; 5] = [
    "batch --preset greedy.ron --seeds 0..300 --out - --jobs 1024",
    "batch --preset greedy.ron --seeds 0..300 --out-dir out --jobs 1024",
    "find --preset greedy.ron --where rooms>0 --seeds 0..9600 --out - --jobs 1024",
    "sheet --preset greedy.ron --seeds 0..300 --scale 1 --out - --jobs 1024",
    "survey --preset greedy.ron --seeds 0..2400 --csv - --jobs 1024",
];

/// The standard output, files and standard error of a command.
fn results(folder: &Folder, command: Command, line: &str) -> (Vec<u8>, BTreeMap<PathBuf, Vec<u8>>, String) {
    let run = run(command, line).ok();
    let out = folder.path("out");
    let files = if out.is_dir() { whole_files(&out) } else { BTreeMap::new() };
    if out.is_dir() {
        fs::remove_dir_all(out).expect("a folder");
    }
    (run.out, files, run.err)
}

/// Runs each line where threads are refused: it must say so once and produce the same result.
fn all_go_on(folder: &Folder, command: impl Fn() -> Command) {
    for line in LINES {
        let (out, files, _) = results(folder, program(folder), line);
        let (few_out, few_files, err) = results(folder, command(), line);
        assert_eq!(err.matches("warning: The system refuses").count(), 1, "{line}: {err}");
        assert!(err.contains("are in use"), "{line}: {err}");
        assert!(few_out == out && few_files == files, "{line}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn where_processes_are_limited_a_thousand_threads_are_fewer_and_make_the_same() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::with("greedy.ron", GREEDY);
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o777)).expect("permissions");
    // Runs as a user without other processes, since the limit counts all processes of a user.
    let limited = |most: u32| {
        let mut command = Command::new("prlimit");
        command.arg(format!("--nproc={most}"));
        command.args(["setpriv", "--reuid=64317", "--regid=64317", "--clear-groups", "--inh-caps=-all"]);
        command.arg(assert_cmd::cargo::cargo_bin!("roomgen"));
        of(command, &folder)
    };
    match limited(8).args(["presets", "cellar"]).output() {
        Ok(output) if output.status.success() => {}
        other => return println!("skipped: nobody else can be: {other:?}"),
    }
    all_go_on(&folder, || limited(8));
    // Not even one thread.
    let alone = run(limited(1), "batch --preset greedy.ron --seeds 0..3 --out - --jobs 2");
    assert!(alone.code == Some(1) && alone.err.contains("refuses to start a thread"), "{}", alone.err);
}

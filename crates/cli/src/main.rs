//! The command line tool `roomgen`; all of it is in the library of this package.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    roomgen_cli::run()
}

//! The command line tool `roomgen`, in [`cli`]. It uses the public items of the library alone.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}

//! The command line tool `roomgen`. All of it is in [`cli`]; what it uses of the library is what every game can use.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}

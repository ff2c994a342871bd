//! `tengen serve`: serves the web page.

use std::env;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Context;
use clap::CommandFactory;
use clap::error::ErrorKind;
use web::{Options, PageAddresses};

use crate::args::{Args, ServeArgs};
use crate::interrupt;

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    if let Some(token) = &args.token
        && let Err(error) = web::check_token(token, args.addr.ip())
    {
        let mut command = Args::command();
        command.error(ErrorKind::ValueValidation, error).exit();
    }
    // Every game and every search that matters is in the store as soon as it has ended.
    interrupt::exit_on_signal();
    let options = Options {
        address: args.addr,
        token: args.token.clone(),
        data: args.data.clone().unwrap_or_else(data_folder),
        models: args.models.clone(),
        allows_programs: args.programs,
        commit: super::experiment::COMMIT,
    };
    let folder = options.data.display().to_string();
    web::serve(options, |addresses| {
        let mut out = stdout().lock();
        let _ = out
            .write_all(announcement(addresses).as_bytes())
            .and_then(|()| out.flush());
        if args.open {
            open(&addresses.local);
        }
    })
    .with_context(|| format!("cannot serve with data directory {folder}"))
}

/// What is printed. Scripts wait for the first line.
fn announcement(addresses: &PageAddresses) -> String {
    let mut text = format!("Tengen is at {}\n", addresses.local);
    if addresses.is_public && addresses.network.is_empty() {
        text += "Other machines use the same URL with this machine's address in their network, which `ip address`, \
                 `ifconfig` or `ipconfig` shows.\n";
    }
    for url in &addresses.network {
        text += &format!("Other machines find it at {url}\n");
    }
    text
}

/// The user's data directory.
fn data_folder() -> PathBuf {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    named("XDG_DATA_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .map(PathBuf::from)
        .or_else(|| named("HOME").map(|home| PathBuf::from(home).join(".local/share")))
        .unwrap_or_else(env::temp_dir)
        .join("tengen")
}

/// Opens the page in the browser. A failure is only a warning.
fn open(url: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let opened = Command::new(program)
        .args(first)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = opened {
        eprintln!("tengen: cannot open the browser: {error}");
    }
}

//! `tengen picture`: the boards that the papers print, as SVG.
//!
//! One file for each paper lists its pictures: a name, which is also the file's, what it shows, and a function that draws it.

mod cao_lin_2019;
mod liao_2019;
mod zhang_li_huang;

use std::fs;
use std::io::{Write, stdout};

use anyhow::Context as _;
use arena::atomic_file;

use crate::args::PictureArgs;
use crate::usage_error::UsageError;

/// A picture of a paper.
struct Picture {
    /// Its name on the command line.
    name: &'static str,
    /// What it shows.
    title: &'static str,
    /// Draws it as SVG.
    draw: fn() -> anyhow::Result<String>,
}

/// The pictures of every paper, in the order of the list.
fn pictures() -> impl Iterator<Item = &'static Picture> {
    [
        cao_lin_2019::PICTURES,
        liao_2019::PICTURES,
        zhang_li_huang::PICTURES,
    ]
    .into_iter()
    .flatten()
}

pub(crate) fn run(args: &PictureArgs) -> anyhow::Result<()> {
    match (&args.name, &args.out) {
        (Some(name), out) => {
            let svg = (find(name)?.draw)()?;
            match out {
                Some(file) => atomic_file::write(file, svg)
                    .with_context(|| format!("cannot write {}", file.display())),
                None => Ok(stdout().write_all(svg.as_bytes())?),
            }
        }
        (None, Some(folder)) if args.all => {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot create {}", folder.display()))?;
            for picture in pictures() {
                let file = folder.join(format!("{}.svg", picture.name));
                atomic_file::write(&file, (picture.draw)()?)
                    .with_context(|| format!("cannot write {}", file.display()))?;
                writeln!(stdout(), "{}", file.display())?;
            }
            Ok(())
        }
        (None, Some(_)) => Err(UsageError::new("which picture? Name one, or give --all").into()),
        (None, None) => list(),
    }
}

fn find(name: &str) -> anyhow::Result<&'static Picture> {
    let found = pictures().find(|picture| picture.name == name);
    Ok(found.ok_or_else(|| {
        let names: Vec<_> = pictures().map(|picture| picture.name).collect();
        UsageError::new(format!(
            "unknown picture {name:?}; expected one of {}",
            names.join(", ")
        ))
    })?)
}

fn list() -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let width = pictures().map(|picture| picture.name.len()).max();
    for Picture { name, title, .. } in pictures() {
        writeln!(out, "{name:0$}  {title}", width.unwrap_or(0))?;
    }
    Ok(())
}

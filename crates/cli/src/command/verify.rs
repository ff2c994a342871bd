//! `tengen verify`: checks a proof against every defense.

use std::io::{Write, stdout};

use anyhow::{Context, bail};
use arena::bounded_file;
use records::read_sgf;
use threats::verify;

use crate::args::VerifyArgs;

pub(crate) fn run(args: &VerifyArgs) -> anyhow::Result<()> {
    let file = args.file.display();
    let bytes = bounded_file::read(&args.file, bounded_file::MAX_RECORD)
        .with_context(|| format!("cannot read {file}"))?;
    let records = read_sgf(&bytes).with_context(|| file.to_string())?;
    let [record] = &records[..] else {
        bail!("{file}: expected one game tree, found {}", records.len());
    };
    let (proof, node) = record.to_proof().with_context(|| file.to_string())?;
    let rule = record.rule.unwrap_or(args.rule);
    let board = record
        .board_at(node, rule)
        .with_context(|| file.to_string())?;
    verify(&board, &proof).with_context(|| format!("{file}: invalid proof"))?;
    let mut out = stdout().lock();
    writeln!(
        out,
        "{} wins ({rule}): {} attacking moves hold against every defense",
        board.side_to_move(),
        proof.len()
    )?;
    Ok(())
}

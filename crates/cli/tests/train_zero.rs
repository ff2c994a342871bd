//! `tengen train zero` calls a program of its own.
//!
//! One test in a file of its own: the programs it writes cannot be run while a child that another test starts at that
//! moment still holds them open.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::process::Command;

#[test]
fn residual_networks_are_trained_by_a_program_of_its_own() {
    // A copy in an empty folder: what lies beside it decides.
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("tengen");
    fs::copy(env!("CARGO_BIN_EXE_tengen"), &copy).unwrap();
    let call = || {
        Command::new(&copy)
            .args(["train", "zero", "--size", "9", "--out", "run", "--help"])
            .output()
            .unwrap()
    };
    let refused = call();
    assert!(!refused.status.success());
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("cargo build --release --manifest-path train-zero/Cargo.toml"));
    let program = folder.path().join("train-zero");
    fs::write(&program, "#!/bin/sh\necho \"$@\"\n").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let started = call();
        assert!(started.status.success());
        let text = String::from_utf8(started.stdout).unwrap();
        assert_eq!(text.trim(), "--size 9 --out run --help");
    }
}

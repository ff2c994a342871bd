//! `tengen train zero` runs the separate program `train-zero`.
//!
//! In its own test binary: a program that the test writes cannot be executed while a child process of another test still
//! holds the file open.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::process::Command;

#[test]
fn train_zero_is_run_from_the_directory_of_tengen() {
    // A copy in an empty directory, so that no train-zero is next to it.
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

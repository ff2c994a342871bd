//! The page in headless Chromium, used with mouse, keyboard and touch.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod analysis;
mod chrome;
mod endings;
mod engine;
mod experiments;
mod files;
mod games;
mod openings;
mod pictures;
mod sharing;
mod simulations;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use tempfile::TempDir;
use web::Options;

use crate::chrome::Chrome;

/// One browser at a time: on a small machine several only slow each other down.
static BROWSER_LOCK: Mutex<()> = Mutex::new(());

/// The address of a running server to test instead of our own. Run one test at a time then, each with a server that has
/// no games yet.
const SERVER_VARIABLE: &str = "TENGEN_PAGE";

/// A server with its own data folder, and a browser.
struct Setup {
    chrome: Chrome,
    url: String,
    _data: TempDir,
    _lock: MutexGuard<'static, ()>,
}

impl Setup {
    /// `None` if there is no browser.
    fn start() -> Option<Setup> {
        let lock = BROWSER_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let chrome = Chrome::start()?;
        let data = tempfile::tempdir().unwrap();
        let url = std::env::var(SERVER_VARIABLE).unwrap_or_else(|_| serve(data.path().to_owned()));
        Some(Setup {
            chrome,
            url,
            _data: data,
            _lock: lock,
        })
    }

    fn page(&self) -> chrome::Page {
        self.chrome.page(&self.url)
    }
}

/// Starts a server that runs until the tests end, and returns its address.
fn serve(data: PathBuf) -> String {
    let options = Options {
        address: "127.0.0.1:0".parse().unwrap(),
        token: None,
        data,
        models: None,
        allows_programs: false,
        commit: None,
    };
    let (ready, wait) = mpsc::channel();
    thread::spawn(move || {
        web::serve(options, |addresses| {
            ready.send(addresses.local.clone()).unwrap()
        })
        .unwrap();
    });
    wait.recv().unwrap()
}

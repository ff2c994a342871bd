//! The page in a real browser, used as a person uses it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod chrome;
mod flagship;
mod look;
mod openings;
mod pictures;
mod sharing;
mod use_of_the_page;

use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use tempfile::TempDir;
use web::Options;

use crate::chrome::Chrome;

/// One browser at a time: several of them on a small machine only wait for each other.
static TURN: Mutex<()> = Mutex::new(());

/// A server with its own data, and a browser.
struct Stage {
    chrome: Chrome,
    url: String,
    _data: TempDir,
    _turn: MutexGuard<'static, ()>,
}

impl Stage {
    /// `None` when there is no browser.
    fn set() -> Option<Stage> {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let chrome = Chrome::start()?;
        let data = tempfile::tempdir().unwrap();
        let options = Options {
            address: "127.0.0.1:0".parse().unwrap(),
            token: None,
            data: data.path().to_owned(),
            allows_programs: false,
        };
        let (ready, wait) = mpsc::channel();
        // It serves until the tests are over.
        thread::spawn(move || {
            web::serve(options, |url| ready.send(url.to_owned()).unwrap()).unwrap();
        });
        Some(Stage {
            chrome,
            url: wait.recv().unwrap(),
            _data: data,
            _turn: turn,
        })
    }

    fn page(&self) -> chrome::Page {
        self.chrome.page(&self.url)
    }
}

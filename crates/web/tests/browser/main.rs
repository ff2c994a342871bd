//! The page in a real browser, used as a person uses it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod chrome;
mod endings;
mod flagship;
mod openings;
mod pictures;
mod sharing;
mod use_of_the_page;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use tempfile::TempDir;
use web::Options;

use crate::chrome::Chrome;

/// One browser at a time: several of them on a small machine only wait for each other.
static TURN: Mutex<()> = Mutex::new(());

/// The address of a program that runs already, to be tested in place of a server of our own: one test at a time, each with
/// a program that has no games yet.
const ELSEWHERE: &str = "TENGEN_PAGE";

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
        let url = std::env::var(ELSEWHERE).unwrap_or_else(|_| serve(data.path().to_owned()));
        Some(Stage {
            chrome,
            url,
            _data: data,
            _turn: turn,
        })
    }

    fn page(&self) -> chrome::Page {
        self.chrome.page(&self.url)
    }
}

/// Begins a server, which serves until the tests are over, and gives its address.
fn serve(data: PathBuf) -> String {
    let options = Options {
        address: "127.0.0.1:0".parse().unwrap(),
        token: None,
        data,
        allows_programs: false,
    };
    let (ready, wait) = mpsc::channel();
    thread::spawn(move || {
        web::serve(options, |url| ready.send(url.to_owned()).unwrap()).unwrap();
    });
    wait.recv().unwrap()
}

//! Opening and saving files and pictures.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use records::{FileFormat, ReadDefaults, read};

use crate::Setup;

#[test]
fn files_are_opened_and_saved() {
    let Some(setup) = Setup::start() else { return };
    let page = setup.page();
    let file = setup.chrome.downloads.join("given.sgf");
    let sgf = "(;FF[4]GM[4]SZ[15];B[hh]C[the center](;W[ii];B[gg])(;W[jj]C[far away]))";
    fs::write(&file, sgf).unwrap();
    page.choose_file("#file-input", &file);
    page.wait("document.querySelectorAll('.tree .ply').length === 5");
    assert_eq!(page.text(".variation .remark"), "far away");
    page.eval("tengen.game.goto(tengen.game.root)");
    page.click(".tree .ply[data-ply='1']");
    assert_eq!(
        page.eval("document.querySelector('#comment').value"),
        "the center"
    );
    for (format, nodes) in [("sgf", 5), ("psq", 4), ("txt", 4), ("lib", 5)] {
        page.click("#save-menu summary");
        page.click(&format!("#save-{format}"));
        let saved = setup.chrome.downloads.join(format!("game.{format}"));
        let bytes = wait_for_file(&saved);
        let format = FileFormat::from_extension(format).unwrap();
        let records = read(&bytes, format, ReadDefaults::default()).unwrap();
        assert_eq!(records[0].node_count(), nodes, "{format}");
    }
    // Saved files can be opened again: SGF and LIB with variations, the others with the main line.
    for (format, plies) in [("psq", 4), ("txt", 4), ("lib", 5), ("sgf", 5)] {
        page.eval("tengen.game.reset({})");
        page.choose_file(
            "#file-input",
            &setup.chrome.downloads.join(format!("game.{format}")),
        );
        page.wait(&format!(
            "document.querySelectorAll('.tree .ply').length === {plies} && tengen.game.positionInfo"
        ));
    }
    for (kind, begin) in [("svg", "<svg"), ("png", "\u{FFFD}PNG"), ("gif", "GIF89a")] {
        page.click("#picture-menu summary");
        page.click(&format!("#picture-{kind}"));
        let name = if kind == "gif" {
            "game.gif".to_owned()
        } else {
            format!("board.{kind}")
        };
        let bytes = wait_for_file(&setup.chrome.downloads.join(name));
        assert!(String::from_utf8_lossy(&bytes).starts_with(begin), "{kind}");
    }
    // The browser can decode our GIF.
    let size = page.eval(
        "(async () => { const { toGif } = await import('/export/gif-of-game.js'); const blob = await toGif(2);
         const image = new Image(); image.src = URL.createObjectURL(blob); await image.decode(); return image.naturalWidth; })()",
    );
    assert!(size.as_u64().unwrap() > 300, "{size}");
    // A damaged file is refused with a reason, and the game stays.
    let damaged = setup.chrome.downloads.join("damaged.sgf");
    fs::write(&damaged, "(;SZ[15];B[zz").unwrap();
    page.choose_file("#file-input", &damaged);
    page.wait("document.querySelector('.toast.bad')?.textContent.startsWith('SGF')");
    assert_eq!(
        page.eval("document.querySelectorAll('.tree .ply').length"),
        5
    );
    // The browser logs the refused request as an error, so do not check its console.
    page.close();
}

fn wait_for_file(path: &Path) -> Vec<u8> {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(30) {
        match fs::read(path) {
            Ok(bytes) if !bytes.is_empty() => return bytes,
            _ => thread::sleep(Duration::from_millis(50)),
        }
    }
    panic!("{} is not saved", path.display());
}

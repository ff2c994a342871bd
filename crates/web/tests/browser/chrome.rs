//! Headless Chromium, controlled over the DevTools protocol: JSON on a WebSocket, without a driver in between.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// Time limit for everything that a test waits for; generous, because test machines are slow at times.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Set where a browser is required: without one the tests then fail instead of being skipped.
const REQUIRE_VARIABLE: &str = "TENGEN_REQUIRE_BROWSER";

/// A running browser.
pub(crate) struct Chrome {
    child: Child,
    line: Rc<Line>,
    pub(crate) downloads: PathBuf,
    _profile: TempDir,
}

/// The connection that all pages share.
struct Line {
    socket: RefCell<WebSocket<MaybeTlsStream<TcpStream>>>,
    next: RefCell<u64>,
    events: RefCell<VecDeque<Value>>,
}

impl Chrome {
    /// Starts the browser. `None`, with a note on standard output, if there is none.
    pub(crate) fn start() -> Option<Chrome> {
        let Some(program) = find() else {
            assert!(
                std::env::var_os(REQUIRE_VARIABLE).is_none(),
                "no Chromium, and {REQUIRE_VARIABLE} is set"
            );
            println!("SKIPPED: there is no Chromium on this machine");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let downloads = profile.path().join("downloads");
        fs::create_dir(&downloads).unwrap();
        let mut child = Command::new(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--disable-sync",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stderr.take().unwrap());
        let mut output = output.lines().map_while(Result::ok);
        let url = output
            .find_map(|text| {
                text.strip_prefix("DevTools listening on ")
                    .map(str::to_owned)
            })
            .expect("the browser prints its address");
        // Drain the rest, or the browser blocks when the pipe is full.
        thread::spawn(move || output.for_each(drop));
        let (socket, _) = tungstenite::connect(&url).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        }
        let line = Rc::new(Line {
            socket: RefCell::new(socket),
            next: RefCell::new(1),
            events: RefCell::default(),
        });
        Some(Chrome {
            child,
            line,
            downloads,
            _profile: profile,
        })
    }

    /// A page in a browser context of its own: no storage is shared with other pages.
    pub(crate) fn page(&self, url: &str) -> Page {
        let context = self
            .line
            .call(None, "Target.createBrowserContext", json!({}));
        let context = context["browserContextId"].clone();
        let behavior = json!({ "behavior": "allow", "browserContextId": context, "downloadPath": self.downloads });
        self.line
            .call(None, "Browser.setDownloadBehavior", behavior);
        let target = json!({ "url": "about:blank", "browserContextId": context });
        let target = self.line.call(None, "Target.createTarget", target)["targetId"].clone();
        let attach = json!({ "targetId": target, "flatten": true });
        let session = self.line.call(None, "Target.attachToTarget", attach)["sessionId"].clone();
        let page = Page {
            line: self.line.clone(),
            session: session.as_str().unwrap().to_owned(),
            target: target.as_str().unwrap().to_owned(),
        };
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.viewport(1360, 860, false);
        page.open(url);
        page
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn find() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = ["chromium", "chromium-browser", "google-chrome", "chrome"]
        .iter()
        .flat_map(|name| std::env::split_paths(&paths).map(move |folder| folder.join(name)))
        .find(|path| path.is_file());
    named.filter(|path| path.is_file()).or(found)
}

impl Line {
    fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        let id = *self.next.borrow();
        *self.next.borrow_mut() += 1;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let mut socket = self.socket.borrow_mut();
        socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = socket.read().unwrap() else {
                continue;
            };
            let mut answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
            if answer["id"].is_null() {
                self.events.borrow_mut().push_back(answer);
            }
        }
    }
}

/// A page of the browser.
pub(crate) struct Page {
    line: Rc<Line>,
    session: String,
    target: String,
}

impl Page {
    pub(crate) fn call(&self, method: &str, params: Value) -> Value {
        self.line.call(Some(&self.session), method, params)
    }

    /// Opens an address and waits until the page is ready.
    pub(crate) fn open(&self, url: &str) {
        self.call("Page.navigate", json!({ "url": url }));
        self.wait("document.documentElement.dataset.ready === 'yes'");
    }

    pub(crate) fn reload(&self) {
        self.eval("delete document.documentElement.dataset.ready");
        self.call("Page.reload", json!({}));
        self.wait("document.documentElement.dataset.ready === 'yes'");
    }

    /// Evaluates a script; awaits promises.
    pub(crate) fn eval(&self, script: &str) -> Value {
        let params = json!({ "expression": script, "awaitPromise": true, "returnByValue": true, "userGesture": true });
        let mut result = self.call("Runtime.evaluate", params);
        assert!(
            result["exceptionDetails"].is_null(),
            "{script}: {}",
            result["exceptionDetails"]
        );
        result["result"]["value"].take()
    }

    /// Waits until a script evaluates to true.
    pub(crate) fn wait(&self, condition: &str) {
        let begin = Instant::now();
        loop {
            // Exceptions count as false: the page may be loading.
            let params =
                json!({ "expression": format!("Boolean({condition})"), "returnByValue": true });
            let result = self.call("Runtime.evaluate", params);
            if result["result"]["value"] == true {
                return;
            }
            if begin.elapsed() > TIMEOUT {
                let shot = std::env::temp_dir().join("tengen-browser-test.png");
                self.screenshot(&shot);
                panic!(
                    "never true: {condition}; status {:?}; see {}",
                    self.text("#status-text"),
                    shot.display()
                );
            }
            thread::sleep(Duration::from_millis(30));
        }
    }

    pub(crate) fn text(&self, selector: &str) -> String {
        let script = format!("document.querySelector({selector:?})?.textContent ?? ''");
        self.eval(&script).as_str().unwrap_or_default().to_owned()
    }

    /// The center of a visible element, scrolled into view.
    fn center(&self, selector: &str) -> (f64, f64) {
        self.wait(&format!("document.querySelector({selector:?})"));
        let script = format!(
            "(() => {{ const element = document.querySelector({selector:?}); element.scrollIntoView({{ block: 'center', behavior: 'instant' }});
             const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2, box.width]; }})()"
        );
        let place = self.eval(&script);
        assert!(
            place[2].as_f64().unwrap() > 0.0,
            "{selector} is not visible"
        );
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    pub(crate) fn hover(&self, selector: &str) {
        let (x, y) = self.center(selector);
        self.call(
            "Input.dispatchMouseEvent",
            json!({ "type": "mouseMoved", "x": x, "y": y }),
        );
    }

    pub(crate) fn click(&self, selector: &str) {
        let (x, y) = self.center(selector);
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let params = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    /// Drags an element with the mouse by a number of pixels.
    pub(crate) fn drag(&self, selector: &str, right: f64, down: f64) {
        let (x, y) = self.center(selector);
        let (to_x, to_y) = (x + right, y + down);
        for (kind, x, y) in [
            ("mouseMoved", x, y),
            ("mousePressed", x, y),
            ("mouseMoved", to_x, to_y),
            ("mouseReleased", to_x, to_y),
        ] {
            let params = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    pub(crate) fn tap(&self, selector: &str) {
        let (x, y) = self.center(selector);
        let touch = |kind: &str, points: Value| {
            self.call(
                "Input.dispatchTouchEvent",
                json!({ "type": kind, "touchPoints": points }),
            );
        };
        touch("touchStart", json!([{ "x": x, "y": y }]));
        touch("touchEnd", json!([]));
    }

    /// Presses a key by its name, such as `ArrowLeft`, `Enter` or `u`.
    pub(crate) fn key(&self, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            " " => (32, " "),
            "Tab" => (9, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            letter => (i64::from(letter.to_ascii_uppercase().as_bytes()[0]), letter),
        };
        let down =
            json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code, "text": text });
        self.call("Input.dispatchKeyEvent", down);
        let up = json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", up);
    }

    /// Sets the value of a form control and dispatches the events that a user's input would.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.wait(&format!("document.querySelector({selector:?})"));
        self.eval(&format!(
            "(() => {{ const box = document.querySelector({selector:?}); box.value = {value:?};
             if (box.value !== {value:?}) throw new Error('no ' + {value:?});
             box.dispatchEvent(new Event('input', {{ bubbles: true }})); box.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
    }

    pub(crate) fn choose_file(&self, selector: &str, file: &Path) {
        let root = self.call("DOM.getDocument", json!({}))["root"]["nodeId"].clone();
        let node = self.call(
            "DOM.querySelector",
            json!({ "nodeId": root, "selector": selector }),
        );
        let params = json!({ "files": [file], "nodeId": node["nodeId"] });
        self.call("DOM.setFileInputFiles", params);
    }

    pub(crate) fn viewport(&self, width: u32, height: u32, is_phone: bool) {
        let params =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        self.call("Emulation.setDeviceMetricsOverride", params);
        let touch = json!({ "enabled": is_phone, "maxTouchPoints": 1 });
        self.call("Emulation.setTouchEmulationEnabled", touch);
    }

    /// Light or dark, without animations: colors in transition would fail the contrast check.
    pub(crate) fn dark(&self, is_dark: bool) {
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        );
    }

    pub(crate) fn screenshot(&self, path: &Path) {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let data = shot["data"].as_str().unwrap();
        fs::write(path, base64(data)).unwrap();
    }

    /// Exceptions and errors on the console so far.
    fn errors(&self) -> Vec<String> {
        // A round trip, so that all earlier events have arrived.
        self.eval("1");
        let events = self.line.events.borrow();
        let ours = events
            .iter()
            .filter(|event| event["sessionId"] == self.session.as_str());
        ours.filter_map(|event| {
            let params = &event["params"];
            match event["method"].as_str()? {
                "Runtime.exceptionThrown" => Some(params["exceptionDetails"].to_string()),
                "Log.entryAdded" if params["entry"]["level"] == "error" => {
                    Some(params["entry"].to_string())
                }
                "Runtime.consoleAPICalled" if params["type"] == "error" => {
                    Some(params["args"].to_string())
                }
                _ => None,
            }
        })
        .collect()
    }

    /// Bytes that the page has received over the network.
    pub(crate) fn bytes_loaded(&self) -> u64 {
        self.eval("1");
        let events = self.line.events.borrow();
        let ours = events
            .iter()
            .filter(|event| event["sessionId"] == self.session.as_str());
        ours.filter(|event| event["method"] == "Network.loadingFinished")
            .filter_map(|event| event["params"]["encodedDataLength"].as_f64())
            .sum::<f64>() as u64
    }

    /// Closes the page; fails if there were errors on its console.
    pub(crate) fn finish(self) {
        let errors = self.errors();
        assert!(errors.is_empty(), "errors on the console: {errors:#?}");
        self.close();
    }

    pub(crate) fn close(self) {
        self.line.call(
            None,
            "Target.closeTarget",
            json!({ "targetId": self.target }),
        );
    }
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => Some(u32::from(letter - b'A')),
        b'a'..=b'z' => Some(u32::from(letter - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(letter - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u32> = text.bytes().filter_map(digit).collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for four in digits.chunks(4) {
        let group =
            four.iter().fold(0, |group, digit| group << 6 | digit) << (6 * (4 - four.len()));
        let all = [(group >> 16) as u8, (group >> 8) as u8, group as u8];
        bytes.extend(&all[..four.len() - 1]);
    }
    bytes
}

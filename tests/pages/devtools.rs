//! Chromium without a window, told what to do by the protocol of its developer tools over two pipes.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use crate::support::xvfb::{Process, eventually};

/// Pipes 3 and 4 are what the browser listens and talks on. It is ended if it takes longer than every test may.
const BROWSER: &str = "exec timeout -k 5 600 chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
     --no-first-run --no-default-browser-check --disable-background-networking --disable-component-update --disable-sync \
     --remote-debugging-pipe --user-data-dir=\"$0\" about:blank 3<&0 4>&1 >/dev/null 2>&1";

/// A browser with one page.
pub(crate) struct Browser {
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    number: u64,
    session: Option<String>,
    /// What happened since the last page was opened.
    events: Vec<Value>,
    _process: Process,
    _folder: tempfile::TempDir,
}

impl Browser {
    pub(crate) fn open() -> Browser {
        let folder = tempfile::tempdir().unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", BROWSER]).arg(folder.path());
        let mut process = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut browser = Browser {
            to: process.stdin.take().unwrap(),
            from: BufReader::new(process.stdout.take().unwrap()),
            number: 0,
            session: None,
            events: Vec::new(),
            _process: Process(process),
            _folder: folder,
        };
        let page = eventually("a page", || {
            let targets = browser.call("Target.getTargets", json!({}));
            let mut targets = targets["targetInfos"].as_array().unwrap().iter();
            let page = targets.find(|target| target["type"] == "page");
            page.map(|page| page["targetId"].clone())
        });
        let attached = browser.call(
            "Target.attachToTarget",
            json!({"targetId": page, "flatten": true}),
        );
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for part in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{part}.enable"), json!({}));
        }
        browser
    }

    /// A window of this width, for eyes that like it light or dark.
    pub(crate) fn look(&mut self, width: u32, scheme: &str) {
        let metrics = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", features);
    }

    /// Opens an address, and waits until all of it is there.
    pub(crate) fn go(&mut self, address: &str) {
        self.events.clear();
        self.call("Page.navigate", json!({"url": address}));
        self.loaded();
    }

    /// Clicks on what a selector finds first: a link, after which another page is there.
    pub(crate) fn follow(&mut self, selector: &str) {
        self.events.clear();
        let click = format!(
            "document.querySelector('{selector}').dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
        );
        self.value(&click);
        self.loaded();
    }

    fn loaded(&mut self) {
        while !self
            .events
            .iter()
            .any(|event| event["method"] == "Page.loadEventFired")
        {
            let event = self.next();
            self.events.push(event);
        }
    }

    /// The value of an expression on the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({"type": kind, "key": key}));
        }
    }

    /// The page as a picture: a PNG file in base 64.
    pub(crate) fn picture(&mut self) -> String {
        let asked = json!({"format": "png", "captureBeyondViewport": true});
        let answer = self.call("Page.captureScreenshot", asked);
        answer["data"].as_str().unwrap().to_owned()
    }

    /// What the browser complained of since the last page was opened.
    pub(crate) fn complaints(&self) -> Vec<&Value> {
        let is_complaint = |event: &&Value| match event["method"].as_str() {
            Some("Log.entryAdded" | "Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                matches!(event["params"]["type"].as_str(), Some("error" | "warning"))
            }
            _ => false,
        };
        self.events.iter().filter(is_complaint).collect()
    }

    /// Addresses that were asked for since the last page was opened.
    pub(crate) fn requests(&self) -> Vec<&str> {
        let sent = self
            .events
            .iter()
            .filter(|event| event["method"] == "Network.requestWillBeSent");
        sent.filter_map(|event| event["params"]["request"]["url"].as_str())
            .collect()
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.number += 1;
        let mut asked = json!({"id": self.number, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            asked["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{asked}\0").as_bytes()).unwrap();
        self.to.flush().unwrap();
        loop {
            let told = self.next();
            if told["id"] == self.number {
                assert!(told["error"].is_null(), "{method}: {told}");
                return told["result"].clone();
            }
            self.events.push(told);
        }
    }

    fn next(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser is gone");
        serde_json::from_slice(&bytes).unwrap()
    }
}

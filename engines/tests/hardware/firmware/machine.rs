//! An emulated board: its line, its reset button, and a look into its memory. Ends with its owner.

use std::{
    io::{ErrorKind, Read, Write},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
    thread::sleep,
    time::{Duration, Instant},
};

use wires::v2::{Body, Decoder, DeviceRequest, DeviceResponse, Heard, Identity, WIRE, next};

/// Nothing that is asked here takes nearly as long; who hears nothing until then never will.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// The boards by name.
pub(super) const BOARDS: [&str; 4] = ["rv32imac", "e902", "stm32f405", "stm32f100"];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether boards can be had; the first who asks builds their firmware.
pub(crate) fn are_wanted(test: &str) -> bool {
    if std::env::var_os("SLOW_TESTS").is_none_or(|value| value != "1") {
        eprintln!("{test} needs emulators: skipped without SLOW_TESTS=1");
        return false;
    }
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| {
        let built = Command::new(root().join("scripts/firmware")).status().unwrap();
        assert!(built.success(), "the firmware cannot be built");
    });
    true
}

pub(super) struct Machine {
    pub(super) name: &'static str,
    child: Child,
    line: UnixStream,
    decoder: Decoder,
    sequence: u8,
    folder: tempfile::TempDir,
}

impl Machine {
    pub(super) fn start(name: &'static str) -> Machine {
        let folder = tempfile::tempdir().unwrap();
        let (program, machine) = match name {
            "stm32f405" => ("qemu-system-arm", "netduinoplus2"),
            "stm32f100" => ("qemu-system-arm", "stm32vldiscovery"),
            _ => ("qemu-system-riscv32", "virt"),
        };
        let mut command = Command::new(program);
        command.args(["-machine", machine, "-display", "none", "-monitor", "none"]);
        if machine == "virt" {
            command.args(["-cpu", "rv32", "-bios", "none", "-m", "16M"]);
        }
        command
            .arg("-kernel")
            .arg(root().join("target/firmware").join(format!("{name}.elf")));
        let socket = |option: &str, wait| {
            format!(
                "unix:{},server=on,wait={wait}",
                folder.path().join(option).display()
            )
        };
        command.args(["-gdb", &socket("gdb", "off"), "-qmp", &socket("qmp", "off")]);
        command.args(["-serial", &socket("line", "on")]);
        let child = command
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let line = connect(&folder.path().join("line"));
        let mut machine = Machine {
            name,
            child,
            line,
            decoder: Decoder::new(),
            sequence: 0,
            folder,
        };
        machine.wait();
        machine
    }

    /// A board that is not up yet hears nothing, so it is greeted until it answers.
    fn wait(&mut self) {
        let hello = DeviceRequest::Hello { wire: WIRE };
        let greeted = (0..1000).any(|_| {
            self.send(hello.coded(1).as_bytes());
            !self.receive(Duration::from_millis(100)).is_empty()
        });
        assert!(greeted, "{} does not answer", self.name);
        // Whatever it still says to that comes before this.
        self.sequence = 1;
        let last = self.say(DeviceRequest::State);
        while !matches!(self.listen(), Heard::Message(body) if body.sequence() == last) {}
    }

    pub(super) fn send(&mut self, bytes: &[u8]) {
        self.line.write_all(bytes).unwrap();
    }

    /// The next bytes; none if nothing comes for so long.
    pub(super) fn receive(&mut self, patience: Duration) -> Vec<u8> {
        self.line.set_read_timeout(Some(patience)).unwrap();
        let mut bytes = [0; 256];
        match self.line.read(&mut bytes) {
            Ok(0) => panic!("{}: the emulator has ended", self.name),
            Ok(count) => bytes[..count].to_vec(),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Vec::new(),
            Err(error) => panic!("{}: {error}", self.name),
        }
    }

    /// Two lines of text, as the published wire has them.
    pub(super) fn text(&mut self, patience: Duration) -> Option<String> {
        let mut text = Vec::new();
        while text.iter().filter(|&&byte| byte == b'\n').count() < 2 {
            let more = self.receive(patience);
            if more.is_empty() {
                return None;
            }
            text.extend(more);
        }
        Some(String::from_utf8(text).unwrap())
    }

    /// Asks, and tells the number of the question.
    pub(super) fn say(&mut self, request: DeviceRequest) -> u8 {
        self.sequence = next(self.sequence);
        self.send(request.coded(self.sequence).as_bytes());
        self.sequence
    }

    /// The next message.
    pub(super) fn hear(&mut self) -> (u8, DeviceResponse) {
        match self.listen() {
            Heard::Message(body) => (body.sequence(), self.read(&body)),
            _ => panic!("{}: a broken message", self.name),
        }
    }

    /// The next message, be it broken.
    fn listen(&mut self) -> Heard {
        self.line.set_read_timeout(Some(PATIENCE)).unwrap();
        loop {
            let mut byte = [0];
            self.line.read_exact(&mut byte).unwrap();
            match self.decoder.push(byte[0]) {
                Heard::Nothing => {}
                heard => return heard,
            }
        }
    }

    fn read(&self, body: &Body) -> DeviceResponse {
        DeviceResponse::read(body).unwrap_or_else(|| panic!("{}: {body:?} is no answer", self.name))
    }

    /// Asks, and waits for the answer. What is said of a long search meanwhile does not count.
    pub(super) fn ask(&mut self, request: DeviceRequest) -> DeviceResponse {
        let sequence = self.say(request);
        loop {
            match self.hear() {
                (_, DeviceResponse::Thinking(_)) => {}
                (number, answer) => {
                    assert_eq!(number, sequence, "{}: {answer:?}", self.name);
                    return answer;
                }
            }
        }
    }

    /// Waits for the device's word that it begins anew. What it said just before may have been cut short.
    pub(super) fn started(&mut self) -> Identity {
        loop {
            match self.listen() {
                Heard::Message(body) => match self.read(&body) {
                    DeviceResponse::Started(identity) => return identity,
                    DeviceResponse::Thinking(_) | DeviceResponse::Move(_) => {}
                    other => panic!("{}: {other:?} after a reset", self.name),
                },
                Heard::Broken | Heard::Nothing => {}
            }
        }
    }

    /// Presses the reset button.
    pub(super) fn reset(&self) {
        reset(&self.folder.path().join("qmp"));
    }

    /// Lets the processor go on where there is no code.
    pub(super) fn derail(&self) {
        let counter = if self.name.starts_with("stm32") { "f" } else { "20" };
        derail(&self.debugger(), counter);
    }

    fn debugger(&self) -> PathBuf {
        self.folder.path().join("gdb")
    }

    /// Bytes of memory that nobody has ever written to, from `address` on: an emulator's memory is zero at first.
    pub(super) fn untouched(&self, address: u32) -> u32 {
        let mut debugger = Debugger::attach(&self.debugger());
        let mut count = 0;
        loop {
            let word = debugger.command(&format!("m{:x},4", address + count));
            if word != "00000000" {
                break;
            }
            count += 4;
        }
        assert_eq!(debugger.command("D"), "OK");
        count
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Presses the reset button of the emulator whose monitor is there.
pub(crate) fn reset(socket: &Path) {
    let mut monitor = connect(socket);
    for command in ["qmp_capabilities", "system_reset"] {
        writeln!(monitor, "{{\"execute\":\"{command}\"}}").unwrap();
    }
    // The greeting, and two answers.
    let mut heard = String::new();
    while heard.matches("\"return\"").count() < 2 {
        let mut bytes = [0; 1024];
        let count = monitor.read(&mut bytes).unwrap();
        assert!(count > 0, "{}: it has ended after {heard}", socket.display());
        heard.push_str(std::str::from_utf8(&bytes[..count]).unwrap());
    }
}

/// Lets a processor go on where there is no code, by its debugger's socket and the number of its program counter.
pub(crate) fn derail(socket: &Path, counter: &str) {
    let mut debugger = Debugger::attach(socket);
    // Registers can be set one by one only after they have been asked for.
    debugger.command("qXfer:features:read:target.xml:0,ffb");
    assert_eq!(debugger.command(&format!("P{counter}=f0ffff6f")), "OK");
    assert_eq!(debugger.command("D"), "OK");
}

pub(crate) fn connect(socket: &Path) -> UnixStream {
    let since = Instant::now();
    loop {
        match UnixStream::connect(socket) {
            Ok(stream) => {
                stream.set_read_timeout(Some(PATIENCE)).unwrap();
                return stream;
            }
            Err(error) if since.elapsed() > PATIENCE => panic!("{}: {error}", socket.display()),
            Err(_) => sleep(Duration::from_millis(10)),
        }
    }
}

/// The remote protocol of debuggers, as much as is needed of it.
struct Debugger(UnixStream);

impl Debugger {
    fn attach(socket: &Path) -> Debugger {
        let mut debugger = Debugger(connect(socket));
        // The machine stands still and says so, perhaps twice: an answer that is nothing else ends that.
        debugger.send("?");
        debugger.send("qAttached");
        while debugger.packet() != "1" {}
        debugger
    }

    fn command(&mut self, command: &str) -> String {
        self.send(command);
        self.packet()
    }

    fn send(&mut self, command: &str) {
        let sum = command.bytes().fold(0u8, u8::wrapping_add);
        write!(self.0, "${command}#{sum:02x}").unwrap();
    }

    /// What stands between `$` and `#`; a check sum of two digits follows.
    fn packet(&mut self) -> String {
        while self.byte() != b'$' {}
        let packet: Vec<u8> = std::iter::from_fn(|| Some(self.byte()).filter(|&byte| byte != b'#')).collect();
        self.byte();
        self.byte();
        self.0.write_all(b"+").unwrap();
        String::from_utf8(packet).unwrap()
    }

    fn byte(&mut self) -> u8 {
        let mut byte = [0];
        self.0.read_exact(&mut byte).unwrap();
        byte[0]
    }
}

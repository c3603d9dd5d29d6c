# Two targets do all: `make demo` and `make test`. The rest are their parts and the long measurements.

.PHONY: demo check test build bovo-acceptance clients gridlock web soak torment idle vision-acceptance thresholds desktops simulate hostile blitz synth hardware windows test-windows firmware audit docs guide man install deb test-deb dist clean help

help:
	@echo "make demo             install what is missing, play 6 games on a real client, print the report"
	@echo "make check            format, lints and unit tests only: for in between; installs nothing, needs no screen"
	@echo "make test             install what is missing, run every check and every test"
	@echo "make build            build the program: target/release/tengen"
	@echo "make bovo-acceptance  20 games on each of Bovo's four themes (about an hour)"
	@echo "make clients          10 games on each of the smaller clients with a profile, and the report (GAMES=N)"
	@echo "make gridlock         40 games over a network between two Gridlocks, with peers that leave and come back (GAMES=N)"
	@echo "make web              games on a page in Chromium, each of its manners at two scales, and a table (GAMES=N MANNERS=\"dialog 0,glass\" SCALES=1,2)"
	@echo "make soak             60 games on Bovo and 40 on the practice service under a tormentor (half an hour; SEED=N)"
	@echo "make torment          500 clicks at which windows pop up, the client is moved and the mouse pushed, three times (half an hour; PRESSES=N)"
	@echo "make idle             an hour in an empty lobby: memory and CPU time of the bot (MINUTES=N)"
	@echo "make vision-acceptance  2,200 painted boards read, 500 painted desktops searched"
	@echo "make thresholds       which test notices when a threshold of vision is a fifth off: docs/thresholds.md (two or three hours; ONLY=PREFIX)"
	@echo "make desktops         a game under each of seven other window managers, partly off the screen, on scaled clients; about 1,900 odd painted desktops"
	@echo "make simulate         10,000 games of Gomoku and 1,000 of Paper Soccer in memory with everything going wrong (a quarter of an hour)"
	@echo "make hostile          1,000,000 broken pictures and profiles (an hour of two cores; HOSTILE=N for another number)"
	@echo "make blitz            10,000 games of the engine against itself, 5 ms a move, every rule and board (GAMES=N)"
	@echo "make synth            area, clock and speed of the hardware engine's logic, from open tools, against the host (ten minutes)"
	@echo "make windows          build the program for Windows: target/x86_64-pc-windows-gnu/release/tengen.exe"
	@echo "make test-windows     the same under Wine on a virtual screen: doctor, and whole games (GAMES=N)"
	@echo "make firmware         build the device's firmware for four emulated boards, and the touch screen's: target/firmware/*.elf; docs/firmware.md"
	@echo "make hardware         online and other games by devices: firmware on an emulated board, simulated logic (GAMES=\"10 2 4\")"
	@echo "make audit            licences, double versions, sources and vulnerabilities of what the program is made of, and what nothing uses; installs the tools that are missing"
	@echo "make docs             the documentation of every crate, warnings denied"
	@echo "make guide            the user guide: target/guide/index.html"
	@echo "make man              man pages, one a verb: target/man"
	@echo "make install          put the program, its man pages and completions under PREFIX=/usr/local (DESTDIR= goes before it)"
	@echo "make deb              the Debian package: target/dist/tengen_VERSION_ARCHITECTURE.deb"
	@echo "make test-deb         the package in a system of its own: installed, two games, their report (CLIENT=bovo SUITE=trixie AS=container GAMES=N; root)"
	@echo "make dist             package, archives, list of components and checksums: target/dist"
	@echo "make clean            remove what was built and what demos left"

demo:
	scripts/setup build screen bovo
	cargo build --release --locked
	scripts/demo

build:
	scripts/setup build
	cargo build --release --locked

check:
	cargo fmt --all --check
	cargo metadata --manifest-path engines/hardware/firmware/Cargo.toml --locked --format-version 1 >/dev/null
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo test --workspace --lib --locked --no-fail-fast
	cargo test --test main --locked -- architecture:: circles:: names::

# Where nothing was built by halves before, as in a fresh clone, keeping the halves only costs time.
ifeq ($(wildcard target/debug/incremental/*),)
test: export CARGO_INCREMENTAL := 0
endif
test:
	@scripts/timed --begin
	scripts/timed scripts/setup build screen bovo browser gridlock firmware rtl
	scripts/timed scripts/axe
	scripts/timed cargo fmt --all --check
	scripts/timed cargo fmt --manifest-path engines/hardware/firmware/Cargo.toml --check
	scripts/timed cargo clippy --workspace --all-targets --locked -- -D warnings
	scripts/timed cargo clippy --manifest-path engines/hardware/firmware/Cargo.toml --target-dir target/firmware/host --lib --tests --locked -- -D warnings
	scripts/timed RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
	scripts/timed cargo test --manifest-path engines/hardware/firmware/Cargo.toml --target-dir target/firmware/host --lib --locked
	scripts/timed scripts/firmware
	scripts/timed cargo test --workspace --no-run --locked
	scripts/timed SLOW_TESTS=1 RUST_TEST_THREADS=$$((2 * $$(nproc))) cargo test --workspace --locked --no-fail-fast
	@scripts/timed --summary

bovo-acceptance:
	scripts/setup build screen bovo
	cargo build --release --locked
	SLOW_TESTS=1 BOVO_ACCEPTANCE=20 cargo test --release --locked --test main bovo::acceptance -- --nocapture

clients:
	scripts/setup build screen clients
	cargo build --release --locked
	scripts/clients

gridlock:
	scripts/setup build screen gridlock
	cargo build --release --locked
	scripts/gridlock-network true
	rm -rf runs/gridlock
	SLOW_TESTS=1 GRIDLOCK=$${GAMES:-40} GRIDLOCK_FOLDER=$(CURDIR)/runs/gridlock cargo test --release --locked --test main gridlock:: -- --nocapture

web:
	scripts/setup build screen browser
	cargo build --release --locked
	rm -rf runs/web
	SLOW_TESTS=1 WEB_GAMES=$${GAMES:-100} WEB_FOLDER=$(CURDIR)/runs/web env $${MANNERS:+"WEB_MANNERS=$$MANNERS"} $${SCALES:+"WEB_SCALES=$$SCALES"} cargo test --release --locked --test main web::every_manner -- --nocapture

soak:
	scripts/setup build screen bovo
	cargo build --release --locked
	rm -rf runs/soak
	SLOW_TESTS=1 SOAK=$${SOAK:-60,40} SOAK_FOLDER=$(CURDIR)/runs/soak cargo test --release --locked --test main soak:: -- --nocapture

torment:
	scripts/setup build screen
	SLOW_TESTS=1 TORMENT=$${PRESSES:-500} cargo test --locked --test main torment:: -- --nocapture --test-threads=1

idle:
	scripts/setup build screen
	cargo build --release --locked
	scripts/with-screen target/release/tengen bench idle --minutes $${MINUTES:-60}

vision-acceptance:
	scripts/setup build
	MANY_PICTURES=1 cargo test --package vision --locked -- --nocapture

thresholds:
	scripts/setup build
	scripts/skew-thresholds $${ONLY:+--only "$$ONLY"} --jobs $${JOBS:-1}

desktops:
	scripts/setup build screen bovo desktops
	SLOW_TESTS=1 DESKTOPS=1 cargo test --locked --test main desktops:: -- --nocapture --test-threads=1
	MANY_PICTURES=1 cargo test --package vision --locked odd -- --nocapture

simulate:
	scripts/setup build
	cargo build --release --locked
	target/release/tengen simulate --games 10000 --seed 1
	target/release/tengen simulate --every-call --seed 1
	target/release/tengen simulate --game soccer --games 1000 --seed 1

hostile:
	scripts/setup build
	HOSTILE=$${HOSTILE:-1000000} cargo test --release --locked --test main hostile -- --nocapture

blitz:
	scripts/setup build
	cargo build --release --locked
	scripts/blitz

synth:
	scripts/setup build rtl synth
	scripts/synth

windows:
	scripts/setup build windows
	scripts/windows

test-windows:
	scripts/setup build screen windows wine
	scripts/windows
	scripts/test-windows

firmware:
	scripts/setup build firmware
	scripts/firmware

hardware:
	scripts/setup build screen bovo gridlock firmware rtl
	cargo build --release --locked
	scripts/firmware
	scripts/rtl
	scripts/hardware

audit:
	scripts/setup build
	scripts/audit

docs:
	scripts/setup build
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

guide:
	scripts/setup build
	scripts/guide

man:
	scripts/setup build
	cargo build --release --locked
	target/release/tengen reference --man target/man

# By itself it installs what was built: root needs no compiler.
install:
	scripts/install

deb: build
	scripts/setup dist
	scripts/deb

test-deb: deb
	scripts/setup dist-test
	scripts/test-deb

dist: build
	scripts/setup dist
	scripts/dist

clean:
	cargo clean
	rm -rf runs

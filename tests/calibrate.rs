//! `tengen calibrate --from-film`: a film of a painted client, explained by options and in the asking window.

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use actuator::pointer::{Pointer as _, enigo::EnigoPointer};
use image::RgbImage;
use recordings::film::{FilmLimits, ReaderChange, Remark, write::Film};
use referee::{color::Color, point::Point};
use vision::{
    paint::{
        Painter, Scene,
        canvas::Canvas,
        lettering::{self, Align, Pen},
    },
    theme,
};

use crate::support::{
    bot::{ends_within, interrupt},
    xvfb::{Manager, on_a_display, pause, settled},
};

/// A board, and a dialog with these words over it.
fn picture(painter: &Painter, scene: &Scene, words: &str) -> RgbImage {
    let board = painter.paint(scene).image;
    let mut canvas = Canvas::new(board.width() + 120, board.height(), [220, 220, 220]);
    canvas.paste(&board, 0, 0);
    if !words.is_empty() {
        canvas.rectangle((100.0, 150.0), (340.0, 290.0), [250, 250, 245].into());
        lettering::write(
            &mut canvas,
            words,
            (220.0, 190.0),
            Align::Centre,
            Pen::new(18.0, [20, 20, 20]),
        );
        canvas.rectangle((160.0, 230.0), (280.0, 266.0), [60, 110, 160].into());
        let pen = Pen::new(11.0, [255, 255, 255]);
        lettering::write(&mut canvas, "Play again", (220.0, 248.0), Align::Centre, pen);
    }
    canvas.to_image()
}

/// A game of nine stones and the beginning of the next.
pub(crate) fn film(folder: &Path) {
    let painter = Painter::new(theme::by_name("kaya").unwrap(), 13, 13, 32.0, 1);
    let mut film = Film::create(folder, "s", 0, FilmLimits::default()).unwrap();
    let calibration = painter.calibration();
    let looks = ReaderChange::Fresh;
    film.remark(&Remark::Calibration { calibration, looks }, 0)
        .unwrap();
    let mut scene = Scene::empty(13, 13);
    film.frame(&picture(&painter, &scene, ""), 0).unwrap();
    let mut at_ms = 500;
    for ply in 0..9u8 {
        let color = if ply % 2 == 0 { Color::Black } else { Color::White };
        scene.put(Point::new(3 + ply / 2, 4 + 3 * (ply % 2)), Some(color));
        let words = if ply == 8 { "You won!" } else { "" };
        film.frame(&picture(&painter, &scene, words), at_ms).unwrap();
        at_ms += 500;
    }
    // A person presses the button.
    film.remark(&Remark::Pointer { at: (220, 248) }, at_ms).unwrap();
    film.frame(&picture(&painter, &Scene::empty(13, 13), ""), at_ms)
        .unwrap();
}

fn calibrate(folder: &Path, more: &[&str]) -> Command {
    let mut program = crate::support::program::program();
    program
        .args([
            "calibrate",
            "--window",
            "No Such Window",
            "--name",
            "painted",
            "--no-trial",
        ])
        .arg("--from-film")
        .arg(folder)
        .arg("--out")
        .arg(folder)
        .args(more)
        .stdin(Stdio::null());
    program
}

fn told(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

/// What the written profile says, and the program's checks of it.
fn profile(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("painted/profile.toml")).unwrap()
}

#[test]
fn options_explain_a_film() {
    let folder = tempfile::tempdir().unwrap();
    film(folder.path());
    let output = calibrate(folder.path(), &["--result", "won", "--again", "220,248"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", told(&output));
    let text = profile(folder.path());
    assert!(
        text.contains("means = \"won\"") && text.contains("template = \"next.png\""),
        "{text}"
    );
    assert!(told(&output).contains("is lost"), "{}", told(&output));
    let again = calibrate(folder.path(), &["--result", "lost"]).output().unwrap();
    assert_eq!(again.status.code(), Some(2), "nothing is overwritten");
    assert_eq!(profile(folder.path()), text);
}

#[test]
fn without_a_person_nothing_is_guessed_and_nothing_lost() {
    let folder = tempfile::tempdir().unwrap();
    film(folder.path());
    let output = calibrate(folder.path(), &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(
        told(&output).contains("nobody is there to ask"),
        "{}",
        told(&output)
    );
    assert!(folder.path().join("painted.seen/picture-1.png").is_file());
    assert!(!folder.path().join("painted").exists());
}

/// Whoever has enough of the questions ends them in the terminal; what was answered is kept.
#[test]
fn an_interrupt_ends_the_questions() {
    let test = "calibrate::an_interrupt_ends_the_questions";
    on_a_display(test, Manager::Openbox, || {
        let folder = tempfile::tempdir().unwrap();
        film(folder.path());
        let mut asking = calibrate(folder.path(), &["--ask"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        settled("Tengen asks");
        interrupt(&asking);
        if !ends_within(&mut asking, 50, 100) {
            panic!("it still asks");
        }
        let output = asking.wait_with_output().unwrap();
        let said = told(&output);
        assert!(
            said.contains("asking in a window of its own")
                && said.contains("the questions were not answered"),
            "{said}"
        );
        assert!(folder.path().join("painted.seen/answers.toml").is_file());
    });
}

#[test]
fn a_person_is_asked_in_a_window() {
    let test = "calibrate::a_person_is_asked_in_a_window";
    on_a_display(test, Manager::Openbox, || {
        let folder = tempfile::tempdir().unwrap();
        film(folder.path());
        let mut asking = calibrate(folder.path(), &["--ask"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        settled("Tengen asks");
        let mut pointer = EnigoPointer::open().unwrap();
        // "I won"; the words as boxed; no button.
        for key in ["w", "Return", "n"] {
            pointer.key(key).unwrap();
            pause(700);
        }
        if !ends_within(&mut asking, 100, 100) {
            let _ = asking.kill();
            panic!("it still asks");
        }
        let output = asking.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", told(&output));
        let text = profile(folder.path());
        assert!(text.contains("means = \"won\""), "{text}");
        assert!(folder.path().join("painted.seen/answers.toml").is_file());
    });
}

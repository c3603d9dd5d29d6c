//! Callers of every kind.

use std::{fs::Metadata, os::unix::fs::symlink};

use super::{
    super::{ControlDoor, ask, is_there},
    *,
};

const SESSION: &str = "0198f7d3-6b1e-7c3d-8f00-0123456789ab";

fn is_paused(reins: &Reins) -> bool {
    reins.pause.load(Ordering::SeqCst)
}

fn connect(journals: &Path) -> UnixStream {
    let stream = near(&journals.join(FOLDER), |near| {
        UnixStream::connect(near.join(file(SESSION)))
    })
    .unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// What is answered to these bytes; nothing if the line ends without a word.
fn told(journals: &Path, bytes: &[u8]) -> String {
    let mut stream = connect(journals);
    // Who is hung up on while it speaks has heard enough.
    let _ = stream.write_all(bytes);
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

#[test]
fn a_session_is_asked_and_obeys() {
    let home = tempfile::tempdir().unwrap();
    // Longer than the address of a socket may be.
    let journals = home.path().join("x".repeat(200)).join("journals");
    let reins = Reins::default();
    assert!(!is_there(&journals, SESSION));
    let door = ControlDoor::open(&journals, SESSION, reins.clone()).unwrap();
    assert!(is_there(&journals, SESSION));
    ask(&journals, SESSION, ControlVerb::Pause).unwrap();
    assert!(is_paused(&reins));
    ask(&journals, SESSION, ControlVerb::Resume).unwrap();
    ask(&journals, SESSION, ControlVerb::Finish).unwrap();
    assert!(!is_paused(&reins) && reins.interrupts.load(Ordering::SeqCst) == 1);
    for wrong in ["other", "../control/x", ""] {
        assert!(matches!(
            ask(&journals, wrong, ControlVerb::Stop),
            Err(ControlError::Deaf(_))
        ));
    }
    drop(door);
    assert!(!is_there(&journals, SESSION));
    assert!(matches!(
        ask(&journals, SESSION, ControlVerb::Stop),
        Err(ControlError::Deaf(_))
    ));
}

#[test]
fn nobody_else_may_come_near() {
    let home = tempfile::tempdir().unwrap();
    let journals = home.path().join("journals");
    fs::create_dir_all(journals.join(FOLDER)).unwrap();
    fs::set_permissions(journals.join(FOLDER), Permissions::from_mode(0o777)).unwrap();
    let _door = ControlDoor::open(&journals, SESSION, Reins::default()).unwrap();
    let mode = |about: Metadata| about.permissions().mode() & 0o777;
    assert_eq!(mode(fs::metadata(journals.join(FOLDER)).unwrap()), 0o700);
    assert_eq!(
        mode(fs::metadata(journals.join(FOLDER).join(file(SESSION))).unwrap()),
        0o600
    );
    // A link to another folder is not followed.
    let trap = home.path().join("trap");
    fs::create_dir_all(&trap).unwrap();
    symlink(&journals, trap.join(FOLDER)).unwrap();
    assert!(ControlDoor::open(&trap, SESSION, Reins::default()).is_err());
}

#[test]
fn garbage_half_lines_and_crowds_keep_nobody_waiting() {
    let home = tempfile::tempdir().unwrap();
    let journals = home.path();
    let reins = Reins::default();
    let _door = ControlDoor::open(journals, SESSION, reins.clone()).unwrap();
    assert_eq!(told(journals, b"\x00\xff\x1b[2J garbage\n"), "not understood\n");
    assert_eq!(told(journals, b"GET /pause HTTP/1.1\r\n\r\n"), "not understood\n");
    assert_eq!(told(journals, b"tengen-control-9 pause\n"), "not understood\n");
    // What follows the line is not read.
    assert_eq!(
        told(journals, b"tengen-control-1 resume\ntengen-control-1 stop\n"),
        "ok\n"
    );
    // Who says more than a line's worth is answered, or hung up on while speaking.
    let huge = vec![b'x'; 4 << 20];
    assert!(["too long\n", ""].contains(&&*told(journals, &huge)));
    let half: Vec<UnixStream> = (0..500)
        .map(|_| {
            let mut stream = connect(journals);
            let _ = stream.write_all(b"tengen-control-1 pau");
            stream
        })
        .collect();
    ask(journals, SESSION, ControlVerb::Finish).unwrap();
    assert_eq!(
        reins.interrupts.load(Ordering::SeqCst),
        1,
        "a word in the crowd is heard"
    );
    for mut stream in half {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty(), "half a line is no word");
    }
    assert!(!is_paused(&reins), "half a line is no word");
    ask(journals, SESSION, ControlVerb::Pause).unwrap();
    assert!(is_paused(&reins));
}

/// The socket of a program that was killed stays behind: the next one removes it.
#[test]
fn what_the_dead_left_is_swept_away() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(FOLDER);
    make_private(&folder).unwrap();
    drop(near(&folder, |near| UnixListener::bind(near.join("dead.sock"))).unwrap());
    let living = ControlDoor::open(home.path(), "living", Reins::default()).unwrap();
    assert!(is_there(home.path(), "living") && !is_there(home.path(), "dead"));
    let other = ControlDoor::open(home.path(), "other", Reins::default()).unwrap();
    assert!(is_there(home.path(), "living"), "the living are left alone");
    drop((living, other));
}

/// A program that is stopped, and not ended, takes the call and says nothing.
#[test]
fn who_says_nothing_is_not_waited_for() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(FOLDER);
    make_private(&folder).unwrap();
    let _listener = near(&folder, |near| UnixListener::bind(near.join(file(SESSION)))).unwrap();
    let asked = ask(home.path(), SESSION, ControlVerb::Stop);
    assert!(matches!(asked, Err(ControlError::Silent(_))), "{asked:?}");
}

//! What ends a search, and the thinking on the other side's time.

use super::*;

/// Thinks until it is told to stop.
struct Thorough;

impl Player<Position> for Thorough {
    fn name(&self) -> String {
        "thorough".to_owned()
    }

    fn new_game(&mut self, _: &Position) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        while !limits.stop.is_raised() {
            thread::yield_now();
        }
        Ok(Thought::bare(position.legal_moves()[0]))
    }

    fn ponder(&mut self, position: &Position, stop: &Stop) {
        assert!(!position.history().is_empty());
        while !stop.is_raised() {
            thread::yield_now();
        }
    }
}

#[test]
fn a_stop_ends_the_search_before_it() {
    let input = "START 15\r\nBEGIN\r\nYXSTOP\r\nTURN 5,5\r\nEND\r\n";
    assert_eq!(answers(&mut Thorough, input.as_bytes()), ["OK", "0,0", "1,0"]);
}

/// A manager that keeps its side open and says nothing.
struct Silent;

impl io::Read for Silent {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        loop {
            thread::park();
        }
    }
}

fn input(lines: &'static str) -> impl BufRead + Send {
    BufReader::new(io::Read::chain(lines.as_bytes(), Silent))
}

#[cfg(unix)]
#[test]
fn nothing_is_searched_for_nobody() {
    for (lines, answered) in [("START 15\r\nBEGIN\r\n", "OK\r\n"), ("", "")] {
        let (mut reader, writer) = io::pipe().unwrap();
        let ear = writer.try_clone().unwrap();
        let left = move || audience::reader_leaves(ear);
        let serving = thread::spawn(move || serve_until(&mut Thorough, input(lines), writer, left));
        let mut heard = vec![0; answered.len()];
        io::Read::read_exact(&mut reader, &mut heard).unwrap();
        assert_eq!(heard, answered.as_bytes());
        drop(reader);
        // Either the pipe is found broken or the manager gone.
        let _ = serving.join().unwrap();
    }
}

#[test]
fn a_broken_pipe_ends_it_although_the_manager_may_say_more() {
    struct Broken;
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let served = serve_until(&mut Thorough, input("START 15\r\n"), Broken, || false);
    assert_eq!(served.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn whoever_only_says_no_more_is_answered() {
    let mut output = Vec::new();
    let mut player = Classic::new(2);
    serve_until(&mut player, &b"START 15\r\nBEGIN\r\n"[..], &mut output, || false).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "OK\r\n7,7\r\n");
}

#[test]
fn the_next_line_ends_the_thinking_on_the_other_sides_time() {
    let input = "START 15\r\nINFO pondering 1\r\nBEGIN\r\nYXSTOP\r\nABOUT\r\n";
    assert_eq!(answers(&mut Thorough, input.as_bytes()).len(), 3);
}

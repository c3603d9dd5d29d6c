//! What managers of Yixin's say.

use super::*;

#[test]
fn yixin_is_understood() {
    talk(
        &[
            "START 15 15",
            "INFO rule 2",
            "BEGIN",
            "yxhashclear",
            "yxboard",
            "7,7,2",
            "DONE",
            "yxstop",
            "yxshowforbid",
            "BEGIN",
        ],
        expect![[r#"
            > START 15 15
            < OK
            > INFO rule 2
            < MESSAGE rule 2 (continuous game) is not supported
            > BEGIN
            < ERROR rule 2 (continuous game) is not supported
            > yxhashclear
            > yxboard
            > 7,7,2
            > DONE
            > yxstop
            > yxshowforbid
            < FORBID .
            > BEGIN
            < 6,6
        "#]],
    );
}

#[test]
fn the_first_word_of_yixin_may_ask_for_forbidden_points() {
    for start in ["START 15\nINFO rule 2\n", "INFO rule 2\nSTART 15\n"] {
        let input = format!("{start}yxshowforbid\nBEGIN\n");
        let answers = answers(&mut Classic::new(2), input.as_bytes());
        assert_eq!(
            answers.last_chunk(),
            Some(&["FORBID .".to_owned(), "7,7".to_owned()]),
            "{answers:?}"
        );
    }
}

//! A folder, or a part of it, taken away under a session.

use super::*;

/// What somebody may do to the folder under a session, and the way back that is looked for.
type Deed = (&'static str, fn(&Path));

const DEEDS: &[Deed] = &[
    ("all deleted", |folder| std::fs::remove_dir_all(folder).unwrap()),
    ("the folder moved", |folder| {
        std::fs::rename(folder, folder.with_extension("moved")).unwrap()
    }),
    ("all in it deleted", |folder| {
        std::fs::remove_dir_all(folder).unwrap();
        std::fs::create_dir(folder).unwrap();
    }),
    ("the journals deleted", |folder| {
        std::fs::remove_dir_all(folder.join("journals")).unwrap()
    }),
    ("the database deleted", |folder| {
        take_away(&folder.join("games.db"))
    }),
    ("the database and its log deleted", |folder| {
        for name in ["games.db", "games.db-wal", "games.db-shm", "games.db.backup"] {
            take_away(&folder.join(name));
        }
    }),
    ("the database replaced by its copy", |folder| {
        std::fs::rename(folder.join("games.db.backup"), folder.join("games.db")).unwrap();
    }),
    ("the database replaced by rubbish", |folder| {
        take_away(&folder.join("games.db"));
        scribble(&folder.join("games.db"), b"rubbish");
    }),
    ("a file in place of the folder", |folder| {
        std::fs::remove_dir_all(folder).unwrap();
        scribble(folder, b"in the way");
    }),
];

/// A finished game and one in hand; then the deed; then the game in hand goes on.
fn play_through(folder: &Path, deed: fn(&Path)) -> (Keeper, Vec<News>) {
    let home = Home::in_folder(folder);
    let (mut keeper, _) = Keeper::open(&home, &session("s0"), 1).unwrap();
    keeper.begin_game(&game("older"), 2).unwrap();
    keeper.end_game("older", FIVE, 3).unwrap();
    keeper.close(4).unwrap();
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    keeper.begin_game(&game("before"), 11).unwrap();
    keeper.end_game("before", FIVE, 12).unwrap();
    keeper.begin_game(&game("a"), 13).unwrap();
    keeper.add_ply("a", 0, Seat::First, &place(0), 14).unwrap();
    assert_eq!(keeper.take_news(), []);
    deed(folder);
    keeper.add_ply("a", 1, Seat::Second, &place(1), 15).unwrap();
    let news = keeper.take_news();
    (keeper, news)
}

#[test]
fn a_folder_that_is_taken_away_is_noticed_at_the_next_ply_and_made_anew() {
    for (how, deed) in DEEDS {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("tengen");
        let (mut keeper, news) = play_through(&folder, *deed);
        println!("{how}: {news:?}");
        assert!(
            news.iter().any(|news| matches!(news, News::Refused(_))),
            "{how}: it is told"
        );
        if *how == "a file in place of the folder" {
            assert!(!keeper.is_written(70_000));
            take_away(&folder);
            assert!(keeper.is_written(140_000));
        }
        keeper.add_ply("a", 2, Seat::First, &place(2), 200_000).unwrap();
        // At this moment already everything is where it belongs.
        let home = Home::in_folder(&folder);
        for journal in journal::list(&home.journals).unwrap() {
            println!("  {}", journal.display());
        }
        let own = journal::read::read(keeper.journal()).unwrap();
        assert_eq!(own.entries.first().map(|entry| entry.seq), Some(0), "{how}");
        assert!(journal::is_live(keeper.journal()).unwrap(), "{how}: and held");
        let store = database::open(&home, OpenMode::Read).unwrap();
        assert_eq!(store.record::<AnyPosition>("a").unwrap().plies.len(), 3, "{how}");
        drop(store);
        let later = keeper.take_news();
        let again = later
            .iter()
            .filter(|news| matches!(news, News::Refused(_)))
            .count();
        let expected = usize::from(*how == "a file in place of the folder");
        assert_eq!(again, expected, "{how}, told once: {later:?}");
        // Killed; nothing that was played is lost, and the game in hand goes on.
        drop(keeper);
        let (keeper, found) = Keeper::open(&home, &session("s2"), 300_000).unwrap();
        let open: Vec<(&str, usize)> = found
            .unfinished
            .iter()
            .map(|one| (&*one.id, one.plies.len()))
            .collect();
        assert_eq!(open, [("a", 3)], "{how}");
        for id in ["before", "older"] {
            assert_eq!(
                keeper.store().record::<AnyPosition>(id).unwrap().verdict,
                Some(FIVE),
                "{how}: {id}"
            );
        }
    }
}

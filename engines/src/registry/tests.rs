//! Specs and their normal form, and what is said of wrong ones.

use expect_test::{Expect, expect};

use super::*;

fn check(spec: &str, expected: Expect) {
    expected.assert_eq(&match spec.parse::<Spec>() {
        Ok(read) => {
            let normal = read.to_string();
            assert_eq!(normal.parse(), Ok(read), "{normal} reads as something else");
            normal
        }
        Err(error) => format!("error: {error}; hint: {}", error.hint()),
    });
}

#[test]
fn specs() {
    check("alphabeta", expect!["alphabeta"]);
    check("alphabeta:threads=1,table_mb=64", expect!["alphabeta"]);
    check(
        "alphabeta:seed=3,variety=4,reach=2,table_mb=1,threads=8,nodes=1000000,depth=12",
        expect!["alphabeta:depth=12,nodes=1000000,threads=8,table_mb=1,reach=2,variety=4,seed=3"],
    );
    check(
        "alphabeta:experience=/a b/c.db,nodes=5,book=true",
        expect!["alphabeta:nodes=5,book=true,experience=/a b/c.db"],
    );
    check("alphabeta:book=false", expect!["alphabeta"]);
    check("classic", expect!["classic:depth=4"]);
    check(
        "alphabeta:lmr=80,weights=/a/w.txt,futility=60,nodes=9",
        expect!["alphabeta:nodes=9,weights=/a/w.txt,lmr=80"],
    );
    check("classic:depth=2", expect!["classic:depth=2"]);
    check(" classic: ", expect!["classic:depth=4"]);
    check("random", expect!["random:seed=0"]);
    check(
        "random:seed=18446744073709551615",
        expect!["random:seed=18446744073709551615"],
    );
    check("mcts", expect!["mcts"]);
    check(
        "mcts:seed=3,tree_mb=9,threads=2,sims=1000",
        expect!["mcts:sims=1000,threads=2,tree_mb=9,seed=3"],
    );
    check("alphazero", expect!["alphazero"]);
    check(
        "alphazero:sims=400,net=/a b/net.safetensors,threads=1",
        expect!["alphazero:net=/a b/net.safetensors,sims=400"],
    );
    check("pbrain:/a/b", expect!["pbrain:/a/b"]);
    check(
        "pbrain:C:\\engines\\pbrain, 2.exe",
        expect![[r#"pbrain:C:\engines\pbrain, 2.exe"#]],
    );
    check("pbrain:a=b", expect!["pbrain:a=b"]);
    check(
        "pbrain:/a/b,c,memory=1000,timeout_start=10000,timeout_turn=500",
        expect!["pbrain:/a/b,c,timeout_turn=500,max_memory=1000"],
    );
    check(
        "pbrain:/a/b,timeout_start=20000",
        expect!["pbrain:/a/b,timeout_start=20000"],
    );
    check("device:wujian100", expect!["device:wujian100"]);
    check(
        "device:/a, b.toml,reconnect_ms=5,turn_ms=4,answer_ms=3,pause_ms=2,depth=4,order=xy,baud=9600,usb=1A86:7523,port=COM3",
        expect![
            "device:/a, b.toml,port=COM3,usb=1a86:7523,baud=9600,order=xy,depth=4,pause_ms=2,answer_ms=3,turn_ms=4,reconnect_ms=5"
        ],
    );
}

#[test]
fn mistakes() {
    check(
        "alphabeta:threads=0",
        expect![
            "error: bad value `0` for option `threads` of engine `alphabeta`; hint: give a number from 1 to 256"
        ],
    );
    check(
        "alphabeta:table_mb=70000",
        expect![
            "error: bad value `70000` for option `table_mb` of engine `alphabeta`; hint: give a number from 1 to 65536"
        ],
    );
    check(
        "alphabeta:reach=5",
        expect![
            "error: bad value `5` for option `reach` of engine `alphabeta`; hint: give a number from 1 to 4"
        ],
    );
    check(
        "alphabeta:variety=5",
        expect![
            "error: bad value `5` for option `variety` of engine `alphabeta`; hint: give a number from 0 to 4"
        ],
    );
    check(
        "alphabeta:nodes=",
        expect![
            "error: bad value `` for option `nodes` of engine `alphabeta`; hint: give a number from 1 to 18446744073709551615"
        ],
    );
    check(
        "alphabeta:book=1",
        expect!["error: bad value `1` for option `book` of engine `alphabeta`; hint: give true or false"],
    );
    check(
        "alphabeta:hash=5",
        expect![
            "error: engine `alphabeta` has no option `hash`; hint: its options are depth, nodes, threads, table_mb, reach, variety, seed, book, experience, weights, and the search's numbers (`tengen tune numbers --list`)"
        ],
    );
    check(
        "alphabeta:futility=many",
        expect![
            "error: bad value `many` for option `futility` of engine `alphabeta`; hint: give a number from 0 to 100000"
        ],
    );
    check(
        "",
        expect![
            "error: unknown engine ``; hint: engines are alphabeta:threads=2, classic:depth=4, random:seed=7, mcts:sims=1000, alphazero:net=FILE,sims=400, pbrain:/path/to/engine,timeout_turn=1000, device:wujian100,port=/dev/ttyUSB0"
        ],
    );
    check(
        "clasic:depth=4",
        expect![
            "error: unknown engine `clasic`; hint: engines are alphabeta:threads=2, classic:depth=4, random:seed=7, mcts:sims=1000, alphazero:net=FILE,sims=400, pbrain:/path/to/engine,timeout_turn=1000, device:wujian100,port=/dev/ttyUSB0"
        ],
    );
    check(
        "classic:depht=4",
        expect!["error: engine `classic` has no option `depht`; hint: its options are depth"],
    );
    check(
        "classic:depth",
        expect!["error: engine `classic` has no option `depth`; hint: its options are depth"],
    );
    check(
        "classic:depth=0",
        expect![
            "error: bad value `0` for option `depth` of engine `classic`; hint: give a number from 1 to 8"
        ],
    );
    check(
        "classic:depth=9",
        expect![
            "error: bad value `9` for option `depth` of engine `classic`; hint: give a number from 1 to 8"
        ],
    );
    check(
        "classic:depth=four",
        expect![
            "error: bad value `four` for option `depth` of engine `classic`; hint: give a number from 1 to 8"
        ],
    );
    check(
        "random:seed=-1",
        expect![
            "error: bad value `-1` for option `seed` of engine `random`; hint: give a number from 0 to 18446744073709551615"
        ],
    );
    check(
        "mcts:sims=0",
        expect![
            "error: bad value `0` for option `sims` of engine `mcts`; hint: give a number from 1 to 1000000000"
        ],
    );
    check(
        "mcts:nodes=5",
        expect![
            "error: engine `mcts` has no option `nodes`; hint: its options are sims, seed, threads, tree_mb"
        ],
    );
    check(
        "alphazero:seed=5",
        expect![
            "error: engine `alphazero` has no option `seed`; hint: its options are net, solver, sims, threads, tree_mb"
        ],
    );
    check(
        "alphazero:net=,threads=2",
        expect![
            "error: engine `alphazero` has no option `net`; hint: its options are net, solver, sims, threads, tree_mb"
        ],
    );
    check(
        "alphazero:threads=0",
        expect![
            "error: bad value `0` for option `threads` of engine `alphazero`; hint: give a number from 1 to 256"
        ],
    );
    check(
        "pbrain",
        expect![
            "error: engine `pbrain` names no program; hint: give its file, such as pbrain:/path/to/engine"
        ],
    );
    check(
        "pbrain:,timeout_turn=5",
        expect![
            "error: engine `pbrain` names no program; hint: give its file, such as pbrain:/path/to/engine"
        ],
    );
    check(
        "pbrain:/a/b,timeout=5",
        expect![
            "error: engine `pbrain` has no option `timeout`; hint: its options are timeout_turn, timeout_start (milliseconds), max_memory (bytes)"
        ],
    );
    check(
        "device:,port=/dev/ttyUSB0",
        expect![
            "error: engine `device` names no profile; hint: give wujian100, stm32, riscv, a wire (s0, v2) or a file, such as device:wujian100,port=/dev/ttyUSB0"
        ],
    );
    check(
        "device:v2,port=",
        expect![
            "error: bad value `` for option `port` of engine `device`; hint: give a port, such as port=/dev/ttyUSB0"
        ],
    );
    check(
        "device:v2,usb=1a86",
        expect![
            "error: bad value `1a86` for option `usb` of engine `device`; hint: give vendor and product, such as usb=1a86:7523"
        ],
    );
    check(
        "device:v2,order=up",
        expect!["error: bad value `up` for option `order` of engine `device`; hint: give yx or xy"],
    );
    check(
        "device:v2,baud=5",
        expect![
            "error: bad value `5` for option `baud` of engine `device`; hint: give a number from 300 to 4000000"
        ],
    );
    check(
        "device:v2,speed=5",
        expect![
            "error: engine `device` has no option `speed`; hint: its options are port, usb, baud, order, depth, pause_ms, answer_ms, turn_ms, reconnect_ms"
        ],
    );
    check(
        "pbrain:/a/b,timeout_turn=0",
        expect![
            "error: bad value `0` for option `timeout_turn` of engine `pbrain`; hint: give a number from 1 to 86400000"
        ],
    );
}

#[test]
fn what_is_built_has_a_name() {
    assert!(
        build("alphabeta:depth=3")
            .unwrap()
            .name()
            .starts_with("alphabeta:depth=3 ")
    );
    assert!(
        build("classic:depth=3")
            .unwrap()
            .name()
            .starts_with("classic:depth=3 ")
    );
    assert!(
        build("random:seed=3")
            .unwrap()
            .name()
            .starts_with("random:seed=3 ")
    );
    assert!(build("mcts:seed=3").unwrap().name().starts_with("mcts:seed=3 "));
    let error = build("alphazero:net=/nowhere/at/all").err().unwrap();
    let told = error.to_string();
    assert!(
        told.starts_with("the network in `/nowhere/at/all` cannot be used: "),
        "{told}"
    );
    assert_eq!(error.hint(), "`tengen train` makes such files");
    let error = build("pbrain:/nowhere/at/all").err().unwrap();
    assert_eq!(error.to_string(), "no engine program at `/nowhere/at/all`");
    assert_eq!(error.hint(), "check the path after the engine's name");
}

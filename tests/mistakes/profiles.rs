//! Client profiles: what they say, what stands in their folders, and what they are made from.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        "an unknown client",
        "play --client nosuch",
        "no client profile called \"nosuch\"",
    ),
    (
        "an unknown key in a profile",
        "play --client DIR/typo",
        "DIR/typo/profile.toml: TOML parse error at line 2, column 1: 2 | clas = \"x\": unknown field `clas`",
    ),
    (
        "a missing template",
        "watch --client DIR/bare",
        "DIR/bare/profile.toml names template \"over.png\", which is not there",
    ),
    (
        "a template above the profile's folder",
        "client check DIR/climber",
        "DIR/climber/profile.toml names template \"../grey.png\", which leads out of the profile's folder",
    ),
    (
        "a template by its full path",
        "play --client DIR/endless",
        "DIR/endless/profile.toml names template \"/dev/zero\", which leads out of the profile's folder",
    ),
    (
        "a template that is a link out of the folder",
        "watch --client DIR/linked",
        "DIR/linked/profile.toml names template \"link.png\", which leads out of the profile's folder",
    ),
    (
        "a template that is a link to a device",
        "watch --client DIR/zero",
        "DIR/zero/profile.toml names template \"zero.png\", which leads out of the profile's folder",
    ),
    (
        "a template that is a pipe",
        "watch --client DIR/piped",
        "DIR/piped/profile.toml names template \"pipe.png\", which is no plain file",
    ),
    (
        "a template of many bytes",
        "watch --client DIR/heavy",
        "DIR/heavy/profile.toml names template \"heavy.png\", which is larger than 4194304 bytes",
    ),
    (
        "a template of many pixels",
        "watch --client DIR/wide",
        "template \"wide.png\": 4000 x 501 pixels are more than 2000000",
    ),
    (
        "a hundred thousand screens",
        "watch --client DIR/crowd",
        "DIR/crowd/profile.toml is larger than 262144 bytes",
    ),
    (
        "a thousand screens",
        "watch --client DIR/many",
        "DIR/many/profile.toml: [[screen]]: 1000, more than 200",
    ),
    (
        "a profile that is a link to a file elsewhere",
        "watch --client DIR/borrowed",
        "DIR/borrowed/profile.toml leads out of the profile's folder",
    ),
    (
        "a request without an answer",
        "watch --client DIR/mute",
        "DIR/mute/profile.toml: screen \"asked\" has a `request`, but not both `accept` and `decline`",
    ),
    (
        "a request with steps of its own",
        "watch --client DIR/torn",
        "DIR/torn/profile.toml: screen \"asked\" has a `request` and `steps`",
    ),
    (
        "answers to no request",
        "watch --client DIR/unasked",
        "DIR/unasked/profile.toml: screen \"asked\" has `accept` or `decline`, but no `request`",
    ),
    (
        "a request that ends a game",
        "watch --client DIR/final",
        "DIR/final/profile.toml: screen \"asked\" has a `request` and `means`",
    ),
    (
        "a request that nobody knows",
        "watch --client DIR/strange",
        "unknown variant `money`, expected one of `take_back`, `draw`, `rematch`",
    ),
    (
        "a policy for requests that no screen makes",
        "watch --client DIR/unheard",
        "DIR/unheard/profile.toml: [policy] rematch is given, but no screen has request = \"rematch\"",
    ),
    (
        "a policy that is none",
        "watch --client DIR/moody",
        "invalid value: string \"sometimes\", expected \"decline\", \"accept\" or how often at most",
    ),
    (
        "a draw after no moves",
        "watch --client DIR/hasty",
        "DIR/hasty/profile.toml: [policy] draw has moves = 0",
    ),
    (
        "a board that cannot be",
        "watch --client DIR/vast",
        "DIR/vast/profile.toml: [board] calibration ",
    ),
    (
        "a film to calibrate from that is not there",
        "calibrate --from-film DIR/none.film --name x --out DIR",
        "cannot open film DIR/none.film: ",
    ),
    (
        "a folder to calibrate from that has no film",
        "calibrate --from-film DIR/bare --name x --out DIR",
        "no film in DIR/bare",
    ),
];

//! What the page can be like, by name: how its games end, how the next one begins, what it looks like.

use super::settings::Settings;

/// One way to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) name: &'static str,
    /// What differs from the page's usual settings.
    pub(crate) settings: &'static [(&'static str, &'static str)],
}

const fn manner(name: &'static str, settings: &'static [(&'static str, &'static str)]) -> Manner {
    Manner { name, settings }
}

/// All of them. The first ones are about the end of a game, the last ones about looks.
pub(crate) const MANNERS: &[Manner] = &[
    manner("caption", &[("result", "caption"), ("next", "button")]),
    manner("caption auto", &[("result", "caption"), ("next", "auto")]),
    manner("dialog 0", &[("dialog_ms", "0")]),
    manner("dialog 50", &[("dialog_ms", "50")]),
    manner("dialog 150", &[("dialog_ms", "150")]),
    manner("dialog 400", &[("dialog_ms", "400")]),
    manner("dialog 900", &[("dialog_ms", "900")]),
    manner("dialog anywhere", &[("place", "chance"), ("dialog_ms", "50")]),
    manner("dialog on last", &[("place", "last")]),
    manner("dialog on all", &[("place", "whole")]),
    manner("dialog beside", &[("place", "beside")]),
    manner("glass", &[("panel", "glass"), ("backdrop", "dim")]),
    manner("light", &[("backdrop", "light"), ("dialog_ms", "150")]),
    manner("blur", &[("backdrop", "blur")]),
    manner("opaque", &[("backdrop", "opaque"), ("dialog_ms", "50")]),
    manner("dialog auto", &[("next", "auto"), ("next_ms", "2500")]),
    manner(
        "short auto",
        &[("next", "auto"), ("next_ms", "700"), ("clear_ms", "200")],
    ),
    manner("first 0", &[("seat", "second"), ("first_stone_ms", "0")]),
    manner("first 100", &[("seat", "second"), ("first_stone_ms", "100")]),
    manner(
        "first 500",
        &[("seat", "second"), ("first_stone_ms", "500"), ("clear_ms", "300")],
    ),
    manner("first 1000", &[("seat", "chance"), ("first_stone_ms", "1000")]),
    manner(
        "intruder middle",
        &[("intruder", "middle"), ("intruder_place", "chance")],
    ),
    manner(
        "intruder stays",
        &[("intruder", "middle"), ("intruder_ms", "20000")],
    ),
    manner("intruder end", &[("intruder", "end"), ("intruder_ms", "3000")]),
    manner(
        "intruder over",
        &[("intruder", "over"), ("intruder_ms", "4000"), ("place", "last")],
    ),
    manner(
        "intruder escape",
        &[
            ("intruder", "end"),
            ("intruder_ms", "0"),
            ("intruder_closes", "escape"),
            ("intruder_place", "top left"),
        ],
    ),
    manner("news", &[("news", "60"), ("result", "caption"), ("next", "auto")]),
    manner("news dialog", &[("news", "60"), ("dialog_ms", "50")]),
    manner("resign", &[("ends", "resign"), ("ends_at", "13")]),
    manner(
        "time",
        &[("ends", "time"), ("ends_at", "11"), ("dialog_ms", "150")],
    ),
    // Five lines are lost in vertical grain.
    manner(
        "draw",
        &[
            ("size", "5"),
            ("cell", "90"),
            ("dialog_ms", "50"),
            ("paper", "plain"),
        ],
    ),
    manner("instant", &[("reply_ms", "0"), ("result", "caption")]),
    manner("slow", &[("reply_ms", "4000"), ("dialog_ms", "50")]),
    manner(
        "cells",
        &[
            ("grid", "cells"),
            ("stones", "letters"),
            ("paper", "plain"),
            ("dialog_ms", "400"),
        ],
    ),
    manner(
        "small letters",
        &[
            ("grid", "dots"),
            ("stones", "small"),
            ("paper", "plain"),
            ("result", "caption"),
        ],
    ),
    manner("double border", &[("border", "double"), ("result", "caption")]),
    manner(
        "numbers",
        &[("numbers", "1"), ("mark", "ring"), ("result", "caption")],
    ),
    manner(
        "hover",
        &[
            ("hover", "1"),
            ("title", "turns"),
            ("mark", "cross"),
            ("result", "caption"),
        ],
    ),
    manner("fade", &[("fade_ms", "350"), ("result", "caption")]),
    manner(
        "dark",
        &[
            ("paper", "dark"),
            ("stones", "flat"),
            ("coordinates", "1"),
            ("dialog_ms", "400"),
        ],
    ),
    manner(
        "blurred",
        &[
            ("sharp", "0"),
            ("size", "19"),
            ("cell", "26"),
            ("result", "caption"),
        ],
    ),
    manner(
        "press",
        &[
            ("takes", "press"),
            ("size", "10"),
            ("cell", "48"),
            ("rule", "standard"),
            ("result", "caption"),
        ],
    ),
];

impl Manner {
    /// The one of that name.
    pub(crate) fn named(name: &str) -> Option<Manner> {
        MANNERS.iter().copied().find(|manner| manner.name == name)
    }

    /// All settings of a page of this manner.
    pub(crate) fn settings(&self, seed: u64) -> Settings {
        let mut settings = Settings::default();
        settings.set("seed", &seed.to_string());
        settings.set("level", "mixed");
        for (name, value) in self.settings {
            settings.set(name, value);
        }
        settings
    }
}

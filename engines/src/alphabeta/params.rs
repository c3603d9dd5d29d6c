//! The numbers of the search, by name, so that two settings can play each other.

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// Every number of the search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// What the engine plays with.
            pub const DEFAULT: Params = Params { $($name: $value,)* };

            /// Their names.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Changes one number; false if there is none of this name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }

            /// One number; `None` if there is none of this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// What is not as usual.
            pub fn changed(&self) -> Vec<(&'static str, i32)> {
                let mut changed = Vec::new();
                $(if self.$name != Params::DEFAULT.$name {
                    changed.push((stringify!($name), self.$name));
                })*
                changed
            }
        }
    };
}

params! {
    /// Half the first aspiration window.
    aspiration = 20;
    /// Futility: what a ply is worth, to stop where the value is above the window.
    futility = 60;
    /// Deepest futility, in plies.
    futility_plies = 8;
    /// Razoring: what a ply is worth, to look only for fours where the value is below the window.
    razor = 60;
    /// What razoring adds.
    razor_base = 40;
    /// Deepest razoring, in plies.
    razor_plies = 2;
    /// Late move reduction: late moves are reduced by the logarithms of depth and number, times this, in hundredths.
    lmr = 70;
    /// What is added to it.
    lmr_base = 0;
    /// History that is worth a ply of reduction.
    lmr_history = 8_000;
    /// Late move pruning: moves tried at depth d: this and d to the power of `lmp_power` in hundredths.
    lmp_base = 4;
    /// See there.
    lmp_power = 140;
    /// Extension for the answer to a four, in sixteenths of a ply.
    answer = 20;
    /// Extension for the answer to an open three, in sixteenths of a ply.
    defence = 0;
    /// Reduce a four of our own less, in sixteenths.
    lmr_four = 16;
    /// Reduce an open three of our own less, in sixteenths.
    lmr_three = 0;
    /// Reduce less what takes an open three or more from the other side, in sixteenths.
    lmr_stop = 0;
    /// Depth in plies from which a move is tried for being the only good one; 0 for never.
    singular = 7;
    /// How much worse the others have to be, in sixteenths of a value a ply.
    singular_margin = 16;
    /// Fours in a row that quiescence looks at.
    fours_max = 14;
    /// Of these, so many may be plain ones.
    fours_plain = 3;
    /// How much of history counts in the order: one in so many.
    order_history = 128;
    /// The same for history as an answer.
    order_continuation = 128;
    /// Bonus of the move that last did well as an answer.
    order_countermove = 20;
    /// Bonus of a killer.
    order_killer = 20;
    /// Internal iterative reduction: of nodes without a known move, in sixteenths.
    iir = 16;
    /// Reduce less on what was on a principal variation, in sixteenths.
    lmr_principal = 16;
    /// Reduce more where a cut is expected, in sixteenths.
    lmr_cut = 16;
    /// Plies below which trivial moves are not tried.
    trivial_plies = 4;
    /// Whether to reduce after alpha rose, in sixteenths.
    alpha_raised = 16;
}

//! What somebody may have meant who typed a name that there is not.

/// Names that are told at most.
const TOLD: usize = 3;

/// The known names that are nearest to `word` by the letters that differ, the nearest first; none that has little in common
/// with it.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let bound = lower.chars().count().div_ceil(3).max(1);
    let distance = |name: &str| {
        let name = name.to_lowercase();
        match !lower.is_empty() && name.contains(&lower) {
            true => 1,
            false => strsim::osa_distance(&lower, &name),
        }
    };
    let mut near: Vec<(usize, &str)> = known
        .into_iter()
        .map(|name| (distance(name), name))
        .filter(|(distance, _)| *distance <= bound)
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(TOLD).map(|(_, name)| name).collect()
}

/// `did you mean "Mori"?`, or `otherwise` where nothing is near.
pub(crate) fn did_you_mean<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    let near = nearest(word, known);
    match near.is_empty() {
        true => otherwise.to_owned(),
        false => {
            let quoted: Vec<String> = near.iter().map(|name| format!("{name:?}")).collect();
            format!("did you mean {}?", quoted.join(" or "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_comes_first_and_strangers_do_not() {
        let check = |word: &str, expected: &[&str]| {
            let known = ["Mori", "Morita", "alphabeta", "bovo", "Player 12"];
            assert_eq!(nearest(word, known), expected, "{word}");
        };
        check("Mroi", &["Mori"]);
        check("mori", &["Mori", "Morita"]);
        check("alfabeta", &["alphabeta"]);
        check("player", &["Player 12"]);
        check("zzz", &[]);
        check("", &[]);
    }

    #[test]
    fn advice() {
        assert_eq!(did_you_mean("bvoo", ["bovo"], "none"), "did you mean \"bovo\"?");
        assert_eq!(did_you_mean("x", ["bovo"], "none"), "none");
    }
}

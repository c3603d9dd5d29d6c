//! Who is wanted as an opponent and who is not, by the lists that a person gives. Data only.

use stats::store::opponents::Opponent;

/// Names or ids of opponents.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpponentFilter<'a> {
    /// Nobody of these.
    pub block: &'a [String],
    /// Only these, if there are any.
    pub allow: &'a [String],
}

impl OpponentFilter<'_> {
    /// Why this opponent is not wanted, in words; `None` if wanted. `known` are all ids: one that was joined to this
    /// opponent's still means this one.
    pub(crate) fn objection(&self, opponent: &Opponent, known: &[Opponent]) -> Option<String> {
        let aliases = known
            .iter()
            .filter(|one| one.joined.as_deref() == Some(&opponent.id))
            .map(|one| one.id.as_str());
        let names: Vec<&str> = [opponent.id.as_str(), opponent.called()]
            .into_iter()
            .chain(aliases)
            .collect();
        let has = |list: &[String]| {
            list.iter().any(|wanted| {
                let wanted = wanted.to_lowercase();
                names.iter().any(|name| name.to_lowercase() == wanted)
            })
        };
        let called = opponent.called();
        if has(self.block) {
            return Some(format!("the opponent is blocked: {called}"));
        }
        (!self.allow.is_empty() && !has(self.allow))
            .then(|| format!("the opponent is none of those allowed: {called}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_mean_names_and_ids() {
        let one = |id: &str, name: Option<&str>, joined: Option<&str>| Opponent {
            id: id.to_owned(),
            source: None,
            plate: None,
            text: None,
            name: name.map(str::to_owned),
            joined: joined.map(str::to_owned),
        };
        let mori = one("plate-3f2a91", Some("Mori"), None);
        let known = [mori.clone(), one("plate-000001", None, Some("plate-3f2a91"))];
        let check = |block: &[&str], allow: &[&str], wanted: bool| {
            let [block, allow] =
                [block, allow].map(|list| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
            let filter = OpponentFilter {
                block: &block,
                allow: &allow,
            };
            assert_eq!(filter.objection(&mori, &known).is_none(), wanted, "{filter:?}");
        };
        check(&[], &[], true);
        check(&["mori"], &[], false);
        check(&["plate-3f2a91"], &[], false);
        check(&["plate-000001"], &[], false);
        check(&["Ines"], &[], true);
        check(&[], &["Mori", "Ines"], true);
        check(&[], &["Ines"], false);
        check(&["Mori"], &["Mori"], false);
    }
}

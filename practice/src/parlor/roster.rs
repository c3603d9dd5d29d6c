//! The engines that a person can choose from, each in several strengths. It knows their specs only, and starts none.

/// An engine in its strengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    /// What it is called.
    pub name: String,
    /// Its specs, the weakest first; at least one.
    pub specs: Vec<String>,
}

/// Engines to choose from; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster(Vec<Contender>);

/// One engine of a roster, in one strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which engine, counted from 0.
    pub engine: usize,
    /// Which strength, counted from 0.
    pub strength: usize,
}

impl Roster {
    /// These engines, each with its specs.
    ///
    /// # Panics
    /// There is none, or one has no spec.
    pub fn new(engines: &[(&str, &[&str])]) -> Roster {
        assert!(
            !engines.is_empty() && engines.iter().all(|(_, specs)| !specs.is_empty()),
            "there is somebody to play against"
        );
        let contender = |(name, specs): &(&str, &[&str])| Contender {
            name: (*name).to_owned(),
            specs: specs.iter().map(|spec| (*spec).to_owned()).collect(),
        };
        Roster(engines.iter().map(contender).collect())
    }

    /// The choice that is this spec. One that is not there is put in front, in one strength.
    pub fn find_or_add(&mut self, spec: &str) -> Choice {
        for (engine, contender) in self.0.iter().enumerate() {
            if let Some(strength) = contender.specs.iter().position(|known| known == spec) {
                return Choice { engine, strength };
            }
        }
        self.0.insert(
            0,
            Contender {
                name: spec.to_owned(),
                specs: vec![spec.to_owned()],
            },
        );
        Choice {
            engine: 0,
            strength: 0,
        }
    }

    /// Every engine.
    pub fn contenders(&self) -> &[Contender] {
        &self.0
    }

    /// The engine of this choice.
    ///
    /// # Panics
    /// There is no such engine.
    pub fn contender(&self, choice: Choice) -> &Contender {
        &self.0[choice.engine]
    }

    /// The spec of this choice.
    ///
    /// # Panics
    /// There is no such engine, or it has no such strength.
    pub fn spec(&self, choice: Choice) -> &str {
        &self.contender(choice).specs[choice.strength]
    }
}

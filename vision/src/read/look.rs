//! How a model reads a picture: cell by cell, of a canvas like the one that it read last only those that changed. What the cells
//! tell together is told anew each time.

use crate::read::thresholds::judge::{UNSURE, VEIL};
use crate::read::thresholds::signs::BAND_OFF;
use crate::{
    calibration::Kind,
    observation::{Cell, Content, Observation},
    read::{
        feature::Feature,
        glimpse::{Glimpse, Glimpses, Memory},
        judge::Judge,
        lain_over::HIDDEN,
        mark,
        measure::{changed, is_same},
        model::Model,
    },
    template::{Canvas, Rgb},
};

impl Model {
    /// Reads every cell; of a canvas like the one that it read last, only those that changed.
    pub(super) fn read(&self, canvas: &Canvas, memory: &mut Option<Memory>) -> Observation {
        let memory = memory.get_or_insert_with(|| Memory {
            patches: canvas.patches().to_vec(),
            glimpses: Glimpses::nothing(canvas.patches().len()),
        });
        for cell in changed(&mut memory.patches, canvas, self.kind()) {
            memory.glimpses.forget(cell);
        }
        self.read_on(canvas, &mut memory.glimpses)
    }

    /// Reads every cell of which it is not known what this model makes of it.
    pub(super) fn read_on(&self, canvas: &Canvas, known: &mut Glimpses) -> Observation {
        let judge = Judge {
            ruler: self.ruler(),
            kinds: self.kinds.each_ref().map(Option::as_ref),
            is_taught: self.taught,
        };
        let Glimpses {
            glimpses,
            features,
            grounds,
        } = known;
        let pairs = glimpses.iter_mut().zip(features.iter_mut()).enumerate();
        let looks: Vec<Glimpse> = pairs
            .map(|(cell, (glimpse, feature))| {
                *glimpse.get_or_insert_with(|| self.look(&judge, canvas, cell, feature))
            })
            .collect();
        self.observe(&judge, canvas, &looks, features, grounds)
    }

    /// Looks at one cell by itself.
    fn look(&self, judge: &Judge, canvas: &Canvas, index: usize, feature: &mut Option<Feature>) -> Glimpse {
        let (seen, expected) = (&canvas.patches()[index], &self.background.expected[index]);
        let unchanged = is_same(seen, expected);
        let marked = (self.wary && !unchanged && self.is_marked(index, seen))
            || self.background.doubted.contains(&index);
        // Most cells of most boards look just as they should.
        if !marked && (unchanged || judge.ruler.is_bare(seen, expected)) {
            let cell = Cell {
                content: Content::Empty,
                confidence: 1.0,
            };
            return Glimpse {
                unchanged,
                cell,
                measured: false,
            };
        }
        let feature = feature.get_or_insert_with(|| judge.ruler.measure(canvas, index, expected));
        let mut cell = judge.judge(seen, expected, feature);
        if marked && cell.content == Content::Empty {
            cell = Cell {
                content: Content::Uncertain,
                confidence: UNSURE,
            };
        }
        if cell.content == Content::Empty && self.kind() == Kind::Points && feature.hides_lines() {
            cell = HIDDEN;
        }
        Glimpse {
            unchanged,
            cell,
            measured: true,
        }
    }

    /// What the cells tell together.
    fn observe(
        &self,
        judge: &Judge,
        canvas: &Canvas,
        looks: &[Glimpse],
        features: &[Option<Feature>],
        grounds: &mut [Option<Rgb>],
    ) -> Observation {
        let mut cells: Vec<Cell> = looks.iter().map(|look| look.cell).collect();
        let unchanged: Vec<bool> = looks.iter().map(|look| look.unchanged).collect();
        let (mut stones, mut tinted): (Vec<(usize, &Feature)>, Vec<usize>) = Default::default();
        let mut lit: Vec<usize> = Vec::new();
        for (index, (look, feature)) in looks.iter().zip(features).enumerate() {
            let Some(feature) = feature.as_ref().filter(|_| look.measured) else {
                continue;
            };
            match look.cell.content {
                Content::Stone(_) => stones.push((index, feature)),
                Content::Empty => {
                    if feature.tint > BAND_OFF {
                        lit.push(index);
                    }
                    if feature.tint > VEIL {
                        tinted.push(index);
                    }
                }
                Content::Uncertain => {}
            }
        }
        self.doubt_hidden(canvas, &mut cells, (&unchanged, grounds), &tinted, &lit);
        let last_move = mark::find(canvas, &cells, &stones, judge.kinds, judge.ruler.visible);
        Observation::from_cells(canvas.columns(), canvas.rows(), cells, last_move)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::*;
    use crate::{
        calibration::Calibration,
        paint::{Painter, Scene},
        read::background::Measured,
        theme,
    };

    fn canvas(painter: &Painter, stones: usize, fading: f32, seed: u64) -> (Canvas, Calibration) {
        let mut scene = Scene::strewn(9, 9, stones, seed);
        scene.fading = scene.last_move.map(|point| (point, fading));
        let painted = painter.paint(&scene);
        let canvas = Canvas::sample(&Arc::new(painted.image), &painted.calibration);
        (canvas, painted.calibration)
    }

    proptest! {
        /// What is remembered of earlier pictures changes neither what a model reads nor what is guessed.
        #[test]
        fn a_reader_that_remembers_reads_the_same(look in any::<proptest::sample::Index>(), seed in any::<u64>()) {
            let themes = theme::all();
            let painter = Painter::new(&themes[look.index(themes.len())], 9, 9, 20.0, seed);
            let (first, calibration) = canvas(&painter, 9, 1.0, seed);
            let (mut measured, mut memory) = (Measured::default(), None);
            let guess = Model::unaided(&first, calibration.kind, &mut measured);
            for (stones, fading) in [(10, 0.4), (10, 0.8), (11, 0.3), (9, 1.0), (30, 1.0)] {
                let (canvas, _) = canvas(&painter, stones, fading, seed);
                if let Some(guess) = &guess {
                    let seen = guess.model.read(&canvas, &mut memory);
                    prop_assert_eq!(seen, guess.model.read(&canvas, &mut None));
                }
                let mut again = Model::unaided(&canvas, calibration.kind, &mut measured);
                let mut anew = Model::unaided(&canvas, calibration.kind, &mut Measured::default());
                let model = |guess: &Option<super::super::model::Guess>| format!("{:?}", guess.as_ref().map(|guess| &guess.model));
                prop_assert_eq!(model(&again), model(&anew));
                if let (Some(again), Some(anew)) = (&mut again, &mut anew) {
                    // What was made of the cells while it was guessed is what the model makes of them.
                    let seen = again.read(&canvas);
                    prop_assert_eq!(&seen, &anew.model.read(&canvas, &mut None));
                    prop_assert_eq!(&seen, &again.model.read(&canvas, &mut None));
                }
            }
        }
    }
}

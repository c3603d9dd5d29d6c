//! Which pictures a profile needs.

use crate::{
    client::Profile,
    screen::{ClientStep, Screen, SignProfile},
};

/// The file names of all pictures that a profile names, some of them more than once.
pub(crate) fn template_names(profile: &Profile) -> impl Iterator<Item = &str> {
    let seat = &profile.seat;
    let signs = profile
        .screens
        .iter()
        .map(|screen| &screen.when)
        .chain([&profile.board.when])
        .chain(seat.lists())
        .flatten()
        .flat_map(|sign| match sign {
            SignProfile::Template { template, .. } => vec![template.as_str()],
            SignProfile::Color { .. } => Vec::new(),
            SignProfile::Text { glyphs, .. } => glyphs.values().map(String::as_str).collect(),
        });
    let resign = profile.policy.resign.iter().map(|resign| &resign.steps);
    let others = profile.new_game.all_steps().chain(resign.flatten());
    let all_steps = profile.screens.iter().flat_map(Screen::all_steps).chain(others);
    let clicked = all_steps.filter_map(|step| match step {
        ClientStep::ClickTemplate(sought) => Some(sought.template()),
        ClientStep::ClickBeside(template) => Some(template),
        _ => None,
    });
    let letters = profile
        .opponent
        .iter()
        .flat_map(|opponent| opponent.glyphs.values());
    signs
        .chain(clicked)
        .chain(letters.map(String::as_str))
        .chain(profile.mouse.templates())
}

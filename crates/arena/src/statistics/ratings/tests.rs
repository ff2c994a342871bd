use super::likelihood::logistic;
use super::*;
use crate::statistics::Z95;

const TEAMS: [&str; 7] = [
    "Baltimore",
    "Boston",
    "Cleveland",
    "Detroit",
    "Milwaukee",
    "New York",
    "Toronto",
];

/// Home games of the American League's eastern division in 1987 (Agresti, Categorical Data Analysis): wins and losses of
/// each home team against each other team, in the order of `TEAMS`.
const SEASON: [[(u32, u32); 7]; 7] = [
    [(0, 0), (1, 6), (3, 4), (1, 5), (2, 5), (2, 4), (1, 6)],
    [(6, 0), (0, 0), (5, 2), (2, 5), (5, 1), (4, 2), (3, 3)],
    [(2, 4), (4, 2), (0, 0), (3, 3), (2, 5), (4, 3), (3, 4)],
    [(4, 3), (6, 0), (6, 1), (0, 0), (3, 3), (4, 3), (4, 2)],
    [(6, 0), (6, 1), (4, 2), (4, 3), (0, 0), (4, 3), (4, 2)],
    [(6, 1), (4, 3), (4, 2), (5, 1), (3, 3), (0, 0), (2, 5)],
    [(6, 0), (4, 3), (4, 2), (4, 3), (2, 5), (2, 4), (0, 0)],
];

fn season() -> Vec<Encounter> {
    let mut encounters = Vec::new();
    for (first, row) in SEASON.iter().enumerate() {
        for (second, &(wins, losses)) in row.iter().enumerate() {
            encounters.push(Encounter {
                first,
                second,
                wins: wins.into(),
                draws: 0.0,
                losses: losses.into(),
            });
        }
    }
    encounters
}

/// Coefficients and standard errors of R's BradleyTerry2.
#[test]
fn matches_bradley_terry_2_with_and_without_home_advantage() {
    let plain = [0.0, 1.1077, 0.6839, 1.4364, 1.5814, 1.2476, 1.2945];
    let at_home = [0.0, 1.1438, 0.7047, 1.4754, 1.6196, 1.2813, 1.3271];
    let errors = [0.0, 0.3378, 0.3350, 0.3446, 0.3474, 0.3404, 0.3403];
    for (has_advantage, published) in [(false, plain), (true, at_home)] {
        let model = RatingModel {
            prior: 0.0,
            has_advantage,
        };
        let ratings = Ratings::new(TEAMS.len(), &season(), model);
        for (index, expected) in published.into_iter().enumerate() {
            let found = ratings.difference(index, 0);
            assert!(
                (found.value / ELO - expected).abs() < 1e-3,
                "{}: {} instead of {expected}",
                TEAMS[index],
                found.value / ELO
            );
            if has_advantage && index > 0 {
                assert!((found.error() / ELO / Z95 - errors[index]).abs() < 0.02);
            }
        }
        if let Some(advantage) = ratings.advantage {
            assert!(
                (advantage.value / ELO - 0.3023).abs() < 1e-3,
                "{advantage:?}"
            );
            assert!((advantage.error() / ELO / Z95 - 0.1309).abs() < 2e-3);
        }
    }
}

#[test]
fn draws_are_part_of_the_model() {
    // Ratings, advantage and width that made the counts are found again.
    let (ratings, advantage, width) = ([0.6, 0.0, -0.6], 0.3, 0.2);
    let mut encounters = Vec::new();
    for first in 0..3 {
        for second in (0..3).filter(|&second| second != first) {
            let lead: f64 = ratings[first] - ratings[second] + advantage;
            let (wins, losses) = (logistic(lead - width), logistic(-lead - width));
            encounters.push(Encounter {
                first,
                second,
                wins: 1000.0 * wins,
                draws: 1000.0 * (1.0 - wins - losses),
                losses: 1000.0 * losses,
            });
        }
    }
    let model = RatingModel {
        prior: 0.0,
        ..RatingModel::default()
    };
    let found = Ratings::new(3, &encounters, model);
    for (index, rating) in ratings.into_iter().enumerate() {
        assert!((found.players[index].elo.value / ELO - rating).abs() < 1e-6);
    }
    assert!((found.advantage.unwrap().value / ELO - advantage).abs() < 1e-4);
    assert!((found.draw_elo / ELO - width).abs() < 1e-6);
}

#[test]
fn a_perfect_score_has_a_finite_rating() {
    let encounters: Vec<_> = [(0, 1), (1, 0)]
        .into_iter()
        .map(|(first, second)| Encounter {
            first,
            second,
            wins: if first == 0 { 10.0 } else { 0.0 },
            draws: 0.0,
            losses: if first == 0 { 0.0 } else { 10.0 },
        })
        .collect();
    let ratings = Ratings::new(3, &encounters, RatingModel::default());
    let (first, second) = (ratings.players[0].elo, ratings.players[1].elo);
    assert!(first.value > 100.0);
    assert!(first.low > 0.0 && first.high == f64::INFINITY, "{first}");
    assert!(second.high < 0.0 && second.low == f64::NEG_INFINITY);
    assert!(ratings.players.iter().all(|one| one.elo.value.is_finite()));
    assert_eq!(ratings.players[2].games, 0);
}

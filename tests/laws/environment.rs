//! Plays games of the environments, and compares them with sessions.

use kit::environment::{Buffers, Environment};
use kit::options::Values;
use kit::rng::Rng;
use speltafel::registry::REGISTRY;
use ugi::{Base, Position, Query, Viewer};

/// The buffers of an environment.
#[derive(Clone, PartialEq, Debug)]
struct Frame {
    observations: Vec<f32>,
    masks: Vec<i8>,
    rewards: Vec<f32>,
    seats: Vec<i8>,
    ends: Vec<i8>,
}

fn frame(environment: &dyn Environment) -> Frame {
    let (games, layout) = (environment.games(), environment.layout());
    // Buffers need not be zero.
    let mut frame = Frame {
        observations: vec![9.0; games * layout.size()],
        masks: vec![9; games * layout.actions],
        rewards: vec![9.0; games * environment.seats()],
        seats: vec![9; games],
        ends: vec![9; games],
    };
    let Frame { observations, masks, rewards, seats, ends } = &mut frame;
    environment.write(Buffers { observations, masks, rewards, seats, ends });
    frame
}

fn open(game: &str, games: usize) -> Box<dyn Environment> {
    (REGISTRY.get(game).unwrap().environment)(&Values::default(), games).unwrap()
}

/// Returns a random legal action in each game, and no action where it is over.
fn random(environment: &dyn Environment, rng: &mut Rng) -> Vec<i64> {
    let action = |game| {
        let moves = environment.moves(game);
        if moves.is_empty() { -1 } else { moves[rng.index(moves.len())].0 as i64 }
    };
    (0..environment.games()).map(action).collect()
}

#[test]
fn environments_have_the_moves_and_results_of_sessions() {
    for game in REGISTRY.games() {
        let (mut environment, mut session) = (open(game.name, 3), (game.open)(&Values::default()));
        let (mut rng, mut ended) = (Rng::new(5), 0_u32);
        // The position text before the last move, and this move.
        let mut last = vec![(String::new(), String::new()); 3];
        for step in 0.. {
            if step > 100 && ended > 0 {
                break;
            }
            let frame = frame(&*environment);
            for (index, (before, token)) in last.iter().enumerate() {
                let (is_over, text) = (frame.ends[index] == 1, environment.position_text(index));
                // The text of a game that is over does not always say so.
                let (base, moves) = if is_over { (before, vec![token.as_str()]) } else { (&text, Vec::new()) };
                session.position(&Position { viewer: Viewer::Master, base: Base::Fen(base), moves }).unwrap();
                let moves = environment.moves(index);
                let tokens: Vec<&str> = moves.iter().map(|(_, token)| token.as_str()).collect();
                assert_eq!(session.query(Query::Legal), Ok(tokens.join(" ")), "{text}");
                let mask = &frame.masks[index * environment.layout().actions..][..environment.layout().actions];
                let ones = mask.iter().map(|&one| usize::from(one == 1)).sum::<usize>();
                assert!(ones == moves.len() && moves.iter().all(|(number, _)| mask[*number] == 1), "{text}");
                let seat = frame.seats[index];
                let rewards = &frame.rewards[index * environment.seats()..][..environment.seats()];
                if !is_over {
                    assert_eq!((session.query(Query::Turn), rewards.iter().sum()), (Ok(format!("p{seat}")), 0.0));
                    continue;
                }
                ended += 1;
                let result = session.query(Query::Result).unwrap();
                let best: Vec<usize> = (0..rewards.len()).filter(|&seat| rewards[seat] > 0.0).collect();
                let expected = match (result.as_str(), environment.seats()) {
                    ("p1win", 4) => vec![0, 2],
                    ("p2win", 4) => vec![1, 3],
                    ("p1win", _) => vec![0],
                    ("p2win", 2) => vec![1],
                    _ => Vec::new(),
                };
                assert_eq!(best, expected, "{result} {rewards:?}");
            }
            let actions = random(&*environment, &mut rng);
            for (index, last) in last.iter_mut().enumerate() {
                let played = environment.moves(index).into_iter().find(|(number, _)| *number as i64 == actions[index]);
                *last = (environment.position_text(index), played.map_or(String::new(), |(_, token)| token));
            }
            environment.step(&actions).unwrap();
        }
    }
}

#[test]
fn a_copy_goes_on_with_the_same_events_and_changes_nothing() {
    let mut environment = open("querbeet", 2);
    let (mut rng, first) = (Rng::new(1), frame(&*environment));
    let mut copy = environment.copy();
    let played: Vec<(Vec<i64>, Frame)> = (0..60)
        .map(|_| {
            let actions = random(&*copy, &mut rng);
            copy.step(&actions).unwrap();
            (actions, frame(&*copy))
        })
        .collect();
    assert_eq!(frame(&*environment), first);
    for (actions, after) in played {
        environment.step(&actions).unwrap();
        assert_eq!(frame(&*environment), after);
    }
    environment.reset(Some(0));
    assert_eq!(frame(&*environment), first, "games begin with the seed 0");
    environment.reset(None);
    assert_ne!(frame(&*environment), first);
}

#[test]
fn illegal_actions_and_positions_change_nothing() {
    let mut environment = open("checkers", 2);
    let before = frame(&*environment);
    let error = environment.step(&[32, 5]).unwrap_err();
    assert_eq!((error.game, error.action), (1, 5));
    let mut begin = |base, tokens: &[&str]| environment.begin(1, base, tokens).unwrap_err().to_string();
    assert!(begin(Base::Fen("W:W1:B"), &[]).contains("column"), "no man stands on its last row");
    assert!(begin(Base::Start, &["11-15", "11-15"]).contains("token 2: 11-15"));
    assert_eq!(frame(&*environment), before);
    let three = open("querbeet", 1).begin(0, Base::Fen("deal:T:H-/-/-:S0,0,0:R1,0:F1"), &[]).unwrap_err().to_string();
    assert!(three.contains("seats"), "{three}");
}

#[test]
fn a_third_occurrence_ends_a_game() {
    let mut environment = open("jeex", 1);
    environment.begin(0, Base::Fen("W:Wb2n,a1n:Bd2n,e3n:S5,5:H0:F4"), &["b2e", "d2e", "b2n", "d2n"]).unwrap();
    for (ply, token) in ["b2e", "d2e", "b2n", "d2n"].into_iter().enumerate() {
        assert_eq!(frame(&*environment).ends, [0], "ply {ply}");
        let (number, _) = environment.moves(0).into_iter().find(|(_, other)| other == token).unwrap();
        environment.step(&[number as i64]).unwrap();
    }
    let end = frame(&*environment);
    assert_eq!((end.ends, end.rewards, end.seats), (vec![1], vec![0.0; 2], vec![2]));
    environment.step(&[-1]).unwrap();
    assert_eq!(frame(&*environment), frame(&*open("jeex", 1)));
}

//! Tests for the training as a whole: gradient, fit, quantisation, files, and interrupted runs.

use super::adam::Adam;
use super::examples::{Examples, SCALE, target};
use super::fit::{Fit, Schedule, mean_loss};
use super::model::{Example, Model, PARAMETERS};
use super::quantise::quantise;
use super::sample::Sample;
use super::selfplay::{SelfPlay, SelfPlayConfig, ballots};
use super::{Arguments, run, state, store};
use base::rng::Rng;
use kit::game::Game;
use kit::search::AlphaBeta;
use kit::state::State;
use speltafel::draughts::pdn::ReadOptions;
use speltafel::games::checkers::Checkers;
use speltafel::games::checkers::network::Network;
use speltafel::games::checkers::network::accumulators::Accumulators;
use std::path::PathBuf;

/// Returns the samples of a few quick self-play games.
fn samples() -> Vec<Sample> {
    let config = SelfPlayConfig { seed: 9, nodes: 20, detour_rate: 0.0, tablebase: None, ballots: ballots().unwrap() };
    // Use the handcrafted evaluation, so that the tests do not depend on the built-in weights.
    let mut player = SelfPlay::new(&config, AlphaBeta::new().with_evaluator(Accumulators::handwritten()));
    let mut samples = Vec::new();
    (0..40).for_each(|number| player.play(number, &mut samples));
    samples
}

fn schedule(threads: usize) -> Schedule {
    Schedule { epochs: 6, batch: 64, rate: 0.004, seed: 3, threads }
}

#[test]
fn the_gradient_matches_finite_differences() {
    let examples: Vec<Example> = samples().iter().step_by(97).map(|sample| Example::new(sample, 0.3)).collect();
    let mut rng = Rng::new(1);
    let model = Model::random(&mut rng);
    let mut gradient = Model::zero();
    let at_once: f64 = examples.iter().map(|example| model.learn(example, &mut gradient)).sum();
    let total = |model: &Model| examples.len() as f64 * mean_loss(&examples, |example| model.value(example));
    assert!((at_once - total(&model)).abs() < 1e-6 * at_once);
    let step = 2e-3;
    // The loss is not differentiable where a neuron saturates, so a few differences are allowed.
    let (mut significant, mut different) = (0, 0);
    for _ in 0..600 {
        let index = rng.index(PARAMETERS);
        let [mut up, mut down] = [model.clone(), model.clone()];
        up.0[index] += step;
        down.0[index] -= step;
        let slope = (total(&up) - total(&down)) / (2.0 * f64::from(step));
        let computed = f64::from(gradient.0[index]);
        assert!((slope - computed).abs() < 0.2 + 0.2 * slope.abs(), "parameter {index}: {slope}, computed {computed}");
        different += usize::from((slope - computed).abs() > 0.02 + 0.02 * slope.abs());
        significant += usize::from(computed.abs() > 0.1);
    }
    assert!(significant > 20 && different < 20, "{significant} {different}");
}

#[test]
fn the_loss_falls_and_does_not_depend_on_threads() {
    let mut examples = Examples::default();
    examples.add(&[samples()], 0.5);
    let examples = examples.validation;
    let run = |threads| {
        let mut fit = Fit::new(3);
        let losses: Vec<f64> = (0..6).map(|_| fit.run_epoch(&examples, &schedule(threads), &|_| ())).collect();
        (losses, fit)
    };
    let (losses, fit) = run(1);
    assert!(losses[5] < 0.7 * losses[0], "{losses:?}");
    assert_eq!(run(3), (losses, fit));
}

#[test]
fn quantised_values_are_close() {
    let samples = samples();
    let examples: Vec<Example> = samples.iter().map(|sample| Example::new(sample, target(sample, 0.0))).collect();
    let mut fit = Fit::new(3);
    for _ in 0..6 {
        fit.run_epoch(&examples, &schedule(1), &|_| ());
    }
    let network = Network::new(&quantise(&fit.model, SCALE).unwrap());
    let (mut spread, mut error) = (0, 0.0);
    for (sample, example) in samples.iter().zip(&examples) {
        let exact = fit.model.value(example) * SCALE;
        let value = network.evaluate(&sample.position());
        assert!((exact - value as f32).abs() < 12.0 + 0.02 * exact.abs(), "{exact} became {value}");
        error += (exact - value as f32) / samples.len() as f32;
        spread = spread.max(value.abs());
    }
    assert!(spread > 50 && error.abs() < 1.0, "{spread} {error}");
    let wild = Model(vec![1.9; PARAMETERS]);
    assert!(quantise(&wild, 100_000.0).is_err(), "weights that could overflow are errors");
}

#[test]
fn a_fit_is_resumed_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fit.state");
    assert_eq!(state::read(&path, 5).unwrap(), None);
    let mut rng = Rng::new(4);
    let fit = Fit { model: Model::random(&mut rng), adam: Adam { steps: 12, ..Adam::new(PARAMETERS) }, epoch: 7 };
    state::write(&path, 5, &fit).unwrap();
    assert_eq!(state::read(&path, 5).unwrap(), Some(fit));
    assert_eq!(state::read(&path, 6).unwrap(), None, "a fit with other settings starts again");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(format!("{:#}", state::read(&path, 5).unwrap_err()).contains("damaged"));
}

/// Returns the arguments of a short run.
fn arguments(output: PathBuf, rounds: u32, threads: u16) -> Arguments {
    Arguments {
        output,
        rounds,
        games: 40,
        nodes: 20,
        beside: 0.3,
        seed: 6,
        threads,
        start: None,
        with: Vec::new(),
        pdn: Vec::new(),
        reading: ReadOptions::default(),
        keep: 1,
        epochs: 2,
        batch: 256,
        rate: 0.002,
        blend: 0.5,
        install: None,
    }
}

#[test]
fn resumed_runs_give_the_same_networks() {
    let folder = tempfile::tempdir().unwrap();
    let train = |name: &str, rounds: u32, threads: u16| {
        let install = Some(folder.path().join(format!("{name}.bin")));
        let arguments = Arguments { install, ..arguments(folder.path().join(name), rounds, threads) };
        let mut output_text = Vec::new();
        run(&arguments, &mut output_text, &mut std::io::sink()).unwrap();
        (String::from_utf8(output_text).unwrap(), std::fs::read(folder.path().join(format!("{name}.bin"))).unwrap())
    };
    let (output_text, whole) = train("whole", 2, 1);
    assert_eq!(output_text.matches("epoch").count(), 4, "{output_text}");
    let (_, first) = train("parts", 1, 2);
    assert_ne!(first, whole);
    let (output_text, second) = train("parts", 2, 2);
    assert_eq!(second, whole);
    assert_eq!(output_text.matches("epoch").count(), 2, "the first round is not fitted again: {output_text}");
}

/// Returns the text of a PDN file with random games, all of them recorded as draws.
fn database(games: u64) -> String {
    let mut text = String::new();
    for seed in 0..games {
        let (mut rng, mut position) = (Rng::new(seed), Checkers::start(&Default::default()));
        while let Some(action) = position.random_action(&mut rng, &mut Vec::new()).filter(|_| position.plies() < 20) {
            text.push_str(&position.action_text(action));
            text.push('\n');
            position.play(action);
        }
        text.push_str("1/2-1/2\n\n");
    }
    text
}

#[test]
fn pdn_games_are_scored_in_each_round_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let pdn = folder.path().join("games.pdn");
    std::fs::write(&pdn, database(70)).unwrap();
    let train = |name: &str, threads: u16, nodes: u64, pdn: Vec<PathBuf>| {
        let output = folder.path().join(name);
        let arguments = Arguments { pdn, nodes, ..arguments(output.clone(), 2, threads) };
        let mut output_text = Vec::new();
        run(&arguments, &mut output_text, &mut std::io::sink())?;
        let file = |name: &str| std::fs::read(output.join(name)).unwrap_or_default();
        let files = ["pdn-1.bin", "pdn-2.bin", "network-1.bin", "network-2.bin"].map(file);
        anyhow::Ok((String::from_utf8(output_text)?, files))
    };
    let (output_text, files) = train("whole", 1, 20, vec![pdn.clone()]).unwrap();
    assert!(output_text.contains("round 2: 70 PDN games in "), "{output_text}");
    let [first, second] =
        [1, 2].map(|round| store::read(&folder.path().join(format!("whole/pdn-{round}.bin"))).unwrap());
    assert_eq!(first.iter().map(Vec::is_empty).collect::<Vec<_>>(), [false, false, false], "blocks of 32, 32 and 6");
    let seen = |blocks: &[Vec<Sample>]| blocks.concat().iter().map(|sample| sample.seen).collect::<Vec<_>>();
    assert_eq!(seen(&first), seen(&second));
    assert_ne!(first, second, "the network of the first round scores them differently");

    // The new folder contains only the scored PDN games of the first round, truncated inside the second block.
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    std::fs::write(folder.path().join("parts/pdn-1.bin"), &files[0][..files[0].len() / 2]).unwrap();
    assert_eq!(train("parts", 3, 20, vec![pdn.clone()]).unwrap().1, files);
    let (_, without) = train("without", 2, 20, Vec::new()).unwrap();
    assert!(without[0].is_empty() && without[2] != files[2] && without[3] != files[3]);

    // A run that was started with other PDN files must not be continued with these.
    std::fs::write(&pdn, database(71)).unwrap();
    let error = train("whole", 1, 20, vec![pdn]).unwrap_err();
    assert!(format!("{error:#}").contains("pdn-1.bin: was made with other settings"), "{error:#}");
}

#[test]
fn games_or_pdn_files_are_required() {
    let folder = tempfile::tempdir().unwrap();
    let (pdn, output) = (folder.path().join("games.pdn"), folder.path().join("out"));
    std::fs::write(&pdn, database(70)).unwrap();
    let train = |games: u64, pdn: Vec<PathBuf>| {
        let arguments = Arguments { games, pdn, ..arguments(output.clone(), 1, 2) };
        run(&arguments, &mut std::io::sink(), &mut std::io::sink())
    };
    for games in [0, 32] {
        assert!(train(games, Vec::new()).unwrap_err().to_string().starts_with("--games: expected more than 32"));
    }
    assert!(!output.exists());
    train(0, vec![pdn]).unwrap();
    assert!(store::read(&output.join("games-1.bin")).unwrap().is_empty());
    assert!(output.join("network-1.bin").exists());
}

#[test]
fn unusable_input_is_reported_before_anything_is_played_or_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out");
    let train = |change: &dyn Fn(&mut Arguments)| {
        let mut arguments = arguments(output.clone(), 2, 2);
        change(&mut arguments);
        let result = run(&arguments, &mut std::io::sink(), &mut std::io::sink());
        result.map_err(|error| format!("{error:#}"))
    };
    let nowhere = || folder.path().join("nowhere/file");
    assert!(train(&|arguments| arguments.with = vec![nowhere()]).unwrap_err().contains("nowhere"));
    assert!(!output.exists());
    for install in [nowhere(), folder.path().to_path_buf()] {
        assert!(train(&|arguments| arguments.install = Some(install.clone())).unwrap_err().contains("cannot write"));
    }
    assert_eq!(std::fs::read_dir(&output).unwrap().count(), 0);
    train(&|arguments| arguments.install = Some(output.join("installed"))).unwrap();
    let files = || {
        ["fit-1.state", "network-1.bin", "games-1.bin", "games-2.bin"]
            .map(|name| std::fs::read(output.join(name)).unwrap())
    };
    let before = files();
    let error = train(&|arguments| arguments.epochs = 3).unwrap_err();
    assert!(error.contains("fit-1.state: was made with other settings"), "{error}");
    let error = train(&|arguments| arguments.games = 100).unwrap_err();
    assert!(error.contains("games-1.bin: was made with other settings"), "{error}");
    let error = train(&|arguments| arguments.beside = 0.0).unwrap_err();
    assert!(error.contains("games-1.bin") && error.contains("--beside"), "{error}");
    assert!(files() == before);
}

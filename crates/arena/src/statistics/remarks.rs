//! Remarks on what engines reported: illegal moves in lines of play, mates that did not come, and times that differ
//! from those measured. Remarks are no faults.

use super::blocks::is_void;
use crate::replay::is_runner_token;
use base::counted::counted;
use runner::record::Record;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use ugi::{Score, Seat, may_be_move};

/// The mean latency in milliseconds above which it is remarkable. Pipes and the scheduler take less than 1 ms, unless
/// the machine has more engines than cores.
const MAX_LATENCY: f64 = 20.0;
/// The mean latency in milliseconds below which it is remarkable. Engines report whole milliseconds.
const MIN_LATENCY: f64 = -2.0;

/// What is remarkable about the games, beside faults.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Remarks {
    /// The remarks on each participant, in the order of the plan.
    pub participants: Vec<ParticipantRemarks>,
    /// The programs and other files that were not the same in all games, by the path in the plan.
    pub changed_files: Vec<String>,
}

/// What is remarkable about a participant.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ParticipantRemarks {
    /// The name of the participant.
    pub participant: String,
    /// The number of moves whose reported line of play contains an illegal move.
    pub illegal_pvs: u64,
    /// The number of games in which an engine announced a mate and its side did not win. Games that the runner ended
    /// before the mate was due do not count.
    pub missed_mates: u64,
    /// The number of games that were won later than announced.
    pub late_mates: u64,
    /// The mean time of a move, as the runner measured it, less the time that the engine reported, in milliseconds;
    /// `None` if no time above 0 was reported.
    pub latency: Option<f64>,
    /// The largest of these differences.
    pub largest_latency: f64,
    /// The mean time from `uginewgame` to `readyok` in milliseconds; `None` without games.
    pub ready: Option<f64>,
}

impl Remarks {
    /// Returns the remarks as rows, each with a participant or a file and what is remarkable about it.
    pub fn rows(&self) -> Vec<[String; 2]> {
        let own =
            |one: &ParticipantRemarks| one.texts().into_iter().map(|text| [one.participant.clone(), text]).collect();
        let mut rows: Vec<[String; 2]> = self.participants.iter().flat_map::<Vec<_>, _>(own).collect();
        let changed = |path: &String| [path.clone(), "not the same file in all games".to_string()];
        rows.extend(self.changed_files.iter().map(changed));
        rows
    }
}

impl ParticipantRemarks {
    /// Returns the remarks as words, such as `3 mates announced and not delivered`.
    pub fn texts(&self) -> Vec<String> {
        let counts = [
            (self.illegal_pvs, "pv", "with illegal moves"),
            (self.missed_mates, "mate", "announced and not delivered"),
            (self.late_mates, "mate", "delivered later than announced"),
        ];
        let found = counts.iter().filter(|(count, ..)| *count > 0);
        let mut texts: Vec<String> =
            found.map(|&(count, what, how)| format!("{} {how}", counted(count, what))).collect();
        match self.latency {
            Some(mean) if mean > MAX_LATENCY => texts.push(format!(
                "moves took {mean:.1} ms longer than reported on average, at most {:.1} ms",
                self.largest_latency
            )),
            Some(mean) if mean < MIN_LATENCY => {
                texts.push(format!("moves took {:.1} ms less than reported on average", -mean));
            }
            _ => {}
        }
        texts
    }
}

/// Collects remarks game by game.
#[derive(Clone, Debug, Default)]
pub struct RemarkCollector {
    participants: Vec<ParticipantRemarks>,
    /// For each participant the number and sum of the latencies, and of the times to `readyok`.
    sums: Vec<[(u64, f64); 2]>,
    files: BTreeMap<String, String>,
    changed: BTreeSet<String>,
}

impl RemarkCollector {
    /// Creates a collector for participants with these names.
    pub fn new(participants: &[&str]) -> Self {
        let blank =
            |name: &&str| ParticipantRemarks { participant: (*name).to_string(), ..ParticipantRemarks::default() };
        Self {
            participants: participants.iter().map(blank).collect(),
            sums: vec![[(0, 0.0); 2]; participants.len()],
            files: BTreeMap::new(),
            changed: BTreeSet::new(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &Record) {
        let known = |name: &str| self.participants.iter().position(|one| one.participant == name);
        let seats: Vec<Option<usize>> = record.played.seats.iter().map(|name| known(name)).collect();
        let of_seat = |seat: Seat| seats.get(seat.index()).copied().flatten();
        let movers = record.run.illegal_pvs.iter().filter_map(|&ply| *record.played.movers.get(ply)?);
        for participant in movers.filter_map(of_seat) {
            self.participants[participant].illegal_pvs += 1;
        }
        for (participant, latency) in latencies(record).filter_map(|(seat, time)| Some((of_seat(seat)?, time))) {
            add(&mut self.sums[participant][0], latency);
            let largest = &mut self.participants[participant].largest_latency;
            *largest = largest.max(latency);
        }
        for (participant, ready) in seats.iter().zip(&record.run.ready_ms) {
            if let Some(participant) = *participant {
                add(&mut self.sums[participant][1], *ready);
            }
        }
        for (participant, seat) in seats.iter().zip(Seat::all(seats.len())) {
            let Some(participant) = participant else { continue };
            let (missed, late) = mates(record, seat);
            self.participants[*participant].missed_mates += u64::from(missed);
            self.participants[*participant].late_mates += u64::from(late);
        }
        for (path, digest) in &record.run.files {
            if self.files.entry(path.clone()).or_insert_with(|| digest.clone()) != digest {
                self.changed.insert(path.clone());
            }
        }
    }

    /// Returns the remarks on all games so far.
    pub fn remarks(&self) -> Remarks {
        let mean = |(count, sum): (u64, f64)| (count > 0).then(|| sum / count as f64);
        let one = |(one, sums): (&ParticipantRemarks, &[(u64, f64); 2])| {
            let [latency, ready] = sums.map(mean);
            ParticipantRemarks { latency, ready, ..one.clone() }
        };
        Remarks {
            participants: self.participants.iter().zip(&self.sums).map(one).collect(),
            changed_files: self.changed.iter().cloned().collect(),
        }
    }
}

fn add(sum: &mut (u64, f64), number: f64) {
    *sum = (sum.0 + 1, sum.1 + number);
}

/// Returns the seat of each move with a reported time, and the time measured less the time reported.
fn latencies(record: &Record) -> impl Iterator<Item = (Seat, f64)> {
    let measured =
        record.played.movers.iter().zip(&record.run.times_ms).filter_map(|(mover, time)| Some(((*mover)?, *time)));
    let reported = measured.zip(&record.run.infos.time);
    reported.filter_map(|((seat, time), reported)| Some((seat, time - (*reported)? as f64)))
}

/// Returns whether an engine announced a mate that its side did not deliver, and whether its side won later than the
/// engine had announced.
fn mates(record: &Record, seat: Seat) -> (bool, bool) {
    let side = record.teams.iter().position(|team| team.contains(&seat));
    if is_void(record) || side.is_none() {
        return (false, false);
    }
    let won = side.and_then(|side| record.payoffs().get(side).copied()) == Some(1.0);
    let ended_by_rules = !record.played.moves.last().is_some_and(|token| is_runner_token(token));
    // The number of plies from a token to the end of the game.
    let plies_from = |ply: usize| record.played.moves[ply..].iter().filter(|token| !is_no_ply(token)).count() as i64;
    let (mut missed, mut late) = (false, false);
    for (ply, (mover, report)) in
        record.played.movers.iter().zip(&record.reports).enumerate().take(record.played.moves.len())
    {
        let Some(Score::Mate(plies @ 1..)) = report.as_ref().and_then(|report| report.score) else { continue };
        if *mover == Some(seat) {
            let played = plies_from(ply);
            missed |= !won && (ended_by_rules || played >= i64::from(plies));
            late |= won && played > i64::from(plies);
        }
    }
    (missed, late)
}

fn is_no_ply(token: &str) -> bool {
    !may_be_move(token) || is_runner_token(token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::synthetic::{plan, records};
    use runner::record::{Infos, RunInfo, SearchReport};

    /// Returns a game of eight plies that `a` wins, with `mate` as the score of the token `ply`.
    fn game(ply: usize, mate: i32) -> Record {
        let mut record = records(&plan(&["a", "b"], 2), 2, &[9000.0, 0.0], 0.0).remove(0);
        record.played.moves.truncate(8);
        record.played.movers.truncate(8);
        record.reports.truncate(8);
        record.reports[ply] = Some(SearchReport { score: Some(Score::Mate(mate)), ..SearchReport::default() });
        record
    }

    fn remarks(record: &Record) -> Vec<ParticipantRemarks> {
        let mut collector = RemarkCollector::new(&["a", "b"]);
        collector.add(record);
        collector.remarks().participants
    }

    #[test]
    fn announced_mates_are_compared_with_the_end() {
        let found =
            |record: &Record| remarks(record).iter().map(|one| (one.missed_mates, one.late_mates)).collect::<Vec<_>>();
        // Tokens with an even index are moves of a, who wins.
        assert_eq!(found(&game(4, 4)), [(0, 0), (0, 0)]);
        assert_eq!(found(&game(4, 3)), [(0, 1), (0, 0)]);
        assert_eq!(found(&game(5, 30)), [(0, 0), (1, 0)]);
        assert_eq!(found(&game(5, -3)), [(0, 0), (0, 0)]);
        // The runner ended the game before the mate was due, and after it.
        let mut ended = game(5, 4);
        ended.played.moves.push("!end/p1win/time".to_string());
        assert_eq!(found(&ended), [(0, 0), (0, 0)]);
        ended.reports[5] = Some(SearchReport { score: Some(Score::Mate(2)), ..SearchReport::default() });
        assert_eq!(found(&ended), [(0, 0), (1, 0)]);
    }

    #[test]
    fn times_are_compared_with_those_reported() {
        let mut record = game(4, 4);
        record.run = RunInfo {
            times_ms: [0.0, 0.0, 50.0, 5.0, 70.0, 5.0, 0.0, 0.0].to_vec(),
            infos: Infos { time: [Some(10), Some(5), Some(10), Some(25), None, None].to_vec(), ..Infos::default() },
            illegal_pvs: vec![3],
            ready_ms: vec![2.0, 8.0],
            ..RunInfo::default()
        };
        let [a, b] = &remarks(&record)[..] else { panic!("two participants") };
        assert_eq!(a.texts(), ["moves took 50.0 ms longer than reported on average, at most 60.0 ms"]);
        assert_eq!(b.texts(), ["1 pv with illegal moves", "moves took 10.0 ms less than reported on average"]);
        assert_eq!((a.ready, b.ready), (Some(2.0), Some(8.0)));
    }

    #[test]
    fn changed_programs_are_remarkable() {
        let mut collector = RemarkCollector::new(&["a", "b"]);
        for digest in ["1", "1", "2"] {
            let mut record = game(4, 4);
            record.run.files =
                [("engine".to_string(), digest.to_string()), ("net".to_string(), "1".to_string())].into();
            collector.add(&record);
        }
        assert_eq!(collector.remarks().rows(), [["engine", "not the same file in all games"]]);
    }
}

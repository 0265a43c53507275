//! Games for programs that learn, as a Python class.

use bytemuck::cast_slice;
use kit::environment::{self, Buffers};
use kit::settings::Settings;
use kit::ugi::{Position, Seat, Viewer};
use pyo3::exceptions::{PyBufferError, PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{IntoPyDict, PyByteArray, PyDict};
use speltafel::registry::REGISTRY;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Display;

/// The most games of an environment. Those of checkers then need half a gigabyte.
const MOST_GAMES: usize = 65_536;

/// Several games of one kind that are stepped together. What they show is in `buffers`, which each call that changes a
/// game fills again. The buffers are byte arrays, because the stable interface of Python 3.10 has no buffers of Rust;
/// `numpy.frombuffer` makes arrays of them without a copy.
#[pyclass(module = "speltafel_native")]
pub struct Environment {
    games: Box<dyn environment::Environment>,
    /// Is filled while other threads of Python run, and copied to `buffers` when they do not.
    frame: Frame,
    buffers: [Py<PyByteArray>; 5],
}

#[derive(Default)]
struct Frame {
    observations: Vec<f32>,
    masks: Vec<i8>,
    rewards: Vec<f32>,
    seats: Vec<i8>,
    ends: Vec<i8>,
}

impl Frame {
    fn new(games: &dyn environment::Environment) -> Self {
        let (count, layout) = (games.games(), games.layout());
        Self {
            observations: vec![0.0; count * layout.size()],
            masks: vec![0; count * layout.actions],
            rewards: vec![0.0; count * games.seats()],
            seats: vec![0; count],
            ends: vec![0; count],
        }
    }

    fn fill(&mut self, games: &dyn environment::Environment) {
        let Self { observations, masks, rewards, seats, ends } = self;
        games.write(Buffers { observations, masks, rewards, seats, ends });
    }

    fn bytes(&self) -> [&[u8]; 5] {
        [
            cast_slice(&self.observations),
            cast_slice(&self.masks),
            cast_slice(&self.rewards),
            cast_slice(&self.seats),
            cast_slice(&self.ends),
        ]
    }
}

/// Actions: 64-bit integers, as numbers or as the bytes of an array.
#[derive(FromPyObject)]
enum Actions {
    Bytes(PyBackedBytes),
    List(Vec<i64>),
}

impl Environment {
    fn of(py: Python<'_>, games: Box<dyn environment::Environment>) -> PyResult<Self> {
        let mut frame = Frame::new(&*games);
        frame.fill(&*games);
        let buffers = frame.bytes().map(|bytes| PyByteArray::new(py, bytes).unbind());
        Ok(Self { games, frame, buffers })
    }

    /// Changes the games and fills the buffers.
    fn change<E: Display + Send>(
        &mut self,
        py: Python<'_>,
        change: impl FnOnce(&mut dyn environment::Environment) -> Result<(), E> + Send,
    ) -> PyResult<()> {
        let Self { games, frame, buffers } = self;
        let is_long = games.games() > 1;
        let work = || change(&mut **games).map(|()| frame.fill(&**games));
        // With a busy thread, getting the interpreter back takes longer than the step of one game.
        let changed = if is_long { py.detach(work) } else { work() };
        changed.map_err(value_error)?;
        for (bytes, buffer) in frame.bytes().into_iter().zip(buffers) {
            let buffer = buffer.bind(py);
            if buffer.len() != bytes.len() {
                return Err(PyBufferError::new_err("a buffer has another length than at first"));
            }
            // SAFETY: no Python code runs before this statement ends, so nothing else uses or resizes the array.
            // For 1,024 games of checkers, this takes 0.16 ms, and the assignment of new bytes to a slice 8 ms.
            #[allow(unsafe_code)]
            unsafe { buffer.as_bytes_mut() }.copy_from_slice(bytes);
        }
        Ok(())
    }

    fn check(&self, game: usize) -> PyResult<usize> {
        if game < self.games.games() {
            Ok(game)
        } else {
            Err(PyIndexError::new_err(format!("there is no game {game}")))
        }
    }
}

fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl Environment {
    /// Raises ValueError if there is no such game or option, or if the game has no numbers.
    #[new]
    #[pyo3(signature = (game, options = BTreeMap::new(), games = 1))]
    fn new(py: Python<'_>, game: &str, options: BTreeMap<String, String>, games: usize) -> PyResult<Self> {
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(PyValueError::new_err(format!("expected 1 to {MOST_GAMES} games, found {games}")));
        }
        let game = ("Game".to_string(), game.to_string());
        let options: Vec<(String, String)> = [game].into_iter().chain(options).collect();
        let settings = Settings::with(&REGISTRY, &options).map_err(value_error)?;
        let games = (settings.registered().environment)(settings.values(), games);
        Self::of(py, games.ok_or_else(|| PyValueError::new_err("the game has no numbers"))?)
    }

    #[getter]
    fn games(&self) -> usize {
        self.games.games()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.games.seats()
    }

    #[getter]
    fn actions(&self) -> usize {
        self.games.layout().actions
    }

    /// The names and shapes of the parts of an observation.
    #[getter]
    fn parts(&self) -> Vec<(&'static str, Vec<usize>)> {
        self.games.layout().parts.iter().map(|part| (part.name, part.shape().to_vec())).collect()
    }

    /// For each game: what the seat sees (float32), a 1 for each legal action, otherwise 0 (int8), the reward of each
    /// seat (float32), the seat to move or, after the end, the one that moved last (int8), and whether the game is over
    /// (int8). The numbers of legal actions are those of `moves`.
    #[getter]
    fn buffers<'py>(&self, py: Python<'py>) -> [Bound<'py, PyByteArray>; 5] {
        self.buffers.each_ref().map(|buffer| buffer.bind(py).clone())
    }

    /// Begins all games anew. With a seed, all events of these games and of those after them follow from the seed.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.change(py, |games| {
            games.reset(seed);
            Ok::<(), Infallible>(())
        })
    }

    /// Begins one game at another position, as after the word `position` in the protocol.
    fn begin(&mut self, py: Python<'_>, game: usize, position: &str) -> PyResult<()> {
        let game = self.check(game)?;
        let Position { viewer, base, moves } = Position::parse(position).map_err(value_error)?;
        if viewer != Viewer::Master {
            return Err(PyValueError::new_err("an environment needs a position with all cards"));
        }
        self.change(py, |games| games.begin(game, base, &moves))
    }

    /// Plays an action in each game; a game that is over begins anew instead. Other threads of Python run meanwhile if
    /// there are several games. Raises ValueError if an action is not legal; then nothing has changed.
    fn step(&mut self, py: Python<'_>, actions: Actions) -> PyResult<()> {
        let actions = match actions {
            Actions::Bytes(bytes) => bytes.chunks(8).map(|eight| eight.try_into().map(i64::from_ne_bytes)).collect(),
            Actions::List(list) => Ok(list),
        };
        let actions: Vec<i64> = actions.map_err(|_| PyValueError::new_err("expected 8 bytes for each action"))?;
        let (games, found) = (self.games.games(), actions.len());
        if found != games {
            return Err(PyValueError::new_err(format!("expected an action for each of {games} games, found {found}")));
        }
        self.change(py, |games| games.step(&actions))
    }

    /// Returns what a seat of a game sees (float32).
    fn observe<'py>(&self, py: Python<'py>, game: usize, seat: usize) -> PyResult<Bound<'py, PyByteArray>> {
        let game = self.check(game)?;
        let seat = Seat::all(self.games.seats()).find(|found| found.number() == seat);
        let seat = seat.ok_or_else(|| PyIndexError::new_err("there is no such seat"))?;
        let mut out = vec![0.0; self.games.layout().size()];
        self.games.observe(game, seat, &mut out);
        Ok(PyByteArray::new(py, cast_slice(&out)))
    }

    /// Returns what all seats of a game see, one after the other (float32).
    fn state<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyByteArray>> {
        let mut out = vec![0.0; self.games.layout().size() * self.games.seats()];
        self.games.observe_all(self.check(game)?, &mut out);
        Ok(PyByteArray::new(py, cast_slice(&out)))
    }

    /// Returns the legal moves by their actions.
    fn moves<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyDict>> {
        self.games.moves(self.check(game)?).into_py_dict(py)
    }

    /// Returns the position text, with all cards.
    fn position(&self, game: usize) -> PyResult<String> {
        Ok(self.games.position_text(self.check(game)?))
    }

    /// Returns a copy, whose events are those that this object would have.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Self::of(py, self.games.copy())
    }
}

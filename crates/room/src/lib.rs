//! A table at which people and engines play. The room applies the rules of the table: who sits where and sees what, who
//! may do what, clocks, offers, fair deals and evenings. It knows no rules of games: a referee answers every question
//! about them.
//!
//! [`Room::handle`] gets one event at a time, such as a request from a browser, with the time and random bits. It
//! returns effects, such as messages to browsers and searches of engines, which the program around the room carries
//! out. Two things the room must have before it goes on, so they are calls: the answers of the referee
//! ([`StartReferee`]), and what is kept ([`Archive`]). The room starts no thread and reads no clock and no file.
//!
//! Who is at the table:
//!
//! - [`Role`]: what a link gives: the host, a seat, or watching.
//! - [`Key`]: the secrets of the link of a role; [`TableKeys`] has all of them.
//! - [`Holder`]: stands for whoever has the link of a role, until it is renewed.
//! - [`Pass`]: with what a browser was let in.
//! - `Browsers`: the connected browsers, each with its role and language.
//! - `Occupant`: who plays a seat, as the host has chosen: a person, an engine or nobody.
//! - `Player`: the occupant of a seat in the present game, with the engine that plays and how long the person is away.
//! - `Seating`: the players of all seats, and to which seat each link leads.
//! - `Evening`: what the players of a table have won, and who sits where in the next game.
//! - [`Permit`]: a place among a limited number of engines, reviews or opened games; [`PermitPool`] gives them.

mod absence;
mod analysis;
mod archive;
mod begin;
mod browsers;
mod catalogue;
mod consent;
mod continued;
mod deals;
mod effect;
mod engines;
mod evening;
mod event;
mod exchange;
mod export;
mod fair;
mod game;
mod hello;
mod help;
mod hex;
mod interchange;
mod kept_games;
mod keys;
mod links;
mod mac;
mod message;
mod moment;
mod moves;
mod notice;
mod offers;
mod pace;
mod people;
mod permits;
mod permutation;
mod player;
mod record_view;
mod referee;
mod refusal;
mod rematch;
mod request;
mod revealed;
mod review;
mod reviews;
mod role;
mod room;
mod saving;
mod search;
mod seating;
mod seen;
mod stand_in;
mod state;
mod storage;
mod table_state;
mod tasks;
#[cfg(test)]
mod tests;
mod token_facts;
mod told;
mod variation;
mod visible_position;
mod wanted_game;

pub use archive::{
    Archive, ArchiveError, GameFilter, GameSummary, ListedGame, RowPlace, SeatSummary, StoredTable, parse,
};
pub use catalogue::{ENGLISH, GameEntry, OptionInfo, language_of};
pub use effect::{Effect, MessageKind};
pub use event::{Event, TableSummary};
pub use exchange::{ExchangedGame, SeenGame, parse_seen, parse_transcript};
pub use fair::DealRecord;
pub use hex::Hex;
pub use keys::{Fill, Holder, Key, Pass, Secrets, TableKeys, is_same_secret};
pub use message::{ListedTable, Message};
pub use moment::Moment;
pub use notice::sentence_keys;
pub use permits::{Permit, PermitPool, Quota};
pub use record_view::RecordView;
pub use referee::{Referee, StartReferee};
pub use refusal::{Refusal, RequestError};
pub use request::{is_name, option_value, request_name};
pub use review::{EventLuck, Ply, Review, SeatTotal, Unit};
pub use role::Role;
pub use room::{Room, RoomSetup};
pub use search::{EngineEvent, EngineMove, EngineReport, SeatFault, SeatFaultKind};
pub use storage::{KeptGame, LibraryGame, Storage};
pub use tasks::{EngineSearch, Purpose, ReviewTask, StartEngine, WantedGame};
pub use token_facts::{TokenFacts, token_facts};
pub use variation::Variation;

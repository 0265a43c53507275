//! The subcommands `bridge hub` and `bridge dxp`.

use super::dxp_engine::DxpEngine;
use super::engine::ForeignEngine;
use super::foreign_game::{ForeignGame, SharedEngine};
use super::registry::{Identity, SIMPLE, registry};
use anyhow::Result;
use clap::{Args, Subcommand};
use kit::options::Spec;
use kit::output::Output;
use kit::serve::Server;
use kit::settings::Settings;
use std::sync::{Arc, Mutex};

/// The subcommands of `bridge`.
#[derive(Subcommand, Debug)]
pub enum BridgeCommand {
    /// Start a Hub engine of English draughts and run it as a UGI engine
    #[cfg(unix)]
    Hub(Hub),
    /// Connect to a program that plays English draughts over DXP and run it as a UGI engine
    Dxp(Dxp),
}

const HUB_EXAMPLES: &str = "\
Examples:
  speltafel bridge hub -- ./scan hub
  speltafel-arena check -- speltafel bridge hub -- ./scan hub";

const DXP_EXAMPLES: &str = "\
Examples:
  speltafel bridge dxp 127.0.0.1:27531";

/// Arguments of `bridge hub`.
#[derive(Args, Debug)]
#[command(after_help = HUB_EXAMPLES)]
pub struct Hub {
    /// Program to start, and its arguments.
    #[arg(value_name = "PROGRAM", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    program: Vec<String>,
}

/// Arguments of `bridge dxp`.
#[derive(Args, Debug)]
#[command(after_help = DXP_EXAMPLES)]
pub struct Dxp {
    /// Address of the other program, such as 127.0.0.1:27531.
    #[arg(value_name = "HOST:PORT")]
    address: String,
}

impl BridgeCommand {
    /// Serves UGI on standard input and standard output.
    ///
    /// # Errors
    /// Returns an error if the other program cannot be used or the input cannot be read.
    pub fn run(&self) -> Result<()> {
        match self {
            #[cfg(unix)]
            Self::Hub(Hub { program }) => hub(program),
            Self::Dxp(Dxp { address }) => {
                let name = format!("DXP {address}");
                let identity = Identity { name, author: "unknown".to_string(), ..Identity::default() };
                serve(Box::new(DxpEngine::new(address)), identity, &SIMPLE, DxpEngine::specs())
            }
        }
    }
}

#[cfg(unix)]
fn hub(program: &[String]) -> Result<()> {
    use super::hub_engine::HubEngine;
    use super::registry::COMMON;
    use anyhow::Context;
    use runner::{Guard, Program};
    let (command, args) = program.split_first().context("expected a program")?;
    let program = Program { command: command.into(), args: args.to_vec(), ..Program::default() };
    let guard = Guard::start(&std::env::current_exe()?)?;
    let served = HubEngine::start(&program, &guard).and_then(|(engine, identity)| {
        let specs = engine.specs();
        serve(Box::new(engine), identity, &COMMON, specs)
    });
    guard.shut_down();
    served
}

/// Serves UGI until `quit` or the end of the input. `own` are the options of the engine.
fn serve(engine: Box<dyn ForeignEngine>, identity: Identity, common: &'static [Spec], own: Vec<Spec>) -> Result<()> {
    let (engine, out): (SharedEngine, _) = (Arc::new(Mutex::new(engine)), Arc::new(Output::standard()));
    let settings = Settings::new(registry(identity, common, own));
    let shared = Arc::clone(&out);
    let open = move |settings: &Settings| Box::new(ForeignGame::open(settings.values(), &engine, &shared)) as _;
    Ok(Server::opening(settings, out, open).serve(&mut std::io::stdin().lock())?)
}

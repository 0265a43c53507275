//! The `--option NAME=VALUE` flag of the `pdn` and `dxp` commands, which sets resources of the strongest player, such
//! as endgame databases.

use crate::games::checkers::Checkers;
use anyhow::{Context, Result, anyhow};
use base::pairs::pair;
use kit::game::Game;
use kit::options::Values;
use kit::search::Searcher;
use std::io::Write;

/// Engine resources, set by `--option`.
#[derive(clap::Args, Clone, Default, Debug)]
pub(super) struct EngineResources {
    /// Set an engine option, such as Checkers.EgdbPath=FOLDER; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
}

impl EngineResources {
    /// Creates the strongest player with these resources. Resources that cannot be loaded are reported to `err`, and
    /// the player works without them.
    ///
    /// # Errors
    /// Returns an error if an option does not exist or does not accept its value, or if `err` cannot be written.
    pub(super) fn player(&self, err: &mut dyn Write) -> Result<Box<dyn Searcher<Checkers>>> {
        let mut values = Values::default();
        for (name, value) in &self.options {
            let known = Checkers::RESOURCES.iter().map(|spec| spec.name).collect::<Vec<_>>().join(" ");
            let spec = Checkers::RESOURCES.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
            let spec = spec.with_context(|| format!("--option {name}: expected one of {known}"))?;
            values.set(spec, spec.accept(value).map_err(|text| anyhow!("--option {}: {text}", spec.name))?);
        }
        let mut player = Checkers::strong(&values);
        player.errors().iter().try_for_each(|error| writeln!(err, "{error}"))?;
        Ok(Box::new(player))
    }

    /// Returns `true` if `--option` was not given.
    pub(super) const fn is_plain(&self) -> bool {
        self.options.is_empty()
    }
}

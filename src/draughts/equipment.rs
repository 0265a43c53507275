//! What the commands that have no other options of the engine let its strongest player use: `--option NAME=VALUE`, as for
//! the commands of all games. Knows no name of an option.

use crate::games::checkers::Checkers;
use anyhow::{Context, Result, anyhow};
use base::pairs::pair;
use kit::entry::GameEntry;
use kit::options::Values;
use kit::search::Searcher;
use std::io::Write;

/// The flag.
#[derive(clap::Args, Clone, Default, Debug)]
pub(super) struct Equipment {
    /// What the engine may use, such as Checkers.EgdbPath=FOLDER; may be given often.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
}

impl Equipment {
    /// The strongest player with all that. What it cannot have goes to `err`, and it plays without.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value.
    pub(super) fn player(&self, err: &mut dyn Write) -> Result<Box<dyn Searcher<Checkers>>> {
        let mut values = Values::default();
        for (name, value) in &self.options {
            let known = Checkers::RESOURCES.iter().map(|spec| spec.name).collect::<Vec<_>>().join(" ");
            let spec = Checkers::RESOURCES.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
            let spec = spec.with_context(|| format!("--option {name}: expected one of {known}"))?;
            values.set(spec, spec.accept(value).map_err(|text| anyhow!("--option {}: {text}", spec.name))?);
        }
        let mut player = Checkers::strong(&values);
        player.errors().iter().try_for_each(|fault| writeln!(err, "{fault}"))?;
        Ok(Box::new(player))
    }

    /// Is there nothing beyond what is compiled in?
    pub(super) const fn is_plain(&self) -> bool {
        self.options.is_empty()
    }
}

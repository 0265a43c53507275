//! Every key of a plan as a flag of the command line. Knows no file and no plan: [`super::read()`] puts them together.

use super::keys::{KEYS, Key};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

/// The name of the flag that describes an entrant.
const ENTRANT: &str = "entrant";

/// What stands above these flags in the help.
const HEADING: &str = "The plan, key by key";

/// The keys that were given as flags, in the order of the table of keys.
#[derive(Clone, Default)]
pub struct Flags {
    pub(super) given: Vec<(&'static Key, Vec<String>)>,
    pub(super) entrants: Vec<String>,
}

impl std::fmt::Debug for Flags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.given.iter().map(|(key, texts)| (key.path, texts))).finish()?;
        self.entrants.fmt(f)
    }
}

impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        let command = command.args(KEYS.iter().map(argument));
        let words =
            "KEY=VALUE words of an entrant, as in \"name=a command=./x args='-q -v' options.Skill=3 nodes=100\"";
        let entrant = Arg::new(ENTRANT)
            .long(ENTRANT)
            .value_name("WORDS")
            .action(ArgAction::Append)
            .allow_hyphen_values(true)
            .help_heading(HEADING)
            .help(format!("{words}; adds to those of the file or replaces the one of that name"));
        command.arg(entrant)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let texts = |name: &str| matches.get_many::<String>(name).map(|texts| texts.cloned().collect::<Vec<_>>());
        let given = KEYS.iter().filter_map(|key| texts(&key.flag()).map(|texts| (key, texts))).collect();
        Ok(Self { given, entrants: texts(ENTRANT).unwrap_or_default() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn argument(key: &'static Key) -> Arg {
    let action = if key.kind.is_table() { ArgAction::Append } else { ArgAction::Set };
    let argument = Arg::new(key.flag())
        .long(key.flag())
        .value_name(key.kind.placeholder())
        .action(action)
        // Elo differences may be negative, arguments of engines begin with dashes.
        .allow_hyphen_values(true)
        .help_heading(HEADING)
        .help(key.help);
    let argument = match key.former_flag() {
        Some(former) => argument.alias(former),
        None => argument,
    };
    match key.alias {
        Some(alias) => argument.visible_alias(alias),
        None => argument,
    }
}

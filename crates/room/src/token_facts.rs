//! What the tokens of a history did, as the page gets it.

use anyhow::Result;
use game::Answers;
use serde::Serialize;
use ugi::facts::MoveFacts;
use ugi::{History, Query, is_event, position_queries};

/// The number of tokens per batch of queries.
const BATCH: usize = 500;

/// The answer to `query step` for a token, and whether chance chose the token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TokenFacts {
    /// The answer.
    #[serde(flatten)]
    pub facts: MoveFacts,
    /// Whether the token is a chance event.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub event: bool,
}

impl TokenFacts {
    /// Reads the answer to `query step`. A token about which the referee knows nothing, because the game is over before
    /// it, stands for itself.
    pub fn new(token: &str, answer: Option<&str>) -> Self {
        let read = answer.and_then(|text| serde_json::from_str(text).ok());
        let unknown = || MoveFacts { token: token.to_string(), words: token.to_string(), ..MoveFacts::default() };
        Self { facts: read.unwrap_or_else(unknown), event: is_event(token) }
    }
}

/// Returns what the tokens of a history did, from index `from` on, in a language of the game. `ask` sends lines to the
/// referee and returns its answers.
pub fn token_facts(
    history: &History,
    from: usize,
    language: &str,
    mut ask: impl FnMut(&[String]) -> Result<Answers>,
) -> Result<Vec<TokenFacts>> {
    let mut facts = Vec::new();
    let places: Vec<usize> = (from..history.tokens.len()).collect();
    for places in places.chunks(BATCH) {
        let questions: Vec<Query> = places.iter().map(|at| Query::Step(at + 1, language)).collect();
        let mut answers = ask(&position_queries(history.line(), &questions))?;
        for at in places {
            facts.push(TokenFacts::new(&history.tokens[*at], answers.optional()?.as_deref()));
        }
    }
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_without_facts_stand_for_themselves() {
        let known = TokenFacts::new("!roll/4", Some(r#"{"token":"!roll/4","words":"rolls 4","steps":[]}"#));
        assert_eq!((known.facts.words.as_str(), known.event), ("rolls 4", true));
        let unknown = TokenFacts::new("9-13", None);
        assert_eq!((unknown.facts.words.as_str(), unknown.event), ("9-13", false));
    }
}

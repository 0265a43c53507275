//! What a browser already knows about the tokens of a game, so that each message tells only what is new.

use super::game::common_length;
use ugi::Viewer;

/// The tokens whose facts the messages to a browser have contained so far.
#[derive(Default)]
pub struct Told {
    /// The view, and the language of the words.
    view: Option<(Viewer, String)>,
    tokens: Vec<String>,
    /// The index of the first token in the last message.
    from: usize,
}

impl Told {
    /// Returns the index of the first token whose facts the next message must contain. `unsent` is whether the next
    /// message replaces the last one, which the browser then does not get.
    pub fn tell(&mut self, viewer: Viewer, language: &str, tokens: &[String], unsent: bool) -> usize {
        let view = Some((viewer, language.to_string()));
        let known = if self.view == view { common_length(&self.tokens, tokens) } else { 0 };
        let from = if unsent { known.min(self.from) } else { known };
        *self = Self { view, tokens: tokens.to_vec(), from };
        from
    }
}

#[cfg(test)]
mod tests {
    use super::Told;
    use ugi::Viewer;

    #[test]
    fn every_message_tells_what_the_browser_does_not_know() {
        let mut told = Told::default();
        let mut tell = |viewer, language, tokens: &str, unsent| {
            told.tell(viewer, language, &tokens.split(' ').map(String::from).collect::<Vec<_>>(), unsent)
        };
        let (master, public) = (Viewer::Master, Viewer::Public);
        assert_eq!(tell(master, "en", "a b", false), 0);
        assert_eq!(tell(master, "en", "a b c", false), 2);
        assert_eq!(tell(master, "en", "a b c d", true), 2, "the browser did not get c");
        assert_eq!(tell(master, "en", "a b c d", false), 4);
        assert_eq!(tell(master, "en", "a x", false), 1, "moves were taken back");
        assert_eq!(tell(master, "nl", "a x", false), 0);
        assert_eq!(tell(public, "nl", "a x", false), 0);
        assert_eq!(tell(public, "nl", "a x y", true), 0);
    }
}

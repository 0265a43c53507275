//! The pages that the server writes itself, in the language of the browser: the page of a link, and pages that say why
//! there is no other page.

use askama::Template;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

/// The content security policy of these pages: they may load their style sheet and send their form. Their icon is
/// empty, because browsers ask for `/favicon.ico` if a page names none.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/// A language of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    English,
    Dutch,
}

/// A page.
#[derive(Template, Default)]
#[template(path = "plain.html")]
struct PlainPage<'a> {
    language: &'static str,
    title: &'a str,
    text: &'a str,
    form: Option<JoinForm<'a>>,
    /// The address to which the page leads at once.
    next: Option<&'a str>,
}

/// The form of a link's page.
pub struct JoinForm<'a> {
    /// The path to which the form is sent.
    pub action: &'a str,
    /// The label and the value of the field for the guest's name, if the link is for a seat.
    pub name: Option<(&'static str, &'a str)>,
    pub button: &'static str,
}

/// The texts of the pages.
#[derive(Clone, Copy)]
pub struct Words {
    code: &'static str,
    pub seat: &'static str,
    pub seat_why: &'static str,
    pub name: &'static str,
    pub sit_down: &'static str,
    pub watch: &'static str,
    pub watch_why: &'static str,
    pub look: &'static str,
    pub host: &'static str,
    pub host_why: &'static str,
    pub open: &'static str,
    pub bad_name: &'static str,
    pub unknown: &'static str,
    pub unknown_why: &'static str,
    pub closed: &'static str,
    pub closed_why: &'static str,
    pub local_why: &'static str,
    pub nothing: &'static str,
    pub nothing_why: &'static str,
}

const ENGLISH: Words = Words {
    code: "en",
    seat: "A seat is kept for you",
    seat_why: "This link is for one player. Whoever has it sees that player's cards, so keep it to yourself.",
    name: "Your name",
    sit_down: "Sit down",
    watch: "You are invited to watch",
    watch_why: "As a spectator you see the table, but nobody's cards.",
    look: "Watch",
    host: "You are the host of this table",
    host_why: "This link gives full control of the table, so keep it to yourself.",
    open: "Open the table",
    bad_name: "A name has at most 60 characters, and all of them are visible. Please choose another one.",
    unknown: "This link leads nowhere",
    unknown_why: "It has been renewed, or its table is gone. Ask the host for a new link.",
    closed: "This page needs its link",
    closed_why: "Open the link that the host gave you again, in this browser.",
    local_why: "This link works only on the computer on which the table runs.",
    nothing: "There is nothing here",
    nothing_why: "Open the link that the host gave you, or the address that the program printed.",
};

const DUTCH: Words = Words {
    code: "nl",
    seat: "Er is een plaats voor je vrij",
    seat_why: "Deze link is voor één speler. Wie hem heeft, ziet de kaarten van die speler. Hou hem dus voor jezelf.",
    name: "Je naam",
    sit_down: "Ga zitten",
    watch: "Je bent uitgenodigd om te kijken",
    watch_why: "Als toeschouwer zie je de tafel, maar niemands kaarten.",
    look: "Kijk mee",
    host: "Je bent de gastheer van deze tafel",
    host_why: "Met deze link beheer je de tafel. Hou hem dus voor jezelf.",
    open: "Open de tafel",
    bad_name: "Een naam heeft hoogstens 60 tekens, en ze zijn allemaal zichtbaar. Kies een andere naam.",
    unknown: "Deze link leidt nergens heen",
    unknown_why: "Hij is vernieuwd, of de tafel is er niet meer. Vraag de gastheer om een nieuwe link.",
    closed: "Bij deze pagina hoort een link",
    closed_why: "Open de link van de gastheer opnieuw, in deze browser.",
    local_why: "Deze link werkt alleen op de computer waarop de tafel draait.",
    nothing: "Hier is niets",
    nothing_why: "Open de link van de gastheer, of het adres dat het programma heeft getoond.",
};

impl Language {
    /// Returns the first language in the header `Accept-Language` that the pages have. Browsers send the preferred one
    /// first.
    pub fn wanted(headers: &HeaderMap) -> Self {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let known = |tag: &str| match tag.trim().get(..2)?.to_ascii_lowercase().as_str() {
            "en" => Some(Self::English),
            "nl" => Some(Self::Dutch),
            _ => None,
        };
        wanted.split(',').find_map(known).unwrap_or(Self::English)
    }

    pub const fn words(self) -> &'static Words {
        match self {
            Self::English => &ENGLISH,
            Self::Dutch => &DUTCH,
        }
    }
}

impl Words {
    /// Returns a page that says why there is no other.
    pub fn page(&self, status: StatusCode, title: &str, text: &str) -> Response {
        (status, PlainPage { language: self.code, title, text, ..PlainPage::default() }).into_response()
    }

    /// Returns the page of a link.
    pub fn form(&self, title: &str, text: &str, form: JoinForm<'_>) -> Response {
        let form = Some(form);
        (StatusCode::OK, PlainPage { language: self.code, title, text, form, ..PlainPage::default() }).into_response()
    }

    /// Returns a page that leads on at once. In contrast to a redirection, the next request counts as one of this site,
    /// so that the browser sends cookies with `SameSite=Strict`.
    pub fn lead(&self, next: &str) -> Response {
        let page = PlainPage { language: self.code, title: "speltafel", next: Some(next), ..PlainPage::default() };
        page.into_response()
    }
}

impl IntoResponse for PlainPage<'_> {
    fn into_response(self) -> Response {
        let Ok(text) = self.render() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
        let mut response = Html(text).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
        // With `no-referrer`, browsers would send the form with the origin `null`.
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_known_language_is_wanted() {
        for (header, language) in [
            ("nl-NL,nl;q=0.9,en;q=0.8", Language::Dutch),
            ("de, NL;q=0.5, en", Language::Dutch),
            ("en-GB,nl", Language::English),
            ("de", Language::English),
            ("", Language::English),
            (" ,é", Language::English),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_str(header).unwrap());
            assert_eq!(Language::wanted(&headers), language, "{header}");
        }
        assert_eq!(Language::wanted(&HeaderMap::new()), Language::English);
    }
}

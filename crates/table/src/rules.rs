//! Rules as people read them: the Markdown of the referee made into HTML. Knows no game.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// The rules as one element. HTML inside the Markdown is dropped, and links lead nowhere but to headings and to https.
#[must_use]
pub fn rules_html(markdown: &str, language: &str) -> String {
    let is_html = |event: &Event| matches!(event, Event::Html(_) | Event::InlineHtml(_));
    let is_image = |event: &Event| matches!(event, Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image));
    let safe = |event: &Event| !is_html(event) && !is_image(event);
    let closed = |event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let leads = dest_url.starts_with('#') || dest_url.starts_with("https://");
            let dest_url = if leads { dest_url } else { "".into() };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        event => event,
    };
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES).filter(safe).map(closed));
    format!("<article class=\"rules\" lang=\"{language}\">\n{body}</article>\n")
}

#[cfg(test)]
mod tests {
    use super::rules_html;

    #[test]
    fn markdown_becomes_html_and_html_in_it_is_dropped() {
        let text = "# Title\n\n<script>alert(1)</script>\n\nA *b* <b onclick=x>c</b> [d](javascript:e) ![f](https://g)\n\n\
                    | h | i |\n|---|---|\n| j | k |\n";
        let page = rules_html(text, "nl");
        assert!(page.contains("<h1>Title</h1>") && page.contains("<em>b</em>") && page.contains("<td>k</td>"));
        assert!(page.contains("lang=\"nl\""));
        for part in ["script", "onclick", "<img", "https://g"] {
            assert!(!page.contains(part), "{part}: {page}");
        }
    }
}

//! Converts rule pages from the referee's Markdown to HTML.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// Converts a page to one `<article>` whose attribute `lang` is `language`.
///
/// HTML in the Markdown is removed. Links lose their target, except links to https addresses. A
/// paragraph with an image is removed together with its caption, because the referee sends no images and the page shows
/// the board. Images outside paragraphs are replaced by their alternative texts.
pub fn rules_html(markdown: &str, language: &str) -> String {
    let is_html = |event: &Event| matches!(event, Event::Html(_) | Event::InlineHtml(_));
    let is_image = |event: &Event| matches!(event, Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image));
    let safe = |event: &Event| !is_html(event) && !is_image(event);
    let closed = |event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let leads = dest_url.starts_with("https://");
            let dest_url = if leads { dest_url } else { "".into() };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        event => event,
    };
    let events = without_pictures(Parser::new_ext(markdown, Options::ENABLE_TABLES));
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter().filter(safe).map(closed));
    format!("<article class=\"rules\" lang=\"{language}\">\n{body}</article>\n")
}

/// Removes the paragraphs that contain an image.
fn without_pictures<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<Event<'a>> {
    let mut kept = Vec::new();
    let mut start = 0;
    let mut pictured = false;
    for event in events {
        match event {
            Event::Start(Tag::Paragraph) => (start, pictured) = (kept.len(), false),
            Event::Start(Tag::Image { .. }) => pictured = true,
            _ => {}
        }
        let ends = event == Event::End(TagEnd::Paragraph);
        kept.push(event);
        if ends && pictured {
            kept.truncate(start);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::rules_html;

    #[test]
    fn a_picture_is_removed_with_its_caption() {
        let page = rules_html("One.\n\n![The board](pictures/a.svg)\n*The board.*\n\nTwo.\n\n- ![b](c) d\n", "en");
        assert!(page.contains("<p>One.</p>\n<p>Two.</p>") && page.contains("<li>b d</li>"), "{page}");
        assert!(!page.contains("oard"), "{page}");
    }

    #[test]
    fn markdown_becomes_html_without_raw_html() {
        let text = "# Title\n\n<script>alert(1)</script>\n\nA *b* <b onclick=x>c</b> [d](javascript:e)\n\n\
                    - ![f](https://g)\n\n| h | i |\n|---|---|\n| j | k |\n";
        let page = rules_html(text, "nl");
        assert!(page.contains("<h1>Title</h1>") && page.contains("<em>b</em>") && page.contains("<td>k</td>"));
        assert!(page.contains("lang=\"nl\""));
        for part in ["script", "onclick", "<img", "https://g"] {
            assert!(!page.contains(part), "{part}: {page}");
        }
    }
}

//! The pages of the papers, `docs/papers`, embedded in the program: Markdown as HTML, and the plots and tables that it
//! shows. They need no network.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use rust_embed::RustEmbed;

use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "../../docs/papers/"]
struct Papers;

/// No scripts: a page is text, and a picture a picture.
const POLICY: &str =
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'";

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } pre { overflow-x: auto; padding: .8rem 1rem; border-radius: 8px; background: #8881; }
code { overflow-wrap: anywhere; } img { max-width: 100%; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
";

/// `/papers/liao-2019.md`: the page of a paper, or a plot or table that belongs to it.
pub(crate) async fn serve(Path(path): Path<String>) -> Result<Response, ApiError> {
    let not_found = || ApiError::NotFound(format!("there is no /papers/{path}"));
    let file = Papers::get(&path).ok_or_else(not_found)?;
    let (content_type, data) = match path.rsplit('.').next() {
        Some("md") => {
            let page = render(&path, &String::from_utf8_lossy(&file.data));
            ("text/html; charset=utf-8", Bytes::from(page))
        }
        Some("svg") => ("image/svg+xml", bytes(file.data)),
        Some("csv") => ("text/csv; charset=utf-8", bytes(file.data)),
        Some("json") => ("application/json", bytes(file.data)),
        Some("toml") => ("text/plain; charset=utf-8", bytes(file.data)),
        _ => return Err(not_found()),
    };
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, data).into_response())
}

fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

/// The title of a page: its first heading.
pub(crate) fn title(page: &str) -> Option<String> {
    let file = Papers::get(&format!("{page}.md"))?;
    let text = String::from_utf8_lossy(&file.data).into_owned();
    let heading = text.lines().find_map(|line| line.strip_prefix("# "))?;
    Some(heading.trim().to_owned())
}

fn render(path: &str, text: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut is_dropped = Vec::new();
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        // Raw HTML is shown as text.
        Event::Html(raw) | Event::InlineHtml(raw) => Some(Event::Text(raw)),
        // The text of a link without a target stays.
        Event::Start(Tag::Link { ref dest_url, .. } | Tag::Image { ref dest_url, .. }) => {
            is_dropped.push(!has_target(folder, dest_url));
            (!is_dropped.last().copied().unwrap_or_default()).then_some(event)
        }
        Event::End(TagEnd::Link | TagEnd::Image) => {
            (!is_dropped.pop().unwrap_or_default()).then_some(event)
        }
        event => Some(event),
    });
    let title = text.lines().find_map(|line| line.strip_prefix("# "));
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
    );
    let title = Event::Text(CowStr::from(title.unwrap_or(path)));
    html::push_html(&mut page, std::iter::once(title));
    page += &format!("</title>\n<style>{STYLE}</style>\n");
    html::push_html(&mut page, events);
    page + "</html>\n"
}

/// Whether a link leads to an embedded file, to a heading or to another site.
fn has_target(folder: &str, link: &str) -> bool {
    let is_web = link.starts_with("https://") || link.starts_with("http://");
    if is_web || link.starts_with('#') {
        return true;
    }
    let file = link.split('#').next().unwrap_or_default();
    let file = if folder.is_empty() {
        file.to_owned()
    } else {
        format!("{folder}/{file}")
    };
    !file.contains("..") && !file.contains(':') && Papers::get(&file).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_html_is_text_and_links_lead_somewhere() {
        let text = "# A & B\n\n<script>x</script>\n\n[page](liao-2019.md) [gone](../ARCHITECTURE.md) \
            [bad](javascript:x) [web](https://example.org)\n\n| a |\n|---|\n| 1 |\n";
        let page = render("x.md", text);
        for part in [
            "<title>A &amp; B</title>",
            "&lt;script&gt;",
            "<a href=\"liao-2019.md\">page</a>",
            "gone bad",
            "<a href=\"https://example.org\">",
            "<td>1</td>",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(
            !page.contains("<script") && !page.contains("javascript:"),
            "{page}"
        );
    }

    #[test]
    fn every_page_of_an_experiment_has_a_title() {
        for (name, text) in arena::experiment::LIBRARY {
            let definition = arena::experiment::Definition::read(text, false).unwrap();
            if let Some(page) = definition.paper_page {
                assert!(title(&page).is_some(), "{name}: {page}");
            }
        }
    }
}

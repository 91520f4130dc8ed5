//! One page of HTML that needs nothing else: the frame around a report's tables and charts.

use arena::chart::{STYLE, escaped};
use game::Lang;

/// The page around some content.
pub fn page(title: &str, lang: Lang, content: &str) -> String {
    let lang = match lang {
        Lang::En => "en",
        Lang::Fr => "fr",
    };
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n\
         :root{{color-scheme:light dark;--ink:#1d1c1a;--soft:#6b675f;--line:#dedbd3;--paper:#fcfbf8;--blue:#215aa0}}\n\
         @media(prefers-color-scheme:dark){{:root{{--ink:#eceae4;--soft:#a29d93;--line:#3b3833;--paper:#1a1917;--blue:#7db0f0}}}}\n\
         body{{margin:0 auto;max-width:56rem;padding:2rem 1rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}}\n\
         h1{{font-size:1.5rem}}h2{{font-size:1.1rem;margin-top:2rem}}p.soft,td.soft{{color:var(--soft)}}\n\
         .wide{{overflow-x:auto}}table{{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}}\n\
         th,td{{padding:.25rem .5rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}}\n\
         .wide>.chart{{min-width:44rem}}th:first-child,td:first-child{{text-align:left}}pre{{white-space:pre-wrap}}\n{STYLE}\n\
         @media print{{body{{max-width:none}}.wide>.chart{{min-width:0}}h2{{break-after:avoid}}svg,table{{break-inside:avoid}}}}\n\
         </style>\n<h1>{title}</h1>\n{content}\n</html>\n"
    )
}

/// The program that has measured, since figures are those of a version.
pub fn program() -> String {
    format!("Plateau {}", env!("CARGO_PKG_VERSION"))
}

/// A chart that can still be read on a phone: there it goes on sideways.
pub fn chart(svg: &str) -> String {
    format!("<div class=\"wide\">{svg}</div>\n")
}

/// A table: a head and rows of texts.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let cells = |tag: &str, row: &mut dyn Iterator<Item = &str>| -> String {
        row.map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect()
    };
    let head = cells("th", &mut head.iter().copied());
    let rows: String = rows
        .iter()
        .map(|row| format!("<tr>{}</tr>\n", cells("td", &mut row.iter().map(String::as_str))))
        .collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n"
    )
}

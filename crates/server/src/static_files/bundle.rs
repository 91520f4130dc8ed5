//! Puts the page's modules and stylesheets into a few files, so that a page opens after few requests.
//!
//! The sources stay plain ES modules, which a browser also runs as they are. Bundling works on their text and relies on
//! how they are written; anything else is an error:
//! - `import` and `export` stand at the beginning of a line, and what they name is listed;
//! - what is exported does not change (no `export let`), since an importer takes it once;
//! - no module imports itself through others.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use thiserror::Error;

/// The page's files by name, such as `ui/dom.js`.
pub(super) type Sources = BTreeMap<String, String>;

/// Stylesheets that every page needs, in their order.
const FIRST_STYLES: [&str; 5] = [
    "style/tokens.css",
    "style/layout.css",
    "style/components.css",
    "style/pages.css",
    "style/table.css",
];

const LOADER: &str = include_str!("loader.js");

/// A part of the page, fetched when it is first needed.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Part {
    /// What every page uses, and the first page.
    App,
    /// Tables, lessons, study and the boards.
    Play,
    /// Games in real time.
    Arcade,
}

impl Part {
    const ALL: [Self; 3] = [Self::App, Self::Play, Self::Arcade];

    fn name(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Play => "play",
            Self::Arcade => "arcade",
        }
    }
}

/// Why the page's files cannot be bundled.
#[derive(Debug, Error)]
pub(super) enum BundleError {
    #[error("{file}: cannot read {statement:?}")]
    Statement { file: String, statement: String },
    #[error("{file}: imports {missing}, which is not there")]
    Missing { file: String, missing: String },
    #[error("{file}: imports itself through others")]
    Cycle { file: String },
}

/// The files of a bundle.
#[derive(Debug)]
pub(super) struct Bundle {
    /// Script and stylesheet of each part: address and text.
    pub files: BTreeMap<Part, [(String, String); 2]>,
}

impl Bundle {
    pub fn script(&self, part: Part) -> &str {
        &self.files[&part][0].0
    }

    pub fn style(&self, part: Part) -> &str {
        &self.files[&part][1].0
    }
}

/// A module, taken apart.
struct Module {
    /// Statically imported modules.
    imports: Vec<String>,
    /// Its text as the body of a function.
    body: String,
}

/// Bundles the page. `digest` makes a short name of a text, so that an address never changes its content.
pub(super) fn bundle(
    sources: &Sources,
    digest: impl Fn(&str) -> String,
) -> Result<Bundle, BundleError> {
    let mut modules = BTreeMap::new();
    for (name, text) in sources.iter().filter(|(name, _)| is_module(name)) {
        modules.insert(name.clone(), take_apart(name, text)?);
    }
    for (name, module) in &modules {
        if let Some(missing) = module.imports.iter().find(|import| !modules.contains_key(*import)) {
            return Err(BundleError::Missing { file: name.clone(), missing: missing.clone() });
        }
    }
    refuse_cycles(&modules)?;
    let parts = assign(&modules);
    let mut files = BTreeMap::new();
    let mut styles = BTreeMap::new();
    for part in Part::ALL {
        let mut text = String::new();
        for name in sources.keys().filter(|name| style_part(sources, name) == Some(part)) {
            styles.insert(format!("/{name}"), part);
        }
        let shared = FIRST_STYLES.iter().map(|&name| name.to_owned());
        let listed = shared.chain(sources.keys().filter(|name| is_style(name)).cloned());
        let mut seen = BTreeSet::new();
        for name in listed.filter(|name| seen.insert(name.clone())) {
            if style_part(sources, &name) == Some(part) {
                text.push_str(&sources[&name]);
            }
        }
        let address = format!("/bundle/{}-{}.css", part.name(), digest(&text));
        files.insert(part, [(String::new(), String::new()), (address, text)]);
    }
    let files_module =
        format!("$give({{ files: () => ({}) }});\n", where_styles_are(&styles, &files));
    for part in [Part::Arcade, Part::Play, Part::App] {
        let mut table = String::from("{\n");
        for (name, module) in modules.iter().filter(|(name, _)| parts[*name] == part) {
            let body = if name == "files.js" { &files_module } else { &module.body };
            let _ = write!(table, "\"/{name}\"($give, $use, $load) {{\n{body}}},\n");
        }
        table.push('}');
        let text = if part == Part::App {
            let needs = needs(&modules, &parts, &files);
            format!("const modules = {table};\nconst needs = {needs};\n{LOADER}")
        } else {
            format!("export default {table};\n")
        };
        let address = format!("/bundle/{}-{}.js", part.name(), digest(&text));
        if let Some([script, _]) = files.get_mut(&part) {
            *script = (address, text);
        }
    }
    Ok(Bundle { files })
}

fn is_module(name: &str) -> bool {
    // This one runs before everything else, as a script of its own.
    name.ends_with(".js") && name != "early.js"
}

fn is_style(name: &str) -> bool {
    name.ends_with(".css")
}

/// The game that a board's file belongs to.
fn board_of(name: &str) -> Option<&str> {
    name.strip_prefix("boards/")?.split_once('/').map(|(game, _)| game)
}

fn style_part(sources: &Sources, name: &str) -> Option<Part> {
    if !is_style(name) || !sources.contains_key(name) {
        return None;
    }
    if FIRST_STYLES.contains(&name) {
        return Some(Part::App);
    }
    let real_time = board_of(name)
        .is_some_and(|game| sources.contains_key(&format!("boards/{game}/realtime.js")));
    Some(if real_time || name == "style/arcade.css" { Part::Arcade } else { Part::Play })
}

/// Which part every module is in. What the arcade shares with tables is in the first part.
fn assign(modules: &BTreeMap<String, Module>) -> BTreeMap<String, Part> {
    let real_time = |name: &str| {
        let file = board_of(name).map(|game| format!("boards/{game}/realtime.js"));
        file.is_some_and(|file| modules.contains_key(&file))
    };
    let root = |name: &str| match name {
        "app.js" | "pages/home.js" => Part::App,
        _ if name.starts_with("i18n/") || name.ends_with("/picture.js") => Part::App,
        _ if name.starts_with("arcade/") || real_time(name) => Part::Arcade,
        _ => Part::Play,
    };
    let reached = |part: Part| {
        let roots = modules.keys().filter(|name| root(name) == part);
        let mut open: Vec<&String> = roots.collect();
        let mut seen: BTreeSet<&String> = open.iter().copied().collect();
        while let Some(name) = open.pop() {
            open.extend(modules[name].imports.iter().filter(|import| seen.insert(import)));
        }
        seen
    };
    let (app, arcade) = (reached(Part::App), reached(Part::Arcade));
    let part = |name: &String| match root(name) {
        Part::Play if app.contains(name) || arcade.contains(name) => Part::App,
        Part::Arcade if app.contains(name) => Part::App,
        own => own,
    };
    modules.keys().map(|name| (name.clone(), part(name))).collect()
}

/// For every module: the scripts that it takes besides the first. Any of them may be imported on demand.
fn needs(
    modules: &BTreeMap<String, Module>,
    parts: &BTreeMap<String, Part>,
    files: &BTreeMap<Part, [(String, String); 2]>,
) -> String {
    let mut text = String::from("{\n");
    for name in modules.keys() {
        let mut reached = BTreeSet::from([name]);
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            open.extend(modules[name].imports.iter().filter(|import| reached.insert(import)));
        }
        let needed: BTreeSet<Part> =
            reached.into_iter().map(|name| parts[name]).filter(|part| *part != Part::App).collect();
        let scripts: Vec<String> =
            needed.into_iter().map(|part| format!("\"{}\"", files[&part][0].0)).collect();
        if !scripts.is_empty() {
            let _ = writeln!(text, "\"/{name}\": [{}],", scripts.join(", "));
        }
    }
    text + "}"
}

/// The bundle's stylesheet for each that is fetched on demand.
fn where_styles_are(
    styles: &BTreeMap<String, Part>,
    files: &BTreeMap<Part, [(String, String); 2]>,
) -> String {
    let entries: Vec<String> =
        styles.iter().map(|(name, part)| format!("\"{name}\": \"{}\"", files[part][1].0)).collect();
    format!("{{ {} }}", entries.join(", "))
}

fn refuse_cycles(modules: &BTreeMap<String, Module>) -> Result<(), BundleError> {
    fn visit<'m>(
        name: &'m str,
        modules: &'m BTreeMap<String, Module>,
        open: &mut BTreeSet<&'m str>,
        done: &mut BTreeSet<&'m str>,
    ) -> Result<(), BundleError> {
        if done.contains(name) {
            return Ok(());
        }
        if !open.insert(name) {
            return Err(BundleError::Cycle { file: name.to_owned() });
        }
        for import in &modules[name].imports {
            visit(import, modules, open, done)?;
        }
        open.remove(name);
        done.insert(name);
        Ok(())
    }
    let (mut open, mut done) = (BTreeSet::new(), BTreeSet::new());
    modules.keys().try_for_each(|name| visit(name, modules, &mut open, &mut done))
}

/// Turns imports into calls of `$use`, exports into getters, and `import()` into `$load()`. No module has such names.
fn take_apart(file: &str, text: &str) -> Result<Module, BundleError> {
    let text = without_comments(text);
    let (mut imports, mut getters, mut body) = (Vec::new(), Vec::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let listing = line.starts_with("import ") || line.starts_with("export {");
        if !listing && !line.starts_with("export ") {
            body.push_str(&line.replace("import(", "$load("));
            body.push('\n');
            continue;
        }
        let mut statement = line.to_owned();
        while listing && !statement.trim_end().ends_with(';') {
            let Some(more) = lines.next() else { break };
            statement.push(' ');
            statement.push_str(more.trim());
        }
        let wrong =
            || BundleError::Statement { file: file.to_owned(), statement: statement.clone() };
        if let Some(rest) = statement.strip_prefix("import ") {
            let (what, from) = rest.split_once(" from ").ok_or_else(wrong)?;
            let from = resolve(file, from).ok_or_else(wrong)?;
            let what = what.trim();
            let taken = if let Some(names) = braced(what) {
                let names: Vec<String> =
                    names.into_iter().map(|(name, own)| format!("{name}: {own}")).collect();
                format!("{{ {} }}", names.join(", "))
            } else if let Some(all) = what.strip_prefix("* as ") {
                all.to_owned()
            } else {
                format!("{{ default: {what} }}")
            };
            let _ = writeln!(body, "const {taken} = $use(\"/{from}\");");
            imports.push(from);
        } else if listing {
            let rest = statement.trim_start_matches("export ").trim_end_matches(';');
            let (names, from) = match rest.split_once(" from ") {
                Some((names, from)) => (names, Some(resolve(file, from).ok_or_else(wrong)?)),
                None => (rest, None),
            };
            for (own, name) in braced(names.trim()).ok_or_else(wrong)? {
                getters.push(match &from {
                    Some(from) => format!("{name}: () => $use(\"/{from}\").{own}"),
                    None => format!("{name}: () => {own}"),
                });
            }
            imports.extend(from);
        } else {
            let rest = statement.strip_prefix("export ").unwrap_or_default();
            if let Some(value) = rest.strip_prefix("default ") {
                getters.push("default: () => $default".to_owned());
                let _ = writeln!(body, "const $default = {value}");
                continue;
            }
            let declared = ["const ", "function ", "async function ", "class "]
                .iter()
                .find_map(|kind| rest.strip_prefix(kind))
                .ok_or_else(wrong)?;
            let end = declared.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
            let name = &declared[..end.unwrap_or(declared.len())];
            if name.is_empty() {
                return Err(wrong());
            }
            getters.push(format!("{name}: () => {name}"));
            let _ = writeln!(body, "{}", rest.replace("import(", "$load("));
        }
    }
    let body = format!("$give({{ {} }});\n{body}", getters.join(", "));
    Ok(Module { imports, body })
}

/// Names in braces: what each is called there, and what it is called after `as`.
fn braced(list: &str) -> Option<Vec<(&str, &str)>> {
    let list = list.strip_prefix('{')?.strip_suffix('}')?;
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    Some(names.map(|name| name.split_once(" as ").unwrap_or((name, name))).collect())
}

/// The file that `'./x.js';` means in another one.
fn resolve(file: &str, from: &str) -> Option<String> {
    let path = from.trim().trim_end_matches(';').trim_matches('\'');
    let mut folders: Vec<&str> = file.split('/').collect();
    folders.pop();
    if !path.starts_with('.') {
        return None;
    }
    for step in path.split('/') {
        match step {
            "." => {}
            ".." => drop(folders.pop()?),
            name => folders.push(name),
        }
    }
    Some(folders.join("/"))
}

/// Without comments that begin a line and without types, which are for people who change the page.
fn without_comments(text: &str) -> String {
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/**") {
        short.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    short.push_str(rest);
    let mut lines = String::with_capacity(short.len());
    for line in short.lines() {
        if !line.trim().is_empty() && !line.trim_start().starts_with("//") {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> Sources {
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn imports_become_calls_and_exports_getters() {
        let text = "// About.\nimport {\n  a, b as c,\n} from '../x.js';\nimport words from './w.js';\n\
                    import * as hand from './h.js';\nexport { d, e as f } from './y.js';\n\
                    export const one = /** @type {number} */ (1);\nexport async function two() {\n  \
                    await import('./z.js');\n}\n";
        let module = take_apart("pages/p.js", text).unwrap();
        assert_eq!(module.imports, ["x.js", "pages/w.js", "pages/h.js", "pages/y.js"]);
        assert_eq!(
            module.body,
            "$give({ d: () => $use(\"/pages/y.js\").d, f: () => $use(\"/pages/y.js\").e, one: () => one, \
             two: () => two });\nconst { a: a, b: c } = $use(\"/x.js\");\n\
             const { default: words } = $use(\"/pages/w.js\");\nconst hand = $use(\"/pages/h.js\");\n\
             const one =  (1);\nasync function two() {\n  await $load('./z.js');\n}\n"
        );
    }

    #[test]
    fn what_cannot_be_bundled_is_named() {
        let digest = |_: &str| String::from("0");
        let refused =
            |files: &[(&str, &str)]| bundle(&sources(files), digest).unwrap_err().to_string();
        let live = [("app.js", "export let lang = 'en';\n")];
        assert_eq!(refused(&live), "app.js: cannot read \"export let lang = 'en';\"");
        let lost = [("app.js", "import { a } from './gone.js';\n")];
        assert_eq!(refused(&lost), "app.js: imports gone.js, which is not there");
        let round = [
            ("app.js", "import { b } from './b.js';\nexport const a = 1;\n"),
            ("b.js", "import { a } from './app.js';\nexport const b = 1;\n"),
        ];
        assert_eq!(refused(&round), "app.js: imports itself through others");
    }

    #[test]
    fn parts_are_cut_where_pages_are() {
        let files = [
            ("app.js", "import { el } from './ui/dom.js';\n"),
            ("ui/dom.js", "export const el = 1;\n"),
            ("files.js", "export const files = {};\n"),
            ("pages/table.js", "import { el } from '../ui/dom.js';\nexport const page = el;\n"),
            ("arcade/play.js", "export const page = 1;\n"),
            ("style/tokens.css", ":root {}\n"),
            ("style/arcade.css", ".arcade {}\n"),
            ("boards/go/style.css", ".go {}\n"),
        ];
        let bundle = bundle(&sources(&files), |_| String::from("0")).unwrap();
        let script = |part| bundle.files[&part][0].1.as_str();
        assert!(script(Part::App).contains("\"/ui/dom.js\""));
        assert!(script(Part::App).contains("\"/pages/table.js\": [\"/bundle/play-0.js\"]"));
        assert!(script(Part::Play).contains("\"/pages/table.js\"($give, $use, $load)"));
        assert!(script(Part::Play).contains("\"/boards/go/style.css\": \"/bundle/play-0.css\""));
        assert!(script(Part::Arcade).contains("\"/arcade/play.js\""));
        assert_eq!(bundle.style(Part::Arcade), "/bundle/arcade-0.css");
    }
}

//! The page and what is said to browsers.

use reqwest::Method;

use crate::support::House;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_served_with_care() {
    let house = House::open().await;
    let any = house.client();
    let get = |path: &'static str| any.request(Method::GET, path);
    let home = get("/").send().await.unwrap();
    assert_eq!(home.status(), 200);
    let headers = home.headers().clone();
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    assert!(header("content-type").starts_with("text/html"));
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self' 'sha256-"));
    assert!(!policy.contains("unsafe"));
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("referrer-policy"), "no-referrer");
    let known = get("/").header("if-none-match", header("etag")).send().await.unwrap();
    assert_eq!(known.status(), 304);
    // Each address describes itself to messengers, and names what it will need; the rest is the same.
    let document = |text: String| {
        let own = ["property=\"og:", "rel=\"modulepreload\"", "rel=\"preload\" as=\"style\""];
        let lines = text.lines().filter(|line| !own.iter().any(|own| line.contains(own)));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let plain = document(home.text().await.unwrap());
    for place in [
        "/new/connect4",
        "/table/abc",
        "/race/abc",
        "/arcade/tetris",
        "/analysis",
        "/analysis/abc",
        "/thoughts/connect4",
        "/puzzles",
        "/puzzles/connect4/abc",
        "/arena",
        "/games",
        "/learn",
        "/learn/connect4/1",
    ] {
        let got = get(place).send().await.unwrap();
        assert_eq!(got.status(), 200);
        let text = got.text().await.unwrap();
        assert!(text.contains("property=\"og:title\""), "{text}");
        assert_eq!(document(text), plain, "{place}");
    }
    assert_eq!(get("/nowhere").send().await.unwrap().status(), 404);
    let missing = get("/nothing.js").send().await.unwrap();
    assert_eq!(missing.status(), 404);
    assert!(missing.text().await.unwrap().contains("nothing here"));
    let packed = get("/").header("accept-encoding", "gzip").send().await.unwrap();
    if let Some(encoding) = packed.headers().get("content-encoding") {
        assert_eq!(encoding, "gzip");
    }
    assert_eq!(any.request(Method::POST, "/").send().await.unwrap().status(), 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_can_stand_in_for_the_page_but_not_for_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "<p>mine").unwrap();
    std::fs::create_dir(folder.path().join("web")).unwrap();
    std::fs::write(folder.path().join("web/a.js"), "1").unwrap();
    let web = Some(folder.path().join("web"));
    let house = House::with(server::Config { web, ..crate::support::config() }).await;
    let any = house.client();
    assert_eq!(any.get("/a.js").await.text, "1");
    for path in
        ["/../index.html", "/%2e%2e/index.html", "/web/..%2f..%2findex.html", "//etc/passwd"]
    {
        assert!(!any.get(path).await.text.contains("mine"), "{path}");
        assert_eq!(any.get(path).await.status, 404, "{path}");
    }
}

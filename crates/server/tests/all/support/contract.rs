//! Holds every answer and event that a test sees against the OpenAPI document: what is sent must be
//! described, and what is described must be sent.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use reqwest::Method;
use serde_json::{Map, Value, json};

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(server::openapi()).unwrap());

/// Checks an answer. Addresses and methods that the document does not have are refused with 404 or 405.
#[track_caller]
pub fn check_answer(method: &Method, path: &str, status: u16, body: &str) {
    let Some(operation) = operation(method, path) else { return };
    let content = match &operation["responses"][status.to_string()] {
        // Every route may refuse a request that it cannot read, or that comes too often.
        Value::Null if status >= 400 => json!({ "application/json": { "schema": refusal() } }),
        Value::Null => panic!("{method} {path} answers {status}, which is not described"),
        answer => answer["content"].clone(),
    };
    if let Some(schema) = content["application/json"]["schema"].as_object() {
        let body = serde_json::from_str(body).unwrap_or(Value::Null);
        assert_fits(&Value::Object(schema.clone()), &body, &format!("{method} {path} ({status})"));
    }
}

/// Checks an event of the stream at this address.
#[track_caller]
pub fn check_event(path: &str, event: &str, data: &Value) {
    let operation = operation(&Method::GET, path).expect("the stream is described");
    let schema = &operation["responses"]["200"]["content"]["text/event-stream"]["schema"];
    assert_fits(schema, &json!({ "event": event, "data": data }), path);
}

fn refusal() -> Value {
    json!({ "$ref": "#/components/schemas/RefusalBody" })
}

fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |template: &str| {
        let own: Vec<&str> = template.split('/').collect();
        own.len() == parts.len()
            && own.iter().zip(&parts).all(|(own, part)| own.starts_with('{') || own == part)
    };
    let (_, item) = DOCUMENT["paths"].as_object()?.iter().find(|(template, _)| fits(template))?;
    item.get(method.as_str().to_lowercase())
}

#[track_caller]
fn assert_fits(schema: &Value, value: &Value, what: &str) {
    if let Err(why) = fits(schema, value) {
        panic!("{what} is not as it is described: {why}\n{value:#}");
    }
}

/// Whether a value is what a schema says, and an object has no field that the schema does not know.
fn fits(schema: &Value, value: &Value) -> Result<(), String> {
    holds(schema, value)?;
    let (Some(object), Some(fields)) = (value.as_object(), fields(schema)) else { return Ok(()) };
    match object.keys().find(|&key| !fields.contains(key.as_str())) {
        Some(key) => Err(format!("“{key}” is not described")),
        None => Ok(()),
    }
}

fn holds(schema: &Value, value: &Value) -> Result<(), String> {
    let schema = resolve(schema);
    let list = |name: &str| schema[name].as_array().map(Vec::as_slice).unwrap_or_default();
    for part in list("allOf") {
        holds(part, value)?;
    }
    for several in ["oneOf", "anyOf"] {
        let tried: Vec<_> = list(several).iter().map(|part| holds(part, value)).collect();
        if !tried.is_empty() && tried.iter().all(Result::is_err) {
            return Err(format!("none of these: {tried:?}"));
        }
        if several == "oneOf" && tried.iter().filter(|fit| fit.is_ok()).count() > 1 {
            return Err("more than one of these".into());
        }
    }
    if !schema["enum"].is_null() && !list("enum").contains(value) {
        return Err(format!("{value} is not among {}", schema["enum"]));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    if !types.iter().any(|name| is(name, value)) {
        return Err(format!("{value} is not of type {}", schema["type"]));
    }
    if let Some(array) = value.as_array() {
        let first = list("prefixItems");
        for (index, item) in array.iter().enumerate() {
            let schema = first.get(index).unwrap_or(&schema["items"]);
            fits(schema, item).map_err(|why| format!("[{index}]: {why}"))?;
        }
    }
    if let Some(object) = value.as_object() {
        for name in list("required").iter().filter_map(Value::as_str) {
            object.get(name).ok_or_else(|| format!("“{name}” is missing"))?;
        }
        let none = Map::new();
        for (name, schema) in schema["properties"].as_object().unwrap_or(&none) {
            if let Some(value) = object.get(name) {
                fits(schema, value).map_err(|why| format!("{name}: {why}"))?;
            }
        }
    }
    Ok(())
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("a type that no schema has: {other}"),
    }
}

/// The fields of an object of this schema; none if it may have any.
fn fields(schema: &Value) -> Option<BTreeSet<&str>> {
    let schema = resolve(schema);
    let parts: Vec<&Value> = ["allOf", "oneOf", "anyOf"]
        .iter()
        .filter_map(|name| schema[*name].as_array())
        .flatten()
        .filter(|part| part["type"] != "null")
        .collect();
    let own = schema["properties"].as_object();
    let open = schema["additionalProperties"].is_object();
    if open || own.is_none() && parts.is_empty() {
        return None;
    }
    let mut all: BTreeSet<&str> =
        own.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    for part in parts {
        all.extend(fields(part)?);
    }
    Some(all)
}

fn resolve(schema: &Value) -> &Value {
    match schema["$ref"].as_str().and_then(|name| name.strip_prefix('#')) {
        Some(pointer) => DOCUMENT.pointer(pointer).expect("what is referred to is there"),
        None => schema,
    }
}

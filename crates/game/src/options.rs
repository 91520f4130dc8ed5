//! Makes validated options from a variant's name and single settings.

use serde_json::{Map, Value};

use crate::{BadOptions, Game, Kind, Setting, Variant};

/// The options of a variant (the first if none is named), changed by the given settings.
///
/// Every error says what would be right.
pub fn options_for<G: Game>(
    variant: Option<&str>,
    given: &Map<String, Value>,
) -> Result<G::Options, BadOptions> {
    let about = G::ABOUT;
    let variant = match variant {
        None => &about.variants[0],
        Some(id) => about.variants.iter().find(|v| v.id == id).ok_or_else(|| {
            let names = about.variants.iter().map(|v| v.id).collect::<Vec<_>>().join(", ");
            BadOptions::new(
                format!("{} has no variant “{id}”; there is {names}", about.name.en),
                format!("{} n’a pas de variante « {id} » ; il y a {names}", about.name.fr),
            )
        })?,
    };
    let mut options = object_of(&G::Options::default())?;
    options.extend(preset(variant)?);
    for (name, value) in given {
        // Options that only a variant presets are accepted too, and their defaults: saved tables, lessons and whoever
        // sends all options back hold them.
        let presets = |v| preset(v).is_ok_and(|preset| preset.get(name) == Some(value));
        let setting = about.settings.iter().find(|s| s.id == name);
        let known = options.get(name) == Some(value) || about.variants.iter().any(presets);
        if setting.is_none() && known {
            options.insert(name.clone(), value.clone());
            continue;
        }
        let setting = setting.ok_or_else(|| {
            let names = about.settings.iter().map(|s| s.id).collect::<Vec<_>>().join(", ");
            BadOptions::new(
                format!("{} has no option “{name}”; there is {names}", about.name.en),
                format!("{} n’a pas d’option « {name} » ; il y a {names}", about.name.fr),
            )
        })?;
        options.insert(name.clone(), fitting(setting, value)?);
    }
    serde_json::from_value(Value::Object(options)).map_err(unreadable)
}

fn preset(variant: &Variant) -> Result<Map<String, Value>, BadOptions> {
    serde_json::from_str(variant.options).map_err(unreadable)
}

fn object_of<T: serde::Serialize>(options: &T) -> Result<Map<String, Value>, BadOptions> {
    match serde_json::to_value(options) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(unreadable(error)),
    }
}

fn unreadable(error: serde_json::Error) -> BadOptions {
    BadOptions::new(
        format!("these options cannot be read: {error}"),
        format!("ces options sont illisibles : {error}"),
    )
}

/// The value in the setting's type. Text from a command line is parsed.
fn fitting(setting: &Setting, value: &Value) -> Result<Value, BadOptions> {
    let spelled = match value {
        Value::String(text) => serde_json::from_str(text).unwrap_or_else(|_| value.clone()),
        _ => value.clone(),
    };
    let wrong = |en: String, fr: String| {
        BadOptions::new(
            format!("“{}” must be {en}, not {value}", setting.id),
            format!("« {} » doit être {fr}, pas {value}", setting.id),
        )
    };
    match setting.kind {
        Kind::Number { min, max, step } => match spelled.as_i64() {
            Some(n) if (min..=max).contains(&n) && (n - min) % step == 0 => Ok(spelled),
            _ if step > 1 => Err(wrong(
                format!("a number from {min} to {max} in steps of {step}"),
                format!("un nombre de {min} à {max} par pas de {step}"),
            )),
            _ => Err(wrong(
                format!("a whole number from {min} to {max}"),
                format!("un nombre entier de {min} à {max}"),
            )),
        },
        Kind::Flag if spelled.is_boolean() => Ok(spelled),
        Kind::Flag => Err(wrong("true or false".into(), "true ou false".into())),
        Kind::Choice { of } => match value.as_str() {
            Some(name) if of.iter().any(|(id, _)| *id == name) => Ok(value.clone()),
            _ => {
                let names = of.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
                Err(wrong(format!("one of {names}"), format!("l’un de {names}")))
            }
        },
    }
}

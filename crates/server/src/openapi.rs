//! What the API's description says beyond its routes, which `router` collects.

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, ResponseBuilder};
use utoipa::{Modify, OpenApi};

/// The document without routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Plateau",
        description = "Board games to play, learn and study. Everything that the page can do, a \
                       script can do."
    ),
    modifiers(&BearerScheme)
)]
pub(crate) struct Frame;

struct BearerScheme;

impl Modify for BearerScheme {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
        let scheme = SecurityScheme::Http(
            scheme.description(Some("A seat's token; several separated by commas.")).build(),
        );
        openapi
            .components
            .get_or_insert_default()
            .security_schemes
            .insert("token".to_owned(), scheme.into());
    }
}

/// Adds the refusals that any route may give, so that handlers name only those that are their own.
pub(crate) fn add_common_refusals(document: &mut utoipa::openapi::OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            refuse(operation, "400", "It cannot be read.");
            refuse(operation, "429", "Too many from this address; see Retry-After.");
            refuse(
                operation,
                "503",
                "The server is busy, stopping, or without its database; see Retry-After.",
            );
            if path.contains('{') {
                refuse(operation, "404", "There is no such thing.");
            }
            if operation.request_body.is_some() {
                refuse(operation, "413", "The body is too large.");
            }
        }
    }
}

fn refuse(operation: &mut Operation, status: &str, why: &str) {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("RefusalBody"))).build();
    let refusal = ResponseBuilder::new().description(why).content("application/json", body).build();
    operation.responses.responses.entry(status.to_owned()).or_insert_with(|| refusal.into());
}

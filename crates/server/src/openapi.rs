//! What the API's description says beyond its routes, which `router` collects.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

/// The document without routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Plateau",
        description = "Board games to play, learn and study. Everything that the page can do, a \
                       script can do."
    ),
    modifiers(&Token)
)]
pub(crate) struct Frame;

struct Token;

impl Modify for Token {
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

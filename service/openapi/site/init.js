"use strict";
// The page is served beside openapi.yaml, under whatever prefix; nothing outside is ever asked.
SwaggerUIBundle({ url: "openapi.yaml", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null });

"""Writes the OpenAPI 3.1 document from the declarations in `service.api`.

`python -m service.openapi` writes `openapi.yaml`, which the service serves. Only people who change the API need this
package and its imports (apispec, PyYAML: the `dev` extra). `site/` is the interactive page.
"""

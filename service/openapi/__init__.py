"""The description of the API (OpenAPI 3.1), built from the types that the calls take and answer.

`python -m service.openapi` writes `openapi.yaml` and the copy that is served. Only whoever changes the API needs this
package and what it imports (apispec, PyYAML: the `dev` extra); the service reads the written file.
"""

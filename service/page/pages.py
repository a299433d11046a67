"""The addresses of the page. Every screen is the same document; which one is shown follows from the address."""

import json
from functools import cache
from html import escape
from importlib.resources import files

from flask import Blueprint, Response

from service.errors import NotFound
from service.http.request import language
from service.http.response import client_has, takes_gzip
from service.page.assets import Asset, assets, version, words
from service.page.module_bundle import BUNDLE

SCREENS = (
    "/",
    "/new",
    "/open",
    "/settings",
    "/help",
    "/sign-in",
    "/confirm-address",
    "/g/<game>",
    "/g/<game>/end",
    "/g/<game>/audit",
    "/g/<game>/statistics",
    "/p/<player>",
)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ttr"
)
SAFE = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NEGOTIATED = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Accept-Encoding"}
WORKER = "sw.js"  # its scope is its folder, so it is served from the root


def register(blueprint: Blueprint) -> None:
    """Adds the addresses of the page. They are no calls of the API, and its description has none of them."""
    for address in SCREENS:
        blueprint.add_url_rule(address, f"screen {address}", show_screen, methods=["GET"])
    blueprint.add_url_rule("/assets/<known>/<path:path>", "asset", get_asset, methods=["GET"])
    blueprint.add_url_rule(f"/{WORKER}", "worker", get_worker, methods=["GET"])
    blueprint.add_url_rule("/app.webmanifest", "manifest", get_manifest, methods=["GET"])


def show_screen(**_: str) -> Response:
    """The document that loads the page; it holds nothing of a game, so every visitor gets the same."""
    return _unless_cached(_shell(language()), {**NEGOTIATED, **SAFE})


def get_asset(known: str, path: str) -> Response:
    """A file of the page. One of another version is gone: the document that named it is older than the service."""
    asset = assets().get(path)
    if asset is None or known != version():
        raise NotFound()
    return _sent(asset, {**FOREVER, "Vary": "Accept-Encoding"})


def get_worker() -> Response:
    return _unless_cached(_worker(), {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"})


def get_manifest() -> Response:
    return _unless_cached(_manifest(language()), NEGOTIATED)


def _unless_cached(asset: Asset, headers: dict[str, str]) -> Response:
    """What every visit asks for: a browser that has it pays for the question alone."""
    fields = {**headers, "ETag": f"W/{asset.etag}"}  # weak: compressed or not, it is the same
    return Response(status=304, headers=fields) if client_has(asset.etag) else _sent(asset, fields)


def _sent(asset: Asset, headers: dict[str, str]) -> Response:
    zipped = takes_gzip()
    response = Response(asset.zipped if zipped else asset.body, headers=headers)
    response.headers["Content-Type"] = asset.media_type
    if zipped:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _text(name: str) -> str:
    return files("service.page").joinpath(name).read_text(encoding="utf-8")


def _whole(text: str, media_type: str) -> Asset:
    return Asset.of(text.encode(), media_type)


@cache
def _shell(lang: str) -> Asset:
    base = f"/assets/{version()}"
    text = _text("shell.html").format(
        lang=lang,
        base=base,
        bundle=BUNDLE,
        title=escape(_labels(lang)["title"]),
        noscript=escape(_labels(lang)["noscript"]),
        words=words(lang).replace("<", "\\u003c"),  # nothing in it can end the element that holds it
    )
    return _whole(text, "text/html; charset=utf-8")


@cache
def _worker() -> Asset:
    """The service worker with the version that it keeps, so that a new version is a new worker."""
    text = f'const PAGE = {{ version: "{version()}" }};\n{assets()[WORKER].body.decode()}'
    return _whole(text, "text/javascript; charset=utf-8")


@cache
def _manifest(lang: str) -> Asset:
    base = f"/assets/{version()}/icons"
    labels = _labels(lang)
    manifest = {
        "name": labels["title"],
        "short_name": labels["short-title"],
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f4efe4",
        "theme_color": "#23424d",
        "icons": [
            {"src": f"{base}/192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
            {"src": f"{base}/512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
        ],
    }
    return _whole(json.dumps(manifest, ensure_ascii=False), "application/manifest+json")


def _labels(lang: str) -> dict[str, str]:
    labels: dict[str, str] = json.loads(words(lang))
    return labels

// What every module of the page takes from the vendored libraries.

import { h } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export { render } from "./vendor/preact.js";
export { useEffect, useLayoutEffect, useMemo, useRef } from "./vendor/hooks.js";
export { batch, computed, effect, signal, useSignal } from "./vendor/signals.js";

export const html = htm.bind(h);

const policy = {
  createHTML: (svg) => svg,
  createScriptURL: (address) => {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(address);
    return address;
  },
};

/** Scripts, workers and pictures of this origin alone pass: the only policy that the page has. */
export const trusted = window.trustedTypes?.createPolicy("ttr", policy) ?? policy;

/** A picture of the server as an element of this document; scripts have no place in it. */
export function drawn(text) {
  const picture = new DOMParser().parseFromString(trusted.createHTML(text), "image/svg+xml").documentElement;
  picture.querySelectorAll("script, foreignObject").forEach((element) => element.remove());
  return document.importNode(picture, true);
}

export function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Reads a value that this browser keeps; a browser that keeps nothing has the fallback. */
export function kept(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`ttr.${name}`)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(`ttr.${name}`);
    else localStorage.setItem(`ttr.${name}`, JSON.stringify(value));
  } catch {
    // private windows of some browsers keep nothing: the page works until it is closed
  }
}

// A picture of the server as part of the page.

import { drawn, html, useLayoutEffect, useRef } from "../lib.js";

export function Picture({ text }) {
  const frame = useRef(null);
  useLayoutEffect(() => {
    if (text) frame.current.replaceChildren(drawn(text));
  }, [text]);
  return html`<div class="picture" ref=${frame}></div>`;
}

const NARROW = 700; // pixels

/** How broad a chart is drawn, so that its words can be read where it is shown. */
export function chartWidth() {
  return window.innerWidth < NARROW ? 400 : 1000;
}

// A picture of the server as part of the page.

import { drawn, html, useLayoutEffect, useRef } from "../lib.js";

export function Picture({ text }) {
  const frame = useRef(null);
  useLayoutEffect(() => {
    if (text) frame.current.replaceChildren(drawn(text));
  }, [text]);
  return html`<div class="picture" ref=${frame}></div>`;
}

// A map to look at: the server's picture with some of its routes and cities standing out.

import { drawn, html, useEffect, useLayoutEffect, useRef } from "../lib.js";
import { point } from "../table/marks.js";
import { t } from "../words.js";

export function MarkedMap({ text, routes, cities, failed = false }) {
  const frame = useRef(null);
  useLayoutEffect(() => {
    if (text) frame.current.replaceChildren(drawn(text));
  }, [text]);
  useEffect(() => {
    point(frame.current, new Set(routes), new Set(cities));
  }, [text, routes, cities]);
  return html`<section class="marked-map" aria-label=${t("map")}><div class="map-sheet" data-failed=${failed} ref=${frame}></div></section>`;
}

// Pictures of the server as parts of the page: charts, and a map with some of its routes and cities standing out.

import { drawn, html, useEffect, useLayoutEffect, useRef } from "../lib.js";
import { point } from "../table/marks.js";
import { t } from "../words.js";

const NARROW = 700; // pixels

/** The frame that the picture is drawn into. */
function useFrame(text) {
  const frame = useRef(null);
  useLayoutEffect(() => {
    if (text) frame.current.replaceChildren(drawn(text));
  }, [text]);
  return frame;
}

export function Picture({ text }) {
  return html`<div class="picture" ref=${useFrame(text)}></div>`;
}

export function MarkedMap({ text, routes, cities, failed = false }) {
  const frame = useFrame(text);
  useEffect(() => {
    point(frame.current, new Set(routes), new Set(cities));
  }, [text, routes, cities]);
  return html`<section class="marked-map" aria-label=${t("map")}><div class="map-sheet" data-failed=${failed} ref=${frame}></div></section>`;
}

/** How broad a chart is drawn, so that its words can be read where it is shown. */
export function chartWidth() {
  return window.innerWidth < NARROW ? 400 : 1000;
}

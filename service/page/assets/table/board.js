// The map: the server's picture, inlined, with the legal routes and cities marked and pickable.

import { drawn, html, useEffect, useLayoutEffect, useRef, useSignal } from "../lib.js";
import { t } from "../words.js";
import { about, idsOf } from "./picks.js";
import { Zoom } from "./zoom.js";

const REACH = 12; // pixels around a finger in which a route is meant
const AROUND = [0, 45, 90, 135, 180, 225, 270, 315].map((degrees) => (degrees * Math.PI) / 180);

export function Board({ store }) {
  const frame = useRef(null);
  const zoom = useRef(null);
  const offered = useSignal([]);
  const menu = store.menu.value;
  const picture = store.picture.value;

  useLayoutEffect(() => {
    if (!picture) return undefined;
    const map = drawn(picture);
    const { width, height } = map.viewBox.baseVal;
    map.removeAttribute("width"); // as wide as the window
    map.removeAttribute("height");
    frame.current.classList.toggle("tall", height > width);
    frame.current.replaceChildren(map);
    zoom.current ??= new Zoom(frame.current.parentElement, frame.current);
    return undefined;
  }, [picture]);

  useEffect(() => {
    mark(frame.current, idsOf(menu, "route"), idsOf(menu, "city"));
  }, [picture, menu]);

  useEffect(() => {
    point(frame.current, store.marked.value, store.picked.value);
  });

  useEffect(() => () => zoom.current?.end(), []);

  function clicked(event) {
    if (zoom.current?.moved) return;
    const found = choicesAt(frame.current, menu, event.clientX, event.clientY);
    offered.value = [];
    if (found.length === 1) store.pick(found[0]);
    else if (found.length > 1) offered.value = found;
  }

  return html`
    <section class="map" aria-label=${t("map")} aria-busy=${store.drawn.value !== store.view.value.version}>
      <div class="map-window" onClick=${clicked}>
        <div class="map-sheet" ref=${frame}></div>
      </div>
      <div class="zoom" role="group" aria-label=${t("zoom")}>
        <button type="button" onClick=${() => zoom.current?.by(1.5)} aria-label=${t("zoom-in")}>+</button>
        <button type="button" onClick=${() => zoom.current?.by(1 / 1.5)} aria-label=${t("zoom-out")}>−</button>
        <button type="button" onClick=${() => zoom.current?.fit()} aria-label=${t("zoom-fit")}>⤢</button>
      </div>
      ${offered.value.length > 0 &&
      html`<div class="chips offered" role="group" aria-label=${t("which-one")}>
        ${offered.value.map(
          (choice) => html`<button
            type="button"
            class="chip"
            onClick=${() => {
              offered.value = [];
              store.pick(choice);
            }}
          >
            ${choice.entry.title} <small>${choice.entry.details.join(" · ")}</small>
          </button>`,
        )}
        <button type="button" class="chip quiet" onClick=${() => (offered.value = [])}>${t("cancel")}</button>
      </div>`}
    </section>
  `;
}

function routesOf(element) {
  return (element.dataset.routes ?? "").split(" ");
}

function mark(frame, routes, cities) {
  frame.querySelectorAll("[data-routes]").forEach((element) => {
    element.classList.toggle(
      "legal",
      routesOf(element).some((route) => routes.has(route)),
    );
  });
  frame.querySelectorAll("[data-city]").forEach((element) => {
    element.classList.toggle("legal", cities.has(element.dataset.city));
  });
}

function point(frame, marked, picked) {
  const routes = new Set(marked?.routes ?? picked?.entry.about.route ?? []);
  const cities = new Set(marked?.cities ?? picked?.entry.about.city ?? []);
  frame.classList.toggle("pointing", routes.size + cities.size > 0);
  frame.querySelectorAll("[data-routes]").forEach((element) => {
    element.classList.toggle(
      "meant",
      routesOf(element).some((route) => routes.has(route)),
    );
  });
  frame.querySelectorAll("[data-city]").forEach((element) => {
    element.classList.toggle("meant", cities.has(element.dataset.city));
  });
}

/** The choices about what lies under a finger, or within reach of it; the nearest ones alone. */
function choicesAt(frame, menu, x, y) {
  for (const reach of [0, REACH / 2, REACH]) {
    const points = reach ? AROUND.map((angle) => [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]) : [[x, y]];
    const touched = new Set(points.flatMap(([px, py]) => document.elementsFromPoint(px, py)));
    const found = [...touched].filter((element) => frame.contains(element)).flatMap((element) => of(menu, element));
    const unlike = [...new Map(found.map((choice) => [choice.entry, choice])).values()];
    if (unlike.length) return unlike;
  }
  return [];
}

function of(menu, element) {
  const city = element.closest("[data-city]");
  const row = element.closest("[data-routes]");
  if (city) return about(menu, "city", city.dataset.city);
  return row ? routesOf(row).flatMap((route) => about(menu, "route", route)) : [];
}

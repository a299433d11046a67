// The map: the server's picture, inlined, with the legal routes and cities marked and pickable.

import { drawn, html, useEffect, useLayoutEffect, useRef, useSignal } from "../lib.js";
import { t } from "../words.js";
import { markLegal, point, routesOf } from "./marks.js";
import { about, idsOf } from "./picks.js";
import { canPlan } from "./say.js";
import { Zoom } from "./zoom.js";

const RINGS = [ring(0, 1), ring(4, 8), ring(9, 14), ring(13, 22)]; // around a tap: what lies within 12 pixels may be meant
const MOST_OFFERED = 5;
const CLOSER = 2.5; // where more than that lie below a finger

export function Board({ store }) {
  const frame = useRef(null);
  const offered = useSignal([]);
  const hint = useSignal(null);
  const told = useSignal(""); // of a route that cannot be claimed now
  const menu = store.menu.value;
  const picture = store.picture.value;

  useLayoutEffect(() => {
    if (!picture) return;
    const map = drawn(picture);
    const { width, height } = map.viewBox.baseVal;
    map.removeAttribute("width"); // as large as the sheet
    map.removeAttribute("height");
    const before = frame.current.firstChild && ownedIn(frame.current);
    frame.current.replaceChildren(map);
    if (before) freshen(map, before);
    const view = frame.current.parentElement;
    store.zoom ??= new Zoom(view, frame.current, width / height, view.closest(".phone") !== null);
  }, [picture]);

  useLayoutEffect(() => {
    markLegal(frame.current, idsOf(menu, "route"), idsOf(menu, "city"));
  }, [picture, menu]);

  function pointOut() {
    const { route, city } = store.picked.value?.entry.about ?? {};
    const { routes = route ?? [], cities = city ?? [] } = store.marked.value ?? {};
    point(frame.current, new Set(routes), new Set(cities));
    const [meant] = frame.current.getElementsByClassName("meant");
    if (meant && store.picked.value) store.zoom.reveal(meant);
  }
  useLayoutEffect(pointOut, [picture]);
  useEffect(pointOut, [store.marked.value, store.picked.value]); // once the sheet is seen

  useEffect(
    () => () => {
      store.zoom?.end();
      store.zoom = null;
    },
    [],
  );

  function clicked(event) {
    if (store.zoom?.moved) return;
    const found = choicesAt(frame.current, menu, event.clientX, event.clientY, store.zoom?.byFinger);
    offered.value = [];
    told.value = "";
    if (found.length > MOST_OFFERED && !store.zoom.isClose) store.zoom.at(CLOSER, event.clientX, event.clientY);
    else if (found.length === 1) store.pick(found[0]);
    else if (found.length > 1) offered.value = found;
    else if (canPlan(menu)) plan(event.target);
    else if (store.seat !== null && store.at === null) explain(event.target);
  }

  /** What the service says of a route that cannot be claimed: what it takes, and what is held. */
  async function explain(element) {
    const row = element.closest("[data-routes]");
    const route = row && routeOf(store, row);
    if (!route) return;
    const asked = store.say(t("ask-claim", { a: store.city(route.a), b: store.city(route.b) }));
    told.value = await asked.then(({ text }) => text, ({ message }) => message);
  }

  /** In the turns of others, a tap on a free route prepares an order for it. */
  function plan(element) {
    const row = element.closest("[data-routes]:not(.owned)");
    const route = row && routeOf(store, row);
    if (route) store.planned.value = t("order-claim", { a: store.city(route.a), b: store.city(route.b) });
  }

  return html`
    <section class="map" aria-label=${t("map")} aria-busy=${store.drawn.value !== (store.at ?? store.view.value.version)}>
      <div
        class="map-window"
        onClick=${clicked}
        onPointerOver=${(event) => (hint.value = event.pointerType === "mouse" ? hintOf(store, event.target) : null)}
        onPointerLeave=${() => (hint.value = null)}
      >
        ${!picture && html`<p class="loading">${t("loading")}</p>`}
        <div class="map-sheet" ref=${frame}></div>
      </div>
      <p class="hint told" role="status">${told.value}</p>
      ${!told.value && hint.value && html`<p class="hint" aria-hidden="true"><b>${hint.value.title}</b> ${hint.value.details.join(" · ")}</p>`}
      ${offered.value.length > 0 && html`<${Offered} store=${store} offered=${offered} />`}
    </section>
  `;
}

function ownedIn(frame) {
  return new Set([...frame.querySelectorAll(".owned[data-routes]")].flatMap(routesOf));
}

/** Lets the eye find what was claimed since the last picture. */
function freshen(map, before) {
  map.querySelectorAll(".owned[data-routes]").forEach((row) => {
    row.classList.toggle("fresh", !routesOf(row).some((route) => before.has(route)));
  });
}

/** What could be meant, where several things lie below a finger. */
function Offered({ store, offered }) {
  const choose = (choice) => {
    offered.value = [];
    if (choice) store.pick(choice);
  };
  return html`<div class="chips offered" role="group" aria-label=${t("which-one")} onKeyDown=${({ key }) => key === "Escape" && choose(null)}>
    ${offered.value.map(
      (choice) => html`<button type="button" class="chip" onClick=${() => choose(choice)}>
        ${choice.entry.title} <small>${choice.entry.details.join(" · ")}</small>
      </button>`,
    )}
    <button type="button" class="chip quiet" onClick=${() => choose(null)}>${t("cancel")}</button>
  </div>`;
}

/** What lies below the pointer: as the menu says it, else by the names on the board. */
function hintOf(store, element) {
  const [choice] = of(store.menu.value, element);
  if (choice) return choice.entry;
  const row = element.closest("[data-routes]");
  const route = row && routeOf(store, row);
  return route ? { title: `${store.city(route.a)} – ${store.city(route.b)}`, details: [route.length] } : null;
}

function routeOf(store, row) {
  return store.board.value.routes.find(({ id }) => id === routesOf(row)[0]);
}

function ring(reach, count) {
  return Array.from({ length: count }, (_, number) => {
    const angle = (2 * Math.PI * number) / count;
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
}

/** The choices about what lies where somebody taps, the nearest first: a mouse means that alone, a finger all within its reach. */
export function choicesAt(frame, menu, x, y, byFinger) {
  const found = new Map();
  const boxes = [...frame.querySelectorAll(".legal")].map((element) => element.getBoundingClientRect());
  const mayHit = ([left, top]) => boxes.some((box) => box.left <= left && box.right >= left && box.top <= top && box.bottom >= top);
  for (const points of RINGS) {
    const spots = points.map(([dx, dy]) => [x + dx, y + dy]).filter(mayHit); // to look elsewhere only takes time
    const touched = new Set(spots.map((spot) => document.elementFromPoint(...spot)));
    const inside = [...touched].filter((element) => frame.contains(element));
    inside.flatMap((element) => of(menu, element)).forEach((choice) => found.set(choice.entry, choice));
    if (found.size && !byFinger) break;
  }
  return [...found.values()];
}

function of(menu, element) {
  const city = element.closest("[data-city]");
  const row = element.closest("[data-routes]");
  if (city) return about(menu, "city", city.dataset.city);
  return row ? routesOf(row).flatMap((route) => about(menu, "route", route)) : [];
}

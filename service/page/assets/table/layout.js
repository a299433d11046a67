// Where the parts of a table go: three columns on a desk; on a phone the map, the cards, and one part at a time.

import { html, signal, useEffect, useSignal } from "../lib.js";
import { t } from "../words.js";
import { Board } from "./board.js";
import { Hand, Market } from "./cards.js";
import { Do } from "./do.js";
import { Headline } from "./headline.js";
import { HistoryBar } from "./history.js";
import { Messages } from "./messages.js";
import { People, Requests } from "./people.js";
import { isOnTable } from "./picks.js";
import { Sheet } from "./sheet.js";
import { Log } from "./story.js";
import { Tickets } from "./tickets.js";

const desk = window.matchMedia("(width >= 72em)"); // between the other columns the map would be too small
const isWide = signal(desk.matches);
desk.addEventListener("change", () => (isWide.value = desk.matches));

export function Laid({ store }) {
  const Layout = isWide.value ? Desk : Phone;
  return html`
    <div class=${`table ${isWide.value ? "desk" : "phone"}`} data-seated=${store.seat !== null}>
      <${Headline} store=${store} />
      ${store.at !== null && html`<${HistoryBar} store=${store} />`}
      <${Requests} store=${store} />
      <${Layout} store=${store} />
      <${Sheet} store=${store} />
    </div>
  `;
}

function Desk({ store }) {
  const seated = store.seat !== null;
  return html`<div class="columns">
    <div class="column around">
      <${People} store=${store} />
      <${Log} store=${store} />
      <${Messages} store=${store} />
    </div>
    <div class="column stage">
      <${Board} store=${store} />
      ${seated && html`<${Hand} store=${store} />`}
    </div>
    <div class="column actions">
      <${Market} store=${store} />
      ${seated && html`<${Tickets} store=${store} />`}
      ${seated && store.at === null && html`<${Do} store=${store} />`}
    </div>
  </div>`;
}

const PARTS = {
  map: () => null,
  do: ({ store }) => html`<${Do} store=${store} />`,
  tickets: ({ store }) => html`<${Tickets} store=${store} />`,
  people: ({ store }) => html`<${People} store=${store} />`,
  log: ({ store }) => html`<${Log} store=${store} /><${Messages} store=${store} />`,
};
const OF_A_SEAT = ["do", "tickets"];

function Phone({ store }) {
  const seated = store.seat !== null;
  const asked = seated && store.at === null && !isOnTable(store.menu.value);
  const inviting = seated && store.view.value.status === "open"; // their links are what the host needs now
  const part = useSignal(asked ? "do" : inviting ? "people" : "map");
  useEffect(() => {
    if (asked) part.value = "do"; // the cards and the map cannot answer what is asked now
    else if (!inviting && ["do", "people"].includes(part.peek())) part.value = "map";
  }, [asked, inviting]);
  useEffect(() => {
    if (store.planned.value) part.value = "do";
  }, [store.planned.value]);
  const names = Object.keys(PARTS).filter((name) => seated || !OF_A_SEAT.includes(name));
  const Part = PARTS[part.value];
  return html`
    <${Board} store=${store} />
    <div class="dock">
      <${Market} store=${store} />
      ${seated && html`<${Hand} store=${store} />`}
    </div>
    <nav class="tabs" aria-label=${t("parts")}>
      ${names.map(
        (name) => html`<button type="button" data-part=${name} aria-pressed=${name === part.value} onClick=${() => (part.value = name)}>
          ${t(`tab-${name}`)}
        </button>`,
      )}
    </nav>
    ${part.value !== "map" && html`<div class="drawer"><${Part} store=${store} /></div>`}
  `;
}

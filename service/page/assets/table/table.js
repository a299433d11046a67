// The table: map, hand, market, tickets, people and log of one game, now or at an earlier move.

import { get } from "../api.js";
import { html, useEffect, useMemo, useSignal } from "../lib.js";
import { colours, theme } from "../looks.js";
import { fragment, place } from "../router.js";
import { Join } from "../screens/join.js";
import { keepSeat, tokenFor } from "../identity.js";
import { lang, t } from "../words.js";
import { Board } from "./board.js";
import { Hand, Market } from "./cards.js";
import { Do, waiting } from "./do.js";
import { HistoryBar } from "./history.js";
import { Log } from "./log.js";
import { Messages } from "./messages.js";
import { People } from "./people.js";
import { Sheet } from "./sheet.js";
import { TableStore } from "./store.js";
import { Tickets } from "./tickets.js";

const TABS = ["do", "tickets", "people", "log"];

export default function TableScreen({ game }) {
  const invite = useSignal(fragment.get("invite"));
  useMemo(() => takeToken(game), [game]);
  if (invite.value) return html`<${Join} game=${game} invite=${invite.value} onSeated=${() => (invite.value = null)} />`;
  const at = place.value.query.get("at");
  return html`<${Table} game=${game} at=${at === null ? null : Number(at)} key=${`${game}/${at}`} />`;
}

/** A link may carry the token of a seat. */
function takeToken(game) {
  const token = fragment.get("token");
  if (token) keepSeat(game, token);
  fragment.delete("token");
}

function Table({ game, at }) {
  const store = useMemo(() => new TableStore(game, at), [game, at]);
  const latest = useSignal(at);
  useEffect(() => {
    store.open();
    if (at !== null) get(`/v1/games/${game}`, tokenFor(game)).then((seen) => (latest.value = seen.version));
    return () => store.close();
  }, [store]);
  useEffect(() => {
    if (store.picture.peek()) store.loadPicture();
  }, [theme.value, colours.value]);
  useEffect(() => {
    if (store.view.peek()) store.readNews();
  }, [lang.value]);
  const seen = store.view.value;
  useEffect(() => {
    if (seen && store.board.value) document.title = titleOf(store);
  });
  if (!seen || !store.board.value) return html`<${Loading} store=${store} />`;
  return html`<${Laid} store=${store} latest=${latest.value} />`;
}

function titleOf(store) {
  const { waiting_for: seats } = store.view.value;
  const board = store.board.value.title[lang.value] ?? store.board.value.title.en;
  return seats.includes(store.seat) ? `● ${t("your-turn")} – ${board}` : `${waiting(store)} – ${board}`;
}

function Loading({ store }) {
  const problem = store.problem.value;
  if (!problem) return html`<p class="loading" role="status">${t("loading")}</p>`;
  return html`<div class="panel message" role="alert"><h1>${t("cannot-show")}</h1><p>${problem.message}</p><a class="button" href="/">${t("my-games")}</a></div>`;
}

function Laid({ store, latest }) {
  const tab = useSignal("do");
  const seated = store.seat !== null;
  const tabs = TABS.filter((name) => seated || name === "people" || name === "log");
  const shown = tabs.includes(tab.value) ? tab.value : tabs[0];
  return html`
    <div class="table" data-tab=${shown} data-seated=${seated}>
      <${Headline} store=${store} />
      ${store.at !== null && html`<${HistoryBar} store=${store} latest=${latest ?? store.at} />`}
      <div class="stage">
        <${Board} store=${store} />
        <div class="dock">
          <${Market} store=${store} />
          ${seated && html`<${Hand} store=${store} />`}
        </div>
      </div>
      <nav class="tabs" aria-label=${t("parts")}>
        ${tabs.map(
          (name) => html`<button type="button" aria-pressed=${name === shown} onClick=${() => (tab.value = name)}>${t(`tab-${name}`)}</button>`,
        )}
      </nav>
      <div class="column actions">
        ${seated && store.at === null && html`<${Do} store=${store} />`}
        ${seated && html`<${Tickets} store=${store} />`}
      </div>
      <div class="column around">
        <${People} store=${store} />
        <${Log} store=${store} />
        <${Messages} store=${store} />
      </div>
      <${Sheet} store=${store} />
    </div>
  `;
}

function Headline({ store }) {
  const { status, waiting_for: seats, last_seat: last } = store.view.value;
  const board = store.board.value.title[lang.value] ?? store.board.value.title.en;
  const mine = seats.includes(store.seat) && status === "playing";
  return html`
    <div class="headline" data-mine=${mine}>
      <h1><small>${store.view.value.title ? `${store.view.value.title} · ${board}` : board}</small> ${mine ? t("your-turn") : waiting(store)}</h1>
      ${last !== null && status === "playing" && html`<span class="badge">${t("last-round")}</span>`}
      ${status === "scored" && html`<a class="button" href=${`/g/${store.game}/end`}>${t("see-result")}</a>`}
      ${store.at === null && html`<a class="button quiet" href=${`/g/${store.game}?at=${store.view.value.version}`}>${t("look-back")}</a>`}
    </div>
  `;
}

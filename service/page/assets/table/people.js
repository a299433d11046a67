// Who sits here: points, trains, cards, clocks, what can be asked of the table, what has been, and links for seats that are free.

import { change } from "../api.js";
import { Copyable, Warning, useAttempts } from "../forms.js";
import { invitesOf } from "../identity.js";
import { html, useSignal } from "../lib.js";
import { faceOf } from "./cards.js";
import { Deadline } from "./headline.js";
import { isPlain } from "./picks.js";
import { list, number, t, time } from "../words.js";

const FEW = 3; // remarks that stand open

export function People({ store }) {
  const { seats, waiting_for: waiting } = store.view.value;
  return html`
    <section class="panel people" aria-labelledby="people-title">
      <h2 id="people-title">${t("people")}</h2>
      <ol>
        ${seats.map((seat) => html`<${Seat} store=${store} seat=${seat} acts=${waiting.includes(seat.seat)} key=${seat.seat} />`)}
      </ol>
      <${Remarks} store=${store} />
      <${Invites} store=${store} />
      <${TableMatters} store=${store} />
      <${NewLinks} store=${store} />
    </section>
  `;
}

function Seat({ store, seat, acts }) {
  const mine = seat.seat === store.seat;
  const due = seat.clock?.deadline_at;
  return html`<li class="seat" data-acts=${acts} data-mine=${mine}>
    <i class="train" style=${faceOf(store.board.value.train_faces[seat.colour])} aria-hidden="true"></i>
    <b><${Name} store=${store} seat=${seat} />${mine && html` <small>(${t("you")})</small>`}</b>
    <span class="points">${t("points", { count: seat.points, shown: number(seat.points) })}</span>
    <${Stats} seat=${seat} />
    ${acts && html`<small class="acts">${t("acts")}${due && html`, <${Deadline} due=${due} />`}</small>`}
    ${seat.clock?.vacation_until && html`<small>${t("away-until", { time: time(seat.clock.vacation_until) })}</small>`}
  </li>`;
}

/** What somebody has, as signs with numbers; in words for those who hear it or point at it. */
function Stats({ seat }) {
  const path = seat.longest_path?.length;
  const numbers = { trains: seat.trains, cards: seat.cards.count, tickets: seat.tickets.count, ...(path ? { path } : {}) };
  return html`<span class="stats">
    ${Object.entries(numbers).map(
      ([kind, count]) => html`<span class=${`of-${kind}`} title=${t(`has-${kind}`, { count })}>
        <span aria-hidden="true">${count}</span><span class="unseen">${t(`has-${kind}`, { count })}</span>
      </span>`,
    )}
  </span>`;
}

function Name({ store, seat }) {
  if (!seat.holder) return t("open-seat");
  const name = store.name(seat.seat);
  if (seat.holder.kind === "bot") return t("bot-named", { name });
  return seat.holder.player ? html`<a href=${`/p/${seat.holder.player}`}>${name}</a>` : name;
}

/** What the rules of this board say about the table; if it is much, for those who open it. */
function Remarks({ store }) {
  const lines = [...new Set((store.view.value.remarks ?? []).map(({ text }) => text))];
  const shown = html`<ul class="plain remarks">${lines.map((text) => html`<li>${text}</li>`)}</ul>`;
  if (lines.length <= FEW) return lines.length > 0 && shown;
  return html`<details><summary><h3>${t("remarks")}</h3></summary>${shown}</details>`;
}

/** Links for the seats that are still free, for the person who opened the table. */
function Invites({ store }) {
  const free = store.view.value.seats.filter(({ holder }) => !holder).map(({ seat }) => seat);
  const links = invitesOf(store.game).filter(({ seat }) => free.includes(seat));
  const copied = useSignal(null);
  if (!links.length || store.view.value.status !== "open") return null;
  async function share(link) {
    if (navigator.share) await navigator.share({ url: link.url }).catch(() => {});
    else await navigator.clipboard?.writeText(link.url);
    copied.value = link.seat;
  }
  return html`<div class="invites">
    <h3>${t("invite")}</h3>
    <p class="quiet">${t("invite-how")}</p>
    ${links.map(
      (link) => html`<div class="row" key=${link.seat}>
        <${Copyable} url=${link.url} label=${t("invite-for", { number: link.seat + 1 })} />
        <button type="button" onClick=${() => share(link)}>${copied.value === link.seat ? t("copied") : t("share")}</button>
      </div>`,
    )}
  </div>`;
}

/** New links to seats that have somebody: to hand one's own over, for a person who has lost theirs, or in the place of a bot. */
function NewLinks({ store }) {
  const { status, seats } = store.view.value;
  const taken = (store.menu.value?.invitations ?? []).filter((seat) => seats[seat].holder);
  const link = useSignal(null); // {seat, url}
  const { problem, attempt } = useAttempts();
  const labelOf = (seat) => (seat === store.seat ? t("hand-over") : t("new-link-for", { name: store.name(seat) }));
  if (!taken.length || status === "open") return null;
  async function invite(seat) {
    link.value = await change("POST", `${store.path}/seats/${seat}/invite`, { token: store.token });
    store.refresh();
  }
  return html`<details class="new-links">
    <summary><h3>${t("new-link")}</h3></summary>
    <p class="quiet">${t("new-link-how")}</p>
    <${Warning} problem=${problem} />
    <div class="chips">
      ${taken.map(
        (seat) => html`<button type="button" class="chip" key=${seat} onClick=${attempt(() => invite(seat))}>
          ${labelOf(seat)}
        </button>`,
      )}
    </div>
    ${link.value && html`<${Copyable} url=${link.value.url} label=${labelOf(link.value.seat)} />`}
  </details>`;
}

/** What can be asked of the table: undo, pause, resign and the like. */
function TableMatters({ store }) {
  const menu = store.menu.value;
  const groups = (menu?.table ?? []).filter((group) => store.seat === null || !isPlain(group)); // those are among one's moves
  const forms = (menu?.forms ?? []).filter(({ fields }) => fields.every(({ name }) => name !== "alternatives"));
  if (!groups.length && !forms.length) return null;
  return html`<details class="matters">
    <summary><h3>${t("table-matters")}</h3></summary>
    ${groups.map(
      (group) => html`<div class="matter" key=${group.type}>
        ${!isPlain(group) && html`<h4>${group.title}</h4>`}
        <div class="chips">
          ${group.entries.map(
            (entry) => html`<button type="button" class="chip" aria-label=${isPlain(group) ? undefined : `${group.title}: ${entry.title}`} onClick=${() => store.pick({ group, entry })}>${entry.title}</button>`,
          )}
        </div>
      </div>`,
    )}
    ${forms.map((form) => html`<${Form} store=${store} form=${form} key=${form.type} />`)}
  </details>`;
}

function Form({ store, form }) {
  const values = useSignal(Object.fromEntries(form.fields.map(({ name, min }) => [name, min])));
  const command = { ...form.command, ...values.value };
  const entry = { title: form.title, details: form.fields.map(({ name, label }) => `${label} ${values.value[name]}`), effect: null, about: {}, ways: [{ text: "", command }] };
  return html`<form class="row" onSubmit=${(event) => (event.preventDefault(), store.pick({ group: { type: form.type, title: form.title }, entry }))}>
    ${form.fields.map(
      ({ name, label, min, max }) => html`<label>
        ${label}
        <input type="number" min=${min} max=${max} value=${values.value[name]} onInput=${(event) => (values.value = { ...values.value, [name]: Number(event.target.value) })} />
      </label>`,
    )}
    <button type="submit">${form.title}</button>
  </form>`;
}

/** What somebody has proposed, with the two answers to it. */
export function Requests({ store }) {
  const pending = store.view.value.rules.motions?.pending ?? [];
  if (!pending.length) return null;
  return html`<div class="requests">
    ${pending.map((each) => html`<${Request} store=${store} motion=${each.motion} agreed=${each.agreed} key=${each.motion} />`)}
  </div>`;
}

function Request({ store, motion, agreed }) {
  const groups = store.menu.value?.table ?? [];
  const answers = groups.flatMap((group) => group.entries.filter((entry) => entry.ways[0].command.motion === motion).map((entry) => ({ group, entry })));
  return html`<div class="bar request" role="status">
    <p>${t("proposed")} <b>${answers[0]?.entry.title}</b>. ${t("agreed-by", { names: list(agreed.map((seat) => store.name(seat))) })}</p>
    <div class="answers">
      ${answers.map((answer) => html`<button type="button" onClick=${() => store.pick(answer)}>${answer.group.title}</button>`)}
    </div>
  </div>`;
}

// Standing orders: what to do when one's turn comes, as lines in plain words, of which the first that can be done is done.

import { html, useEffect, useSignal } from "../lib.js";
import { t } from "../words.js";
import { Reply, useTalk } from "./say.js";

/** The form that says how many lines and turns an order may have; null if none can be given. */
function formOf(menu) {
  const form = menu?.forms.find(({ fields }) => fields.some(({ name }) => name === "alternatives"));
  return form && { title: form.title, ...Object.fromEntries(form.fields.map((field) => [field.name, field])) };
}

/** Whether a route on the map can be ordered now: it is nobody's choice yet. */
export function canPlan(menu) {
  return Boolean(formOf(menu)) && !menu.moves?.length;
}

export function Orders({ store }) {
  const form = formOf(store.menu.value);
  const lines = useSignal([""]);
  const turns = useSignal(1);
  const talk = useTalk(store);
  const planned = store.planned.value;
  useEffect(() => {
    if (planned) lines.value = [...lines.value.filter(Boolean), planned];
    store.planned.value = "";
  }, [planned]);
  const reply = talk.reply.value;
  useEffect(() => {
    if (reply?.did === "moved") [lines.value, turns.value] = [[""], 1]; // given: the next one begins empty
  }, [reply]);
  if (!form) return null;
  const change = (place, text) => (lines.value = lines.value.with(place, text));
  async function give(event) {
    event.preventDefault();
    const what = lines.value.filter((line) => line.trim()).join(t("order-else"));
    const often = turns.value > 1 ? t("order-turns", { count: turns.value }) : "";
    await talk.say(t("order-begin", { what: what + often }));
  }
  return html`
    <details class="group orders" open=${lines.value.some(Boolean) || reply !== null}>
      <summary><h3>${form.title}</h3></summary>
      <p class="quiet">${t("order-how")}</p>
      <form onSubmit=${give}>
        <ol>
          ${lines.value.map(
            (line, place) => html`<li key=${place}>
              <label>
                <span>${t(place === 0 ? "order-first" : "order-next")}</span>
                <input required=${place === 0} autocomplete="off" maxlength="100" placeholder=${t("order-example")} value=${line} onInput=${(event) => change(place, event.target.value)} />
              </label>
            </li>`,
          )}
        </ol>
        <label class="row">${form.turns.label} <input type="number" min=${form.turns.min} max=${form.turns.max} value=${turns} onInput=${(event) => (turns.value = Number(event.target.value))} /></label>
        <div class="chips">
          <button type="button" class="chip" disabled=${lines.value.length >= form.alternatives.max} onClick=${() => (lines.value = [...lines.value, ""])}>${t("order-more")}</button>
          <button type="button" class="chip" onClick=${() => talk.say(t("orders-ask"))}>${t("orders-mine")}</button>
          <button type="submit" class="chip" disabled=${talk.busy.value}>${t("order-give")}</button>
        </div>
        <${Reply} talk=${talk} />
      </form>
    </details>
  `;
}

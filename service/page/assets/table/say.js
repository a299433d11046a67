// Plain words to the service, and what it answers: one line that does whatever can be done, and standing orders for turns to come.

import { bound } from "../forms.js";
import { html, useEffect, useLayoutEffect, useRef, useSignal } from "../lib.js";
import { t } from "../words.js";

/**
 * A conversation: what was answered last, and how to say the next thing. An answer is dropped when something else is
 * played, and when the turn goes on; what came of a move stays until then, unless it asks something.
 */
export function useTalk(store) {
  const reply = useSignal(null);
  const busy = useSignal(false);
  const moment = momentOf(store);
  useEffect(() => {
    const { did, choices, asked } = reply.value ?? {};
    if (asked !== moment && (did !== "moved" || choices.length)) reply.value = null;
  }, [moment]);
  useEffect(() => {
    if (store.sending.value) reply.value = null;
  }, [store.sending.value]);
  async function say(words) {
    if (!words.trim() || busy.value) return false;
    busy.value = true;
    try {
      const said = await store.say(words);
      reply.value = { ...said, asked: momentOf(store) };
      return true;
    } catch (error) {
      reply.value = { text: error.message, choices: [], asked: momentOf(store) };
      return false;
    } finally {
      busy.value = false;
    }
  }
  return { reply, busy, say };
}

/** What somebody is asked now; out of turn, what the table looks like now. */
function momentOf(store) {
  return store.menu.value?.decision ?? `version ${store.view.value.version}`;
}

/** The answer comes into sight below what was typed; the choices in it are buttons. */
export function Reply({ talk }) {
  const place = useRef(null);
  const reply = talk.reply.value;
  const { text, choices } = reply ?? { text: "", choices: [] };
  const isButton = (line) => choices.some(({ number, label }) => line === `${number}) ${label}`);
  const told = text.split("\n").filter((line) => !isButton(line)).join("\n");
  useLayoutEffect(() => {
    if (reply) place.current.scrollIntoView({ block: "nearest" });
  }, [reply]);
  return html`<div class="reply" role="status" ref=${place}>
    ${told && html`<p>${told}</p>`}
    <div class="chips">
      ${choices.map((choice) => html`<button type="button" class="chip" onClick=${() => talk.say(String(choice.number))}>${choice.number}. ${choice.label}</button>`)}
    </div>
  </div>`;
}

export function Say({ store }) {
  const text = useSignal("");
  const talk = useTalk(store);
  async function sent(event) {
    event.preventDefault();
    if (await talk.say(text.value)) text.value = "";
  }
  return html`
    <form class="say" onSubmit=${sent}>
      <label for="say">${t("say")}</label>
      <div class="row">
        <input id="say" autocomplete="off" maxlength="400" placeholder=${t("say-example")} ...${bound(text)} />
        <button type="submit" disabled=${talk.busy.value}>${t("say-it")}</button>
      </div>
      <${Reply} talk=${talk} />
    </form>
  `;
}

/** The form that says how many lines and turns an order may have; null if none can be given. */
function formOf(menu) {
  const form = menu?.forms.find(({ fields }) => fields.some(({ name }) => name === "alternatives"));
  return form && { title: form.title, ...Object.fromEntries(form.fields.map((field) => [field.name, field])) };
}

/** Whether a route on the map can be ordered now: it is nobody's choice yet. */
export function canPlan(menu) {
  return Boolean(formOf(menu)) && !menu.moves?.length;
}

/** What to do when one's turn comes, as lines in plain words, of which the first that can be done is done. */
export function Orders({ store }) {
  const form = formOf(store.menu.value);
  const lines = useSignal([""]);
  const turns = useSignal(1);
  const talk = useTalk(store);
  const planned = store.planned.value;
  const isOpen = useSignal(false);
  useEffect(() => {
    if (planned) isOpen.value = true;
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
    <details class="group orders" open=${isOpen.value} onToggle=${({ target }) => (isOpen.value = target.open)}>
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

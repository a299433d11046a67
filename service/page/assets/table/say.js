// Plain words to the service, and what it answers: one line that does whatever can be done.

import { html, useSignal } from "../lib.js";
import { t } from "../words.js";

/** A conversation: what was answered last, and how to say the next thing. */
export function useTalk(store) {
  const reply = useSignal(null);
  const busy = useSignal(false);
  async function say(words) {
    if (!words.trim() || busy.value) return false;
    busy.value = true;
    try {
      reply.value = await store.say(words);
      return true;
    } catch (error) {
      reply.value = { text: error.message, choices: [] };
      return false;
    } finally {
      busy.value = false;
    }
  }
  return { reply, busy, say };
}

export function Reply({ talk }) {
  const { text, choices } = talk.reply.value ?? { text: "", choices: [] };
  return html`<div class="reply" role="status">
    ${text && html`<p>${text}</p>`}
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
        <input id="say" autocomplete="off" maxlength="400" placeholder=${t("say-example")} value=${text} onInput=${(event) => (text.value = event.target.value)} />
        <button type="submit" disabled=${talk.busy.value}>${t("say-it")}</button>
      </div>
      <${Reply} talk=${talk} />
    </form>
  `;
}

// What people at the table write to each other. It lies beside the game and changes nothing of it.

import { change, get } from "../api.js";
import { Warning, bound, useAttempts } from "../forms.js";
import { html, useEffect, useRef, useSignal } from "../lib.js";
import { t, time } from "../words.js";

const LONGEST = 1000; // characters

export function Messages({ store }) {
  const said = useSignal([]);
  const text = useSignal("");
  const { problem, attempt } = useAttempts();
  const end = useRef(null);
  const path = `${store.path}/messages`;

  async function load() {
    try {
      said.value = (await get(`${path}?limit=100`, store.token)).items;
    } catch (error) {
      problem.value = [401, 403].includes(error.status) ? null : error;
    }
  }
  useEffect(() => {
    load();
  }, [store.heard.value]);
  useEffect(() => {
    end.current.scrollTop = end.current.scrollHeight;
  }, [said.value.length]);

  const guard = (act) => attempt(async () => {
    await act();
    await load();
  });
  const write = guard(async () => {
    const words = text.value.trim();
    if (!words) return;
    await change("POST", path, { token: store.token, body: { text: words } });
    text.value = "";
  });

  return html`
    <section class="panel messages" aria-labelledby="messages-title">
      <h2 id="messages-title">${t("messages")}</h2>
      ${said.value.length === 0 && html`<p class="quiet">${t("nothing-yet")}</p>`}
      <ol ref=${end} tabindex="0" aria-label=${t("messages")}>
        ${said.value.map((message) => html`<${Message} store=${store} message=${message} guard=${guard} path=${path} key=${message.id} />`)}
      </ol>
      <${Warning} problem=${problem} />
      ${store.token &&
      html`<form class="row" onSubmit=${write}>
        <input aria-label=${t("write")} placeholder=${t("write")} maxlength=${LONGEST} autocomplete="off" ...${bound(text)} />
        <button type="submit" class="primary sign" aria-label=${t("send")}>➤</button>
      </form>`}
    </section>
  `;
}

function Message({ store, message, guard, path }) {
  const mine = message.seat !== null && message.seat === store.seat;
  const own = `${path}/${message.id}`;
  return html`<li>
    <b>${message.name ?? (message.seat === null ? t("watcher") : store.name(message.seat))}</b>
    <small> ${time(message.at)}</small>
    <p>${message.text ?? html`<i>${t("erased")}</i>`}</p>
    ${message.text !== null &&
    store.token &&
    (mine
      ? html`<button type="button" class="quiet small" onClick=${guard(() => change("DELETE", own, { token: store.token, key: null }))}>${t("erase-message")}</button>`
      : html`<button type="button" class="quiet small" onClick=${guard(() => report(store, own))}>${t("report")}</button>`)}
  </li>`;
}

async function report(store, own) {
  const reason = window.prompt(t("report-why"));
  if (reason) await change("POST", `${own}/reports`, { token: store.token, body: { reason } });
}

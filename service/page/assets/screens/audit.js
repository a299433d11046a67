// Proof: the record of a finished game, checked in this browser with code of its own.

import { getText } from "../api.js";
import { Warning, useAttempts, useTitle } from "../forms.js";
import { tokenFor } from "../identity.js";
import { html, trusted, useSignal } from "../lib.js";
import { t } from "../words.js";

const CHECKS = ["chain", "board", "seed", "seals", "shuffles"];

export default function Audit({ game }) {
  const holds = useSignal([]);
  const verdict = useSignal({});
  const busy = useSignal(false);
  const { problem, attempt } = useAttempts();
  useTitle("audit");

  function prove(text) {
    const worker = new Worker(trusted.createScriptURL(new URL("../proof/worker.js", import.meta.url).href), { type: "module" });
    holds.value = [];
    verdict.value = {};
    busy.value = true;
    worker.onmessage = ({ data }) => {
      if (data.check) holds.value = [...holds.value, data.check];
      else {
        verdict.value = data;
        busy.value = false;
        worker.terminate();
      }
    };
    worker.postMessage(text);
  }

  const proveGame = attempt(async () => prove(await getText(`/v1/games/${game}/export`, tokenFor(game), "application/x-ndjson")));
  const proveFile = attempt(async ({ target }) => {
    const text = await target.files[0].text();
    target.value = ""; // the same file may be chosen again
    prove(text);
  });

  const { held, broken } = verdict.value;
  return html`
    <div class="narrow">
      <h1>${t("audit")}</h1>
      <p>${t("audit-what")}</p>
      <p class="buttons start">
        <button type="button" class="primary" onClick=${proveGame} disabled=${busy.value}>${t("audit-start")}</button>
        <label class="button">
          ${t("audit-file")}
          <input type="file" class="unseen" onChange=${proveFile} />
        </label>
      </p>
      <${Warning} problem=${problem} />
      <ol class="panel checks" aria-live="polite">
        ${CHECKS.map((check) => html`<li key=${check} data-holds=${holds.value.includes(check)}>${t(`check-${check}`)}</li>`)}
      </ol>
      ${held && html`<p class="bar good" role="status">${t("audit-held", held)}</p>`}
      ${broken &&
      html`<p class="bar warning" role="alert">
        ${t("audit-broken", { version: broken.version ?? "?" })} ${t(`broken-${broken.reason}`)}
        ${broken.version && html` <a href=${`/g/${game}?at=${broken.version}`}>${t("look-there")}</a>`}
      </p>`}
      <p class="quiet">${t("audit-not")} ${t("seats-from-0")}</p>
      <p><a class="button" href=${`/g/${game}`}>${t("to-table")}</a></p>
    </div>
  `;
}

// What happened, in sentences; each leads to the table as it was then.

import { html, useEffect, useRef } from "../lib.js";
import { t, time } from "../words.js";

export function Log({ store }) {
  const list = useRef(null);
  const entries = store.story.entries.value.filter(({ text }) => text);
  const shown = store.at === null ? null : entries.findLast(({ version }) => version <= store.at);
  useEffect(() => {
    const current = list.current.querySelector("[aria-current]");
    list.current.scrollTop = current ? current.offsetTop - list.current.clientHeight / 2 : list.current.scrollHeight;
  }, [entries.length, shown]);
  return html`
    <section class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">${t("log")}</h2>
      ${entries.length === 0 && html`<p class="quiet">${t("nothing-yet")}</p>`}
      <ol ref=${list} tabindex="0" aria-label=${t("log")}>
        ${entries.map(
          ({ version, text, at }) => html`<li key=${version}>
            <a href=${`/g/${store.game}?at=${version}`} title=${at ? time(at) : ""} aria-current=${version === shown?.version ? "step" : undefined}>${text}</a>
          </li>`,
        )}
      </ol>
    </section>
  `;
}

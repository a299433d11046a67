// What happened, in sentences; each leads to the table as it was then.

import { html, useEffect, useRef } from "../lib.js";
import { t, time } from "../words.js";

export function Log({ store }) {
  const end = useRef(null);
  const entries = store.log.value.filter(({ text }) => text);
  useEffect(() => {
    end.current.scrollTop = end.current.scrollHeight;
  }, [entries.length]);
  return html`
    <section class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">${t("log")}</h2>
      <ol ref=${end} tabindex="0" aria-label=${t("log")}>
        ${entries.map(
          ({ version, text, at }) => html`<li key=${version}>
            <a href=${`/g/${store.game}?at=${version}`} title=${at ? time(at) : ""}>${text}</a>
          </li>`,
        )}
      </ol>
    </section>
  `;
}

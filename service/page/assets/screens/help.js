// Help: how to use the page, and what is special about each board.

import { get } from "../api.js";
import { html, useEffect, useSignal } from "../lib.js";
import { lang, t } from "../words.js";

const TOPICS = ["turn", "cards", "claim", "tickets", "words", "clock", "proof"];

export default function Help() {
  const boards = useSignal([]);
  useEffect(() => {
    document.title = t("help");
    get("/v1/boards").then((page) => (boards.value = page.items), () => {});
  }, [lang.value]);
  return html`
    <div class="narrow">
      <h1>${t("help")}</h1>
      <dl class="topics">${TOPICS.map((topic) => html`<dt>${t(`help-${topic}`)}</dt><dd>${t(`help-${topic}-more`)}</dd>`)}</dl>
      <h2>${t("boards")}</h2>
      <ul class="plain">
        ${boards.value.map(
          (board) => html`<li key=${board.id}>
            <b>${board.title[lang.value] ?? board.title.en}</b> · ${t("players-range", { least: board.players[0], most: board.players[1] })}
            <small>${board.rules.map((rule) => rule.replaceAll("_", " ")).join(", ")}</small>
          </li>`,
        )}
      </ul>
      <p class="quiet"><a href="/docs" target="_blank" rel="noopener">${t("for-programs")}</a></p>
      <p class="quiet">${t("not-affiliated")}</p>
    </div>
  `;
}

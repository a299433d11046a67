// Help: how to use the page, and what is special about each board.

import { get } from "../api.js";
import { Loading, useTitle } from "../forms.js";
import { html, useEffect, useSignal } from "../lib.js";
import { inWords, lang, t } from "../words.js";
import { BoardPicture, SpecialRules } from "./game_cards.js";

const TOPICS = ["turn", "cards", "claim", "tickets", "words", "clock", "proof"];

/** The whole game on one board, with its numbers, for those who open it. */
function HowToPlay({ board }) {
  const basics = useSignal([]);
  const read = () => get(`/v1/boards/${board.id}`).then((whole) => (basics.value = whole.basics), () => {});
  return html`<details onToggle=${({ target }) => target.open && !basics.value.length && read()}>
    <summary>${t("how-to-play")}</summary>
    <ul>${basics.value.map((sentence) => html`<li>${inWords(sentence)}</li>`)}</ul>
  </details>`;
}

export default function Help() {
  const boards = useSignal(null);
  useTitle("help");
  useEffect(() => {
    get("/v1/boards").then((page) => (boards.value = page.items), () => (boards.value = []));
  }, [lang.value]);
  return html`
    <div class="narrow">
      <h1>${t("help")}</h1>
      <dl class="topics">${TOPICS.map((topic) => html`<div class="panel"><dt>${t(`help-${topic}`)}</dt><dd>${t(`help-${topic}-more`)}</dd></div>`)}</dl>
      <h2>${t("boards")}</h2>
      <${Loading} until=${boards.value} />
      <ul class="plain board-rules">
        ${boards.value?.map(
          (board) => html`<li class="panel" key=${board.id}>
            <${BoardPicture} board=${board.id} width="160" height="112" />
            <h3>${inWords(board.title)}</h3>
            <p class="quiet">${t("players-range", { least: board.players[0], most: board.players[1] })}</p>
            <${SpecialRules} board=${board} />
            <${HowToPlay} board=${board} />
          </li>`,
        )}
      </ul>
      <p class="quiet"><a href="/docs" target="_blank" rel="noopener">${t("for-programs")}</a>. ${t("seats-from-0")}</p>
      <p class="quiet">${t("not-affiliated")}</p>
    </div>
  `;
}

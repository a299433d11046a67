// A hint: the best moves as the strongest bot judges them; the others see that one asked.

import { change } from "../api.js";
import { html, useEffect, useSignal } from "../lib.js";
import { lang, t } from "../words.js";

export function Advice({ store }) {
  const moves = useSignal(null);
  useEffect(() => {
    const path = `${store.path}/hints?lang=${lang.value}`;
    change("POST", path, { token: store.token }).then(
      (hint) => (moves.value = hint.moves),
      (error) => (store.problem.value = error),
    );
  }, []);
  if (!moves.value) return html`<p class="quiet" role="status">${t("hint-thinking")}</p>`;
  return html`<section class="advice" aria-label=${t("hint")}>
    <ol>${moves.value.map((move) => html`<${Move} store=${store} move=${move} key=${move.text} />`)}</ol>
  </section>`;
}

function Move({ store, move }) {
  const choice = choiceOf(store.menu.value, move.command);
  const words = html`<span>${move.text}</span> <small>${t("hint-chance", { percent: Math.round(100 * move.chance) })}</small>`;
  return html`<li>${choice ? html`<button type="button" class="entry" onClick=${() => store.pick(choice)}>${words}</button>` : words}</li>`;
}

/** Where the menu lists a command, if it is still legal. */
function choiceOf(menu, command) {
  const wanted = JSON.stringify(command);
  for (const group of menu.moves ?? []) {
    const entry = group.entries.find(({ ways }) => ways.some((way) => JSON.stringify(way.command) === wanted));
    if (entry) return { group, entry };
  }
  return null;
}

// What somebody at the table has proposed, with the two answers to it.

import { html } from "../lib.js";
import { list, t } from "../words.js";

export function Requests({ store }) {
  const pending = store.view.value.rules.motions?.pending ?? [];
  if (!pending.length) return null;
  return html`<div class="requests">
    ${pending.map((each) => html`<${Request} store=${store} motion=${each.motion} agreed=${each.agreed} key=${each.motion} />`)}
  </div>`;
}

function Request({ store, motion, agreed }) {
  const groups = store.menu.value?.table ?? [];
  const answers = groups.flatMap((group) => group.entries.filter((entry) => entry.ways[0].command.motion === motion).map((entry) => ({ group, entry })));
  return html`<div class="bar request" role="status">
    <p>${t("proposed")} <b>${answers[0]?.entry.title}</b>. ${t("agreed-by", { names: list(agreed.map((seat) => store.name(seat))) })}</p>
    <div class="answers">
      ${answers.map((answer) => html`<button type="button" onClick=${() => store.pick(answer)}>${answer.group.title}</button>`)}
    </div>
  </div>`;
}

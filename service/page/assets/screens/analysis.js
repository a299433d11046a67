// What decided a game that is over: three sentences, and everybody's chance to win as a curve.

import { getText, request } from "../api.js";
import { tokenFor } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { colours, theme } from "../looks.js";
import { lang, t } from "../words.js";
import { Picture, chartWidth } from "./picture.js";

const RETRY_MS = 2000;

export function Analysis({ game }) {
  const answer = useSignal(null); // the analysis, or how far it is
  const curve = useSignal("");
  const problem = useSignal(null);
  useEffect(() => {
    let timer = null;
    const token = tokenFor(game);
    async function ask() {
      try {
        const response = await request("GET", `/v1/games/${game}/analysis?lang=${lang.value}`, { token });
        answer.value = await response.json();
        if (response.status === 202) timer = setTimeout(ask, RETRY_MS);
        else curve.value = await getText(`/v1/games/${game}/analysis.svg?${look()}`, token, "image/svg+xml");
      } catch (error) {
        problem.value = error;
      }
    }
    ask();
    return () => clearTimeout(timer);
  }, [game, lang.value, theme.value, colours.value]);
  if (problem.value) return html`<p class="quiet">${problem.value.message}</p>`;
  const { decided, moves, of } = answer.value ?? {};
  if (!decided) return html`<p class="quiet" role="status">${t("analysis-under-way")} ${of ? html`<progress value=${moves} max=${of}></progress>` : ""}</p>`;
  return html`<ul class="decided">${decided.map((sentence) => html`<li>${sentence}</li>`)}</ul>
    <${Picture} text=${curve.value} />`;
}

function look() {
  return `theme=${theme.value}&colours=${colours.value}&lang=${lang.value}&width=${chartWidth()}`;
}

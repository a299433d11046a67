// Charts of a game: points, trains and cards over its turns, and once it is over what decided it.

import { getPicture, request } from "../api.js";
import { useTitle } from "../forms.js";
import { tokenFor } from "../identity.js";
import { drawn, html, useEffect, useRef, useSignal } from "../lib.js";
import { colours, theme } from "../looks.js";
import { lang, t } from "../words.js";

const MEASURES = ["points", "trains", "hand_size"];
const NARROW = 700; // pixels
const RETRY_MS = 2000;

export default function Statistics({ game }) {
  useTitle("statistics");
  return html`<div class="narrow">
    <h1>${t("statistics")}</h1>
    ${MEASURES.map((measure) => html`<${Chart} game=${game} query=${`statistics.svg?measure=${measure}`} key=${measure} />`)}
    <p><a class="button" href=${`/g/${game}`}>${t("to-table")}</a></p>
  </div>`;
}

/** A picture of the service, as broad as its words can be read here. */
function Chart({ game, query }) {
  const frame = useRef(null);
  const width = window.innerWidth < NARROW ? 400 : 1000;
  const look = `theme=${theme.value}&colours=${colours.value}&lang=${lang.value}&width=${width}`;
  useEffect(() => {
    getPicture(`/v1/games/${game}/${query}&${look}`, tokenFor(game)).then(
      (text) => frame.current?.replaceChildren(drawn(text)),
      () => {}, // what it shows is said in words, too
    );
  }, [look]);
  return html`<div class="picture" ref=${frame}></div>`;
}

/** What decided a game: three sentences, and everybody's chance to win as a curve. */
export function Analysis({ game }) {
  const answer = useSignal(null); // the analysis, or how far it is
  const problem = useSignal(null);
  useEffect(() => {
    let timer = null;
    async function ask() {
      try {
        const response = await request("GET", `/v1/games/${game}/analysis?lang=${lang.value}`, { token: tokenFor(game) });
        answer.value = await response.json();
        if (response.status === 202) timer = setTimeout(ask, RETRY_MS);
      } catch (error) {
        problem.value = error;
      }
    }
    ask();
    return () => clearTimeout(timer);
  }, [game, lang.value]);
  if (problem.value) return html`<p class="quiet">${problem.value.message}</p>`;
  const { decided, moves, of } = answer.value ?? {};
  if (!decided) return html`<p class="quiet" role="status">${t("analysis-under-way")} ${of ? html`<progress value=${moves} max=${of}></progress>` : ""}</p>`;
  return html`<ul class="decided">${decided.map((sentence) => html`<li>${sentence}</li>`)}</ul>
    <${Chart} game=${game} query="analysis.svg?" />`;
}

// How the game went: points, trains and cards over the turns.

import { getText } from "../api.js";
import { tokenFor } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { theme } from "../looks.js";
import { lang, t } from "../words.js";
import { Picture, chartWidth } from "./picture.js";

const MEASURES = ["points", "trains", "hand_size"];

export default function Statistics({ game }) {
  useEffect(() => {
    document.title = t("statistics");
  }, []);
  return html`<div class="narrow">
    <h1>${t("statistics")}</h1>
    ${MEASURES.map((measure) => html`<${Chart} game=${game} measure=${measure} key=${measure} />`)}
    <p><a class="button" href=${`/g/${game}`}>${t("to-table")}</a></p>
  </div>`;
}

function Chart({ game, measure }) {
  const text = useSignal("");
  useEffect(() => {
    const look = `measure=${measure}&theme=${theme.value}&lang=${lang.value}&width=${chartWidth()}`;
    getText(`/v1/games/${game}/statistics.svg?${look}`, tokenFor(game), "image/svg+xml").then(
      (picture) => (text.value = picture),
      () => (text.value = ""),
    );
  }, [game, measure, theme.value, lang.value]);
  return html`<${Picture} text=${text.value} />`;
}

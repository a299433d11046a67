// A player: ratings by board, and whether they play in time.

import { get } from "../api.js";
import { Loading } from "../forms.js";
import { player as me } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { number, t } from "../words.js";
import { boardName } from "./game_cards.js";

export default function Profile({ player }) {
  const seen = useSignal(null);
  const problem = useSignal(null);
  useEffect(() => {
    get(`/v1/players/${player}`, me.value?.token).then(
      (profile) => {
        seen.value = profile;
        document.title = profile.name;
      },
      (error) => (problem.value = error),
    );
  }, [player]);
  if (problem.value) return html`<div class="panel message" role="alert"><h1>${t("player")}</h1><p>${problem.value.message}</p></div>`;
  if (!seen.value) return html`<${Loading} />`;
  const { name, ratings, reliability } = seen.value;
  return html`
    <div class="narrow">
      <h1>${name}</h1>
      ${reliability && html`<${Reliability} facts=${reliability} />`}
      ${ratings?.length > 0 ? html`<${Ratings} ratings=${ratings} />` : html`<section class="panel"><h2>${t("ratings")}</h2><p class="quiet">${t("no-ratings")}</p></section>`}
    </div>
  `;
}

function Reliability({ facts }) {
  return html`<section class="panel">
    <h2>${t("reliability")}</h2>
    <p>${facts.percent === null ? t("reliability-unknown") : t("reliability-percent", { percent: number(facts.percent) })}</p>
    <p class="quiet">${t("reliability-facts", { in_time: number(facts.in_time), late: number(facts.late), stayed: number(facts.stayed), left: number(facts.left) })}</p>
  </section>`;
}

function Ratings({ ratings }) {
  return html`<section class="panel scroll" tabindex="0">
    <h2>${t("ratings")}</h2>
    <table>
      <thead>
        <tr><th scope="col">${t("board")}</th><th scope="col">${t("rating")}</th><th scope="col">${t("games")}</th><th scope="col">${t("wins")}</th></tr>
      </thead>
      <tbody>
        ${ratings.map(
          (each) => html`<tr key=${each.board}>
            <th scope="row">${boardName(each.board)}</th>
            <td>${number(each.rating)}${each.provisional ? " ?" : ""}</td>
            <td>${number(each.games)}</td>
            <td>${number(each.wins)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="quiet">${t("provisional")}</p>
  </section>`;
}

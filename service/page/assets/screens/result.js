// The end: points by reason, tickets made and missed, longest path, on the map and in a table.

import { change, get, getText } from "../api.js";
import { keepInvites, tokenFor } from "../identity.js";
import { drawn, html, useEffect, useLayoutEffect, useRef, useSignal } from "../lib.js";
import { colours, theme } from "../looks.js";
import { go } from "../router.js";
import { lang, list, number, t } from "../words.js";

export default function Result({ game }) {
  const seen = useSignal(null);
  const picture = useSignal("");
  const problem = useSignal(null);
  useEffect(() => {
    const token = tokenFor(game);
    const look = `theme=${theme.value}&colours=${colours.value}&lang=${lang.value}&width=1200`;
    const failed = (error) => (problem.value = error);
    get(`/v1/games/${game}?include=result,standings&lang=${lang.value}`, token).then((found) => (seen.value = found), failed);
    getText(`/v1/games/${game}/board.svg?${look}`, token, "image/svg+xml").then((text) => (picture.value = text), failed);
    document.title = t("result");
  }, [game, lang.value, theme.value, colours.value]);
  const result = seen.value?.result;

  /** The same people once more; who comes second joins what the first has opened. */
  async function playAgain() {
    const token = tokenFor(game);
    try {
      const made = await change("POST", `/v1/games/${game}/rematch`, { token, body: {} });
      keepInvites(made);
      await go(`/g/${made.id}`);
    } catch (error) {
      if (error.code === "rematch_exists") await joinRematch(error.facts.game, token);
      else problem.value = error;
    }
  }

  async function joinRematch(rematch, token) {
    await change("POST", `/v1/games/${rematch}/seats`, { token, body: {} }).catch(() => {}); // seated already, or to watch
    await go(`/g/${rematch}`);
  }

  return html`
    <div class="narrow result">
      <h1>${t("result")}</h1>
      ${problem.value && html`<p class="bar warning" role="alert">${problem.value.message}</p>`}
      ${seen.value && !result && html`<p>${t("no-result-yet")}</p>`}
      ${result && html`<${Scores} result=${result} seats=${seen.value.seats} />`}
      <${Picture} text=${picture.value} />
      <p class="buttons start">
        ${result && seen.value.you?.seat != null && html`<button type="button" class="primary" onClick=${playAgain}>${t("rematch")}</button>`}
        <a class="button" href=${`/g/${game}`}>${t("to-table")}</a>
        <a class="button" href=${`/g/${game}?at=1`}>${t("look-back")}</a>
        <a class="button" href=${`/g/${game}/audit`}>${t("audit")}</a>
        <a class="button" href=${`/g/${game}/statistics`}>${t("statistics")}</a>
      </p>
    </div>
  `;
}

export function Picture({ text }) {
  const frame = useRef(null);
  useLayoutEffect(() => {
    if (text) frame.current.replaceChildren(drawn(text));
  }, [text]);
  return html`<div class="picture" ref=${frame}></div>`;
}

function Scores({ result, seats }) {
  const { sheet, reasons } = result;
  const name = (seat) => seats[seat].holder?.name ?? t("seat", { number: seat + 1 });
  const ranked = [...sheet.seats].sort((one, other) => one.rank - other.rank);
  const points = (seat, reason) => seat.lines.filter((line) => line.reason === reason).reduce((sum, line) => sum + line.points, 0);
  return html`
    <p class="summary">${t(sheet.winners.length > 1 ? "winners" : "winner", { names: list(sheet.winners.map(name)) })}</p>
    <div class="panel scroll" tabindex="0">
      <table>
        <thead>
          <tr><th scope="col">${t("player")}</th>${Object.values(reasons).map((words) => html`<th scope="col">${words}</th>`)}<th scope="col">${t("total")}</th></tr>
        </thead>
        <tbody>
          ${ranked.map(
            (seat) => html`<tr key=${seat.seat}>
              <th scope="row">${seat.rank}. ${name(seat.seat)}</th>
              ${Object.keys(reasons).map((reason) => html`<td>${number(points(seat, reason))}</td>`)}
              <td><b>${number(seat.total)}</b></td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

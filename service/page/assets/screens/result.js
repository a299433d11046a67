// The end: the count of the points as a film, the sheet, and every ticket and path on the map.

import { change, get, getPicture } from "../api.js";
import { Warning, useAttempts, useTitle } from "../forms.js";
import { keepTable, tokenFor } from "../identity.js";
import { drawn, html, useEffect, useLayoutEffect, useMemo, useRef, useSignal } from "../lib.js";
import { colours, theme } from "../looks.js";
import { go } from "../router.js";
import { faceOf } from "../table/cards.js";
import { FoldedAnalysis } from "../table/history.js";
import { point } from "../table/marks.js";
import { ticketName, ticketPlaces } from "../table/tickets.js";
import { lang, list, number, statusText, t } from "../words.js";

const STEP_MS = 1100;

export default function Result({ game }) {
  const seen = useSignal(null);
  const board = useSignal(null);
  const picture = useSignal("");
  const { problem, failed, attempt } = useAttempts();
  useTitle("result");
  useEffect(() => {
    const token = tokenFor(game);
    const look = `theme=${theme.value}&colours=${colours.value}&lang=${lang.value}&legend=none&width=1200`;
    get(`/v1/games/${game}?include=result&lang=${lang.value}`, token).then((answer) => (seen.value = answer), failed);
    get(`/v1/games/${game}/board`, token).then((answer) => (board.value = answer), failed);
    getPicture(`/v1/games/${game}/board.svg?${look}`, token).then((text) => (picture.value = text), failed);
  }, [game, lang.value, theme.value, colours.value]);
  const result = seen.value?.result;
  return html`
    <div class="result">
      <h1>${result ? headline(result, seen.value) : t("result")}</h1>
      ${result?.decided && html`<p class="decided">${result.decided}</p>`}
      <${Warning} problem=${problem} />
      ${seen.value && !result && html`<p>${t("no-result-yet")}</p>`}
      ${result && board.value && html`<${Counted} result=${result} seats=${seen.value.seats} board=${board.value} picture=${picture.value} />`}
      ${result && html`<${FoldedAnalysis} game=${game} />`}
      <p class="buttons start">
        ${result && seen.value.you?.seat != null && html`<button type="button" class="primary" onClick=${attempt(() => playAgain(game))}>${t("rematch")}</button>`}
        <a class="button" href=${`/g/${game}`}>${t("to-table")}</a>
        <a class="button" href=${`/g/${game}?at=1`}>${t("look-back")}</a>
        <a class="button" href=${`/g/${game}/audit`}>${t("audit")}</a>
        <a class="button" href=${`/g/${game}/statistics`}>${t("statistics")}</a>
      </p>
    </div>
  `;
}

/** The same people once more; who comes second joins what the first has opened. */
async function playAgain(game) {
  const token = tokenFor(game);
  try {
    const rematch = await change("POST", `/v1/games/${game}/rematch`, { token, body: {} });
    keepTable(rematch);
    await go(`/g/${rematch.id}`);
  } catch (error) {
    if (error.code !== "rematch_exists") throw error;
    await joinRematch(error.facts.game, token);
  }
}

async function joinRematch(rematch, token) {
  await change("POST", `/v1/games/${rematch}/seats`, { token, body: {} }).catch(() => {}); // seated already, or to watch
  await go(`/g/${rematch}`);
}

function nameOf(seats, seat) {
  return seats[seat].holder?.name ?? t("seat", { number: seat + 1 });
}

/** Nobody has won a game that never began, or stopped because its table was closed. */
function headline({ sheet }, { status, end_reason, seats }) {
  if (end_reason === "closed" || status === "abandoned") return statusText({ status, end_reason });
  return t(sheet.winners.length > 1 ? "winners" : "winner", { names: list(sheet.winners.map((seat) => nameOf(seats, seat))) });
}

function Counted({ result, seats, board, picture }) {
  const steps = useMemo(() => stepsOf(result, board), [result, board]);
  const shown = useSignal(null); // the step that the map shows
  const counted = useSignal(steps.length); // steps of the film that have been shown
  const playing = useSignal(false);
  useEffect(() => {
    if (!playing.value) return undefined;
    const timer = setTimeout(next, STEP_MS);
    return () => clearTimeout(timer);
  }, [playing.value, counted.value]);

  function next() {
    const ended = counted.value >= steps.length;
    shown.value = ended ? null : steps[counted.value];
    if (ended) playing.value = false;
    else counted.value += 1;
  }
  function play() {
    if (counted.value >= steps.length) counted.value = 0;
    playing.value = !playing.value;
  }
  const pick = (step) => {
    playing.value = false;
    counted.value = steps.length;
    shown.value = shown.value === step ? null : step;
  };
  const { routes = [], cities = [], failed = false } = shown.value ?? {};
  return html`<div class="tally">
    <div class="sheet-side">
      <${Race} totals=${totalsAfter(steps, counted.value, seats.length)} peak=${peakOf(steps, seats.length)} result=${result} seats=${seats} board=${board} />
      <div class="film">
        <button type="button" onClick=${play}><span aria-hidden="true">${playing.value ? "❚❚" : "▶"}</span> ${t(playing.value ? "film-pause" : "film-play")}</button>
        <p role="status">${shown.value && captionOf(shown.value, result, seats, board)}</p>
      </div>
      <${Sheet} result=${result} seats=${seats} />
      <${Paths} steps=${steps} shown=${shown.value} pick=${pick} result=${result} seats=${seats} board=${board} />
    </div>
    <${MarkedMap} text=${picture} routes=${routes} cities=${cities} failed=${failed} />
  </div>`;
}

function captionOf(step, result, seats, board) {
  const what = step.ticket ? ticketName(board, step.ticket) : result.reasons[step.reason];
  return html`${t("whose", { name: nameOf(seats, step.seat), what })} <b>${signed(step.points)}</b>`;
}

function signed(points) {
  return points > 0 ? `+${number(points)}` : number(points);
}

/** Everybody's points as bars that grow while they are counted. */
function Race({ totals, peak, result, seats, board }) {
  return html`<ol class="race">
    ${ranked(result).map(
      ({ seat }) => html`<li key=${seat}>
        <span>${nameOf(seats, seat)}</span>
        <i class="lane"><i style=${{ ...faceOf(board.train_faces[seats[seat].colour]), width: `${(100 * Math.max(0, totals[seat])) / peak}%` }}></i></i>
        <b>${number(totals[seat])}</b>
      </li>`,
    )}
  </ol>`;
}

function ranked({ sheet }) {
  return [...sheet.seats].sort((one, other) => one.rank - other.rank);
}

function Sheet({ result, seats }) {
  const { reasons } = result;
  const points = (seat, reason) => seat.lines.filter((line) => line.reason === reason).reduce((sum, line) => sum + line.points, 0);
  return html`
    <div class="panel scroll" tabindex="0">
      <table>
        <thead>
          <tr><th scope="col">${t("player")}</th>${Object.values(reasons).map((words) => html`<th scope="col">${words}</th>`)}<th scope="col">${t("total")}</th></tr>
        </thead>
        <tbody>
          ${ranked(result).map(
            (seat) => html`<tr key=${seat.seat}>
              <th scope="row">${seat.rank}. ${nameOf(seats, seat.seat)}</th>
              ${Object.keys(reasons).map((reason) => html`<td>${number(points(seat, reason))}</td>`)}
              <td><b>${number(seat.total)}</b></td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** What can be seen on the map: every ticket, and whatever else points were given for. */
function Paths({ steps, shown, pick, result, seats, board }) {
  return html`<div class="paths">
    ${ranked(result).map(
      ({ seat }) => html`<section class="panel" key=${seat}>
        <h2>${nameOf(seats, seat)}</h2>
        <ul class="plain">
          ${steps
            .filter((step) => step.seat === seat && step.routes.length + step.cities.length > 0)
            .map(
              (step) => html`<li>
                <button type="button" class="entry" data-failed=${step.failed ?? false} aria-pressed=${step === shown} onClick=${() => pick(step)}>
                  <span>${step.ticket ? ticketName(board, step.ticket) : result.reasons[step.reason]}</span>
                  <small>${signed(step.points)}</small>
                </button>
              </li>`,
            )}
        </ul>
      </section>`,
    )}
  </div>`;
}

/** The map, with some of its routes and cities standing out. */
function MarkedMap({ text, routes, cities, failed }) {
  const frame = useRef(null);
  useLayoutEffect(() => {
    if (text) frame.current.replaceChildren(drawn(text));
  }, [text]);
  useEffect(() => {
    point(frame.current, new Set(routes), new Set(cities));
  }, [text, routes, cities]);
  return html`<section class="marked-map" aria-label=${t("map")}><div class="map-sheet" data-failed=${failed} ref=${frame}></div></section>`;
}

// the film: pure functions of the score sheet; what its items are follows from the board that knows their ids

/** The steps of the film, each with who gets how many points for what, and what to show on the map. */
function stepsOf({ sheet, reasons, ticket_paths: paths }, board) {
  const tickets = new Map(board.tickets.map((ticket) => [ticket.id, ticket]));
  const routes = new Set(board.routes.map(({ id }) => id));
  return Object.keys(reasons).flatMap((reason) =>
    sheet.seats.flatMap(({ seat, lines }) =>
      lines
        .filter((line) => line.reason === reason)
        .flatMap((line) => stepsOfLine(seat, line, { board, tickets, routes, paths })),
    ),
  );
}

function stepsOfLine(seat, { reason, points, items = [] }, known) {
  const shown = items.filter(({ id }) => (isTickets(reason) ? known.tickets.has(id) : known.routes.has(id)));
  if (isTickets(reason)) return shown.map((item) => ({ seat, reason, points: item.points, ...ofTicket(seat, item, known) }));
  return points === 0 && !items.length ? [] : [{ seat, reason, points, routes: shown.map(({ id }) => id), cities: [] }];
}

/** A route may have the id of a ticket: the reason says which of the two is meant. */
function isTickets(reason) {
  return reason === "tickets";
}

function ofTicket(seat, { id, points }, { board, tickets, paths }) {
  const path = paths.find((each) => each.seat === seat && each.ticket === id);
  const ticket = tickets.get(id);
  return { ticket, failed: points < 0, ...ticketPlaces(board, ticket), ...(path && { routes: path.routes }) };
}

/** The most that anybody has at any moment: tickets that failed take away what routes brought. */
function peakOf(steps, seats) {
  return Math.max(1, ...steps.flatMap((_, place) => totalsAfter(steps, place + 1, seats)));
}

/** What everybody has after so many steps. */
function totalsAfter(steps, count, seats) {
  const totals = Array.from({ length: seats }, () => 0);
  steps.slice(0, count).forEach(({ seat, points }) => (totals[seat] += points));
  return totals;
}

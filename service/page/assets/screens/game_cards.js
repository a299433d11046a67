// Games in a list: board, people, whose turn it is, until when.

import { get } from "../api.js";
import { html, signal, useEffect, useSignal } from "../lib.js";
import { theme } from "../looks.js";
import { Deadline } from "../table/headline.js";
import { fromNow, inWords, list, statusText, t } from "../words.js";

const FIRST_RETRY_MS = 1000;
const MOST_TRIES = 6; // each waits twice as long as the one before

export function GameCards({ games, children }) {
  return html`<ul class="games">${games.map((game) => html`<${GameCard} game=${game} more=${children} key=${game.id} />`)}</ul>`;
}

function GameCard({ game, more }) {
  const names = game.seats.map((seat) => nameOf(seat));
  const waiting = game.waiting_for.map((seat) => names[seat]);
  return html`<li class="game" data-waiting=${game.waiting_for_you ?? false}>
    <a href=${`/g/${game.id}`}>
      <${BoardPicture} board=${game.board.id} width="120" height="84" />
      <span class="game-title">${game.title ?? boardName(game.board.id)}</span>
      <span>${list(names)}</span>
      <small>${stateOf(game, waiting)}</small>
    </a>
    ${more?.(game)}
  </li>`;
}

/** A map of a board in the theme of the page; one that the service has not drawn yet is asked for again. */
export function BoardPicture({ board, width, height, drawn = 1000, kind }) {
  const tries = useSignal(0);
  const failed = useSignal(false);
  useEffect(() => {
    if (!failed.value || tries.value === MOST_TRIES) return undefined;
    const timer = setTimeout(() => ((failed.value = false), (tries.value += 1)), FIRST_RETRY_MS * 2 ** tries.value);
    return () => clearTimeout(timer);
  }, [failed.value]);
  const address = `/v1/boards/${board}.svg?width=${drawn}&theme=${theme.value}`;
  return html`<img key=${tries.value} class=${kind} src=${address} onError=${() => (failed.value = true)} alt="" width=${width} height=${height} loading="lazy" />`;
}

/** What a board has beyond the base game, as its rules say it. */
export function SpecialRules({ board }) {
  return html`<ul class="special-rules">${board.special_rules.map((sentence) => html`<li>${inWords(sentence)}</li>`)}</ul>`;
}

const titles = signal(new Map()); // of boards, once they are read
get("/v1/boards").then(
  ({ items }) => (titles.value = new Map(items.map(({ id, title }) => [id, title]))),
  () => {}, // without a connection their ids have to do
);

export function boardName(id) {
  const title = titles.value.get(id);
  return title ? inWords(title) : id.replaceAll(/[-_]/g, " ").replace(/^./, (letter) => letter.toUpperCase());
}

/** The holder of a seat in a list of all who play: bots are marked. */
export function nameOf({ seat, holder }) {
  if (!holder) return t("open-seat");
  const name = holder.name ?? t("seat", { number: seat + 1 });
  return holder.kind === "bot" ? t("bot-named", { name }) : name;
}

function stateOf(game, waiting) {
  const due = game.your_deadline_at;
  if (game.waiting_for_you) {
    return html`${t("your-turn")}${due && html`, <${Deadline} due=${due} />`}`;
  }
  if (game.status === "playing") return `${t("waiting-for", { names: list(waiting) })}, ${t("moved", { when: fromNow(game.moved_at) })}`;
  return statusText(game);
}

// Games in a list: board, people, whose turn it is, until when.

import { html } from "../lib.js";
import { fromNow, list, t, time } from "../words.js";

export function GameCards({ games, children }) {
  return html`<ul class="games">${games.map((game) => html`<${GameCard} game=${game} more=${children} key=${game.id} />`)}</ul>`;
}

function GameCard({ game, more }) {
  const names = game.seats.map((seat) => nameOf(seat));
  const waiting = game.waiting_for.map((seat) => names[seat]);
  return html`<li class="game" data-waiting=${game.waiting_for_you ?? false}>
    <a href=${`/g/${game.id}`}>
      <img src=${`/v1/boards/${game.board.id}.svg?width=400`} alt="" width="120" height="84" loading="lazy" />
      <span class="game-title">${game.title ?? boardName(game.board.id)}</span>
      <span>${list(names)}</span>
      <small>${stateOf(game, waiting)}</small>
    </a>
    ${more?.(game)}
  </li>`;
}

export function boardName(id) {
  return id.replaceAll(/[-_]/g, " ").replace(/^./, (letter) => letter.toUpperCase());
}

function nameOf(seat) {
  if (!seat.holder) return t("open-seat");
  return seat.holder.name ?? (seat.holder.kind === "bot" ? t("bot", { policy: seat.holder.policy }) : t("seat", { number: seat.seat + 1 }));
}

function stateOf(game, waiting) {
  const due = game.your_deadline_at;
  if (game.waiting_for_you) {
    return due ? html`${t("your-turn")}, <time datetime=${due} title=${time(due)}>${t("due", { when: fromNow(due) })}</time>` : t("your-turn");
  }
  if (game.status === "playing") return `${t("waiting-for", { names: list(waiting) })}, ${t("moved", { when: fromNow(game.moved_at) })}`;
  return t(`status-${game.status}`);
}

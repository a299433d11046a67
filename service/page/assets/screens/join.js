// An invitation: who is there, and one button to sit down.

import { change, get } from "../api.js";
import { Warning, bound, useAttempts, useTitle } from "../forms.js";
import { ensurePlayer, player } from "../identity.js";
import { html, useEffect, useMemo, useSignal } from "../lib.js";
import { fragment, show } from "../router.js";
import { duration, list, t } from "../words.js";
import { boardName, BoardPicture, nameOf } from "./game_cards.js";

export default function Join({ game }) {
  const invite = useMemo(() => fragment.get("invite"), [game]);
  const seen = useSignal(null);
  const name = useSignal(player.value?.name ?? "");
  const { problem, busy, failed, once } = useAttempts();
  useTitle("invited");
  useEffect(() => {
    get(`/v1/games/${game}`, invite).then((found) => (seen.value = found), failed);
  }, [game]);
  const sitDown = once(async () => {
    const { token } = await ensurePlayer(name.value.trim());
    await change("POST", `/v1/games/${game}/seats`, { token, body: { invite } });
    await showTable();
  });
  function showTable() {
    fragment.delete("invite");
    return show();
  }
  return html`
    <form class="panel message join" onSubmit=${sitDown}>
      <h1>${t("invited")}</h1>
      ${seen.value && html`<${Invitation} game=${seen.value} />`}
      ${!player.value &&
      html`<label>${t("your-name")} <input required maxlength="40" autocomplete="nickname" ...${bound(name)} /></label>`}
      <${Warning} problem=${problem} />
      <div class="buttons">
        <button type="button" class="quiet" onClick=${showTable}>${t("only-watch")}</button>
        <button type="submit" class="primary" disabled=${busy.value || isGone(problem.value)}>${t("sit-down")}</button>
      </div>
      ${seen.value && html`<${BoardPicture} board=${seen.value.board.id} kind="hero-map" width="500" height="350" />`}
    </form>
  `;
}

/** Whether it was refused for what the invite is, which trying again does not change. */
function isGone(problem) {
  return [401, 403].includes(problem?.status);
}

/** What one is invited to: the board, who is there, and how fast it goes. */
function Invitation({ game }) {
  const there = game.seats.filter(({ holder }) => holder).map(nameOf);
  const { clock } = game;
  return html`
    ${game.title && html`<h2>${game.title}</h2>`}
    <p>${t("invited-to", { board: boardName(game.board.id), names: there.length ? list(there) : t("nobody-yet") })}</p>
    <p>${clock?.kind === "per_move" ? timeForMove(clock) : !clock && t("no-time-limit")}</p>
  `;
}

/** With nights off, two days end after four: so hours, and which of them count. */
function timeForMove({ seconds, quiet_from, weekends_off }) {
  return quiet_from || weekends_off
    ? t("time-for-a-move-running", { time: duration(seconds, "hour") })
    : t("time-for-a-move", { time: duration(seconds) });
}

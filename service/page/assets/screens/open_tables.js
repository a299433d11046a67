// Tables that anybody may join, and public games to watch.

import { change, get } from "../api.js";
import { Loading, Warning, useAttempts, useTitle } from "../forms.js";
import { ensurePlayer, player } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { go } from "../router.js";
import { t } from "../words.js";
import { GameCards } from "./game_cards.js";

export default function OpenTables() {
  const open = useSignal(null);
  const running = useSignal(null);
  const { problem, failed, attempt } = useAttempts();
  const { id, token } = player.value ?? {};
  useTitle("open-tables");
  useEffect(() => {
    get("/v1/games?open_seats=true&limit=30", token).then((page) => (open.value = page.items), failed);
    get("/v1/games?status=playing&limit=30", token).then((page) => (running.value = page.items), failed);
  }, []);
  const join = (game) => attempt(async () => {
    const me = await ensurePlayer();
    await change("POST", `/v1/games/${game.id}/seats`, { token: me.token, body: {} });
    await go(`/g/${game.id}`);
  });
  const isMine = ({ seats }) => seats.some(({ holder }) => holder?.player && holder.player === id);
  const joinable = (open.value ?? []).filter(({ joining }) => joining === "anybody");
  return html`
    <div class="narrow">
      <h1>${t("open-tables")}</h1>
      <${Warning} problem=${problem} />
      <${Loading} until=${(open.value && running.value) || problem.value} />
      ${open.value && joinable.length === 0 && html`<div class="panel"><p>${t("no-open-tables")}</p><a class="button primary" href="/new">${t("new-game")}</a></div>`}
      <${GameCards} games=${joinable}>
        ${(game) => !isMine(game) && html`<button type="button" class="primary" onClick=${join(game)}>${t("sit-down")}</button>`}
      <//>
      ${running.value?.length > 0 && html`<h2>${t("to-watch")}</h2><${GameCards} games=${running.value} />`}
    </div>
  `;
}

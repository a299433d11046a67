// My games: those that wait for me first. A new visitor is two clicks away from a game.

import { Unreachable, get } from "../api.js";
import { Loading, Warning, useTitle } from "../forms.js";
import { keepGames, keptGames, player } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { followMine } from "../live.js";
import { t, time } from "../words.js";
import { BoardPicture, GameCards } from "./game_cards.js";

const SETTLED_MS = 800;

export default function Home() {
  const listed = useSignal(null);
  const asOf = useSignal(null); // when the games were read, if the service cannot be reached now
  const problem = useSignal(null);
  const { id, token } = player.value ?? {};
  useTitle("title");
  useEffect(() => {
    if (!token) return undefined;
    let timer;
    async function read() {
      try {
        listed.value = await get("/v1/me/games?limit=50", token);
        asOf.value = problem.value = null;
        keepGames(listed.value);
      } catch (error) {
        const games = error instanceof Unreachable ? keptGames() : null;
        if (!games) problem.value = error;
        else [listed.value, asOf.value] = [games.page, games.at];
      }
    }
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(read, SETTLED_MS); // the list follows a move within a second or so
    };
    read();
    const unfollow = followMine(id, token, soon);
    const shown = () => !document.hidden && read();
    document.addEventListener("visibilitychange", shown);
    return () => (clearTimeout(timer), unfollow(), document.removeEventListener("visibilitychange", shown));
  }, [token]);
  if (!token) return html`<${Welcome} />`;
  const items = listed.value?.items ?? [];
  const waiting = items.filter((game) => game.waiting_for_you);
  const finished = items.filter(({ status }) => ["ended", "scored", "abandoned"].includes(status));
  const running = items.filter((game) => !waiting.includes(game) && !finished.includes(game));
  return html`
    <div class="narrow">
      <div class="title-row">
        <h1>${t("my-games")}</h1>
        <a class="button primary" href="/new">${t("new-game")}</a>
      </div>
      ${asOf.value && html`<p class="bar as-of" role="status">${t("as-of", { when: time(asOf.value) })}</p>`}
      <${Warning} problem=${problem} />
      <${Loading} until=${listed.value || problem.value} />
      ${listed.value && items.length === 0 && html`<${Empty} />`}
      <${Part} title=${t("waiting-for-you")} games=${waiting} />
      <${Part} title=${t("running")} games=${running} />
      <${Part} title=${t("finished")} games=${finished} />
    </div>
  `;
}

function Part({ title, games }) {
  if (!games.length) return null;
  return html`<section><h2>${title}</h2><${GameCards} games=${games} /></section>`;
}

function Empty() {
  return html`<div class="panel">
    <p>${t("no-games-yet")}</p>
    <p class="buttons start">
      <a class="button primary" href="/new?against=bot">${t("play-a-bot")}</a>
      <a class="button" href="/open">${t("open-tables")}</a>
    </p>
  </div>`;
}

function Welcome() {
  return html`
    <div class="welcome">
      <div class="hero">
        <h1>${t("welcome")}</h1>
        <p>${t("welcome-more")}</p>
        <p class="buttons start">
          <a class="button primary" href="/new?against=bot">${t("play-a-bot")}</a>
          <a class="button" href="/new">${t("play-friends")}</a>
          <a class="button" href="/open">${t("open-tables")}</a>
        </p>
        <p class="quiet"><a href="/sign-in">${t("have-account")}</a></p>
      </div>
      <${BoardPicture} board="europe" drawn="1000" width="1000" height="700" kind="hero-map" />
      <ul class="features">
        <li>${t("feature-pace")}</li>
        <li>${t("feature-boards")}</li>
        <li>${t("feature-proof")}</li>
      </ul>
      <p class="quiet">${t("not-affiliated")}</p>
    </div>
  `;
}

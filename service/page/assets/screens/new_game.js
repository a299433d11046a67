// A new game: board, seats, clock; the sentence below says what it will be.

import { change, get } from "../api.js";
import { Loading, Pick, Warning, bound, useAttempts, useTitle } from "../forms.js";
import { ensurePlayer, keepTable, player } from "../identity.js";
import { html, useEffect, useRef, useSignal } from "../lib.js";
import { go, place } from "../router.js";
import { inWords, lang, list, t } from "../words.js";
import { BoardPicture, SpecialRules } from "./game_cards.js";

const DAY = 86_400;
const CLOCKS = {
  none: null,
  hour: { kind: "per_move", seconds: 3_600, reminders: [900] },
  day: { kind: "per_move", seconds: DAY, reminders: [3 * 3_600], vacation_days: 7 },
  days: { kind: "per_move", seconds: 2 * DAY, reminders: [6 * 3_600], vacation_days: 14, quiet_from: "22:00", quiet_until: "08:00" },
  week: { kind: "per_move", seconds: 7 * DAY, reminders: [DAY], vacation_days: 14 },
};
const LEVEL = "greedy"; // of a bot, until the player chooses another

export default function NewGame() {
  const boards = useSignal([]);
  const bots = useSignal([]);
  const board = useSignal("usa");
  const options = useSignal({});
  const againstBot = place.value.query.get("against") === "bot";
  const others = useSignal([againstBot ? LEVEL : "invite"]); // "invite", or the level of a bot
  const clock = useSignal(againstBot ? "none" : "days");
  const open = useSignal(false);
  const rated = useSignal(false);
  const title = useSignal("");
  const name = useSignal(player.value?.name ?? "");
  const { problem, busy, failed, once } = useAttempts();
  const row = useRef(null);
  useTitle("new-game");
  useEffect(() => {
    for (const [address, items] of [["/v1/boards", boards], ["/v1/bots", bots]]) {
      get(address).then((page) => (items.value = page.items), failed);
    }
  }, []);
  useEffect(() => {
    const shown = row.current.querySelector(".board-choice:has(:checked)"); // a phone shows two boards at a time
    if (shown) row.current.scrollLeft = shown.offsetLeft - row.current.offsetLeft;
  }, [boards.value]);
  const chosen = boards.value.find(({ id }) => id === board.value);
  const [least, most] = chosen?.players ?? [2, 5];
  useEffect(() => {
    const kinds = others.value.slice(0, most - 1);
    while (kinds.length < least - 1) kinds.push(kinds.at(-1) ?? LEVEL);
    if (kinds.length !== others.value.length) others.value = kinds;
  }, [board.value, chosen]);

  const create = once(async () => {
    const { token } = await ensurePlayer(name.value.trim());
    const terms = CLOCKS[clock.value];
    const body = {
      board: board.value,
      options: options.value,
      seats: [{ me: true }, ...others.value.map((kind) => (kind === "invite" ? {} : { kind: "bot", bot: kind }))],
      rated: rated.value,
      title: title.value.trim() || undefined,
      lang: lang.value,
      clock: terms && { ...terms, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      ...(open.value && { visibility: "public", joining: "anybody" }),
    };
    const made = await change("POST", "/v1/games", { token, body });
    keepTable(made);
    await go(`/g/${made.id}`);
  });

  return html`
    <form class="narrow new-game" onSubmit=${create}>
      <h1>${t("new-game")}</h1>
      <fieldset>
        <legend>${t("which-board")}</legend>
        <${Loading} until=${(boards.value.length && bots.value.length) || problem.value} />
        <div class="boards" ref=${row}>
          ${boards.value.map((each) => html`<${BoardChoice} board=${each} chosen=${each.id === board.value} onChoose=${() => ((board.value = each.id), (options.value = {}))} key=${each.id} />`)}
        </div>
        ${chosen && html`<${SpecialRules} board=${chosen} />`}
        ${Object.entries(chosen?.options ?? {}).map(
          ([id, { label, default: usual, choices }]) => html`<${Pick}
            label=${inWords(label)}
            value=${options.value[id] ?? usual}
            choices=${Object.entries(choices).map(([choice, words]) => [choice, inWords(words)])}
            onPick=${(choice) => (options.value = { ...options.value, [id]: choice })}
          />`,
        )}
      </fieldset>
      <fieldset>
        <legend>${t("who-plays")}</legend>
        ${!player.value && html`<label class="row">${t("your-name")} <input maxlength="40" autocomplete="nickname" placeholder=${t("guest")} ...${bound(name)} /></label>`}
        ${others.value.map(
          (kind, place) => html`<${Opponent} kind=${kind} place=${place} bots=${bots.value} onChoose=${(chosen) => (others.value = others.value.with(place, chosen))} key=${place} />`,
        )}
        <div class="chips">
          <button type="button" class="chip" disabled=${others.value.length >= most - 1} onClick=${() => (others.value = [...others.value, LEVEL])}>${t("more-seats")}</button>
          <button type="button" class="chip" disabled=${others.value.length <= least - 1} onClick=${() => (others.value = others.value.slice(0, -1))}>${t("fewer-seats")}</button>
        </div>
        ${others.value.includes("invite") && html`<label class="tick"><input type="checkbox" checked=${open} onChange=${(event) => (open.value = event.target.checked)} /> ${t("open-to-all")}</label>`}
      </fieldset>
      <fieldset>
        <legend>${t("how-fast")}</legend>
        <select value=${clock} onChange=${(event) => (clock.value = event.target.value)} aria-label=${t("how-fast")}>
          ${Object.keys(CLOCKS).map((each) => html`<option value=${each}>${t(`clock-${each}`)}</option>`)}
        </select>
        <label class="tick"><input type="checkbox" checked=${rated} onChange=${(event) => (rated.value = event.target.checked)} /> ${t("rated")}</label>
        <label class="row">${t("game-title")} <input maxlength="60" placeholder=${t("game-title-example")} ...${bound(title)} /></label>
      </fieldset>
      <${Warning} problem=${problem} />
      <div class="begin">
        <p class="summary">${summary(chosen, others.value, bots.value, clock.value)}</p>
        <button type="submit" class="primary" disabled=${busy.value || !chosen}>${t("begin")}</button>
      </div>
    </form>
  `;
}

/** Who plays at a seat: somebody who is invited, or a bot, with a sentence on how it plays and its rating. */
function Opponent({ kind, place, bots, onChoose }) {
  const level = bots.find(({ id }) => id === kind);
  const how = `bot-${place}`;
  return html`<label class="row">
      ${t("seat", { number: place + 2 })}
      <select value=${kind} aria-describedby=${level ? how : null} onChange=${(event) => onChoose(event.target.value)}>
        <option value="invite">${t("seat-invite")}</option>
        ${!level && kind !== "invite" && html`<option value=${kind} selected>${t("some-bot")}</option>`}
        ${bots.map(({ id, name }) => html`<option value=${id} selected=${id === kind}>${t("seat-bot", { level: inWords(name) })}</option>`)}
      </select>
    </label>
    ${level && html`<p class="how" id=${how}>${inWords(level.description)} ${t("bot-elo", { elo: level.elo })}</p>`}`;
}

function playerOf(kind, bots) {
  const level = bots.find(({ id }) => id === kind);
  if (kind === "invite") return t("player-invite");
  return level ? t("player-bot", { level: inWords(level.name) }) : t("some-bot"); // until their levels are read
}

function summary(board, others, bots, clock) {
  if (!board) return "";
  const people = [t("you-too"), ...others.map((kind) => playerOf(kind, bots))];
  return t("new-summary", { people: list(people), board: inWords(board.title), clock: t(`clock-${clock}`) });
}

function BoardChoice({ board, chosen, onChoose }) {
  const [least, most] = board.players;
  return html`<label class="board-choice">
    <input type="radio" name="board" value=${board.id} checked=${chosen} onChange=${onChoose} />
    <${BoardPicture} board=${board.id} width="200" height="140" />
    <b>${inWords(board.title)}</b>
    <small>${t("players-range", { least, most })}</small>
  </label>`;
}

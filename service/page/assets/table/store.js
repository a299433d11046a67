// One table as this browser sees it: what the server said last, and what is being picked.

import { announce } from "../announcer.js";
import { change, get, getText, newKey } from "../api.js";
import { player, tokenFor } from "../identity.js";
import { batch, signal } from "../lib.js";
import { follow } from "../live.js";
import { colours, theme } from "../looks.js";
import { lang, t } from "../words.js";
import { cityName, inWords } from "./board_names.js";

const FIRST_LOG = 60; // events that the log begins with
const RETRY_MS = 2000;
const NARROW = 700; // pixels; narrower tables get the small map

export class TableStore {
  constructor(game, at) {
    this.game = game;
    this.at = at; // a version in the past, or null
    this.path = `/v1/games/${game}`;
    this.view = signal(null);
    this.menu = signal(null);
    this.board = signal(null);
    this.picture = signal("");
    this.drawn = signal(0); // the version that the picture shows
    this.log = signal([]); // {version, text}
    this.heard = signal(0); // messages that came since the table was opened
    this.picked = signal(null); // {group, entry} that waits to be confirmed
    this.marked = signal(null); // {routes, cities} that something points at
    this.sending = signal(false);
    this.problem = signal(null);
    this.note = signal("");
    this.look = null; // the latest look at the table
    this.seen = 0;
    this.closed = false;
  }

  get token() {
    return tokenFor(this.game);
  }

  get seat() {
    return this.view.value?.you?.seat ?? null;
  }

  async open() {
    this.onShown = () => this.markSeen();
    document.addEventListener("visibilitychange", this.onShown);
    const look = this.load();
    look.then(() => this.readRest(), () => {}); // beside the board, not after it
    try {
      await Promise.all([look, this.loadBoard()]);
    } catch (error) {
      this.problem.value = error;
      return;
    }
    if (this.at === null && !["scored", "abandoned"].includes(this.view.value.status)) {
      const heard = () => (this.heard.value += 1);
      this.unfollow = follow(this.game, this.token, this.view.value.version, () => this.refresh(), heard);
    }
  }

  close() {
    this.closed = true;
    this.unfollow?.();
    document.removeEventListener("visibilitychange", this.onShown);
    clearTimeout(this.timer);
  }

  /** Reads everything anew, once for a burst of news. */
  refresh() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.readNews(), 40);
  }

  async readNews() {
    try {
      await this.load();
    } catch {
      return this.readLater();
    }
    return this.readRest();
  }

  /** Picture and log. The first picture of a board may take the service a while. */
  async readRest() {
    await Promise.all([this.loadPicture(), this.loadLog()]).catch(() => this.readLater());
  }

  readLater() {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.readNews(), RETRY_MS);
  }

  /** Looks at the table; if a later look has begun meanwhile, that one counts, and this waits for it. */
  load() {
    const at = this.at === null ? "" : `&at=${this.at}`;
    const address = `${this.path}?include=menu,standings,tickets,remarks&lang=${lang.value}${at}`;
    const look = get(address, this.token).then((seen) => (look === this.look ? this.show(seen) : this.look));
    return (this.look = look);
  }

  show(seen) {
    batch(() => {
      this.view.value = seen;
      this.menu.value = seen.menu;
      this.keepPick(seen.menu);
    });
    this.markSeen();
  }

  /** A choice that is still legal stays picked; else it is said that it is gone. */
  keepPick(menu) {
    const picked = this.picked.value;
    if (!picked || this.sending.value) return;
    const groups = [...(menu?.moves ?? []), ...(menu?.table ?? [])];
    const group = groups.find(({ type }) => type === picked.group.type);
    const same = (entry) => JSON.stringify(entry.about) === JSON.stringify(picked.entry.about);
    const entry = group?.entries.find((each) => same(each) && each.title === picked.entry.title);
    if (entry) {
      this.picked.value = { group, entry };
      return;
    }
    this.picked.value = null;
    this.note.value = t("pick-gone", { what: picked.entry.title });
  }

  async loadBoard() {
    this.board.value ??= await get(`${this.path}/board`, this.token);
  }

  async loadPicture() {
    const { version } = this.view.value;
    const look = `theme=${theme.value}&colours=${colours.value}&lang=${lang.value}&legend=none`;
    const width = window.innerWidth < NARROW ? 480 : 1200;
    const mine = this.seat !== null && this.view.value.status !== "scored" ? "&tickets=mine" : "";
    const at = this.at === null ? "" : `&at=${this.at}`;
    const address = `${this.path}/board.svg?${look}&width=${width}${mine}${at}`;
    const text = await getText(address, this.token, "image/svg+xml");
    if (version < this.drawn.value) return; // a later one was quicker
    batch(() => {
      this.picture.value = text;
      this.drawn.value = version;
    });
  }

  async loadLog() {
    const known = this.log.value;
    const last = this.at ?? this.view.value?.version ?? (await get(this.path, this.token)).version;
    let after = known.length ? known.at(-1).version : Math.max(0, last - FIRST_LOG);
    const news = [];
    for (;;) {
      const until = this.at === null ? "" : `&until=${this.at}`;
      const address = `${this.path}/events?include=said&lang=${lang.value}&after=${after}${until}`;
      const page = await get(address, this.token);
      news.push(...page.items.map(({ version, said, at }) => ({ version, text: said, at })));
      if (page.next === null) break;
      after = page.next;
    }
    const heard = this.log.value.at(-1)?.version ?? 0;
    const fresh = news.filter(({ version }) => version > heard);
    this.log.value = [...this.log.value, ...fresh];
    if (known.length) announce(fresh.map(({ text }) => text));
  }

  /** Tells the service that this version was looked at, so that no mail comes about it. A hidden page has seen nothing. */
  async markSeen() {
    const version = this.view.value?.version;
    if (this.at !== null || this.seat === null || !player.value || document.hidden || this.seen >= version) return;
    this.seen = version;
    const options = { token: player.value.token, body: { version }, key: null };
    await change("PUT", `/v1/me/games/${this.game}/seen`, options).catch(() => (this.seen = 0));
  }

  // picking and sending

  pick(choice) {
    batch(() => {
      this.note.value = "";
      this.problem.value = null;
      this.picked.value = choice;
    });
  }

  /** Sends one command, once, however often it is asked for; a table that has changed is looked at again. */
  async send(command, { key = newKey() } = {}) {
    if (this.sending.value) return false;
    batch(() => {
      this.sending.value = true;
      this.problem.value = null;
      this.note.value = "";
    });
    const { decision, version } = this.menu.value;
    const match = decision === null ? `"${version}"` : `"d${decision}"`;
    let done = false;
    try {
      await change("POST", `${this.path}/commands`, { token: this.token, body: command, match, key });
      done = true;
    } catch (error) {
      if (error.status === 412) this.note.value = t("table-changed");
      else this.problem.value = error;
    }
    await this.load().catch(() => this.refresh()); // the sheet closes over a table that is up to date
    batch(() => {
      this.sending.value = false;
      if (done) this.picked.value = null;
      else this.keepPick(this.menu.value);
    });
    this.refresh();
    return done;
  }

  async say(text) {
    const options = { token: this.token, body: { text, lang: lang.value }, match: "*" };
    const reply = await change("POST", `${this.path}/say`, options);
    if (reply.did === "moved") await this.readNews();
    return reply;
  }

  // words for ids, from the board

  word(name) {
    const label = this.board.value.card_faces[name]?.name ?? this.board.value.labels[name];
    return label ? inWords(label) : name.replaceAll("_", " ");
  }

  city(id) {
    return cityName(this.board.value, id);
  }

  get cards() {
    const kinds = Object.keys(this.board.value.card_faces);
    const seen = this.view.value.seats.flatMap(({ cards }) => Object.keys(cards.hand ?? {}));
    const market = this.view.value.table.market.filter(Boolean);
    const payable = (this.menu.value?.moves ?? []).flatMap(({ entries }) =>
      entries.flatMap(({ about }) => about.card ?? []),
    );
    return [...new Set([...kinds, ...seen, ...market, ...payable])];
  }

  name(seat) {
    const { holder } = this.view.value.seats[seat];
    return holder?.name ?? (holder?.kind === "bot" ? t("bot", { policy: holder.policy }) : t("seat", { number: seat + 1 }));
  }
}

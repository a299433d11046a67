// One table as this browser sees it: what the server said last, and what is being picked.

import { change, get, getPicture } from "../api.js";
import { auditTokenFor, player, tokenFor } from "../identity.js";
import { batch, signal, wait } from "../lib.js";
import { follow } from "../live.js";
import { colours, theme } from "../looks.js";
import { inWords, lang, t } from "../words.js";
import { Past } from "./past.js";
import { Story } from "./story.js";
import { cityName } from "./tickets.js";

const RETRY_MS = 2000;
const TOGETHER_MS = 40; // events of one move come together
const NARROW = 700; // pixels; narrower tables get the small map

export class TableStore {
  /** `at` is a version in the past, or null; `eyes` is the seat through whose eyes an auditor looks, or null. */
  constructor(game, at, eyes) {
    this.game = game;
    this.moment = signal({ at, eyes });
    this.path = `/v1/games/${game}`;
    this.view = signal(null);
    this.menu = signal(null);
    this.board = signal(null);
    this.picture = signal("");
    this.drawn = signal(0); // the version that the picture shows
    this.latest = signal(at); // the newest version that is known of; until `learned` no more than the one in the address
    this.over = signal(false); // the points are counted
    this.story = new Story(this);
    this.heard = signal(0); // messages that came since the table was opened
    this.picked = signal(null); // {group, entry} that waits to be confirmed
    this.planned = signal(""); // a line for a standing order
    this.marked = signal(null); // {routes, cities} that something points at
    this.sending = signal(false);
    this.problem = signal(null);
    this.note = signal("");
    this.look = null; // the latest look at the table
    this.asked = this.shown = 0; // pictures, in the order in which they were asked for
    this.past = new Past();
    this.seen = 0;
    this.closed = false;
  }

  get at() {
    return this.moment.value.at;
  }

  get eyes() {
    return this.moment.value.eyes;
  }

  get token() {
    return this.eyes === null ? tokenFor(this.game) : auditTokenFor(this.game);
  }

  get seat() {
    return this.eyes ?? this.view.value?.you?.seat ?? null;
  }

  async open() {
    this.onShown = () => this.markSeen();
    document.addEventListener("visibilitychange", this.onShown);
    const look = this.load();
    look.then(() => this.readRest(), () => {}); // beside the board, not after it
    try {
      await Promise.all([look, this.loadBoard(), (this.learned = this.learnLatest())]);
    } catch (error) {
      this.problem.value = error;
      return;
    }
    this.listen();
  }

  /** Shows another moment, or the same one through other eyes. */
  async goTo(at, eyes) {
    if (at === this.at && eyes === this.eyes) return;
    if (eyes !== this.eyes) this.story.forget(); // it tells what they have seen
    batch(() => {
      this.moment.value = { at, eyes };
      this.pick(null);
      this.marked.value = null;
    });
    await this.readNews();
    if (at === null) this.listen();
    else this.lookAhead();
  }

  /** Fetches the moments beside this one, so that a step is at hand when it is asked for. */
  lookAhead() {
    for (const at of [this.at + 1, this.at - 1]) {
      if (at < 1 || at > this.latest.value) continue;
      this.lookAt(at).catch(() => {}); // it is tried again when it is asked for
      this.pictureAt(at).catch(() => {});
    }
  }

  listen() {
    if (this.at !== null || this.unfollow || ["scored", "abandoned"].includes(this.view.value.status)) return;
    const reached = (version) => {
      this.latest.value = Math.max(this.latest.value, version);
      if (this.at === null) this.refresh();
    };
    const heard = () => (this.heard.value += 1);
    this.unfollow = follow(this.game, this.token, this.view.value.version, reached, heard);
  }

  close() {
    this.closed = true;
    this.unfollow?.();
    document.removeEventListener("visibilitychange", this.onShown);
    clearTimeout(this.timer);
  }

  /** Reads everything anew, once for a burst of news. What is told while it reads is read in another round, so that no burst keeps it waiting. */
  async refresh() {
    this.stale = true;
    if (this.reading) return;
    this.reading = true;
    while (this.stale && !this.closed) {
      await wait(TOGETHER_MS);
      this.stale = false;
      await this.load().then(() => void this.readRest(), () => this.readLater());
    }
    this.reading = false;
  }

  readNews() {
    return this.load().then(() => this.readRest(), () => this.readLater());
  }

  /** Picture and log. The first picture of a board may take the service a while. */
  async readRest() {
    await Promise.all([this.loadPicture(), this.story.load()]).catch(() => this.readLater());
  }

  readLater() {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.readNews(), RETRY_MS);
  }

  /** Looks at the table; if a later look has begun meanwhile, that one counts, and this waits for it. */
  load() {
    const look = this.lookAt(this.at).then((seen) => (look === this.look ? this.show(seen) : this.look));
    return (this.look = look);
  }

  lookAt(at) {
    const address = `${this.path}?include=menu,standings,tickets,remarks&lang=${lang.value}${this.from(at)}`;
    return this.ask(at, address, () => get(address, this.token));
  }

  pictureAt(at) {
    const look = `theme=${theme.value}&colours=${colours.value}&lang=${lang.value}&legend=none`;
    const width = window.innerWidth < NARROW ? 480 : 1200;
    const mine = this.seat !== null && (at !== null || this.view.value.status !== "scored") ? "&tickets=mine" : "";
    const address = `${this.path}/board.svg?${look}&width=${width}${mine}${this.from(at)}`;
    return this.ask(at, address, () => getPicture(address, this.token));
  }

  /** What of a query says when, and through whose eyes. */
  from(at) {
    return `${at === null ? "" : `&at=${at}`}${this.eyes === null ? "" : `&as_seat=${this.eyes}`}`;
  }

  ask(at, address, now) {
    return at === null ? now() : this.past.recall(address, now);
  }

  async learnLatest() {
    if (this.at !== null) this.know(await get(this.path, tokenFor(this.game)));
  }

  /** What is true of the game now, whatever moment is shown. */
  know({ version, status }) {
    this.latest.value = version;
    this.over.value = status === "scored";
  }

  show(seen) {
    batch(() => {
      this.view.value = seen;
      this.menu.value = seen.menu;
      if (this.at === null) this.know(seen);
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
    const [{ version }, moment, number] = [this.view.value, this.moment.value, (this.asked += 1)];
    const text = await this.pictureAt(this.at);
    if (moment !== this.moment.value || number < this.shown) return; // there is a later one
    this.shown = number;
    batch(() => {
      this.picture.value = text;
      this.drawn.value = version;
    });
  }

  /** Tells the service that this version was looked at, so that no mail comes about it. A hidden page has seen nothing. */
  async markSeen() {
    const version = this.view.value?.version;
    if (this.at !== null || this.seat === null || !player.value || document.hidden || this.seen >= version) return;
    this.seen = version;
    const options = { token: player.value.token, body: { version }, key: null };
    await change("PUT", `/v1/me/games/${this.game}/seen`, options).catch(({ status }) => (this.seen = status === 404 ? Infinity : 0)); // not among my games
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
  async send(command) {
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
      await change("POST", `${this.path}/commands`, { token: this.token, body: command, match });
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
    return this.view.value.seats[seat].holder?.name ?? t("seat", { number: seat + 1 });
  }
}

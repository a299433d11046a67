// What happened at a table, in sentences, as far as it is shown.

import { announce } from "../announcer.js";
import { get } from "../api.js";
import { signal } from "../lib.js";
import { lang } from "../words.js";

const AROUND = 60; // events before and behind the moment that is shown
const DEADLINE = "deadline_set"; // stands beside the name of the player, in the time of the reader

export class Story {
  constructor(store) {
    this.store = store;
    this.entries = signal([]); // {version, text, at}
  }

  forget() {
    this.entries.value = [];
  }

  /** Reads on to the moment that is shown; what happens now is said aloud, too. */
  async load() {
    const { at, view, path, token } = this.store;
    const known = this.entries.value;
    const shown = at ?? view.value?.version ?? (await get(path, token)).version;
    if (at !== null && known.length && known[0].version <= shown && known.at(-1).version >= shown) return;
    if (known.length && (known[0].version > shown || (at === null && known.at(-1).version > shown))) this.forget();
    const news = await this.read(this.entries.value.at(-1)?.version ?? Math.max(0, shown - AROUND));
    const last = this.entries.value.at(-1)?.version ?? 0;
    const fresh = news.filter(({ version }) => version > last);
    this.entries.value = [...this.entries.value, ...fresh];
    if (known.length && at === null) announce(fresh.map(({ text }) => text));
  }

  async read(after) {
    const { at, eyes, latest, path, token } = this.store;
    const until = at === null ? "" : `&until=${Math.min(latest.value, at + AROUND)}`;
    const as = eyes === null ? "" : `&as_seat=${eyes}`;
    const news = [];
    for (let from = after; from !== null; ) {
      const page = await get(`${path}/events?include=said&lang=${lang.value}&after=${from}${until}${as}`, token);
      news.push(...page.items.map(({ type, version, said, at: when }) => ({ version, text: type === DEADLINE ? null : said, at: when })));
      from = page.next;
    }
    return news;
  }
}

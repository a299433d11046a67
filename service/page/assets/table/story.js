// What happened at a table, in sentences, as far as it is shown; each leads to the table as it was then. What happens now
// is said to those who do not see it: at most one announcement a second.

import { get } from "../api.js";
import { html, signal, useEffect, useRef } from "../lib.js";
import { lang, t, time } from "../words.js";

const AROUND = 60; // events before and behind the moment that is shown
const PAUSE_MS = 1000;
const MOST = 3; // sentences in one announcement

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
    const last = known.at(-1)?.version ?? Infinity;
    if (known[0]?.version > shown) this.forget();
    else if (at === null && last > shown) this.entries.value = known.filter(({ version }) => version <= shown); // the service may have lost the others
    const news = await this.read(this.entries.value.at(-1)?.version ?? Math.max(0, shown - AROUND));
    const all = new Map([...this.entries.value, ...news].map((entry) => [entry.version, entry])); // others may have read meanwhile
    this.entries.value = [...all.values()].sort((one, other) => one.version - other.version);
    if (known.length && at === null) announce(news.filter(({ version }) => version > last).map(({ text }) => text));
  }

  async read(after) {
    const { at, eyes, latest, path, token } = this.store;
    const until = at === null ? "" : `&until=${Math.min(latest.value, at + AROUND)}`;
    const as = eyes === null ? "" : `&as_seat=${eyes}`;
    const read = [];
    for (let from = after; from !== null; ) {
      const page = await get(`${path}/events?include=said&lang=${lang.value}&after=${from}${until}${as}`, token);
      read.push(...page.items.map(({ version, said, news, at: when }) => ({ version, text: news ? said : null, at: when })));
      from = page.next;
    }
    return read;
  }
}

export function Log({ store }) {
  const list = useRef(null);
  const entries = store.story.entries.value.filter(({ text }) => text);
  const shown = store.at === null ? null : entries.findLast(({ version }) => version <= store.at);
  useEffect(() => {
    const current = list.current.querySelector("[aria-current]");
    list.current.scrollTop = current ? current.offsetTop - list.current.clientHeight / 2 : list.current.scrollHeight;
  }, [entries.length, shown]);
  return html`
    <section class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">${t("log")}</h2>
      ${entries.length === 0 && html`<p class="quiet">${t("nothing-yet")}</p>`}
      <ol ref=${list} tabindex="0" aria-label=${t("log")}>
        ${entries.map(
          ({ version, text, at }) => html`<li key=${version}>
            <a href=${`/g/${store.game}?at=${version}`} title=${at ? time(at) : ""} aria-current=${version === shown?.version ? "step" : undefined}>${text}</a>
          </li>`,
        )}
      </ol>
    </section>
  `;
}

// what is said aloud

let waiting = [];
let timer = null;

export function announce(sentences) {
  waiting.push(...sentences.filter(Boolean));
  timer ??= setTimeout(speak, 50);
}

function speak() {
  const [texts, more] = [waiting.slice(-MOST), waiting.length - MOST];
  const text = texts.join(" ");
  document.getElementById("announcer").textContent = more > 0 ? `${t("and-before", { count: more })} ${text}` : text;
  waiting = [];
  timer = setTimeout(() => {
    timer = null;
    if (waiting.length) announce([]);
  }, PAUSE_MS);
}

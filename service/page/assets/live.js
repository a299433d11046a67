// News, as they happen. A browser has one stream for each game, and one for all of a player's, however many tabs show them.

import { Problem, answers, request } from "./api.js";
import { signal } from "./lib.js";

const HIDDEN_MS = 60_000; // a tab that nobody looks at for this long lets its stream go
const SILENT_MS = 45_000; // the service says something every fifteen seconds: the connection is gone, though nobody said so
const LONGEST_WAIT_MS = 5_000; // so that a table is live again soon after its service is

const TOO_FAR = "version_not_reached"; // a server that crashed may have lost the last moves that it told us of

export const connection = signal({ state: "live" }); // or {state: "lost", since}

/** Calls `onVersion` for every version that the game reaches, `onMessage` when people talk. The answer ends it. */
export function follow(game, token, version, onVersion, onMessage) {
  return started(new GameStream(game, token, version, onVersion, onMessage));
}

/** Calls `onNews` when something happens in any game of the player. The answer ends it. */
export function followMine(player, token, onNews) {
  return started(new PlayerStream(player, token, onNews));
}

function started(stream) {
  stream.start();
  return () => stream.stop();
}

/** A stream that tabs share: one of them reads, and tells the others. Heirs say where it is, what a block of it means, and how to catch up. */
class Stream {
  constructor(name, token) {
    Object.assign(this, { name, token, ended: false, failures: 0 });
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }) => this.passedOn(data);
  }

  start() {
    this.onVisibility = () => this.visibilityChanged();
    document.addEventListener("visibilitychange", this.onVisibility);
    this.lead();
  }

  stop() {
    this.ended = true;
    document.removeEventListener("visibilitychange", this.onVisibility);
    clearTimeout(this.hiding);
    this.rest();
    this.channel.close();
    connection.value = { state: "live" };
  }

  visibilityChanged() {
    clearTimeout(this.hiding);
    if (document.hidden) this.hiding = setTimeout(() => this.rest(), HIDDEN_MS);
    else if (!this.aborter) this.lead();
  }

  /** Lets the stream go, so that another tab may have it. */
  rest() {
    this.aborter?.abort();
    this.aborter = null;
  }

  /** Waits until no other tab has the stream, and reads it then. */
  async lead() {
    const aborter = (this.aborter = new AbortController());
    const { signal } = aborter;
    if (!navigator.locks) return this.readForEver(signal); // plain http: each tab reads for itself
    try {
      await navigator.locks.request(this.name, { signal }, () => this.readForEver(signal));
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }

  async readForEver(signal) {
    while (!signal.aborted && !this.ended) {
      try {
        await this.read(signal);
        if (this.ended) return;
      } catch (error) {
        if (signal.aborted) return;
        if (error.code === TOO_FAR) this.goBack(error.facts);
        else if (error instanceof Problem && [401, 403, 404].includes(error.status)) return; // nothing to see any more
        await this.waitAfter(error, signal);
      }
    }
  }

  async waitAfter(error, signal) {
    this.failures += 1;
    const wait = error.retryAfter ? error.retryAfter * 1000 : Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.failures);
    if (error.status) {
      this.catchUp(); // the service has no stream to spare, but answers: we ask instead
      return pause(wait, [signal, "abort"]);
    }
    const since = connection.value.since ?? Date.now();
    connection.value = { state: "lost", since };
    return pause(wait, [signal, "abort"], [answers, "answer"], [window, "online"]); // signs that it is back
  }

  async read(signal) {
    const options = { token: this.token, accept: "text/event-stream", signal };
    const response = await request("GET", this.address, options);
    connection.value = { state: "live" };
    if (this.failures > 0) this.catchUp();
    this.failures = 0;
    if (response.status === 204) {
      this.ended = true; // the game is over, and we have all of it
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ; ) {
      const { value, done } = await heardOf(reader);
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop();
      blocks.forEach((block) => this.heard(fieldsOf(block)));
    }
  }
}

/** The next part of a stream; one that is silent for too long, or whose device has no network, is at its end. */
async function heardOf(reader) {
  const end = () => reader.cancel();
  const timer = setInterval(() => document.hidden || end(), SILENT_MS);
  window.addEventListener("offline", end);
  try {
    return await reader.read();
  } finally {
    clearInterval(timer);
    window.removeEventListener("offline", end);
  }
}

/** Waits so long, or until one of the events. */
function pause(milliseconds, ...events) {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      events.forEach(([target, name]) => target.removeEventListener(name, end));
      resolve();
    }
    events.forEach(([target, name]) => target.addEventListener(name, end));
  });
}

function fieldsOf(block) {
  return Object.fromEntries(block.split("\n").map((line) => line.split(/: ?(.*)/s)));
}

class GameStream extends Stream {
  constructor(game, token, version, onVersion, onMessage) {
    super(`ttr.${game}`, token);
    Object.assign(this, { game, version, onVersion, onMessage });
  }

  get address() {
    return `/v1/games/${this.game}/events?after=${this.version}&include=messages`;
  }

  catchUp() {
    this.onVersion(this.version);
  }

  goBack({ version }) {
    this.version = version;
  }

  passedOn(news) {
    if (news.message) this.onMessage();
    else this.reached(news.version, false);
  }

  heard({ event, data, id }) {
    if (event === "end") this.ended = true;
    else if (/^{"type":"message\./.test(data ?? "")) this.spoken();
    else if (id) this.reached(parseInt(id, 10), true); // "41-12": version and message
  }

  spoken() {
    this.channel.postMessage({ message: true });
    this.onMessage();
  }

  reached(version, first) {
    if (!(version > this.version)) return;
    this.version = version;
    if (first) this.channel.postMessage({ version });
    this.onVersion(version);
  }
}

class PlayerStream extends Stream {
  constructor(player, token, onNews) {
    super(`ttr.me.${player}`, token);
    this.onNews = onNews;
    this.cursor = null;
  }

  get address() {
    return `/v1/me/events${this.cursor ? `?cursor=${encodeURIComponent(this.cursor)}` : ""}`;
  }

  catchUp() {
    this.onNews();
  }

  passedOn() {
    this.onNews();
  }

  heard({ event, id }) {
    if (event === "end") this.ended = true;
    if (!id) return;
    this.cursor = id;
    this.channel.postMessage({});
    this.onNews();
  }
}

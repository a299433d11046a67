// The page's own labels. Everything about a game (moves, cities, sentences) comes from the server in the same language.

import { effect, keep, kept, signal } from "./lib.js";

const catalogue = signal(JSON.parse(document.getElementById("words").textContent));

export const LANGUAGES = { en: "English", fr: "Français" };
export const lang = signal(document.documentElement.lang);

/** A label with its facts filled in; `{count}` chooses between `key.one` and `key`. */
export function t(key, facts = {}) {
  const words = catalogue.value;
  const one = facts.count !== undefined && new Intl.PluralRules(lang.value).select(facts.count) === "one";
  const text = (one && words[`${key}.one`]) || words[key] || key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

/** Changes the language of the page, and of what it asks the server for. */
export async function speak(code) {
  const address = new URL(`./words/${code}.json`, import.meta.url);
  catalogue.value = await (await fetch(address)).json();
  lang.value = code;
  keep("lang", code);
}

const chosen = kept("lang", null);
if (chosen && chosen in LANGUAGES && chosen !== lang.value) await speak(chosen);

effect(() => {
  document.documentElement.lang = lang.value;
});

/** A text that the server gives in several languages. */
export function inWords(text) {
  return text[lang.value] ?? text.en;
}

/** How a game stands; one that the operator closed has another status, by the way in which it stopped. */
export function statusText({ status, end_reason }) {
  return t(`status-${end_reason === "closed" ? "closed" : status}`);
}

// numbers and times, as people of this language write them

export function number(value) {
  return new Intl.NumberFormat(lang.value).format(value).replace("-", "−"); // as the charts and sentences have it
}

/** "Fri 20 Nov 18:00": as the sentences of the service have it. */
export function time(iso) {
  const weekday = t("moment-words");
  const options = { weekday, month: weekday, day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const parts = new Intl.DateTimeFormat(lang.value, options).formatToParts(new Date(iso));
  return t("moment", Object.fromEntries(parts.map(({ type, value }) => [type, value])));
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "in 2 days", "3 minutes ago". */
export function fromNow(iso, now = Date.now()) {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(lang.value, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/** "2 days", "90 minutes": in the unit that is asked for, or the largest one that says it exactly. */
export function duration(seconds, wanted) {
  const [unit, size] = UNITS.find(([name, each]) => (wanted ? name === wanted : seconds % each === 0)) ?? ["second", 1];
  return new Intl.NumberFormat(lang.value, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

export function list(items) {
  return new Intl.ListFormat(lang.value, { type: "conjunction" }).format(items);
}

// Forms: fields that follow signals, things to try that may be refused, what is under way, and links to copy.

import { html, useEffect, useSignal } from "./lib.js";
import { lang, t } from "./words.js";

/** How to try something that may be refused, whether it is under way, and why the last try failed. */
export function useAttempts() {
  const problem = useSignal(null);
  const busy = useSignal(false);
  const failed = (error) => (problem.value = error);
  /** A handler of events. */
  const attempt = (act) => async (event) => {
    event?.preventDefault();
    problem.value = null;
    busy.value = true;
    await Promise.resolve(event).then(act).catch(failed);
    busy.value = false;
  };
  /** The same, but not again while it is under way. */
  const once = (act) => (event) => (busy.value ? event.preventDefault() : attempt(act)(event));
  return { problem, busy, failed, attempt, once };
}

export function Warning({ problem }) {
  return problem.value && html`<p class="bar warning" role="alert">${problem.value.message}</p>`;
}

/** Says that there is more to come, until it or a problem is there. */
export function Loading({ until }) {
  return until ? null : html`<p class="loading" role="status">${t("loading")}</p>`;
}

/** The properties of a field whose text a signal has. */
export function bound(text) {
  return { value: text, onInput: ({ target }) => (text.value = target.value) };
}

/** One of several choices, each an id and its label. */
export function Pick({ label, value, choices, onPick, kind = "row" }) {
  return html`<label class=${kind}>
    ${label}
    <select value=${value} onChange=${({ target }) => onPick(target.value)}>
      ${choices.map(([id, text]) => html`<option value=${id}>${text}</option>`)}
    </select>
  </label>`;
}

/** A link for somebody else, all of it chosen as soon as it has the focus. */
export function Copyable({ url, label }) {
  return html`<input class="wide" readonly value=${url} aria-label=${label} onFocus=${({ target }) => target.select()} />`;
}

/** What the tab of the browser says. */
export function useTitle(key) {
  useEffect(() => {
    document.title = t(key);
  }, [lang.value]);
}

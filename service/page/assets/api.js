// Calls to the API, the same that any bot can make.

import { wait } from "./lib.js";
import { lang, t } from "./words.js";

const TRIES = 3;

export const answers = new EventTarget(); // says "answer" whenever the service has answered

/** What the service answered instead of doing it; `code` is stable, `message` is for people. */
export class Problem extends Error {
  constructor(status, body, retryAfter) {
    super(body.detail ?? body.title ?? String(status));
    this.status = status;
    this.code = body.code ?? "unknown";
    this.facts = body.facts ?? {};
    this.retryAfter = retryAfter;
  }
}

/** The service could not be reached, or its answer was lost on the way. */
export class Unreachable extends Error {
  constructor() {
    super(t("unreachable"));
  }
}

function headersFor({ token, body, key, match, accept }) {
  const headers = { Accept: accept ?? "application/json", "Accept-Language": lang.value };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = `"${key}"`;
  if (match) headers["If-Match"] = match;
  return headers;
}

/** One request; throws a Problem for a refusal and Unreachable if there was no answer. */
export async function request(method, path, options = {}) {
  const { body, signal } = options;
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: headersFor(options),
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      cache: "no-cache",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable();
  }
  if (response.ok) {
    answers.dispatchEvent(new Event("answer"));
    return response;
  }
  const problem = await response.json().catch(() => ({}));
  throw new Problem(response.status, problem, Number(response.headers.get("Retry-After")) || null);
}

/** What an answer says; one that breaks off is as good as none. */
async function read(response) {
  try {
    return await response.json();
  } catch {
    throw new Unreachable();
  }
}

export async function get(path, token, options = {}) {
  return read(await request("GET", path, { token, ...options }));
}

export async function getText(path, token, accept) {
  return (await request("GET", path, { token, accept })).text();
}

export function getPicture(path, token) {
  return getText(path, token, "image/svg+xml");
}

/** A key that nobody guesses; `randomUUID` is there on secure origins alone. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Changes something exactly once: a request without an answer is sent again with the same key. */
export async function change(method, path, options = {}) {
  const key = "key" in options ? options.key : newKey(); // null: this call takes none
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await request(method, path, { ...options, key });
      return response.status === 204 ? null : await read(response);
    } catch (error) {
      const passing = error instanceof Unreachable || error.status === 503;
      if (!passing || attempt === TRIES) throw error;
      await wait(600 * attempt);
    }
  }
}

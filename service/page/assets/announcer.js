// Says what happens to those who do not see it: one sentence at a time, at most one a second.

import { t } from "./words.js";

const PAUSE_MS = 1000;
const MOST = 3; // sentences in one announcement

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

// What the things of a board are called, in the language of the page.

import { lang } from "../words.js";

/** A text that the server gives in several languages. */
export function inWords(text) {
  return text[lang.value] ?? text.en;
}

/** A city, or a place that stands for several. */
export function cityName(board, id) {
  const label = board.labels[id];
  return label ? inWords(label) : ([...board.cities, ...board.zones].find((place) => place.id === id)?.name ?? id);
}

// How this browser shows things, and asks: theme, colours, size of the text, before which moves.

import { computed, effect, keep, kept, signal } from "./lib.js";

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const systemTheme = signal(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => (systemTheme.value = dark.matches ? "dark" : "light"));

export const THEMES = ["auto", "light", "dark"];
export const COLOURS = ["usual", "safe"];
export const SIZES = ["usual", "large"];
export const ASKING = ["always", "costs"];

/** A choice that this browser remembers. */
function chosen(name, usual) {
  const choice = signal(kept(name, usual));
  effect(() => keep(name, choice.value));
  return choice;
}

export const chosenTheme = chosen("theme", "auto");
export const colours = chosen("colours", "usual");
export const textSize = chosen("text", "usual");
export const asking = chosen("ask", "always");
export const theme = computed(() => (chosenTheme.value === "auto" ? systemTheme.value : chosenTheme.value));

effect(() => {
  const { dataset } = document.documentElement;
  dataset.theme = theme.value;
  dataset.colours = colours.value;
  dataset.text = textSize.value;
});

// How this browser shows things: theme, colours, size of the text.

import { computed, effect, keep, kept, signal } from "./lib.js";

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const systemTheme = signal(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => (systemTheme.value = dark.matches ? "dark" : "light"));

export const THEMES = ["auto", "light", "dark"];
export const COLOURS = ["usual", "safe"];
export const SIZES = ["usual", "large"];

export const chosenTheme = signal(kept("theme", "auto"));
export const colours = signal(kept("colours", "usual"));
export const textSize = signal(kept("text", "usual"));
export const theme = computed(() => (chosenTheme.value === "auto" ? systemTheme.value : chosenTheme.value));

effect(() => {
  const { dataset } = document.documentElement;
  dataset.theme = theme.value;
  dataset.colours = colours.value;
  dataset.text = textSize.value;
});

effect(() => keep("theme", chosenTheme.value));
effect(() => keep("colours", colours.value));
effect(() => keep("text", textSize.value));

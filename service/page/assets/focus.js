// Focus is never lost: where what had it is gone, the nearest part of the page that held it has it instead.

let chain = []; // what had the focus last outside of dialogs, and everything around it

document.addEventListener("focusin", (event) => {
  if (!event.target.closest("dialog")) chain = event.composedPath().filter((place) => place.matches?.("#page *"));
});

document.addEventListener("focusout", () => {
  setTimeout(() => {
    if (chain[0]?.isConnected && isNowhere() && !document.querySelector("dialog[open]")) chain = []; // a click beside everything
  });
});

/** A key that is held down presses one button: where that moves the focus, the repeats would press what has it then. */
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest?.("button")) event.preventDefault();
});

function isNowhere() {
  return document.activeElement === document.body;
}

/** Gives the focus back, after a dialog as well. */
export function returnFocus() {
  const place = chain.find((each) => each.isConnected && (each === chain[0] || each.matches("section, main")));
  if (place && place !== chain[0]) place.tabIndex = -1;
  place?.focus();
}

new MutationObserver(() => {
  if (chain[0]?.isConnected === false && isNowhere()) returnFocus();
}).observe(document.getElementById("page"), { childList: true, subtree: true });

// The table: map, hand, market, tickets, people and log of one game, now or at an earlier move.

import { Loading } from "../forms.js";
import { html, useEffect, useMemo } from "../lib.js";
import { colours, theme } from "../looks.js";
import { fragment, place } from "../router.js";
import { keepSeat } from "../identity.js";
import { lang, t } from "../words.js";
import { tabTitle } from "./headline.js";
import { Laid } from "./layout.js";
import { TableStore } from "./store.js";

export default function TableScreen({ game }) {
  useMemo(() => takeToken(game), [game]);
  const [at, eyes] = ["at", "as"].map((name) => numberIn(place.value.query.get(name)));
  return html`<${Table} game=${game} at=${at} eyes=${eyes} key=${game} />`;
}

function numberIn(text) {
  return text === null || !/^\d+$/.test(text) ? null : Number(text);
}

/** A link may carry the token of a seat. */
function takeToken(game) {
  const token = fragment.get("token");
  if (token) keepSeat(game, token);
  fragment.delete("token");
}

function Table({ game, at, eyes }) {
  const store = useMemo(() => new TableStore(game, at, eyes), [game]);
  useEffect(() => {
    store.open();
    return () => store.close();
  }, [store]);
  useEffect(() => {
    store.goTo(at, eyes);
  }, [at, eyes]);
  useEffect(() => {
    if (store.picture.peek()) store.loadPicture();
  }, [theme.value, colours.value]);
  useEffect(() => {
    if (store.view.peek()) store.readNews();
  }, [lang.value]);
  const seen = store.view.value;
  useEffect(() => {
    if (seen && store.board.value) document.title = tabTitle(store);
  });
  if (!seen || !store.board.value) return html`<${Opening} store=${store} />`;
  return html`<${Laid} store=${store} />`;
}

function Opening({ store }) {
  const problem = store.problem.value;
  if (!problem) return html`<${Loading} />`;
  return html`<div class="panel message" role="alert"><h1>${t("cannot-show")}</h1><p>${problem.message}</p><a class="button" href="/">${t("my-games")}</a></div>`;
}

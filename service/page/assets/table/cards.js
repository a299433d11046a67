// Cards: in the hand, face up on the table, and as small chips in payments.

import { html } from "../lib.js";
import { colours } from "../looks.js";
import { lang, t } from "../words.js";
import { about, ofType } from "./picks.js";

export const JOKER = "locomotive"; // the card of the base game that stands for any other

/** A card as a small block of its colour; those who ask for safe colours also get its letter. */
export function CardChip({ store, card }) {
  return html`<i class="card-chip" data-card=${card} style=${faceOf(store.board.value.card_faces[card])}>${letterOf(store, card)}</i>`;
}

function letterOf(store, card) {
  if (card === JOKER) return "★";
  const letter = store.board.value.card_faces[card]?.letter;
  return colours.value === "safe" && letter ? letter[lang.value] : "";
}

/** The colours of a card or a train, as custom properties; what has no face is gray. */
export function faceOf(face) {
  if (!face) return undefined;
  const fill = colours.value === "safe" ? face.safe_fill : face.fill;
  return { "--fill": fill, "--on": isLight(fill) ? "#141414" : "#ffffff" };
}

/** Whether dark words are read better on a colour than light ones: its luminance, as WCAG counts it. */
function isLight(fill) {
  const [red, green, blue] = [1, 3, 5]
    .map((start) => parseInt(fill.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

export function Hand({ store }) {
  const mine = store.view.value.seats[store.seat];
  const hand = Object.entries(mine.cards.hand ?? {}).filter(([, count]) => count > 0);
  const order = store.cards;
  hand.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return html`
    <section class="panel hand" aria-labelledby="hand-title">
      <h2 id="hand-title">${t("hand", { count: mine.cards.count })}</h2>
      ${hand.length === 0 && html`<p class="quiet">${t("no-cards")}</p>`}
      <ul class="cards" tabindex="0" aria-labelledby="hand-title">
        ${hand.map(
          ([card, count], place) => html`<li class="card" key=${`${card} ${count}`} data-card=${card} style=${{ ...faceOf(store.board.value.card_faces[card]), "--place": place - (hand.length - 1) / 2 }} data-many=${Math.min(count, 4)}>
            <b>${count}</b><span>${store.word(card)}</span><i aria-hidden="true">${letterOf(store, card)}</i>
          </li>`,
        )}
      </ul>
    </section>
  `;
}

/** The face-up cards and the piles; what may be taken now is a button. */
export function Market({ store }) {
  const { table } = store.view.value;
  const menu = store.menu.value;
  const taken = table.market.map((card) => about(menu, "card", card).filter(({ group }) => group.type === "take_card")[0]);
  const [draw] = ofType(menu, "draw_card");
  const tickets = ofType(menu, "draw_tickets");
  const left = Object.values(table.ticket_decks).reduce((sum, count) => sum + count, 0);
  return html`
    <section class="panel market" aria-labelledby="market-title">
      <h2 id="market-title">${t("market")}</h2>
      <div class="cards" tabindex="0" role="group" aria-labelledby="market-title">
        ${table.market.map((card, place) => html`<${FaceUp} store=${store} card=${card} choice=${taken[place]} key=${`${place} ${card}`} />`)}
        <${Pile} store=${store} label=${t("deck")} count=${table.deck} choice=${draw} kind="deck" />
        ${left + tickets.length > 0 &&
        (tickets.length > 1
          ? tickets.map((choice) => html`<${Pile} store=${store} label=${choice.entry.title} choice=${choice} kind="tickets" />`)
          : html`<${Pile} store=${store} label=${t("tickets")} count=${left} choice=${tickets[0]} kind="tickets" />`)}
      </div>
    </section>
  `;
}

function FaceUp({ store, card, choice }) {
  if (card === null) return html`<span class="card gone" aria-hidden="true"></span>`;
  const look = faceOf(store.board.value.card_faces[card]);
  const face = html`<span>${store.word(card)}</span><i aria-hidden="true">${letterOf(store, card)}</i>`;
  if (!choice) return html`<span class="card" data-card=${card} style=${look}>${face}</span>`;
  return html`<button
    type="button"
    class="card"
    data-card=${card}
    style=${look}
    aria-label=${t("take", { card: store.word(card) })}
    onClick=${() => store.pick(choice)}
  >
    ${face}
  </button>`;
}

function Pile({ store, label, count, choice, kind }) {
  const face = html`<span>${label}</span>${count !== undefined && html`<b>${count}</b>`}`;
  if (!choice) return html`<span class="card pile" data-pile=${kind}>${face}</span>`;
  return html`<button type="button" class="card pile" data-pile=${kind} onClick=${() => store.pick(choice)}>${face}</button>`;
}

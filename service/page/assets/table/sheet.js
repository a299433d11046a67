// The sheet: what has been picked, what it brings, how to pay for it, and the button that does it.

import { returnFocus } from "../focus.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useSignal } from "../lib.js";
import { asking } from "../looks.js";
import { t } from "../words.js";
import { CardChip, JOKER } from "./cards.js";
import { isFree, payments } from "./picks.js";

const TOO_SOON_MS = 350; // a second tap this soon was meant for what lay here before
const APART = 16; // pixels between the tap that picks and the button that does it

let sent = -Infinity; // when the last card was taken without a question
let tapped = { x: 0, y: 0 }; // where a finger or the mouse was pressed last
document.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (tapped = { x, y }), { capture: true, passive: true });

export function Sheet({ store }) {
  const picked = store.picked.value;
  if (!picked) return null;
  const Part = asking.value === "costs" && isFree(picked) ? Unasked : Open;
  return html`<${Part} store=${store} picked=${picked} key=${picked.group.type + picked.entry.title} />`;
}

/** Sends at once what needs no question; a tap that comes too soon after the last one is asked about, and so is a move that was refused. */
function Unasked({ store, picked }) {
  const asks = useSignal(performance.now() - sent < TOO_SOON_MS);
  useEffect(() => {
    if (asks.value) return;
    store.send(picked.entry.ways[0].command).then((done) => {
      if (done) sent = performance.now();
      else asks.value = true;
    });
  }, []);
  return asks.value ? html`<${Open} store=${store} picked=${picked} />` : null;
}

/**
 * The sheet is seen first, and takes the page over in the frame after that: what lies behind it becomes inert, which
 * takes a phone longer than to show the sheet, since the style of every piece of the map is calculated anew.
 */
function Open({ store, picked }) {
  const dialog = useRef(null);
  const button = useRef(null);
  const ready = useSignal(false);
  const { group, entry } = picked;
  const [taken] = entry.about.route ? [] : (entry.about.card ?? []);
  const groups = useMemo(() => payments(entry.ways, store.cards, JOKER), [entry]);
  const way = useSignal(groups[0].ways[0].way);
  const close = () => store.pick(null);

  useLayoutEffect(() => {
    dialog.current.classList.toggle("aside", isNear(button.current, tapped));
    const leave = ({ key }) => key === "Escape" && close(); // a dialog that is only seen leaves the key to us
    document.addEventListener("keydown", leave);
    return () => {
      document.removeEventListener("keydown", leave);
      dialog.current.close(); // while it is open, nothing else takes the focus
      returnFocus();
    };
  }, []);

  useEffect(() => {
    dialog.current.open = false;
    dialog.current.showModal();
    const timer = setTimeout(() => (ready.value = true), TOO_SOON_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    const listed = entry.ways.find(({ command }) => same(command, way.value.command));
    way.value = listed ?? groups[0].ways[0].way;
  }, [entry]);

  return html`
    <dialog class="sheet" open ref=${dialog} aria-labelledby="sheet-title" onCancel=${close} onClose=${({ target }) => target.isConnected && close()}>
      <h2 id="sheet-title">${group.title === entry.title ? group.title : html`<small>${group.title}</small> ${taken && html`<${CardChip} store=${store} card=${taken} />`} ${entry.title}`}</h2>
      ${entry.details.length > 0 && html`<p class="details">${entry.details.join(" · ")}</p>`}
      ${entry.effect && html`<p>${entry.effect}</p>`}
      ${entry.ways.length > 1 && html`<${Payment} store=${store} groups=${groups} way=${way} />`}
      ${entry.ways.length === 1 && way.value.text && html`<${Laid} store=${store} laid=${groups[0].ways[0].laid} />`}
      <${Refusal} store=${store} />
      <div class="buttons">
        <button type="button" class="quiet" onClick=${close}>${t("cancel")}</button>
        <button type="button" class="primary" ref=${button} onClick=${() => store.send(way.value.command)} disabled=${!ready.value || store.sending.value} aria-busy=${store.sending.value}>
          ${store.sending.value ? t("sending") : t("confirm")}
        </button>
      </div>
    </dialog>
  `;
}

function isNear(element, { x, y }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x > left - APART && x < right + APART && y > top - APART && y < bottom + APART;
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function Payment({ store, groups, way }) {
  const isChosen = (each) => same(each.way.command, way.value.command); // the table may have been read again meanwhile
  const current = groups.find(({ ways }) => ways.some(isChosen)) ?? groups[0];
  return html`
    <fieldset class="payment">
      <legend>${t("pay-with")}</legend>
      ${groups.length > 1 &&
      html`<div class="chips">
        ${groups.map(
          (group) => html`<label class="chip">
            <input type="radio" name="colours" checked=${group === current} onChange=${() => (way.value = group.ways[0].way)} />
            ${group.colours.map((card) => html`<${CardChip} store=${store} card=${card} />`)}
            <span class="unseen">${group.colours.map((card) => store.word(card)).join(", ")}</span>
          </label>`,
        )}
      </div>`}
      <div class="chips ways">
        ${current.ways.map(
          (each) => html`<label class="chip">
            <input type="radio" name="way" checked=${isChosen(each)} onChange=${() => (way.value = each.way)} />
            <${Laid} store=${store} laid=${each.laid} />
            <span class="unseen">${each.way.text}</span>
          </label>`,
        )}
      </div>
    </fieldset>
  `;
}

function Laid({ store, laid }) {
  return html`<span class="laid" aria-hidden="true">
    ${laid.map(([card, count]) => html`<span class="counted">${count}×<${CardChip} store=${store} card=${card} /></span>`)}
  </span>`;
}

/** Why the last try was refused, where the eye is. */
export function Refusal({ store }) {
  const problem = store.problem.value;
  if (problem) return html`<p class="bar warning" role="alert">${problem.message}</p>`;
  return store.note.value ? html`<p class="bar" role="status">${store.note.value}</p>` : null;
}

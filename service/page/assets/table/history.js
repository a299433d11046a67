// The bar with which one steps through a game, move by move, and once it is over through anybody's eyes.

import { Pick } from "../forms.js";
import { auditTokenFor } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { go } from "../router.js";
import { t } from "../words.js";

const STEPS = { j: 1, ArrowRight: 1, k: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/** The version in the address: ahead of the one that is shown while keys are pressed quickly. */
function asked() {
  return Number(new URLSearchParams(location.search).get("at"));
}

export function HistoryBar({ store }) {
  const { at, eyes, game } = store;
  const latest = store.latest.value;
  const dragged = useSignal(null); // where the slider is while it is moved
  const show = (version, seen = eyes) => {
    const wanted = Math.min(store.latest.value, Math.max(1, version));
    go(`/g/${game}?at=${wanted}${seen === null ? "" : `&as=${seen}`}`, { replace: true });
  };
  useEffect(() => {
    async function pressed(event) {
      if (event.target.matches("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
      await store.learned; // else no step leads on
      if (event.key in STEPS) show(asked() + STEPS[event.key]);
    }
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [at, eyes, latest]);
  const said = store.story.entries.value.findLast(({ version, text }) => version <= at && text);
  return html`
    <div class="history bar" role="group" aria-label=${t("history")}>
      <button type="button" onClick=${() => show(at - 1)} disabled=${at <= 1} aria-label=${t("step-back")}>◀</button>
      <input
        type="range"
        min="1"
        max=${latest}
        value=${dragged.value ?? at}
        aria-label=${t("history-slider")}
        aria-valuetext=${t("version", { at, latest })}
        onInput=${(event) => (dragged.value = Number(event.target.value))}
        onChange=${(event) => {
          dragged.value = null;
          show(Number(event.target.value));
        }}
      />
      <button type="button" onClick=${() => show(at + 1)} disabled=${at >= latest} aria-label=${t("step-on")}>▶</button>
      <span>${t("version", { at: dragged.value ?? at, latest })}</span>
      ${auditTokenFor(game) && html`<${Eyes} store=${store} onChange=${(seen) => show(at, seen)} />`}
      <p class="quiet said">${said?.text}</p>
      ${store.over.value && html`<${FoldedAnalysis} game=${game} />`}
    </div>
  `;
}

/** What decided the game; loaded and asked for only when somebody opens it. */
export function FoldedAnalysis({ game }) {
  const shown = useSignal(null);
  const open = async (event) => {
    if (event.currentTarget.open) shown.value = (await import("../screens/charts.js")).Analysis;
  };
  const Analysis = shown.value;
  return html`<details class="analysis" onToggle=${open}>
    <summary>${t("what-decided")}</summary>
    ${Analysis && html`<${Analysis} game=${game} />`}
  </details>`;
}

/** The game is over, and this browser may audit it: everybody's cards can be seen as they saw them. */
function Eyes({ store, onChange }) {
  const { seats } = store.view.value;
  if (!store.over.value) return null;
  const choices = [["", t("myself")], ...seats.map(({ seat }) => [seat, store.name(seat)])];
  return html`<${Pick} kind="eyes" label=${t("as-seen-by")} value=${store.eyes ?? ""} choices=${choices} onPick=${(seat) => onChange(seat === "" ? null : Number(seat))} />`;
}

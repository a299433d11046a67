// The bar with which one steps through a game, move by move.

import { html, useEffect } from "../lib.js";
import { go } from "../router.js";
import { t } from "../words.js";

export function HistoryBar({ store, latest }) {
  const { at, game } = store;
  const to = (version) => {
    const wanted = Math.min(latest, Math.max(1, version));
    go(wanted === latest ? `/g/${game}?at=${latest}` : `/g/${game}?at=${wanted}`, { replace: true });
  };
  useEffect(() => {
    function pressed(event) {
      if (event.target.matches("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
      const steps = { j: 1, k: -1, ArrowRight: 1, ArrowLeft: -1, Home: -latest, End: latest };
      if (event.key in steps) to(at + steps[event.key]);
    }
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [at, latest]);
  return html`
    <div class="history bar" role="group" aria-label=${t("history")}>
      <button type="button" onClick=${() => to(at - 1)} disabled=${at <= 1} aria-label=${t("step-back")}>◀</button>
      <input
        type="range"
        min="1"
        max=${latest}
        value=${at}
        aria-label=${t("history-slider")}
        aria-valuetext=${t("version", { at, latest })}
        onChange=${(event) => to(Number(event.target.value))}
      />
      <button type="button" onClick=${() => to(at + 1)} disabled=${at >= latest} aria-label=${t("step-on")}>▶</button>
      <span>${t("version", { at, latest })}</span>
      <a class="button" href=${`/g/${game}`}>${t("to-now")}</a>
    </div>
  `;
}

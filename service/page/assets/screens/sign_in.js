// Signing in on another device, with a code from one that is signed in. Acted on by the button, never by opening the link.

import { change } from "../api.js";
import { signIn } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { fragment, go } from "../router.js";
import { t } from "../words.js";

export default function SignIn() {
  const code = useSignal(fragment.get("code") ?? "");
  const problem = useSignal(null);
  useEffect(() => {
    document.title = t("sign-in");
  }, []);
  async function enter(event) {
    event.preventDefault();
    try {
      const made = await change("POST", "/v1/sign_ins", { body: { code: codeIn(code.value), name: deviceName() } });
      signIn(made);
      await go("/", { replace: true });
    } catch (error) {
      problem.value = error;
    }
  }
  return html`
    <form class="panel message" onSubmit=${enter}>
      <h1>${t("sign-in")}</h1>
      <p>${t("sign-in-how")}</p>
      <label>${t("code")} <input required autocomplete="one-time-code" value=${code} onInput=${(event) => (code.value = event.target.value)} /></label>
      ${problem.value && html`<p class="bar warning" role="alert">${problem.value.message}</p>`}
      <div class="buttons"><button type="submit" class="primary">${t("sign-in")}</button></div>
    </form>
  `;
}

/** A code, or the link that holds it. */
function codeIn(text) {
  return text.trim().replace(/^.*#code=/, "");
}

function deviceName() {
  return /Mobi/.test(navigator.userAgent) ? t("phone") : t("computer");
}

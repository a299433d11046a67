// Signing in: with a code from another device or a mail, with a passkey, or by asking for a mail. Acted on by buttons, never by
// opening a link.

import { change } from "../api.js";
import { signIn } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { fragment, go } from "../router.js";
import { t } from "../words.js";

export default function SignIn() {
  const code = useSignal(fragment.get("code") ?? "");
  const address = useSignal("");
  const note = useSignal("");
  const problem = useSignal(null);
  useEffect(() => {
    document.title = t("sign-in");
  }, []);
  async function attempt(event, act) {
    event.preventDefault();
    problem.value = null;
    try {
      await act();
    } catch (error) {
      problem.value = error;
    }
  }
  async function enter(path, body) {
    signIn(await change("POST", path, { body: { ...body, name: deviceName() } }));
    await go("/", { replace: true });
  }
  async function withPasskey() {
    const { options } = await change("POST", "/v1/sign_ins/passkey/options", { key: null });
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = await navigator.credentials.get({ publicKey });
    await enter("/v1/sign_ins/passkey", { credential: credential.toJSON() });
  }
  async function askForMail() {
    await change("POST", "/v1/sign_ins/mail", { body: { address: address.value } });
    note.value = t("mail-under-way");
  }
  return html`
    <section class="panel message">
      <h1>${t("sign-in")}</h1>
      ${problem.value && html`<p class="bar warning" role="alert">${problem.value.message}</p>`}
      <p role="status">${note.value}</p>
      <form onSubmit=${(event) => attempt(event, () => enter("/v1/sign_ins", { code: codeIn(code.value) }))}>
        <p>${t("sign-in-how")}</p>
        <label>${t("code")} <input required autocomplete="one-time-code" value=${code} onInput=${(event) => (code.value = event.target.value)} /></label>
        <div class="buttons"><button type="submit" class="primary">${t("sign-in")}</button></div>
      </form>
      ${hasPasskeys() && html`<form onSubmit=${(event) => attempt(event, withPasskey)}>
        <div class="buttons"><button type="submit">${t("sign-in-passkey")}</button></div>
      </form>`}
      <form onSubmit=${(event) => attempt(event, askForMail)}>
        <p>${t("sign-in-mail-how")}</p>
        <label>${t("mail-address")} <input required type="email" autocomplete="email" value=${address} onInput=${(event) => (address.value = event.target.value)} /></label>
        <div class="buttons"><button type="submit">${t("sign-in-mail")}</button></div>
      </form>
    </section>
  `;
}

/** Browsers have them on https and on localhost only. */
export function hasPasskeys() {
  return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** A code, or the link that holds it. */
function codeIn(text) {
  return text.trim().replace(/^.*#code=/, "");
}

export function deviceName() {
  return /Mobi/.test(navigator.userAgent) ? t("phone") : t("computer");
}

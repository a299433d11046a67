// Signing in: with a code from another device or a mail, with a passkey, or by asking for a mail; and confirming an address.
// Acted on by buttons, never by opening a link.

import { change, get } from "../api.js";
import { Warning, bound, useAttempts, useTitle } from "../forms.js";
import { signIn } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { fragment, go } from "../router.js";
import { t } from "../words.js";

export default function SignIn() {
  const code = useSignal(fragment.get("code") ?? "");
  const address = useSignal("");
  const note = useSignal("");
  const byMail = useSignal(false); // whether the service sends any
  const { problem, attempt } = useAttempts();
  useTitle("sign-in");
  useEffect(() => {
    get("/v1/sign_ins/mail").then(({ offered }) => (byMail.value = offered), () => {});
  }, []);
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
      <${Warning} problem=${problem} />
      <p role="status">${note.value}</p>
      <form onSubmit=${attempt(() => enter("/v1/sign_ins", { code: codeIn(code.value) }))}>
        <p>${t("sign-in-how")}</p>
        <label>${t("code")} <input required autocomplete="one-time-code" ...${bound(code)} /></label>
        <div class="buttons"><button type="submit" class="primary">${t("sign-in")}</button></div>
      </form>
      ${hasPasskeys() && html`<form onSubmit=${attempt(withPasskey)}>
        <div class="buttons"><button type="submit">${t("sign-in-passkey")}</button></div>
      </form>`}
      ${byMail.value && html`<form onSubmit=${attempt(askForMail)}>
        <p>${t("sign-in-mail-how")}</p>
        <label>${t("mail-address")} <input required type="email" autocomplete="email" ...${bound(address)} /></label>
        <div class="buttons"><button type="submit">${t("sign-in-mail")}</button></div>
      </form>`}
    </section>
  `;
}

/** With the code from a mail. */
export function ConfirmAddress() {
  const done = useSignal(false);
  const { problem, attempt } = useAttempts();
  useTitle("confirm-address");
  const confirm = attempt(async () => {
    await change("POST", "/v1/address_confirmations", { body: { code: fragment.get("code") ?? "-" }, key: null });
    done.value = true;
  });
  return html`
    <form class="panel message" onSubmit=${confirm}>
      <h1>${t("confirm-address")}</h1>
      <p role="status">${done.value ? t("address-confirmed") : t("confirm-address-how")}</p>
      <${Warning} problem=${problem} />
      ${!done.value && html`<div class="buttons"><button type="submit" class="primary">${t("confirm-address")}</button></div>`}
    </form>
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

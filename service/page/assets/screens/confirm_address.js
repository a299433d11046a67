// Confirming a mail address with the code from a mail. Acted on by the button, never by opening the link.

import { change } from "../api.js";
import { html, useEffect, useSignal } from "../lib.js";
import { fragment } from "../router.js";
import { t } from "../words.js";

export default function ConfirmAddress() {
  const done = useSignal(false);
  const problem = useSignal(null);
  useEffect(() => {
    document.title = t("confirm-address");
  }, []);
  async function confirm(event) {
    event.preventDefault();
    try {
      await change("POST", "/v1/address_confirmations", { body: { code: fragment.get("code") ?? "-" }, key: null });
      done.value = true;
      problem.value = null;
    } catch (error) {
      problem.value = error;
    }
  }
  return html`
    <form class="panel message" onSubmit=${confirm}>
      <h1>${t("confirm-address")}</h1>
      <p role="status">${done.value ? t("address-confirmed") : t("confirm-address-how")}</p>
      ${problem.value && html`<p class="bar warning" role="alert">${problem.value.message}</p>`}
      ${!done.value && html`<div class="buttons"><button type="submit" class="primary">${t("confirm-address")}</button></div>`}
    </form>
  `;
}

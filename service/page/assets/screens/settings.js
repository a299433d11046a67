// Settings of this browser and of the player.

import { change, get } from "../api.js";
import { Copyable, Loading, Pick, Warning, bound, useAttempts, useTitle } from "../forms.js";
import { forgetEverything, player, rename } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { ASKING, COLOURS, SIZES, THEMES, asking, chosenTheme, colours, textSize } from "../looks.js";
import { Notices } from "./notices.js";
import { deviceName, hasPasskeys } from "./sign_in.js";
import { LANGUAGES, lang, speak, t, time } from "../words.js";

export default function Settings() {
  useTitle("settings");
  return html`
    <div class="narrow settings">
      <h1>${t("settings")}</h1>
      <section class="panel">
        <h2>${t("on-this-device")}</h2>
        <${Pick} label=${t("language")} value=${lang.value} choices=${Object.entries(LANGUAGES)} onPick=${speak} />
        <${Pick} label=${t("theme")} value=${chosenTheme.value} choices=${named("theme", THEMES)} onPick=${(value) => (chosenTheme.value = value)} />
        <${Pick} label=${t("colours")} value=${colours.value} choices=${named("colours", COLOURS)} onPick=${(value) => (colours.value = value)} />
        <${Pick} label=${t("text-size")} value=${textSize.value} choices=${named("text", SIZES)} onPick=${(value) => (textSize.value = value)} />
        <${Pick} label=${t("ask")} value=${asking.value} choices=${named("ask", ASKING)} onPick=${(value) => (asking.value = value)} />
      </section>
      ${player.value ? html`<${Account} key=${player.value.id} /><${Notices} key="notices" />` : html`<section class="panel"><h2>${t("account")}</h2><p>${t("no-account-yet")}</p><a class="button" href="/sign-in">${t("have-account")}</a></section>`}
    </div>
  `;
}

function named(prefix, values) {
  return values.map((value) => [value, t(`${prefix}-${value}`)]);
}

function Account() {
  const name = useSignal(player.value.name);
  const note = useSignal("");
  const { problem, failed, attempt } = useAttempts();
  const tokens = useSignal([]);
  const passkeys = useSignal([]);
  const link = useSignal(null);
  const { token } = player.value;
  const list = (path, items) => get(path, token).then((page) => (items.value = page.items), failed);
  const load = () => Promise.all([list("/v1/me/tokens", tokens), list("/v1/me/passkeys", passkeys)]);
  useEffect(() => void load(), []);
  const save = attempt(async () => {
    await rename(name.value.trim());
    note.value = t("saved");
  });
  const makeLink = attempt(async () => {
    const made = await change("POST", "/v1/me/links", { token });
    link.value = `${location.origin}/sign-in#code=${made.code}`;
  });
  const remove = (path) => attempt(async () => {
    await change("DELETE", path, { token, key: null });
    await load();
  });
  const addPasskey = attempt(async () => {
    const { options } = await change("POST", "/v1/me/passkey_options", { token, key: null });
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = (await navigator.credentials.create({ publicKey })).toJSON();
    await change("POST", "/v1/me/passkeys", { token, body: { credential, name: deviceName() } });
    await load();
  });
  const row = ({ id, name: label }, kind, about, end) => html`<li class="row" key=${id}>
    <span>${label || t("device")} <small>${about}</small></span>
    <button type="button" class="quiet" onClick=${remove(`/v1/me/${kind}/${id}`)}>${end}</button>
  </li>`;
  const erase = attempt(async () => {
    if (!window.confirm(t("erase-sure"))) return;
    await change("DELETE", "/v1/me", { token, key: null });
    forgetEverything();
  });
  return html`
    <section class="panel">
      <h2>${t("account")}</h2>
      <${Warning} problem=${problem} />
      <form class="row" onSubmit=${save}>
        <label>${t("your-name")} <input required maxlength="40" ...${bound(name)} /></label>
        <button type="submit">${t("save")}</button> <span role="status">${note}</span>
      </form>
      <p><a href=${`/p/${player.value.id}`}>${t("profile")}</a></p>
      <h3>${t("devices")}</h3>
      <p class="quiet">${t("devices-how")}</p>
      <button type="button" onClick=${makeLink}>${t("link-device")}</button>
      ${link.value && html`<${Copyable} url=${link.value} label=${t("link-device")} />`}
      <${Loading} until=${tokens.value.length || problem.value} />
      <ul class="plain">
        ${tokens.value.map((each) => row(each, "tokens", each.current ? t("this-device") : time(each.created_at), t("revoke")))}
      </ul>
      <h3>${t("passkeys")}</h3>
      <p class="quiet">${t("passkeys-how")}</p>
      ${hasPasskeys() && html`<button type="button" onClick=${addPasskey}>${t("add-passkey")}</button>`}
      <ul class="plain passkeys">
        ${passkeys.value.map((each) => row(each, "passkeys", time(each.created_at), t("remove")))}
      </ul>
      <h3>${t("leave")}</h3>
      <div class="buttons start">
        <button type="button" onClick=${() => forgetEverything()}>${t("sign-out")}</button>
        <button type="button" class="danger" onClick=${erase}>${t("erase")}</button>
      </div>
    </section>
  `;
}

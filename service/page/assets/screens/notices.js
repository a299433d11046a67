// Notices: how a player hears that a game waits for them. Each channel is off until it is confirmed.

import { change, get } from "../api.js";
import { Copyable, Loading, Warning, useAttempts } from "../forms.js";
import { player } from "../identity.js";
import { html, useEffect, useSignal } from "../lib.js";
import { t } from "../words.js";

const OCCASIONS = ["your_turn", "reminder", "request", "game_over", "message", "table_full"];

export function Notices() {
  const channels = useSignal([]);
  const preferences = useSignal(null);
  const address = useSignal(null);
  const feed = useSignal(null);
  const { problem, failed, attempt } = useAttempts();
  const { token } = player.value;

  async function load() {
    const [listed, wishes, mail] = await Promise.all([get("/v1/me/channels", token), get("/v1/me/notices", token), get("/v1/me/address", token)]);
    channels.value = listed.items;
    address.value = mail;
    preferences.value = wishes;
  }
  useEffect(() => {
    load().catch(failed);
    const confirmed = ({ data }) => data.confirmed && load().catch(failed);
    navigator.serviceWorker?.addEventListener("message", confirmed);
    return () => navigator.serviceWorker?.removeEventListener("message", confirmed);
  }, []);

  const guard = (act) => attempt(async (event) => {
    await act(event);
    await load();
  });
  const pushed = guard(() => subscribe(token));
  const mailed = guard(() => change("POST", "/v1/me/channels", { token, body: { kind: "mail" } }));
  const remove = (id) => guard(() => change("DELETE", `/v1/me/channels/${id}`, { token, key: null }));
  const save = (changes) => guard(() => change("PUT", "/v1/me/notices", { token, key: null, body: { ...preferences.value, ...changes } }));
  const makeFeed = guard(async () => {
    feed.value = await change("POST", "/v1/me/feed_keys", { token, body: { name: t("calendar") } });
  });
  const enterAddress = guard((event) => {
    const { value } = event.target.elements.address;
    return change("PUT", "/v1/me/address", { token, key: null, body: { address: value } });
  });

  return html`
    <section class="panel">
      <h2>${t("notices")}</h2>
      <p class="quiet">${t("notices-how")}</p>
      <${Warning} problem=${problem} />
      <${Loading} until=${preferences.value || problem.value} />
      <ul class="plain">
        ${channels.value.map(
          (channel) => html`<li class="row" key=${channel.id}>
            <span>${t(`channel-${channel.kind}`)} <small>${channel.confirmed_at ? t("channel-on") : t("channel-waits")}</small></span>
            <button type="button" class="quiet" onClick=${remove(channel.id)}>${t("remove")}</button>
          </li>`,
        )}
      </ul>
      <div class="buttons start">
        ${canPush() && html`<button type="button" onClick=${pushed}>${t("notify-here")}</button>`}
        ${address.value?.offered && address.value.confirmed_at && html`<button type="button" onClick=${mailed}>${t("notify-by-mail")}</button>`}
      </div>
      ${!canPush() && html`<p class="quiet">${t("no-push-here")}</p>`}
      ${address.value?.offered && html`<p class="quiet">${t("mail-how")}</p><form class="row" onSubmit=${enterAddress}>
        <label>${t("mail-address")} <input name="address" type="email" autocomplete="email" required value=${address.value.address ?? ""} /></label>
        <button type="submit">${t("save")}</button>
        ${address.value.pending && html`<small>${t("mail-under-way")}</small>`}
      </form>`}
      ${preferences.value && html`<${Wishes} wishes=${preferences.value} save=${save} kinds=${address.value.offered ? ["push", "mail"] : ["push"]} />`}
      <h3>${t("feeds")}</h3>
      <p class="quiet">${t("feeds-how")}</p>
      <button type="button" onClick=${makeFeed}>${t("make-feed")}</button>
      ${feed.value &&
      [feed.value.calendar_url, feed.value.atom_url].map(
        (url) => html`<${Copyable} url=${url} label=${t("feeds")} />`,
      )}
    </section>
  `;
}

function Wishes({ wishes, save, kinds }) {
  const quiet = wishes.quiet_hours;
  const toggle = (occasion, kind) => {
    const listed = wishes.occasions[occasion];
    const next = listed.includes(kind) ? listed.filter((each) => each !== kind) : [...listed, kind];
    return save({ occasions: { ...wishes.occasions, [occasion]: next } })();
  };
  return html`
    <div class="scroll" tabindex="0">
      <table>
        <thead>
          <tr><th scope="col">${t("occasion")}</th>${kinds.map((kind) => html`<th scope="col">${t(`channel-${kind}`)}</th>`)}</tr>
        </thead>
        <tbody>
          ${OCCASIONS.map(
            (occasion) => html`<tr key=${occasion}>
              <th scope="row">${t(`occasion-${occasion}`)}</th>
              ${kinds.map(
                (kind) => html`<td>
                  <input type="checkbox" checked=${wishes.occasions[occasion].includes(kind)} onChange=${() => toggle(occasion, kind)} aria-label=${`${t(`occasion-${occasion}`)}: ${t(`channel-${kind}`)}`} />
                </td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <label class="tick">
      <input
        type="checkbox"
        checked=${quiet !== null}
        onChange=${() => save({ quiet_hours: quiet ? null : { start: "22:00", end: "07:00" }, zone: Intl.DateTimeFormat().resolvedOptions().timeZone })()}
      />
      ${t("quiet-nights")}
    </label>
  `;
}

// push to this browser

function canPush() {
  return "serviceWorker" in navigator && "PushManager" in window && window.isSecureContext;
}

/** Asks the browser for its address, and tells it to the service; the first message confirms it. */
async function subscribe(token) {
  const { public_key: key } = await get("/v1/push_key");
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const made = await change("POST", "/v1/me/channels", { token, body: { kind: "push", url: endpoint, keys } });
  await confirmWhenHeard(token, made.channel.id);
}

/** The worker hears the code by push and passes it on. */
function confirmWhenHeard(token, channel) {
  navigator.serviceWorker.addEventListener("message", async function heard({ data }) {
    if (!data.code) return;
    navigator.serviceWorker.removeEventListener("message", heard);
    await change("POST", `/v1/me/channels/${channel}/confirm`, { token, key: null, body: { code: data.code } });
  });
}

// The service worker: keeps the files of the page for an offline start, and shows notices.
// `PAGE` (its version) is written in front of this by the server, so that a new version is a new worker.

const FILES = `page-${PAGE.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keepStart());
});

/** Keeps the document, and the modules and styles that it names: the browser has them already. Other files are kept when they are used, so that nobody pays for a screen that they never open. */
async function keepStart() {
  const cache = await caches.open(FILES);
  const [window] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shell = await fetch(window?.url ?? "/", { cache: "no-cache" }); // every screen is the same document
  const text = await shell.clone().text();
  const named = [...text.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, address]) => address);
  await Promise.all([cache.put("/", shell), cache.addAll(new Set(named))]);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOlder());
});

async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("page-") && name !== FILES).map((name) => caches.delete(name)));
  await self.clients.claim();
}

// Only files of the page are kept, never an answer of the API: hands and tokens stay out of every cache.
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(fromFiles(event));
  else if (event.request.mode === "navigate" && !/^\/(v1|docs|problems|openapi)/.test(pathname)) event.respondWith(document(event.request));
});

async function fromFiles(event) {
  const known = await caches.match(event.request);
  if (known) return known;
  const response = await fetch(event.request);
  const copy = response.clone();
  if (copy.ok) event.waitUntil(caches.open(FILES).then((cache) => cache.put(event.request, copy)));
  return response;
}

async function document(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

// Notices: one for each game, which the next one replaces; withdrawn when the turn was played elsewhere.

self.addEventListener("push", (event) => {
  event.waitUntil(heard(event.data.json()));
});

async function heard(notice) {
  if (notice.type === "withdrawn") {
    const shown = await self.registration.getNotifications({ tag: notice.tag });
    shown.forEach((each) => each.close());
    return;
  }
  if (notice.type === "confirm") {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    windows.forEach((window) => window.postMessage({ code: notice.code }));
  }
  await self.registration.showNotification(notice.title, { body: notice.text, tag: notice.tag, data: { url: notice.url } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url ?? "/"));
});

async function open(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((window) => new URL(window.url).pathname === new URL(url, self.location.href).pathname);
  return there ? there.focus() : self.clients.openWindow(url);
}

// Opens the day's tasks where there is no network (web/offline.ts writes the list of files). It stands in front of that page alone, keeps
// the application's own files and nothing of anybody's data, and steps aside for every other request.
const FILES = [];
const SHELL = "/";
const VERSION = "";
const KEPT = `leashline-shell-${VERSION}`;
const PATIENCE_MS = 5_000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll([SHELL, ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("leashline-shell-") && name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const keptAt = async (path) => (await caches.open(KEPT)).match(path);

/** The network's answer, or what is kept where there is none, or none in time. */
const networkFirst = async (request, path) => {
  const answer = fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(keptAt(path)), PATIENCE_MS));
  try {
    return (await Promise.race([answer, late])) ?? (await answer);
  } catch (error) {
    const kept = await keptAt(path);
    if (kept) return kept;
    throw error;
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(request, SHELL));
  else if (FILES.includes(pathname))
    event.respondWith(
      pathname.startsWith("/assets/") ? keptAt(pathname).then((kept) => kept ?? fetch(request)) : networkFirst(request, pathname),
    );
});

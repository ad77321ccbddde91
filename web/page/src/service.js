/**
 * The service worker: serves the build's files from a cache. The build defines `VERSION` and `FILES`.
 *
 * A new build waits until no page of the old one is open: a page loads some of its modules later, and they must be of
 * the same build.
 *
 * @module
 */

/* global VERSION, FILES */
const CACHE = `roomgen-${VERSION}`;

self.addEventListener("install", (event) => {
  // All files must be of one build: bypass the HTTP cache.
  const requests = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("roomgen-") && name !== CACHE;
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const isOurs = event.request.method === "GET" && new URL(event.request.url).origin === location.origin;
  if (!isOurs) return;
  const kept = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});

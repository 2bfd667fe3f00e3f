// The site's service worker: push messages, and what is shown without a network. The server puts VERSION above.
const OFFLINE = `offline-${VERSION}`;
const OFFLINE_PAGE = "/offline/";
const BOARDS = "boards-";
const MATCH = /^\/matches\/[a-z2-9]{10}\/$/;
const LETTER = new RegExp("^/me/alerts/go/([a-z2-9]{10})/$"); // leads to a match, after signing in if need be
const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.\w+$/;
const PARTS_OF_PAGE = /(?:href|src)="(\/static\/[^"#?]+)/g;
const PARTS_OF_STYLE = /(?:@import |url\()"([^":]+)"/g;
const KEPT_FOR = 14 * 24 * 3_600_000;

// --- Beginning -------------------------------------------------------------------------------------

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([keepOfflinePage(), passBy(event)]).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

// Moves and boards go to the network by themselves, where the browser knows how: a worker that sleeps takes its time
// to wake up.
async function passBy(event) {
  const mine = [{ requestMode: "navigate" }, { urlPattern: { pathname: "/static/*" } }];
  try {
    await event.addRoutes({ condition: { not: { or: mine } }, source: "network" });
  } catch {
    // Then all of it comes through here.
  }
}

// The page as everybody gets it, without cookies, and what it is drawn with.
async function keepOfflinePage() {
  const cache = await caches.open(OFFLINE);
  const page = await fetch(OFFLINE_PAGE, { credentials: "omit" });
  if (!page.ok) {
    throw new Error("The offline page isn't there.");
  }
  const parts = new Set(Array.from((await page.clone().text()).matchAll(PARTS_OF_PAGE), (found) => found[1]));
  // A set is walked on to what is added meanwhile: fonts, and in development imported sheets.
  for (const part of parts) {
    if (part.endsWith(".css")) {
      const style = await (await fetch(part)).text();
      for (const [, address] of style.matchAll(PARTS_OF_STYLE)) {
        parts.add(new URL(address, new URL(part, self.location.origin)).pathname);
      }
    }
  }
  await cache.addAll(parts);
  await cache.put(OFFLINE_PAGE, page);
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("offline-") && name !== OFFLINE) {
      await caches.delete(name);
    }
  }
  // The browser asks for a page while the worker still starts, so that no page waits for it.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// --- Answering -------------------------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(pageOf(event, pathname));
  } else if (pathname.startsWith("/static/")) {
    event.respondWith(HASHED.test(pathname) ? keptFirst(request) : netFirst(request));
  }
});

async function pageOf(event, pathname) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (error) {
    const kept = await boardAt(afterSignIn(pathname));
    return kept || (await caches.match(OFFLINE_PAGE)) || Promise.reject(error);
  }
}

function afterSignIn(pathname) {
  return pathname.replace(LETTER, "/matches/$1/");
}

async function keptFirst(request) {
  return (await caches.match(request)) || fetch(request);
}

// A name without a hash may stand for newer content.
async function netFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await caches.match(request)) || Promise.reject(error);
  }
}

// js/keeping.js has put it there, with a mark where it says when it was seen.
async function boardAt(pathname) {
  const names = (await caches.keys()).filter((name) => name.startsWith(BOARDS));
  const kept = MATCH.test(pathname) && names.length ? await (await caches.open(names[0])).match(pathname) : null;
  const at = Number(kept?.headers.get("Kept-At"));
  if (!kept || Date.now() - at > KEPT_FOR) {
    return null;
  }
  const html = (await kept.text()).replace("<!--seen-->", whenWas(new Date(at)));
  return new Response(html, { headers: kept.headers });
}

function whenWas(seen) {
  const time = seen.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const isToday = seen.toDateString() === new Date().toDateString();
  return isToday ? `at ${time}` : `on ${seen.toLocaleDateString("en-GB", { day: "numeric", month: "long" })} at ${time}`;
}

// --- Push messages ---------------------------------------------------------------------------------

// They are shown also while no page is open. Of one match only the newest is shown, and it sounds like the first.
self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : { title: "Scrapsite", body: "There is news.", url: "/matches/" };
  const { title, body, tag, url } = said;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, renotify: Boolean(tag), data: url }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data, self.location.origin);
  if (page.origin === self.location.origin) {
    event.waitUntil(show(page.href));
  }
});

// Whatever part of a match's page is named, it is the same page.
function goalOf(address) {
  const path = afterSignIn(new URL(address).pathname);
  return MATCH.test(path) ? path : address;
}

// A page that is open already is shown: another one of the same match would only cost a socket.
async function show(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => goalOf(url) === goalOf(address));
  await (open ? open.focus() : self.clients.openWindow(address));
}

/**
 * Keeps a copy of one page, a student's schedule or an alum's list of classes, and opens it when
 * the portal can't be reached. The server decides what to keep: see x-offline-copy in
 * http/web-pages.ts.
 */
const copyKey = '/offline-copy';

/** Requests are numbered, so that a late response can't restore the copy after a logout. */
let [started, settled] = [0, 0];

const deleteCaches = async (isOld) =>
  Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));

function forget() {
  settled = ++started;
  return deleteCaches(() => true);
}

const keepAssets = (cache, urls) =>
  Promise.all(urls.map(async (url) => (await cache.match(url)) ?? cache.add(url)));

/** Keeps the page, deletes the copy, or does nothing, as the server says. */
async function settle(request) {
  const number = ++started;
  const response = await request;
  const path = response.headers.get('x-offline-copy');
  if (!path || number < settled) return;
  if (path === 'none') return forget();
  // A page with a query may show something temporary, such as a dialog.
  if (new URL(response.url).search) return;
  settled = number;
  const html = await response.text();
  const build = html.match(/\/assets\/[^"]+\.js/)[0];
  const cache = await caches.open(build);
  await keepAssets(cache, html.match(/\/assets\/[^"]+/g));
  if (number !== settled) return;
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  const copy = html.replace('<html', `<html data-copied-at="${Date.now()}"`);
  await cache.put(copyKey, new Response(copy, { headers }));
  await deleteCaches((name) => name !== build);
}

async function openPage(event, pathname) {
  const network = event.preloadResponse.then((early) => early ?? fetch(event.request));
  event.waitUntil(settle(network.then((page) => page.clone())).catch(() => {}));
  const copy = await caches.match(copyKey);
  if (!copy) return network;
  const path = copy.headers.get('x-offline-copy');
  // Only pages that can open from the copy need a short timeout.
  const waitMs = ['/', path].includes(pathname) ? 4_000 : 60_000;
  const late = new Promise((resolve) => setTimeout(resolve, waitMs));
  const page = await Promise.race([network.catch(() => {}), late]);
  if (page?.status < 500) return page;
  return pathname === path ? copy : Response.redirect(path);
}

/** `assets` are the scripts that the page has loaded. */
async function update({ assets, hasChanged }) {
  if (hasChanged) await settle(fetch('/schedule', { headers: { 'x-background': '1' } }));
  const [build] = await caches.keys();
  if (build) await keepAssets(await caches.open(build), assets);
}

const activate = () =>
  Promise.all([forget(), registration.navigationPreload?.enable(), clients.claim()]);

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('message', (event) => event.waitUntil(update(event.data).catch(() => {})));
addEventListener('fetch', (event) => {
  const { method, url, destination } = event.request;
  const { pathname } = new URL(url);
  if (method !== 'GET' && /^\/api\/(auth|account\/sign-out)/.test(pathname))
    event.respondWith(fetch(event.request).finally(forget));
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(url).then((asset) => asset ?? fetch(event.request)));
  else if (destination === 'document' && !/^\/(api|s|verify)\b/.test(pathname))
    event.respondWith(openPage(event, pathname));
});

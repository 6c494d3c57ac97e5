// Shows the offline page when a page cannot be loaded. It keeps that one page and nothing else:
// whatever is paid for is asked of the server each time.
const KEPT = 'offline-1';
const OFFLINE_PAGE = '/offline.html';

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    await cache.add(new Request(OFFLINE_PAGE, { cache: 'reload' }));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const open = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request));
    } catch {
      return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
    }
  };
  event.respondWith(open());
});

// Shows the offline page when a page cannot be loaded. Caches nothing else: paid content is always
// requested from the server.
const CACHE_NAME = 'offline-2';
const OFFLINE_PAGE = '/offline.html';

self.addEventListener('install', (event) => {
  const cacheOfflinePage = async () => {
    const cache = await caches.open(CACHE_NAME);
    await cache.add(new Request(OFFLINE_PAGE, { cache: 'reload' }));
    await self.skipWaiting();
  };
  event.waitUntil(cacheOfflinePage());
});

self.addEventListener('activate', (event) => {
  const activate = async () => {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name !== CACHE_NAME).map((name) => caches.delete(name)),
    );
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const open = async () => {
    try {
      const preloaded = await event.preloadResponse;
      // Firefox resolves a failed preload with an error instead of rejecting it.
      return preloaded && preloaded.type !== 'error' ? preloaded : await fetch(event.request);
    } catch {
      return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
    }
  };
  event.respondWith(open());
});

import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { expect, test, vi } from 'vitest';

const OFFLINE = 'You are offline';

type Navigation = { preloaded: Promise<Response | undefined>; fetched: () => Promise<Response> };

/** What the service worker responds to a navigation, as text. */
async function open({ preloaded, fetched }: Navigation): Promise<string> {
  const listeners = new Map<string, (event: object) => void>();
  const self = { addEventListener: listeners.set.bind(listeners) };
  const caches = { match: async () => new Response(OFFLINE) };
  const script = readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8');
  vm.runInNewContext(script, { self, caches, fetch: fetched, Request, Response });
  const respondWith = vi.fn<(response: Promise<Response>) => void>();
  listeners.get('fetch')!({
    request: { mode: 'navigate' },
    preloadResponse: preloaded,
    respondWith,
  });
  return (await respondWith.mock.calls[0]![0]).text();
}

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const page = async () => new Response('The page');

test.each([
  ['the preloaded page', page(), unreachable, 'The page'],
  ['the requested page without a preload', Promise.resolve(undefined), page, 'The page'],
  [
    'the requested page after a failed preload',
    Promise.resolve(Response.error()),
    page,
    'The page',
  ],
  ['the offline page', Promise.resolve(undefined), unreachable, OFFLINE],
  // Firefox resolves a failed preload with an error, others reject it.
  ['the offline page in Firefox', Promise.resolve(Response.error()), unreachable, OFFLINE],
])('a navigation shows %s', async (_, preloaded, fetched, expected) => {
  expect(await open({ preloaded, fetched })).toBe(expected);
});

import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { close, listen } from './listen.ts';
import { addHeaders, setHeader } from './response-headers.ts';

const app = new Hono()
  .onError((error, c) => c.json({ message: error.message }, 500))
  .use(addHeaders({ 'x-every': 'one', 'x-own': 'of all' }))
  .use(async (c, next) => {
    setHeader(c, 'x-left', '7');
    await next();
  })
  .get('/json', (c) => c.json({ text: 'é' }))
  .get('/own', (c) => c.body(Buffer.from('bytes'), 200, { 'x-own': 'of this one' }))
  .get('/error', () => {
    throw new Error('no');
  });

let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  server = await listen({ fetch: app.fetch, host: '127.0.0.1', port: 0 });
});
afterAll(() => close(server));

const overHttp = (path: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
const inProcess = async (path: string) => app.request(path);

test.each([
  ['over a connection', overHttp],
  ['in the same process', inProcess],
])('%s every response has the headers that were set before it', async (_, request) => {
  for (const [path, status, own] of [
    ['/json', 200, 'of all'],
    ['/own', 200, 'of this one'],
    ['/error', 500, 'of all'],
  ] as const) {
    const response = await request(path);
    expect(response.status).toBe(status);
    const names = ['x-every', 'x-own', 'x-left'];
    expect(
      names.map((name) => response.headers.get(name)),
      path,
    ).toEqual(['one', own, '7']);
  }
});

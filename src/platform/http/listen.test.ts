import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { close, listen } from './listen.ts';

test('every connection ends: idle, with slow headers or bodies, and silent ones', async () => {
  const server = (await listen({
    fetch: () => new Response('hello'),
    host: '127.0.0.1',
    port: 0,
  })) as Server;
  const { keepAliveTimeout, headersTimeout, requestTimeout, timeout } = server;
  expect({ keepAliveTimeout, headersTimeout, requestTimeout, timeout }).toEqual({
    keepAliveTimeout: 75_000,
    headersTimeout: 30_000,
    requestTimeout: 600_000,
    timeout: 600_000,
  });
  await close(server);
});

test('an answer says how long its connection may stay idle', async () => {
  const server = await listen({ fetch: () => new Response('hello'), host: '127.0.0.1', port: 0 });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: club.example\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString().toLowerCase()).toContain('keep-alive: timeout=75');
  socket.destroy();
  await close(server);
});

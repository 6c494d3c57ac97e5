import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How a proxy differs from a good one. */
export type ProxyFault =
  | 'none'
  | 'another host'
  | 'no forwarded address'
  | 'small requests'
  | 'held events'
  | 'no strict transport security';

type Options = { port: number; fault: ProxyFault };
export type Credentials = { key: string; cert: string };

/** Starts a reverse proxy on the loopback interface for a port, with TLS if it gets credentials. */
export async function startProxy(options: Options, credentials?: Credentials) {
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    forward(incoming, outgoing, options).catch(() => outgoing.destroy());
  };
  const server = credentials ? createTlsServer(credentials, answer) : createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: credentials ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port, fault }: Options,
): Promise<void> {
  if (fault === 'small requests' && Number(incoming.headers['content-length'] ?? 0) > 1024 ** 2) {
    outgoing.writeHead(413).end();
    return;
  }
  const headers = { ...incoming.headers };
  if (fault === 'another host') headers.host = `127.0.0.1:${port}`;
  if (fault !== 'no forwarded address') headers['x-forwarded-for'] = '192.0.2.7';
  const { method = 'GET', url = '/' } = incoming;
  const sent = request({ host: '127.0.0.1', port, method, path: url, headers });
  incoming.pipe(sent);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (fault === 'no strict transport security') {
    delete response.headers['strict-transport-security'];
  }
  if (fault === 'held events') {
    const body = await buffer(response);
    outgoing.writeHead(response.statusCode!, response.headers).end(body);
    return;
  }
  outgoing.writeHead(response.statusCode!, response.headers);
  response.pipe(outgoing);
}

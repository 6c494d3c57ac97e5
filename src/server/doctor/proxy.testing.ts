import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How a proxy differs from a good one. */
export type ProxyFault =
  | 'none'
  | 'another host'
  | 'no forwarded address'
  | 'small requests'
  | 'held events';

/** Starts a reverse proxy on the loopback interface for a port. */
export async function startProxy(port: number, fault: ProxyFault) {
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing, { port, fault }).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
  { port, fault }: { port: number; fault: ProxyFault },
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
  if (fault === 'held events') {
    const body = await buffer(response);
    outgoing.writeHead(response.statusCode!, response.headers).end(body);
    return;
  }
  outgoing.writeHead(response.statusCode!, response.headers);
  response.pipe(outgoing);
}

// The baseline: plain node:http with the bytes and headers of the product's responses.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

// Headers that node:http adds itself.
const NODE_HEADERS = new Set([
  'connection',
  'keep-alive',
  'date',
  'transfer-encoding',
  'content-length',
]);

const { PAGE = '', HEADERS = '{}' } = process.env;
const requestHeaders = JSON.parse(HEADERS) as http.OutgoingHttpHeaders;
const [response] = (await once(http.get(PAGE, { headers: requestHeaders }), 'response')) as [
  http.IncomingMessage,
];
if (response.statusCode !== 200) throw new Error(`${PAGE} answers ${response.statusCode}`);
const body = Buffer.concat(await response.toArray());
const headers = {
  ...Object.fromEntries(
    Object.entries(response.headers).filter(([name]) => !NODE_HEADERS.has(name)),
  ),
  'content-length': body.length,
};
const server = http.createServer((_request, answer) => {
  answer.writeHead(200, headers);
  answer.end(body);
});
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as AddressInfo).port }),
);
process.once('disconnect', () => process.exit(0));

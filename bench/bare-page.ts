// The yardstick: node:http and nothing else, with the bytes and headers that the product answers.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

// What node:http adds by itself.
const OWN = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']);

const { PAGE = '', HEADERS = '{}' } = process.env;
const asked = JSON.parse(HEADERS) as http.OutgoingHttpHeaders;
const [response] = (await once(http.get(PAGE, { headers: asked }), 'response')) as [
  http.IncomingMessage,
];
if (response.statusCode !== 200) throw new Error(`${PAGE} answers ${response.statusCode}`);
const body = Buffer.concat(await response.toArray());
const headers = {
  ...Object.fromEntries(Object.entries(response.headers).filter(([name]) => !OWN.has(name))),
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

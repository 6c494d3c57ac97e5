// The baseline for bytes: node:http that writes request bodies to a file and serves ranges of a file.
import { createReadStream, createWriteStream } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

const { FILE = '', SINK = '' } = process.env;
const server = http.createServer((request, response) => {
  if (request.method === 'PUT') {
    void pipeline(request, createWriteStream(SINK)).then(() => response.end());
    return;
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!;
  const [start, end] = [Number(first), Number(last)];
  response.writeHead(206, {
    'content-type': 'video/mp4',
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/*`,
  });
  createReadStream(FILE, { start, end }).pipe(response);
});
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as AddressInfo).port }),
);
process.once('disconnect', () => process.exit(0));

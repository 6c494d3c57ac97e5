import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '#e2e/support/engines/test.ts';

/** Passes requests on to the product, which answers only for its own host. */
function createConnection(product: string): Server {
  return createServer((incoming, response) => {
    const headers = { ...incoming.headers, host: new URL(product).host };
    const outgoing = request(product + incoming.url, { method: incoming.method, headers });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
}

test('a visitor without a connection sees the offline page, which opens the page when the connection is back', async ({
  page,
  baseURL,
  faults,
  engineName,
}) => {
  test.skip(
    engineName === 'WebKit',
    'Playwright loses a page of WebKitGTK that goes to another site',
  );
  const connection = createConnection(baseURL!);
  await once(connection.listen(0, '127.0.0.1'), 'listening');
  const { port } = connection.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/terms`);
  await page.evaluate(() => navigator.serviceWorker.ready);

  const cut = once(connection.close(), 'close');
  connection.closeAllConnections();
  await cut;
  await page.goto(`http://localhost:${port}/privacy`);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();

  await once(connection.listen(port, '127.0.0.1'), 'listening');
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  connection.close();
  connection.closeAllConnections();
  // A lost connection is an error in the console.
  faults.length = 0;
});

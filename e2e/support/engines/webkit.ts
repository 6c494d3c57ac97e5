import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, webkit } from '@playwright/test';
import { findFreePort } from '../../../scripts/product.ts';
import type { Engine } from './engine.ts';

const WINDOW = fileURLToPath(new URL('webkit-window.py', import.meta.url));
/** A page of the product without scripts: a first navigation from another site would change the process. */
const FIRST_PAGE = '/robots.txt';

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Starts a screen without a device. @returns its name, such as `:99` */
async function startDisplay() {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-noreset', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({ input: xvfb.stdio[3] as NodeJS.ReadableStream });
  const [number] = (await once(lines, 'line')) as [string];
  return { name: `:${number}`, xvfb };
}

/** The address of the inspector's socket for a page, as soon as the window shows the page. */
async function findSocket(inspector: string, page: string): Promise<string | undefined> {
  // The inspector leaves a request without an answer if it is just starting.
  const list = await fetch(`http://${inspector}`, { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.text(),
    () => '',
  );
  const socket = /\/socket\/[^']+/.exec(list)?.[0];
  return socket && list.includes(page) ? `ws://${inspector}${socket}` : undefined;
}

/** Serves the page in the form that Playwright reads: as Safari on a phone lists its tabs. */
async function serveTab(webSocketDebuggerUrl: string) {
  const tabs = [{ webSocketDebuggerUrl }];
  const server = createServer((_request, response) => response.end(JSON.stringify(tabs)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/**
 * Shows each page in a window of WebKitGTK and drives it by the protocol of its Web Inspector, which
 * Playwright speaks for Safari on phones. Clicks and keys are events of a script.
 */
export async function startWebKit(): Promise<Engine> {
  const display = await startDisplay();
  return {
    async open({ width, height }, baseURL) {
      const firstPage = baseURL + FIRST_PAGE;
      const inspector = `127.0.0.1:${await findFreePort()}`;
      const window = spawn(WINDOW, [String(width), String(height), firstPage], {
        stdio: ['ignore', 'ignore', 2],
        env: {
          ...process.env,
          DISPLAY: display.name,
          WEBKIT_INSPECTOR_HTTP_SERVER: inspector,
          // Starting a session bus for a new display sometimes never ends.
          DBUS_SESSION_BUS_ADDRESS: 'disabled:',
        },
      });
      let socket: string | undefined;
      await expect
        .poll(async () => (socket = await findSocket(inspector, firstPage)), { timeout: 30_000 })
        .toBeDefined();
      const { url, server } = await serveTab(socket!);
      const browser = await webkit.connectOverCDP(url);
      const page = browser.contexts()[0]!.pages()[0]!;
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      const close = async () => {
        await browser.close();
        server.close();
        await stop(window);
      };
      return { page, close };
    },
    stop: () => stop(display.xvfb),
  };
}

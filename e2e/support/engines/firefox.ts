#!/usr/bin/env node
// Starts Firefox for Playwright, which sends WebDriver BiDi commands that Firefox ESR does not know yet
// (see UNKNOWN). A relay between the two answers them, so that both remain unchanged.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer, type RawData } from 'ws';

/** Sets the color scheme; the preferences of `firefoxOptions` do so instead. */
const UNKNOWN = ['emulation.setMediaFeaturesOverride'];

type Command = { id: number; method: string };

const toText = (data: RawData) => (data as Buffer).toString();

function connect(playwright: WebSocket, firefox: WebSocket): void {
  const early: string[] = [];
  const forward = (text: string) => {
    const { id, method } = JSON.parse(text) as Command;
    if (!UNKNOWN.includes(method)) firefox.send(text);
    else playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
  };
  playwright.on('message', (data) => {
    if (firefox.readyState === WebSocket.OPEN) forward(toText(data));
    else early.push(toText(data));
  });
  firefox.on('open', () => early.forEach(forward));
  firefox.on('message', (data) => playwright.send(toText(data)));
  firefox.on('close', () => playwright.close());
  playwright.on('close', () => firefox.close());
}

/** Starts the relay. @returns its address */
async function relay(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (playwright, { url = '/' }) =>
    connect(playwright, new WebSocket(address + url)),
  );
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const browser = spawn(process.env.FIREFOX!, process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
browser.on('exit', (code) => process.exit(code ?? 1));
for await (const line of createInterface({ input: browser.stderr })) {
  const url = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
  console.error(url ? line.replace(url, await relay(url)) : line);
}

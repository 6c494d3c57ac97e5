import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../scripts/product.ts';
import type { ProxyOptions } from './certificate.ts';
import { readDeployFile, replaceAll } from './deploy-files.ts';
import type { PostgresServer } from './postgres.ts';
import { createFolder, findAccount, findProgram, removeFolder, startProgram } from './programs.ts';

const HTTP = 'bind :80';
const HTTPS = 'bind :443 ssl crt /etc/haproxy/club.example.com.pem alpn h2,http/1.1';
const TO_HTTPS = 'http-request redirect scheme https code 301 unless { ssl_fc }';
const SITE = [
  'global',
  'defaults',
  'frontend site',
  'backend velvet_rope',
  'backend velvet_rope_unready',
];
const DATABASE = ['global', 'defaults', 'listen postgres'];

/** These sections of deploy/haproxy.cfg. */
function readSections(names: string[]): string {
  const sections = readDeployFile('haproxy.cfg').split(/^(?=\w)/m);
  const read = (name: string) => {
    const section = sections.find((text) => text.startsWith(`${name}\n`));
    if (!section) throw new Error(`deploy/haproxy.cfg has no section "${name}"`);
    return section;
  };
  return names.map(read).join('');
}

async function startHaproxy(port: number, text: string): Promise<{ stop: () => Promise<void> }> {
  const folder = createFolder('haproxy');
  const file = path.join(folder, 'haproxy.cfg');
  // The account of the tests may open fewer files.
  writeFileSync(file, replaceAll(text, [['maxconn 20000', 'maxconn 400']]));
  const { kill } = await startProgram(findProgram('haproxy')!, ['-f', file], {
    port,
    ...findAccount(),
  });
  return {
    async stop() {
      await kill();
      removeFolder(folder);
    },
  };
}

const machines = ([one, two]: number[]): [string, string][] => [
  ['10.0.0.11:3000', `127.0.0.1:${one}`],
  ['10.0.0.12:3000', `127.0.0.1:${two}`],
];

/**
 * Balances two processes of the product on a free port, for clients that come from many addresses.
 * @param changes of the file for this test
 */
export async function balanceSite(ports: number[], changes: [from: string, to: string][] = []) {
  const port = await findFreePort();
  const { stop } = await startHaproxy(
    port,
    replaceAll(readSections(SITE), [
      [HTTP, `bind 127.0.0.1:${port}`],
      [HTTPS, ''],
      [TO_HTTPS, ''],
      ['%[src]', '%[req.hdr(x-forwarded-for)]'],
      ...machines(ports),
      ...changes,
    ]),
  );
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Balances two processes of the product with TLS, as an operator does. */
export async function balanceSiteWithTls(
  ports: number[],
  { httpPort, httpsPort, certificate }: ProxyOptions,
) {
  return startHaproxy(
    httpsPort,
    replaceAll(readSections(SITE), [
      [HTTP, `bind 127.0.0.1:${httpPort}`],
      ['bind :443', `bind 127.0.0.1:${httpsPort}`],
      ['/etc/haproxy/club.example.com.pem', certificate.both],
      ...machines(ports),
    ]),
  );
}

/** Leads to whichever of two servers is the primary. */
export async function followPrimary(servers: [PostgresServer, PostgresServer]) {
  const port = await findFreePort();
  const roles = await Promise.all(servers.map(answerRole));
  const locate = (index: number) => `127.0.0.1:${servers[index]!.port} port ${roles[index]!.port}`;
  const { stop } = await startHaproxy(
    port,
    replaceAll(readSections(DATABASE), [
      ['127.0.0.1:5433', `127.0.0.1:${port}`],
      ['10.0.0.5:5432', locate(0)],
      ['10.0.0.6:5432', locate(1)],
    ]),
  );
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await waitUntilChecked(url('postgres'));
  return {
    url,
    async stop() {
      await stop();
      for (const role of roles) role.stop();
    },
  };
}

/** Waits until no connection reaches a replica: servers count as up until their first checks. */
async function waitUntilChecked(url: string): Promise<void> {
  for (let primaries = 0; primaries < 6;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ replays: boolean }>(
        'select pg_is_in_recovery() as replays',
      );
      primaries = rows[0]!.replays ? 0 : primaries + 1;
      await client.end();
    } catch {
      primaries = 0;
    }
    await wait(50);
  }
}

/** Says whether a server is the primary, as Patroni does beside it. */
async function answerRole({ run }: PostgresServer) {
  const server = http.createServer((_request, response) => {
    run('select pg_is_in_recovery() as replays')
      .then(([row]) => response.writeHead(row!.replays ? 503 : 200).end())
      .catch(() => response.writeHead(503).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}

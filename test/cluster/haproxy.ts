import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../scripts/product.ts';
import type { PostgresServer } from './postgres.ts';
import { createFolder, findAccount, findProgram, removeFolder, startProgram } from './programs.ts';

const DEFAULTS = `
defaults
  timeout connect 2s
  timeout client 120s
  timeout server 120s
`;

async function startHaproxy(port: number, section: string): Promise<{ stop: () => Promise<void> }> {
  const folder = createFolder('haproxy');
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, `global\n  maxconn 2000\n${DEFAULTS}${section}`);
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

const listServers = (ports: number[]) =>
  ports.map((port, index) => `  server s${index} 127.0.0.1:${port}`).join('\n');

/** Balances processes of the product as deploy/haproxy.cfg does. */
export async function balanceSite(ports: number[]) {
  const port = await findFreePort();
  const { stop } = await startHaproxy(
    port,
    `listen site
  mode http
  bind 127.0.0.1:${port}
  balance leastconn
  option httpchk GET /health
  timeout check 10s
  default-server check inter 500ms fall 2 rise 1
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  http-request set-header X-Forwarded-For %[req.hdr(x-forwarded-for)]
${listServers(ports)}
`,
  );
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Leads to whichever server is the primary, as deploy/haproxy.cfg does with Patroni. */
export async function followPrimary(servers: PostgresServer[]) {
  const port = await findFreePort();
  const roles = await Promise.all(servers.map(answerRole));
  const lines = servers.map(
    (server, index) =>
      `  server s${index} 127.0.0.1:${server.port} check port ${roles[index]!.port}`,
  );
  const { stop } = await startHaproxy(
    port,
    `listen postgres
  mode tcp
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  timeout check 10s
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${lines.join('\n')}
`,
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

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { isOutage } from '#src/platform/http/outage.ts';
import type { TestApp } from '#test/harness.ts';
import { killServer, startServerProcess } from '../../scripts/server-process.ts';
import { RefusedError, type Sent, type Task } from '../kills/kill-client.ts';
import { balanceSite } from './haproxy.ts';

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Two processes with these settings behind a load balancer. */
export async function startSite(app: TestApp, env: Record<string, string>) {
  const start = () =>
    startServerProcess({
      DATA_DIR: app.config.dataDir,
      PAYMENTS: 'sandbox',
      REQUIRE_CONFIRMED_EMAIL: 'false',
      TRUST_PROXY: 'true',
      DISK_RESERVE_MB: '0',
      THROTTLE_FACTOR: '1000',
      LOG_LEVEL: process.env.CLUSTER_LOG ? 'error' : 'silent',
      ...env,
    });
  const servers = await Promise.all([start(), start()]);
  const balancer = await balanceSite(servers.map(({ url }) => Number(new URL(url).port)));
  return {
    url: balancer.url,
    killOne: () => killServer(servers[0]!),
    async stop() {
      await balancer.stop();
      await Promise.all(servers.map(killServer));
    },
  };
}

/** Queues mails like any other part of the product. */
export function queueMails(app: TestApp): Task {
  let number = 0;
  return {
    async work(_url, sent) {
      const subject = `Mail ${++number} of the test`;
      const mail = { to: 'reader@example.test', subject, heading: subject, paragraphs: [] };
      await app.db.transaction((tx) => app.mail.queue(tx, mail));
      sent({ check: async () => expect(new Set(listMails(app, subject)).size).toBe(1) });
    },
  };
}

/** The Message-IDs of the mails with this subject: an attempt that was cut off leaves one that is repeated. */
export function listMails(app: TestApp, subject: string): string[] {
  const folder = path.join(app.config.dataDir, 'mail');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((text) => text.includes(`Subject: ${subject}\r\n`))
    .map((text) => /^Message-ID: (.*)\r$/im.exec(text)![1]!);
}

type Failed = { name: string; error: unknown };
/** What clients sent, and the errors that they saw. */
export type Worked = { sent: (Sent & { name: string })[]; errors: Failed[] };

/** Works until the signal. */
export async function workUntil(
  signal: AbortSignal,
  url: string,
  tasks: Record<string, Task>,
): Promise<Worked> {
  const { sent, errors }: Worked = { sent: [], errors: [] };
  const running = Object.entries(tasks).map(async ([name, { work }]) => {
    while (!signal.aborted) {
      await work(url, (done) => sent.push({ ...done, name })).catch((error: unknown) =>
        errors.push({ name, error }),
      );
      await wait(20);
    }
  });
  await Promise.all(running);
  return { sent, errors };
}

/** The sandbox stands for a provider, and has its records in our database: with it, the provider is down. */
const isOfSandbox = (text: string) =>
  text.includes('The payment could not be confirmed. Please try again.') ||
  text.includes('"code":"provider-unavailable"');

/**
 * Describes an error that says neither that something is unavailable nor that the connection was lost;
 * null for those that clients may see while a part of the site is down.
 */
export function describeUnclear({ name, error }: Failed): string | null {
  if (error instanceof RefusedError) {
    if (isOfSandbox(error.text)) return null;
    const { status, headers } = error.answer;
    const isUnavailable =
      // Of the product, and of the load balancer when a process ended in the middle of a request.
      [502, 503].includes(status) &&
      headers.get('content-type') === 'application/problem+json' &&
      Number(headers.get('retry-after')) > 0 &&
      (JSON.parse(error.text) as { code: string }).code === 'unavailable';
    return isUnavailable ? null : `${name}: ${error.message}`;
  }
  const isLost = error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message);
  // Statements of the test itself fail like those of the product.
  return isLost || isOutage(error)
    ? null
    : `${name}: ${String(error)} ${String((error as Error).cause)}`;
}

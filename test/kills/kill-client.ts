import { randomInt } from 'node:crypto';
import { count as rowCount, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';

/** What a client sent to the server. */
export type Sent = {
  /** Expects its effect, once. */
  check: () => Promise<void>;
  /** Sends it again, because the client does not know whether it had its effect. */
  repeat?: (url: string) => Promise<void>;
  /** Whether its client does not know either, and never comes back. */
  isAbandoned?: boolean;
};
/** Works once with the server at this address. @throws Error when the server refuses or dies */
export type Work = (url: string, sent: (work: Sent) => void) => Promise<void>;

/** Work, and what it needs before the server may be killed. */
export type Task = { prepare?: (url: string) => Promise<void>; work: Work };

/** How much is prepared for each life of the server; whoever works faster makes more of it. */
const STOCK = 2;

/** Work on something that is made while nothing is killed, so that kills hit the work itself. */
export function withStock<T>(make: (url: string) => Promise<T>, run: (subject: T) => Work): Task {
  const stock: T[] = [];
  return {
    async prepare(url) {
      while (stock.length < STOCK) stock.push(await make(url));
    },
    async work(url, sent) {
      await run(stock.shift() ?? (await make(url)))(url, sent);
    },
  };
}

/** An answer that is neither a success nor a redirect. */
export class RefusedError extends Error {
  readonly answer: Response;
  readonly text: string;

  constructor(path: string, answer: Response, text: string) {
    super(`${path}: ${answer.status} ${text}`);
    this.answer = answer;
    this.text = text;
  }
}

/** Calls a server. @throws RefusedError unless the answer is a success or a redirect */
export async function send(
  url: string,
  path: string,
  user: TestUser | null,
  init: RequestInit = {},
) {
  const headers = new Headers(init.headers);
  if (user) headers.set('cookie', user.cookie);
  headers.set('x-forwarded-for', Array.from({ length: 4 }, () => randomInt(1, 255)).join('.'));
  const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' });
  if (answer.status >= 400) throw new RefusedError(path, answer, await answer.text());
  return answer;
}

export function post(url: string, path: string, user: TestUser | null, body: object) {
  return send(url, path, user, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export async function count(app: TestApp, table: PgTable, where: SQL | undefined): Promise<number> {
  const [row] = await app.db.select({ count: rowCount() }).from(table).where(where);
  return row!.count;
}

/** Makes a call; if its outcome stays unknown, it is repeated after the restart. */
export async function repeatIfUnknown(
  url: string,
  sent: (work: Sent) => void,
  call: (url: string) => Promise<void>,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await call(url);
    sent({ check });
  } catch (error) {
    sent({ repeat: call, check });
    throw error;
  }
}

/** An influencer whom fans can subscribe to. */
export async function createInfluencer(app: TestApp): Promise<TestUser> {
  const influencer = await app.as('influencer');
  await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: 999 });
  return influencer;
}

/** Starts a checkout. @returns its address */
export async function startCheckout(
  url: string,
  fan: TestUser,
  influencer: TestUser,
): Promise<string> {
  const started = await post(url, '/api/checkouts', fan, { influencerId: influencer.id });
  return ((await started.json()) as { url: string }).url;
}

/** Pays a checkout, by default 40 days ago, so that a payout is due. */
export function pay(url: string, checkout: string, fan: TestUser, daysAgo = 40) {
  return send(url, checkout, fan, {
    method: 'POST',
    body: new URLSearchParams({ card: 'succeeds', daysAgo: String(daysAgo) }),
  });
}

/** The sandbox's id of the payment of a checkout. */
export function paymentOf(checkout: string): string {
  return `sandbox_payment_${checkout.split('/').at(-1)}`;
}

import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { reconcile } from '#src/features/money/reconciliation/server/reconciliation.testing.ts';
import type { TestApp } from '#test/harness.ts';
import { RefusedError } from '../kills/kill-client.ts';
import { countHalfStates, listUnfinished } from '../kills/kill-state.ts';
import { describeUnclear, type Worked } from './site.ts';

/** Longer than it takes until the jobs of a killed process are retried. */
const POLLING = { timeout: 180_000, interval: 500 };

/** `known` are those of the repeated calls that were refused because they had been done. */
type Figures = Record<'operations' | 'errors' | 'repeated' | 'known', number>;

/**
 * Expects that clients saw clear errors only, sends again whatever they do not know the outcome of, and
 * expects that everything was done, once.
 * @returns how many calls there were
 */
export async function expectAllDone(
  app: TestApp,
  url: string,
  { sent, errors }: Worked,
): Promise<Figures> {
  expect(errors.map(describeUnclear).filter((error) => error !== null)).toEqual([]);
  const known = await repeatUnknown(url, sent);
  const unfinished = async () => {
    if (!process.env.FAILOVERS) await letMinutesPass(app);
    return listUnfinished(app);
  };
  await expect.poll(unfinished, POLLING).toEqual([]);
  for (const { check } of sent) await check();
  await issueInvoices(app, new Date());
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  const none = { users: 0, posts: 0, checkouts: 0, subscriptions: 0 };
  expect(await countHalfStates(app)).toEqual(none);
  expect(await listNotNotified(app)).toEqual([]);
  expect(await reconcile(app)).toMatchObject({ status: 'completed', opened: 0, error: null });
  const repeated = sent.filter(({ repeat }) => repeat).length;
  return { operations: sent.length, errors: errors.length, repeated, known };
}

/**
 * Repeats the calls whose answers were lost.
 * @returns how many were refused because they had been done, which their checks expect
 */
async function repeatUnknown(url: string, sent: Worked['sent']): Promise<number> {
  let known = 0;
  for (const { repeat } of sent) {
    await repeat?.(url).catch((error: unknown) => {
      if (!(error instanceof RefusedError) || error.answer.status !== 409) throw error;
      known++;
    });
  }
  return known;
}

/** Retries are due, and so is the job of the next minute. */
async function letMinutesPass({ db }: TestApp): Promise<void> {
  await db.execute(sql`update jobs.job set start_after = now() where state = 'retry'`);
  await db.execute(
    sql`insert into jobs.job (name) values ('payment-events') on conflict do nothing`,
  );
}

/** Posts that were published without the notification of somebody who was subscribed. */
async function listNotNotified(app: TestApp): Promise<unknown[]> {
  const { rows } = await app.db.execute(sql`
    select p.id from content_posts p join user_subscriptions s using (influencer_id)
    where s.status = 'active' and s.created_at < p.published_at - interval '10 seconds'
      and not exists (select from post_notifications n
        where n.post_id = p.id and n.subscriber_id = s.subscriber_id)`);
  return rows;
}

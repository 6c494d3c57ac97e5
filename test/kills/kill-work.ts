import { randomInt, randomUUID } from 'node:crypto';
import { and, count as rowCount, eq, isNull, notExists, sql, type SQL } from 'drizzle-orm';
import { alias, type PgTable } from 'drizzle-orm/pg-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { readUploadId } from '#src/features/content/media/server/upload-ids.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import {
  credentials,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { bankFiles, bankPayments } from '#src/features/money/bank-files/server/bank-files.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { confirmAccount } from '#src/features/money/payees/server/payees.testing.ts';
import { sandboxRecords } from '#src/features/money/payments/server/billing.table.ts';
import { monthBefore } from '#src/features/money/payouts/payouts.rules.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';

/** What a client sent to the server. */
export type Sent = {
  /** Expects its effect, once. */
  check: () => Promise<void>;
  /** Sends it again, because the client does not know whether it had its effect. */
  repeat?: (url: string) => Promise<void>;
};
/** Works once with the server at this address. @throws Error when the server refuses or dies */
export type Work = (url: string, sent: (work: Sent) => void) => Promise<void>;

const TUS = { 'tus-resumable': '1.0.0' };

/** Calls a server. @throws Error unless the answer is a success or a redirect */
async function send(url: string, path: string, user: TestUser | null, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  if (user) headers.set('cookie', user.cookie);
  headers.set('x-forwarded-for', Array.from({ length: 4 }, () => randomInt(1, 255)).join('.'));
  const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

const post = (url: string, path: string, user: TestUser | null, body: object) =>
  send(url, path, user, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const count = async (app: TestApp, table: PgTable, where: SQL | undefined): Promise<number> => {
  const [row] = await app.db.select({ count: rowCount() }).from(table).where(where);
  return row!.count;
};

/** Everything that moves money or files, each time by new people, because calls are limited. */
export async function createWork(app: TestApp): Promise<Work[]> {
  const influencers = await Promise.all([1, 2, 3].map(() => createInfluencer(app)));
  const anyInfluencer = () => influencers[randomInt(influencers.length)]!;
  const picture = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#503040' },
  })
    .jpeg()
    .toBuffer();
  return [
    signUp(app),
    uploadAndPublish(app, { picture, anyInfluencer }),
    subscribe(app, anyInfluencer),
    refund(app),
    runPayouts(app),
    loseReport(app, anyInfluencer),
    payByFile(app),
    deleteFan(app, anyInfluencer),
  ];
}

async function createInfluencer(app: TestApp): Promise<TestUser> {
  const influencer = await app.as('influencer');
  await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: 999 });
  return influencer;
}

function signUp(app: TestApp): Work {
  return async (url, sent) => {
    const email = `killed-${randomUUID()}@example.test`;
    await post(url, '/api/fans', null, {
      email,
      password: 'correct-horse',
      gender: 'female',
      sexualPreference: 'bisexual',
      dateOfBirth: '1990-05-17',
      preferences: ['Fitness'],
    });
    sent({
      check: async () => {
        const found = await app.db
          .select({ role: userRoles.role })
          .from(users)
          .innerJoin(userRoles, eq(userRoles.userId, users.id))
          .innerJoin(credentials, eq(credentials.userId, users.id))
          .where(eq(users.email, email));
        expect(found).toEqual([{ role: 'subscriber' }]);
      },
    });
  };
}

type Publication = { picture: Buffer; anyInfluencer: () => TestUser };

function uploadAndPublish(app: TestApp, { picture, anyInfluencer }: Publication): Work {
  return async (url, sent) => {
    const admin = await app.as('admin');
    const created = await send(url, '/uploads', admin, {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(picture.length),
        'upload-metadata': `filename ${btoa('evening.jpg')}`,
      },
    });
    const address = created.headers.get('location')!;
    const { mediaId } = readUploadId(address.split('/').at(-1)!);
    await send(url, address, admin, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(picture),
    });
    const isStored = eq(contentMedia.id, mediaId);
    sent({ check: async () => expect(await count(app, contentMedia, isStored)).toBe(1) });
    const published = await post(url, '/api/posts', admin, {
      caption: 'An evening',
      category: 'Fitness',
      influencerId: anyInfluencer().id,
      mediaIds: [mediaId],
    });
    const { id } = (await published.json()) as { id: string };
    const isInPost = and(isStored, eq(contentMedia.postId, id));
    sent({ check: async () => expect(await count(app, contentMedia, isInPost)).toBe(1) });
  };
}

/** Starts a checkout. @returns its address */
async function startCheckout(url: string, fan: TestUser, influencer: TestUser): Promise<string> {
  const started = await post(url, '/api/checkouts', fan, { influencerId: influencer.id });
  return ((await started.json()) as { url: string }).url;
}

/** Pays a checkout, 40 days ago, so that a payout is due. */
const pay = (url: string, checkout: string, fan: TestUser) =>
  send(url, checkout, fan, {
    method: 'POST',
    body: new URLSearchParams({ card: 'succeeds', daysAgo: '40' }),
  });

function subscribe(app: TestApp, anyInfluencer: () => TestUser): Work {
  return async (url, sent) => {
    const fan = await app.as('subscriber');
    const checkout = await startCheckout(url, fan, anyInfluencer());
    const check = async () => {
      const ofFan = eq(userSubscriptions.subscriberId, fan.id);
      expect(await count(app, userSubscriptions, ofFan)).toBe(1);
      const paid = eq(
        ledgerTransactions.providerReference,
        `sandbox_payment_${checkout.split('/').at(-1)}`,
      );
      expect(await count(app, ledgerTransactions, paid)).toBe(1);
    };
    await repeatIfUnknown(url, sent, async (at) => void (await pay(at, checkout, fan)), check);
  };
}

/** A fan pays, and the sandbox loses the report: only the reconciliation finds the payment. */
function loseReport(app: TestApp, anyInfluencer: () => TestUser): Work {
  return async (url, sent) => {
    const fan = await app.as('subscriber');
    const checkout = await startCheckout(url, fan, anyInfluencer());
    await send(url, checkout, fan, {
      method: 'POST',
      body: new URLSearchParams({ card: 'succeeds', daysAgo: '40', loseReport: 'on' }),
    });
    const reference = `sandbox_payment_${checkout.split('/').at(-1)}`;
    const check = async () =>
      expect(await count(app, sandboxRecords, eq(sandboxRecords.reference, reference))).toBe(1);
    sent({ check });
  };
}

/** Makes a call; if its outcome stays unknown, it is repeated after the restart. */
async function repeatIfUnknown(
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

function refund(app: TestApp): Work {
  return async (url, sent) => {
    const reversal = alias(ledgerTransactions, 'reversal');
    const [charge] = await app.db
      .select({ id: ledgerTransactions.id, subscriptionId: ledgerTransactions.subscriptionId })
      .from(ledgerTransactions)
      .where(
        and(
          eq(ledgerTransactions.kind, 'charge'),
          notExists(
            app.db.select().from(reversal).where(eq(reversal.reverses, ledgerTransactions.id)),
          ),
        ),
      )
      .orderBy(sql`random()`)
      .limit(1);
    if (!charge) return;
    const admin = await app.as('admin');
    const refundKey = randomUUID();
    const request = async (at: string) => {
      const body = { transactionId: charge.id, endNow: false, refundKey };
      await post(at, `/api/subscriptions/${charge.subscriptionId}/refunds`, admin, body);
    };
    const check = async () => {
      const reversals = () =>
        count(app, ledgerTransactions, eq(ledgerTransactions.reverses, charge.id));
      await expect.poll(reversals).toBe(1);
    };
    await repeatIfUnknown(url, sent, request, check);
  };
}

function runPayouts(app: TestApp): Work {
  return async (url, sent) => {
    const admin = await app.as('admin');
    const month = monthBefore(new Date());
    const run = await post(url, '/api/payouts/run', admin, { month });
    const made = ((await run.json()) as { payouts: number }).payouts;
    if (made === 0) return;
    const ofMonth = eq(payouts.periodStart, `${month}-01`);
    sent({
      check: async () => expect(await count(app, payouts, ofMonth)).toBeGreaterThanOrEqual(made),
    });
  };
}

/** Pays the payout of a new influencer by a file for the bank. */
function payByFile(app: TestApp): Work {
  return async (url, sent) => {
    const [influencer, fan, admin] = [
      await createInfluencer(app),
      await app.as('subscriber'),
      await app.as('admin'),
    ];
    await confirmAccount(app, influencer, { by: await app.as('admin') });
    await pay(url, await startCheckout(url, fan, influencer), fan);
    await post(url, '/api/payouts/run', admin, { month: monthBefore(new Date()) });
    const [payout] = await app.db
      .select({ id: payouts.id })
      .from(payouts)
      .where(eq(payouts.influencerId, influencer.id));
    if (!payout) return;
    const id = randomUUID();
    const request = async (at: string) => {
      await post(at, '/api/bank-files', admin, { id, format: 'csv', ids: [payout.id] });
    };
    const check = async () => {
      expect(await count(app, bankFiles, eq(bankFiles.id, id))).toBe(1);
      expect(await count(app, bankPayments, eq(bankPayments.payoutId, payout.id))).toBe(1);
    };
    await repeatIfUnknown(url, sent, request, check);
  };
}

function deleteFan(app: TestApp, anyInfluencer: () => TestUser): Work {
  return async (url, sent) => {
    const [fan, admin] = [await app.as('subscriber'), await app.as('admin')];
    await pay(url, await startCheckout(url, fan, anyInfluencer()), fan);
    const isGone = async () => expect(await count(app, users, eq(users.id, fan.id))).toBe(0);
    await send(url, `/api/users/${fan.id}`, admin, { method: 'DELETE' });
    sent({ check: isGone });
  };
}

/** Counts of records that only half of an operation could leave behind. */
export async function countHalfStates(app: TestApp): Promise<Record<string, number>> {
  const { rows } = await app.db.execute<Record<string, number>>(sql`
    select
      (select count(*)::int from users left join profiles using (id)
        left join user_roles on user_roles.user_id = users.id
        left join credentials c on c.user_id = users.id
        where profiles.id is null or user_roles.user_id is null or c.user_id is null) as users,
      (select count(*)::int from content_posts p where published_at is not null and not exists (
        select from content_media m where m.post_id = p.id and m.state = 'ready')) as posts,
      (select count(*)::int from checkouts c where status = 'completed' and not exists (
        select from ledger_transactions t
        where t.provider_reference = 'sandbox_payment_' || c.id)) as checkouts,
      (select count(*)::int from user_subscriptions s where not exists (
        select from ledger_transactions t where t.subscription_id = s.id)) as subscriptions`);
  return rows[0]!;
}

/** What still waits for the worker: files, posts and payment events. */
export async function countUnfinished(app: TestApp): Promise<number> {
  const waiting = await Promise.all([
    count(app, contentMedia, sql`${contentMedia.postId} is not null and state <> 'ready'`),
    count(app, contentPosts, isNull(contentPosts.publishedAt)),
    app.db
      .execute(sql`select from payment_events where handled_at is null`)
      .then(({ rows }) => rows.length),
  ]);
  return waiting.reduce((sum, number) => sum + number, 0);
}

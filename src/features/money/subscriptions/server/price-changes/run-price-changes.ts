import { and, eq, gt, gte, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import { PRICE_SET_DAYS } from '#src/features/money/plans/price-changes.rules.ts';
import { PRICE_NOTICE_DAYS } from '#src/features/money/plans/price-changes.schema.ts';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { priceNotices } from '../price-notices.table.ts';
import { requestProviderChange } from '../provider-changes.ts';
import { mailFan } from '../subscription-mails.ts';
import { userSubscriptions } from '../subscriptions.table.ts';
import { hasOtherPrice, isMovable, renews } from './movable-subscriptions.ts';
import { startsAt } from './notice-terms.ts';
import { priceLinkSubject, type NoticeId } from './price-links.ts';

type Dependencies = {
  db: Db;
  jobs: Pick<Jobs, 'enqueue'>;
  mail: Mailer;
  config: Pick<Config, 'publicUrl'>;
  payments: Payments;
  /** How many subscriptions a transaction changes. */
  batchSize?: number;
};
type Services = Dependencies & { batchSize: number };
type PriceChange = typeof priceChanges.$inferSelect;

// A fan who changes one of these subscriptions waits for the whole batch.
const BATCH_SIZE = 100;
/** The last notices are sent when a change starts; the renewal after their 30 days follows in a month. */
const OVER_AFTER_DAYS = 2 * 31;

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);

const isOpen = and(isNull(priceChanges.calledOffAt), isNull(priceChanges.finishedAt));
const isUnsettled = and(isNull(priceNotices.appliedAt), isNull(priceNotices.withdrawnAt));
const isNotice = ({ priceChangeId, subscriptionId }: NoticeId) =>
  and(
    eq(priceNotices.priceChangeId, priceChangeId),
    eq(priceNotices.subscriptionId, subscriptionId),
  );

/**
 * The hourly job: notifies fans of new prices, sets the prices of the renewals that follow, and notifies
 * them when a change was called off. Each batch is a transaction of its own; repeating it is harmless.
 */
export async function runPriceChanges(dependencies: Dependencies, now: Date): Promise<void> {
  const { db, batchSize = BATCH_SIZE } = dependencies;
  const services = { ...dependencies, batchSize };
  for (const change of await db.select().from(priceChanges).where(isOpen)) {
    // A day earlier, so that everybody knows about it for 30 days when it starts.
    const isAnnounced = daysBefore(change.effectiveFrom, PRICE_NOTICE_DAYS + 1) <= now;
    if (isAnnounced && now < change.effectiveFrom) {
      await inBatches(services, change, (tx, after) =>
        sendNotices({ ...services, db: tx }, { ...change, after }, now),
      );
    }
    await inBatches(services, change, (tx, after) =>
      setPrices({ ...services, db: tx }, { ...change, after }, now),
    );
  }
  while ((await withdrawNotices(services, now)) === batchSize);
  await db
    .update(priceChanges)
    .set({ finishedAt: now })
    .where(and(isOpen, lte(priceChanges.effectiveFrom, daysBefore(now, OVER_AFTER_DAYS))));
}

/** A change, and the subscription after which a batch begins. */
type Batch = PriceChange & { after: string };
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Runs batches until one is not full, each while the change is not called off. Each continues after the
 * last subscription of the one before; the next run handles those that were locked.
 * @param run returns the subscriptions of the batch
 */
async function inBatches(
  { db, batchSize }: Services,
  { id }: PriceChange,
  run: (tx: Db, after: string) => Promise<string[]>,
): Promise<void> {
  const runAfter = (after: string) =>
    db.transaction(async (tx) => {
      const found = await tx
        .select({ id: priceChanges.id })
        .from(priceChanges)
        .where(and(eq(priceChanges.id, id), isOpen))
        .for('share');
      return found.length === 0 ? [] : run(tx, after);
    });
  let batch: string[];
  let after = BEFORE_ALL;
  do {
    batch = await runAfter(after);
    after = batch.at(-1) ?? after;
  } while (batch.length === batchSize);
}

async function sendNotices(
  { db: tx, mail, config, payments, batchSize }: Services,
  { id: priceChangeId, after, ...change }: Batch,
  now: Date,
): Promise<string[]> {
  const isNoticed = tx
    .select({ one: sql`1` })
    .from(priceNotices)
    .where(
      and(
        eq(priceNotices.priceChangeId, priceChangeId),
        eq(priceNotices.subscriptionId, userSubscriptions.id),
      ),
    );
  const rows = await tx
    .select({ id: userSubscriptions.id, priceCents: userSubscriptions.priceCents })
    .from(userSubscriptions)
    .innerJoin(users, eq(users.id, userSubscriptions.subscriberId))
    .where(
      and(
        gt(userSubscriptions.id, after),
        hasOtherPrice(change),
        isMovable(payments),
        notExists(isNoticed),
      ),
    )
    .orderBy(userSubscriptions.id)
    .limit(batchSize)
    .for('update', { of: userSubscriptions, skipLocked: true });
  const startsFrom = new Date(
    Math.max(+change.effectiveFrom, now.getTime() + PRICE_NOTICE_DAYS * DAY_MS),
  );
  for (const { id: subscriptionId, priceCents: oldPriceCents } of rows) {
    const notice = { priceChangeId, subscriptionId };
    await tx.insert(priceNotices).values({ ...notice, oldPriceCents, noticedAt: now });
    await mailFan({ tx, mail, config }, subscriptionId, {
      kind: 'new-price',
      newPriceCents: change.priceCents,
      startsAt: startsFrom,
      needsConsent: change.needsConsent,
      link: priceLinkSubject(notice),
    });
  }
  return rows.map(({ id }) => id);
}

/** Sets the new price of the renewals of the next days, or stops those that lack a consent. */
async function setPrices(
  dependencies: Services,
  { after, ...change }: Batch,
  now: Date,
): Promise<string[]> {
  const { id, currentPeriodEnd } = userSubscriptions;
  const rows = await dependencies.db
    .select({ id, endsAt: currentPeriodEnd, answer: priceNotices.answer })
    .from(userSubscriptions)
    .innerJoin(priceNotices, eq(priceNotices.subscriptionId, id))
    .innerJoin(priceChanges, eq(priceChanges.id, priceNotices.priceChangeId))
    .where(
      and(
        eq(priceChanges.id, change.id),
        gt(id, after),
        isUnsettled,
        renews,
        // A period that is over may be charged already, at the earlier price.
        gt(currentPeriodEnd, now),
        lte(currentPeriodEnd, new Date(now.getTime() + PRICE_SET_DAYS * DAY_MS)),
        gte(currentPeriodEnd, startsAt),
      ),
    )
    .orderBy(id)
    .limit(dependencies.batchSize)
    .for('update', { of: userSubscriptions, skipLocked: true });
  for (const { id: subscriptionId, endsAt, answer } of rows) {
    if (change.needsConsent && answer !== 'accepted') {
      await stopUnaccepted(dependencies, subscriptionId, endsAt);
    } else {
      await setPrice(dependencies, { change, subscriptionId, appliesFrom: endsAt }, now);
    }
  }
  return rows.map((row) => row.id);
}

async function setPrice(
  { db: tx, jobs }: Dependencies,
  {
    change,
    subscriptionId,
    appliesFrom,
  }: { change: PriceChange; subscriptionId: string; appliesFrom: Date },
  now: Date,
): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({ priceCents: change.priceCents })
    .where(eq(userSubscriptions.id, subscriptionId));
  await tx
    .update(priceNotices)
    .set({ appliedAt: now, appliesFrom })
    .where(isNotice({ priceChangeId: change.id, subscriptionId }));
  await requestProviderChange(tx, jobs, subscriptionId, { concern: 'price', isCalling: false });
}

async function stopUnaccepted(
  { db: tx, jobs, mail, config }: Dependencies,
  subscriptionId: string,
  endsAt: Date,
): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({ cancelAt: endsAt, cancelReason: 'staff' })
    .where(eq(userSubscriptions.id, subscriptionId));
  const notice = { kind: 'cancelled', endsAt, reason: 'staff' } as const;
  await mailFan({ tx, mail, config }, subscriptionId, notice);
  await requestProviderChange(tx, jobs, subscriptionId);
}

/** Tells the fans who got a notice that its change was called off. */
const withdrawNotices = ({ db, mail, config, batchSize }: Services, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({
        priceChangeId: priceNotices.priceChangeId,
        subscriptionId: priceNotices.subscriptionId,
        isRenewing: sql<boolean>`${renews}`,
      })
      .from(priceNotices)
      .innerJoin(priceChanges, eq(priceChanges.id, priceNotices.priceChangeId))
      .innerJoin(userSubscriptions, eq(userSubscriptions.id, priceNotices.subscriptionId))
      .where(and(isNotNull(priceChanges.calledOffAt), isUnsettled))
      .limit(batchSize)
      .for('update', { of: priceNotices, skipLocked: true });
    for (const { isRenewing, ...notice } of rows) {
      await tx.update(priceNotices).set({ withdrawnAt: now }).where(isNotice(notice));
      if (isRenewing) {
        await mailFan({ tx, mail, config }, notice.subscriptionId, { kind: 'unchanged-price' });
      }
    }
    return rows.length;
  });

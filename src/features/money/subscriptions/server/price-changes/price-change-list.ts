import { and, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail, nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import { PRICE_SET_DAYS } from '#src/features/money/plans/price-changes.rules.ts';
import type {
  NoticeState,
  planPriceChangesSchema,
  PriceChange,
  priceChangeSchema,
  PriceNotice,
  PriceNoticeQuery,
  priceNoticeSchema,
} from '#src/features/money/plans/price-changes.schema.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import {
  containsText,
  jsonObject,
  orNull,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { priceNotices } from '../price-notices.table.ts';
import { userSubscriptions } from '../subscriptions.table.ts';
import { hasOtherPrice, isMovable } from './movable-subscriptions.ts';
import { startsAt } from './notice-terms.ts';

type Change = z.input<typeof priceChangeSchema>;
type Notice = z.input<typeof priceNoticeSchema>;

const author = alias(users, 'author');

const fullName = nameOrUnknown(profiles.fullName);

/** What came of a notice. */
const noticeState = sql<NoticeState>`case
  when ${priceNotices.appliedAt} is not null then 'applied'
  when ${priceNotices.withdrawnAt} is not null or ${priceChanges.calledOffAt} is not null then 'retained'
  when ${userSubscriptions.status} = 'cancelled' or ${userSubscriptions.cancelAt} is not null
    then case when ${priceNotices.answer} = 'declined' then 'declined' else 'left' end
  when ${priceChanges.finishedAt} is not null then 'retained'
  when ${priceNotices.answer} = 'accepted' then 'accepted'
  else 'waiting' end`;

const countOf = (state: NoticeState) =>
  sql<number>`count(*) filter (where state = ${sql.raw(`'${state}'`)})`;

const COUNTS = sql<PriceChange['counts']>`(
  select ${jsonObject({
    all: sql<number>`count(*)`,
    waiting: countOf('waiting'),
    accepted: countOf('accepted'),
    declined: countOf('declined'),
    left: countOf('left'),
    applied: countOf('applied'),
    retained: countOf('retained'),
  } satisfies SelectionOf<PriceChange['counts']>)}
  from (select ${noticeState} as state from ${priceNotices}
    join ${userSubscriptions} on ${userSubscriptions.id} = ${priceNotices.subscriptionId}
    where ${priceNotices.priceChangeId} = ${priceChanges.id}) noticed)`;

const COLUMNS = {
  id: priceChanges.id,
  planId: priceChanges.planId,
  influencer: jsonObject({ id: sql<string>`${profiles.id}`, fullName }),
  priceCents: priceChanges.priceCents,
  effectiveFrom: priceChanges.effectiveFrom,
  needsConsent: priceChanges.needsConsent,
  state: sql<Change['state']>`case when ${priceChanges.calledOffAt} is not null then 'called_off'
    when ${priceChanges.finishedAt} is not null then 'finished'
    when ${priceChanges.effectiveFrom} - ${PRICE_SET_DAYS * 24}::int * interval '1 hour' <= now()
    then 'running' else 'scheduled' end`,
  createdAt: priceChanges.createdAt,
  createdBy: nameOrEmail<string | null>(author),
  calledOffAt: orNull(priceChanges.calledOffAt),
  counts: COUNTS,
} satisfies SelectionOf<Change>;

const readChanges = (pool: Pool, actor: Actor, condition: SQL): Promise<Change[]> =>
  selectRows(
    pool,
    COLUMNS,
    (columns) => sql`
      select ${columns} from ${priceChanges}
      join ${subscriptionPlans} on ${subscriptionPlans.id} = ${priceChanges.planId}
      join ${profiles} on ${profiles.id} = ${subscriptionPlans.influencerId}
      left join ${users} ${author} on ${author.id} = ${priceChanges.createdBy}
      where ${and(condition, inScope(actor, subscriptionPlans.influencerId))}
      order by ${priceChanges.createdAt} desc`,
  );

type Dependencies = {
  pool: Pool;
  payments: Payments;
  config: Pick<Config, 'priceChangesNeedConsent'>;
};

/** The price changes of a plan, and whom a new one would move. @throws DomainError 'not-found' */
export async function getPlanPriceChanges(
  { pool, payments, config }: Dependencies,
  actor: Actor,
  planId: string,
): Promise<z.input<typeof planPriceChangesSchema>> {
  const isTheirs = and(
    eq(subscriptionPlans.id, planId),
    inScope(actor, subscriptionPlans.influencerId),
  );
  const [plan] = await selectRows(
    pool,
    { priceCents: subscriptionPlans.priceMonthlyCents },
    (columns) => sql`select ${columns} from ${subscriptionPlans} where ${isTheirs}`,
  );
  if (!plan) throw new DomainError('not-found', 'Plan not found');
  const { priceCents } = plan;
  const movable = isMovable(payments);
  const [changes, [counts]] = await Promise.all([
    readChanges(pool, actor, eq(priceChanges.planId, planId)),
    selectRows(
      pool,
      {
        movableCount: sql<number>`(count(*) filter (where ${movable}))::int`,
        fixedCount: sql<number>`(count(*) filter (where not ${movable}))::int`,
      },
      (columns) => sql`
        select ${columns} from ${userSubscriptions}
        join ${users} on ${users.id} = ${userSubscriptions.subscriberId}
        where ${hasOtherPrice({ planId, priceCents, createdAt: new Date() })}`,
    ),
  ]);
  return { priceCents, changes, ...counts!, needsConsent: config.priceChangesNeedConsent };
}

/** A price change. @throws DomainError 'not-found' */
export async function getPriceChange(pool: Pool, actor: Actor, id: string): Promise<Change> {
  const [found] = await readChanges(pool, actor, eq(priceChanges.id, id));
  if (!found) throw new DomainError('not-found', 'Price change not found');
  return found;
}

const fanName = nameOrEmail(users);

const NOTICES = {
  columns: {
    id: priceNotices.subscriptionId,
    fan: jsonObject({
      id: sql<string>`${users.id}`,
      fullName: fanName,
      email: sql<string>`${users.email}`,
    } satisfies SelectionOf<PriceNotice['fan']>),
    oldPriceCents: priceNotices.oldPriceCents,
    newPriceCents: priceChanges.priceCents,
    noticedAt: priceNotices.noticedAt,
    answeredAt: orNull(priceNotices.answeredAt),
    firstChargeAt: sql<Date | null>`case
      when ${priceNotices.appliedAt} is not null then ${priceNotices.appliesFrom}
      when ${noticeState} in ('waiting', 'accepted') and ${userSubscriptions.currentPeriodEnd} >= ${startsAt}
        then ${userSubscriptions.currentPeriodEnd} end`,
    state: noticeState,
  } satisfies SelectionOf<Notice>,
  // Subscriptions of deleted fans are nobody's any more.
  from: sql`${priceNotices}
    join ${priceChanges} on ${priceChanges.id} = ${priceNotices.priceChangeId}
    join ${subscriptionPlans} on ${subscriptionPlans.id} = ${priceChanges.planId}
    join ${userSubscriptions} on ${userSubscriptions.id} = ${priceNotices.subscriptionId}
    join ${users} on ${users.id} = ${userSubscriptions.subscriberId}`,
  id: priceNotices.subscriptionId,
  sorts: { noticed: { by: priceNotices.noticedAt, type: 'timestamptz' } },
} satisfies Listing<'noticed'>;

/** A page of the fans who got the notice of a price change, the last ones first. */
export function listPriceNotices(pool: Pool, actor: Actor, query: PriceNoticeQuery) {
  const { change, state, search } = query;
  const where = [
    inScope(actor, subscriptionPlans.influencerId),
    change === undefined ? undefined : eq(priceNotices.priceChangeId, change),
    containsText(search, fanName, users.email),
    state && sql`${noticeState} = ${state}`,
  ];
  return listPage(pool, NOTICES, { ...query, where });
}

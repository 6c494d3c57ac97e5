import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isOverdueNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { containsWords, prepareStatement } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { countUpToLimit, listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  OfficeSubscriptionQuery,
  officeSubscriptionRowSchema,
  officeSubscriptionSchema,
  OfficeSubscriptionSort,
  SubscriptionFigures,
  SubscriptionFilter,
} from '../office-subscriptions.schema.ts';

type OfficeSubscription = z.input<typeof officeSubscriptionSchema>;
type OfficeSubscriptionRow = z.input<typeof officeSubscriptionRowSchema>;

// What was paid by or for somebody who was deleted can still be found, and refunded.
const FROM = sql`user_subscriptions s
  left join profiles f on f.id = s.subscriber_id
  left join profiles i on i.id = s.influencer_id
  left join subscription_plans p on p.id = s.subscription_plan_id`;

/** The name that the ledger keeps of a deleted influencer. */
const PAYEE = sql`(select a.payee_name from ledger_transactions t
  join ledger_accounts a on a.id = t.share_account_id
  where t.subscription_id = s.id and a.payee_name is not null limit 1)`;

const ROW = sql`s.id, s.status, s.cancel_at as "cancelAt", s.price_cents as "priceCents",
  s.current_period_end as "currentPeriodEnd", s.past_due_since as "pastDueSince",
  ${isOverdueNow(sql`s`)} as "isOverdue", s.ended_at as "endedAt", s.end_reason as "endReason", s.created_at as "createdAt",
  json_build_object(
    'id', s.subscriber_id, 'fullName', coalesce(f.full_name, ''),
    'email', coalesce(f.email, 'Deleted fan'), 'isDeleted', f.id is null
  ) as subscriber,
  json_build_object(
    'id', s.influencer_id, 'isDeleted', i.id is null, 'fullName', case
      when i.id is null then coalesce(nullif(${PAYEE}, ''), 'Deleted influencer')
      else coalesce(nullif(i.full_name, ''), 'Unknown') end
  ) as influencer`;

const WHOLE = sql`${ROW}, s.current_period_start as "currentPeriodStart",
  s.failed_attempts as "failedAttempts", s.next_attempt_at as "nextAttemptAt",
  json_build_object(
    'priceCents', coalesce(p.price_monthly_cents, s.price_cents),
    'isActive', coalesce(p.is_active, false)
  ) as plan,
  s.provider, s.provider_subscription_id as "providerSubscriptionId",
  s.provider_customer_id as "providerCustomerId"`;

const LISTING: Listing<OfficeSubscriptionSort> = {
  columns: ROW,
  from: FROM,
  id: sql`s.id`,
  sorts: {
    newest: { by: sql`s.created_at`, type: 'timestamptz' },
    periodEnd: { by: sql`s.current_period_end`, type: 'timestamptz' },
    price: { by: sql`s.price_cents`, type: 'bigint' },
  },
};

const IS: Record<SubscriptionFilter, SQL> = {
  active: sql`(s.status = 'active' and not ${isOverdueNow(sql`s`)})`,
  cancelling: sql`s.status = 'active' and s.cancel_at is not null`,
  past_due: sql`(s.status = 'past_due' or ${isOverdueNow(sql`s`)})`,
  paused: sql`s.status = 'paused'`,
  cancelled: sql`s.status = 'cancelled'`,
  refund_owed: sql`s.id in (select t.subscription_id from refunds q
    join ledger_transactions t on t.id = q.charge_id where q.transaction_id is null and q.by_hand)`,
};

type Filter = Partial<Pick<OfficeSubscriptionQuery, 'search' | 'status' | 'influencer'>>;

const MOST_PEOPLE = 1_000;

/**
 * Holds rows to those whose fan or influencer the words find. Few people are looked up first, so
 * that their subscriptions are found by index; of many, the first rows come soon by themselves.
 */
async function findsPeople(pool: Pool, words: string | undefined): Promise<SQL | undefined> {
  if (!words) return undefined;
  const people = sql`select id from profiles
    where ${containsWords(words, sql`full_name`, sql`email`)}`;
  const found = await prepareStatement<{ id: string }>(
    pool,
    sql`${people} limit ${sql.raw(String(MOST_PEOPLE + 1))}`,
  )({});
  const ids = found.map(({ id }) => id);
  return ids.length > MOST_PEOPLE
    ? sql`(s.subscriber_id in (${people}) or s.influencer_id in (${people}))`
    : sql`(s.subscriber_id = any(${sql.param(ids)}::uuid[]) or s.influencer_id = any(${sql.param(ids)}::uuid[])
        or s.id in (${ofDeletedPayees(words)}))`;
}

/** The subscriptions to influencers who were deleted, found by the name that the ledger keeps. */
const ofDeletedPayees = (words: string) => sql`
  select t.subscription_id from ledger_accounts a
  join ledger_transactions t on t.share_account_id = a.id and t.kind = 'charge'
  where a.payee_name is not null and ${containsWords(words, sql`a.payee_name`, sql`a.payee_email`)}`;

const conditionsOf = async (
  pool: Pool,
  actor: Actor,
  { search, status, influencer }: Filter,
): Promise<(SQL | undefined)[]> => [
  inScope(actor, sql`s.influencer_id`),
  await findsPeople(pool, search),
  status && IS[status],
  influencer === undefined ? undefined : sql`s.influencer_id = ${influencer}::uuid`,
];

/** A page of who has subscribed to whom. */
export async function listSubscriptions(
  pool: Pool,
  actor: Actor,
  query: OfficeSubscriptionQuery,
): Promise<ListPage<OfficeSubscriptionRow>> {
  return listPage(pool, LISTING, { ...query, where: await conditionsOf(pool, actor, query) });
}

/** The subscriptions that the filter lets through, as a file. */
export async function exportSubscriptions(
  pool: Pool,
  actor: Actor,
  query: Filter & Pick<OfficeSubscriptionQuery, 'sort'>,
) {
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  return csvFile<OfficeSubscription & { influencerEmail: string }>(
    'subscribers.csv',
    {
      Subscriber: ({ subscriber }) => subscriber.fullName,
      Email: ({ subscriber }) => subscriber.email,
      Influencer: ({ influencer }) => influencer.fullName,
      'Influencer Email': ({ influencerEmail }) => influencerEmail,
      Status: ({ status }) => status,
      'Monthly Price': ({ priceCents }) => dollars(priceCents),
      'Plan Price Now': ({ plan }) => dollars(plan.priceCents),
      Subscribed: ({ createdAt }) => createdAt,
      'Period Start': ({ currentPeriodStart }) => currentPeriodStart,
      'Period End': ({ currentPeriodEnd }) => currentPeriodEnd,
      'Cancels At': ({ cancelAt }) => cancelAt,
      'Unpaid Since': ({ pastDueSince }) => pastDueSince,
      'Ended At': ({ endedAt }) => endedAt,
      'End Reason': ({ endReason }) => endReason,
      Provider: ({ provider }) => provider,
      'Provider Reference': ({ providerSubscriptionId }) => providerSubscriptionId,
    },
    listAll(
      pool,
      { ...LISTING, columns: sql`${WHOLE}, i.email as "influencerEmail"` },
      { where: await conditionsOf(pool, actor, query), sort: query.sort },
    ),
  );
}

// A second payment for the same influencer was never a subscriber more, nor one less.
const COUNTS = sql`s.end_reason is distinct from 'duplicate'`;
const MONTH = sql`date_trunc('month', now())`;

/** What the office has to know at a glance, of what the actor may see. */
export async function getSubscriptionFigures(
  pool: Pool,
  actor: Actor,
  found: Pick<Filter, 'influencer'>,
): Promise<SubscriptionFigures> {
  const where = await conditionsOf(pool, actor, found);
  const count = (...conditions: SQL[]) =>
    countUpToLimit(pool, sql`user_subscriptions s`, [...where, ...conditions]);
  const [active, cancelling, pastDue, paused, newThisMonth, endedThisMonth, money] =
    await Promise.all([
      count(IS.active),
      count(IS.cancelling),
      count(IS.past_due),
      count(IS.paused),
      count(sql`s.created_at >= ${MONTH}`, COUNTS),
      count(sql`s.ended_at >= ${MONTH}`, COUNTS),
      sumPrices(pool, where),
    ]);
  return { active, cancelling, pastDue, paused, newThisMonth, endedThisMonth, ...money };
}

// All that is active and what of it ends are read from one index each; what goes on is the rest.
async function sumPrices(pool: Pool, where: (SQL | undefined)[]) {
  const sumOf = (status: SQL) => {
    const conditions = [status, ...where].filter((condition) => condition !== undefined);
    return sql`(select coalesce(sum(s.price_cents), 0)::float8
      from user_subscriptions s where ${sql.join(conditions, sql` and `)})`;
  };
  const [sums] = await prepareStatement<{ activeCents: number; endingCents: number }>(
    pool,
    sql`select ${sumOf(sql`s.status = 'active'`)} as "activeCents", ${sumOf(IS.cancelling)} as "endingCents"`,
  )({});
  const { activeCents, endingCents } = sums!;
  return { recurringCents: activeCents - endingCents, endingCents };
}

/** @throws DomainError 'not-found', also beyond the actor's limit */
export async function getSubscription(
  pool: Pool,
  actor: Actor,
  id: string,
): Promise<OfficeSubscription> {
  const isTheirs = inScope(actor, sql`s.influencer_id`) ?? sql`true`;
  const [stored] = await prepareStatement<OfficeSubscription>(
    pool,
    sql`select ${WHOLE} from ${FROM} where s.id = ${id}::uuid and ${isTheirs}`,
  )({});
  if (!stored) throw new DomainError('not-found', 'Subscription not found');
  return stored;
}

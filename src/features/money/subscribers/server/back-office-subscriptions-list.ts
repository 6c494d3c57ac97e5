import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { avatarOf } from '#src/features/identity/accounts/server/avatar-of.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { isOverdueNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { providerChanges } from '#src/features/money/subscriptions/server/provider-changes.table.ts';
import { isUnconfirmed } from '#src/features/money/subscriptions/server/provider-changes.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import {
  containsText,
  jsonObject,
  literal,
  orNull,
  type RowOf,
  type SelectionOf,
  selectRows,
} from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  BackOfficeSubscriptionQuery,
  backOfficeSubscriptionRowSchema,
  backOfficeSubscriptionSchema,
  BackOfficeSubscriptionSort,
  SubscriptionFilter,
} from '../back-office-subscriptions.schema.ts';
import { searchPeople } from './search-people.ts';
import { losesPaidDays, unusedCents, unusedDays } from './unused-days.ts';

type BackOfficeSubscription = z.input<typeof backOfficeSubscriptionSchema>;
type BackOfficeSubscriptionRow = z.input<typeof backOfficeSubscriptionRowSchema>;

const fan = alias(profiles, 'fan');
const influencer = alias(profiles, 'influencer');

// Payments by or for deleted users can still be found and refunded.
const FROM = sql`${userSubscriptions}
  left join ${profiles} ${fan} on ${fan.id} = ${userSubscriptions.subscriberId}
  left join ${profiles} ${influencer} on ${influencer.id} = ${userSubscriptions.influencerId}
  left join ${subscriptionPlans} on ${subscriptionPlans.id} = ${userSubscriptions.subscriptionPlanId}`;

/** The name of a deleted influencer in the ledger. */
const PAYEE = sql`(select ${ledgerAccounts.payeeName} from ${ledgerTransactions}
  join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerTransactions.shareAccountId}
  where ${ledgerTransactions.subscriptionId} = ${userSubscriptions.id}
    and ${ledgerAccounts.payeeName} is not null limit 1)`;

const ROW = {
  id: userSubscriptions.id,
  status: userSubscriptions.status,
  cancelAt: userSubscriptions.cancelAt,
  priceCents: userSubscriptions.priceCents,
  currentPeriodEnd: userSubscriptions.currentPeriodEnd,
  pastDueSince: userSubscriptions.pastDueSince,
  isOverdue: isOverdueNow,
  endedAt: userSubscriptions.endedAt,
  endReason: userSubscriptions.endReason,
  createdAt: userSubscriptions.createdAt,
  unused: sql<BackOfficeSubscriptionRow['unused']>`case when ${userSubscriptions.isWithheld}
    then ${jsonObject({ days: unusedDays, cents: unusedCents })} end`,
  subscriber: jsonObject({
    id: userSubscriptions.subscriberId,
    fullName: sql<string>`coalesce(${fan.fullName}, '')`,
    email: sql<string>`coalesce(${fan.email}, 'Deleted fan')`,
    isDeleted: sql<boolean>`${fan.id} is null`,
    avatar: avatarOf(userSubscriptions.subscriberId),
  } satisfies SelectionOf<BackOfficeSubscriptionRow['subscriber']>),
  influencer: jsonObject({
    id: userSubscriptions.influencerId,
    isDeleted: sql<boolean>`${influencer.id} is null`,
    fullName: sql<string>`case
      when ${influencer.id} is null then coalesce(nullif(${PAYEE}, ''), 'Deleted influencer')
      else ${nameOrUnknown(influencer.fullName)} end`,
  } satisfies SelectionOf<BackOfficeSubscriptionRow['influencer']>),
};

const DETAILS = {
  ...ROW,
  currentPeriodStart: userSubscriptions.currentPeriodStart,
  failedAttempts: userSubscriptions.failedAttempts,
  nextAttemptAt: userSubscriptions.nextAttemptAt,
  plan: jsonObject({
    priceCents: sql<number>`coalesce(${subscriptionPlans.priceMonthlyCents}, ${userSubscriptions.priceCents})`,
    isActive: sql<boolean>`coalesce(${subscriptionPlans.isActive}, false)`,
  } satisfies SelectionOf<BackOfficeSubscription['plan']>),
  provider: userSubscriptions.provider,
  providerSubscriptionId: userSubscriptions.providerSubscriptionId,
  providerCustomerId: userSubscriptions.providerCustomerId,
  unconfirmedSince: sql<Date | null>`(select ${providerChanges.requestedAt} from ${providerChanges}
    where ${providerChanges.subscriptionId} = ${userSubscriptions.id} and ${isUnconfirmed})`,
};

const LISTING = {
  columns: ROW,
  from: FROM,
  id: userSubscriptions.id,
  sorts: {
    newest: { by: userSubscriptions.createdAt, type: 'timestamptz' },
    periodEnd: { by: userSubscriptions.currentPeriodEnd, type: 'timestamptz' },
    price: { by: userSubscriptions.priceCents, type: 'bigint' },
  },
} satisfies Listing<BackOfficeSubscriptionSort>;

const { status: currentStatus } = userSubscriptions;

export const IS: Record<SubscriptionFilter, SQL> = {
  active: sql`(${currentStatus} = 'active' and not ${isOverdueNow})`,
  cancelling: sql`${currentStatus} = 'active' and ${userSubscriptions.cancelAt} is not null`,
  past_due: sql`(${currentStatus} = 'past_due' or ${isOverdueNow})`,
  paused: eq(currentStatus, literal('paused')),
  cancelled: eq(currentStatus, 'cancelled'),
  refund_owed: sql`${userSubscriptions.id} in (
    select ${ledgerTransactions.subscriptionId} from ${refunds}
    join ${ledgerTransactions} on ${ledgerTransactions.id} = ${refunds.chargeId}
    where ${refunds.transactionId} is null and ${refunds.byHand})`,
  unconfirmed: sql`${userSubscriptions.id} in (
    select ${providerChanges.subscriptionId} from ${providerChanges} where ${isUnconfirmed})`,
  withheld: losesPaidDays,
};

export type Filter = Partial<
  Pick<BackOfficeSubscriptionQuery, 'search' | 'status' | 'influencer' | 'fan'>
>;

/** Restricts rows to those whose fan or influencer matches the search. */
async function findsPeople(pool: Pool, search: string | undefined): Promise<SQL | undefined> {
  if (!search) return undefined;
  const { isOneOf, areFew } = await searchPeople(pool, search);
  const { id, subscriberId, influencerId } = userSubscriptions;
  return or(
    isOneOf(subscriberId),
    isOneOf(influencerId),
    areFew ? sql`${id} in (${ofDeletedPayees(search)})` : undefined,
  );
}

/** The subscriptions to deleted influencers, found by the name in the ledger. */
const ofDeletedPayees = (search: string) => sql`
  select ${ledgerTransactions.subscriptionId} from ${ledgerAccounts}
  join ${ledgerTransactions} on ${ledgerTransactions.shareAccountId} = ${ledgerAccounts.id}
    and ${ledgerTransactions.kind} = 'charge'
  where ${ledgerAccounts.payeeName} is not null
    and ${containsText(search, ledgerAccounts.payeeName, ledgerAccounts.payeeEmail)}`;

/** The conditions of a filter, within the actor's limit. */
export async function conditionsOf(
  pool: Pool,
  actor: Actor,
  { search, status, influencer: influencerId, fan: fanId }: Filter,
): Promise<(SQL | undefined)[]> {
  return [
    inScope(actor, userSubscriptions.influencerId),
    await findsPeople(pool, search),
    status && IS[status],
    influencerId === undefined ? undefined : eq(userSubscriptions.influencerId, influencerId),
    fanId === undefined ? undefined : eq(userSubscriptions.subscriberId, fanId),
  ];
}

/** A page of subscriptions with fan and influencer. */
export async function listSubscriptions(
  pool: Pool,
  actor: Actor,
  query: BackOfficeSubscriptionQuery,
): Promise<ListPage<BackOfficeSubscriptionRow>> {
  return listPage(pool, LISTING, { ...query, where: await conditionsOf(pool, actor, query) });
}

/** The filtered subscriptions, as a file. */
export async function exportSubscriptions(
  pool: Pool,
  actor: Actor,
  query: Filter & Pick<BackOfficeSubscriptionQuery, 'sort'>,
) {
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  const columns = { ...DETAILS, influencerEmail: orNull(influencer.email) };
  return csvFile<RowOf<typeof columns>>(
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
      { ...LISTING, columns },
      { ...query, where: await conditionsOf(pool, actor, query) },
    ),
  );
}

/** @throws DomainError 'not-found', also beyond the actor's limit */
export async function getSubscription(
  pool: Pool,
  actor: Actor,
  id: string,
): Promise<BackOfficeSubscription> {
  const [stored] = await selectRows(
    pool,
    DETAILS,
    (columns) => sql`
      select ${columns} from ${FROM}
      where ${and(eq(userSubscriptions.id, id), inScope(actor, userSubscriptions.influencerId))}`,
  );
  if (!stored) throw new DomainError('not-found', 'Subscription not found');
  return stored;
}

import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import {
  containsText,
  jsonObject,
  literal,
  orNull,
  type SelectionOf,
  selectRows,
} from '#src/platform/database/statement.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  reconciledProviderSchema,
  ReconciliationItem,
  reconciliationItemSchema,
  ReconciliationItemQuery,
  ReconciliationRunQuery,
  reconciliationRunSchema,
} from '../reconciliation.schema.ts';
import { reconciliationItems, reconciliationRuns } from './reconciliation.table.ts';

type Item = z.input<typeof reconciliationItemSchema>;
type Run = z.input<typeof reconciliationRunSchema>;
type Reader = Pick<Actor, 'isLimited'>;

/** @throws DomainError 'forbidden' for staff who are limited to influencers: it concerns all of them */
export function requireUnlimited({ isLimited }: Reader): void {
  if (!isLimited) return;
  const message = 'Staff who are limited to influencers cannot work with the reconciliation.';
  throw new DomainError('forbidden', message);
}

const fan = alias(profiles, 'fan');
const person = alias(users, 'person');
const nameOfPerson = nameOrEmail<string | null>(person);

const ITEMS = {
  columns: {
    id: reconciliationItems.id,
    provider: reconciliationItems.provider,
    kind: reconciliationItems.kind,
    reference: reconciliationItems.reference,
    difference: reconciliationItems.difference,
    status: reconciliationItems.status,
    theirs: reconciliationItems.theirs,
    ours: reconciliationItems.ours,
    paymentId: reconciliationItems.paymentId,
    subscriptionId: sql<string | null>`${userSubscriptions.id}`,
    fan: sql<Item['fan']>`case when ${userSubscriptions.id} is not null then ${jsonObject({
      id: userSubscriptions.subscriberId,
      fullName: sql<string>`coalesce(${fan.fullName}, '')`,
      email: sql<string>`coalesce(${fan.email}, 'Deleted fan')`,
      isDeleted: sql<boolean>`${fan.id} is null`,
    } satisfies SelectionOf<NonNullable<ReconciliationItem['fan']>>)} end`,
    occurredAt: reconciliationItems.occurredAt,
    openedAt: reconciliationItems.openedAt,
    lastSeenAt: reconciliationItems.lastSeenAt,
    resolvedAt: reconciliationItems.resolvedAt,
    settledBy: nameOfPerson,
    reason: reconciliationItems.reason,
  } satisfies SelectionOf<Item>,
  // The subscription that our side names, or the one that the provider's side names.
  from: sql`${reconciliationItems}
    left join ${userSubscriptions} on ${userSubscriptions.id} = coalesce(
      ${reconciliationItems.subscriptionId}, (
        select ${userSubscriptions.id} from ${userSubscriptions}
        where ${userSubscriptions.provider} = ${reconciliationItems.provider}
          and ${userSubscriptions.providerSubscriptionId} = ${reconciliationItems.theirs} ->> 'subscriptionReference'))
    left join ${profiles} ${fan} on ${fan.id} = ${userSubscriptions.subscriberId}
    left join ${users} ${person} on ${person.id} = ${reconciliationItems.settledBy}`,
  id: reconciliationItems.id,
  sorts: { opened: { by: reconciliationItems.openedAt, type: 'timestamptz' } },
} satisfies Listing<'opened'>;

/** A page of the filtered differences. @throws DomainError 'forbidden' */
export async function listReconciliationItems(
  pool: Pool,
  actor: Reader,
  { search, status, kind, provider, ...query }: ReconciliationItemQuery,
): Promise<ListPage<Item>> {
  requireUnlimited(actor);
  return listPage(pool, ITEMS, {
    ...query,
    where: [
      containsText(
        search,
        reconciliationItems.reference,
        sql`${reconciliationItems.theirs} ->> 'subscriptionReference'`,
        sql`${reconciliationItems.ours} ->> 'subscriptionReference'`,
        fan.fullName,
      ),
      status && eq(reconciliationItems.status, literal(status)),
      kind && eq(reconciliationItems.kind, literal(kind)),
      provider ? eq(reconciliationItems.provider, provider) : undefined,
    ],
  });
}

/** A difference. @throws DomainError 'forbidden' or 'not-found' */
export async function getReconciliationItem(pool: Pool, actor: Reader, id: string): Promise<Item> {
  requireUnlimited(actor);
  const [found] = await selectRows(
    pool,
    ITEMS.columns,
    (columns) => sql`select ${columns} from ${ITEMS.from} where ${reconciliationItems.id} = ${id}`,
  );
  if (!found) throw new DomainError('not-found', 'Difference not found');
  return found;
}

const RUNS = {
  columns: {
    id: reconciliationRuns.id,
    provider: reconciliationRuns.provider,
    status: reconciliationRuns.status,
    startedBy: nameOfPerson,
    startedAt: reconciliationRuns.startedAt,
    finishedAt: orNull(reconciliationRuns.finishedAt),
    from: reconciliationRuns.fromAt,
    to: reconciliationRuns.toAt,
    providerAsOf: orNull(reconciliationRuns.providerAsOf),
    ledgerAsOf: orNull(reconciliationRuns.ledgerAsOf),
    compared: reconciliationRuns.compared,
    repaired: reconciliationRuns.repaired,
    opened: reconciliationRuns.opened,
    closed: reconciliationRuns.closed,
    feesRecorded: reconciliationRuns.feesRecorded,
    feeCents: reconciliationRuns.feeCents,
    feesError: reconciliationRuns.feesError,
    totals: reconciliationRuns.totals,
    error: reconciliationRuns.error,
  } satisfies SelectionOf<Run>,
  from: sql`${reconciliationRuns} left join ${users} ${person} on ${person.id} = ${reconciliationRuns.startedBy}`,
  id: reconciliationRuns.id,
  sorts: { started: { by: reconciliationRuns.startedAt, type: 'timestamptz' } },
} satisfies Listing<'started'>;

/** A page of the comparisons. @throws DomainError 'forbidden' */
export async function listReconciliationRuns(
  pool: Pool,
  actor: Reader,
  { search, status, ...query }: ReconciliationRunQuery,
): Promise<ListPage<Run>> {
  requireUnlimited(actor);
  const where = [
    containsText(search, reconciliationRuns.provider, reconciliationRuns.error),
    status && eq(reconciliationRuns.status, literal(status)),
  ];
  return listPage(pool, RUNS, { ...query, where });
}

/** The connected providers with their newest run. @throws DomainError 'forbidden' */
export async function listReconciledProviders(
  { pool, payments }: { pool: Pool; payments: Payments },
  actor: Reader,
): Promise<z.input<typeof reconciledProviderSchema>[]> {
  requireUnlimited(actor);
  return Promise.all(
    payments.connected.map(async ({ name, records }) => {
      const [lastRun] = await selectRows(
        pool,
        RUNS.columns,
        (columns) => sql`select ${columns} from ${RUNS.from}
          where ${reconciliationRuns.provider} = ${name}
          order by ${reconciliationRuns.startedAt} desc limit 1`,
      );
      const [open] = await selectRows(
        pool,
        { count: sql<number>`count(*)::int` },
        (columns) => sql`select ${columns} from ${reconciliationItems}
          where ${and(eq(reconciliationItems.provider, name), sql`${reconciliationItems.status} = 'open'`)}`,
      );
      return {
        name,
        kinds: [...(records?.kinds ?? [])],
        openItems: open!.count,
        lastRun: lastRun ?? null,
      };
    }),
  );
}

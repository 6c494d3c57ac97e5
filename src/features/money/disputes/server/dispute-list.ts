import { and, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { Exported, ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import {
  containsText,
  jsonObject,
  literal,
  orNull,
  type SelectionOf,
  selectRows,
} from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Dispute, DisputeQuery, disputeSchema } from '../disputes.schema.ts';
import { disputes } from './disputes.table.ts';

type Row = z.input<typeof disputeSchema>;

const charge = alias(ledgerTransactions, 'charge');
const fan = alias(profiles, 'fan');
const influencer = alias(profiles, 'influencer');

const fanName = sql<string>`coalesce(${fan.fullName}, '')`;
const influencerName = nameOrUnknown(influencer.fullName, ledgerAccounts.payeeName);
// What waits for the staff comes first, the nearest deadline before those without one; then what waits
// for a decision; then what is decided, the newest first.
const queuePosition = sql`case ${disputes.status}
  when 'opened' then coalesce(${disputes.challengeBy}, ${disputes.openedAt} + interval '3000 years')
  when 'challenged' then ${disputes.openedAt} + interval '5000 years'
  else '9000-01-01'::timestamptz + ('3000-01-01'::timestamptz - ${disputes.openedAt}) end`;

const LISTING = {
  columns: {
    id: disputes.id,
    provider: disputes.provider,
    providerDisputeId: disputes.providerDisputeId,
    stage: disputes.stage,
    status: disputes.status,
    providerStatus: disputes.providerStatus,
    reason: disputes.reason,
    reasonCode: disputes.reasonCode,
    network: disputes.network,
    amountCents: disputes.amountCents,
    openedAt: disputes.openedAt,
    challengeBy: orNull(disputes.challengeBy),
    reportedAt: disputes.reportedAt,
    note: disputes.note,
    chargeId: disputes.chargeId,
    paidAt: charge.occurredAt,
    fan: jsonObject({
      id: sql<string>`${charge.subscriberId}`,
      fullName: fanName,
      email: sql<string>`coalesce(${fan.email}, 'Deleted fan')`,
      isDeleted: sql<boolean>`${fan.id} is null`,
    } satisfies SelectionOf<Dispute['fan']>),
    influencer: jsonObject({
      id: sql<string | null>`${influencer.id}`,
      fullName: influencerName,
    } satisfies SelectionOf<Dispute['influencer']>),
  } satisfies SelectionOf<Row>,
  from: sql`${disputes}
    join ${ledgerTransactions} ${charge} on ${charge.id} = ${disputes.chargeId}
    join ${ledgerAccounts} on ${ledgerAccounts.id} = ${charge.shareAccountId}
    left join ${profiles} ${fan} on ${fan.id} = ${charge.subscriberId}
    left join ${profiles} ${influencer} on ${influencer.id} = ${ledgerAccounts.influencerId}`,
  id: disputes.id,
  sorts: {
    deadline: { by: queuePosition, type: 'timestamptz' },
    newest: { by: disputes.openedAt, type: 'timestamptz' },
  },
} satisfies Listing<'deadline' | 'newest'>;

/** The source of the list, for other features that read disputes in an actor's scope. */
export const DISPUTES_WITH_PEOPLE = { from: LISTING.from, charge, fanName };

/** Restricts limited staff to the disputes of payments for their influencers. */
export function disputeInScope(actor: Pick<Actor, 'userId' | 'isLimited'>): SQL | undefined {
  return inScope(actor, ledgerAccounts.influencerId);
}

const conditionsOf = (
  actor: Actor,
  { search, status, stage, influencer: influencerId }: Partial<DisputeQuery>,
) => [
  disputeInScope(actor),
  containsText(search, fanName, fan.email, influencerName, disputes.providerDisputeId),
  status && eq(disputes.status, literal(status)),
  stage && eq(disputes.stage, literal(stage)),
  influencerId === undefined ? undefined : eq(ledgerAccounts.influencerId, influencerId),
];

/** A page of the filtered disputes; by default those that have to be answered soonest come first. */
export function listDisputes(
  pool: Pool,
  actor: Actor,
  query: DisputeQuery,
): Promise<ListPage<Row>> {
  return listPage(pool, LISTING, { ...query, where: conditionsOf(actor, query) });
}

/** All filtered disputes, as a file. */
export function exportDisputes(pool: Pool, actor: Actor, query: Exported<DisputeQuery>) {
  return csvFile<Row>(
    'disputes.csv',
    {
      'Opened (UTC)': ({ openedAt }) => openedAt,
      Fan: (row) => row.fan.fullName || row.fan.email,
      Influencer: (row) => row.influencer.fullName,
      Amount: ({ amountCents }) => amountCents / 100,
      Stage: ({ stage }) => stage,
      Status: ({ status }) => status,
      Reason: ({ reason }) => reason,
      'Reason Code': ({ reasonCode }) => reasonCode,
      'Challenge By (UTC)': ({ challengeBy }) => challengeBy,
      Provider: ({ provider }) => provider,
      'Provider Dispute ID': ({ providerDisputeId }) => providerDisputeId,
    },
    listAll(pool, LISTING, { ...query, where: conditionsOf(actor, query) }),
  );
}

/** A dispute of a payment for an influencer in the actor's scope. @throws DomainError 'not-found' */
export async function getDispute(pool: Pool, actor: Actor, id: string): Promise<Row> {
  const [found] = await selectRows(
    pool,
    LISTING.columns,
    (columns) => sql`
      select ${columns} from ${LISTING.from} where ${and(eq(disputes.id, id), disputeInScope(actor))}`,
  );
  if (!found) throw new DomainError('not-found', 'Dispute not found');
  return found;
}

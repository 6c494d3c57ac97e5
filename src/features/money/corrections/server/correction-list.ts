import { and, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail, nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
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
import type {
  correctionBasisSchema,
  CorrectionQuery,
  CorrectionRow,
  correctionRowSchema,
  correctionSchema,
} from '../corrections.schema.ts';
import { readAllowance, type CorrectionDependencies } from './correct.ts';
import { corrections } from './corrections.table.ts';
import { readBalance } from './record-correction.ts';

type Row = z.input<typeof correctionRowSchema>;

const requester = alias(users, 'requester');
const decider = alias(users, 'decider');
const later = alias(corrections, 'later');

const SOURCE = sql`${corrections}
  join ${ledgerAccounts} on ${ledgerAccounts.id} = ${corrections.shareAccountId}
  left join ${profiles} on ${profiles.id} = ${ledgerAccounts.influencerId}
  left join ${users} ${requester} on ${requester.id} = ${corrections.requestedBy}
  left join ${users} ${decider} on ${decider.id} = ${corrections.decidedBy}`;

const fullName = nameOrUnknown(profiles.fullName, ledgerAccounts.payeeName);

const listingOf = ({ userId }: Actor) =>
  ({
    columns: {
      id: corrections.id,
      kind: corrections.kind,
      status: corrections.status,
      influencer: jsonObject({
        id: sql<string | null>`${profiles.id}`,
        fullName,
      } satisfies SelectionOf<CorrectionRow['influencer']>),
      amountCents: corrections.amountCents,
      chargeId: corrections.chargeId,
      reverses: corrections.reverses,
      reversedBy: sql<string | null>`(
        select ${later.id} from ${corrections} ${later}
        where ${later.reverses} = ${corrections.id} and ${later.status} in ('proposed', 'approved'))`,
      reason: corrections.reason,
      statementText: corrections.statementText,
      needsApproval: corrections.needsApproval,
      requestedBy: nameOrEmail<string | null>(requester),
      decidedBy: nameOrEmail<string | null>(decider),
      createdAt: corrections.createdAt,
      decidedAt: orNull(corrections.decidedAt),
      decisionNote: corrections.decisionNote,
      isOwn: sql<boolean>`${corrections.requestedBy} = ${userId}::uuid`,
    } satisfies SelectionOf<Row>,
    from: SOURCE,
    id: corrections.id,
    sorts: { newest: { by: corrections.createdAt, type: 'timestamptz' } },
  }) satisfies Listing<'newest'>;

type Filter = Partial<Pick<CorrectionQuery, 'search' | 'status' | 'kind' | 'influencer'>>;

const conditionsOf = (actor: Actor, { search, status, kind, influencer }: Filter) => [
  inScope(actor, ledgerAccounts.influencerId),
  containsText(search, fullName, corrections.reason),
  status && eq(corrections.status, literal(status)),
  kind && eq(corrections.kind, literal(kind)),
  influencer === undefined ? undefined : eq(ledgerAccounts.influencerId, influencer),
];

/** A page of the filtered corrections, newest first. */
export function listCorrections(pool: Pool, actor: Actor, query: CorrectionQuery) {
  return listPage(pool, listingOf(actor), { ...query, where: conditionsOf(actor, query) });
}

/** All filtered corrections, as a file. */
export function exportCorrections(
  pool: Pool,
  actor: Actor,
  query: Filter & Pick<CorrectionQuery, 'sort'>,
) {
  return csvFile<Row>(
    'corrections.csv',
    {
      'Created (UTC)': ({ createdAt }) => createdAt,
      Influencer: ({ influencer }) => influencer.fullName,
      Kind: ({ kind }) => kind,
      Amount: ({ amountCents }) => amountCents / 100,
      Status: ({ status }) => status,
      Reason: ({ reason }) => reason,
      'Text on the Statement': ({ statementText }) => statementText,
      'Requested By': ({ requestedBy }) => requestedBy,
      'Decided By': ({ decidedBy }) => decidedBy,
      'Decided (UTC)': ({ decidedAt }) => decidedAt,
    },
    listAll(pool, listingOf(actor), { ...query, where: conditionsOf(actor, query) }),
  );
}

/** A correction with the present balance. @throws DomainError 'not-found' */
export async function getCorrection(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  id: string,
): Promise<z.input<typeof correctionSchema>> {
  const { columns, from } = listingOf(actor);
  const [found] = await selectRows(
    pool,
    { ...columns, shareAccountId: corrections.shareAccountId },
    (selected): SQL => sql`
      select ${selected} from ${from}
      where ${and(eq(corrections.id, id), inScope(actor, ledgerAccounts.influencerId))}`,
  );
  if (!found) throw new DomainError('not-found', 'Correction not found');
  const { shareAccountId, ...correction } = found;
  return { ...correction, balanceCents: await readBalance(db, shareAccountId) };
}

/** The present balance of an influencer, and what the actor may record alone. */
export async function getCorrectionBasis(
  { db, config }: CorrectionDependencies,
  actor: Actor,
  influencerId: string,
): Promise<z.input<typeof correctionBasisSchema>> {
  const [account] = await db
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.influencerId, influencerId));
  if (!account) return { balanceCents: 0, allowanceCents: config.correctionApprovalCents };
  return {
    balanceCents: await readBalance(db, account.id),
    allowanceCents: await readAllowance(db, actor, config, account.id),
  };
}

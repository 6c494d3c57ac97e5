import { and, eq, sql } from 'drizzle-orm';
import { requireChosenInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { openShareAccount } from '#src/features/money/ledger/server/record-transaction.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { ALLOWANCE_DAYS } from '../corrections.rules.ts';
import type { NewCorrection } from '../corrections.schema.ts';
import { corrections } from './corrections.table.ts';
import { lockShare, recordCorrection } from './record-correction.ts';

/** Who makes a correction or decides about it. */
export type CorrectionActor = Pick<Actor, 'userId' | 'isLimited'>;
export type CorrectionDependencies = { db: Db; config: Pick<Config, 'correctionApprovalCents'> };
type Stored = typeof corrections.$inferSelect;
type Input = Pick<
  Stored,
  'id' | 'kind' | 'shareAccountId' | 'amountCents' | 'reason' | 'statementText' | 'chargeId'
> & { reverses?: string };

/**
 * Records a correction, or proposes it to a second person if the amount is above the limit. Repeated
 * with the same id, it does nothing.
 * @throws DomainError 'invalid-input', or 'not-allowed-in-state' for a write-off above the debt
 */
export function addCorrection(
  { db, config }: CorrectionDependencies,
  actor: CorrectionActor,
  { influencerId, chargeId = null, ...input }: NewCorrection,
): Promise<void> {
  return db.transaction(async (tx) => {
    const shareAccountId = await findShare(tx, actor, { influencerId, chargeId });
    await save(tx, { actor, config }, { ...input, shareAccountId, chargeId });
  });
}

/**
 * Makes the opposite of an approved correction, under the same limit; the first one remains.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' if it is reversed or not approved
 */
export function reverseCorrection(
  { db, config }: CorrectionDependencies,
  actor: CorrectionActor,
  reversal: { of: string; id: string; reason: string },
): Promise<void> {
  const { of, id, reason } = reversal;
  return db.transaction(async (tx) => {
    const first = await lockCorrection(tx, actor, of);
    const [reversed] = await tx
      .select({ id: corrections.id })
      .from(corrections)
      .where(
        and(eq(corrections.reverses, of), sql`${corrections.status} in ('proposed', 'approved')`),
      );
    if (reversed?.id === id) return;
    if (reversed || first.reverses || first.status !== 'approved') {
      throw new DomainError('not-allowed-in-state', 'This correction can’t be reversed');
    }
    const { kind, shareAccountId, statementText, chargeId } = first;
    const amountCents = -first.amountCents;
    const input = { id, kind, shareAccountId, chargeId, amountCents, reason, statementText };
    await save(tx, { actor, config }, { ...input, reverses: of });
  });
}

/** What the actor may still record for an influencer without a second person, in cents. */
export async function readAllowance(
  tx: Db,
  { userId }: Pick<Actor, 'userId'>,
  { correctionApprovalCents }: CorrectionDependencies['config'],
  shareAccountId: number,
): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(abs(${corrections.amountCents})), 0)::float8` })
    .from(corrections)
    .where(
      and(
        eq(corrections.shareAccountId, shareAccountId),
        // Accounts that one person set up share the limit.
        sql`not are_independent(${corrections.requestedBy}, ${userId}::uuid, now())`,
        eq(corrections.needsApproval, false),
        sql`${corrections.createdAt} > now() - make_interval(days => ${ALLOWANCE_DAYS})`,
      ),
    );
  return Math.max(0, correctionApprovalCents - row!.cents);
}

/** Locks a correction of an influencer in the actor's scope. @throws DomainError 'not-found' */
export async function lockCorrection(tx: Db, actor: CorrectionActor, id: string): Promise<Stored> {
  const [found] = await tx
    .select()
    .from(corrections)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, corrections.shareAccountId))
    .where(and(eq(corrections.id, id), inScope(actor, ledgerAccounts.influencerId)))
    .for('update', { of: corrections });
  if (!found) throw new DomainError('not-found', 'Correction not found');
  return found.corrections;
}

type Context = { actor: CorrectionActor; config: CorrectionDependencies['config'] };

async function save(tx: Db, { actor, config }: Context, input: Input): Promise<void> {
  await lockShare(tx, input.shareAccountId);
  const [repeated] = await tx
    .select({ requestedBy: corrections.requestedBy })
    .from(corrections)
    .where(eq(corrections.id, input.id));
  if (repeated?.requestedBy === actor.userId) return;
  if (repeated) throw new DomainError('not-allowed-in-state', 'This correction exists already');
  const allowance = await readAllowance(tx, actor, config, input.shareAccountId);
  const needsApproval = Math.abs(input.amountCents) > allowance;
  const now = await readDatabaseTime(tx);
  const reverses = input.reverses ?? null;
  await tx.insert(corrections).values({
    ...input,
    needsApproval,
    requestedBy: actor.userId,
    createdAt: now,
    ...(needsApproval
      ? { status: 'proposed' }
      : {
          status: 'approved',
          decidedAt: now,
          transactionId: await recordCorrection(tx, { ...input, reverses }, now),
        }),
  });
  if (needsApproval)
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
}

type About = { influencerId?: string | null | undefined; chargeId: string | null };

/** The share that a correction is about: the payment's, which also exists after a deletion. */
async function findShare(
  tx: Db,
  actor: CorrectionActor,
  { influencerId, chargeId }: About,
): Promise<number> {
  if (influencerId) await requireChosenInfluencer(tx, actor, 'influencerId', influencerId);
  const share = influencerId ? await openShareAccount(tx, influencerId) : null;
  if (!chargeId) return share!;
  const [charge] = await tx
    .select({ shareAccountId: ledgerTransactions.shareAccountId })
    .from(ledgerTransactions)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerTransactions.shareAccountId))
    .where(
      and(
        eq(ledgerTransactions.id, chargeId),
        eq(ledgerTransactions.kind, 'charge'),
        eq(ledgerAccounts.kind, 'influencer_share'),
        inScope(actor, ledgerAccounts.influencerId),
      ),
    );
  if (!charge || (share !== null && share !== charge.shareAccountId)) {
    const message = 'Payment not found';
    throw new DomainError('invalid-input', message, [{ path: 'chargeId', message }]);
  }
  return charge.shareAccountId;
}

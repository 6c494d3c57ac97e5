import { desc, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { payoutTransitionSchema } from '../../payout-changes.schema.ts';
import { payouts, payoutTransitions } from '../payouts.table.ts';

/** The last change of a payout's status. */
export async function findLastTransition(
  tx: Db,
  payoutId: string,
): Promise<typeof payoutTransitions.$inferSelect | null> {
  const [last] = await tx
    .select()
    .from(payoutTransitions)
    .where(eq(payoutTransitions.payoutId, payoutId))
    .orderBy(desc(payoutTransitions.sequence))
    .limit(1);
  return last ?? null;
}

const COLUMNS = {
  id: payoutTransitions.id,
  fromStatus: payoutTransitions.fromStatus,
  toStatus: payoutTransitions.toStatus,
  at: payoutTransitions.at,
  by: nameOrEmail<string | null>(users),
  reason: payoutTransitions.reason,
  reference: payoutTransitions.reference,
  valueDate: payoutTransitions.valueDate,
  feeCents: payoutTransitions.feeCents,
};

/** Who changed the status of a payout, when and why, newest first. @throws DomainError 'not-found' */
export async function listPayoutTransitions(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  id: string,
): Promise<{ transitions: z.input<typeof payoutTransitionSchema>[] }> {
  const scope = inScope(actor, payouts.influencerId) ?? sql`true`;
  const [found] = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(sql`${payouts.id} = ${id}::uuid and ${scope}`);
  if (!found) throw new DomainError('not-found', 'Payout not found');
  const transitions = await selectRows(
    pool,
    COLUMNS,
    (columns) => sql`
      select ${columns} from ${payoutTransitions}
      left join ${users} on ${users.id} = ${payoutTransitions.by}
      where ${payoutTransitions.payoutId} = ${id}::uuid
      order by ${payoutTransitions.sequence} desc`,
  );
  return { transitions };
}

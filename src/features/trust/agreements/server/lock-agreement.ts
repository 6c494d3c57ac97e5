import { and, eq } from 'drizzle-orm';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { signedAgreements } from './agreements.table.ts';

export type SignedAgreement = typeof signedAgreements.$inferSelect;

/** Locks a creator agreement that the actor may see. @throws DomainError 'not-found' */
export async function lockCreatorAgreement(
  tx: Db,
  actor: Actor,
  id: string,
): Promise<SignedAgreement> {
  const [stored] = await tx
    .select()
    .from(signedAgreements)
    .where(
      and(
        eq(signedAgreements.id, id),
        eq(signedAgreements.kind, 'creator-agreement'),
        inScope(actor, signedAgreements.influencerId),
      ),
    )
    .for('update');
  if (!stored) throw new DomainError('not-found', 'Agreement not found');
  return stored;
}

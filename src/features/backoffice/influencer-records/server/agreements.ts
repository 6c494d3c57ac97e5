import { and, count, desc, eq } from 'drizzle-orm';
import { influencerAgreements } from '#src/features/agency/influencers/server/agreements.table.ts';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { AGREEMENT_LIMIT, type Agreement } from '../agreements.schema.ts';

const AGREEMENT = {
  id: influencerAgreements.id,
  title: influencerAgreements.title,
  signedOn: influencerAgreements.signedOn,
  endsOn: influencerAgreements.endsOn,
  location: influencerAgreements.location,
};

/** The agreements with an influencer, newest first, for callers that have checked the access. */
export function readAgreements(db: Db, influencerId: string): Promise<Agreement[]> {
  return db
    .select(AGREEMENT)
    .from(influencerAgreements)
    .where(eq(influencerAgreements.influencerId, influencerId))
    .orderBy(desc(influencerAgreements.signedOn), influencerAgreements.id)
    .limit(AGREEMENT_LIMIT);
}

/**
 * Adds an agreement with an influencer. Repeating it with the same id stores it once.
 * @throws DomainError 'not-found', or 'conflict' when there are too many or the id is another one's
 */
export async function addAgreement(
  db: Db,
  actor: Actor,
  { influencerId, ...agreement }: Agreement & { influencerId: string },
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await requireInfluencer(tx, actor, influencerId);
      const values = { ...agreement, influencerId, createdBy: actor.userId };
      const added = await tx
        .insert(influencerAgreements)
        .values(values)
        .onConflictDoNothing()
        .returning({ id: influencerAgreements.id });
      if (added.length === 0) return requireSame(tx, { ...agreement, influencerId });
      await refuseTooMany(tx, influencerId);
    });
  } catch (error) {
    // The influencer was deleted after the check.
    const isDeleted = parseDatabaseError(error)?.code === '23503';
    throw isDeleted ? new DomainError('not-found', 'This influencer no longer exists') : error;
  }
}

async function requireSame(
  tx: Db,
  { id, influencerId, title }: Agreement & { influencerId: string },
) {
  const { influencerId: column } = influencerAgreements;
  const [stored] = await tx
    .select({ title: influencerAgreements.title })
    .from(influencerAgreements)
    .where(and(eq(influencerAgreements.id, id), eq(column, influencerId)));
  if (stored?.title !== title) throw new DomainError('conflict', 'Another agreement has this id');
}

async function refuseTooMany(tx: Db, influencerId: string) {
  const [all] = await tx
    .select({ count: count() })
    .from(influencerAgreements)
    .where(eq(influencerAgreements.influencerId, influencerId));
  if (all!.count > AGREEMENT_LIMIT) {
    throw new DomainError('conflict', `An influencer has at most ${AGREEMENT_LIMIT} agreements`);
  }
}

/** @throws DomainError 'not-found' */
export async function deleteAgreement(
  db: Db,
  actor: Actor,
  { id, agreementId }: { id: string; agreementId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await requireInfluencer(tx, actor, id);
    const deleted = await tx
      .delete(influencerAgreements)
      .where(
        and(eq(influencerAgreements.id, agreementId), eq(influencerAgreements.influencerId, id)),
      )
      .returning({ id: influencerAgreements.id });
    if (deleted.length === 0) throw new DomainError('not-found', 'The agreement no longer exists');
  });
}

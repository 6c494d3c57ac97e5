import { and, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { requireChosenInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { lockPerformer } from '#src/features/agency/performers/server/performers.ts';
import { postInScope } from '#src/features/content/posts/server/post-scope.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { consentSchema, NewConsent } from '../consents.schema.ts';
import { consents } from './consents.table.ts';
import { COVERAGE } from './own-consents.ts';
import { withdraw, type WithdrawalServices } from './withdraw-consent.ts';

type Scoped = Pick<Actor, 'userId' | 'isLimited'>;

const recorder = alias(users, 'recorder');
const withdrawer = alias(users, 'withdrawer');
/** The consents of a performer, newest first. @throws DomainError 'not-found' */
export function listConsents(
  db: Db,
  actor: Scoped,
  performerId: string,
): Promise<z.input<typeof consentSchema>[]> {
  return db.transaction(async (tx) => {
    await lockPerformer(tx, actor, performerId);
    return tx
      .select({
        id: consents.id,
        ...COVERAGE,
        method: consents.method,
        note: consents.note,
        recordedBy: nameOrEmail<string | null>(recorder),
        createdAt: consents.createdAt,
        withdrawnBy: nameOrEmail<string | null>(withdrawer),
        withdrawalReason: consents.withdrawalReason,
      })
      .from(consents)
      .leftJoin(contentPosts, eq(contentPosts.id, consents.postId))
      .leftJoin(profiles, eq(profiles.id, consents.influencerId))
      .leftJoin(recorder, eq(recorder.id, consents.recordedBy))
      .leftJoin(withdrawer, eq(withdrawer.id, consents.withdrawnBy))
      .where(eq(consents.performerId, performerId))
      .orderBy(desc(consents.createdAt), consents.id);
  });
}

/**
 * Records a consent that the agency has received. Repeating it with the same id records one.
 * @throws DomainError 'not-found', 'invalid-input' for an unknown post or influencer, 'conflict'
 */
export async function recordConsent(
  db: Db,
  actor: Scoped,
  performerId: string,
  consent: NewConsent,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { influencerId } = await lockPerformer(tx, actor, performerId);
    await (consent.kind === 'post'
      ? requireChosenPost(tx, actor, consent.postId)
      : requireChosenInfluencer(tx, actor, 'influencerId', consent.influencerId));
    const recorded = await tx
      .insert(consents)
      .values({ ...consent, performerId, recordedBy: actor.userId })
      .onConflictDoNothing({ target: consents.id })
      .returning({ id: consents.id });
    if (recorded.length === 0) await requireOwn(tx, performerId, consent.id);
    // Posts that waited for it are not blocked any more.
    await publishLiveEvent(tx, { topic: 'media', influencerId });
  });
}

async function requireChosenPost(tx: Db, actor: Scoped, postId: string): Promise<void> {
  const [post] = await tx
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, postId), postInScope(actor)));
  if (post) return;
  const message = 'Post not found';
  throw new DomainError('invalid-input', message, [{ path: 'postId', message }]);
}

async function requireOwn(tx: Db, performerId: string, id: string): Promise<void> {
  const [stored] = await tx
    .select({ performerId: consents.performerId })
    .from(consents)
    .where(eq(consents.id, id));
  if (stored?.performerId !== performerId) {
    throw new DomainError('conflict', 'Another consent has this id');
  }
}

/**
 * Withdraws a consent for the person.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' if it is withdrawn already
 */
export async function withdrawConsent(
  { db, ...services }: WithdrawalServices & { db: Db },
  actor: Scoped,
  withdrawal: { performerId: string; consentId: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerformer(tx, actor, withdrawal.performerId);
    const wasInForce = await withdraw(tx, services, { ...withdrawal, by: actor.userId });
    if (!wasInForce) {
      throw new DomainError('not-allowed-in-state', 'This consent was withdrawn already');
    }
  });
}

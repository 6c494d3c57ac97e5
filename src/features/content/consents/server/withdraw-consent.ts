import { and, count, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { mailTeam, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { consents } from './consents.table.ts';

export type WithdrawalServices = TeamMailer;

export type Withdrawal = {
  performerId: string;
  consentId: string;
  /** The member of the team; null for the person. */
  by: string | null;
  reason: string | null;
};

/**
 * Withdraws a consent of a locked performer. A trigger takes down the posts that it covered, in the same
 * transaction; the team is mailed the reason.
 * @returns whether it was in force until now
 * @throws DomainError 'not-found'
 */
export async function withdraw(
  tx: Db,
  services: WithdrawalServices,
  { performerId, consentId, by, reason }: Withdrawal,
): Promise<boolean> {
  const isThis = and(eq(consents.id, consentId), eq(consents.performerId, performerId));
  const visible = await countPublished(tx, performerId);
  const withdrawn = await tx
    .update(consents)
    .set({ withdrawnAt: sql`now()`, withdrawnBy: by, withdrawalReason: reason })
    .where(and(isThis, isNull(consents.withdrawnAt)))
    .returning({ id: consents.id });
  if (withdrawn.length === 0) {
    const [stored] = await tx.select({ id: consents.id }).from(consents).where(isThis);
    if (!stored) throw new DomainError('not-found', 'Consent not found');
    return false;
  }
  const left = await countPublished(tx, performerId);
  const { influencerId } = await mailWithdrawal(tx, services, {
    performerId,
    by,
    reason,
    removed: visible - left,
  });
  await publishLiveEvent(tx, { topic: 'media', influencerId });
  await publishLiveEvent(tx, { topic: 'notifications', backOffice: true, influencerId });
  return true;
}

/** How many published posts a performer is in. */
export async function countPublished(tx: Db, performerId: string): Promise<number> {
  const tagged = tx
    .select({ id: postPeople.postId })
    .from(postPeople)
    .where(eq(postPeople.performerId, performerId));
  const own = tx
    .select({ id: performers.influencerId })
    .from(performers)
    .where(and(eq(performers.id, performerId), eq(performers.kind, 'influencer')));
  const [posts] = await tx
    .select({ count: count() })
    .from(contentPosts)
    .where(
      and(
        isNotNull(contentPosts.publishedAt),
        or(inArray(contentPosts.id, tagged), inArray(contentPosts.influencerId, own)),
      ),
    );
  return posts!.count;
}

type WithdrawalNews = Pick<Withdrawal, 'performerId' | 'by' | 'reason'> & { removed: number };

async function mailWithdrawal(
  tx: Db,
  services: WithdrawalServices,
  { performerId, by, reason, removed }: WithdrawalNews,
): Promise<Pick<typeof performers.$inferSelect, 'influencerId'>> {
  const [performer] = await tx
    .select({ fullName: performers.fullName, influencerId: performers.influencerId })
    .from(performers)
    .where(eq(performers.id, performerId));
  const { fullName, influencerId } = performer!;
  const heading = `${fullName} withdrew a consent`;
  await mailTeam(tx, services, {
    ids: [performerId],
    table: performers,
    visibleTo: (reader) => inScope(reader, performers.influencerId),
    write: () => ({
      subject: heading,
      heading,
      paragraphs: [
        removed === 1 ? '1 post was taken down.' : `${removed} posts were taken down.`,
        'They stay blocked until the person has consented again, or is no longer in them.',
      ],
      facts: [
        { label: 'Withdrawn by', value: by ? 'our team' : 'the person' },
        { label: 'Reason', value: reason ?? 'none given' },
      ],
      action: {
        label: 'View the Performer',
        url: `${services.config.publicUrl}/performers/${performerId}`,
      },
    }),
  });
  return { influencerId };
}

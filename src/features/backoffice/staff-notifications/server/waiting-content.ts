import { and, eq, sql } from 'drizzle-orm';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import {
  expiresSoon,
  expiryOf,
  openCheckSince,
  waitsForTeam,
} from '#src/features/agency/performers/server/verification-state.ts';
import { EXPIRY_WARNING_DAYS } from '#src/features/agency/performers/verification.schema.ts';
import { isReportedUse } from '#src/features/content/posts/server/delivery/report-media-use.ts';
import { filesOf, mediaUse } from '#src/features/content/posts/server/media-use.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { isBlockedPost } from '#src/features/content/posts/server/studio.ts';
import { publicationRule } from '#src/features/content/publication-rule/server/publication-rule.table.ts';
import { obstaclesOf } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  complaintVisibleTo,
  isOpenComplaint,
  isOverdueComplaint,
} from '#src/features/trust/complaints/server/complaint-list.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import {
  REVIEWED_POSTS,
  waitsForReview,
  waitsSince,
} from '#src/features/trust/reviews/server/review-list.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { kindOf, nameOf, type WaitingItems } from './waiting-item.ts';

/** The complaints that nobody has decided and that wait for no answer. */
const openComplaints = (actor: Actor): WaitingItems => ({
  kind: kindOf('complaint'),
  from: sql`${complaints}`,
  where: and(isOpenComplaint, complaintVisibleTo(actor)),
  id: complaints.id,
  at: complaints.createdAt,
  title: complaints.label,
  detail: complaints.kind,
  isMine: eq(complaints.ownedBy, actor.userId),
  isLate: isOverdueComplaint,
});

/** The scheduled posts that need an approval, if posts are published only with one. */
const postsToReview = (actor: Actor): WaitingItems => ({
  kind: kindOf('post_review'),
  from: REVIEWED_POSTS,
  where: and(
    sql`(select ${publicationRule.requiresReviews} from ${publicationRule})`,
    waitsForReview,
    inScope(actor, contentPosts.influencerId),
  ),
  id: contentPosts.id,
  at: waitsSince,
  title: profiles.fullName,
  detail: sql`left(${contentPosts.caption}, 80)`,
  isLate: sql`${contentPosts.publishAt} < now()`,
});

/** The scheduled posts that somebody or something in them prevents from being published. */
const blockedPosts = (actor: Actor): WaitingItems => ({
  kind: kindOf('blocked_post'),
  from: sql`${contentPosts}`,
  where: and(isBlockedPost, inScope(actor, contentPosts.influencerId)),
  id: contentPosts.id,
  at: contentPosts.updatedAt,
  title: nameOf(contentPosts.influencerId),
  detail: sql`(select coalesce(nullif(first ->> 'fullName', ''), first ->> 'obstacle')
    from json_array_elements(${obstaclesOf(contentPosts)}) first limit 1)`,
});

/** The checks of identity that the actor can confirm, and the people who were found to be under 18. */
const identityChecks = (actor: Actor): WaitingItems => ({
  kind: kindOf('identity_check'),
  from: sql`${performers}`,
  where: and(waitsForTeam(actor.userId), inScope(actor, performers.influencerId)),
  id: performers.id,
  at: sql`coalesce(${performers.underageFoundAt}, ${openCheckSince(performers.id)})`,
  title: performers.fullName,
  detail: sql`case when ${performers.underageFoundAt} is not null then 'underage' else '' end`,
  isLate: sql`${performers.underageFoundAt} is not null`,
});

/** The performers whose ID document has expired or expires soon. */
const expiringDocuments = (actor: Actor): WaitingItems => ({
  kind: kindOf('expiring_document'),
  from: sql`${performers}`,
  where: and(expiresSoon, inScope(actor, performers.influencerId)),
  id: performers.id,
  at: sql`(${expiryOf(performers.id)}::date - ${sql.raw(String(EXPIRY_WARNING_DAYS))}) at time zone 'UTC'`,
  title: performers.fullName,
  detail: expiryOf(performers.id),
  isLate: sql`${expiryOf(performers.id)}::date < (now() at time zone 'UTC')::date`,
});

/** The fans who opened an unusual number of files. */
const unusualUse: WaitingItems = {
  kind: kindOf('unusual_use'),
  from: sql`${mediaUse} join ${users} on ${users.id} = ${mediaUse.userId}`,
  where: isReportedUse,
  id: users.id,
  at: mediaUse.reportedAt,
  title: users.name,
  detail: sql`(${mediaUse.earlierFiles} + ${filesOf(mediaUse.hourFiles)})::text`,
};

/** What waits for the staff about content: complaints, reviews, blocked posts and ID documents. */
export function listWaitingContent(actor: Actor): WaitingItems[] {
  return [
    openComplaints(actor),
    postsToReview(actor),
    blockedPosts(actor),
    identityChecks(actor),
    expiringDocuments(actor),
    // Fans belong to no influencer.
    ...(actor.isLimited ? [] : [unusualUse]),
  ];
}

import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { performerVerifications } from '#src/features/agency/performers/server/verification.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { jsonArray, jsonObject } from '#src/platform/database/statement.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { AiUse } from '../ai-use.schema.ts';
import { obstacleText } from '../publication-rule.rules.ts';
import type { Obstacle, PublicationObstacle } from '../publication-rule.schema.ts';
import type { PostReviewState, PublicationRule } from '../review-states.schema.ts';
import { publicationRule } from './publication-rule.table.ts';

type Columns<Name extends string> = Record<Name, SQLWrapper>;

const obstaclesIn = ({
  id,
  influencerId,
  publishAt,
}: Columns<'id' | 'influencerId' | 'publishAt'>) =>
  sql`publication_obstacles(${id}, ${influencerId}, ${publishAt})`;

/**
 * What influencers stated about the files of a post when they submitted them: the use of AI that matters
 * most, and no use only if it was stated about every file; otherwise null.
 */
export function statedAiUse(postId: SQLWrapper): SQL<AiUse | null> {
  return sql<AiUse | null>`stated_ai_use(${postId})`;
}

type Publishable = Columns<'id' | 'influencerId' | 'publishAt' | 'caption'>;

/** Whether a person in the post, its caption or a held file prevents its publication. */
export function hasObstacles(post: Publishable): SQL<boolean> {
  return sql<boolean>`(exists (select from ${obstaclesIn(post)}) or has_refused_term(${post.caption})
    or has_held_file(${post.id}))`;
}

/** Whether its review allows the publication of a post. */
export function isReviewed({
  id,
  influencerId,
  caption,
  aiUse,
}: Columns<'id' | 'influencerId' | 'caption' | 'aiUse'>): SQL<boolean> {
  return sql<boolean>`is_post_reviewed(${id}, ${influencerId}, ${caption}, ${aiUse})`;
}

/** Whether what {@link hasObstacles} finds, or its review, prevents the publication of a post. */
export function isBlocked(
  post: Columns<'id' | 'influencerId' | 'publishAt' | 'caption' | 'aiUse'>,
): SQL<boolean> {
  return sql<boolean>`(${hasObstacles(post)} or not ${isReviewed(post)})`;
}

const review = sql`review`;

/** The review of the present content of a post; has one row, `review`. */
export function reviewIn({
  id,
  influencerId,
  caption,
  aiUse,
}: Columns<'id' | 'influencerId' | 'caption' | 'aiUse'>): SQL {
  return sql`post_review(${id}, ${influencerId}, ${caption}, ${aiUse}) ${review}`;
}

/** The columns of {@link reviewIn}. */
export const REVIEW_COLUMNS = {
  state: sql<PostReviewState>`${review}.state`,
  reason: sql<string | null>`${review}.reason`,
  note: sql<string | null>`${review}.note`,
};

/** Who or what prevents the publication of a post, and why. */
export function obstaclesOf(post: Publishable): SQL<PublicationObstacle[]> {
  const fields = {
    performerId: sql<string | null>`found.performer_id`,
    fullName: sql<string>`found.full_name`,
    obstacle: sql<Obstacle>`found.obstacle`,
  };
  return sql<PublicationObstacle[]>`(
    select ${jsonArray(jsonObject(fields), sql`found.full_name`)} from (
      select * from ${obstaclesIn(post)}
      union all select null, '', 'banned-term' where has_refused_term(${post.caption})
      union all select null, '', 'held-file' where has_held_file(${post.id})) found)`;
}

/** Until the end of the transaction, nobody in the post withdraws a consent or loses their verification. */
export function lockPeople({ id, influencerId }: Columns<'id' | 'influencerId'>): SQL {
  return sql`lock_people_of_post(${id}, ${influencerId})`;
}

/** @throws DomainError 'not-allowed-in-state' that names everybody who prevents the publication */
export function requireNoObstacles(obstacles: PublicationObstacle[]): void {
  if (obstacles.length === 0) return;
  throw new DomainError('not-allowed-in-state', obstacles.map(obstacleText).join(' '));
}

/**
 * Sets what posts need to be published, and takes down those that lack consents or agreements. Posts
 * that are published when reviews become required stay published until they are changed.
 */
export async function setPublicationRule(
  db: Db,
  rule: Omit<PublicationRule, 'sampledPercent'> & { sampledPercent?: number | null },
): Promise<void> {
  const { requiresConsents, requiresAgreements, requiresReviews } = rule;
  const isChanged = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(publicationRule).for('update');
    await tx.update(publicationRule).set({ sampledPercent: null, ...rule });
    if (requiresReviews && !before!.requiresReviews) {
      await tx.execute(sql`select record_existing_posts()`);
    }
    return (
      before!.requiresConsents !== requiresConsents ||
      before!.requiresAgreements !== requiresAgreements
    );
  });
  if (!isChanged || !(requiresConsents || requiresAgreements)) return;
  const influencers = await db.select({ id: profiles.id }).from(profiles);
  for (const { id } of influencers) await takeDown(db, sql`take_down_posts(null, ${id})`);
}

/** What posts need to be published. */
export async function readPublicationRule(db: Db): Promise<PublicationRule> {
  const [rule] = await db
    .select({
      requiresConsents: publicationRule.requiresConsents,
      requiresAgreements: publicationRule.requiresAgreements,
      requiresReviews: publicationRule.requiresReviews,
      sampledPercent: publicationRule.sampledPercent,
    })
    .from(publicationRule);
  return rule!;
}

/** Whether an influencer, a row of profiles, has no creator agreement in force; null if posts need none. */
export const isAgreementMissing = sql<boolean | null>`(
  select creator_agreement_state(${profiles}.id) <> 'in-force' from ${publicationRule}
  where ${publicationRule.requiresAgreements})`;

/** Takes down the posts of the influencers whose agreement has ended. Safe to repeat at any time. */
export async function takeDownWithoutAgreement(db: Db): Promise<void> {
  const ended = await db
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(userRoles, and(eq(userRoles.userId, profiles.id), eq(userRoles.role, 'influencer')))
    .where(
      sql`(select ${publicationRule.requiresAgreements} from ${publicationRule})
        and creator_agreement_state(${profiles.id}) <> 'in-force'`,
    );
  for (const { id } of ended) await takeDown(db, sql`take_down_posts(null, ${id})`);
}

/** Takes down the posts of the people whose ID document has expired. Safe to repeat at any time. */
export async function takeDownExpired(db: Db): Promise<void> {
  const expired = await db
    .select({ id: performers.id })
    .from(performers)
    .where(
      sql`(select ${publicationRule.requiresConsents} from ${publicationRule})
        and exists (select from ${performerVerifications}
          where ${performerVerifications.performerId} = ${performers.id}
            and ${performerVerifications.status} = 'verified'
            and ${performerVerifications.expiresOn} < (now() at time zone 'UTC')::date)
        and performer_verification_state(${performers.id}) <> 'verified'`,
    );
  for (const { id } of expired) await takeDown(db, sql`take_down_posts_of_performer(${id})`);
}

function takeDown(db: Db, command: SQL): Promise<void> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ count: number }>(sql`select ${command} as count`);
    if (rows[0]!.count > 0) await publishLiveEvent(tx, { topic: 'media' });
  });
}

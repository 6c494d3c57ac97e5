import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { influencerApplications as applications } from '#src/features/agency/applications/server/applications.table.ts';
import { userInScope } from '#src/features/backoffice/users/server/user-scope.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isListedInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isAllowedSearch } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { listNumberedPayments } from '#src/features/money/payment-list/server/search-payments.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import type { Role } from '#src/lib/roles.ts';
import { likePattern, selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { RESULTS_OF_A_KIND, type ResultKind, type SearchResult } from '../search.schema.ts';

/** The searched tables and columns of one kind of result. */
type Source = {
  kind: ResultKind;
  from: SQL;
  id: SQL;
  title: SQL;
  detail: SQL;
  state: SQL;
  publicUrl?: SQL;
  /** The indexed texts; each word must be in one of them. */
  texts: SQL[];
  where: (SQL | undefined)[];
};

/** More words slow the search without improving it. */
const MAXIMUM_WORDS = 5;
/** How many matches are ranked; for frequent words any matches will do. */
const RANKED_MATCHES = 200;

/** Maximum number of characters of a caption in a result. */
const TITLE_LENGTH = sql.raw('80');

const withRole = sql`${profiles} left join ${userRoles} on ${userRoles.userId} = ${profiles.id}`;

const person = {
  id: sql`${profiles.id}`,
  title: sql`${profiles.fullName}`,
  detail: sql`${profiles.email}`,
  state: sql`${userRoles.role}`,
  texts: [sql`${profiles.fullName}`, sql`${profiles.email}`],
};

const influencers = (actor: Actor): Source => ({
  ...person,
  kind: 'influencer',
  from: withRole,
  where: [sql`${userRoles.role} = 'influencer'`, inScope(actor, profiles.id)],
});

const otherUsers = (actor: Actor): Source => ({
  ...person,
  kind: 'user',
  from: withRole,
  where: [sql`${userRoles.role} is distinct from 'influencer'`, userInScope(actor, profiles.id)],
});

const applicants = (): Source => ({
  kind: 'application',
  from: sql`${applications}`,
  id: sql`${applications.id}`,
  title: sql`${applications.fullName}`,
  detail: sql`${applications.email}`,
  state: sql`${applications.status}`,
  texts: [sql`${applications.fullName}`, sql`${applications.email}`],
  where: [],
});

const tasksSource = (where: SQL | undefined): Source => ({
  kind: 'task',
  from: sql`${tasks} join ${profiles} on ${profiles.id} = ${tasks.assignedTo}`,
  id: sql`${tasks.id}`,
  title: sql`${tasks.title}`,
  detail: sql`${profiles.fullName}`,
  state: sql`${tasks.status}`,
  texts: [sql`${tasks.title}`],
  where: [where],
});

const following = ({ userId }: Actor): Source => ({
  ...person,
  kind: 'following',
  from: sql`${userSubscriptions} join ${profiles} on ${profiles.id} = ${userSubscriptions.influencerId}`,
  // Fans do not see the email address of influencers.
  detail: sql`coalesce(${profiles.contentCategory}, '')`,
  state: sql`null`,
  texts: [sql`${profiles.fullName}`],
  where: [sql`${userSubscriptions.subscriberId} = ${userId}`, grantsViewingNow],
});

const creators = ({ userId }: Actor): Source => ({
  ...person,
  kind: 'creator',
  from: sql`${subscriptionPlans} join ${profiles} on ${profiles.id} = ${subscriptionPlans.influencerId}`,
  detail: sql`coalesce(${profiles.contentCategory}, '')`,
  state: sql`null`,
  publicUrl: sql`${profiles.publicUrl}`,
  texts: [sql`${profiles.fullName}`, sql`${profiles.contentCategory}`],
  where: [
    sql`${subscriptionPlans.isActive}`,
    isListedInfluencer,
    sql`not exists (select from ${userSubscriptions} where ${userSubscriptions.subscriberId} = ${userId}
      and ${userSubscriptions.influencerId} = ${profiles.id} and ${grantsViewingNow})`,
  ],
});

/** Captions are searched in full, so only posts that the actor may view in full are a source. */
const postsSource = (columns: Pick<Source, 'detail' | 'state'>, where: SQL): Source => ({
  ...columns,
  kind: 'post',
  from: sql`${contentPosts} join ${profiles} on ${profiles.id} = ${contentPosts.influencerId}`,
  id: sql`${contentPosts.id}`,
  title: sql`left(${contentPosts.caption}, ${TITLE_LENGTH})`,
  texts: [sql`${contentPosts.caption}`],
  where: [where],
});

const postsOfSubscriptions = ({ userId }: Actor) =>
  postsSource(
    { detail: sql`${profiles.fullName}`, state: sql`null` },
    sql`${contentPosts.publishedAt} is not null and ${contentPosts.influencerId} in (
      select ${userSubscriptions.influencerId} from ${userSubscriptions}
      where ${userSubscriptions.subscriberId} = ${userId} and ${grantsViewingNow})`,
  );

const ownPosts = ({ userId }: Actor) =>
  postsSource(
    {
      detail: sql`coalesce(${contentPosts.category}, '')`,
      state: sql`case when ${contentPosts.publishedAt} is null then 'scheduled' else 'published' end`,
    },
    // The back office works on drafts; the influencer sees posts once they are scheduled.
    sql`${contentPosts.influencerId} = ${userId} and ${contentPosts.publishAt} is not null`,
  );

const backOffice = (actor: Actor) => [
  influencers(actor),
  otherUsers(actor),
  applicants(),
  tasksSource(inScope(actor, tasks.assignedTo)),
];

/** The sources that each role may search. */
const SOURCES: Record<Role, (actor: Actor) => Source[]> = {
  admin: backOffice,
  staff: backOffice,
  influencer: (actor) => [ownPosts(actor), tasksSource(sql`${tasks.assignedTo} = ${actor.userId}`)],
  subscriber: (actor) => [following(actor), creators(actor), postsOfSubscriptions(actor)],
};

/** Two letters are too short for a trigram, so short words match the beginning of words. */
function searchPatterns(word: string): string[] {
  const anywhere = likePattern(word);
  if (word.length >= 3) return [anywhere];
  const start = anywhere.slice(1);
  return [start, `% ${start}`];
}

const orConditions = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`;

const RESULT = {
  kind: sql<ResultKind>`found.kind`,
  id: sql<string>`found.id`,
  title: sql<string>`found.title`,
  detail: sql<string>`found.detail`,
  state: sql<string | null>`found.state`,
  publicUrl: sql<string | null>`found.public_url`,
} satisfies SelectionOf<SearchResult>;

function find(pool: Pool, actor: Actor, source: Source, q: string): Promise<SearchResult[]> {
  const { kind, from, id, title, detail, state, publicUrl = sql`null`, texts } = source;
  const words = q.split(/\s+/).slice(0, MAXIMUM_WORDS).map(searchPatterns);
  const found = words.map((patterns) =>
    orConditions(texts.flatMap((text) => patterns.map((pattern) => sql`${text} ilike ${pattern}`))),
  );
  const isFan = actor.role === 'subscriber';
  const conditions = [...source.where, isFan ? isAllowedSearch(sql`${q}`) : undefined];
  const where = [...found, ...conditions.filter((condition) => condition !== undefined)];
  const likeness = texts.map((text) => sql`word_similarity(${q}, ${text})`);
  // Not prepared: the planner uses the trigram index for rare words only.
  return selectRows(
    pool,
    RESULT,
    (columns) => sql`
      select ${columns} from (
        select ${kind}::text as kind, ${id} as id, ${title} as title, ${detail} as detail, ${state} as state, ${publicUrl} as public_url,
          greatest(${sql.join(likeness, sql`, `)}) as likeness
        from ${from} where ${sql.join(where, sql` and `)} limit ${sql.raw(String(RANKED_MATCHES))}
      ) found order by likeness desc, title, id limit ${sql.raw(String(RESULTS_OF_A_KIND))}`,
  );
}

/** The payments by receipt number, or by the provider's id. */
async function findPayments(pool: Pool, actor: Actor, q: string): Promise<SearchResult[]> {
  const payments = await listNumberedPayments(pool, actor, q, RESULTS_OF_A_KIND);
  return payments.map(({ id, amountCents, fan, state }) => ({
    kind: 'payment',
    id,
    title: formatReceiptNumber(id),
    detail: `${formatCents(amountCents)} · ${fan.fullName.trim() || fan.email}`,
    state,
    publicUrl: null,
  }));
}

/**
 * The records that the actor may see and that match: a few of each kind, the most similar first.
 */
export async function search(pool: Pool, actor: Actor, q: string): Promise<SearchResult[]> {
  const sources = actor.role ? SOURCES[actor.role](actor) : [];
  const isBackOffice = actor.role === 'admin' || actor.role === 'staff';
  const results = await Promise.all([
    isBackOffice ? findPayments(pool, actor, q) : [],
    ...sources.map((source) => find(pool, actor, source, q)),
  ]);
  return results.flat();
}

import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Actor } from '#src/platform/http/operation.ts';

declare const viewable: unique symbol;

/** Data that the viewer has the right to view in full; only {@link whenViewable} creates it. */
export type Viewable<T> = T & { readonly [viewable]: true };

/** A row whose `viewable` column is that of {@link grantedInfluencers} or is {@link mayView}. */
type Checked = { viewable: boolean };

export function whenViewable<T extends Checked>(row: T): Viewable<T> | null {
  return row.viewable ? (row as Viewable<T>) : null;
}

/** The viewer's id, parameter `viewerId` of a statement. */
export const viewerId = sql`${sql.placeholder('viewerId')}::uuid`;

/** The viewer's role, parameter `viewerRole` of a statement. */
export const viewerRole = sql`${sql.placeholder('viewerRole')}::text`;

/** Whether the viewer is limited staff, parameter `viewerIsLimited` of a statement. */
const viewerIsLimited = sql`${sql.placeholder('viewerIsLimited')}::boolean`;

export type Viewer = Pick<Actor, 'userId' | 'role' | 'isLimited'>;

/** The parameters of a statement that checks the right to view. */
export function viewerValues({ userId, role, isLimited }: Viewer) {
  return {
    viewerId: userId,
    viewerRole: role,
    viewerIsLimited: isLimited,
  };
}

/** Subquery of the influencers whose posts a fan (`viewerId`) may view. */
export const grantedInfluencers: SQL = sql`(
  select ${userSubscriptions.influencerId}, true as viewable
  from ${userSubscriptions}
  where ${userSubscriptions.subscriberId} = ${viewerId} and ${grantsViewingNow}
)`;

/**
 * Whether the viewer ({@link viewerValues}) may view the posts of the influencer. False for limited
 * staff: their scope is checked separately (post-scope.ts) to keep this condition fast.
 */
export function mayView(influencerId: SQLWrapper): SQL {
  return sql`(
  case ${viewerRole}
    when 'admin' then true
    when 'staff' then not ${viewerIsLimited}
    when 'influencer' then ${influencerId} = ${viewerId}
    when 'subscriber' then
      ${influencerId} in (select granted.influencer_id from ${grantedInfluencers} granted)
    else false
  end
)`;
}

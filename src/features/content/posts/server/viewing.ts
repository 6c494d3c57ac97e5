import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Actor } from '#src/platform/http/operation.ts';

declare const viewable: unique symbol;

/** Something of a post that the viewer may see in full; only {@link whenViewable} makes one. */
export type Viewable<T> = T & { readonly [viewable]: true };

/** A row whose `viewable` column is that of {@link grantedInfluencers} or is {@link mayView}. */
type Checked = { viewable: boolean };

export const whenViewable = <T extends Checked>(row: T): Viewable<T> | null =>
  row.viewable ? (row as Viewable<T>) : null;

/** The viewer's id, given to a statement as `viewerId`. */
export const viewerId = sql`${sql.placeholder('viewerId')}::uuid`;

/** The viewer's role, given to a statement as `viewerRole`. */
export const viewerRole = sql`${sql.placeholder('viewerRole')}::text`;

/** Whether the viewer is staff held to certain influencers, given as `viewerIsLimited`. */
const viewerIsLimited = sql`${sql.placeholder('viewerIsLimited')}::boolean`;

export type Viewer = Pick<Actor, 'userId' | 'role' | 'isLimited'>;

/** What a statement that asks for the viewer's right needs to know of the viewer. */
export const viewerValues = ({ userId, role, isLimited }: Viewer) => ({
  viewerId: userId,
  viewerRole: role,
  viewerIsLimited: isLimited,
});

/** Table of the influencers whose posts a subscriber (`viewerId`) may see. */
export const grantedInfluencers: SQL = sql`(
  select ${userSubscriptions.influencerId}, true as viewable
  from ${userSubscriptions}
  where ${userSubscriptions.subscriberId} = ${viewerId} and ${grantsViewingNow}
)`;

/**
 * Whether the viewer ({@link viewerValues}) may see the posts of the influencer. Of limited staff
 * it says no: theirs is another question (post-scope.ts), which shall not make this one slower.
 */
export const mayView = (influencerId: SQLWrapper): SQL => sql`(
  case ${viewerRole}
    when 'admin' then true
    when 'staff' then not ${viewerIsLimited}
    when 'influencer' then ${influencerId} = ${viewerId}
    when 'subscriber' then
      ${influencerId} in (select granted.influencer_id from ${grantedInfluencers} granted)
    else false
  end
)`;

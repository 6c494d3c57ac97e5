import { sql, type SQL } from 'drizzle-orm';
import { grantsViewingNow } from '#src/features/subscriptions/server/grants-viewing.ts';

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

/** Table of the influencers whose posts a subscriber (`viewerId`) may see. */
export const grantedInfluencers: SQL = sql`(
  select influencer_id, true as viewable
  from user_subscriptions
  where subscriber_id = ${viewerId} and ${grantsViewingNow}
)`;

/** Whether the viewer (`viewerId` with `viewerRole`) may see the posts of the influencer. */
export const mayView = (influencerId: SQL): SQL => sql`(
  case ${viewerRole}
    when 'admin' then true
    when 'staff' then true
    when 'influencer' then ${influencerId} = ${viewerId}
    when 'subscriber' then
      ${influencerId} in (select granted.influencer_id from ${grantedInfluencers} granted)
    else false
  end
)`;

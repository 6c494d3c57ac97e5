import { and, sql, type SQLWrapper } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isOwnedBy } from '#src/features/identity/colleagues/server/owners.ts';
import { onlyOf, type Whose } from '#src/features/money/earnings/server/earnings-money.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { ReportQuery } from '../reports.schema.ts';

/** Who reads a report. */
export type Reader = Pick<Actor, 'userId' | 'isLimited'>;
type Filter = Pick<ReportQuery, 'influencer' | 'owner'>;

/** The influencers that a report is about, as far as the actor may see them. */
export function reportedTo(actor: Reader, { influencer, owner }: Filter): Whose {
  const isOwned = isOwnedBy(actor, profiles.ownedBy, owner);
  const ofOwner = (influencerId: SQLWrapper) =>
    isOwned && sql`${influencerId} in (select ${profiles.id} from ${profiles} where ${isOwned})`;
  return (influencerId) =>
    and(
      inScope(actor, influencerId),
      influencer ? onlyOf(influencer)(influencerId) : undefined,
      ofOwner(influencerId),
    );
}

import { eq, sql, type SQL } from 'drizzle-orm';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { contentMedia } from './content-media.table.ts';

/**
 * Limits influencers to files that they uploaded, and limited staff to files of their influencers;
 * undefined for the rest of the back office.
 */
export function fileInScope({
  userId,
  role,
  isLimited,
}: Pick<Actor, 'userId' | 'role' | 'isLimited'>): SQL | undefined {
  if (isLimited) return isFileOfScope(sql`${userId}::uuid`);
  return role === 'admin' || role === 'staff' ? undefined : eq(contentMedia.createdBy, userId);
}

/** Whether a file belongs to a limited staff member or to an influencer in their scope. */
export function isFileOfScope(staffId: SQL): SQL<boolean> {
  return sql`(
  ${contentMedia.ownerId} = ${staffId} or ${contentMedia.ownerId} in (
    select ${staffInfluencers.influencerId} from ${staffInfluencers}
    where ${staffInfluencers.staffId} = ${staffId}
  ))`;
}

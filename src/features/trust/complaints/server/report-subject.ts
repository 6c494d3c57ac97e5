import { eq, inArray, sql } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { labelOfPost, readReportedAddress } from '../complaints.rules.ts';

/** What a reported address leads to, with a label that stays readable after its deletion. */
export type ReportSubject = { postId: string | null; influencerId: string | null; label: string };

const ADDRESS_LENGTH = 120;

const name = nameOrUnknown(profiles.fullName);

/** The post or person that a reported address leads to: a post first, then the person. */
export async function findReportSubject(tx: Db, address: string): Promise<ReportSubject> {
  const { ids, publicUrl } = readReportedAddress(address);
  const [post] =
    ids.length === 0
      ? []
      : await tx
          .select({
            postId: contentPosts.id,
            influencerId: contentPosts.influencerId,
            name,
            caption: contentPosts.caption,
          })
          .from(contentPosts)
          .leftJoin(profiles, eq(profiles.id, contentPosts.influencerId))
          .where(inArray(contentPosts.id, ids))
          .limit(1);
  if (post) {
    const { postId, influencerId, caption } = post;
    return { postId, influencerId, label: labelOfPost(post.name, caption) };
  }
  const [person] = await tx
    .select({ influencerId: profiles.id, name })
    .from(profiles)
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(
      sql`${userRoles.role} = 'influencer' and (${profiles.publicUrl} = ${publicUrl}
        or ${ids.length > 0 ? inArray(profiles.id, ids) : sql`false`})`,
    )
    .limit(1);
  if (person) {
    return { postId: null, influencerId: person.influencerId, label: `Page of ${person.name}` };
  }
  return { postId: null, influencerId: null, label: address.slice(0, ADDRESS_LENGTH) };
}

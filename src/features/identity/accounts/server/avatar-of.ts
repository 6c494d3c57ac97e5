import { sql, type SQLWrapper } from 'drizzle-orm';
import { avatars } from './avatars.table.ts';

/** The id of the picture of a user, or null. */
export function avatarOf(userId: SQLWrapper) {
  return sql<string | null>`
    (select ${avatars.id} from ${avatars} where ${avatars.userId} = ${userId})`;
}

import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';

type Limited = Pick<Actor, 'userId' | 'isLimited'>;

/** Holds a limited staff member to rows of their own influencers; nothing for everyone else. */
export const inScope = (
  { userId, isLimited }: Limited,
  influencerId: SQLWrapper,
): SQL | undefined =>
  isLimited
    ? sql`${influencerId} in (select influencer_id from staff_influencers where staff_id = ${userId})`
    : undefined;

/**
 * Has a limited staff member work for those alone whom they were given.
 * @throws DomainError 'not-found': beyond their limit there is nothing to be seen
 */
export async function requireInScope(db: Db, actor: Limited, influencerId: string): Promise<void> {
  if (!actor.isLimited) return;
  const { rows } = await db.execute(
    sql`select 1 where ${inScope(actor, sql`${influencerId}::uuid`)}`,
  );
  if (rows.length === 0) throw new DomainError('not-found', 'Influencer not found');
}

import { and, eq } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { profiles } from './profiles.table.ts';

type ProfileVersion = { id: string; version: number };
type Change = Partial<Omit<typeof profiles.$inferInsert, 'id' | 'version' | 'updatedAt'>>;

/**
 * Changes a profile if its version is still the given one.
 * @param subject the subject of the error message "… has changed since you opened it."
 * @throws DomainError 'conflict'
 */
export async function changeProfile(
  tx: Db,
  { id, version }: ProfileVersion,
  change: Change,
  subject: string,
): Promise<{ version: number }> {
  const [saved] = await tx
    .update(profiles)
    .set({ ...change, version: version + 1 })
    .where(and(eq(profiles.id, id), eq(profiles.version, version)))
    .returning({ version: profiles.version });
  if (!saved) throw new DomainError('conflict', `${subject} has changed since you opened it.`);
  return saved;
}

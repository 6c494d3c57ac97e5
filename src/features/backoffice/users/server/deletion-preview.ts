import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { DeletionPreview } from '../users.schema.ts';
import { requireDeletable } from './delete-user.ts';
import { countForDeletion } from './deletion-figures.ts';
import { lockUser } from './lock-user.ts';

/**
 * What a deletion would remove and retain, for those who may delete the user.
 * @throws DomainError 'not-found' or 'forbidden'
 */
export function previewDeletion(
  { db }: { db: Db },
  actor: Actor,
  userId: string,
): Promise<DeletionPreview> {
  return db.transaction(async (tx: Db) => {
    const user = await lockUser(tx, actor, userId, 'delete');
    requireDeletable(actor, user);
    return { role: user.role, figures: await countForDeletion(tx, userId) };
  });
}

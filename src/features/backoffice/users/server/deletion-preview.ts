import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { DeletionPreview } from '../users.schema.ts';
import { requireDeletable, type DeletionDependencies } from './delete-user.ts';
import { lockUser } from './lock-user.ts';

/**
 * What a deletion would remove and what it would keep, for those who may delete the user.
 * @throws DomainError 'not-found' or 'forbidden'
 */
export const previewDeletion = (
  { db, userDeletion }: Pick<DeletionDependencies, 'db' | 'userDeletion'>,
  actor: Actor,
  userId: string,
): Promise<DeletionPreview> =>
  db.transaction(async (tx: Db) => {
    const user = await lockUser(tx, actor, userId, 'delete');
    requireDeletable(actor, user);
    return { role: user.role, figures: await userDeletion.countRelated(tx, userId) };
  });

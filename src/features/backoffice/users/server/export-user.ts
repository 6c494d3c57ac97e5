import { and, eq } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  exportData,
  type ExportServices,
} from '#src/features/privacy/data-export/server/export-data.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Download } from '#src/platform/http/download.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { userInScope } from './user-scope.ts';

/**
 * A ZIP archive with everything that is stored about a user, who is notified by mail.
 * @throws DomainError 'not-found' or 'rate-limited'
 */
export async function exportUser(
  services: ExportServices,
  actor: Actor,
  userId: string,
): Promise<Download> {
  const [user] = await services.db
    .select({ userId: users.id, email: users.email, role: userRoles.role })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(users.id, userId), userInScope(actor, users.id)));
  if (!user) throw new DomainError('not-found', 'User not found');
  return exportData(services, actor, user);
}

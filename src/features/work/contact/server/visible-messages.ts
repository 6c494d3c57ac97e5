import { isNull, or } from 'drizzle-orm';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { contactMessages } from './contact.table.ts';

/** Limited staff see the messages of visitors and of their own influencers. */
export function isVisibleTo(actor: Pick<Actor, 'userId' | 'isLimited'>) {
  const scope = inScope(actor, contactMessages.influencerId);
  return scope && or(isNull(contactMessages.influencerId), scope);
}

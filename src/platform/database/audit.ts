import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Role } from '#src/lib/roles.ts';
import { currentRequestId } from '#src/platform/log/current-run.ts';

/** Network address of the client, and method and path of the operation. */
export type Origin = { address: string; operation: string };
export type AuditedActor = { userId: string; email: string; role: Role | null };

const requests = new AsyncLocalStorage<Origin & { requestId: string; actor?: AuditedActor }>();

/**
 * Runs a request that may change data, with its client address, method and path. After
 * {@link auditChangesBy} names an admin or staff member, every database connection of the request
 * carries the audit context, and triggers write an entry for each changed row in the same
 * transaction. Operations need no auditing code of their own.
 */
export function withOrigin<T>(origin: Origin, run: () => T): T {
  return requests.run({ ...origin, requestId: currentRequestId() ?? randomUUID() }, run);
}

/** Audits all further changes of this request if the actor is an admin or staff member. */
export function auditChangesBy(actor: AuditedActor): void {
  const request = requests.getStore();
  if (request && (actor.role === 'admin' || actor.role === 'staff')) request.actor = actor;
}

/** The audit context of the current request as JSON; null when its changes are not audited. */
export function currentAuditContext(): string | null {
  const { actor, ...origin } = requests.getStore() ?? {};
  if (!actor) return null;
  const { userId, email, role } = actor;
  return JSON.stringify({ userId, email, role, ...origin });
}

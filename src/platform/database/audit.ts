import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Role } from '#src/lib/roles.ts';

type Origin = { address: string; operation: string };
type Signer = { userId: string; email: string; role: Role | null };

const requests = new AsyncLocalStorage<Origin & { requestId: string; signer?: Signer }>();

/**
 * Runs a request that may change something, with the address it came from and its method and path.
 * Once the office was admitted in it ({@link signChanges}), every connection that the request takes
 * from the pool carries a signature, and the triggers of the audited tables write an entry for each
 * row it changes, in the change's own transaction. No operation has to think of it.
 */
export const withOrigin = <T>(origin: Origin, run: () => T): T =>
  requests.run({ ...origin, requestId: randomUUID() }, run);

/** From here on what this request changes is signed, when it is an admin's or of the staff. */
export function signChanges(signer: Signer): void {
  const request = requests.getStore();
  if (request && (signer.role === 'admin' || signer.role === 'staff')) request.signer = signer;
}

/** The signature of the request that asks, as JSON; null when its changes are not audited. */
export function currentSignature(): string | null {
  const { signer, ...origin } = requests.getStore() ?? {};
  if (!signer) return null;
  const { userId, email, role } = signer;
  return JSON.stringify({ userId, email, role, ...origin });
}

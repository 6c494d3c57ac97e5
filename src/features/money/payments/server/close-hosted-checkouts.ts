import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Log } from '#src/platform/log/log.ts';
import { checkouts } from './billing.table.ts';
import { expireCheckouts } from './checkouts.ts';
import { findProvider, type Payments } from './payments.ts';

type Dependencies = { db: Db; payments: Payments; log: Log };

/** How long a provider's form may outlast the checkout; it closes by itself then. */
const LONGEST_OUTLASTING = sql`interval '32 minutes'`;
const CLOSED_AT_ONCE = 100;

/**
 * The job of each minute: closes the checkouts that can no longer be paid, here and then at their
 * providers, however they ended. One that is paid nevertheless is refunded if it cannot be fulfilled.
 */
export async function closeHostedCheckouts(
  { db, payments, log }: Dependencies,
  now: Date,
): Promise<void> {
  await expireCheckouts(db, now);
  const rows = await db
    .select({
      id: checkouts.id,
      provider: checkouts.provider,
      providerCheckoutId: sql<string>`${checkouts.providerCheckoutId}`,
    })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.status, 'expired'),
        isNotNull(checkouts.providerCheckoutId),
        gt(checkouts.expiresAt, sql`now() - ${LONGEST_OUTLASTING}`),
      ),
    )
    .orderBy(asc(checkouts.expiresAt))
    .limit(CLOSED_AT_ONCE);
  const silent = new Set<string>();
  for (const { id, provider: name, providerCheckoutId } of rows) {
    const provider = findProvider(payments, name);
    if (!provider || silent.has(name)) continue;
    try {
      await provider.expireCheckout?.(providerCheckoutId);
      await db.update(checkouts).set({ providerCheckoutId: null }).where(eq(checkouts.id, id));
    } catch (err) {
      if (!(err instanceof DomainError)) throw err;
      // The next run tries again, without a timeout for each checkout now.
      silent.add(name);
      log.warn({ err, checkout: id }, 'a checkout could not be closed at its provider');
    }
  }
}

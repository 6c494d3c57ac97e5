import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { providerCustomers } from './billing.table.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { getProvider, type Payments } from './payments.ts';

const { provider: providerName, subscriberId, providerCustomerId } = providerCustomers;

/** The stored id of a fan's customer at a provider, or null. */
export async function findProviderCustomer(
  db: Db,
  provider: string,
  fanId: string,
): Promise<string | null> {
  const [found] = await db
    .select({ id: providerCustomerId })
    .from(providerCustomers)
    .where(and(eq(providerName, provider), eq(subscriberId, fanId)));
  return found?.id ?? null;
}

/**
 * Makes sure that a fan is a customer of the provider, with the current email address. Concurrent
 * calls create and store the same customer.
 * @returns its id; null if the provider has no customers
 */
export async function saveProviderCustomer(
  db: Db,
  { name, customers }: PaymentProvider,
  fan: { fanId: string; email: string },
): Promise<string | null> {
  if (!customers) return null;
  const known = await findProviderCustomer(db, name, fan.fanId);
  const id = await customers.save(fan, known);
  if (id === known) return id;
  await db
    .insert(providerCustomers)
    .values({ provider: name, subscriberId: fan.fanId, providerCustomerId: id })
    .onConflictDoUpdate({
      target: [subscriberId, providerName],
      set: { providerCustomerId: id },
      // Only the one that no longer exists is replaced.
      setWhere: eq(providerCustomerId, known ?? ''),
    });
  return (await findProviderCustomer(db, name, fan.fanId)) ?? id;
}

const request = z.object({ provider: z.string(), customerId: z.string() });

/** The customers of deleted fans, which are deleted at their providers with the saved cards. */
export const DELETE_CUSTOMER_QUEUE = {
  name: 'delete-customer',
  data: request,
  // Retried for about a month.
  retries: { limit: 250, delay: 10, delayMax: 3 * 60 * 60 },
} satisfies Queue;

/** Has the customers of a fan deleted at their providers, after the fan's deletion is committed. */
export async function deleteProviderCustomers(
  tx: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  fanId: string,
): Promise<void> {
  const deleted = await tx
    .delete(providerCustomers)
    .where(eq(subscriberId, fanId))
    .returning({ provider: providerName, customerId: providerCustomerId });
  for (const customer of deleted) await jobs.enqueue(tx, DELETE_CUSTOMER_QUEUE, customer);
}

/** @throws DomainError 'provider-unavailable' */
export async function deleteProviderCustomer(
  { payments }: { payments: Payments },
  { provider, customerId }: z.output<typeof request>,
): Promise<void> {
  await getProvider(payments, provider).customers?.delete(customerId);
}

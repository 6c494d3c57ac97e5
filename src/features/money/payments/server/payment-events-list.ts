import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { containsWords, prepareStatement } from '#src/platform/database/statement.ts';
import { countUpToLimit, listPage, type Listing } from '#src/platform/http/listing.ts';
import type {
  EventState,
  PaymentEventCounts,
  PaymentEventQuery,
  paymentEventRowSchema,
  storedEventSchema,
} from '../payment-events.schema.ts';
import { REPLAYED_AT_ONCE } from './payment-events.ts';

type PaymentEventRow = z.input<typeof paymentEventRowSchema>;
type StoredEvent = z.input<typeof storedEventSchema>;

const FROM = sql`payment_events e`;

const ROW = sql`e.id, e.provider, e.type, e.provider_event_id as "providerEventId",
  case when e.handled_at is not null then 'handled'
    when e.last_error is null and e.failed_at is null then 'waiting' else 'failed' end as state,
  e.subscription_reference as "subscriptionReference", e.payment_reference as "paymentReference",
  e.received_at as "receivedAt", e.handled_at as "handledAt", e.attempts,
  e.last_error as "lastError", e.failed_at as "failedAt"`;

const LISTING: Listing<'received'> = {
  columns: ROW,
  from: FROM,
  id: sql`e.id`,
  sorts: { received: { by: sql`e.received_at`, type: 'timestamptz' } },
};

const IS: Record<EventState, SQL> = {
  waiting: sql`e.handled_at is null and e.last_error is null and e.failed_at is null`,
  failed: sql`e.handled_at is null and (e.last_error is not null or e.failed_at is not null)`,
  handled: sql`e.handled_at is not null`,
};

const conditionsOf = (search: string | undefined, state?: EventState) => [
  containsWords(
    search,
    sql`e.provider_event_id`,
    sql`e.subscription_reference`,
    sql`e.payment_reference`,
  ),
  state && IS[state],
];

/** A page of what the payment providers told. */
export function listPaymentEvents(
  pool: Pool,
  query: PaymentEventQuery,
): Promise<ListPage<PaymentEventRow>> {
  return listPage(pool, LISTING, { ...query, where: conditionsOf(query.search, query.state) });
}

/** How many there are for each state, of those that the words find. */
export async function countPaymentEvents(
  pool: Pool,
  { search }: Pick<PaymentEventQuery, 'search'>,
): Promise<PaymentEventCounts> {
  const count = (state?: EventState) => countUpToLimit(pool, FROM, conditionsOf(search, state));
  const [all, waiting, failed, handled] = await Promise.all([
    count(),
    count('waiting'),
    count('failed'),
    count('handled'),
  ]);
  return { all, waiting, failed, handled };
}

/** An event as it came. @param provider the one in use @throws DomainError 'not-found' */
export async function getPaymentEvent(
  pool: Pool,
  provider: string,
  id: string,
): Promise<StoredEvent> {
  const [stored] = await prepareStatement<Omit<StoredEvent, 'isReplayable'>>(
    pool,
    sql`select ${ROW}, e.content from ${FROM} where e.id = ${id}::uuid`,
  )({});
  if (!stored) throw new DomainError('not-found', 'Payment event not found');
  const isReplayable = stored.state !== 'handled' && stored.provider === provider;
  return { ...stored, isReplayable };
}

/** The events of the provider in use that are not handled: those that are still retried first. */
export const listUnhandledEvents = (pool: Pool, provider: string): Promise<{ id: string }[]> =>
  prepareStatement<{ id: string }>(
    pool,
    sql`select e.id from ${FROM} where e.handled_at is null and e.provider = ${provider}
      order by e.failed_at is not null, e.next_attempt_at limit ${REPLAYED_AT_ONCE}`,
  )({});

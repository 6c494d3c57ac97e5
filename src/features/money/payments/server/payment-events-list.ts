import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { containsText, selectRows } from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type {
  EventState,
  PaymentEventCounts,
  PaymentEventQuery,
  paymentEventRowSchema,
  storedEventSchema,
} from '../payment-events.schema.ts';
import { paymentEvents } from './billing.table.ts';
import { connectedNames, MAXIMUM_REPLAYED, type RetriedEvent } from './payment-events.ts';
import { findProvider, type Payments } from './payments.ts';

type PaymentEventRow = z.input<typeof paymentEventRowSchema>;
/** Without the fan, whom later features know. */
type StoredEvent = Omit<z.input<typeof storedEventSchema>, 'fan'>;

const ROW = {
  id: paymentEvents.id,
  provider: paymentEvents.provider,
  type: paymentEvents.type,
  providerEventId: paymentEvents.providerEventId,
  state: sql<EventState>`case when ${paymentEvents.handledAt} is not null then 'handled'
    when ${paymentEvents.lastError} is null and ${paymentEvents.failedAt} is null then 'waiting'
    else 'failed' end`,
  subscriptionReference: paymentEvents.subscriptionReference,
  paymentReference: paymentEvents.paymentReference,
  receivedAt: paymentEvents.receivedAt,
  handledAt: paymentEvents.handledAt,
  attempts: paymentEvents.attempts,
  lastError: paymentEvents.lastError,
  failedAt: paymentEvents.failedAt,
};

const FROM = sql`${paymentEvents}`;

const LISTING = {
  columns: ROW,
  from: FROM,
  id: paymentEvents.id,
  sorts: { received: { by: paymentEvents.receivedAt, type: 'timestamptz' } },
} satisfies Listing<'received'>;

const hasProblem = or(isNotNull(paymentEvents.lastError), isNotNull(paymentEvents.failedAt));
const isUnhandled = isNull(paymentEvents.handledAt);

const IS: Record<EventState, SQL | undefined> = {
  waiting: and(isUnhandled, isNull(paymentEvents.lastError), isNull(paymentEvents.failedAt)),
  failed: and(isUnhandled, hasProblem),
  handled: isNotNull(paymentEvents.handledAt),
};

const conditionsOf = (search: string | undefined, state?: EventState) => [
  containsText(
    search,
    paymentEvents.providerEventId,
    paymentEvents.subscriptionReference,
    paymentEvents.paymentReference,
  ),
  state && IS[state],
];

/** A page of the payment providers' events. */
export function listPaymentEvents(
  pool: Pool,
  query: PaymentEventQuery,
): Promise<ListPage<PaymentEventRow>> {
  return listPage(pool, LISTING, { ...query, where: conditionsOf(query.search, query.state) });
}

/** The number of events by state, among those that the search finds. */
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

/**
 * A payment event with its unchanged content.
 * @throws DomainError 'not-found'
 */
export async function getPaymentEvent(
  pool: Pool,
  payments: Payments,
  id: string,
): Promise<StoredEvent> {
  const [stored] = await selectRows(
    pool,
    { ...ROW, content: paymentEvents.content },
    (columns) => sql`select ${columns} from ${FROM} where ${eq(paymentEvents.id, id)}`,
  );
  if (!stored) throw new DomainError('not-found', 'Payment event not found');
  const isReplayable =
    stored.state !== 'handled' && findProvider(payments, stored.provider) !== null;
  return { ...stored, isReplayable };
}

/** The unhandled events of the connected providers: those that are still retried first. */
export function listUnhandledEvents(pool: Pool, payments: Payments): Promise<RetriedEvent[]> {
  return selectRows(
    pool,
    { id: paymentEvents.id, attempts: paymentEvents.attempts },
    (columns) => sql`
      select ${columns} from ${FROM}
      where ${isUnhandled} and ${inArray(paymentEvents.provider, connectedNames(payments))}
      order by ${paymentEvents.failedAt} is not null, ${paymentEvents.attempts}, ${paymentEvents.nextAttemptAt} limit ${MAXIMUM_REPLAYED}`,
  );
}

import { sql } from 'drizzle-orm';
import { prepareNamed } from '#src/platform/database/statement.ts';
import { paymentEvents } from './billing.table.ts';

/** An event that cannot be handled for this long has failed: a person has to check it. */
const RETRY_PERIOD = sql`interval '3 days'`;
/** The wait before the job's first retry; each later one is twice as long. */
const FIRST_RETRY = sql`interval '10 minutes'`;
const LONGEST_RETRY = sql`interval '12 hours'`;

const input = sql.placeholder;

// Sets the same value, so that the row of the first delivery is returned.
export const storeEvent = prepareNamed(
  'payment_event_store',
  { id: paymentEvents.id },
  (columns) => sql`
    insert into payment_events (provider, provider_event_id, type, content)
    values (${input('provider')}, ${input('providerEventId')}, ${input('type')}, ${input('content')})
    on conflict (provider, provider_event_id)
      do update set provider_event_id = excluded.provider_event_id
    returning ${columns}`,
);

export const lockEventById = prepareNamed(
  'payment_event_lock',
  {
    id: paymentEvents.id,
    provider: paymentEvents.provider,
    content: paymentEvents.content,
    attempts: paymentEvents.attempts,
    isHandled: sql<boolean>`${paymentEvents.handledAt} is not null`,
    subscriptionReference: paymentEvents.subscriptionReference,
    paymentReference: paymentEvents.paymentReference,
  },
  (columns) => sql`
    select ${columns} from ${paymentEvents} where ${paymentEvents.id} = ${input('id')} for update`,
);

// An attempt that repeats another one counts with it.
export const saveAttempt = prepareNamed('payment_event_attempt', {}, () => {
  const [isHandled, isRepeat] = [input('isHandled'), input('isRepeat')].map(
    (value) => sql`${value}::boolean`,
  );
  const { attempts, failedAt, receivedAt, handledAt } = paymentEvents;
  const earlier = sql`(${attempts} - ${isRepeat}::int)`;
  return sql`
    update payment_events
    set attempts = ${earlier} + 1,
      next_attempt_at =
        now() + least(${FIRST_RETRY} * power(2, least(${earlier}, 10)), ${LONGEST_RETRY}),
      failed_at = case when not ${isHandled} and ${receivedAt} <= now() - ${RETRY_PERIOD}
        then coalesce(${failedAt}, now()) end,
      handled_at = case when ${isHandled} then now() end,
      subscription_reference = ${input('subscriptionReference')},
      payment_reference = ${input('paymentReference')},
      last_error = ${input('lastError')}
    where ${paymentEvents.id} = ${input('id')} and ${handledAt} is null`;
});

// A null reference matches nothing.
export const findWaitingEvents = prepareNamed(
  'payment_events_waiting',
  { id: paymentEvents.id },
  (columns) => sql`
    select ${columns} from ${paymentEvents}
    where ${paymentEvents.handledAt} is null and ${paymentEvents.provider} = ${input('provider')}
      and ${paymentEvents.id} <> ${input('id')} and (
        ${paymentEvents.subscriptionReference} = ${input('subscriptionReference')}
        or ${paymentEvents.paymentReference} = ${input('paymentReference')}
      )
    order by ${paymentEvents.receivedAt}`,
);

import { formatNumber } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import type { ReplayedEvents } from '../payment-events.schema.ts';

/** The result of a replay: "2 events were handled, 1 still waits". */
export function replayText({ handled, waiting, failed, retriedElsewhere }: ReplayedEvents): string {
  if (handled + waiting + failed + retriedElsewhere === 0) return 'There were no events to process';
  return [
    handled === 0
      ? 'No event was handled'
      : pluralize(handled, 'event was handled', 'events were handled'),
    waiting > 0 && pluralize(waiting, 'is still waiting', 'are still waiting'),
    failed > 0 && `${formatNumber(failed)} failed again`,
    retriedElsewhere > 0 &&
      pluralize(retriedElsewhere, 'had already been retried', 'had already been retried'),
  ]
    .filter(Boolean)
    .join(', ');
}

import type { ReplayedEvents } from '../payment-events.schema.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/** The result of a replay: "2 events were handled, 1 still waits". */
export function replayText({ handled, waiting, failed }: ReplayedEvents): string {
  if (handled + waiting + failed === 0) return 'There were no events to process';
  return [
    handled === 0
      ? 'No event was handled'
      : count(handled, 'event was handled', 'events were handled'),
    waiting > 0 && count(waiting, 'is still waiting', 'are still waiting'),
    failed > 0 && `${failed.toLocaleString('en-US')} failed again`,
  ]
    .filter(Boolean)
    .join(', ');
}

import type { LiveEvent } from '#src/platform/jobs/live.ts';

/** In a busy agency, the events of about a minute. */
const MAXIMUM = 200;

/** `anything`: events may have been missed. */
export type ReceivedEvent = LiveEvent | { topic: 'anything' };

/**
 * The newest events that this process received, so that a stream can begin with those that its page
 * missed while it loaded.
 */
export function createRecentEvents() {
  const events: { event: ReceivedEvent; receivedAt: number }[] = [];
  /** Everything that was received after this time is in the list. */
  let completeAfter = performance.now();
  return {
    add(event: ReceivedEvent): void {
      events.push({ event, receivedAt: performance.now() });
      if (events.length > MAXIMUM) completeAfter = events.shift()!.receivedAt;
    },
    /** The events of the last milliseconds; `anything` instead if some of them are forgotten. */
    ofLast(milliseconds: number): ReceivedEvent[] {
      const from = performance.now() - milliseconds;
      if (from <= completeAfter) return [{ topic: 'anything' }];
      return events.filter(({ receivedAt }) => receivedAt >= from).map(({ event }) => event);
    },
  };
}

import type { LiveEvent } from '#src/platform/jobs/live.ts';
import type { Stream } from './open-streams.ts';

/** How long an event is replayed to pages that began to load before it. */
export const REPLAY_MS = 60_000;
/** Beyond this many events in `REPLAY_MS`, all topics may have changed. */
const MAXIMUM_EVENTS = 1_000;
/** Between the commit of a change and the arrival of its event. */
const DELIVERY_MS = 1_000;

type Topic = LiveEvent['topic'];
type ReceivedEvent = LiveEvent | { topic: 'anything' };
type Recipient = Pick<Stream, 'userId' | 'role' | 'scope'>;

const WORKING_ROLES: Recipient['role'][] = ['admin', 'staff', 'influencer'];
const BACK_OFFICE_ROLES: Recipient['role'][] = ['admin', 'staff'];

/** The topics that a user follows. */
export function topicsOf({ role }: Pick<Recipient, 'role'>): Topic[] {
  return WORKING_ROLES.includes(role) ? ['notifications', 'media', 'tasks'] : ['notifications'];
}

/** Whether somebody of the back office may read the records of an influencer; of null, everybody may. */
function isForBackOffice({ role, scope }: Recipient, influencerId: string | null = null): boolean {
  if (!BACK_OFFICE_ROLES.includes(role)) return false;
  return scope === null || influencerId === null || scope.has(influencerId);
}

/** Whether an event may concern a user. Unlike delivery, this does not ask who was notified of a post. */
export function mayConcern(event: LiveEvent, recipient: Recipient): boolean {
  const { userId, role } = recipient;
  if (event.topic === 'media') {
    // Influencers follow the processing of their submitted files.
    const isOwn = role === 'influencer' && (event.influencerId ?? userId) === userId;
    return isOwn || isForBackOffice(recipient, event.influencerId ?? null);
  }
  if (event.topic === 'tasks') {
    return event.userId === userId || isForBackOffice(recipient, event.userId);
  }
  if ('backOffice' in event) {
    if (event.backOffice === 'unlimited' && recipient.scope !== null) return false;
    return isForBackOffice(recipient, event.influencerId ?? null);
  }
  if ('userId' in event) return event.userId === userId;
  const { subscribers } = event;
  return !subscribers || (userId >= subscribers.from && userId <= subscribers.to);
}

/**
 * The events that this process has received in the last minute. A page fetches its data before its
 * stream is open; from here it learns what has changed in between, so that it need not fetch twice.
 */
export function createRecentEvents(now: () => number = Date.now) {
  const received: { at: number; event: LiveEvent }[] = [];
  /** All events since this moment are in `received`. */
  let completeSince = Infinity;

  return {
    /** Called once the process receives all events. */
    start(): void {
      completeSince = Math.min(completeSince, now());
    },
    add(event: ReceivedEvent): void {
      const at = now();
      if (event.topic === 'anything') {
        received.length = 0;
        completeSince = at;
        return;
      }
      received.push({ at, event });
      const isOutdated = (first: (typeof received)[number]) =>
        first.at < at - REPLAY_MS - DELIVERY_MS || received.length > MAXIMUM_EVENTS;
      while (isOutdated(received[0]!)) completeSince = received.shift()!.at + 1;
    },
    /** The topics of which a user may have missed an event. @param age of the user's data, in milliseconds */
    missedTopics(user: Recipient, age: number): Topic[] {
      const since = now() - age - DELIVERY_MS;
      if (!(age <= REPLAY_MS) || since < completeSince) return topicsOf(user);
      const missed = received.filter(({ at, event }) => at >= since && mayConcern(event, user));
      return [...new Set(missed.map(({ event }) => event.topic))];
    },
  };
}

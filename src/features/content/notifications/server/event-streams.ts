import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import type { Role } from '#src/lib/roles.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Live, LiveEvent } from '#src/platform/jobs/live.ts';
import type { Log } from '#src/platform/log/log.ts';
import { createOpenStreams, type Stream } from './open-streams.ts';
import { createRecentEvents, type ReceivedEvent } from './recent-events.ts';

const HEARTBEAT_MS = 25_000;
/** The streams get their heartbeats in this many groups, one after the other. */
const HEARTBEAT_GROUPS = 25;

type Dependencies = { pool: Pool; live: Live; log: Log };
type PostEvent = Extract<LiveEvent, { topic: 'notifications'; postId: string }>;
type Topic = LiveEvent['topic'];
/** The streams that an event may go to, and what sends its topic. */
type Recipients = {
  byUser: Map<string, Set<Stream>>;
  all: () => Stream[];
  send: (stream: Stream, topic: Topic) => void;
};

const prepareLiveSessions = (pool: Pool) =>
  prepareSelect(
    pool,
    { id: sessions.id },
    (columns) => sql`
      select ${columns} from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
      where ${sessions.id} = any(${sql.placeholder('ids')}::uuid[]) and ${sessions.expiresAt} > now()
        and ${isSuspendedNow} is not true`,
    'event_streams_sessions',
  );

const prepareNotified = (pool: Pool) =>
  prepareSelect(
    pool,
    { subscriberId: postNotifications.subscriberId },
    (columns) => sql`
      select ${columns} from ${postNotifications}
      where ${postNotifications.postId} = ${sql.placeholder('postId')}::uuid
        and ${postNotifications.subscriberId} = any(${sql.placeholder('ids')}::uuid[])`,
    'event_streams_notified',
  );

/** Creates the function that sends a live event to those of the streams that it concerns. */
function createEventDispatcher(
  findNotified: ReturnType<typeof prepareNotified>,
  streams: Recipients,
) {
  const notifyUser = (userId: string, topic: Topic = 'notifications') =>
    streams.byUser.get(userId)?.forEach((stream) => streams.send(stream, topic));

  async function notifySubscribersOf({ postId, subscribers }: PostEvent): Promise<void> {
    const ids = [...streams.byUser.keys()].filter(
      (id) => !subscribers || (id >= subscribers.from && id <= subscribers.to),
    );
    if (ids.length === 0) return;
    for (const row of await findNotified({ postId, ids })) notifyUser(row.subscriberId);
  }

  const notifyRoles = (topic: Topic, ...roles: Role[]) =>
    streams
      .all()
      .filter(({ role }) => role !== null && roles.includes(role))
      .forEach((stream) => streams.send(stream, topic));
  // Influencers follow the processing of their submitted files.
  const notifyOfMedia = () => notifyRoles('media', 'admin', 'staff', 'influencer');
  const notifyEveryone = () => {
    notifyOfMedia();
    notifyRoles('tasks', 'admin', 'staff', 'influencer');
    [...streams.byUser.keys()].forEach((userId) => notifyUser(userId));
  };

  return async (event: ReceivedEvent): Promise<void> => {
    if (event.topic === 'anything') return notifyEveryone();
    if (event.topic === 'media') return notifyOfMedia();
    if (event.topic === 'tasks') {
      notifyRoles('tasks', 'admin', 'staff');
      return notifyUser(event.userId, 'tasks');
    }
    if ('backOffice' in event) return notifyRoles('notifications', 'admin', 'staff');
    if ('userId' in event) notifyUser(event.userId);
    else await notifySubscribersOf(event);
  };
}

/** Creates the function that sends heartbeats to streams, and ends those whose session or time is over. */
function createHeartbeats(pool: Pool, streams: ReturnType<typeof createOpenStreams>) {
  const findLiveSessions = prepareLiveSessions(pool);
  return async (group: Stream[]): Promise<void> => {
    if (group.length === 0) return;
    const sessions = await findLiveSessions({ ids: group.map(({ sessionId }) => sessionId) });
    const alive = new Set(sessions.map(({ id }) => id));
    for (const stream of group.filter(streams.isOpen)) {
      const staysOpen = alive.has(stream.sessionId) && Date.now() < stream.endsAt;
      if (staysOpen) streams.send(stream, 'heartbeat');
      else streams.end(stream);
    }
  };
}

/** The topics of those events that concern one stream. */
async function topicsFor(
  stream: Stream,
  events: ReceivedEvent[],
  findNotified: ReturnType<typeof prepareNotified>,
): Promise<ReadonlySet<Topic>> {
  const topics = new Set<Topic>();
  const dispatch = createEventDispatcher(findNotified, {
    byUser: new Map([[stream.userId, new Set([stream])]]),
    all: () => [stream],
    send: (_, topic) => topics.add(topic),
  });
  for (const event of events) {
    if (event.topic === 'anything' || !topics.has(event.topic)) await dispatch(event);
  }
  return topics;
}

/**
 * The streams of live events of this process. A stream ends at the first heartbeat after the end of
 * its session, and after some minutes in any case: the browser then reconnects and is authorized again.
 */
export function createEventStreams({ pool, live, log }: Dependencies) {
  const streams = createOpenStreams();
  const recent = createRecentEvents();
  const findNotified = prepareNotified(pool);
  const dispatch = createEventDispatcher(findNotified, streams);
  const sendHeartbeats = createHeartbeats(pool, streams);
  const report = (error: unknown) => log.error({ err: error }, 'live events failed');
  let subscribing: Promise<unknown> | undefined;

  function start(): Promise<unknown> {
    let tick = 0;
    const timer = setInterval(() => {
      const group = tick++ % HEARTBEAT_GROUPS;
      const due = streams.all().filter(({ number }) => number % HEARTBEAT_GROUPS === group);
      sendHeartbeats(due).catch(report);
    }, HEARTBEAT_MS / HEARTBEAT_GROUPS).unref();
    live.stopping.addEventListener('abort', () => {
      clearInterval(timer);
      streams.all().forEach(streams.end);
    });
    return live.subscribe((event) => {
      recent.add(event);
      dispatch(event).catch(report);
    });
  }

  async function sendMissed(stream: Stream, milliseconds: number): Promise<void> {
    const topics = await topicsFor(stream, recent.ofLast(milliseconds), findNotified);
    if (streams.isOpen(stream)) topics.forEach((topic) => streams.send(stream, topic));
  }

  return {
    /**
     * Opens a stream of server-sent events.
     * @param lookBackMs the stream begins with the topics of this many milliseconds before
     * @throws DomainError when the user has too many
     */
    async open(actor: Actor, lookBackMs: number): Promise<ReadableStream<Uint8Array>> {
      await (subscribing ??= start());
      const { stream, body } = streams.open(actor);
      if (live.stopping.aborted) streams.all().forEach(streams.end);
      else if (lookBackMs > 0) {
        sendMissed(stream, lookBackMs).catch((error: unknown) => {
          report(error);
          // The browser connects again.
          if (streams.isOpen(stream)) streams.end(stream);
        });
      }
      return body;
    },
  };
}

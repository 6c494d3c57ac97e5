import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Live, LiveEvent } from '#src/platform/jobs/live.ts';
import type { Log } from '#src/platform/log/log.ts';
import { createOpenStreams, type Stream, type StreamScope } from './open-streams.ts';
import { createRecentEvents, mayConcern, topicsOf } from './recent-events.ts';

const HEARTBEAT_MS = 25_000;
/** The streams get their heartbeats in this many groups, one after the other. */
const HEARTBEAT_GROUPS = 25;

type Dependencies = { pool: Pool; live: Live; log: Log };
type PostEvent = Extract<LiveEvent, { topic: 'notifications'; postId: string }>;

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

/** Creates the function that reads whom limited staff are limited to. */
function createScopeRead(pool: Pool) {
  const findScope = prepareSelect(
    pool,
    { influencerId: staffInfluencers.influencerId },
    (columns) => sql`
      select ${columns} from ${staffInfluencers}
      where ${staffInfluencers.staffId} = ${sql.placeholder('staffId')}::uuid`,
    'event_streams_scope',
  );
  return async ({ userId, isLimited }: Actor): Promise<StreamScope> =>
    isLimited
      ? new Set((await findScope({ staffId: userId })).map(({ influencerId }) => influencerId))
      : null;
}

/** Creates the function that sends a live event to the streams of its recipients. */
function createEventDispatcher(pool: Pool, streams: ReturnType<typeof createOpenStreams>) {
  const findNotified = prepareNotified(pool);
  type Topic = LiveEvent['topic'];
  const notifyUser = (userId: string) =>
    streams.byUser.get(userId)?.forEach((stream) => streams.send(stream, 'notifications'));

  async function notifySubscribersOf({ postId, subscribers }: PostEvent): Promise<void> {
    const ids = [...streams.byUser.keys()].filter(
      (id) => !subscribers || (id >= subscribers.from && id <= subscribers.to),
    );
    if (ids.length === 0) return;
    for (const row of await findNotified({ postId, ids })) notifyUser(row.subscriberId);
  }

  const sendTo = (isRecipient: (stream: Stream) => boolean, topic: Topic) =>
    streams
      .all()
      .filter(isRecipient)
      .forEach((stream) => streams.send(stream, topic));

  return async (event: LiveEvent | { topic: 'anything' }): Promise<void> => {
    if (event.topic === 'anything') {
      streams.all().forEach((stream) => {
        for (const topic of topicsOf(stream)) streams.send(stream, topic);
      });
    } else if ('postId' in event) await notifySubscribersOf(event);
    else sendTo((stream) => mayConcern(event, stream), event.topic);
  };
}

/**
 * The streams of live events of this process. A stream ends at the first heartbeat after the end of
 * its session, and after some minutes in any case: the browser then reconnects and is authorized again.
 */
export function createEventStreams({ pool, live, log }: Dependencies) {
  const streams = createOpenStreams();
  const recent = createRecentEvents();
  const dispatch = createEventDispatcher(pool, streams);
  const findLiveSessions = prepareLiveSessions(pool);
  const scopeOf = createScopeRead(pool);
  const report = (error: unknown) => log.error({ err: error }, 'live events failed');
  let subscribing: Promise<void> | undefined;

  async function heartbeat(group: Stream[]): Promise<void> {
    if (group.length === 0) return;
    const sessions = await findLiveSessions({ ids: group.map(({ sessionId }) => sessionId) });
    const alive = new Set(sessions.map(({ id }) => id));
    for (const stream of group.filter(streams.isOpen)) {
      const staysOpen = alive.has(stream.sessionId) && Date.now() < stream.endsAt;
      if (staysOpen) streams.send(stream, 'heartbeat');
      else streams.end(stream);
    }
  }

  async function start(): Promise<void> {
    let tick = 0;
    const timer = setInterval(() => {
      const group = tick++ % HEARTBEAT_GROUPS;
      heartbeat(streams.all().filter(({ number }) => number % HEARTBEAT_GROUPS === group)).catch(
        report,
      );
    }, HEARTBEAT_MS / HEARTBEAT_GROUPS).unref();
    live.stopping.addEventListener('abort', () => {
      clearInterval(timer);
      streams.all().forEach(streams.end);
    });
    await live.subscribe((event) => {
      recent.add(event);
      dispatch(event).catch(report);
    });
    recent.start();
  }

  return {
    /**
     * Opens a stream of server-sent events. If the user already has data, it begins with the topics
     * that may have changed since. @param age of that data, in milliseconds
     * @throws DomainError when the user has too many
     */
    async open(actor: Actor, age: number | null): Promise<ReadableStream<Uint8Array>> {
      await (subscribing ??= start());
      const recipient = { ...actor, scope: await scopeOf(actor) };
      const missed = age === null ? [] : recent.missedTopics(recipient, age);
      const stream = streams.open(recipient, missed);
      if (live.stopping.aborted) streams.all().forEach(streams.end);
      return stream;
    },
  };
}

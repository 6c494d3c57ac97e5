import { DomainError } from '#src/lib/problem.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { LiveEvent } from '#src/platform/jobs/live.ts';

/** Maximum number of open streams of one user; a browser shares one among its tabs. */
export const STREAMS_PER_USER = 20;
const LIFE_MS = 5 * 60_000;
/** A stream ends when this many messages are unread. */
const MAXIMUM_UNREAD = 50;

const encoder = new TextEncoder();
const FRAMES = {
  heartbeat: encoder.encode(':\n\n'),
  notifications: encoder.encode('event: notifications\ndata: {}\n\n'),
  media: encoder.encode('event: media\ndata: {}\n\n'),
  tasks: encoder.encode('event: tasks\ndata: {}\n\n'),
};
// A random delay spreads the reconnections after a restart.
const firstFrame = () => encoder.encode(`retry: ${Math.round(2_000 + Math.random() * 3_000)}\n\n`);

/** The influencers that limited staff are limited to; null for everyone else. */
export type StreamScope = ReadonlySet<string> | null;

export type Stream = Pick<Actor, 'userId' | 'sessionId' | 'role'> & {
  scope: StreamScope;
  /** Consecutive number from 0. */
  number: number;
  endsAt: number;
  controller: ReadableStreamDefaultController<Uint8Array>;
};

/** The open streams of a process by user. */
export function createOpenStreams() {
  const byUser = new Map<string, Set<Stream>>();
  let opened = 0;

  function remove(stream: Stream): void {
    const ofUser = byUser.get(stream.userId);
    ofUser?.delete(stream);
    if (ofUser?.size === 0) byUser.delete(stream.userId);
  }

  function end(stream: Stream): void {
    remove(stream);
    stream.controller.close();
  }

  return {
    byUser,
    all: () => [...byUser.values()].flatMap((ofUser) => [...ofUser]),
    isOpen: (stream: Stream) => byUser.get(stream.userId)?.has(stream) ?? false,
    end,
    send(stream: Stream, frame: keyof typeof FRAMES): void {
      if (stream.controller.desiredSize! < -MAXIMUM_UNREAD) end(stream);
      else stream.controller.enqueue(FRAMES[frame]);
    },
    /** Opens a stream that begins with `missed`. @throws DomainError when the user has too many */
    open(
      { userId, sessionId, role, scope }: Pick<Stream, 'userId' | 'sessionId' | 'role' | 'scope'>,
      missed: LiveEvent['topic'][],
    ): ReadableStream<Uint8Array> {
      const ofUser = byUser.get(userId) ?? new Set();
      if (ofUser.size >= STREAMS_PER_USER) {
        throw new DomainError('rate-limited', 'Too many open streams');
      }
      let stream: Stream;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          const endsAt = Date.now() + LIFE_MS * (0.9 + Math.random() / 5);
          stream = { userId, sessionId, role, scope, number: opened++, endsAt, controller };
          byUser.set(userId, ofUser.add(stream));
          controller.enqueue(firstFrame());
          for (const topic of missed) controller.enqueue(FRAMES[topic]);
        },
        cancel: () => remove(stream),
      });
    },
  };
}

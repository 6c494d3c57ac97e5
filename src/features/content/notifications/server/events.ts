import { Hono } from 'hono';
import type { Pool } from 'pg';
import { callerOf, requireAccess, type RequestEnv } from '#src/platform/http/operation.ts';
import type { Live } from '#src/platform/jobs/live.ts';
import type { Log } from '#src/platform/log/log.ts';
import { createEventStreams } from './event-streams.ts';

/**
 * Server-sent events for signed-in users: `notifications`, `media` and `tasks` announce changes,
 * without any data. `?age=` with the age of the browser's data, in milliseconds, also announces the
 * changes since.
 */
export function events(services: { pool: Pool; live: Live; log: Log }) {
  const { open } = createEventStreams(services);
  return new Hono<RequestEnv>().get('/api/events', async (c) => {
    const actor = (await requireAccess(c, 'signed-in', { whileViewingAsFan: true }))!;
    if (c.req.method === 'HEAD') return c.body(null);
    const age = c.req.query('age');
    // Whoever views as a fan takes none of the fan's streams.
    const recipient = { ...actor, userId: callerOf(actor) };
    return c.body(await open(recipient, age === undefined ? null : Number(age)), 200, {
      'content-type': 'text/event-stream',
      // Proxies must neither cache nor buffer nor compress the stream.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  });
}

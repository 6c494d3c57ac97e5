import { Hono } from 'hono';
import type { Pool } from 'pg';
import { requireAccess, type RequestEnv } from '#src/platform/http/operation.ts';
import type { Live } from '#src/platform/jobs/live.ts';
import type { Log } from '#src/platform/log/log.ts';
import { createEventStreams } from './event-streams.ts';

/**
 * Server-sent events for the signed-in: `notifications`, `media` and `tasks` say that there is
 * something new to ask for, and nothing else.
 */
export function events(services: { pool: Pool; live: Live; log: Log }) {
  const { open } = createEventStreams(services);
  return new Hono<RequestEnv>().get('/api/events', async (c) => {
    const actor = (await requireAccess(c, 'signed-in'))!;
    if (c.req.method === 'HEAD') return c.body(null);
    return c.body(await open(actor), 200, {
      'content-type': 'text/event-stream',
      // Whoever passes it on shall neither keep nor gather nor compress it.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  });
}

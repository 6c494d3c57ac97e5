import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';

/** The service of the stand-in server. */
export const YOTI_SERVICE = {
  sdkId: '5d3add31-3a3a-4d3b-a6b4-347edb35264c',
  apiKey: 'yoti-api-key-of-the-stand-in',
};

const sessionSchema = z.object({
  type: z.literal('OVER'),
  age_estimation: z.object({ allowed: z.boolean(), threshold: z.int().min(18) }),
  doc_scan: z.object({ allowed: z.boolean(), threshold: z.literal(18) }),
  ttl: z.int().min(60).max(2_592_000),
  reference_id: z.string(),
  notification_url: z.url(),
  callback: z.object({ url: z.url(), auto: z.boolean() }),
});
type Session = z.output<typeof sessionSchema> & { id: string; status: string };

/** A server that answers like Yoti’s Age Verification Service, made from its documentation. */
export async function startYoti() {
  const sessions = new Map<string, Session>();
  /** How the next calls are answered; `other-session` mixes up two of them. */
  const behavior: { kind: 'well' | 'with-500' | 'silently' | 'other-session' } = { kind: 'well' };
  let requests = 0;
  const app = new Hono();
  app.use('/api/v1/*', async (c, next) => {
    requests++;
    if (behavior.kind === 'silently') await new Promise(() => {});
    if (behavior.kind === 'with-500') return c.json({ message: 'error' }, 500);
    const { authorization, 'yoti-sdk-id': sdkId } = c.req.header();
    if (authorization !== `Bearer ${YOTI_SERVICE.apiKey}` || sdkId !== YOTI_SERVICE.sdkId) {
      return c.json({ message: 'unauthorized' }, 401);
    }
    return next();
  });
  app.post('/api/v1/sessions', async (c) => {
    const session = sessionSchema.safeParse(await c.req.json());
    if (!session.success) return c.json({ message: session.error.message }, 400);
    const id = randomUUID();
    sessions.set(id, { ...session.data, id, status: 'PENDING' });
    return c.json({ id, status: 'PENDING', expires_at: '2030-10-30T20:04:00.263517Z' }, 201);
  });
  app.get('/api/v1/sessions/:id/result', (c) => {
    const session = sessions.get(c.req.param('id'));
    if (!session) return c.json({ message: 'not found' }, 404);
    const mixedUp = behavior.kind === 'other-session' && { reference_id: randomUUID() };
    return c.json({
      ...session,
      age: 18,
      method: 'AGE_ESTIMATION',
      sdk_id: YOTI_SERVICE.sdkId,
      ...mixedUp,
    });
  });
  const { server, url } = await new Promise<{ server: ReturnType<typeof serve>; url: string }>(
    (resolve) => {
      const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
        resolve({ server, url: `http://127.0.0.1:${port}` }),
      );
    },
  );
  return {
    url,
    sessions,
    behavior,
    countRequests: () => requests,
    /** The notification that Yoti sends about a session. */
    notification: (id: string) => ({
      method: 'AGE_ESTIMATION',
      result: sessions.get(id)?.status === 'COMPLETE',
      age: 18,
      session_key: id,
      reference_id: sessions.get(id)?.reference_id ?? '',
      id: randomUUID(),
      timestamp: 1_787_752_834,
      state: sessions.get(id)?.status ?? 'COMPLETE',
      check_type: 'SESSION',
      sequence_number: 1,
      signature: 'not-verified',
    }),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

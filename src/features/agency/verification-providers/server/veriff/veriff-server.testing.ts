import { createHmac, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** The account of the stand-in server. */
export const VERIFF_ACCOUNT = {
  apiKey: '6d7ae1a4-3c4f-4c9d-8c1e-2f0a8b7e9d10',
  sharedSecret: '9a7c1e5b-2d4f-4a6b-8c0d-1e3f5a7b9c2d',
};

type Decision = { status: string; [field: string]: unknown };

const sign = (content: string) =>
  createHmac('sha256', VERIFF_ACCOUNT.sharedSecret).update(content).digest('hex');

/** The headers that Veriff sends with a webhook. */
export function veriffHeaders(body: string) {
  return {
    'content-type': 'application/json',
    'x-auth-client': VERIFF_ACCOUNT.apiKey,
    'x-hmac-signature': sign(body),
  };
}

/** An approval as Veriff documents it, with fields that the product does not read. */
export const APPROVAL = {
  code: 9001,
  status: 'approved',
  reason: null,
  reasonCode: null,
  attemptId: '0b1f2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  acceptanceTime: '2026-11-21T07:15:27.000Z',
  decisionTime: '2026-11-21T07:18:36.916Z',
  person: {
    firstName: 'MARIANNE',
    lastName: 'VALDECOURT',
    dateOfBirth: '1994-04-12',
    yearOfBirth: '1994',
    gender: null,
    idNumber: null,
    nationality: 'FR',
    addresses: [{ fullAddress: '12 Rue Sans Nom, Ville' }],
    pepSanctionMatch: null,
  },
  document: { type: 'PASSPORT', number: '20AB12345', country: 'FR', validUntil: '2099-01-31' },
  riskLabels: [],
  additionalVerifiedData: {},
};

/** A server that answers like Veriff’s API, made from its documentation. */
export async function startVeriff() {
  const sessions = new Map<string, { vendorData: string; decision: Decision | null }>();
  /** Whether the next calls fail, or are never answered. */
  const behavior: { fails: 'never' | 'with-500' | 'silently' } = { fails: 'never' };
  const requests: { path: string; body: unknown }[] = [];
  const app = new Hono();
  app.use('/v1/*', async (c, next) => {
    requests.push({ path: c.req.path, body: await c.req.json().catch(() => null) });
    if (behavior.fails === 'silently') await new Promise(() => {});
    if (behavior.fails === 'with-500') return c.json({ status: 'fail' }, 500);
    if (c.req.header('x-auth-client') !== VERIFF_ACCOUNT.apiKey) {
      return c.json({ status: 'fail', code: '1002' }, 401);
    }
    return next();
  });
  app.post('/v1/sessions', async (c) => {
    const { verification } = await c.req.json<{ verification: { vendorData: string } }>();
    const id = randomUUID();
    const { vendorData } = verification;
    sessions.set(id, { vendorData, decision: null });
    const url = `https://alchemy.veriff.test/v/${id}`;
    const created = { id, url, vendorData, host: 'https://alchemy.veriff.test', status: 'created' };
    return c.json({ status: 'success', verification: { ...created, sessionToken: 'x' } }, 201);
  });
  app.get('/v1/sessions/:id/decision', (c) => {
    const id = c.req.param('id');
    if (c.req.header('x-hmac-signature') !== sign(id)) return c.json({ status: 'fail' }, 401);
    const session = sessions.get(id);
    if (!session) return c.json({ status: 'fail' }, 404);
    const { vendorData, decision } = session;
    const verification = decision && { id, vendorData, ...decision };
    return c.json({ status: 'success', verification });
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
    requests,
    /** The webhook that Veriff sends about a session. */
    webhook(id: string, decision: Decision) {
      const { vendorData } = sessions.get(id)!;
      const technicalData = { ip: '192.0.2.7' };
      return JSON.stringify({
        status: 'success',
        verification: { id, vendorData, ...decision },
        technicalData,
      });
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

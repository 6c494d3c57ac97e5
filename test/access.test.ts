import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suspendUser } from '#src/features/backoffice/users/server/suspension.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ROLES } from '#src/lib/roles.ts';
import { createTestApp, type TestApp, type TestUser } from './harness.ts';
import { listOperations } from './operations.ts';

type Caller = 'visitor' | 'no role' | (typeof ROLES)[number];

const CALLERS: readonly Caller[] = ['visitor', 'no role', ...ROLES];
const everyone = CALLERS;
const signedIn: readonly Caller[] = ['no role', ...ROLES];
const app: readonly Caller[] = ROLES;
const admin: readonly Caller[] = ['admin'];
const office: readonly Caller[] = ['admin', 'staff'];
const influencer: readonly Caller[] = ['influencer'];
const fan: readonly Caller[] = ['subscriber'];

// Written by hand, apart from the declarations: a role changed by mistake is seen here.
const MAY_CALL: Record<string, readonly Caller[]> = {
  'POST /api/fans': everyone,
  'POST /api/setup': everyone,
  'GET /api/account': fan,
  'PUT /api/account': fan,
  'GET /api/account/contact': [...office, ...influencer],
  'GET /api/profile': [...office, ...influencer],
  'PUT /api/profile': office,
  'GET /api/debug': signedIn,
  'GET /api/users': office,
  'GET /api/users.csv': office,
  'POST /api/users': office,
  'GET /api/users/{id}': office,
  'PATCH /api/users/{id}': office,
  'POST /api/users/{id}/password-reset': office,
  'GET /api/users/{id}/deletion': office,
  'DELETE /api/users/{id}': office,
  'POST /api/auth/sign-in': everyone,
  'GET /api/auth/session': everyone,
  'POST /api/auth/change-password': signedIn,
  'POST /api/auth/forgot-password': everyone,
  'POST /api/auth/reset-password': everyone,
  'POST /api/users/{id}/suspend': office,
  'POST /api/users/{id}/activate': office,
  'POST /api/checkouts': fan,
  'GET /api/checkouts/{id}': fan,
  'GET /api/subscriptions': fan,
  'POST /api/subscriptions/{id}/cancel': fan,
  'POST /api/subscriptions/{id}/keep': fan,
  'GET /api/subscribers': office,
  'GET /api/subscribers.csv': office,
  'GET /api/subscribers/figures': office,
  'GET /api/subscribers/{id}': office,
  'GET /api/subscribers/{id}/payments': office,
  'POST /api/subscriptions/{id}/suspend': office,
  'POST /api/subscriptions/{id}/reactivate': office,
  'POST /api/subscriptions/{id}/end': office,
  'POST /api/subscriptions/{id}/refunds': office,
  'DELETE /api/subscriptions/{id}/refunds/{refundId}': office,
  'POST /api/subscriptions/{id}/refunds/{refundId}/made': office,
  'GET /api/payment-events': admin,
  'GET /api/payment-events/counts': admin,
  'GET /api/payment-events/{id}': admin,
  'POST /api/payment-events/replay': admin,
  'POST /api/payment-events/{id}/replay': admin,
  'POST /api/subscriptions/{id}/payment-method': fan,
  'GET /api/purchases': fan,
  'GET /api/purchases/{id}': fan,
  'POST /api/cancel-link': everyone,
  'POST /api/cancel-link/stop': everyone,
  'GET /api/media': [...office, ...influencer],
  'POST /api/media/{id}/retry': [...office, ...influencer],
  'GET /api/posts': [...office, ...influencer],
  'POST /api/posts': office,
  'POST /api/posts/drafts': office,
  'GET /api/posts/{id}': office,
  'PUT /api/posts/{id}/draft': office,
  'POST /api/posts/{id}/publish': office,
  'POST /api/posts/{id}/unschedule': office,
  'PATCH /api/posts/{id}': office,
  'DELETE /api/posts/{id}': office,
  'GET /api/notifications/unread': fan,
  'GET /api/notifications': fan,
  'POST /api/notifications/read': fan,
  'POST /api/posts/views': fan,
  'GET /api/feed': fan,
  'GET /api/feed/public': fan,
  'GET /api/feed/counts': fan,
  'GET /api/feed/influencers': fan,
  'GET /api/influencers/{id}/record': office,
  'PATCH /api/influencers/{id}': office,
  'GET /api/influencers/{id}/notes': office,
  'POST /api/influencers/{id}/notes': office,
  'DELETE /api/influencers/{id}/notes/{noteId}': office,
  'GET /api/influencers/{id}/payouts': office,
  'GET /api/payouts': office,
  'GET /api/payouts.csv': office,
  'GET /api/payouts/totals': office,
  'GET /api/payouts/preview': admin,
  'POST /api/payouts/run': admin,
  'POST /api/payouts/{id}/pay': office,
  'GET /api/payouts/{id}/statement': [...office, ...influencer],
  'GET /api/payouts/{id}/statement.csv': [...office, ...influencer],
  'GET /api/earnings': influencer,
  'GET /api/my-payouts': influencer,
  'GET /api/influencers/{id}/page': office,
  'GET /api/influencers': office,
  'GET /api/influencers.csv': office,
  'GET /api/influencers/options': office,
  'POST /api/influencers': office,
  'GET /api/influencers/{id}': office,
  'DELETE /api/influencers/{id}': office,
  'GET /api/influencers/{id}/page-images': office,
  'PUT /api/influencers/{id}/page-images/{place}': office,
  'DELETE /api/influencers/{id}/page-images/{place}': office,
  'GET /api/influencers/{influencerId}/posts': fan,
  'GET /api/influencers/{influencerId}/header': fan,
  'GET /api/marketplace': app,
  'GET /api/marketplace/{publicUrl}': everyone,
  'GET /api/featured': everyone,
  'POST /api/contact': everyone,
  'GET /api/contact': office,
  'POST /api/contact/{id}/answered': office,
  'GET /api/audit': admin,
  'GET /api/audit.csv': admin,
  'GET /api/audit/actors': admin,
  'GET /api/audit/{id}': admin,
  'POST /api/applications': everyone,
  'GET /api/applications': office,
  'GET /api/applications.csv': office,
  'GET /api/applications/counts': office,
  'GET /api/applications/{id}': office,
  'POST /api/applications/{id}/review': office,
  'POST /api/applications/{id}/reopen': office,
  'GET /api/dashboard': office,
  'GET /api/dashboard/trends': office,
  'GET /api/dashboard/own': influencer,
  'GET /api/system-status': office,
  'GET /api/search': app,
  // Gives a role to the caller who has none, so it comes late.
  'POST /api/debug/subscriber-role': signedIn,
  'GET /api/tasks': office,
  'GET /api/tasks.csv': office,
  'GET /api/tasks/counts': office,
  'GET /api/tasks/{id}': [...office, ...influencer],
  'POST /api/tasks': office,
  'PUT /api/tasks/{id}': office,
  'DELETE /api/tasks/{id}': office,
  'POST /api/tasks/{id}/close': office,
  'POST /api/tasks/{id}/fail': office,
  'GET /api/my-tasks': influencer,
  'GET /api/task-notifications/unread': influencer,
  'GET /api/task-notifications': influencer,
  'POST /api/task-notifications/read': influencer,
  'POST /api/tasks/{id}/start': influencer,
  'POST /api/tasks/{id}/submit': influencer,
  'GET /api/plans': office,
  'GET /api/plans/counts': office,
  'GET /api/plans/{id}': office,
  'POST /api/plans': office,
  'PUT /api/plans/{id}': office,
  'POST /api/plans/{id}/activate': office,
  'POST /api/plans/{id}/deactivate': office,
  // Ends the callers' sessions, so it comes last.
  'POST /api/auth/sign-out': everyone,
};

// Refusals that come after the question who may call.
const DECIDED_LATER = new Set([
  'subscription-required',
  'checkout-disabled',
  'invalid-credentials',
]);

let app: TestApp;
const users = new Map<Caller, TestUser>();
let suspended: TestUser[];

beforeAll(async () => {
  app = await createTestApp();
  for (const role of ROLES) users.set(role, await app.as(role));
  const nobody = await app.as('subscriber');
  await app.db.delete(userRoles).where(eq(userRoles.userId, nobody.id));
  users.set('no role', nobody);

  const admin = await app.as('admin');
  const actor = {
    userId: admin.id,
    sessionId: '',
    role: 'admin',
    isLimited: false,
    mustChangePassword: false,
    email: '',
    fullName: '',
  } as const;
  suspended = await Promise.all(ROLES.map((role) => app.as(role)));
  for (const user of suspended) await suspendUser(app.services, actor, user.id);
});
afterAll(() => app.close());

function call(operation: string, user: TestUser | undefined) {
  const [method = '', path = ''] = operation.split(' ');
  const address = path.replace('{publicUrl}', 'nobody').replaceAll(/\{\w+\}/g, () => randomUUID());
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
  return app.call(method, address, { user, body });
}

test('every operation of the API has a line in this table', () => {
  const registered = listOperations(app.services).map(({ name }) => name);
  expect(registered.toSorted()).toEqual(Object.keys(MAY_CALL).toSorted());
});

describe.each(Object.entries(MAY_CALL))('%s', (operation, allowed) => {
  test(`may be called by: ${allowed.join(', ')}; by nobody else`, async () => {
    for (const caller of CALLERS) {
      const { status, json } = await call(operation, users.get(caller));
      const refused = (status === 401 || status === 403) && !DECIDED_LATER.has(json.code);
      const answer = refused ? `${status} ${json.code}` : 'let in';
      const refusal = caller === 'visitor' ? '401 unauthenticated' : '403 forbidden';
      expect(answer, caller).toBe(allowed.includes(caller) ? 'let in' : refusal);
      // A crash is no proof of being let in.
      expect(status, `${caller}: ${JSON.stringify(json)}`).toBeLessThan(500);
    }
  });
});

const closed = Object.keys(MAY_CALL).filter((operation) => MAY_CALL[operation] !== everyone);

test.each(closed)('%s refuses suspended users of every role', async (operation) => {
  for (const user of suspended) {
    expect(await call(operation, user)).toMatchObject({ status: 403, json: { code: 'suspended' } });
  }
});

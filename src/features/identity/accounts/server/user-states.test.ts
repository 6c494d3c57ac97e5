import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createUserWithoutRole,
  storedUser,
} from '#src/features/backoffice/users/server/users.testing.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { users } from './accounts.table.ts';

const STATES = ['active', 'suspended'] as const;
const ACTIONS = ['suspend', 'activate', 'edit', 'delete', 'assign admin'] as const;
const TARGETS = [
  'admin',
  'staff',
  'limited staff',
  'own influencer',
  'influencer',
  'own fan',
  'subscriber',
  'nobody',
] as const;
const ACTORS = ['admin', 'staff', 'limited staff', 'influencer', 'subscriber', 'visitor'] as const;
type Action = (typeof ACTIONS)[number];
type Target = (typeof TARGETS)[number];
type ActorKind = (typeof ACTORS)[number];

// The expected statuses by actor, in the order of the targets; a target's state does not matter.
const CHANGE_STATUSES: Record<ActorKind, readonly number[]> = {
  admin: [200, 200, 200, 200, 200, 200, 200, 200],
  staff: [403, 200, 200, 200, 200, 200, 200, 200],
  'limited staff': [404, 404, 404, 200, 404, 200, 404, 404],
  influencer: [403, 403, 403, 403, 403, 403, 403, 403],
  subscriber: [403, 403, 403, 403, 403, 403, 403, 403],
  visitor: [401, 401, 401, 401, 401, 401, 401, 401],
};
const DELETING: typeof CHANGE_STATUSES = {
  ...CHANGE_STATUSES,
  staff: [403, 200, 403, 200, 200, 200, 200, 200],
  'limited staff': [404, 404, 404, 403, 404, 403, 404, 404],
};
// Influencers are created and deleted elsewhere; only admins assign the admin role.
const ASSIGN_STATUSES: typeof CHANGE_STATUSES = {
  ...CHANGE_STATUSES,
  admin: [200, 200, 200, 409, 409, 200, 200, 200],
  staff: [403, 403, 403, 409, 409, 403, 403, 403],
  'limited staff': [404, 404, 404, 409, 404, 403, 404, 404],
};
const answersFor = (action: Action): typeof CHANGE_STATUSES =>
  action === 'delete' ? DELETING : action === 'assign admin' ? ASSIGN_STATUSES : CHANGE_STATUSES;
const CASES = ACTIONS.flatMap((action) =>
  ACTORS.flatMap((actor) =>
    STATES.flatMap((state) =>
      TARGETS.map((target, index) => ({
        action,
        actor,
        state,
        target,
        status: answersFor(action)[actor][index]!,
      })),
    ),
  ),
);

let app: TestApp;
let own: TestUser;
const actors = new Map<ActorKind, TestUser>();
beforeAll(async () => {
  app = await createTestApp();
  own = await app.as('influencer');
  for (const role of ['admin', 'staff', 'influencer', 'subscriber'] as const) {
    actors.set(role, await app.as(role));
  }
});
afterAll(() => app.close());

async function makeTarget(target: Target): Promise<TestUser> {
  if (target === 'nobody') return createUserWithoutRole(app);
  if (target === 'limited staff') return createLimitedStaff(app, own);
  if (target !== 'own fan') return app.as(target === 'own influencer' ? 'influencer' : target);
  const fan = await app.as('subscriber');
  await addSubscription(app, own, 'active', { fan });
  return fan;
}

async function runAction(action: Action, user: TestUser | undefined, id: string, email: string) {
  const address = `/api/users/${id}`;
  if (action === 'delete') return app.call('DELETE', address, { user });
  if (action === 'suspend' || action === 'activate') {
    const body = action === 'suspend' ? { reason: 'other' } : undefined;
    return app.call('POST', `${address}/${action}`, { user, body });
  }
  const body = { version: 1, email, fullName: 'Changed', phone: null };
  const role = action === 'assign admin' ? { role: 'admin' } : {};
  return app.call('PATCH', address, { user, body: { ...body, ...role } });
}

type StoredUser = Awaited<ReturnType<typeof storedUser>>;
const EDITED = { name: 'Changed', fullName: 'Changed', version: 2 };
/** The user expected in the database after an action with this status. */
function expectedUser(action: Action, status: number, before: StoredUser) {
  if (status !== 200) return before;
  const changed = {
    suspend: { ...before, banned: true },
    activate: { ...before, banned: false },
    edit: { ...before, ...EDITED },
    delete: undefined,
    // A user without a role has no limit.
    'assign admin': {
      ...before,
      ...EDITED,
      role: 'admin',
      isLimited: before?.isLimited ?? false,
    },
  };
  return changed[action];
}

describe.each(CASES)('$actor: $action', ({ action, actor, state, target, status }) => {
  test(`${state} ${target} returns ${status}, and a refusal changes nothing`, async () => {
    const user = await makeTarget(target);
    const by =
      actor === 'limited staff'
        ? await createLimitedStaff(app, target === 'own influencer' ? user : own)
        : actors.get(actor);
    const banned = state === 'suspended';
    await app.db.update(users).set({ banned }).where(eq(users.id, user.id));
    const before = await storedUser(app, user.id);
    const answer = await runAction(action, by, user.id, user.email);
    expect(answer.status, JSON.stringify(answer.json)).toBe(status);
    expect(await storedUser(app, user.id)).toEqual(expectedUser(action, status, before));
  });
});

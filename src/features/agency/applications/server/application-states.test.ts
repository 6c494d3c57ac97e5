import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ROLES } from '#src/lib/roles.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { influencerApplications } from './applications.table.ts';
import { createApplication } from './applications.testing.ts';

const STATES = ['pending', 'accepted', 'rejected', 'converted'] as const;
const ACTIONS = ['accept', 'reject', 'reopen', 'convert'] as const;
const CALLERS = ['visitor', 'no role', ...ROLES] as const;
type State = (typeof STATES)[number];
type Action = (typeof ACTIONS)[number];
type Caller = (typeof CALLERS)[number];

/** The state after each allowed action; everything else is refused. */
const NEXT_STATES: Partial<Record<`${Action} ${State}`, State>> = {
  'accept pending': 'accepted',
  'reject pending': 'rejected',
  'reopen accepted': 'pending',
  'reopen rejected': 'pending',
  'convert accepted': 'converted',
};
const REFUSED: Partial<Record<Caller, string>> = {
  visitor: 'unauthenticated',
  'no role': 'forbidden',
  influencer: 'forbidden',
  subscriber: 'forbidden',
};

let app: TestApp;
const users = new Map<Caller, TestUser>();
let count = 0;

beforeAll(async () => {
  app = await createTestApp();
  for (const role of ROLES) users.set(role, await app.as(role));
  const nobody = await app.as('subscriber');
  await app.db.delete(userRoles).where(eq(userRoles.userId, nobody.id));
  users.set('no role', nobody);
});
afterAll(() => app.close());

async function applicationIn(state: State): Promise<string> {
  if (state !== 'converted') return createApplication(app.db, { status: state });
  const { id: influencerId } = await app.as('influencer');
  return createApplication(app.db, { status: 'accepted', influencerId });
}

function runAction(action: Action, id: string, user: TestUser | undefined) {
  if (action === 'convert') {
    const number = ++count;
    const body = {
      applicationId: id,
      email: `converted-${number}@example.test`,
      password: 'velvet-evening-7',
      fullName: 'Marlowe Vesperine',
      phone: '+1 555 0100',
      publicUrl: `converted-${number}`,
      whyJoin: 'To be my own publisher.',
    };
    return app.call('POST', '/api/influencers', { user, body });
  }
  if (action === 'reopen') {
    const body = { reason: 'New pictures arrived.' };
    return app.call('POST', `/api/applications/${id}/reopen`, { user, body });
  }
  const body = { status: action === 'accept' ? 'accepted' : 'rejected' };
  return app.call('POST', `/api/applications/${id}/review`, { user, body });
}

async function stateOf(id: string): Promise<State> {
  const [row] = await app.db
    .select()
    .from(influencerApplications)
    .where(eq(influencerApplications.id, id));
  return row!.influencerId ? 'converted' : row!.status;
}

const triples = STATES.flatMap((state) =>
  ACTIONS.flatMap((action) =>
    CALLERS.map((caller) => {
      const next = REFUSED[caller] ? undefined : NEXT_STATES[`${action} ${state}`];
      const answer = next ? 'done' : (REFUSED[caller] ?? 'not-allowed-in-state');
      return [state, action, caller, answer, next ?? state] as const;
    }),
  ),
);

test.each(triples)(
  'a %s application, %s by %s: returns %s and is then %s',
  async (state, action, caller, answer, next) => {
    const id = await applicationIn(state);
    const { json } = await runAction(action, id, users.get(caller));
    expect(json.code ?? 'done').toBe(answer);
    expect(await stateOf(id)).toBe(next);
  },
);

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq, notInArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  insertCheck,
  insertPerformer,
} from '#src/features/agency/performers/server/performers.testing.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { setUp } from '#src/features/identity/second-factor/server/second-factor.testing.ts';
import { announcedDecisions } from '#src/features/identity/two-people/server/two-people.table.ts';
import {
  TWO_PEOPLE_RULES,
  type TwoPeopleRule,
} from '#src/features/identity/two-people/two-people.rules.ts';
import { EXAMPLE_IBAN } from '#src/features/money/payees/example-accounts.ts';
import { EXAMPLE_W9 } from '#src/features/money/payees/example-tax-details.ts';
import { payoutRules } from '#src/features/money/payouts/server/payout-rules.table.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { makePayout } from '#src/features/money/payouts/server/payouts.testing.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { signReportToken } from '#src/features/trust/complaints/server/report-links.ts';
import { childSafetyOfficers } from '#src/features/trust/escalations/server/escalations.table.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import { addScheduledPost } from '#src/features/trust/reviews/server/reviews.testing.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let nova: TestUser;
/** An admin, and the accounts that this admin created: a puppet admin, whose own is a puppet of a puppet. */
let root: TestUser;
let puppet: TestUser;
let sibling: TestUser;
let nested: TestUser;
let independent: TestUser;
let [first, second]: TestUser[] = [];
beforeAll(async () => {
  app = await createTestApp();
  await app.db.update(payoutRules).set({ needsApproval: true });
  nova = await app.as('influencer');
  [root, independent] = [await app.as('admin'), await app.as('admin')];
  [first, second] = [await app.as('staff'), await app.as('staff')];
  puppet = await createdBy(root, 'admin');
  sibling = await createdBy(root, 'admin');
  nested = await createdBy(puppet, 'admin');
});
afterAll(() => app.close());

const PASSWORD = 'lantern-ferry-orchid';
const post = (user: TestUser, address: string, body: object = {}) =>
  app.call('POST', address, { user, body });

/** Creates a colleague with a password of one's choice, who then chooses another one. */
async function createdBy(user: TestUser, role: 'admin' | 'staff'): Promise<TestUser> {
  const email = `${randomUUID()}@example.test`;
  const body = { email, password: PASSWORD, fullName: 'Second Eyes', phone: '', role };
  const { status, json } = await post(user, '/api/users', body);
  expect(status).toBe(200);
  await app.db.update(users).set({ mustChangePassword: false }).where(eq(users.id, json.id));
  return { id: json.id, email, cookie: await app.signIn(email, PASSWORD) };
}

type Case = {
  /** Begins something. @returns the id of the record, and what the decision needs */
  begin: (by: TestUser) => Promise<{ recordId: string; target: string }>;
  /** @returns whether it was decided */
  decide: (by: TestUser, target: string) => Promise<boolean>;
};

const version = (kind: 'bank-details' | 'tax-details', details: object): Case => ({
  async begin(by) {
    await post(by, `/api/influencers/${nova.id}/${kind}`, details);
    const { json } = await app.call('GET', `/api/influencers/${nova.id}/${kind}`, { user: by });
    return { recordId: json.proposed.id, target: json.proposed.id };
  },
  decide: async (by, target) =>
    (await post(by, `/api/influencers/${nova.id}/${kind}/${target}/confirm`)).status === 200,
});

const both = (id: string) => ({ recordId: id, target: id });
const versionOf = async (id: string) =>
  (await app.call('GET', `/api/complaints/${id}`, { user: root })).json.version as number;

const CASES: Record<TwoPeopleRule, Case> = {
  correction: {
    async begin(by) {
      const id = randomUUID();
      const amount = { kind: 'bonus', amountCents: 1_000_000, reason: 'Agreed in the contract' };
      const body = { id, influencerId: nova.id, ...amount };
      expect((await post(by, '/api/corrections', body)).json).toEqual({ status: 'proposed' });
      return both(id);
    },
    decide: async (by, id) => (await post(by, `/api/corrections/${id}/approve`)).status === 200,
  },
  payout: {
    async begin(by) {
      const { id } = await makePayout(app, await app.as('influencer'));
      await app.db.update(payouts).set({ createdBy: by.id }).where(eq(payouts.id, id));
      return both(id);
    },
    decide: async (by, id) =>
      (await post(by, '/api/payouts/approve', { ids: [id] })).json.changed?.length === 1,
  },
  'bank-details': version('bank-details', EXAMPLE_IBAN),
  'tax-details': version('tax-details', EXAMPLE_W9),
  identity: {
    async begin(by) {
      const target = await insertPerformer(app.db, nova.id);
      await insertCheck(app, target, by.id);
      const { rows } = await app.db.execute<{ id: string }>(
        sql`select id from performer_verifications where performer_id = ${target}`,
      );
      return { recordId: rows[0]!.id, target };
    },
    decide: async (by, id) =>
      (await post(by, `/api/performers/${id}/verification/confirm`)).status === 200,
  },
  appeal: {
    async begin(by) {
      const id = await addComplaint(app, { influencerId: nova.id });
      const decision = { outcome: 'no_action', policy: 'no_violation', text: 'Nothing is shown.' };
      const body = await withPolicyVersion(app, 'complaint', { version: 1, ...decision });
      expect((await post(by, `/api/complaints/${id}/decision`, body)).status).toBe(200);
      const token = signReportToken(app.services.config.secrets, id, 'reporter');
      const appeal = { token, text: 'The street is shown in the second picture.' };
      await app.limits.reportLink.reset('local');
      const appealed = await app.call('POST', '/api/report-status/appeal', { body: appeal });
      expect(appealed.status).toBe(200);
      return both(id);
    },
    async decide(by, id) {
      const decision = { outcome: 'no_action', policy: 'no_violation', text: 'Still nothing.' };
      const body = { version: await versionOf(id), ...decision };
      const decided = await withPolicyVersion(app, 'complaint', body);
      return (await post(by, `/api/complaints/${id}/appeal`, decided)).status === 200;
    },
  },
  'second-factor-reset': {
    async begin(by) {
      const fan = await app.as('subscriber');
      await setUp(app, fan);
      await post(by, `/api/users/${fan.id}/second-factor-reset`);
      return both(fan.id);
    },
    decide: async (by, id) =>
      (await post(by, `/api/users/${id}/second-factor-reset`)).json.isReset === true,
  },
  'child-safety-officer': {
    async begin(by) {
      await app.db.delete(childSafetyOfficers);
      return both(by.id);
    },
    decide: async (by, userId) =>
      (await app.call('PUT', '/api/child-safety-officers/officer', { user: by, body: { userId } }))
        .status === 200,
  },
  'post-review': {
    begin: async (by) => both((await addScheduledPost(app, nova, by)).id),
    async decide(by, id) {
      const { json } = await app.call('GET', `/api/post-reviews/${id}`, { user: by });
      const body = { decision: 'approved', contentHash: json.contentHash };
      return (await post(by, `/api/post-reviews/${id}`, body)).status === 200;
    },
  },
};

const TABLE = readFileSync('docs/security.md', 'utf8')
  .split('## Two people')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map((cells) => [cells[1]!.replaceAll('`', ''), cells[4] === 'yes'] as [TwoPeopleRule, boolean]);

test('the table of docs/security.md lists every rule', () => {
  expect(TABLE.map(([rule]) => rule)).toEqual([...TWO_PEOPLE_RULES]);
});

describe.each(TABLE)('the rule %s', (rule, needsAdmin) => {
  const { begin, decide } = CASES[rule];
  const attempt = async (begins: TestUser, decides: TestUser) =>
    decide(decides, (await begin(begins)).target);

  test('refuses the person who began', async () => {
    expect(await attempt(independent, independent)).toBe(false);
  });

  test(`${needsAdmin ? 'refuses' : 'accepts'} two people without an admin`, async () => {
    expect(await attempt(first!, second!)).toBe(!needsAdmin);
  });

  test('refuses an account that the other one created, in both directions and over two steps', async () => {
    const pairs: [string, TestUser, TestUser][] = [
      ['creator decides', puppet, root],
      ['created decides', root, puppet],
      ['created by the same', puppet, sibling],
      ['two steps', root, nested],
      ['two steps back', nested, root],
    ];
    for (const [name, begins, decides] of pairs) {
      expect(`${name}: ${await attempt(begins, decides)}`).toBe(`${name}: false`);
    }
  });

  test('accepts somebody independent', async () => {
    expect(await attempt(puppet, independent)).toBe(true);
  });
});

describe('where nobody else is left', () => {
  beforeAll(async () => {
    const left = [root.id, puppet.id];
    await app.db
      .update(users)
      .set({ banned: true })
      .where(notInArray(users.id, [...left, nova.id]));
  });

  const announce = (rule: TwoPeopleRule, id: string) =>
    post(root, '/api/decisions/announcements', { rule, ids: [id] });
  const obstacle = async (rule: TwoPeopleRule, id: string) =>
    (await app.call('GET', `/api/decisions/${rule}/${id}`, { user: root })).json.obstacle;

  test.each(TABLE)('%s is decided a day after the team was told', async (rule) => {
    const { begin, decide } = CASES[rule];
    const { recordId, target } = await begin(puppet);
    expect(await decide(root, target)).toBe(false);
    expect(await obstacle(rule, recordId)).toMatchObject({ reason: 'alone' });
    expect((await announce(rule, recordId)).status).toBe(200);
    expect(await decide(root, target)).toBe(false);
    expect(await obstacle(rule, recordId)).toMatchObject({ reason: 'announced' });
    for (const { email } of [root, puppet]) {
      const subjects = (await queuedMails(app, email)).map(({ subject }) => subject);
      expect(subjects).toContain('A decision without a second independent person');
    }
    const entries = await app.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entity, 'announced_decisions'));
    expect(entries.at(-1)).toMatchObject({ actorId: root.id });
    // As if the request and the announcement were a day older.
    await app.db.execute(
      sql`update second_factor_resets set created_at = created_at - interval '25 hours'`,
    );
    await app.db.execute(
      sql`update post_contents set waits_since = waits_since - interval '25 hours'`,
    );
    await app.db
      .update(announcedDecisions)
      .set({ announcedAt: sql`now() - interval '24 hours'` })
      .where(eq(announcedDecisions.recordId, recordId));
    expect(await decide(root, target)).toBe(true);
  });
});

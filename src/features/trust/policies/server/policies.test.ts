import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { postReviews } from '#src/features/trust/reviews/server/post-reviews.table.ts';
import {
  addScheduledPost,
  insertReview,
} from '#src/features/trust/reviews/server/reviews.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import type { Policy, PolicyContent } from '../policies.schema.ts';
import { policyVersions } from './policies.table.ts';

let app: TestApp;
let [admin, staff, influencer]: TestUser[] = [];
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff, influencer] = await Promise.all([
    app.as('admin'),
    app.as('staff'),
    app.as('influencer'),
  ]);
});
afterAll(() => app.close());

const list = async (): Promise<Policy[]> =>
  (await app.call('GET', '/api/policies', { user: staff! })).json.policies;
const find = async (area: Policy['area'], code: string) =>
  (await list()).find((policy) => policy.area === area && policy.code === code)!;
const contentOf = ({ title, description, basis, ground, decisions, ...flags }: Policy) => ({
  title,
  description,
  basis,
  ground,
  decisions,
  isPublic: flags.isPublic,
  isActive: flags.isActive,
});
const change = (policy: Policy, changes: Partial<PolicyContent>) =>
  app.call('POST', `/api/policies/${policy.id}/versions`, {
    user: admin!,
    body: { ...contentOf(policy), ...changes },
  });
const add = (values: object) =>
  app.call('POST', '/api/policies', {
    user: admin!,
    body: {
      area: 'complaint',
      title: 'No ticket sales',
      description: 'Only links of the agency.',
      basis: 'rule',
      ground: 'Terms of Service, section 9',
      decisions: ['removed'],
      isPublic: true,
      isActive: true,
      ...values,
    },
  });
const decideBy = (id: string, policyVersion: string, outcome = 'removed') =>
  app.call('POST', `/api/complaints/${id}/decision`, {
    user: admin!,
    body: { version: 1, outcome, policyVersion, text: 'The caption sells tickets.' },
  });
const decide = async (id: string, policy: string, outcome?: string) =>
  decideBy(id, (await find('complaint', policy)).id, outcome);

test('the reasons of a new installation are those that decisions had before', async () => {
  const policies = await list();
  expect(policies.every(({ number, createdBy }) => number === 1 && createdBy === null)).toBe(true);
  expect(policies.map(({ area, code }) => `${area} ${code}`)).toEqual([
    ...['age', 'people', 'consent', 'prohibited', 'privacy', 'rights', 'caption'].map(
      (code) => `review ${code}`,
    ),
    ...['ai-label', 'quality', 'other'].map((code) => `review ${code}`),
    ...['minors', 'consent', 'illegal', 'copyright', 'privacy', 'impersonation', 'terms'].map(
      (code) => `complaint ${code}`,
    ),
    ...['no_violation', 'not_enough_information'].map((code) => `complaint ${code}`),
  ]);
});

describe('a policy of the agency', () => {
  test('is the reason of a decision, which the influencer reads with its ground', async () => {
    const { json: added } = await add({});
    const policy = (await list()).find(({ id }) => id === added.id)!;
    expect(policy).toMatchObject({ number: 1, title: 'No ticket sales' });
    const post = await publish(app, influencer!);
    const id = await addComplaint(app, { postId: post.id, influencerId: influencer!.id });
    expect((await decide(id, policy.code)).json).toMatchObject({ reason: 'No ticket sales' });
    const [mail] = (await queuedMails(app, influencer!.email)).toReversed();
    expect(mail!.facts).toContainEqual({ label: 'Reason', value: 'No ticket sales' });
    expect(mail!.facts).toContainEqual({
      label: 'Ground',
      value: 'Our rules: Terms of Service, section 9',
    });
  });

  test.each([
    ['a law without its name', { basis: 'law', ground: '' }, 'ground'],
    ['no decision', { decisions: [] }, 'decisions'],
    ['a decision of the other list', { decisions: ['rejected'] }, 'decisions'],
    ['no text', { title: ' ' }, 'title'],
  ])('with %s is refused', async (_name, values, path) => {
    const { status, json } = await add(values);
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ path }]);
  });

  test('is refused beyond the limit', async () => {
    const filler = { title: 'Filler', description: '', basis: 'rule', ground: '' } as const;
    const row = { ...filler, area: 'review', isPublic: false, isActive: true, number: 1 } as const;
    await app.db.transaction(async (tx) => {
      const rows = Array.from({ length: 90 }, () => ({ ...row, decisions: ['rejected' as const] }));
      await tx.insert(policyVersions).values(rows);
    });
    const { json } = await add({ area: 'review', decisions: ['rejected'] });
    expect(json.code).toBe('not-allowed-in-state');
  });
});

describe('a new version', () => {
  test('leaves earlier decisions as they were, and is the text of later ones', async () => {
    const before = await find('complaint', 'impersonation');
    const earlier = await addComplaint(app);
    await decide(earlier, 'impersonation');
    const { json } = await change(before, { title: 'No false names' });
    const later = await addComplaint(app);
    await decide(later, 'impersonation');
    const stored = async (id: string) => {
      const [row] = await app.db.select().from(complaints).where(eq(complaints.id, id));
      return [row!.policyVersion, row!.policyTitle];
    };
    expect(await stored(earlier)).toEqual([before.id, before.title]);
    expect(await stored(later)).toEqual([json.id, 'No false names']);
    const versions = await app.call('GET', `/api/policies/${before.id}/versions`, { user: staff! });
    expect(versions.json.policies.map(({ number, title }: Policy) => `${number} ${title}`)).toEqual(
      ['2 No false names', `1 ${before.title}`],
    );
  });

  test('refuses a decision by the version before, which whoever decides had read', async () => {
    const shown = await find('complaint', 'privacy');
    const id = await addComplaint(app);
    await change(shown, { description: 'Also license plates.' });
    const { status, json } = await decideBy(id, shown.id);
    expect([status, json.code, json.errors[0].path]).toEqual([409, 'conflict', 'policyVersion']);
    expect((await decide(id, 'privacy')).status).toBe(200);
  });

  test('written while somebody decides is stored with the decision, or refuses it', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const shown = await find('complaint', 'illegal');
        const id = await addComplaint(app);
        const [decided] = await Promise.all([
          decideBy(id, shown.id),
          change(shown, { title: `Against the law, ${index}` }),
        ]);
        const [row] = await app.db.select().from(complaints).where(eq(complaints.id, id));
        return decided.status === 200 ? row!.policyVersion === shown.id : row!.decidedAt === null;
      }),
    );
    expect(outcomes).not.toContain(false);
  });

  test('is refused if somebody else wrote one first, and written once by two at a time', async () => {
    const policy = await find('review', 'quality');
    const results = await Promise.all([
      change(policy, { title: 'Too dark' }),
      change(policy, { title: 'Too blurred' }),
    ]);
    expect(results.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect((await find('review', 'quality')).number).toBe(2);
  });

  test('without a change is not written', async () => {
    const policy = await find('review', 'caption');
    expect((await change(policy, {})).json).toEqual({ id: policy.id });
    expect((await find('review', 'caption')).number).toBe(1);
  });

  test.each([
    ['changed', sql`update policy_versions set title = 'Other'`],
    ['deleted', sql`delete from policy_versions`],
  ])('is never %s', async (_name, statement) => {
    await expect(app.db.execute(statement)).rejects.toMatchObject({
      cause: { constraint: 'policy_versions_unchanged' },
    });
  });
});

describe('a policy that was withdrawn', () => {
  test('is no reason of later decisions, in the API and in the database', async () => {
    const policy = await find('complaint', 'terms');
    expect((await change(policy, { isActive: false })).status).toBe(200);
    const id = await addComplaint(app);
    const { status, json } = await decide(id, 'terms');
    expect([status, json.errors[0].path]).toEqual([400, 'policyVersion']);
    const decision = { outcome: 'removed', policy: 'terms', decisionText: 'x' } as const;
    await expect(addComplaint(app, { ...decision, decidedAt: new Date() })).rejects.toMatchObject({
      cause: { constraint: 'complaints_policy_in_use' },
    });
  });

  test('is no reason for a decision that it does not fit', async () => {
    const id = await addComplaint(app);
    expect((await decide(id, 'privacy', 'no_action')).status).toBe(400);
    await publish(app, influencer!);
    const { id: postId } = await addScheduledPost(app, influencer!, staff!);
    const review = { decision: 'rejected', policy: 'minors' } as const;
    await expect(insertReview(app, postId, review)).rejects.toMatchObject({
      cause: { constraint: 'post_reviews_policy_in_use' },
    });
  });

  test('is not the last one for a decision, also when two are withdrawn at the same time', async () => {
    const [first, last] = [
      await find('complaint', 'no_violation'),
      await find('complaint', 'not_enough_information'),
    ];
    const results = await Promise.all([
      change(first, { isActive: false }),
      change(last, { isActive: false }),
    ]);
    expect(results.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(results.find(({ status }) => status === 409)!.json.detail).toContain('last reason');
  });
});

test('a post that was returned says why in the words of the decision', async () => {
  await setPublicationRule(app.db, {
    requiresConsents: false,
    requiresAgreements: false,
    requiresReviews: true,
  });
  const { id } = await addScheduledPost(app, influencer!, staff!);
  await insertReview(app, id, { decision: 'rejected', policy: 'rights', note: 'A poster' });
  await change(await find('review', 'rights'), { title: 'Other people’s work' });
  const { json } = await app.call('GET', `/api/posts/${id}`, { user: staff! });
  expect(json.post.review).toEqual({
    state: 'rejected',
    reason: 'Somebody else’s work or brand',
    note: 'A poster',
  });
  const [stored] = await app.db.select().from(postReviews).where(eq(postReviews.postId, id));
  expect(stored!.policyTitle).toBe('Somebody else’s work or brand');
});

test('the public sees the policies in use that are public, and no guidance', async () => {
  const { json } = await app.call('GET', '/api/transparency');
  const titles = json.policies.map(({ title }: Policy) => title);
  expect(titles).toContain('Content must not infringe copyright');
  expect(titles).toContain('No ticket sales');
  expect(titles).not.toContain('Another rule of our terms');
  expect(titles).not.toContain('The caption');
  expect(Object.keys(json.policies[0])).toEqual(['title', 'basis', 'ground']);
});

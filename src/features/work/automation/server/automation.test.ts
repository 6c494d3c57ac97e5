import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { recordTags } from '#src/features/identity/tags/server/tags.table.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { NewRule } from '../automation.schema.ts';
import { automationRules } from './automation.table.ts';
import { runAutomation } from './run-rules.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let app: TestApp;
let admin: TestUser;
let template: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  const body = {
    name: 'New post',
    title: 'A new post',
    description: 'Anything',
    dueDays: 3,
    checklist: ['One picture'],
  };
  template = (await app.call('POST', '/api/task-templates', { user: admin, body })).json.id;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.delete(automationRules);
});

const SILENCE: NewRule = {
  name: 'Silence',
  trigger: 'no_post',
  days: 6,
  tag: null,
  action: 'create_task',
  templateId: null,
  note: '',
  isActive: true,
};
const silence = () => ({ ...SILENCE, templateId: template });
const add = async (body: NewRule) =>
  (await app.call('POST', '/api/automation/rules', { user: admin, body })).json;
const run = (now = new Date()) => runAutomation(app.services, now);
const tasksOf = (influencer: TestUser) =>
  app.db.select().from(tasks).where(eq(tasks.assignedTo, influencer.id));

/** An influencer whose last post is so old. */
async function influencerSilentFor(days: number): Promise<TestUser> {
  const influencer = await app.as('influencer');
  await app.db
    .update(profiles)
    .set({ createdAt: daysAgo(100) })
    .where(eq(profiles.id, influencer.id));
  await addPost(influencer, daysAgo(days));
  return influencer;
}
const addPost = ({ id }: TestUser, at: Date, publishedAt: Date | null = at) =>
  app.db.insert(contentPosts).values({
    influencerId: id,
    caption: 'A post',
    category: 'Cosplay',
    aiUse: 'none',
    publishAt: at,
    publishedAt,
  });

describe('a rule about silence', () => {
  test('creates the task of its template once in a silence, and again in the next one', async () => {
    const influencer = await influencerSilentFor(8);
    await add(silence());
    await Promise.all([run(), run()]);
    await run();
    expect(await tasksOf(influencer)).toMatchObject([
      {
        title: 'A new post',
        description: 'Anything',
        checklist: ['One picture'],
        assignedBy: admin.id,
        ownedBy: admin.id,
      },
    ]);
    const due = (await tasksOf(influencer))[0]!.dueDate!;
    expect(due.getTime()).toBeCloseTo(Date.now() + 3 * DAY_MS, -5);

    await addPost(influencer, new Date());
    await run();
    expect(await tasksOf(influencer)).toHaveLength(1);
    await run(new Date(Date.now() + 7 * DAY_MS));
    expect(await tasksOf(influencer)).toHaveLength(2);
  });

  test('leaves alone who posts or has something scheduled', async () => {
    const posting = await influencerSilentFor(2);
    const planning = await influencerSilentFor(9);
    await addPost(planning, new Date(Date.now() + DAY_MS), null);
    await add(silence());
    await run();
    expect([await tasksOf(posting), await tasksOf(planning)]).toEqual([[], []]);
  });

  test('acts only for who has its tag, whatever the case of the tag', async () => {
    const [tagged, other] = [await influencerSilentFor(8), await influencerSilentFor(8)];
    await app.db.insert(recordTags).values({ name: 'Top ten', personId: tagged.id });
    await add({ ...silence(), tag: 'top TEN' });
    await run();
    expect([(await tasksOf(tagged)).length, await tasksOf(other)]).toEqual([1, []]);
  });

  test('does nothing while it is paused', async () => {
    const influencer = await influencerSilentFor(8);
    await add({ ...silence(), isActive: false });
    await run();
    expect(await tasksOf(influencer)).toEqual([]);
  });
});

test('the preview lists for whom a rule would act, and changes nothing', async () => {
  const influencer = await influencerSilentFor(40);
  const { json } = await app.call('POST', '/api/automation/preview', {
    user: admin,
    body: { ...silence(), days: 30 },
  });
  expect(json.people.map(({ id }: { id: string }) => id)).toContain(influencer.id);
  expect(json.count).toBe(json.people.length);
  expect(await tasksOf(influencer)).toEqual([]);
});

test('a rule for new influencers leaves earlier ones alone', async () => {
  const earlier = await app.as('influencer');
  await app.db
    .update(profiles)
    .set({ createdAt: daysAgo(1) })
    .where(eq(profiles.id, earlier.id));
  await add({ ...silence(), trigger: 'influencer_created', days: null });
  const later = await app.as('influencer');
  await run();
  expect(await tasksOf(earlier)).toEqual([]);
  expect(await tasksOf(later)).toHaveLength(1);
});

test('an interval creates one task in each period', async () => {
  const influencer = await app.as('influencer');
  await add({ ...silence(), trigger: 'interval', days: 7 });
  for (const days of [0, 3, 8, 9]) await run(new Date(Date.now() + days * DAY_MS + 60_000));
  expect(await tasksOf(influencer)).toHaveLength(2);
});

test('a payment that failed twice leaves a note on the fan, once', async () => {
  const { fan } = await addSubscription(app, await app.as('influencer'), 'past_due', {
    failedAttempts: 2,
  });
  const other = await addSubscription(app, await app.as('influencer'), 'past_due');
  const note = 'Ask about the card';
  await add({ ...SILENCE, trigger: 'payment_failed', days: null, action: 'add_note', note });
  await run();
  await run();
  const notesOf = ({ id }: TestUser) =>
    app.db.select().from(personNotes).where(eq(personNotes.personId, id));
  expect(await notesOf(fan)).toMatchObject([{ note, createdBy: null }]);
  expect(await notesOf(other.fan)).toEqual([]);
});

test('the log names what a rule did, and for whom', async () => {
  const influencer = await influencerSilentFor(8);
  await add(silence());
  await run();
  const { json } = await app.call('GET', '/api/automation/runs', { user: admin });
  const [task] = await tasksOf(influencer);
  expect(
    json.rows.find(({ person }: { person: { id: string } }) => person.id === influencer.id),
  ).toMatchObject({ ruleName: 'Silence', isDone: true, detail: 'A new post', taskId: task!.id });
});

describe('a rule is refused', () => {
  test.each([
    ['without the days of its trigger', { days: null }, 'Enter a number of days'],
    ['without a template', { templateId: null }, 'Choose a template'],
    ['with a task for fans', { trigger: 'payment_failed', days: null }, 'Fans have no tasks'],
    ['with an empty note', { action: 'add_note' }, 'Write the note'],
  ])('%s', async (_, changed, message) => {
    const body = { ...silence(), ...changed };
    const { status, json } = await app.call('POST', '/api/automation/rules', { user: admin, body });
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain(message);
  });

  test('with a template that was deleted', async () => {
    const json = await add({ ...SILENCE, templateId: randomUUID() });
    expect(json).toMatchObject({ code: 'conflict', detail: 'The template no longer exists' });
  });
});

describe('a template', () => {
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/task-templates${path}`, { user: admin, body });

  test('has a name of its own, in any case', async () => {
    const body = { name: 'NEW POST', title: 'Another', description: '', dueDays: null };
    const { json } = await call('POST', '', body);
    expect(json).toMatchObject({ code: 'conflict', detail: 'Another template has this name' });
  });

  test('is not deleted while a rule uses it', async () => {
    await add(silence());
    expect((await call('DELETE', `/${template}`)).json).toMatchObject({
      code: 'conflict',
      detail: 'An automation rule uses this template',
    });
  });

  test('is listed, changed and deleted', async () => {
    const body = { name: 'Clip', title: 'A clip', description: '', dueDays: null };
    const { id } = (await call('POST', '', body)).json;
    await call('PUT', `/${id}`, { ...body, dueDays: 5 });
    const list = async () => (await call('GET', '')).json.templates;
    expect(await list()).toContainEqual({ ...body, id, dueDays: 5, checklist: [] });
    await call('DELETE', `/${id}`);
    expect((await list()).map(({ name }: { name: string }) => name)).not.toContain('Clip');
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
  });
});

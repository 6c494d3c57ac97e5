import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import type { SetupGuide } from '../setup-guide.schema.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const steps = async (of = app, user = admin): Promise<SetupGuide['steps']> =>
  (await of.call('GET', '/api/setup-guide', { user })).json.steps;
const done = async (...all: Parameters<typeof steps>) =>
  (await steps(...all)).flatMap(({ step, isDone }) => (isDone ? [step] : []));

test('each step is done when its record exists', async () => {
  expect(await done()).toEqual([]);
  const influencer = await app.as('influencer');
  expect(await done()).toEqual(['influencer']);
  await publish(app, influencer);
  await app.as('staff');
  expect(await done()).toEqual(['colleague', 'influencer', 'post']);
  // Its plan is not offered.
  await subscribe(app, await app.as('subscriber'), influencer);
  expect(await done()).not.toContain('plan');
  const body = { influencerId: (await app.as('influencer')).id, priceMonthlyCents: 999 };
  expect((await app.call('POST', '/api/plans', { user: admin, body })).status).toBe(200);
  expect(await done()).toEqual(['colleague', 'influencer', 'plan', 'post']);
});

test('steps of the configuration are done when it is complete', async () => {
  const configured = await createTestApp({
    SMTP_URL: 'smtp://127.0.0.1:2525',
    AGENCY_NAME: 'Example Talent LLC',
    AGENCY_LEGAL_FORM: 'Nevada limited liability company',
    AGENCY_ADDRESS: '1 Example Street, Reno',
    AGENCY_EMAIL: 'hello@agency.test',
  });
  try {
    expect(await done(configured, await configured.as('admin'))).toEqual(['mail', 'legal']);
  } finally {
    await configured.close();
  }
});

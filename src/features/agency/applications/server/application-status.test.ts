import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAIL_QUEUE } from '#src/platform/mail/mail.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { applicationUrl } from './application-links.ts';
import { influencerApplications } from './applications.table.ts';
import { createApplication } from './applications.testing.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.limits.applicationLink.reset('local');
});

const tokenOf = (id: string) => applicationUrl(app.services.config, id).split('#')[1]!;
const look = (token: string) => app.call('POST', '/api/application-status', { body: { token } });
const ask = (id: string, question = 'Which days can you work?', user = staff) =>
  app.call('POST', `/api/applications/${id}/questions`, { user, body: { question } });
const answer = (token: string, text: string) =>
  app.call('POST', '/api/application-status/answer', { body: { token, answer: text } });

describe('the link of a confirmation', () => {
  test('shows the reference and the state, and neither notes nor reviewer', async () => {
    const id = await createApplication(app.db, { status: 'rejected', notes: 'Too far away' });
    const { status, json } = await look(tokenOf(id));
    expect(status).toBe(200);
    expect(json).toEqual({
      reference: `VR-${id.slice(0, 8).toUpperCase()}`,
      status: 'rejected',
      createdAt: expect.any(String) as string,
      reviewedAt: expect.any(String) as string,
      questions: [],
    });
  });

  test('opens no other application, and no forged link opens one', async () => {
    const [own, other] = [await createApplication(app.db), await createApplication(app.db)];
    const signature = tokenOf(own).split('.')[1]!;
    for (const token of ['', own, `${own}.`, `${other}.${signature}`, `${own}.${'A'.repeat(43)}`]) {
      expect((await look(token)).status).toBe(404);
      expect((await answer(token, 'An answer')).status).toBe(404);
    }
  });
});

describe('a question to an applicant', () => {
  test('is shown to the applicant, and the answer to the staff', async () => {
    const id = await createApplication(app.db);
    expect((await ask(id)).json.questions).toMatchObject([
      { question: 'Which days can you work?', author: 'staff 1', answer: null },
    ]);
    const seen = (await look(tokenOf(id))).json.questions;
    expect(seen).toMatchObject([{ question: 'Which days can you work?', answer: null }]);
    expect(seen[0]).not.toHaveProperty('author');
    expect((await answer(tokenOf(id), ' Weekends. ')).status).toBe(200);
    const { json } = await app.call('GET', `/api/applications/${id}`, { user: staff });
    expect(json.questions).toMatchObject([{ answer: 'Weekends.' }]);
  });

  test('is accepted only while no other one is open, also when two people ask at once', async () => {
    const id = await createApplication(app.db);
    const answers = await Promise.all([ask(id, 'Where do you live?'), ask(id, 'Since when?')]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    await answer(tokenOf(id), 'An answer');
    expect((await ask(id)).status).toBe(200);
  });

  test('cannot be sent after the decision, and its answer can be repeated but not replaced', async () => {
    const id = await createApplication(app.db);
    await ask(id);
    await answer(tokenOf(id), 'Weekends.');
    expect((await answer(tokenOf(id), 'Weekends.')).status).toBe(200);
    expect((await answer(tokenOf(id), 'Never.')).status).toBe(409);
    const decided = await createApplication(app.db, { status: 'accepted' });
    expect((await ask(decided)).status).toBe(409);
    expect((await ask('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test('is sent by staff only, with a text', async () => {
    const id = await createApplication(app.db);
    expect((await ask(id, '  ')).status).toBe(400);
    expect((await ask(id, 'Hello?', await app.as('influencer'))).status).toBe(403);
  });
});

/** The queued mails to an address, oldest first. */
async function mailsTo(email: string): Promise<{ subject: string }[]> {
  const { rows } = await app.pool.query<{ data: { subject: string } }>(
    `select data from jobs.job where name = $1 and data ->> 'to' = $2 order by created_on`,
    [MAIL_QUEUE.name, email],
  );
  return rows.map(({ data }) => data);
}

describe('an applicant is mailed', () => {
  const application = (email: string) => ({
    fullName: 'Marlowe Vesperine',
    email,
    phone: '+1 555 0100',
    age: 27,
    contentCategory: 'Cosplay',
    whyJoin: 'To be closer to those who follow me.',
  });
  const send = (body: object) => app.call('POST', '/api/applications', { body });

  test('once when the application arrives, and after a question', async () => {
    const email = 'mailed@example.test';
    await Promise.all([send(application(email)), send(application(email))]);
    const [{ id }] = (await app.db
      .select({ id: influencerApplications.id })
      .from(influencerApplications)
      .orderBy(desc(influencerApplications.createdAt))
      .limit(1)) as [{ id: string }];
    await ask(id);
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'We have received your application',
      'A question about your application',
    ]);
  });

  test('at most five times a day by applications that anybody can send', async () => {
    const email = 'flooded@example.test';
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) {
      const body = { ...application(email), niche: `Attempt ${count}` };
      statuses.push((await send(body)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

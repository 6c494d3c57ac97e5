import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { complaintReference } from '../complaints.rules.ts';
import { complaints } from './complaints.table.ts';
import { addComplaint } from './complaints.testing.ts';
import { warnOfDeadlines } from './deadline-warnings.ts';

const apps: TestApp[] = [];
let app: TestApp;
let team: string;
beforeEach(async () => {
  app = await createTestApp();
  team = (await app.as('staff')).email;
  apps.push(app);
});
afterAll(() => Promise.all(apps.map((each) => each.close())));

const HOUR_MS = 60 * 60_000;
const add = (hours: number, values = {}) =>
  addComplaint(app, { dueAt: new Date(Date.now() + hours * HOUR_MS), ...values });
const numbersOf = (...ids: string[]) => ids.map((id) => ({ label: complaintReference(id) }));

test('the team is mailed once a day before a deadline and once after it, by case number alone', async () => {
  const [soon, late, later] = [await add(23), await add(-2), await add(25)];
  const waiting = await add(-3, { pausedAt: new Date() });
  const decided = await add(-3, {
    decidedAt: new Date(),
    outcome: 'no_action',
    policy: 'no_violation',
    decisionText: 'Nothing can be read.',
  });
  await Promise.all([warnOfDeadlines(app.services), warnOfDeadlines(app.services)]);
  await warnOfDeadlines(app.services);
  const mails = (await queuedMails(app, team)).toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  expect(mails).toMatchObject([
    {
      subject: 'A complaint is due soon',
      facts: numbersOf(soon),
      action: { url: expect.stringMatching(`/complaints\\?complaint=${soon}$`) },
    },
    { subject: 'A complaint is overdue', facts: numbersOf(late) },
  ]);
  const text = JSON.stringify(mails);
  for (const hidden of ['Ines', 'street', waiting, decided, complaintReference(later)]) {
    expect(text).not.toContain(hidden);
  }
});

test('a deadline that has moved, and that of an appeal, is mailed again', async () => {
  const id = await add(-2);
  await warnOfDeadlines(app.services);
  const move = (values: Partial<typeof complaints.$inferInsert>) =>
    app.db.update(complaints).set(values).where(eq(complaints.id, id));
  await move({ dueAt: new Date(Date.now() + 5 * HOUR_MS) });
  await warnOfDeadlines(app.services);
  await move({
    decidedAt: new Date(),
    outcome: 'no_action',
    policy: 'no_violation',
    decisionText: 'Nothing can be read.',
    appealDueAt: new Date(Date.now() + 6 * HOUR_MS),
  });
  await warnOfDeadlines(app.services);
  await warnOfDeadlines(app.services);
  expect(await queuedMails(app, team)).toMatchObject([
    { subject: 'A complaint is overdue' },
    { subject: 'A complaint is due soon' },
    { subject: 'A complaint is due soon' },
  ]);
});

test('of many, a mail has the most urgent twenty and the number of the others', async () => {
  const ids: string[] = [];
  for (let hours = 30; hours > 8; hours--) ids.push(await add(-hours));
  await warnOfDeadlines(app.services);
  const [mail] = await queuedMails(app, team);
  expect(mail).toMatchObject({
    subject: '22 complaints are overdue',
    facts: [...numbersOf(...ids.slice(0, 20)), { label: 'More', value: '2' }],
  });
});

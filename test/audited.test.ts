import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { send } from './back-office-calls.ts';
import { BACK_OFFICE_CHANGES } from './back-office-changes.ts';
import { createTestApp, type TestApp } from './harness.ts';
import { listOperations } from './operations.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Of the office alone, or with others whose changes nobody audits. */
const isOfOffice = (operation: object) =>
  'x-access' in operation &&
  Array.isArray(operation['x-access']) &&
  operation['x-access'].includes('admin');

test('every operation by which the office changes something is in the table', () => {
  const registered = listOperations(app.services)
    .filter((operation) => operation.method !== 'get' && isOfOffice(operation))
    .map(({ name }) => name);
  expect(registered.toSorted()).toEqual(Object.keys(BACK_OFFICE_CHANGES).toSorted());
});

test.each(Object.entries(BACK_OFFICE_CHANGES))(
  '%s is noted in the audit trail',
  async (name, call) => {
    const user = await app.as(call.by ?? 'staff');
    const made = await call.make({ app, user, of: await app.as('influencer') });
    const { status, json } = await send(app, user, name, made);
    expect(json.code ?? status, JSON.stringify(json)).toBe(200);
    const entries = await app.db
      .select({ operation: auditEntries.operation })
      .from(auditEntries)
      .where(eq(auditEntries.actorId, user.id));
    const [method, path = ''] = name.split(' ');
    const isOperation = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const noted = entries.filter(({ operation }) => isOperation.test(operation)).length;
    expect(noted > 0).toBe(call.unaudited === undefined);
  },
);

test('a picture put on a public page is noted too', async () => {
  const user = await app.as('staff');
  const influencer = await app.as('influencer');
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#7c2530' } });
  const { status } = await app.app.request(`/page-images/${influencer.id}/about?name=x.png`, {
    method: 'POST',
    headers: { cookie: user.cookie },
    body: new Uint8Array(await picture.png().toBuffer()),
  });
  expect(status).toBe(200);
  const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.actorId, user.id));
  expect(entries).toMatchObject([{ entity: 'profiles', entityId: influencer.id }]);
});

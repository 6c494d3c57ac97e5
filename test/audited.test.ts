import { eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { POST_OPERATIONS } from '#src/features/trust/reviews/server/post-operations.testing.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { send } from './back-office/calls.ts';
import { BACK_OFFICE_CHANGES } from './back-office/changes.ts';
import { BACK_OFFICE_READS } from './back-office/reads.ts';
import { createTestApp, type TestApp } from './harness.ts';
import { listOperations } from './operations.ts';
import { UNUSED_SMTP } from './smtp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(UNUSED_SMTP);
});
afterAll(() => app.close());

/** Whether the back office may call the operation, possibly with roles that are not audited. */
const isForBackOffice = (operation: object) =>
  'x-access' in operation &&
  Array.isArray(operation['x-access']) &&
  operation['x-access'].includes('admin');

test('every operation with which the back office changes data is in the table', () => {
  const registered = listOperations(app.services)
    .filter((operation) => operation.method !== 'get' && isForBackOffice(operation))
    .map(({ name }) => name)
    // Files of selected records are read with a body.
    .filter((name) => !(name in BACK_OFFICE_READS));
  expect(registered.toSorted()).toEqual(Object.keys(BACK_OFFICE_CHANGES).toSorted());
});

test.each(Object.entries(BACK_OFFICE_CHANGES))(
  '%s is recorded in the audit trail',
  async (name, call) => {
    const user = await app.as(call.by ?? 'staff');
    const created = await call.make({ app, user, influencer: await app.as('influencer') });
    const { status, json } = await send(app, user, name, created);
    expect(json.code ?? status, JSON.stringify(json)).toBe(200);
    const entries = await app.db
      .select({ operation: auditEntries.operation })
      .from(auditEntries)
      .where(eq(auditEntries.actorId, user.id));
    const [method, path = ''] = name.split(' ');
    const isOperation = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const recordedCount = entries.filter(({ operation }) => isOperation.test(operation)).length;
    expect(recordedCount > 0).toBe(call.unaudited === undefined);
  },
);

test('the operations that change posts, their files or their people are those of the publication tests', async () => {
  const changes = await app.db
    .selectDistinctOn([auditEntries.operation], { operation: auditEntries.operation })
    .from(auditEntries)
    .where(inArray(auditEntries.entity, ['content_posts', 'content_media', 'post_people']));
  const names = Object.keys(BACK_OFFICE_CHANGES).filter((name) => {
    const path = new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return changes.some(({ operation }) => path.test(operation));
  });
  expect(names.toSorted()).toEqual(POST_OPERATIONS.toSorted());
});

test('adding a picture to a public page is recorded', async () => {
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

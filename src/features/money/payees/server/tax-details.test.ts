import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { addCharge } from '#src/features/money/payouts/server/payouts.testing.ts';
import { eraseUser } from '#src/features/privacy/erasure/server/erase-user.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { EXAMPLE_W8BEN, EXAMPLE_W8BENE, EXAMPLE_W9 } from '../example-tax-details.ts';
import { confirmTax, proposeTax } from './payees.testing.ts';
import { taxDetails } from './tax-details.table.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let nova: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff] = [await app.as('admin'), await app.as('staff')];
});
beforeEach(async () => {
  nova = await app.as('influencer');
});
afterAll(() => app.close());

const pathOf = (rest = '') => `/api/influencers/${nova.id}/tax-details${rest}`;
const send = (user: TestUser, rest: string, body?: object) =>
  app.call('POST', pathOf(rest), { user, body });
const own = async () => (await app.call('GET', '/api/my-tax-details', { user: nova })).json;
const payee = async () => (await app.call('GET', pathOf(), { user: staff })).json;

describe('tax details of an influencer', () => {
  test('count once somebody of the back office has confirmed them, and each step is mailed', async () => {
    const id = await proposeTax(app, nova, EXAMPLE_W8BEN);
    const shown = { id, form: 'w8ben', legalName: 'Zoë Ångström', country: 'DE', lastFour: '1809' };
    expect(await own()).toMatchObject({ confirmed: null, proposed: shown });
    expect((await send(staff, `/${id}/confirm`)).status).toBe(200);
    expect(await own()).toMatchObject({ confirmed: shown, proposed: null });
    const mails = await queuedMails(app, nova.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your tax details are about to change',
      'Your tax details were changed',
    ]);
    expect(JSON.stringify(mails)).not.toContain('1809');
  });

  test('from a signed form need a second person, one of the two an admin', async () => {
    await send(staff, '', EXAMPLE_W9);
    const { id } = (await payee()).proposed;
    const answers = [];
    for (const user of [staff, await app.as('staff'), admin]) {
      answers.push((await send(user, `/${id}/confirm`)).status);
    }
    expect(answers).toEqual([403, 403, 200]);
  });

  test.each([
    ['a social security number that does not exist', { ...EXAMPLE_W9, tin: '000-12-3456' }, 'tin'],
    ['a number with a digit too many', { ...EXAMPLE_W9, tin: '5369043991' }, 'tin'],
    [
      'the social security number of a company',
      { ...EXAMPLE_W9, classification: 'c_corporation' },
      'tinKind',
    ],
    ['a wrong check digit', { ...EXAMPLE_W8BENE, tin: '732829321' }, 'tin'],
    [
      'neither tax number nor place of birth',
      { ...EXAMPLE_W8BEN, tin: '', birthCity: '' },
      'birthCity',
    ],
    ['the birthday of a minor', { ...EXAMPLE_W8BEN, dateOfBirth: '2019-01-01' }, 'dateOfBirth'],
    ['a residence in the US', { ...EXAMPLE_W8BEN, country: 'US' }, 'country'],
    ['a wrong VAT number', { ...EXAMPLE_W8BENE, vatNumber: 'FR45732829320' }, 'vatNumber'],
    [
      'neither tax nor registration number',
      { ...EXAMPLE_W8BENE, tin: '', registrationNumber: '' },
      'registrationNumber',
    ],
    ['a certification in the future', { ...EXAMPLE_W9, certifiedOn: '2099-01-01' }, 'certifiedOn'],
  ])('with %s are refused', async (_, body, field) => {
    const { status, json } = await app.call('POST', '/api/my-tax-details', { user: nova, body });
    expect(status).toBe(400);
    expect(json.errors[0].path).toBe(field);
  });

  test('are accepted with blanks and hyphens, and without a number where there is a place of birth', async () => {
    await proposeTax(app, nova, { ...EXAMPLE_W9, tin: '536-90-4399' });
    expect((await own()).proposed.lastFour).toBe('4399');
    await proposeTax(app, nova, { ...EXAMPLE_W8BEN, tin: null });
    expect((await own()).proposed.lastFour).toBeNull();
    await proposeTax(app, nova, EXAMPLE_W8BENE);
    expect((await own()).proposed.lastFour).toBe('9320');
  });
});

describe('what identifies a payee', () => {
  test('is in no response, no audit entry and no copy of the database', async () => {
    await confirmTax(app, nova, { by: staff, details: EXAMPLE_W8BEN });
    await send(admin, '', EXAMPLE_W9);
    const seen = JSON.stringify([await own(), await payee()]);
    const { rows } = await app.db.execute(sql`
      select d::text as row from tax_details d union all
      select a::text from audit_entries a where entity = 'tax_details'`);
    const stored = JSON.stringify(rows);
    expect(stored).toContain(nova.id);
    for (const secret of [EXAMPLE_W8BEN.tin, EXAMPLE_W8BEN.street, '1996-04-12', EXAMPLE_W9.tin]) {
      expect(seen + stored).not.toContain(secret);
    }
  });

  test('is revealed to admins for a reason, which the audit trail records', async () => {
    const id = await confirmTax(app, nova, { by: staff, details: EXAMPLE_W8BEN });
    const body = { reason: 'Annual report' };
    const { firstName: _first, lastName: _last, ...shown } = EXAMPLE_W8BEN;
    expect((await send(admin, `/${id}/reveal`, body)).json).toEqual({
      ...shown,
      legalName: 'Zoë Ångström',
      businessName: null,
      classification: null,
      tinKind: null,
      registrationNumber: null,
    });
    const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.entityId, id));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'exported', actorId: admin.id, after: body }),
    );
    expect((await send(staff, `/${id}/reveal`, body)).status).toBe(403);
  });
});

describe('after the deletion of an influencer', () => {
  const erase = () => app.db.transaction((tx) => eraseUser(tx, app.services, nova.id));
  const left = async (id: string) =>
    (await app.db.select().from(taxDetails).where(eq(taxDetails.id, id)))[0];

  test('who was paid, the confirmed details remain with their share in the ledger', async () => {
    await addCharge(app, nova, { at: new Date('2026-03-04T10:00:00Z') });
    const id = await confirmTax(app, nova, { by: staff });
    const proposed = await proposeTax(app, nova, EXAMPLE_W8BEN);
    await erase();
    expect(await left(id)).toMatchObject({
      influencerId: null,
      shareAccountId: expect.any(Number),
      retainedSince: expect.any(Date),
    });
    expect(await left(proposed)).toBeUndefined();
  });

  test('without payments, nothing remains', async () => {
    const id = await confirmTax(app, nova, { by: staff });
    await erase();
    expect(await left(id)).toBeUndefined();
  });
});

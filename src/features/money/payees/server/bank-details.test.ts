import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { EXAMPLE_IBAN, EXAMPLE_US } from '../example-accounts.ts';
import { bankDetails } from './payees.table.ts';
import { confirmAccount, proposeAccount } from './payees.testing.ts';

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

const pathOf = (rest = '') => `/api/influencers/${nova.id}/bank-details${rest}`;
const send = (user: TestUser, rest: string, body?: object) =>
  app.call('POST', pathOf(rest), { user, body });
const own = async () => (await app.call('GET', '/api/my-bank-details', { user: nova })).json;
const payee = async () => (await app.call('GET', pathOf(), { user: staff })).json;
const subjects = async () => (await queuedMails(app, nova.email)).map(({ subject }) => subject);

describe('bank details of an influencer', () => {
  test('count once the back office has confirmed them, and hold payouts for three days', async () => {
    const id = await proposeAccount(app, nova);
    expect(await own()).toMatchObject({
      confirmed: null,
      heldUntil: null,
      proposed: { id, lastFour: '3000', holderName: EXAMPLE_IBAN.holderName, isByPayee: true },
    });
    const confirmed = await send(staff, `/${id}/confirm`);
    expect(confirmed.status).toBe(200);
    expect(await own()).toMatchObject({ proposed: null, confirmed: { id, lastFour: '3000' } });
    const days = (Date.parse((await own()).heldUntil) - Date.now()) / (24 * 60 * 60_000);
    expect(days).toBeCloseTo(3, 1);
    expect(await subjects()).toEqual([
      'Your bank details are about to change',
      'Your bank details were changed',
    ]);
  });

  test('no longer hold payouts after these days', async () => {
    await confirmAccount(app, nova, { by: staff, daysAgo: 3.1 });
    expect((await own()).heldUntil).toBeNull();
  });

  test('are replaced by confirmed new ones, and all versions remain', async () => {
    await confirmAccount(app, nova, { by: staff });
    await confirmAccount(app, nova, { by: admin, details: EXAMPLE_US });
    const { confirmed, versions } = await payee();
    expect(confirmed).toMatchObject({ kind: 'us', lastFour: '6789' });
    expect(versions.map(({ status }: { status: string }) => status)).toEqual([
      'confirmed',
      'replaced',
    ]);
  });

  test('stay as they are while a change waits, and a newer proposal withdraws it', async () => {
    await confirmAccount(app, nova, { by: staff });
    await proposeAccount(app, nova, EXAMPLE_US);
    await proposeAccount(app, nova, { ...EXAMPLE_US, accountNumber: '55554444' });
    const { confirmed, proposed, versions } = await payee();
    expect([confirmed.lastFour, proposed.lastFour]).toEqual(['3000', '4444']);
    expect(versions[1].status).toBe('withdrawn');
    await app.call('POST', '/api/my-bank-details/withdraw', { user: nova });
    expect((await payee()).proposed).toBeNull();
  });

  test('are declined with a reason that the influencer receives', async () => {
    const id = await proposeAccount(app, nova);
    await send(staff, `/${id}/decline`, { reason: 'The holder is somebody else.' });
    expect(await own()).toMatchObject({
      proposed: null,
      declined: { reason: 'The holder is somebody else.' },
    });
    const [mail] = (await queuedMails(app, nova.email)).slice(-1);
    expect(mail!.paragraphs.join(' ')).toContain('The holder is somebody else.');
    expect((await send(staff, `/${id}/confirm`)).json.code).toBe('not-allowed-in-state');
  });

  test('are not confirmed if the password of whoever entered them has changed since', async () => {
    const id = await proposeAccount(app, nova);
    const change = { currentPassword: PASSWORD, newPassword: 'lantern-otter-quilt' };
    await app.call('POST', '/api/auth/change-password', { user: nova, body: change });
    expect((await send(admin, `/${id}/confirm`)).json.code).toBe('not-allowed-in-state');
    const again = await proposeAccount(app, nova);
    expect((await send(admin, `/${again}/confirm`)).status).toBe(200);
  });

  test('name nobody of the back office to the influencer', async () => {
    await send(staff, '', EXAMPLE_IBAN);
    const { proposed } = await own();
    expect(proposed).toMatchObject({ isByPayee: false });
    expect(proposed).not.toHaveProperty('proposedBy');
    expect(JSON.stringify(proposed)).not.toContain(staff.id);
  });

  test.each([
    ['a wrong check digit', { ...EXAMPLE_IBAN, iban: 'DE88370400440532013000' }, 'iban'],
    ['a wrong BIC', { ...EXAMPLE_IBAN, bic: 'COBA' }, 'bic'],
    ['a name in other letters', { ...EXAMPLE_IBAN, holderName: 'Елена' }, 'holderName'],
    ['an unknown country', { ...EXAMPLE_IBAN, country: 'XX' }, 'country'],
    ['a wrong routing number', { ...EXAMPLE_US, routingNumber: '021000022' }, 'routingNumber'],
    ['letters in the number', { ...EXAMPLE_US, accountNumber: '12x4' }, 'accountNumber'],
    ['euros in the US', { ...EXAMPLE_US, currency: 'EUR' }, 'currency'],
  ])('with %s are refused', async (_, body, field) => {
    const { status, json } = await app.call('POST', '/api/my-bank-details', { user: nova, body });
    expect(status).toBe(400);
    expect(json.errors[0].path).toBe(field);
  });
});

describe('a second person', () => {
  test('confirms what a member of the back office proposed, and one of the two is an admin', async () => {
    await send(staff, '', EXAMPLE_IBAN);
    const { id } = (await payee()).proposed;
    expect((await send(staff, `/${id}/confirm`)).json).toMatchObject({
      code: 'forbidden',
      detail: 'A second person has to confirm what you entered.',
    });
    const other = await app.as('staff');
    expect((await payee()).proposed).toMatchObject({ isOwnProposal: true, needsAdmin: true });
    expect((await send(other, `/${id}/confirm`)).json.detail).toBe(
      'An admin has to decide this: one of the two people has to be an admin.',
    );
    expect((await send(admin, `/${id}/confirm`)).json.confirmed).toMatchObject({
      id,
      decidedBy: expect.any(String),
    });
  });

  test('is an admin, if the colleague who proposed it was deleted', async () => {
    await send(staff, '', EXAMPLE_IBAN);
    const { id } = (await payee()).proposed;
    await app.db.update(bankDetails).set({ proposedBy: null }).where(eq(bankDetails.id, id));
    expect((await send(staff, `/${id}/confirm`)).json.code).toBe('forbidden');
    expect((await payee()).proposed).toMatchObject({ isOwnProposal: false, needsAdmin: true });
  });

  test('is required by the database as well', async () => {
    const id = await proposeAccount(app, nova);
    const byOneself = sql`update bank_details set status = 'confirmed', decided_at = now(),
      decided_by = proposed_by where id = ${id}`;
    await expect(app.db.execute(byOneself)).rejects.toMatchObject({
      cause: { constraint: 'bank_details_by_two_people' },
    });
  });

  test('confirms once, also when two confirm at the same time', async () => {
    const id = await proposeAccount(app, nova);
    const results = await Promise.all([
      send(staff, `/${id}/confirm`),
      send(admin, `/${id}/confirm`),
    ]);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await subjects()).filter((each) => each.endsWith('were changed'))).toHaveLength(1);
  });
});

describe('the numbers', () => {
  test('are in no response, no audit entry and no copy of the database', async () => {
    await confirmAccount(app, nova, { by: staff });
    await send(admin, '', EXAMPLE_US);
    const seen = JSON.stringify([await own(), await payee()]);
    const rows = await app.db.execute(sql`
      select d::text as row from bank_details d union all
      select a::text from audit_entries a where entity = 'bank_details'`);
    const stored = JSON.stringify(rows.rows);
    expect(stored).toContain(nova.id);
    for (const secret of [EXAMPLE_IBAN.iban.slice(4), EXAMPLE_US.accountNumber]) {
      expect(seen + stored).not.toContain(secret);
    }
  });

  test('are revealed to admins for a reason, which the audit trail records', async () => {
    const id = await confirmAccount(app, nova, { by: staff });
    const body = { reason: 'The bank asks for it' };
    expect((await send(admin, `/${id}/reveal`, body)).json).toEqual({
      number: EXAMPLE_IBAN.iban,
      bank: EXAMPLE_IBAN.bic,
    });
    const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.entityId, id));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'exported', actorId: admin.id, after: body }),
    );
    expect((await send(staff, `/${id}/reveal`, body)).json.code).toBe('forbidden');
    expect((await send(admin, `/${id}/reveal`, { reason: ' ' })).status).toBe(400);
  });

  test('of one version cannot be read as those of another', async () => {
    const id = await confirmAccount(app, nova, { by: staff });
    const [{ sealed } = { sealed: '' }] = await app.db
      .select()
      .from(bankDetails)
      .where(eq(bankDetails.id, id));
    const other = await proposeAccount(app, nova, EXAMPLE_US);
    await app.db.update(bankDetails).set({ sealed }).where(eq(bankDetails.id, other));
    expect((await send(admin, `/${other}/reveal`, { reason: 'x' })).status).toBe(500);
  });
});

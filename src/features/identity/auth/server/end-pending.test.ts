import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users, verifications } from '#src/features/identity/accounts/server/accounts.table.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import {
  confirm,
  confirmToken,
  queuedMails,
  requestChange,
  undo,
  undoToken,
} from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { addPasskey } from '#src/features/identity/second-factor/server/authenticator.testing.ts';
import {
  passkeyChallenges,
  passkeys,
} from '#src/features/identity/second-factor/server/passkeys.table.ts';
import {
  secondFactorResets,
  secondFactors,
} from '#src/features/identity/second-factor/server/second-factor.table.ts';
import {
  currentCode,
  setUp,
} from '#src/features/identity/second-factor/server/second-factor.testing.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { inviteUser, sendInvitation } from './invitations/invitations.ts';
import { knownDevices } from './known-devices.table.ts';
import { issueOneTimeToken } from './one-time-tokens.ts';
import { secureAccountUrl } from './secure-account.ts';

const NEW_PASSWORD = 'lantern-otter-quilt';

let app: TestApp;
let owner: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  [owner, admin] = [await app.as('admin'), await app.as('admin')];
  await app.limits.emailLink.reset('local');
  await app.limits.resetPassword.reset('local');
});
afterAll(() => app.close());

const post = (address: string, body: object, user?: TestUser) =>
  app.call('POST', address, { user, body });
const outcome = ({ status, json }: { status: number; json: { code?: string } }) =>
  json.code ?? status;
const signIn = (email: string, password = PASSWORD, code?: string) =>
  post('/api/auth/sign-in', { email, password, ...(code && { code }) });
/** The token of the link in the latest mail about a new device. */
async function signInReport({ email }: TestUser): Promise<string> {
  const mails = await queuedMails(app, email);
  const { action } = mails.findLast(({ subject }) => subject === 'New sign-in to your account')!;
  return secureAccountUrl(app.config, (action as { subject: string }).subject).split('#')[1]!;
}
const secure = (token: string) => post('/api/secure-account/use', { token });
const resetToken = ({ id }: TestUser) =>
  issueOneTimeToken(app.db, { purpose: 'password-reset', subject: id }, 1);
const reset = async (user: TestUser, token?: string) =>
  post('/api/auth/reset-password', {
    token: token ?? (await resetToken(user)),
    newPassword: NEW_PASSWORD,
  });

/** What the owner does about a thief, each with the same effect. */
const DEFENCES: [string, (user: TestUser, report: string) => Promise<unknown>][] = [
  [
    'changing the password',
    (user) =>
      post(
        '/api/auth/change-password',
        { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
        user,
      ),
  ],
  ['resetting the password', (user) => reset(user)],
  ['“This wasn’t me”', (_, report) => secure(report)],
];

describe.each(DEFENCES)('%s ends what was begun in the account', (_, defend) => {
  test('sessions, devices, links, changes of address, setups, resets and invitations', async () => {
    const thief = { ...owner, cookie: await app.signIn(owner.email) };
    const report = await signInReport(owner);
    const address = `thief-${owner.email}`;
    await requestChange(app, thief, address);
    const confirmation = await confirmToken(app, address);
    const oldLink = await resetToken(owner);
    await post('/api/account/second-factor/setup', {}, thief);
    await post('/api/account/passkeys/options', {}, owner);
    await setUp(app, admin);
    await app.db.insert(secondFactorResets).values({ userId: admin.id, requestedBy: owner.id });
    const [invited, other] = [await app.as('staff'), await app.as('subscriber')];
    await inviteUser({ ...app, invitedBy: owner.id }, invited.id);
    const invitation = await issueOneTimeToken(
      app.db,
      { purpose: 'invitation', subject: invited.id },
      24,
    );
    const moved = `moved-${other.email}`;
    await app.db.insert(emailConfirmations).values({
      userId: other.id,
      email: moved,
      requestedBy: 'admin',
      adminId: owner.id,
      expiresAt: new Date(Date.now() + 3_600_000),
    });

    await defend(owner, report);

    expect((await app.call('GET', '/api/users', { user: thief })).status).toBe(401);
    const known = await app.db.select().from(knownDevices).where(eq(knownDevices.userId, owner.id));
    expect(known.filter(({ deviceHash, signedInAt }) => deviceHash && signedInAt)).toEqual([]);
    expect(outcome(await reset(owner, oldLink))).toBe('not-found');
    expect(outcome(await confirm(app, confirmation, NEW_PASSWORD))).toBe('not-found');
    expect(outcome(await confirm(app, confirmation))).toBe('not-found');
    const pending = await app.db
      .select()
      .from(emailConfirmations)
      .where(eq(emailConfirmations.userId, other.id));
    expect(pending).toEqual([]);
    const setups = await app.db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, owner.id));
    expect(setups).toEqual([]);
    expect(await app.db.select().from(passkeyChallenges)).toEqual([]);
    expect(await app.db.select().from(secondFactorResets)).toEqual([]);
    expect(outcome(await reset(invited, invitation))).toBe('not-found');
    await sendInvitation(app.services, invited.id);
    const links = await app.db
      .select()
      .from(verifications)
      .where(eq(verifications.identifier, `invitation:${invited.id}`));
    expect(links).toEqual([]);
  });
});

test('a confirmation that is older than the password is refused, even if it is stored', async () => {
  const email = `late-${owner.email}`;
  await requestChange(app, owner, email);
  const token = await confirmToken(app, email);
  const [stored] = await app.db
    .select()
    .from(emailConfirmations)
    .where(eq(emailConfirmations.userId, owner.id));
  await reset(owner);
  await app.db.insert(emailConfirmations).values(stored!);
  expect(outcome(await confirm(app, token, NEW_PASSWORD))).toBe('not-found');
});

describe('changing the address with a second factor', () => {
  test('needs it, also in a session that was confirmed with the password before it was on', async () => {
    const thief = { ...owner, cookie: await app.signIn(owner.email) };
    const { secret } = await setUp(app, owner);
    const email = `new-${owner.email}`;
    expect(outcome(await requestChange(app, thief, email))).toBe('confirmation-required');
    const confirmWith = (body: object) => post('/api/auth/confirmation', body, thief);
    expect(outcome(await confirmWith({ currentPassword: PASSWORD }))).toBe(
      'second-factor-required',
    );
    expect(outcome(await requestChange(app, thief, email))).toBe('confirmation-required');
    expect(outcome(await confirmWith({ code: currentCode(secret) }))).toBe(200);
    expect(outcome(await requestChange(app, thief, email))).toBe(200);
  });
});

describe('factors of a thief', () => {
  const factorsOf = async ({ id }: TestUser) => ({
    passkeys: (await app.db.select().from(passkeys).where(eq(passkeys.userId, id))).length,
    isOn: (await app.db.select().from(secondFactors).where(eq(secondFactors.userId, id))).length,
  });

  test('are removed with “This wasn’t me”, and the owner gets in with the mailed link', async () => {
    const thief = { ...owner, cookie: await app.signIn(owner.email) };
    const report = await signInReport(owner);
    await setUp(app, thief);
    await addPasskey(app, thief);
    await reset(owner);
    expect(outcome(await signIn(owner.email, NEW_PASSWORD))).toBe('second-factor-required');
    expect(outcome(await secure(report))).toBe(200);
    expect(await factorsOf(owner)).toEqual({ passkeys: 0, isOn: 0 });
    const token = await resetToken(owner);
    await post('/api/auth/reset-password', { token, newPassword: 'marble-kettle-orbit' });
    expect(outcome(await signIn(owner.email, 'marble-kettle-orbit'))).toBe(200);
  });

  test('are removed when the change of address is undone', async () => {
    const fan = await app.as('subscriber');
    const email = `thief-${fan.email}`;
    await requestChange(app, fan, email);
    await addPasskey(app, fan);
    await confirm(app, await confirmToken(app, email));
    await undo(app, await undoToken(app, fan.email));
    expect(await factorsOf(fan)).toEqual({ passkeys: 0, isOn: 0 });
    await reset(fan);
    expect(outcome(await signIn(fan.email, NEW_PASSWORD))).toBe(200);
  });

  test('go alone: those from before the sign-in stay and are still needed', async () => {
    const { secret, recoveryCodes } = await setUp(app, owner);
    await addPasskey(app, owner);
    const code = recoveryCodes[0]!;
    await signIn(owner.email, PASSWORD, code);
    const report = await signInReport(owner);
    await addPasskey(app, owner);
    expect(await factorsOf(owner)).toEqual({ passkeys: 2, isOn: 1 });
    await secure(report);
    expect(await factorsOf(owner)).toEqual({ passkeys: 1, isOn: 1 });
    await reset(owner);
    expect(outcome(await signIn(owner.email, NEW_PASSWORD))).toBe('second-factor-required');
    expect(outcome(await signIn(owner.email, NEW_PASSWORD, currentCode(secret)))).toBe(200);
  });

  test('end with the first mailed link of a fan whose address nobody had confirmed', async () => {
    const fan = await app.as('subscriber');
    await app.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, fan.id));
    await addPasskey(app, fan);
    expect((await reset(fan)).json).toEqual({ passkeys: [] });
    expect(outcome(await signIn(fan.email, NEW_PASSWORD))).toBe(200);
  });
});

test('a reset lists the passkeys that remain, and removes none', async () => {
  await addPasskey(app, owner);
  const { json } = await reset(owner);
  expect(json).toEqual({ passkeys: [{ name: expect.any(String), addedAt: expect.any(String) }] });
  const stored = await app.db.select().from(passkeys).where(eq(passkeys.userId, owner.id));
  expect(stored).toHaveLength(1);
});

test('“This wasn’t me” works for 30 days, whatever a thief does with the password', async () => {
  await post('/api/auth/token', { email: owner.email, password: PASSWORD });
  const report = await signInReport(owner);
  await reset(owner);
  const ofOwner = eq(knownDevices.userId, owner.id);
  const read = () => post('/api/secure-account', { token: report });
  const age = (days: number) =>
    app.db
      .update(knownDevices)
      .set({ signedInAt: new Date(Date.now() - days * 86_400_000) })
      .where(ofOwner);
  await age(29);
  expect(outcome(await read())).toBe(200);
  await age(31);
  expect([outcome(await read()), outcome(await secure(report))]).toEqual([
    'not-found',
    'not-found',
  ]);
});

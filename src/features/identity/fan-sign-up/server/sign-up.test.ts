import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { countDerivations } from '#src/features/identity/accounts/server/count-derivations.testing.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  moveTo,
  queuedMails,
} from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { createTestApp, PASSWORD, type TestApp } from '#test/harness.ts';
import { sweepSignUps } from './finish-sign-up.ts';
import { signUpUrl } from './sign-up-link.ts';
import { signUps } from './sign-ups.table.ts';

let app: TestApp;
let count = 0;
let email: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  email = `joining-${++count}@example.test`;
  await app.limits.signUp.reset('local');
  await app.limits.emailLink.reset('local');
});
afterAll(() => app.close());

const fan = (address = email) => ({
  email: address,
  password: PASSWORD,
  gender: 'female',
  sexualPreference: 'straight',
  dateOfBirth: '1990-04-01',
  preferences: ['Cosplay'],
});
const signUp = (body: object = fan()) => app.call('POST', '/api/fans', { body });
/** Finishes in another browser than that of the sign-up, unless there is its cookie. */
const finish = (token: string, password: string | undefined = PASSWORD, cookie?: string) =>
  app.call('POST', '/api/sign-up-link/finish', {
    body: { token, password },
    ...(cookie !== undefined && { user: { id: '', email, cookie } }),
  });
const read = (token: string) => app.call('POST', '/api/sign-up-link', { body: { token } });
const signIn = (address = email) =>
  app.call('POST', '/api/auth/sign-in', { body: { email: address, password: PASSWORD } });
const subjectsTo = async (to: string) => (await queuedMails(app, to)).map(({ subject }) => subject);
const accounts = () => app.db.select().from(users).where(eq(users.email, email));

/** The tokens of the links that were mailed to the address, oldest first. */
async function mailedTokens(): Promise<string[]> {
  const mails = await queuedMails(app, email);
  return mails.flatMap(({ action }) =>
    action && 'kind' in action && action.kind === 'sign-up-link'
      ? [signUpUrl(app.config, action.subject).split('#')[1]!]
      : [],
  );
}

describe('a sign-up', () => {
  test('is answered alike for known and unknown addresses, and tells only their owners', async () => {
    const known = await app.as('staff');
    const answers = [await signUp(), await signUp(fan(known.email.toUpperCase()))];
    for (const { status, json, headers } of answers) {
      expect({ status, json }).toEqual({ status: 200, json: { isSignedIn: false } });
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^velvet\.device=/)]);
    }
    const [unknownHeaders, knownHeaders] = answers.map(({ headers }) => [...headers.keys()]);
    expect(knownHeaders).toEqual(unknownHeaders);
    expect(await subjectsTo(email)).toEqual(['Confirm your email address']);
    expect(await subjectsTo(known.email)).toEqual(['You already have an account']);
    expect([(await signIn()).json.code, (await signIn(known.email)).status]).toEqual([
      'invalid-credentials',
      200,
    ]);
  });

  test('costs the derivation of a key for known and unknown addresses', async () => {
    const known = await app.as('subscriber');
    for (const address of [known.email, email]) {
      expect(await countDerivations(() => signUp(fan(address)))).toBe(1);
    }
  });

  test('creates no account before the link is used, and stores no password', async () => {
    await signUp();
    expect(await accounts()).toEqual([]);
    expect(JSON.stringify(await app.db.select().from(signUps))).not.toContain(PASSWORD);
    const { rows } = await app.db.execute(sql`select data from jobs.job`);
    expect(JSON.stringify(rows)).not.toContain((await mailedTokens())[0]);
  });

  test('sends an address five mails an hour, and its answer stays the same', async () => {
    for (let i = 0; i < 7; i += 1) expect((await signUp()).json).toEqual({ isSignedIn: false });
    expect(await queuedMails(app, email)).toHaveLength(5);
  });

  test('with the previous address of an account that can restore it creates no account', async () => {
    const user = await app.as('subscriber');
    await moveTo(app, user, `new-${user.email}`);
    await signUp(fan(user.email));
    expect((await subjectsTo(user.email)).at(-1)).toBe('You already have an account');
  });
});

describe('the link of a sign-up by a stranger', () => {
  const NO_PASSWORD = '';
  const deviceOf = ({ headers }: Awaited<ReturnType<typeof signUp>>) =>
    headers.getSetCookie()[0]!.split(';')[0]!;
  const readIn = (token: string, cookie: string) =>
    app.call('POST', '/api/sign-up-link', { body: { token }, user: { id: '', email, cookie } });

  test('needs no password in the browser that signed up', async () => {
    const cookie = deviceOf(await signUp());
    const [token = ''] = await mailedTokens();
    expect((await readIn(token, cookie)).json.needsPassword).toBe(false);
    expect((await finish(token, NO_PASSWORD, cookie)).json.isSignedIn).toBe(true);
  });

  test('creates nothing in any other browser without the password, however often one guesses', async () => {
    await signUp();
    const [token = ''] = await mailedTokens();
    const cookie = deviceOf(await signUp(fan(`other-${email}`)));
    for (const browser of [undefined, cookie, `${cookie}x`]) {
      const { json } = await finish(token, NO_PASSWORD, browser);
      expect(json).toMatchObject({ code: 'invalid-credentials', errors: [{ path: 'password' }] });
    }
    for (let i = 0; i < 7; i += 1) await finish(token, `wrong-password-${i}`);
    expect((await finish(token)).json.code).toBe('rate-limited');
    expect(await accounts()).toEqual([]);
  });

  test('is replaced by a sign-up of the owner, whose own password counts', async () => {
    await signUp();
    const own = 'lantern-otter-quilt';
    const cookie = deviceOf(await signUp({ ...fan(), password: own }));
    const [theirs = '', mine = ''] = await mailedTokens();
    expect((await finish(mine, NO_PASSWORD, cookie)).json.isSignedIn).toBe(true);
    expect((await finish(theirs)).status).toBe(404);
    const signInWith = (password: string) =>
      app.call('POST', '/api/auth/sign-in', { body: { email, password } });
    expect((await signInWith(PASSWORD)).status).toBe(401);
    expect((await signInWith(own)).status).toBe(200);
  });
});

describe('the link in the mail', () => {
  test('creates the account, signs in and returns the requested page', async () => {
    await signUp({ ...fan(), next: '/marketplace/subscribe/nova' });
    const [token = ''] = await mailedTokens();
    expect((await read(token)).json).toEqual({
      email,
      isFinished: false,
      needsPassword: true,
      next: '/marketplace/subscribe/nova',
    });
    expect(await accounts()).toEqual([]);
    const { json, headers } = await finish(token);
    expect(json).toMatchObject({ isSignedIn: true, next: '/marketplace/subscribe/nova' });
    const cookie = headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const user = { id: '', email, cookie };
    const { session } = (await app.call('GET', '/api/auth/session', { user })).json;
    expect(session).toMatchObject({ role: 'subscriber', user: { email, isEmailConfirmed: true } });
    const [profile] = await app.db.select().from(profiles).where(eq(profiles.email, email));
    expect(profile).toMatchObject({ gender: 'female', dateOfBirth: '1990-04-01' });
    expect((await subjectsTo(email)).at(-1)).toBe('Welcome! Your account is ready');
    expect((await signIn()).status).toBe(200);
  });

  test('works once, even when used several times simultaneously, and then signs nobody in', async () => {
    await signUp();
    const [token = ''] = await mailedTokens();
    const answers = await Promise.all([1, 2, 3].map(() => finish(token)));
    expect(answers.filter(({ json }) => json.isSignedIn)).toHaveLength(1);
    const late = await finish(token);
    expect(late).toMatchObject({ status: 200, json: { isFinished: true, isSignedIn: false } });
    expect(late.headers.getSetCookie()).toEqual([]);
    expect(await accounts()).toHaveLength(1);
    const [row] = await app.db.select().from(signUps).where(eq(signUps.email, email));
    expect(row).toMatchObject({ password: null, profile: null });
  });

  test('ends the other links to the address', async () => {
    await signUp();
    await signUp();
    const [first = '', second = ''] = await mailedTokens();
    expect((await finish(first)).json.isSignedIn).toBe(true);
    expect((await finish(second)).status).toBe(404);
  });

  test('is refused when forged or expired', async () => {
    await signUp();
    const [token = ''] = await mailedTokens();
    for (const forged of ['', 'x', token.slice(0, -1), token.split('.')[0]!]) {
      expect((await finish(forged)).status).toBe(404);
    }
    const past = { expiresAt: new Date(Date.now() - 1) };
    await app.db.update(signUps).set(past).where(eq(signUps.email, email));
    expect((await finish(token)).status).toBe(404);
    await sweepSignUps(app.db);
    expect(await app.db.select().from(signUps).where(eq(signUps.email, email))).toEqual([]);
  });

  test('changes nothing when the address got an account in the meantime', async () => {
    await signUp();
    const [token = ''] = await mailedTokens();
    const other = await app.as('staff');
    await app.db.update(users).set({ email }).where(eq(users.id, other.id));
    expect((await finish(token)).json.code).toBe('email-taken');
    const [role] = await app.db.select().from(userRoles).where(eq(userRoles.userId, other.id));
    expect(role!.role).toBe('staff');
  });

  test.each(['//evil.test', 'https://evil.test/', '/login', 'javascript:alert(1)'])(
    'never leads to %s',
    async (next) => {
      await signUp({ ...fan(), next });
      expect((await finish((await mailedTokens())[0]!)).json.next).toBeNull();
    },
  );
});

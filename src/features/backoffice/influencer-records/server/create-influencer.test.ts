import { desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import {
  credentials,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { RESERVED_SLUGS } from '#src/lib/slug.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';

let app: TestApp;
let staff: TestUser;
let count = 0;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());

const filled = (values: object = {}) => ({
  email: `made-${++count}@example.test`,
  password: 'velvet-evening-7',
  fullName: `Made ${count}`,
  phone: '+1 555 0100',
  publicUrl: `made-${count}`,
  whyJoin: 'To be my own publisher.',
  ...values,
});
const send = (body: object, user = staff) => app.call('POST', '/api/influencers', { user, body });

async function create(values: object = {}, user = staff) {
  const { status, json } = await send(filled(values), user);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as { id: string; publicUrl: string };
}

async function everythingOf(email: string) {
  const { rows } = await app.pool.query(
    `select (select count(*) from users where email = $1) + (select count(*) from profiles where email = $1)
       + (select count(*) from user_roles where user_id in (select id from users where email = $1)) as count`,
    [email],
  );
  return Number(rows[0].count);
}

describe.each(['admin', 'staff'] as const)('%s', (role) => {
  test('creates an influencer who can sign in at once and then chooses their own password', async () => {
    const maker = await app.as(role);
    const email = `By-${role}@Example.test`;
    const fields = {
      dateOfBirth: '1997-04-12',
      contentCategory: 'Fitness',
      instagramHandle: ' @made ',
      instagramFollowers: 12_500,
      experienceYears: 3,
      brandPersonality: 'Fun & Playful',
      portfolioUrl: 'https://example.com/me',
      niche: '',
    };
    const { id, publicUrl } = await create({ email, ...fields }, maker);
    const [profile] = await app.db.select().from(profiles).where(eq(profiles.id, id));
    expect(profile).toMatchObject({
      ...fields,
      email: email.toLowerCase(),
      publicUrl,
      instagramHandle: '@made',
      niche: null,
      tiktokFollowers: 0,
      whyJoin: 'To be my own publisher.',
      version: 1,
    });
    const cookie = await app.signIn(email, 'velvet-evening-7');
    const { json } = await app.call('GET', '/api/auth/session', {
      user: { id, email, cookie },
    });
    expect(json.session).toMatchObject({ role: 'influencer', mustChangePassword: true });
  });
});

test('the password is not readable anywhere, including the audit trail', async () => {
  const password = 'nobody-reads-this-93';
  const { id } = await create({ password });
  const { rows } = await app.pool.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public'",
  );
  expect(rows).toContainEqual({ table_name: 'audit_entries' });
  for (const { table_name: table } of rows) {
    const found = await app.pool.query(
      `select 1 from "${table}" t where position($1 in t::text) > 0`,
      [password],
    );
    expect(found.rows, table).toEqual([]);
  }
  const entries = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.actorId, staff.id))
    .orderBy(desc(auditEntries.id))
    .limit(4);
  const request = entries.filter(({ requestId }) => requestId === entries[0]!.requestId);
  expect(request.map(({ entity }) => entity).toSorted()).toEqual([
    'credentials',
    'profiles',
    'user_roles',
    'users',
  ]);
  expect(JSON.stringify(request)).not.toContain('$');
  const [{ password: hash } = {}] = await app.db
    .select()
    .from(credentials)
    .where(eq(credentials.userId, id));
  expect(JSON.stringify(await app.db.select().from(auditEntries))).not.toContain(hash);
});

describe('all or nothing', () => {
  test.each([
    ['profiles', 'Profile creation failed'],
    ['user_roles', 'Role assignment failed'],
    ['influencer_notes', 'Something went wrong on our side'],
  ])('when %s cannot be written, nothing is stored: %s', async (table, detail) => {
    const applicationId = await createApplication(app.db, { status: 'accepted' });
    const body = filled({ applicationId });
    await app.pool.query(
      `create function refuse_once() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
       create trigger refuse_once before insert on ${table} for each row execute function refuse_once()`,
    );
    const refused = await send(body);
    await app.pool.query('drop function refuse_once() cascade');
    expect(refused).toMatchObject({ status: 500, json: { code: 'internal', detail } });
    expect(await everythingOf(body.email)).toBe(0);
    const [application] = await app.db
      .select()
      .from(influencerApplications)
      .where(eq(influencerApplications.id, applicationId));
    expect(application!.influencerId).toBeNull();
    expect((await send(body)).status).toBe(200);
    expect(await everythingOf(body.email)).toBe(3);
  });

  test('an email address that is taken is reported at its field, and the account does not change', async () => {
    const fan = await app.as('subscriber');
    expect(await send(filled({ email: fan.email.toUpperCase() }))).toMatchObject({
      status: 409,
      json: {
        code: 'email-taken',
        errors: [{ path: 'email', message: 'An account with this email already exists.' }],
      },
    });
    const [role] = await app.db.select().from(userRoles).where(eq(userRoles.userId, fan.id));
    expect(role!.role).toBe('subscriber');
  });

  test('of ten simultaneous identical requests one creates an influencer', async () => {
    const body = filled();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.code === 'email-taken')).toHaveLength(9);
  });
});

describe('the public URL', () => {
  test.each([
    ['Luna St. Claire!', 'luna-st--claire-'],
    ['ÉCLAT_9', '-clat-9'],
    ['  already-one ', 'already-one'],
  ])('%j becomes %j', async (typed, publicUrl) => {
    expect(await create({ publicUrl: typed })).toMatchObject({ publicUrl });
  });

  test.each(['', '   ', null, undefined])(
    'is derived from the full name when it is %j',
    async (typed) => {
      const fullName = `Vera Noir ${++count}`;
      const created = await create({ fullName, publicUrl: typed });
      expect(created.publicUrl).toBe(`vera-noir-${fullName.split(' ').at(-1)}`);
    },
  );

  test('gets the time as a suffix when it exists already', async () => {
    await create({ publicUrl: 'twice' });
    const before = Date.now();
    const { publicUrl } = await create({ publicUrl: 'Twice' });
    const [, time] = /^twice-(\d+)$/.exec(publicUrl)!;
    expect(Number(time)).toBeGreaterThanOrEqual(before);
    expect(Number(time)).toBeLessThanOrEqual(Date.now());
  });

  test('is unique for each of ten simultaneous requests', async () => {
    const created = await Promise.all(
      Array.from({ length: 10 }, () => create({ publicUrl: 'wanted-by-all' })),
    );
    const slugs = created.map(({ publicUrl }) => publicUrl);
    expect(new Set(slugs).size).toBe(10);
    expect(slugs.filter((slug) => slug === 'wanted-by-all')).toHaveLength(1);
    expect(slugs.every((slug) => /^wanted-by-all(-\d+)?$/.test(slug))).toBe(true);
  });

  test('that was assigned simultaneously is rejected at its field', async () => {
    const { id } = await create();
    const other = await app.pool.connect();
    await other.query('begin');
    await other.query(`update profiles set public_url = 'given-away' where id = $1`, [id]);
    const body = filled({ publicUrl: 'given-away' });
    const creation = send(body);
    const isWaiting = async () => {
      const { rows } = await app.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    await expect.poll(isWaiting).toBe(true);
    await other.query('commit');
    other.release();
    const message = 'This public URL has just been taken. Try again.';
    expect(await creation).toMatchObject({
      status: 409,
      json: { code: 'conflict', errors: [{ path: 'publicUrl', message }] },
    });
    expect(await everythingOf(body.email)).toBe(0);
  });

  test.each([...RESERVED_SLUGS.slice(0, 3), 'My Feed', 'INFLUENCERS'])(
    '%j is reserved and rejected',
    async (publicUrl) => {
      const { status, json } = await send(filled({ publicUrl }));
      expect(status).toBe(400);
      expect(json.errors).toMatchObject([
        { path: 'publicUrl', message: expect.stringContaining('is reserved by the site') },
      ]);
    },
  );
});

describe('invalid input', () => {
  test('an empty form reports the error of every required field', async () => {
    const { status, json } = await send({});
    expect(status).toBe(400);
    expect(
      Object.fromEntries(
        json.errors.map((error: { path: string; message: string }) => [error.path, error.message]),
      ),
    ).toEqual({
      email: 'Email address is required',
      password: 'Password is required',
      fullName: 'Full name is required',
      phone: 'Phone number is required',
      publicUrl: 'Public URL is required',
      whyJoin: 'Please enter why they want to join',
    });
  });

  const minor = `${new Date().getUTCFullYear() - 17}-01-01`;
  test.each([
    [{ password: 'seven77' }, 'password', 'Password must be at least 8 characters long'],
    [{ publicUrl: '张伟', fullName: '张伟' }, 'publicUrl', 'Public URL is required'],
    [{ publicUrl: 'x'.repeat(61) }, 'publicUrl', 'Public URL must be at most 60 characters long'],
    [{ dateOfBirth: minor }, 'dateOfBirth', 'An influencer must be 18 or older'],
    [{ contentCategory: 'Travel' }, 'contentCategory', 'Please select a category'],
    [{ bio: 'nul\0' }, 'bio', 'This contains characters that cannot be stored'],
    [{ goals: 'x'.repeat(5_001) }, 'goals', 'Goals must be at most 5,000 characters long'],
    [
      { instagramFollowers: 2 ** 31 },
      'instagramFollowers',
      'Instagram Followers can be at most 2,147,483,647',
    ],
    [
      { portfolioUrl: 'javascript:alert(1)' },
      'portfolioUrl',
      'Portfolio URL must be a web address such as https://example.com',
    ],
  ])('%j', async (values, path, message) => {
    const { status, json } = await send(filled(values));
    expect([status, json.errors]).toEqual([400, [{ path, message }]]);
  });

  test.each([null, 'text', 7, []])('a body that is %j is rejected', async (body) => {
    const answer = await app.call('POST', '/api/influencers', { user: staff, body });
    expect(answer.status).toBe(400);
  });
});

describe('a conversion', () => {
  test('links the accepted application and stores as a note what has no field', async () => {
    const applicationId = await createApplication(app.db, {
      status: 'accepted',
      age: 24,
      experience: 'Some evenings, since school.',
    });
    const { id } = await create({ applicationId });
    const [application] = await app.db
      .select()
      .from(influencerApplications)
      .where(eq(influencerApplications.id, applicationId));
    expect(application!.influencerId).toBe(id);
    const notes = await app.db.select().from(personNotes).where(eq(personNotes.personId, id));
    expect(notes).toMatchObject([
      {
        createdBy: staff.id,
        note: 'From the application\nAge: 24\nContent Category: Travel\nExperience: Some evenings, since school.',
      },
    ]);
  });

  test.each(['pending', 'rejected'] as const)('of a %s application is refused', async (status) => {
    const applicationId = await createApplication(app.db, { status });
    const body = filled({ applicationId });
    expect(await send(body)).toMatchObject({
      status: 409,
      json: { detail: 'Only an accepted application can be converted' },
    });
    expect(await everythingOf(body.email)).toBe(0);
  });

  test('of an unknown application is refused', async () => {
    const applicationId = '00000000-0000-4000-8000-000000000000';
    expect(await send(filled({ applicationId }))).toMatchObject({
      status: 404,
      json: { detail: 'Application not found' },
    });
  });

  test('succeeds for only one of ten simultaneous requests', async () => {
    const applicationId = await createApplication(app.db, { status: 'accepted' });
    const bodies = Array.from({ length: 10 }, () => filled({ applicationId }));
    const answers = await Promise.all(bodies.map((body) => send(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers.filter(
        ({ json }) =>
          json.detail === 'This application has already been converted into an influencer',
      ),
    ).toHaveLength(9);
    const created = await app.db
      .select()
      .from(users)
      .where(
        inArray(
          users.email,
          bodies.map(({ email }) => email),
        ),
      );
    expect(created).toHaveLength(1);
  });
});

test('limited staff are assigned the influencers they create', async () => {
  const limited = await app.as('staff');
  const foreignInfluencer = await create();
  await limitStaffTo(app, limited);
  const { id } = await create({}, limited);
  const { json } = await app.call('GET', '/api/influencers', { user: limited });
  expect(json.rows).toMatchObject([{ id }]);
  const other = await app.call('GET', `/api/influencers/${foreignInfluencer.id}`, {
    user: limited,
  });
  expect(other.status).toBe(404);
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { agreementNotices } from './agreement-notices.table.ts';
import { mailAgreementNotices } from './agreement-notices.ts';
import { insertSigned, makeSigner, publishVersion } from './agreements.testing.ts';

let app: TestApp;
let influencer: TestUser;
let performerId: string;
let versionId: string;
beforeAll(async () => {
  app = await createTestApp({ REQUIRE_AGREEMENTS: 'true' });
});
beforeEach(async () => {
  await app.db.execute(sql`truncate signed_agreements, agreement_versions, performers cascade`);
  influencer = await app.as('influencer');
  performerId = await makeSigner(app, influencer);
  versionId = await publishVersion(app);
});
afterAll(() => app.close());

const DAY = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const textOf = (days: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(dayAfter(days)),
  );
const sign = () => insertSigned(app, { performerId, influencerId: influencer.id, versionId });
const run = () => mailAgreementNotices(app.services);
const subjects = async () => (await queuedMails(app, influencer.email)).map((mail) => mail.subject);
/** As if the influencer had been mailed so many days ago. */
const age = (days: number) =>
  app.db.update(agreementNotices).set({ mailedAt: new Date(Date.now() - days * DAY) });

test('whoever can sign is mailed once, also by jobs that run at the same time', async () => {
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await queuedMails(app, influencer.email)).toMatchObject([
    {
      subject: 'Your creator agreement is ready to be signed',
      action: { url: expect.stringMatching(/\/my-agreement$/) },
    },
  ]);
});

test('whoever has signed is mailed only about a version that they have to sign', async () => {
  await sign();
  await publishVersion(app);
  await run();
  expect(await subjects()).toEqual([]);
  await publishVersion(app, 'creator-agreement', { signBy: dayAfter(20) });
  await run();
  const [mail] = await queuedMails(app, influencer.email);
  expect(mail).toMatchObject({
    subject: `Sign your creator agreement by ${textOf(20)}`,
    paragraphs: [
      `There’s a new version of your creator agreement. Your earlier signature counts until ${textOf(20)}.`,
      expect.stringContaining('your posts are offline'),
    ],
  });
});

test.each([
  [8, []],
  [7, [`Reminder: sign your creator agreement by ${textOf(7)}`]],
])('%i days before the last day, the reminders are: %j', async (days, reminders) => {
  await sign();
  await publishVersion(app, 'creator-agreement', { signBy: dayAfter(days) });
  await run();
  await age(3);
  await Promise.all([run(), run()]);
  await run();
  expect(await subjects()).toEqual([
    `Sign your creator agreement by ${textOf(days)}`,
    ...reminders,
  ]);
});

test('nobody is reminded who was mailed within these seven days, or who has signed in the meantime', async () => {
  await sign();
  versionId = await publishVersion(app, 'creator-agreement', { signBy: dayAfter(5) });
  await run();
  await run();
  expect(await subjects()).toHaveLength(1);
  await age(30);
  await sign();
  await run();
  expect(await subjects()).toHaveLength(1);
});

test('after the last day the mail says that the earlier signature has ended', async () => {
  await sign();
  const publishedAt = new Date(Date.now() - 9 * DAY);
  await publishVersion(app, 'creator-agreement', { signBy: dayAfter(-1), publishedAt });
  await run();
  expect(await queuedMails(app, influencer.email)).toMatchObject([
    {
      subject: 'Sign the new version of your creator agreement',
      paragraphs: [
        expect.stringContaining(`counted until ${textOf(-1)}`),
        'Your posts are offline until both you and the agency have signed it.',
      ],
    },
  ]);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'is suspended',
    () => app.db.update(users).set({ banned: true }).where(eq(users.id, influencer.id)),
  ],
  [
    'has not accepted the invitation',
    () => app.db.update(users).set({ invitedAt: new Date() }).where(eq(users.id, influencer.id)),
  ],
  ['is not in the register', () => app.db.delete(performers)],
  [
    'has no plan',
    () =>
      app.db.execute(
        sql`update subscription_plans set is_active = false where influencer_id = ${influencer.id}`,
      ),
  ],
])('an influencer who %s is not mailed', async (_, prepare) => {
  await prepare();
  await run();
  expect(await subjects()).toEqual([]);
});

test('more influencers than fit into one transaction are all mailed', async () => {
  const count = 501;
  await app.db.execute(sql`
    with added as (
      insert into users (email) select 'many' || n || '@agency.test' from generate_series(1, ${count}::int) n
      returning id, email
    ), roles as (insert into user_roles (user_id, role) select id, 'influencer' from added),
    people as (insert into profiles (id, email) select id, email from added returning id),
    plans as (
      insert into subscription_plans (influencer_id, price_monthly_cents) select id, 1999 from people
    )
    insert into performers (id, kind, influencer_id, full_name, legal_given_names, legal_surname,
      aliases, date_of_birth, country)
    select gen_random_uuid(), 'influencer', people.id, full_name, legal_given_names, legal_surname,
      aliases, date_of_birth, country
    from people cross join performers own where own.id = ${performerId}`);
  await run();
  const { rows } = await app.db.execute<{ count: number }>(
    sql`select count(*)::int as count from jobs.job where data ->> 'to' like 'many%'`,
  );
  expect(rows).toEqual([{ count }]);
});

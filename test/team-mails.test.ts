import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { warnOfExpiry } from '#src/features/agency/performers/server/expiry-warnings.ts';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import { verificationSessions } from '#src/features/agency/performers/server/provider-checks.table.ts';
import { applyResult } from '#src/features/agency/performers/server/provider-checks/apply-result.ts';
import { performerVerifications } from '#src/features/agency/performers/server/verification.table.ts';
import { sendTeamMail } from '#src/features/backoffice/staff-notifications/server/team-mails.ts';
import { giveConsent, verify } from '#src/features/content/consents/server/consents.testing.ts';
import { withdraw } from '#src/features/content/consents/server/withdraw-consent.ts';
import { mayConcern } from '#src/features/content/notifications/server/recent-events.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { secondFactors } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { queueCopies } from '#src/features/trust/agreements/server/agreement-copies.ts';
import {
  COUNTERSIGNED,
  insertSigned,
  makeSigner,
  publishVersion,
} from '#src/features/trust/agreements/server/agreements.testing.ts';
import { terminateAgreement } from '#src/features/trust/agreements/server/terminate-agreement.ts';
import { hideAutomatically } from '#src/features/trust/complaints/server/automatic-hiding/hide-automatically.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { warnOfDeadlines } from '#src/features/trust/complaints/server/deadline-warnings.ts';
import { sendAgencyMessage } from '#src/features/work/contact/server/contact.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { rateLimits } from '#src/platform/http/rate-limits.table.ts';
import { publishLiveEvent, type LiveEvent } from '#src/platform/jobs/live.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { ROOT } from '../lint/architecture.ts';
import { createTestApp, type TestApp, type TestUser } from './harness.ts';
import { limitStaffTo } from './limited.ts';
import { publish } from './posts.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let limited: TestUser;
let outside: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createTestApp({ REQUIRE_SECOND_FACTOR: 'true' });
  admin = await app.as('admin');
  staff = await app.as('staff');
  limited = await app.as('staff');
  outside = await app.as('staff');
  other = await app.as('influencer');
  await limitStaffTo(app, outside, other);
  const change = async (values: Partial<typeof users.$inferInsert>) => {
    const { id } = await app.as('staff');
    await app.db.update(users).set(values).where(eq(users.id, id));
    return id;
  };
  const hindered = [
    await change({ banned: true }),
    await change({ mustChangePassword: true }),
    await change({ invitedAt: new Date() }),
  ];
  const turnedOn = [admin, staff, limited, outside].map(({ id }) => id);
  await app.db
    .insert(secondFactors)
    .values([...turnedOn, ...hindered].map((userId) => ({ userId, turnedOnAt: new Date() })));
  // Has not set up the second factor that the role needs.
  await app.as('admin');
});
beforeEach(async () => {
  await app.db.execute(sql`delete from jobs.job`);
  // A report that waits is mailed once a minute.
  await app.db.update(complaints).set({ hidesPostAt: null });
});
afterAll(() => app.close());

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

async function sign({ id: influencerId }: TestUser) {
  const performerId = await makeSigner(app, { id: influencerId });
  const versionId = await publishVersion(app);
  const signed = { performerId, influencerId, versionId };
  return insertSigned(app, signed, COUNTERSIGNED);
}

async function readUnderage({ id }: TestUser) {
  const performerId = await insertPerformer(app.db, id);
  const [check] = await app.db
    .insert(performerVerifications)
    .values({ performerId, method: 'provider', word: '' })
    .returning();
  const [session] = await app.db
    .insert(verificationSessions)
    .values({ verificationId: check!.id, provider: 'sandbox', reference: randomUUID() })
    .returning();
  const born = `${new Date().getUTCFullYear() - 17}-01-02`;
  await app.db.transaction((tx) =>
    applyResult(tx, app.services, 'sandbox', {
      reference: session!.reference!,
      sessionId: session!.id,
      outcome: 'approved',
      decidedAt: new Date(),
      reason: null,
      person: { givenNames: 'Marianne', surname: 'Valdecourt', dateOfBirth: born },
      expiresOn: '2099-01-31',
    }),
  );
}

/** Every file that mails the team about a record, and how to cause the mail for an influencer. */
const TEAM_MAILS: Record<string, (influencer: TestUser) => Promise<unknown>> = {
  'agency/performers/server/expiry-warnings.ts': async ({ id }) => {
    await verify(app, await insertPerformer(app.db, id), { expiresOn: inDays(5) });
    await warnOfExpiry(app.services);
  },
  'agency/performers/server/provider-checks/apply-result.ts': readUnderage,
  'content/consents/server/withdraw-consent.ts': async ({ id }) => {
    const performerId = await insertPerformer(app.db, id);
    const consentId = await giveConsent(app, performerId, id);
    const withdrawal = { performerId, consentId, by: null, reason: 'private reason' };
    await app.db.transaction((tx) => withdraw(tx, app.services, withdrawal));
  },
  'trust/agreements/server/agreement-copies.ts': async (influencer) => {
    const id = await sign(influencer);
    await app.db.transaction((tx) => queueCopies(tx, app.services, { id, signer: null }));
  },
  'trust/agreements/server/terminate-agreement.ts': async (influencer) => {
    const actor: Actor = { userId: admin.id, role: 'admin', isLimited: false } as Actor;
    const termination = { terminatedOn: inDays(1), reason: 'private reason' };
    await terminateAgreement(app.services, actor, await sign(influencer), termination);
  },
  'trust/complaints/server/automatic-hiding/hide-automatically.ts': async (influencer) => {
    const { id: postId } = await publish(app, influencer);
    const network = randomUUID();
    const full = { key: `hiding-network:${network}`, points: 99, expire: Date.now() + DAY };
    await app.db.insert(rateLimits).values(full);
    const values = { kind: 'minor', postId, influencerId: influencer.id } as const;
    const id = await addComplaint(app, values);
    const [stored] = await app.db.select().from(complaints).where(eq(complaints.id, id));
    await app.db.transaction((tx) => hideAutomatically(tx, app.services, stored!, network));
  },
  'trust/complaints/server/deadline-warnings.ts': async ({ id }) => {
    await addComplaint(app, { influencerId: id });
    await warnOfDeadlines(app.services);
  },
  'work/contact/server/contact-mail.ts': async ({ id }) => {
    const message = { topic: 'My payouts', message: 'private reason' } as const;
    await sendAgencyMessage(app.db, app.services, { userId: id }, message);
  },
};

/** Mails about records that staff may not read. */
const FOR_ADMINS = ['trust/complaints/server/automatic-hiding/hide-automatically.ts'];

/** Every other file that sends mails, and to whom; the team is only reached about its own accounts. */
const OTHER_MAILS: Record<string, string> = {
  'agency/applications/server/application-mails.ts': 'the applicant',
  'backoffice/decisions/server/announce-decisions.ts': 'the whole team, without what it is about',
  'backoffice/staff-notifications/server/team-mails.ts': 'one colleague, tested below',
  'backoffice/users/server/delete-user.ts': 'the owner of the account',
  'backoffice/users/server/suspension.ts': 'the owner of the account',
  'backoffice/users/server/viewing-as-fan.ts': 'the fan',
  'content/notifications/server/post-mails.ts': 'fans',
  'identity/accounts/server/account-mails.ts': 'the owner of the account',
  'identity/auth/server/invitations/invitations.ts': 'the owner of the account',
  'identity/auth/server/password-guesses.ts': 'the owner of the account',
  'identity/auth/server/password-reset.ts': 'the owner of the account',
  'identity/auth/server/secure-account.ts': 'the owner of the account',
  'identity/email-addresses/server/email-mails.ts': 'the owner of the account',
  'identity/fan-sign-up/server/request-sign-up.ts': 'the person who signs up',
  'identity/second-factor/server/second-factor-mails.ts': 'the owner of the account',
  'money/payees/server/payee-mails.ts': 'the influencer',
  'money/payouts/server/payout-mails.ts': 'the influencer',
  'money/subscriptions/server/subscription-mails.ts': 'the fan',
  'privacy/data-export/server/export-data.ts': 'the owner of the account',
  'privacy/erasure/server/erasure.api.ts': 'the owner of the account',
  'trust/agreements/server/agreement-mails.ts': 'whoever signed, with their document',
  'trust/agreements/server/agreement-notices.ts': 'the influencer',
  'trust/complaints/server/complaint-mails.ts': 'the reporter or the influencer',
  'trust/releases/server/invitations.ts': 'whoever is invited to sign',
  'work/contact/server/reply-mails.ts': 'whoever wrote the message',
  'work/tasks/server/task-mails.ts': 'the influencer',
};

function listSenders(call: RegExp): string[] {
  const features = path.join(ROOT, 'src/features');
  return readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file))
    .filter((file) => call.test(readFileSync(path.join(features, file), 'utf8')))
    .toSorted();
}

const queuedMails = async () => {
  const { rows } = await app.db.execute<{ name: string; data: Mail }>(
    sql`select name, data from jobs.job where name in ('mail', 'agreement-mail')`,
  );
  return rows;
};
const mailsToTeam = async () => {
  const team = await app.db
    .select({ email: users.email })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(sql`${userRoles.role} in ('admin', 'staff')`);
  const addresses = new Set(team.map(({ email }) => email));
  return (await queuedMails()).filter(({ data }) => addresses.has(data.to));
};
const addressesOf = (mails: { data: Mail }[]) => mails.map(({ data }) => data.to).toSorted();

test('every file that sends mails is listed with its recipients', () => {
  const team = listSenders(/\bmailTeam\(\w+, /);
  const mailers = team.filter((file) => !file.endsWith('colleagues/server/mail-team.ts'));
  expect(mailers).toEqual(Object.keys(TEAM_MAILS).toSorted());
  const others = listSenders(/\b(mail|mailer)\.(queue|send)\(/).filter(
    (file) => !(file in TEAM_MAILS) && !file.endsWith('colleagues/server/mail-team.ts'),
  );
  expect(others).toEqual(Object.keys(OTHER_MAILS).toSorted());
  // About the platform, and about no record: backups, and files that a fan opened.
  expect(listSenders(/\bmailAdmins\(tx, mailer/)).toEqual([
    'backoffice/dashboard/server/backup-check.ts',
    'content/posts/server/delivery/report-media-use.ts',
  ]);
});

describe.each(Object.entries(TEAM_MAILS))('the mail of %s', (file, cause) => {
  test('reaches whoever may read its record and can sign in fully, and has no document', async () => {
    const influencer = await app.as('influencer');
    await limitStaffTo(app, limited, influencer);
    await cause(influencer);
    const mails = await mailsToTeam();
    const readers = FOR_ADMINS.includes(file) ? [admin] : [admin, staff, limited];
    expect(addressesOf(mails)).toEqual(readers.map(({ email }) => email).toSorted());
    // Only mails with a document have a queue of their own.
    expect(mails.filter(({ name }) => name !== 'mail')).toEqual([]);
    expect(mails.every(({ data }) => data.action)).toBe(true);
  });

  test('comes with live events that reach nobody who may not read its record', async () => {
    const influencer = await app.as('influencer');
    const events: LiveEvent[] = [];
    const unsubscribe = await app.live.subscribe((event) => void events.push(event as LiveEvent));
    await cause(influencer);
    const last = { topic: 'notifications', userId: randomUUID() } as const;
    await publishLiveEvent(app.db, last);
    await expect.poll(() => events.at(-1)).toEqual(last);
    unsubscribe();
    const isNotified = (own: TestUser) =>
      events.some((event) =>
        mayConcern(event, { userId: outside.id, role: 'staff', scope: new Set([own.id]) }),
      );
    expect(isNotified(other)).toBe(false);
    expect(isNotified(influencer)).toBe(events.length > 1);
  });

  test('that nobody may read becomes a mail without content to the admins', async () => {
    const isOn = async (turnedOnAt: Date | null) =>
      app.db.update(secondFactors).set({ turnedOnAt });
    const influencer = await app.as('influencer');
    await isOn(null);
    await cause(influencer);
    await isOn(new Date());
    const mails = await mailsToTeam();
    expect(mails.map(({ data }) => data.subject)).toEqual([
      'Something is waiting for your team',
      'Something is waiting for your team',
    ]);
    expect(addressesOf(mails)).toContain(admin.email);
    const text = JSON.stringify(mails);
    for (const secret of ['private', 'influencer ', 'Mara', 'Marianne', influencer.id]) {
      expect(text).not.toContain(secret);
    }
  });
});

test('a report of a minor, which only admins read, is no part of the mail to staff', async () => {
  await addComplaint(app);
  await addComplaint(app, { kind: 'minor' });
  await warnOfDeadlines(app.services);
  const mails = await mailsToTeam();
  const subjectTo = (to: TestUser) => mails.find(({ data }) => data.to === to.email)?.data.subject;
  expect(subjectTo(admin)).toBe('2 complaints are due soon');
  expect(subjectTo(staff)).toBe('A complaint is due soon');
});

test('colleagues who cannot sign in fully get no mail of what concerns them', async () => {
  const sent: string[] = [];
  const mail = { send: async (each: { to: string }) => void sent.push(each.to) };
  const assigned = { ownedBy: staff.id, assignedToOwnerAt: new Date() };
  await insertTask(app, other, 'assigned', assigned);
  const send = () => sendTeamMail({ ...app.services, mail }, staff.id, 'at_once');
  const turnedOn = (at: Date | null) =>
    app.db.update(secondFactors).set({ turnedOnAt: at }).where(eq(secondFactors.userId, staff.id));
  await turnedOn(null);
  await send();
  expect(sent).toEqual([]);
  await turnedOn(new Date());
  await send();
  expect(sent).toEqual([staff.email]);
});

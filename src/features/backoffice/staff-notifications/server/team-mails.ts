import { and, eq, lt } from 'drizzle-orm';
import type { Pool } from 'pg';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { canSignInFully } from '#src/features/identity/colleagues/server/mail-team.ts';
import { mailPreferences } from '#src/features/identity/mail-preferences/server/mail-preferences.table.ts';
import { getMailPreferences } from '#src/features/identity/mail-preferences/server/mail-preferences.ts';
import { switchableMail } from '#src/features/identity/mail-preferences/server/unsubscribe-links.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import type { PersonalKind } from '../staff-notifications.schema.ts';
import { listUnreadPersonal } from './staff-notifications.ts';
import { teamMails } from './team-mails.table.ts';

/** A first mail reports no more than this. */
const LOOK_BACK_MS = 2 * DAY_MS;
const ITEMS_IN_MAIL = 10;

type Dependencies = {
  db: Db;
  pool: Pool;
  mail: Pick<Mailer, 'send'>;
  config: Pick<Config, 'publicUrl' | 'requireSecondFactor'>;
};

/** Mails everyone who chose one mail a day what concerns them. */
export async function mailTeamDaily(services: Dependencies): Promise<void> {
  const people = await services.db
    .select({ userId: mailPreferences.userId })
    .from(mailPreferences)
    .where(and(eq(mailPreferences.kind, 'team'), eq(mailPreferences.frequency, 'daily')));
  for (const { userId } of people) await sendTeamMail(services, userId, 'daily');
}

async function findPerson({ db, config }: Pick<Dependencies, 'db' | 'config'>, userId: string) {
  const [found] = await db
    .select({
      userId: users.id,
      email: users.email,
      role: userRoles.role,
      isLimited: userRoles.isLimited,
      mailedUntil: teamMails.mailedUntil,
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(teamMails, eq(teamMails.userId, users.id))
    .where(and(eq(users.id, userId), canSignInFully(config)));
  return found && { ...found, isLimited: found.role === 'staff' && found.isLimited };
}

/**
 * Mails a person what concerns them and is unread and new since their last mail, if they chose this
 * frequency. Of two concurrent calls one sends the mail.
 */
export async function sendTeamMail(
  { db, pool, mail, config }: Dependencies,
  userId: string,
  frequency: 'at_once' | 'daily',
): Promise<void> {
  const person = await findPerson({ db, config }, userId);
  if (!person || (await getMailPreferences(db, person)).team !== frequency) return;
  const now = await readDatabaseTime(db);
  const since = person.mailedUntil ?? new Date(now.getTime() - LOOK_BACK_MS);
  const items = await listUnreadPersonal(pool, person, since);
  if (items.length === 0 || !(await claim(db, userId, now))) return;
  try {
    await mail.send(createMail(person, items, config), `team-${userId}-${now.getTime()}`);
  } catch (error) {
    // Released for the next attempt.
    await db.update(teamMails).set({ mailedUntil: since }).where(eq(teamMails.userId, userId));
    throw error;
  }
}

async function claim(db: Db, userId: string, until: Date): Promise<boolean> {
  const claimed = await db
    .insert(teamMails)
    .values({ userId, mailedUntil: until })
    .onConflictDoUpdate({
      target: teamMails.userId,
      set: { mailedUntil: until },
      setWhere: lt(teamMails.mailedUntil, until),
    })
    .returning({ userId: teamMails.userId });
  return claimed.length > 0;
}

const TEXTS: Record<PersonalKind, string> = {
  assigned_application: 'Application assigned to you',
  assigned_task: 'Task assigned to you',
  assigned_influencer: 'Influencer assigned to you',
  assigned_message: 'Message assigned to you',
  assigned_complaint: 'Complaint assigned to you',
  comment_application: 'Comment on an application',
  comment_task: 'Comment on a task',
  comment_message: 'Comment on a message',
  comment_complaint: 'Comment on a complaint',
};

const PATHS: Record<PersonalKind, (id: string) => string> = {
  assigned_application: (id) => `/applications?status=all&id=${id}`,
  assigned_task: (id) => `/tasks?task=${id}`,
  assigned_influencer: (id) => `/influencers/${id}`,
  assigned_message: (id) => `/inbox?id=${id}`,
  assigned_complaint: (id) => `/complaints?complaint=${id}`,
  comment_application: (id) => `/applications?status=all&id=${id}`,
  comment_task: (id) => `/tasks?task=${id}`,
  comment_message: (id) => `/inbox?id=${id}`,
  comment_complaint: (id) => `/complaints?complaint=${id}`,
};

type Items = Awaited<ReturnType<typeof listUnreadPersonal>>;

// The texts of comments stay in the product.
function createMail(
  { userId, email }: { userId: string; email: string },
  items: Items,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Mail {
  const [first] = items;
  const facts = items
    .slice(0, ITEMS_IN_MAIL)
    .map(({ kind, title }) => ({ label: TEXTS[kind as PersonalKind], value: title || 'Unknown' }));
  const rest = items.length - facts.length;
  const subject = 'News from your team';
  return {
    to: email,
    subject,
    heading: subject,
    paragraphs: ['Here’s what your colleagues did since your last email:'],
    facts: rest > 0 ? [...facts, { label: 'More', value: String(rest) }] : facts,
    action:
      first && items.length === 1
        ? { label: 'Open It', url: publicUrl + PATHS[first.kind as PersonalKind](first.id) }
        : { label: 'Open the Dashboard', url: `${publicUrl}/dashboard?work=mine` },
    optional: switchableMail({ userId, kind: 'team' }),
  };
}

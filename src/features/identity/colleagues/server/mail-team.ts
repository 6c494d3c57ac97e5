import { and, eq, inArray, isNull, not, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { lacksSecondFactor } from '#src/features/identity/auth/server/session-check.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';

export type TeamReader = Pick<Actor, 'userId' | 'isLimited' | 'role'>;

export type TeamMailer = {
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'publicUrl' | 'requireSecondFactor'>;
};

type TeamMail = {
  /** The records that the mail is about. */
  ids: string[];
  table: PgTable & { id: AnyPgColumn };
  /** The condition of the operation that reads such a record; undefined is all. */
  visibleTo: (reader: TeamReader) => SQL | undefined;
  /** The mail about those of the records that its recipient may read. */
  write: (ids: string[]) => Omit<Mail, 'to'>;
};

const isActive = (...roles: ('admin' | 'staff')[]) =>
  and(inArray(userRoles.role, roles), not(isSuspendedNow));

/** Whether a person of the back office has everything that a sign-in demands of them. */
export function canSignInFully({ requireSecondFactor }: Pick<Config, 'requireSecondFactor'>) {
  return and(
    isActive('admin', 'staff'),
    eq(users.mustChangePassword, false),
    isNull(users.invitedAt),
    requireSecondFactor ? not(lacksSecondFactor) : undefined,
  );
}

/**
 * Queues a mail to everyone of the team who may read one of its records now, about these records
 * alone. If nobody may read one of them, admins get a mail without content, so that no alarm is lost.
 */
export async function mailTeam(
  tx: Db,
  { mail, config }: TeamMailer,
  { ids, table, visibleTo, write }: TeamMail,
): Promise<void> {
  const unmailed = new Set(ids);
  const team = await tx
    .select({
      userId: users.id,
      email: users.email,
      role: userRoles.role,
      isLimited: userRoles.isLimited,
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(canSignInFully(config));
  for (const { email, ...person } of team) {
    const reader = { ...person, isLimited: person.role === 'staff' && person.isLimited };
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, ids), visibleTo(reader)));
    const visible = new Set(found.map(({ id }) => id as string));
    if (visible.size === 0) continue;
    visible.forEach((id) => unmailed.delete(id));
    await mail.queue(tx, { to: email, ...write(ids.filter((id) => visible.has(id))) });
  }
  if (unmailed.size > 0) await alertAdmins(tx, { mail, config });
}

/** Queues a mail that is about no record to every admin who can sign in fully; without one, an alarm without content. */
export async function mailAdmins(
  tx: Db,
  { mail, config }: TeamMailer,
  content: Omit<Mail, 'to'>,
): Promise<void> {
  const admins = await tx
    .select({ to: users.email })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(canSignInFully(config), eq(userRoles.role, 'admin')));
  for (const { to } of admins) await mail.queue(tx, { to, ...content });
  if (admins.length === 0) await alertAdmins(tx, { mail, config });
}

async function alertAdmins(tx: Db, { mail, config }: TeamMailer): Promise<void> {
  const admins = await tx
    .select({ to: users.email })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(isActive('admin'));
  const subject = 'Something is waiting for your team';
  for (const { to } of admins) {
    await mail.queue(tx, {
      to,
      subject,
      heading: subject,
      paragraphs: [
        'Nobody who may read it has finished setting up their account, so this email doesn’t say what it is. Finish setting up yours, then sign in to see it.',
      ],
      action: { label: 'Open the Dashboard', url: `${config.publicUrl}/dashboard` },
    });
  }
}

import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { INVITATION_DAYS } from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { isMailConnected } from '#src/platform/mail/mail.ts';
import { issueOneTimeToken, spendOneTimeToken, withdrawOneTimeToken } from '../one-time-tokens.ts';

const PURPOSE = 'invitation';

const invitation = z.object({ userId: z.uuid() });

/** Invitations to send. The worker creates the link, so that no link is stored in a queue. */
export const INVITATION_QUEUE: Queue<typeof invitation> = {
  name: PURPOSE,
  data: invitation,
  // Retried for about a day: the recipient does not know that a mail is coming.
  retries: { limit: 20, delay: 30, delayMax: 2 * 60 * 60 },
};

type Inviting = {
  db: Db;
  jobs: Jobs;
  config: Pick<Config, 'mail' | 'demo' | 'publicUrl'>;
  invitedBy: string;
};

/**
 * Invites a user once the transaction commits; the links of earlier invitations stop working.
 * @returns the link to hand over, which nobody can see again; null if it is mailed
 */
export async function inviteUser(
  { db: tx, jobs, config, invitedBy }: Inviting,
  userId: string,
): Promise<string | null> {
  await tx.update(users).set({ invitedAt: new Date(), invitedBy }).where(eq(users.id, userId));
  if (!isMailConnected(config)) {
    const invited = await issueLink(tx, userId);
    return invited && linkOf(config, invited.token);
  }
  await withdrawInvitation(tx, userId);
  await jobs.enqueue(tx, INVITATION_QUEUE, { userId });
  return null;
}

/** In the fragment, which browsers never send to a server. */
function linkOf({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string {
  return `${publicUrl}/invitation#${token}`;
}

const INVITED_AS: Record<Role, string> = {
  admin: 'as an admin of Velvet Rope',
  staff: 'to the team of Velvet Rope',
  influencer: 'to Velvet Rope as an influencer',
  subscriber: 'to Velvet Rope',
};

type MailDependencies = { db: Db } & AccountMails;

/** Sends a new link to a user who has not chosen a password yet, and ends the earlier ones. */
export async function sendInvitation(
  { db, mail, config }: MailDependencies,
  userId: string,
): Promise<void> {
  const invited = await db.transaction((tx) => issueLink(tx, userId));
  if (!invited) return;
  const { email, role, token } = invited;
  await mail.send(
    {
      to: email,
      subject: 'You’re invited',
      heading: 'You’re invited',
      paragraphs: [
        `Our team invited you ${INVITED_AS[role]}. Your account is ready: choose a password, and sign in with this email address.`,
        `This link works once and expires in ${INVITATION_DAYS} days.`,
      ],
      action: { label: 'Choose Your Password', url: linkOf(config, token) },
      footnote: `If you didn’t expect this, ignore this email, or write to us at ${config.publicUrl}/contact.`,
    },
    // Not the job's id: each attempt sends a new link.
    randomUUID(),
  );
}

/**
 * Issues the only link that works from now on, to the address that the user has now, unless the
 * invitation was ended.
 */
async function issueLink(tx: Db, userId: string) {
  const [user] = await tx
    .select({ email: users.email, role: userRoles.role })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(users.id, userId), isNotNull(users.invitedAt), isNotNull(users.invitedBy)))
    .for('no key update', { of: users });
  if (!user) return null;
  const use = { purpose: PURPOSE, subject: userId };
  await withdrawOneTimeToken(tx, use);
  return { ...user, token: await issueOneTimeToken(tx, use, INVITATION_DAYS * 24) };
}

/** Spends the token of an invitation. @returns the user, or null for one that does not work */
export function spendInvitation(tx: Db, token: string): Promise<string | null> {
  return spendOneTimeToken(tx, PURPOSE, token);
}

/** Invalidates the sent link. The user stays invited. */
export function withdrawInvitation(tx: Db, userId: string): Promise<void> {
  return withdrawOneTimeToken(tx, { purpose: PURPOSE, subject: userId });
}

/** Ends an invitation, because the user has a password now. */
export async function endInvitation(tx: Db, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ invitedAt: null, invitedBy: null })
    .where(and(eq(users.id, userId), isNotNull(users.invitedAt)));
  await withdrawInvitation(tx, userId);
}

/** Ends the links that an account has sent to others, who stay invited until somebody invites them again. */
export async function endSentInvitations(tx: Db, inviterId: string): Promise<void> {
  const ended = await tx
    .update(users)
    .set({ invitedBy: null })
    .where(eq(users.invitedBy, inviterId))
    .returning({ id: users.id });
  for (const { id } of ended) await withdrawInvitation(tx, id);
}

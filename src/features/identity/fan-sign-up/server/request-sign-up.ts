import { sql } from 'drizzle-orm';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { requireStrongPassword } from '#src/features/identity/accounts/server/new-password.ts';
import { hashPassword } from '#src/features/identity/accounts/server/password-hash.ts';
import { mailExistingAccount } from '#src/features/identity/email-addresses/server/email-mails.ts';
import { isEmailTaken } from '#src/features/identity/email-addresses/server/request-confirmation.ts';
import { returnPath } from '#src/lib/return-path.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { SIGN_UP_HOURS, type NewFan } from '../sign-up.schema.ts';
import { SIGN_UP_LINK } from './sign-up-link.ts';
import { signUps } from './sign-ups.table.ts';

type Dependencies = AccountMails & { db: Db; limits: { addressMail: RateLimit } };

/**
 * Stores a sign-up and mails the link that creates the account, or that there is one already. Does the
 * same work in both cases, so that neither answer nor time reveals which addresses have accounts.
 * @throws DomainError 'invalid-input' for a password that is easy to guess
 */
export async function requestSignUp(
  { db, limits, ...mails }: Dependencies,
  { email, password, next, ...profile }: NewFan,
): Promise<void> {
  await requireStrongPassword(password, { email });
  const hash = await hashPassword(password);
  // No refusal: the links of earlier mails still work.
  const isMailed = await limits.addressMail.tryConsume(email);
  await db.transaction(async (tx) => {
    const isTaken = await isEmailTaken(tx, email);
    const [signUp] = await tx
      .insert(signUps)
      .values({
        email,
        password: hash,
        profile,
        next: returnPath(next, mails.config.publicUrl),
        expiresAt: sql`now() + ${`${SIGN_UP_HOURS} hours`}::interval`,
      })
      .returning({ id: signUps.id });
    if (!isMailed) return;
    if (isTaken) await mailExistingAccount(tx, mails, email);
    else await mailSignUpLink(tx, mails, { id: signUp!.id, email });
  });
}

async function mailSignUpLink(
  tx: Db,
  { mail }: AccountMails,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await mail.queue(tx, {
    to: email,
    subject: 'Confirm your email address',
    heading: 'One more step',
    paragraphs: [
      'Confirm your email address to finish creating your Velvet Rope account. We’ll sign you in right away.',
      `The link works for ${SIGN_UP_HOURS} hours.`,
    ],
    action: { label: 'Create My Account', kind: SIGN_UP_LINK, subject: id },
    footnote: 'If you didn’t sign up, ignore this email: without the link, no account is created.',
  });
}

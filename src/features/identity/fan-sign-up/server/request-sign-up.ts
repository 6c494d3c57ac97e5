import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { requireStrongPassword } from '#src/features/identity/accounts/server/new-password.ts';
import { hashPassword } from '#src/features/identity/accounts/server/password-hash.ts';
import { hashDevice } from '#src/features/identity/auth/server/known-devices.ts';
import { mailExistingAccount } from '#src/features/identity/email-addresses/server/email-mails.ts';
import { isEmailTaken } from '#src/features/identity/email-addresses/server/request-confirmation.ts';
import type { SpecialDataServices } from '#src/features/identity/special-data/server/special-data.ts';
import { returnPath } from '#src/lib/return-path.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { SIGN_UP_HOURS, type NewFan } from '../sign-up.schema.ts';
import { sealSpecialData } from './sign-up-answers.ts';
import { SIGN_UP_LINK } from './sign-up-link.ts';
import { signUps } from './sign-ups.table.ts';

type Dependencies = AccountMails & SpecialDataServices & { limits: { addressMail: RateLimit } };

/**
 * Stores a sign-up and mails the link that creates the account, or that there is one already. Does the
 * same work in both cases, so that neither answer nor time reveals which addresses have accounts.
 * @throws DomainError 'invalid-input' for a password that is easy to guess
 */
export async function requestSignUp(
  { db, limits, ...mails }: Dependencies,
  newFan: NewFan,
  device: string,
): Promise<void> {
  const { email, password, next, gender, dateOfBirth } = newFan;
  await requireStrongPassword(password, { email });
  const hash = await hashPassword(password);
  const id = randomUUID();
  // No refusal: the links of earlier mails still work.
  const isMailed = await limits.addressMail.tryConsume(email);
  await db.transaction(async (tx) => {
    const isTaken = await isEmailTaken(tx, email);
    await tx.insert(signUps).values({
      id,
      email,
      password: hash,
      deviceHash: hashDevice(device),
      profile: { gender, dateOfBirth },
      ...sealSpecialData(mails.config.secrets, id, newFan),
      next: returnPath(next, mails.config.publicUrl),
      expiresAt: sql`now() + ${`${SIGN_UP_HOURS} hours`}::interval`,
    });
    if (!isMailed) return;
    if (isTaken) await mailExistingAccount(tx, mails, email);
    else await mailSignUpLink(tx, mails, { id, email });
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
      'On another device or in another browser than the one where you signed up, we ask for your password.',
      `The link works for ${SIGN_UP_HOURS} hours.`,
    ],
    action: { label: 'Create My Account', kind: SIGN_UP_LINK, subject: id },
    footnote: 'If you didn’t sign up, ignore this email: without the link, no account is created.',
  });
}

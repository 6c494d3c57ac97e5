import { eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';

export type PayeeMails = {
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'publicUrl' | 'bank' | 'secrets'>;
};

export type PayeeMailText = { subject: string; paragraphs: string[]; action: string };

/** Notifies an influencer of a change of their details, once the transaction commits. */
export async function mailPayee(
  tx: Db,
  { mail, config: { publicUrl } }: PayeeMails,
  influencerId: string,
  { subject, paragraphs, action }: PayeeMailText,
): Promise<void> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, influencerId));
  await mail.queue(tx, {
    to: user!.email,
    subject,
    heading: subject,
    paragraphs,
    action: { label: action, url: `${publicUrl}/my-payouts` },
    footnote: `If this wasn’t you, write to us at once at ${publicUrl}/contact, and reset your password at ${publicUrl}/forgot-password.`,
  });
}

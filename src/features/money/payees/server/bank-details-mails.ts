import { eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { pluralize } from '#src/lib/text.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { maskedAccount } from '../payees.rules.ts';
import type { AccountKind } from '../payees.schema.ts';

export type PayeeMails = {
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'publicUrl' | 'bank' | 'secrets'>;
};
type Account = { influencerId: string; kind: AccountKind; lastFour: string };
type Change =
  | { change: 'proposed'; isByPayee: boolean }
  | { change: 'confirmed'; heldUntil: Date | null }
  | { change: 'declined'; reason: string };

function textOf(account: string, change: Change, changeDays: number) {
  if (change.change === 'proposed') {
    const by = change.isByPayee ? 'Someone signed in to your account' : 'Our team';
    const days = pluralize(changeDays, 'day', 'days');
    return {
      subject: 'Your bank details are about to change',
      paragraphs: [
        `${by} asked to pay your payouts to another account: ${account}.`,
        `A member of our team checks the change before it counts, and the first payout waits ${days} after that. If this was you, there’s nothing more to do.`,
      ],
    };
  }
  if (change.change === 'confirmed') {
    return {
      subject: 'Your bank details were changed',
      paragraphs: [
        `Your payouts now go to ${account}.`,
        ...(change.heldUntil
          ? [`For your protection, no payout is sent before ${formatUtcDate(change.heldUntil)}.`]
          : []),
      ],
    };
  }
  return {
    subject: 'Your new bank details were not accepted',
    paragraphs: [
      `Our team could not accept ${account}: ${change.reason}`,
      'Your payouts continue as before. You can enter your bank details again under My Payouts.',
    ],
  };
}

/** Notifies an influencer of a change of the bank details, once the transaction commits. */
export async function mailBankDetailsChange(
  tx: Db,
  { mail, config: { publicUrl, bank } }: PayeeMails,
  { influencerId, ...account }: Account,
  change: Change,
): Promise<void> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, influencerId));
  const { subject, paragraphs } = textOf(maskedAccount(account), change, bank.payeeChangeDays);
  await mail.queue(tx, {
    to: user!.email,
    subject,
    heading: subject,
    paragraphs,
    action: { label: 'View Bank Details', url: `${publicUrl}/my-payouts` },
    footnote: `If this wasn’t you, write to us at once at ${publicUrl}/contact, and reset your password at ${publicUrl}/forgot-password.`,
  });
}

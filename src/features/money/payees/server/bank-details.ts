import { and, desc, inArray } from 'drizzle-orm';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { pluralize } from '#src/lib/text.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openOf } from '#src/platform/database/sealed-column.ts';
import { heldUntil, lastFourOf, maskedAccount } from '../payees.rules.ts';
import type { BankDetails } from '../payees.schema.ts';
import type { PayeeMailText } from './payee-mails.ts';
import type { VersionChange, VersionedDetails } from './payee-versions.ts';
import { BANK_DETAILS, bankDetails } from './payees.table.ts';

type StoredVersion = typeof bankDetails.$inferSelect;

/** The account that an influencer is paid to. */
export const BANK: VersionedDetails<BankDetails, typeof bankDetails> = {
  table: bankDetails,
  sealed: BANK_DETAILS,
  label: 'Bank details',
  summarize: (details) => {
    const { kind, holderName, holderKind, country, currency } = details;
    return { kind, holderName, holderKind, country, currency, lastFour: lastFourOf(details) };
  },
  describe: (version, change, { bank }) => ({
    ...describeChange(maskedAccount(version), change, bank.payeeChangeDays),
    action: 'View Bank Details',
  }),
};

function describeChange(
  account: string,
  change: VersionChange,
  changeDays: number,
): Omit<PayeeMailText, 'action'> {
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
    const held = heldUntil(change.at, changeDays, change.at);
    return {
      subject: 'Your bank details were changed',
      paragraphs: [
        `Your payouts now go to ${account}.`,
        ...(held ? [`For your protection, no payout is sent before ${formatUtcDate(held)}.`] : []),
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

/** The details of a version with their numbers. @throws Error if their secret is lost */
export function openBankDetails(
  secrets: Secrets,
  { id, sealed }: Pick<StoredVersion, 'id' | 'sealed'>,
): BankDetails {
  return JSON.parse(openOf(secrets, BANK_DETAILS, id, sealed)) as BankDetails;
}

/** The confirmed details of influencers, and whether a proposal waits. */
export async function readPayees(db: Db, influencerIds: string[]) {
  const versions =
    influencerIds.length === 0
      ? []
      : await db
          .select()
          .from(bankDetails)
          .where(
            and(
              inArray(bankDetails.influencerId, influencerIds),
              inArray(bankDetails.status, ['confirmed', 'proposed']),
            ),
          )
          .orderBy(desc(bankDetails.proposedAt));
  const find = (id: string, status: StoredVersion['status']) =>
    versions.find((version) => version.influencerId === id && version.status === status) ?? null;
  return new Map(
    influencerIds.map((id) => [
      id,
      { confirmed: find(id, 'confirmed'), proposed: find(id, 'proposed') },
    ]),
  );
}

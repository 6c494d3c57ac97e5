import { z } from 'zod';
import type { AccountKind } from '#src/features/money/payees/payees.schema.ts';
import type { TaxIdentity } from '#src/features/money/payees/tax-details.rules.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** The self-billed statement of a payout that left, or the credit note about one that came back. */
export const PAYOUT_DOCUMENT_KINDS = ['statement', 'credit_note'] as const;
export type PayoutDocumentKind = (typeof PAYOUT_DOCUMENT_KINDS)[number];
export const PAYOUT_DOCUMENT_LABELS: Record<PayoutDocumentKind, string> = {
  statement: 'Self-billed statement',
  credit_note: 'Credit note',
};

/** What a document says about the two parties, unchanged for ever. */
export type PayoutDocumentContent = {
  agency: {
    name: string;
    legalForm: string | null;
    address: string | null;
    country: string | null;
    taxId: string | null;
  };
  payee: {
    name: string;
    email: string;
    /** Of the tax details that were confirmed when the payout left; older documents have none. */
    tax?: TaxIdentity | null;
    /** The confirmed bank account when the payout left, without its number; null without one. */
    account: {
      kind: AccountKind;
      lastFour: string;
      holderName: string;
      country: string;
    } | null;
  };
  /** The statement that a credit note is about, and why the payout came back. */
  corrects: { number: string; issuedAt: string; reason: string | null } | null;
};

/** A document of a payout, to download. */
export const payoutDocumentSchema = z.object({
  id: z.uuid(),
  kind: z.enum(PAYOUT_DOCUMENT_KINDS),
  number: z.string(),
  issuedAt: instantSchema,
});
export type PayoutDocument = z.infer<typeof payoutDocumentSchema>;

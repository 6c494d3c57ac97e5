import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { bulkIds, listingShape, listPageSchema } from '#src/lib/listing.ts';

/** ISO 20022 credit transfers to IBANs, NACHA entries to US accounts, or a table for any bank. */
export const FILE_FORMATS = ['pain.001', 'nacha', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const FORMAT_LABELS: Record<FileFormat, string> = {
  'pain.001': 'ISO 20022 (pain.001)',
  nacha: 'NACHA (ACH)',
  csv: 'CSV',
};

/** What the bank reported about a payment. */
export const PAYMENT_OUTCOMES = ['paid', 'returned'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** The payouts to pay with a file. The caller chooses the id, so that a repeated request makes one file. */
export const newBankFileSchema = z.object({
  id: z.uuid(),
  format: z.enum(FILE_FORMATS),
  ids: bulkIds,
});
export type NewBankFile = z.output<typeof newBankFileSchema>;

const leftOutSchema = z.object({
  payoutId: z.uuid(),
  payeeName: z.string(),
  amountCents: z.int(),
  reason: z.string(),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

/** What a file would contain, or contains, and which of the selected payouts it leaves out. */
export const bankFileDraftSchema = z.object({
  payments: z.int(),
  totalCents: z.int(),
  leftOut: z.array(leftOutSchema),
});
export type BankFileDraft = z.infer<typeof bankFileDraftSchema>;

export const bankFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  format: z.enum(FILE_FORMATS),
  payments: z.int(),
  totalCents: z.int(),
  /** Payments that the bank reported as paid or returned. */
  paid: z.int(),
  returned: z.int(),
  createdAt: instantSchema,
  createdBy: z.string().nullable(),
});
export type BankFile = z.infer<typeof bankFileSchema>;
export const bankFilePageSchema = listPageSchema(bankFileSchema);

export const bankFileQuerySchema = z.object({
  ...listingShape(['newest'], '-newest'),
  format: z.enum(FILE_FORMATS).optional(),
});
export type BankFileQuery = z.output<typeof bankFileQuerySchema>;

/** A file with its payments. */
export const bankFileDetailSchema = bankFileSchema.extend({
  lines: z.array(
    z.object({
      id: z.uuid(),
      payoutId: z.uuid(),
      payeeName: z.string(),
      payoutNumber: z.string(),
      endToEndId: z.string(),
      amountCents: z.int(),
      /** Null until the bank reports about it. */
      outcome: z.enum(PAYMENT_OUTCOMES).nullable(),
      valueDate: z.iso.date().nullable(),
      bankReference: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
export type BankFileDetail = z.infer<typeof bankFileDetailSchema>;

/** The largest file of a bank that an import reads, in characters. */
export const RETURN_FILE_MAXIMUM_LENGTH = 900_000;

export const bankReturnSchema = z.object({
  content: z
    .string()
    .min(1, 'The file is empty')
    .max(RETURN_FILE_MAXIMUM_LENGTH, 'The file is too large. Import shorter periods.'),
  /** Reads the file exactly as the import would, and changes nothing. */
  isDryRun: z.boolean(),
});

/** What an import does with a line: `known` lines were imported before. */
export const RETURN_RESULTS = ['paid', 'returned', 'known', 'problem', 'unknown'] as const;
export type ReturnResult = (typeof RETURN_RESULTS)[number];

export const returnLineSchema = z.object({
  number: z.int(),
  endToEndId: z.string(),
  amountCents: z.int(),
  valueDate: z.iso.date(),
  result: z.enum(RETURN_RESULTS),
  /** The name of the payee and the number of the payout; null for unknown lines. */
  payout: z.string().nullable(),
  /** The bank's reason of a return, or why nothing is changed. */
  detail: z.string().nullable(),
});
export type ReturnLine = z.infer<typeof returnLineSchema>;

export const bankReturnResultSchema = z.object({
  lines: z.array(returnLineSchema),
  /** The number of movements without the reference of a payout: they concern something else. */
  others: z.int(),
});
export type BankReturnResult = z.infer<typeof bankReturnResultSchema>;

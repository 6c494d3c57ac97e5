import { z } from 'zod';
import { PAYMENT_KINDS } from '#src/features/money/ledger/ledger.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/** An invoice for what a fan paid, or a credit note for what went back. */
export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];
export const INVOICE_LABELS: Record<InvoiceKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
};

/**
 * Which tax applies: none is configured; that of the fan's member state, declared in the One Stop
 * Shop; that of the seller's own member state; none outside the EU; or what the provider calculated.
 */
export const TAX_SCHEMES = ['none', 'oss', 'domestic', 'outside', 'provider'] as const;
export type TaxScheme = (typeof TAX_SCHEMES)[number];
export const SCHEME_LABELS: Record<TaxScheme, string> = {
  none: 'No tax rules',
  oss: 'EU One Stop Shop',
  domestic: 'Domestic VAT',
  outside: 'Outside the EU',
  provider: 'Stripe Tax',
};

/** Where the fan's country is known from: the fan, the card, or the network of the last sign-in. */
export const COUNTRY_SOURCES = ['stated', 'provider', 'network'] as const;

/** What an invoice says, unchanged for ever. Texts are as they were when it was issued. */
export const invoiceContentSchema = z.object({
  seller: z.object({
    name: z.string(),
    legalForm: z.string().nullable(),
    address: z.string().nullable(),
    country: z.string().nullable(),
    taxId: z.string().nullable(),
  }),
  buyer: z.object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    country: z.string().nullable(),
    countrySource: z.enum(COUNTRY_SOURCES).nullable(),
    /** Fans are consumers: reverse charge never applies. */
    isBusiness: z.literal(false),
  }),
  line: z.object({
    kind: z.enum(PAYMENT_KINDS),
    influencerName: z.string(),
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
  }),
  payment: z.object({
    provider: z.string(),
    cardLastFour: z.string().nullable(),
    statementDescriptor: z.string().nullable(),
  }),
  /** The invoice that a credit note is about. */
  corrects: z.object({ number: z.string(), issuedAt: z.iso.datetime() }).nullable(),
});
export type InvoiceContent = z.infer<typeof invoiceContentSchema>;

/** An invoice or a credit note, whose amounts are negative. */
export const invoiceRowSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(INVOICE_KINDS),
  issuedAt: instantSchema,
  /** When the fan paid, or the money went back. */
  occurredAt: instantSchema,
  /** The payment that it is about. */
  chargeId: z.uuid(),
  /** The fan; the id is null after deletion. */
  fan: z.object({ id: z.uuid().nullable(), fullName: z.string(), email: z.string() }),
  influencer: z.object({ id: z.uuid().nullable(), fullName: z.string() }),
  country: z.string().nullable(),
  scheme: z.enum(TAX_SCHEMES),
  rateBasisPoints: z.int().nullable(),
  netCents: z.int(),
  taxCents: z.int(),
  grossCents: z.int(),
});
export type InvoiceRow = z.infer<typeof invoiceRowSchema>;

export const invoiceQuerySchema = z.object({
  ...listingShape(['newest'], '-newest'),
  kind: z.enum(INVOICE_KINDS).optional(),
  scheme: z.enum(TAX_SCHEMES).optional(),
  country: z.string().max(2).optional(),
  influencer: z.uuid().optional(),
  /** Days of the payment or refund in UTC. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type InvoiceQuery = z.output<typeof invoiceQuerySchema>;
export const invoicePageSchema = listPageSchema(invoiceRowSchema);

/** A quarter, such as "2026-Q4". */
export const quarterSchema = z.string().regex(/^20\d{2}-Q[1-4]$/, 'Choose a quarter');
export const taxReportQuerySchema = z.object({ quarter: quarterSchema });

/** The sums of a quarter by scheme, country and rate. */
export const taxReportRowSchema = z.object({
  scheme: z.enum(TAX_SCHEMES),
  country: z.string().nullable(),
  rateBasisPoints: z.int().nullable(),
  /** The earlier quarter that credit notes correct; null for sales and changes of the quarter. */
  corrects: quarterSchema.nullable(),
  documents: z.int(),
  netCents: z.int(),
  taxCents: z.int(),
  grossCents: z.int(),
});
export type TaxReportRow = z.infer<typeof taxReportRowSchema>;

export const taxReportSchema = z.object({
  quarter: quarterSchema,
  rows: z.array(taxReportRowSchema),
  /** The quarters with documents, the newest first. */
  quarters: z.array(quarterSchema),
});
export type TaxReport = z.infer<typeof taxReportSchema>;

/** A fan's country as far as it is known, and whether a checkout needs it. */
export const ownResidenceSchema = z.object({
  isRequired: z.boolean(),
  country: z.string().nullable(),
});
export type OwnResidence = z.infer<typeof ownResidenceSchema>;

/** "21%" from 2100 basis points. */
export function formatRate(rateBasisPoints: number | null): string {
  return rateBasisPoints === null ? '' : `${rateBasisPoints / 100}%`;
}

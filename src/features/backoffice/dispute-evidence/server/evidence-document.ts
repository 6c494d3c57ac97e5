import type { z } from 'zod';
import type { EndReason } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { countryName } from '#src/lib/locale/countries.ts';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { PdfContent } from '#src/platform/pdf/pdf-document.ts';
import {
  MAILS_SHOWN,
  SIGN_INS_SHOWN,
  VIEWS_SHOWN,
  type disputeEvidenceSchema,
} from '../dispute-evidence.schema.ts';
import { evidenceFileName } from './evidence-file-name.ts';
import { evidenceTexts } from './evidence-text.ts';

type Evidence = z.input<typeof disputeEvidenceSchema>;
type DocumentConfig = Pick<Config, 'agency' | 'publicUrl'>;
type Entry = { at: Date; event: string; details: string };

const time = (at: Date): string => formatInstant(at, 'time', 'UTC');
const day = (at: Date): string => formatInstant(at, 'date', 'UTC');

/** The evidence about a dispute as a document: the same data as the JSON, in order of time. */
export function evidenceDocument(
  evidence: Evidence,
  { agency, publicUrl }: DocumentConfig,
): PdfContent & { table: { rows: string[][] } } {
  const { dispute, payment, customer } = evidence;
  const author = agency.name ?? 'Velvet Rope';
  return {
    fileName: evidenceFileName(dispute.id, 'pdf'),
    title: 'Dispute Evidence',
    number: dispute.id,
    author,
    createdAt: evidence.createdAt,
    parties: [
      {
        label: 'Merchant',
        lines: [author, agency.legalForm, agency.address].filter((line) => line !== undefined),
      },
      {
        label: 'Customer',
        lines: customer
          ? [customer.name, customer.email].filter(Boolean)
          : ['Account deleted since the payment'],
      },
    ],
    facts: factsOf(evidence),
    table: {
      columns: [
        { label: 'Time (UTC)', width: 24 },
        { label: 'Event', width: 22 },
        { label: 'Details', width: 54 },
      ],
      rows: entriesOf(evidence).map(({ at, event, details }) => [time(at), event, details]),
    },
    totals: [['Disputed payment', formatCents(payment.amountCents)]],
    notes: notesOf(evidence, publicUrl),
  };
}

function factsOf({ dispute, payment, subscription }: Evidence): PdfContent['facts'] {
  const reason = [dispute.reason?.replaceAll('_', ' '), dispute.reasonCode].filter(Boolean);
  const facts: PdfContent['facts'] = [
    ['Disputed', day(dispute.openedAt)],
    ['Reason', reason.join(', ') || 'Not stated'],
    ['Disputed amount', formatCents(dispute.amountCents)],
    ['Payment', payment.receipt],
    ['Payment reference', payment.providerReference],
    ['Paid (UTC)', time(payment.paidAt)],
    ['Paid period', `${day(payment.periodStart)} – ${day(payment.periodEnd)}`],
    ['Subscription to', subscription?.influencer || 'A creator whose account was deleted'],
    ['Monthly price', formatCents(subscription?.priceCents ?? payment.amountCents)],
  ];
  if (subscription?.cancelAt) facts.push(['Cancelled for', day(subscription.cancelAt)]);
  return facts;
}

const END_REASONS: Partial<Record<EndReason, string>> = {
  fan: 'By the customer',
  unpaid: 'A payment failed',
  dispute: 'The payment was disputed',
  refund: 'The payment was refunded',
};

/** Everything that happened, oldest first. */
function entriesOf(evidence: Evidence): Entry[] {
  const { dispute, customer, subscription, payments, refunds, mails, signIns, views } = evidence;
  const entries: Entry[] = [
    { at: dispute.openedAt, event: 'Dispute', details: formatCents(dispute.amountCents) },
    ...payments.map(({ paidAt, amountCents, receipt }) => ({
      at: paidAt,
      event: 'Payment',
      details: `${formatCents(amountCents)}, receipt ${receipt}`,
    })),
    ...refunds.map(({ at, amountCents, receipt }) => ({
      at,
      event: 'Refund',
      details: `${formatCents(amountCents)} of receipt ${receipt}`,
    })),
    ...mails.map(({ at, subject, reply }) => ({
      at,
      event: 'Email accepted',
      details: `“${subject}”. Answer of the mail server: ${reply}`,
    })),
    ...signIns.map(({ at, device, country, lastUsedAt }) => ({
      at,
      event: 'Sign-in',
      details: [device, country && countryName(country), `used until ${time(lastUsedAt)}`]
        .filter(Boolean)
        .join(', '),
    })),
    ...views.map(({ at, postedAt }) => ({
      at,
      event: 'Post opened',
      details: `Post of ${day(postedAt)}`,
    })),
  ];
  if (customer) {
    const details = 'Agreed to the terms by creating the account';
    entries.push({ at: customer.accountCreatedAt, event: 'Account created', details });
    if (customer.emailConfirmedAt) {
      const at = customer.emailConfirmedAt;
      entries.push({ at, event: 'Email confirmed', details: customer.email });
    }
  }
  if (subscription) {
    const { startedAt, endedAt, endReason, influencer } = subscription;
    entries.push({ at: startedAt, event: 'Subscription started', details: influencer });
    if (endedAt) {
      const details = END_REASONS[endReason as EndReason] ?? '';
      entries.push({ at: endedAt, event: 'Subscription ended', details });
    }
  }
  return entries.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function notesOf(evidence: Evidence, publicUrl: string): string[] {
  const { productDescription, cancellationPolicy } = evidenceTexts(evidence, publicUrl);
  return [
    productDescription,
    cancellationPolicy,
    `Lists up to ${SIGN_INS_SHOWN} sign-ins, ${MAILS_SHOWN} emails and ${VIEWS_SHOWN} opened posts of this creator, the newest ones. Network addresses are not stored.`,
  ];
}

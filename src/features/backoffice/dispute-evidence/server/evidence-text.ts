import type { z } from 'zod';
import type { EvidenceTexts } from '#src/features/money/payments/server/dispute-evidence-port.ts';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import type { disputeEvidenceSchema } from '../dispute-evidence.schema.ts';

type Evidence = z.input<typeof disputeEvidenceSchema>;

const time = (at: Date | string): string => `${formatInstant(at, 'time', 'UTC')} UTC`;
const day = (at: Date | string): string => formatInstant(at, 'date', 'UTC');

/** The evidence in the texts that providers forward to the bank. */
export function evidenceTexts(evidence: Evidence, publicUrl: string): EvidenceTexts {
  const { customer, payment, subscription } = evidence;
  const { influencer = '', priceCents = payment.amountCents } = subscription ?? {};
  return {
    customerName: customer?.name || null,
    customerEmail: customer?.email ?? null,
    productDescription: `Monthly subscription to the members’ area of ${influencer || 'a creator'} for ${formatCents(priceCents)}, delivered online at once: access to the posts from ${day(payment.periodStart)} to ${day(payment.periodEnd)}.`,
    serviceDate: day(payment.periodStart),
    activityLog: activityOf(evidence),
    cancellationPolicy: `The customer can cancel at any time in the account and, without signing in, with a link in each receipt by email. Access remains until the end of the paid period. Terms: ${publicUrl}/terms`,
    summary: summaryOf(evidence),
  };
}

function activityOf({ mails, signIns, views }: Evidence): string {
  const lines = [
    `Sign-ins (${signIns.length}):`,
    ...signIns.map(
      ({ at, lastUsedAt, device, country }) =>
        `${time(at)}: ${device}${country ? `, ${country}` : ''}, used until ${time(lastUsedAt)}`,
    ),
    '',
    `Emails about the subscription that the mail server accepted (${mails.length}):`,
    ...mails.map(({ at, subject, reply }) => `${time(at)}: “${subject}”, answer ${reply}`),
    '',
    `Posts of this creator that the customer opened (${views.length}):`,
    ...views.map(({ at, postedAt }) => `${time(at)}: post of ${day(postedAt)}`),
  ];
  return lines.join('\n');
}

function summaryOf({ customer, payment, subscription, payments, refunds }: Evidence): string {
  const lines: string[] = [];
  if (customer) {
    lines.push(
      `The customer created the account on ${time(customer.accountCreatedAt)}; the form says that creating an account means to agree to the terms.`,
    );
    if (customer.emailConfirmedAt) {
      lines.push(`The customer confirmed the email address on ${time(customer.emailConfirmedAt)}.`);
    }
  }
  if (subscription) {
    lines.push(`The customer subscribed on ${time(subscription.startedAt)}.`);
    if (subscription.cancelAt) lines.push(`Cancelled for ${time(subscription.cancelAt)}.`);
    if (subscription.endedAt) lines.push(`Ended on ${time(subscription.endedAt)}.`);
  }
  lines.push(
    `Disputed payment: ${formatCents(payment.amountCents)} on ${time(payment.paidAt)}, receipt ${payment.receipt}.`,
    `All payments to this creator:`,
    ...payments.map(
      ({ receipt, paidAt, amountCents }) =>
        `${time(paidAt)}: ${formatCents(amountCents)}, receipt ${receipt}`,
    ),
  );
  if (refunds.length > 0) {
    lines.push(
      'Refunds:',
      ...refunds.map(
        ({ receipt, at, amountCents }) =>
          `${time(at)}: ${formatCents(amountCents)} of receipt ${receipt}`,
      ),
    );
  }
  return lines.join('\n');
}

import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { prepareNamed } from '#src/platform/database/statement.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import type { PaymentOutcome } from '../subscriptions.rules.ts';
import type { EndReason } from '../subscriptions.schema.ts';
import { CANCEL_LINK } from './cancel-links/cancel-links.ts';
import { authenticationText, failureText } from './payment-failure-text.ts';
import {
  unchangedPriceText,
  newPriceText,
  type MailedPrice,
} from './price-changes/price-mail-text.ts';
import {
  endedText,
  resumedText,
  reactivatedText,
  receiptText,
  refundText,
  reminderText,
  stoppedText,
  suspendedText,
  type EndingRefund,
  type MailText,
  type MailedPayment,
  type MailedSubscription,
} from './subscription-mail-text.ts';
import { userSubscriptions } from './subscriptions.table.ts';

/** Whoever records a payment knows all of it; without an address nobody gets a receipt. */
type ReceiptNotice = {
  kind: 'receipt';
  email: string | null;
  subscription: Omit<MailedSubscription, 'influencerName' | 'renews'>;
  payment: MailedPayment;
  outcome: PaymentOutcome;
};
type RefundNotice = { kind: 'refund'; transactionId: string };

/** An event of a subscription that is announced to the fan by mail. */
export type FanNotice =
  | ReceiptNotice
  | RefundNotice
  | { kind: 'payment-failed'; nextAttemptAt: Date }
  | { kind: 'authentication'; url: string }
  | { kind: 'reminder' }
  | { kind: 'suspended' | 'reactivated' }
  | { kind: 'cancelled'; endsAt: Date; reason?: EndReason }
  | { kind: 'resumed' }
  | ({ kind: 'new-price' } & MailedPrice)
  | { kind: 'unchanged-price' }
  | { kind: 'ended'; reason: EndReason; refund?: EndingRefund | undefined };

type MailContext = { tx: Db; mail: Mailer; config: Pick<Config, 'publicUrl'> };
type Addressed<T> = T & { email: string };

/** The owner of an unconfirmed address may be a stranger, who gets no mails about somebody's money. */
const hasConfirmedEmail = isNotNull(users.emailConfirmedAt);

/** The address of a fan's mails; null if it is unconfirmed, or the fan is deleted. */
export function mailAddressOf(fanId: SQL): SQL<string | null> {
  return sql`(select ${users.email} from ${users} where ${users.id} = ${fanId} and ${hasConfirmedEmail})`;
}

/** Queues the mail about an event of a subscription in the caller's transaction. */
export async function mailFan(
  { tx, mail, config }: MailContext,
  subscriptionId: string,
  notice: FanNotice,
): Promise<void> {
  const prepared = await findMailContent(tx, subscriptionId, notice);
  if (!prepared) return;
  const { subscription, text } = prepared;
  const { action, renewal, ...content } = text;
  await mail.queue(tx, {
    to: subscription.email,
    recordId: subscriptionId,
    ...content,
    heading: content.heading ?? content.subject,
    action:
      'kind' in action
        ? action
        : { label: action.label, url: action.url ?? `${config.publicUrl}${action.path}` },
    ...(subscription.renews && {
      footnote: renewal,
      secretLink: {
        label: 'Cancel your subscription (no sign-in needed)',
        kind: CANCEL_LINK,
        subject: subscriptionId,
      },
    }),
  });
}

type MailContent = { subscription: Addressed<MailedSubscription>; text: MailText };

async function findMailContent(tx: Db, id: string, notice: FanNotice): Promise<MailContent | null> {
  if (notice.kind === 'receipt') return receiptContent(notice);
  if (notice.kind === 'refund') return findRefundContent(tx, notice);
  const subscription = await findSubscription(tx, id);
  return subscription && { subscription, text: textFor(subscription, notice) };
}

function receiptContent(notice: ReceiptNotice): MailContent | null {
  const { email, payment, outcome } = notice;
  if (email === null) return null;
  const { status, cancelAt } = notice.subscription;
  const renews = status !== 'cancelled' && cancelAt === null;
  const { influencerName } = payment;
  const subscription = { ...notice.subscription, influencerName, renews, email };
  return { subscription, text: receiptText(subscription, payment, outcome) };
}

async function findRefundContent(tx: Db, notice: RefundNotice): Promise<MailContent | null> {
  const found = await findPayment(tx, notice.transactionId);
  if (!found) return null;
  const { email, payment } = found;
  // Refunds are also announced after the deletion of influencer and subscription.
  const subscription = found.subscription ?? {
    priceCents: 0,
    currentPeriodEnd: payment.periodEnd,
    status: 'cancelled' as const,
    cancelAt: null,
    endedAt: null,
    endReason: null,
    renews: false,
  };
  const { influencerName } = payment;
  const mailed = { ...subscription, email, influencerName };
  return { subscription: mailed, text: refundText(mailed, payment) };
}

function textFor(
  subscription: MailedSubscription,
  notice: Exclude<FanNotice, ReceiptNotice | RefundNotice>,
): MailText {
  switch (notice.kind) {
    case 'payment-failed':
      return failureText(subscription, notice.nextAttemptAt);
    case 'authentication':
      return authenticationText(subscription, notice.url);
    case 'reminder':
      return reminderText(subscription);
    case 'suspended':
      return suspendedText(subscription);
    case 'reactivated':
      return reactivatedText(subscription);
    case 'cancelled':
      return stoppedText(subscription, notice.endsAt, notice.reason);
    case 'new-price':
      return newPriceText(subscription, notice);
    case 'unchanged-price':
      return unchangedPriceText(subscription);
    case 'resumed':
      return resumedText(subscription);
    case 'ended':
      return endedText(subscription, notice.reason, notice.refund);
  }
}

const subscriptionColumns = {
  priceCents: userSubscriptions.priceCents,
  currentPeriodEnd: userSubscriptions.currentPeriodEnd,
  status: userSubscriptions.status,
  cancelAt: userSubscriptions.cancelAt,
  endedAt: userSubscriptions.endedAt,
  endReason: userSubscriptions.endReason,
  renews: sql<boolean>`${userSubscriptions.status} <> 'cancelled' and ${userSubscriptions.cancelAt} is null`,
};

async function findSubscription(tx: Db, id: string): Promise<Addressed<MailedSubscription> | null> {
  const [found] = await tx
    .select({ email: users.email, influencerName: profiles.fullName, ...subscriptionColumns })
    .from(userSubscriptions)
    .innerJoin(users, eq(users.id, userSubscriptions.subscriberId))
    .innerJoin(profiles, eq(profiles.id, userSubscriptions.influencerId))
    .where(and(eq(userSubscriptions.id, id), hasConfirmedEmail));
  return found ?? null;
}

const transaction = ledgerTransactions;
const charge = alias(ledgerTransactions, 'charge');
const share = alias(ledgerAccounts, 'share');

const readPayment = prepareNamed(
  'subscription_payment',
  {
    email: users.email,
    chargeId: charge.id,
    occurredAt: transaction.occurredAt,
    // A check constraint guarantees them for a charge.
    periodStart: sql<Date>`${charge.periodStart}`.mapWith(charge.periodStart),
    periodEnd: sql<Date>`${charge.periodEnd}`.mapWith(charge.periodEnd),
    amountCents: sql<number>`abs(${ledgerEntries.amountCents})`.mapWith(Number),
    influencerName: sql<string>`coalesce(${profiles.fullName}, ${share.payeeName}, '')`,
    hasSubscription: sql<boolean>`${userSubscriptions.id} is not null`,
    ...subscriptionColumns,
  },
  (columns) => sql`
    select ${columns} from ${transaction}
    join ${users} on ${users.id} = ${transaction.subscriberId}
    join ${ledgerAccounts} on ${ledgerAccounts.kind} = 'cash'
    join ${ledgerEntries} on ${ledgerEntries.transactionId} = ${transaction.id}
      and ${ledgerEntries.accountId} = ${ledgerAccounts.id}
    join ${ledgerAccounts} ${share} on ${share.id} = ${transaction.shareAccountId}
    left join ${profiles} on ${profiles.id} = ${share.influencerId}
    join ${ledgerTransactions} ${charge}
      on ${charge.id} = coalesce(${transaction.reverses}, ${transaction.id})
    left join ${userSubscriptions} on ${userSubscriptions.id} = ${transaction.subscriptionId}
    where ${transaction.id} = ${sql.placeholder('id')} and ${hasConfirmedEmail}`,
);

/** A refund with the fan's address, and the subscription, which may be deleted. */
async function findPayment(tx: Db, id: string) {
  const [found] = await readPayment(tx, { id });
  if (!found) return null;
  const { email, chargeId, occurredAt, periodStart, periodEnd, amountCents } = found;
  const { influencerName, hasSubscription, ...subscription } = found;
  const payment: MailedPayment = {
    influencerName,
    chargeId,
    occurredAt,
    periodStart,
    periodEnd,
    amountCents,
  };
  return { email, payment, subscription: hasSubscription ? subscription : null };
}

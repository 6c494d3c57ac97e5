import { eq, sql } from 'drizzle-orm';
import { users } from '#src/features/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/ledger/server/ledger.table.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db.ts';
import type { Mailer } from '#src/platform/mail.ts';
import type { EndReason } from '../subscriptions.schema.ts';
import { CANCEL_LINK } from './cancel-links.ts';
import {
  endedWords,
  failureWords,
  reactivatedWords,
  receiptWords,
  refundWords,
  reminderWords,
  stoppedWords,
  suspendedWords,
  type MailWords,
  type Payment,
  type Subscription,
} from './subscription-mail-words.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type MoneyNews = { kind: 'receipt' | 'refund'; transactionId: string };

/** What a fan is told by mail about a subscription. */
export type FanNews =
  | MoneyNews
  | { kind: 'payment-failed'; nextAttemptAt: Date }
  | { kind: 'reminder' }
  | { kind: 'suspended' | 'reactivated' }
  | { kind: 'cancelled'; endsAt: Date }
  | { kind: 'ended'; reason: EndReason };

type Situation = { tx: Db; mail: Mailer; config: Pick<Config, 'publicUrl'> };
type Addressed<T> = T & { email: string };

/** Has a fan told of what happened to a subscription, once the caller's transaction commits. */
export async function mailFan(
  { tx, mail, config }: Situation,
  subscriptionId: string,
  news: FanNews,
): Promise<void> {
  const about = await findWhatIsTold(tx, subscriptionId, news);
  if (!about) return;
  const { subscription, words } = about;
  const { action, renewal, ...content } = words;
  await mail.queue(tx, {
    to: subscription.email,
    ...content,
    heading: content.heading ?? content.subject,
    action: { label: action.label, url: `${config.publicUrl}${action.path}` },
    ...(subscription.renews && {
      footnote: renewal,
      secretLink: {
        label: 'Stop the renewals, without signing in',
        kind: CANCEL_LINK,
        subject: subscriptionId,
      },
    }),
  });
}

type Told = { subscription: Addressed<Subscription>; words: MailWords };

async function findWhatIsTold(tx: Db, id: string, news: FanNews): Promise<Told | null> {
  if ('transactionId' in news) return findMoney(tx, id, news);
  const subscription = await findSubscription(tx, id);
  return subscription && { subscription, words: wordsFor(subscription, news) };
}

async function findMoney(tx: Db, id: string, news: MoneyNews): Promise<Told | null> {
  const payment = await findPayment(tx, news.transactionId);
  if (!payment) return null;
  const { email, influencerName, periodEnd } = payment;
  // Money is told of also when the influencer was deleted, and the subscription with them.
  const subscription = (await findSubscription(tx, id)) ?? {
    email,
    influencerName,
    priceCents: 0,
    currentPeriodEnd: periodEnd,
    status: 'cancelled',
    endedAt: null,
    endReason: null,
    renews: false,
  };
  const wordsOf = news.kind === 'receipt' ? receiptWords : refundWords;
  return { subscription, words: wordsOf(subscription, payment) };
}

function wordsFor(subscription: Subscription, news: Exclude<FanNews, MoneyNews>): MailWords {
  switch (news.kind) {
    case 'payment-failed':
      return failureWords(subscription, news.nextAttemptAt);
    case 'reminder':
      return reminderWords(subscription);
    case 'suspended':
      return suspendedWords(subscription);
    case 'reactivated':
      return reactivatedWords(subscription);
    case 'cancelled':
      return stoppedWords(subscription, news.endsAt);
    case 'ended':
      return endedWords(subscription, news.reason);
  }
}

async function findSubscription(tx: Db, id: string): Promise<Addressed<Subscription> | null> {
  const [found] = await tx
    .select({
      email: users.email,
      influencerName: profiles.fullName,
      priceCents: userSubscriptions.priceCents,
      currentPeriodEnd: userSubscriptions.currentPeriodEnd,
      status: userSubscriptions.status,
      endedAt: userSubscriptions.endedAt,
      endReason: userSubscriptions.endReason,
      renews: sql<boolean>`${userSubscriptions.status} <> 'cancelled' and ${userSubscriptions.cancelAt} is null`,
    })
    .from(userSubscriptions)
    .innerJoin(users, eq(users.id, userSubscriptions.subscriberId))
    .innerJoin(profiles, eq(profiles.id, userSubscriptions.influencerId))
    .where(eq(userSubscriptions.id, id));
  return found ?? null;
}

async function findPayment(tx: Db, transactionId: string): Promise<Addressed<Payment> | null> {
  const { rows } = await tx.execute<Addressed<Record<keyof Payment, string>>>(sql`
    select u.email, charge.id as "chargeId", t.occurred_at as "occurredAt",
      charge.period_start as "periodStart", charge.period_end as "periodEnd",
      abs(paid.amount_cents)::float8 as "amountCents",
      coalesce(influencer.full_name, share.payee_name, '') as "influencerName"
    from ${ledgerTransactions} t
    join ${users} u on u.id = t.subscriber_id
    join ${ledgerAccounts} cash on cash.kind = 'cash'
    join ${ledgerEntries} paid on paid.transaction_id = t.id and paid.account_id = cash.id
    join ${ledgerAccounts} share on share.id = t.share_account_id
    left join ${profiles} influencer on influencer.id = share.influencer_id
    join ${ledgerTransactions} charge on charge.id = coalesce(t.reverses, t.id)
    where t.id = ${transactionId}::uuid`);
  const [found] = rows;
  return (
    (found && {
      email: found.email,
      chargeId: found.chargeId,
      influencerName: found.influencerName,
      amountCents: Number(found.amountCents),
      occurredAt: new Date(found.occurredAt),
      periodStart: new Date(found.periodStart),
      periodEnd: new Date(found.periodEnd),
    }) ??
    null
  );
}

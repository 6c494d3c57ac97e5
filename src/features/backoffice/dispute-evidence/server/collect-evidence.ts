import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameDevice } from '#src/features/identity/accounts/server/device-name.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { sentMails } from '#src/platform/mail/sent-mails.table.ts';
import {
  MAILS_SHOWN,
  SIGN_INS_SHOWN,
  VIEWS_SHOWN,
  type disputeEvidenceSchema,
} from '../dispute-evidence.schema.ts';

type Evidence = z.input<typeof disputeEvidenceSchema>;

const cash = alias(ledgerAccounts, 'cash');

/**
 * Collects what shows that a fan bought and used what the fan disputes: about this fan and this
 * influencer alone, without captions, and without what the fan has said about themselves.
 */
export async function collectEvidence(db: Db, disputeId: string): Promise<Evidence> {
  const [found] = await db
    .select({ dispute: disputes, charge: ledgerTransactions })
    .from(disputes)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, disputes.chargeId))
    .where(eq(disputes.id, disputeId));
  const { dispute, charge } = found!;
  const fanId = charge.subscriberId!;
  const transactions = await listTransactions(db, fanId, charge.shareAccountId);
  return {
    createdAt: await readDatabaseTime(db),
    dispute: {
      provider: dispute.provider,
      id: dispute.providerDisputeId,
      reason: dispute.reason,
      reasonCode: dispute.reasonCode,
      amountCents: dispute.amountCents,
      openedAt: dispute.openedAt,
    },
    payment: {
      receipt: formatReceiptNumber(charge.id),
      paidAt: charge.occurredAt,
      amountCents: transactions.find(({ id }) => id === charge.id)!.amountCents,
      periodStart: charge.periodStart!,
      periodEnd: charge.periodEnd!,
      providerReference: charge.providerReference!,
    },
    customer: await findCustomer(db, fanId),
    subscription: await findSubscription(db, charge.subscriptionId!),
    ...moneyOf(transactions),
    mails: await listMails(db, fanId, charge.shareAccountId),
    signIns: await listSignIns(db, fanId),
    views: await listViews(db, fanId, charge.shareAccountId),
  };
}

type Transactions = Awaited<ReturnType<typeof listTransactions>>;

const moneyOf = (transactions: Transactions): Pick<Evidence, 'payments' | 'refunds'> => ({
  payments: transactions
    .filter(({ kind }) => kind === 'charge')
    .map(({ id, at, amountCents }) => ({
      receipt: formatReceiptNumber(id),
      paidAt: at,
      amountCents,
    })),
  refunds: transactions
    .filter(({ kind }) => kind === 'refund')
    .map(({ reverses, at, amountCents }) => ({
      receipt: formatReceiptNumber(reverses!),
      at,
      amountCents: -amountCents,
    })),
});

/** The payments of a fan for an influencer, and their refunds, oldest first. */
function listTransactions(db: Db, fanId: string, shareAccountId: number) {
  return db
    .select({
      id: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      reverses: ledgerTransactions.reverses,
      at: ledgerTransactions.occurredAt,
      amountCents: ledgerEntries.amountCents,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .innerJoin(cash, and(eq(cash.id, ledgerEntries.accountId), eq(cash.kind, 'cash')))
    .where(
      and(
        eq(ledgerTransactions.subscriberId, fanId),
        eq(ledgerTransactions.shareAccountId, shareAccountId),
        inArray(ledgerTransactions.kind, ['charge', 'refund']),
      ),
    )
    .orderBy(asc(ledgerTransactions.occurredAt), asc(ledgerTransactions.id));
}

async function findCustomer(db: Db, fanId: string): Promise<Evidence['customer']> {
  const [fan] = await db
    .select({
      name: sql<string>`coalesce(nullif(btrim(${profiles.fullName}), ''), '')`,
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      accountCreatedAt: users.createdAt,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, fanId));
  return fan ?? null;
}

async function findSubscription(db: Db, id: string): Promise<Evidence['subscription']> {
  const [subscription] = await db
    .select({
      influencer: sql<string>`coalesce(${profiles.fullName}, '')`,
      startedAt: userSubscriptions.createdAt,
      priceCents: userSubscriptions.priceCents,
      cancelAt: userSubscriptions.cancelAt,
      endedAt: userSubscriptions.endedAt,
      endReason: userSubscriptions.endReason,
    })
    .from(userSubscriptions)
    .leftJoin(profiles, eq(profiles.id, userSubscriptions.influencerId))
    .where(eq(userSubscriptions.id, id));
  return subscription ?? null;
}

async function listSignIns(db: Db, fanId: string): Promise<Evidence['signIns']> {
  const rows = await db
    .select({
      at: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
      userAgent: sessions.userAgent,
      country: sessions.country,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, fanId), isNull(sessions.viewingAs)))
    .orderBy(desc(sessions.createdAt))
    .limit(SIGN_INS_SHOWN);
  return rows.map(({ userAgent, ...row }) => ({ ...row, device: nameDevice(userAgent) }));
}

/** The mails about all subscriptions of a fan to this influencer. */
function listMails(db: Db, fanId: string, shareAccountId: number): Promise<Evidence['mails']> {
  const subscriptions = db
    .select({ id: ledgerTransactions.subscriptionId })
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.subscriberId, fanId),
        eq(ledgerTransactions.shareAccountId, shareAccountId),
      ),
    );
  return db
    .select({
      at: sentMails.acceptedAt,
      subject: sentMails.subject,
      messageId: sentMails.messageId,
      reply: sentMails.reply,
    })
    .from(sentMails)
    .where(inArray(sentMails.recordId, subscriptions))
    .orderBy(desc(sentMails.acceptedAt))
    .limit(MAILS_SHOWN);
}

function listViews(db: Db, fanId: string, shareAccountId: number): Promise<Evidence['views']> {
  return db
    .select({
      at: postViews.viewedAt,
      postId: postViews.postId,
      postedAt: sql<Date>`${contentPosts.publishedAt}`.mapWith(contentPosts.publishedAt),
    })
    .from(postViews)
    .innerJoin(contentPosts, eq(contentPosts.id, postViews.postId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.influencerId, contentPosts.influencerId))
    .where(
      and(
        eq(postViews.subscriberId, fanId),
        eq(ledgerAccounts.id, shareAccountId),
        isNotNull(contentPosts.publishedAt),
      ),
    )
    .orderBy(desc(postViews.viewedAt))
    .limit(VIEWS_SHOWN);
}

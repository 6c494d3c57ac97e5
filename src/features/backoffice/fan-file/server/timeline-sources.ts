import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import {
  isListed,
  payment,
  PAYMENT_ROW,
  paymentInScope,
  PAYMENTS_WITH_PEOPLE,
} from '#src/features/money/payment-list/server/payments-source.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { TimelineKind } from '../fan-file.schema.ts';

/** The events of one kind; a missing column is null. */
export type TimelineSource = {
  kind: TimelineKind;
  from: SQL;
  id: SQL;
  at: SQL;
  event: SQL;
  recordId?: SQL;
  amountCents?: SQL;
  influencerName?: SQL;
  text?: SQL;
  by?: SQL;
  where: SQL | undefined;
};

const share = alias(ledgerAccounts, 'share');
const influencer = alias(profiles, 'influencer');
const author = alias(users, 'author');
const reversed = alias(ledgerTransactions, 'reversed');
const other = alias(auditEntries, 'other');

const nameOfInfluencer = sql`coalesce(${influencer.fullName}, ${share.payeeName})`;
const nameOfAuthor = nameOrEmail(author);

const payments = (actor: Actor, fanId: string): TimelineSource => ({
  kind: 'payment',
  from: PAYMENTS_WITH_PEOPLE,
  id: payment.id,
  at: payment.at,
  event: PAYMENT_ROW.state,
  recordId: payment.id,
  amountCents: PAYMENT_ROW.amountCents,
  influencerName: sql`${PAYMENT_ROW.influencer} ->> 'fullName'`,
  where: and(isListed, eq(payment.fanId, fanId), paymentInScope(actor)),
});

const reversals = (actor: Actor, fanId: string): TimelineSource => ({
  kind: 'refund',
  from: sql`${ledgerTransactions}
    join ${ledgerTransactions} ${reversed} on ${reversed.id} = ${ledgerTransactions.reverses}
    join ${ledgerAccounts} ${share} on ${share.id} = ${ledgerTransactions.shareAccountId}
    left join ${profiles} ${influencer} on ${influencer.id} = ${share.influencerId}
    left join ${refunds} on ${refunds.transactionId} = ${ledgerTransactions.id}
    left join ${users} ${author} on ${author.id} = ${refunds.requestedBy}`,
  id: sql`${ledgerTransactions.id}`,
  at: sql`${ledgerTransactions.occurredAt}`,
  event: sql`${ledgerTransactions.kind}`,
  recordId: sql`coalesce(${reversed.reverses}, ${reversed.id})`,
  amountCents: cashAmount(ledgerTransactions.id),
  influencerName: nameOfInfluencer,
  by: nameOfAuthor,
  where: and(
    eq(ledgerTransactions.subscriberId, fanId),
    ne(ledgerTransactions.kind, 'charge'),
    inScope(actor, share.influencerId),
  ),
});

/** Another id for a second event of a record, so that no two events of a timeline share one. */
const derivedId = (id: SQL) => sql`md5(${id}::text || 'ended')::uuid`;

const subscriptions = (actor: Actor, fanId: string): TimelineSource[] => {
  const source = {
    kind: 'subscription',
    from: sql`${userSubscriptions}
      left join ${profiles} ${influencer} on ${influencer.id} = ${userSubscriptions.influencerId}`,
    recordId: sql`${userSubscriptions.id}`,
    amountCents: sql`${userSubscriptions.priceCents}`,
    influencerName: sql`${influencer.fullName}`,
  } as const;
  const isOwn = and(
    eq(userSubscriptions.subscriberId, fanId),
    inScope(actor, userSubscriptions.influencerId),
  );
  const id = sql`${userSubscriptions.id}`;
  return [
    {
      ...source,
      id,
      at: sql`${userSubscriptions.createdAt}`,
      event: sql`'subscribed'`,
      where: isOwn,
    },
    {
      ...source,
      id: derivedId(id),
      at: sql`${userSubscriptions.endedAt}`,
      event: sql`${userSubscriptions.endReason}`,
      where: and(isOwn, eq(userSubscriptions.status, 'cancelled')),
    },
  ];
};

const notes = (fanId: string): TimelineSource => ({
  kind: 'note',
  from: sql`${personNotes} left join ${users} ${author} on ${author.id} = ${personNotes.createdBy}`,
  id: sql`${personNotes.id}`,
  at: sql`${personNotes.createdAt}`,
  event: sql`'note'`,
  text: sql`${personNotes.note}`,
  by: nameOfAuthor,
  where: eq(personNotes.personId, fanId),
});

const messages = (fanId: string): TimelineSource => ({
  kind: 'message',
  from: sql`${contactMessages} join ${users} on ${users.email} = ${contactMessages.email}`,
  id: sql`${contactMessages.id}`,
  at: sql`${contactMessages.createdAt}`,
  event: sql`${contactMessages.topic}`,
  text: sql`${contactMessages.message}`,
  where: eq(users.id, fanId),
});

const views = (actor: Actor, fanId: string): TimelineSource => ({
  kind: 'view',
  from: sql`${postViews} join ${contentPosts} on ${contentPosts.id} = ${postViews.postId}
    left join ${profiles} ${influencer} on ${influencer.id} = ${contentPosts.influencerId}`,
  id: sql`${postViews.postId}`,
  at: sql`${postViews.viewedAt}`,
  event: sql`'viewed'`,
  recordId: sql`${postViews.postId}`,
  influencerName: sql`${influencer.fullName}`,
  text: sql`left(${contentPosts.caption}, 120)`,
  where: and(eq(postViews.subscriberId, fanId), inScope(actor, contentPosts.influencerId)),
});

const account = (fanId: string): TimelineSource[] => [
  {
    kind: 'account',
    from: sql`${profiles}`,
    id: sql`${profiles.id}`,
    at: sql`${profiles.createdAt}`,
    event: sql`'joined'`,
    where: eq(profiles.id, fanId),
  },
  {
    kind: 'account',
    from: sql`${sessions}`,
    id: sql`${sessions.id}`,
    at: sql`${sessions.createdAt}`,
    event: sql`'signed-in'`,
    text: sql`coalesce(${sessions.userAgent}, '')`,
    where: eq(sessions.userId, fanId),
  },
];

/** What is said about a fan in the audit trail; several entries of one request are one event. */
const CHANGED = ['profiles', 'users', 'user_roles', 'email_confirmations', 'second_factors'];

const changes = (fanId: string): TimelineSource => ({
  kind: 'change',
  from: sql`${auditEntries}`,
  id: sql`lpad(to_hex(${auditEntries.id}), 32, '0')::uuid`,
  at: sql`${auditEntries.at}`,
  event: sql`${auditEntries.action}`,
  recordId: sql`${auditEntries.id}`,
  text: sql`${auditEntries.operation}`,
  by: sql`${auditEntries.actorEmail}`,
  where: and(
    inArray(auditEntries.entity, CHANGED),
    eq(auditEntries.entityId, fanId),
    ne(auditEntries.action, 'viewed'),
    sql`not exists (select from ${auditEntries} ${other}
      where ${other.at} = ${auditEntries.at} and ${other.requestId} = ${auditEntries.requestId}
        and ${other.entityId} = ${auditEntries.entityId} and ${other.id} < ${auditEntries.id})`,
  ),
});

/** All sources of a fan's timeline, within the actor's limit. */
export function timelineSources(actor: Actor, fanId: string): TimelineSource[] {
  return [
    payments(actor, fanId),
    reversals(actor, fanId),
    ...subscriptions(actor, fanId),
    notes(fanId),
    messages(fanId),
    views(actor, fanId),
    ...account(fanId),
    // Only admins may read the audit trail.
    ...(actor.role === 'admin' ? [changes(fanId)] : []),
  ];
}

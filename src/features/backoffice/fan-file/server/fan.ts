import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { userInScope } from '#src/features/backoffice/users/server/user-scope.ts';
import { postViews } from '#src/features/content/posts/server/post-views.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import {
  sessions,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatarOf } from '#src/features/identity/accounts/server/avatar-of.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { knownDevices } from '#src/features/identity/auth/server/known-devices.table.ts';
import { tagsOf } from '#src/features/identity/tags/server/tags.ts';
import type { LedgerKind } from '#src/features/money/ledger/ledger.schema.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { fanSchema } from '../fan-file.schema.ts';

type Fan = z.input<typeof fanSchema>;

const isFan = (actor: Actor, id: string) =>
  and(
    eq(userRoles.userId, id),
    eq(userRoles.role, 'subscriber'),
    userInScope(actor, userRoles.userId),
  );

/** @throws DomainError 'not-found' for everyone but fans, and for fans outside the actor's limit */
export async function requireFan(db: Db, actor: Actor, id: string): Promise<void> {
  const found = await db.select({ id: userRoles.userId }).from(userRoles).where(isFan(actor, id));
  if (found.length === 0) throw new DomainError('not-found', 'Fan not found');
}

const PERSON = {
  id: profiles.id,
  fullName: profiles.fullName,
  email: profiles.email,
  invitedAt: users.invitedAt,
  isEmailConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
  phone: profiles.phone,
  role: userRoles.role,
  status: sql<Fan['status']>`case when ${isSuspendedNow} then 'suspended' else 'active' end`,
  avatar: avatarOf(profiles.id),
  createdAt: profiles.createdAt,
  tags: tagsOf('person', profiles.id),
  lastSignInAt: sql<Date | null>`greatest(
    (select max(${sessions.createdAt}) from ${sessions} where ${sessions.userId} = ${profiles.id}),
    (select max(${knownDevices.updatedAt}) from ${knownDevices}
      where ${knownDevices.userId} = ${profiles.id}))`,
};

const cash = alias(ledgerAccounts, 'cash');
const share = alias(ledgerAccounts, 'share');

/** The cash of the fan's transactions of these kinds. */
const sumOf = (...kinds: LedgerKind[]) => sql<number>`coalesce(
  sum(${ledgerEntries.amountCents}) filter (where ${inArray(ledgerTransactions.kind, kinds)}), 0)::float8`;

const FAN_KINDS = ['charge', 'refund', 'refund_failed', 'dispute', 'dispute_won'] as const;

async function sumMoney(pool: Pool, actor: Actor, fanId: string) {
  const [money] = await selectRows(
    pool,
    {
      lifetimeCents: sumOf(...FAN_KINDS),
      paidCents: sumOf('charge'),
      refundedCents: sumOf('refund', 'refund_failed'),
      disputedCents: sumOf('dispute', 'dispute_won'),
      payments: sql<number>`count(*) filter (where ${ledgerTransactions.kind} = 'charge')::int`,
    },
    (columns) => sql`
      select ${columns} from ${ledgerTransactions}
      join ${ledgerAccounts} ${cash} on ${cash.kind} = 'cash'
      join ${ledgerEntries} on ${ledgerEntries.transactionId} = ${ledgerTransactions.id}
        and ${ledgerEntries.accountId} = ${cash.id}
      join ${ledgerAccounts} ${share} on ${share.id} = ${ledgerTransactions.shareAccountId}
      where ${and(eq(ledgerTransactions.subscriberId, fanId), inScope(actor, share.influencerId))}`,
  );
  return money!;
}

/** The number of rows, as a column of a selection. */
const countOf = (from: SQL, where: SQL | undefined) =>
  sql<number>`(select count(*)::int from ${from} where ${where})`;

async function countActivity(pool: Pool, actor: Actor, fanId: string) {
  const subscriptions = (where?: SQL) =>
    countOf(
      sql`${userSubscriptions}`,
      and(
        eq(userSubscriptions.subscriberId, fanId),
        inScope(actor, userSubscriptions.influencerId),
        where,
      ),
    );
  const [counts] = await selectRows(
    pool,
    {
      subscriptions: subscriptions(),
      liveSubscriptions: subscriptions(ne(userSubscriptions.status, 'cancelled')),
      views: countOf(
        sql`${postViews} join ${contentPosts} on ${contentPosts.id} = ${postViews.postId}`,
        and(eq(postViews.subscriberId, fanId), inScope(actor, contentPosts.influencerId)),
      ),
      messages: countOf(
        sql`${contactMessages} join ${users} on ${users.email} = ${contactMessages.email}`,
        eq(users.id, fanId),
      ),
    },
    (columns) => sql`select ${columns}`,
  );
  return counts!;
}

/** A fan with the figures of the actor's limit. @throws DomainError 'not-found' */
export async function getFan(pool: Pool, actor: Actor, id: string): Promise<Fan> {
  const [[person], money, counts] = await Promise.all([
    selectRows(
      pool,
      PERSON,
      (columns) => sql`
        select ${columns} from ${profiles}
        join ${users} on ${users.id} = ${profiles.id}
        join ${userRoles} on ${userRoles.userId} = ${profiles.id}
        where ${isFan(actor, id)}`,
    ),
    sumMoney(pool, actor, id),
    countActivity(pool, actor, id),
  ]);
  if (!person) throw new DomainError('not-found', 'Fan not found');
  return { ...person, figures: { ...money, ...counts } };
}

import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { userInScope } from '#src/features/backoffice/users/server/user-scope.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatarOf } from '#src/features/identity/accounts/server/avatar-of.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { complaintReference } from '#src/features/trust/complaints/complaints.rules.ts';
import { complaintVisibleTo } from '#src/features/trust/complaints/server/complaint-list.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { CONVERSATION_LIMIT } from '#src/features/work/contact/conversation.schema.ts';
import { contactReplies as replies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { contactMessages as messages } from '#src/features/work/contact/server/contact.table.ts';
import { replyAddress } from '#src/features/work/contact/server/reply-address.ts';
import { answersArriveAt } from '#src/features/work/contact/server/reply-mails.ts';
import { isVisibleTo } from '#src/features/work/contact/server/visible-messages.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  jsonArray,
  jsonObject,
  orNull,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  SENDER_SUBSCRIPTION_LIMIT,
  type conversationSchema,
  type Sender,
} from '../inbox.schema.ts';
import { MESSAGE_FIELDS } from './inbox-list.ts';

type Conversation = z.input<typeof conversationSchema>;
type Dependencies = { db: Db; pool: Pool; config: Pick<Config, 'secrets' | 'mail'> };

const answerer = alias(profiles, 'answerer');
const archiver = alias(profiles, 'archiver');
const influencer = alias(profiles, 'influencer');

/** The newest entries of a conversation, oldest first. */
async function listEntries(db: Db, messageId: string): Promise<Conversation['entries']> {
  const entries = await db
    .select({
      id: replies.id,
      isReceived: replies.isReceived,
      text: replies.text,
      quoted: replies.quoted,
      fromEmail: replies.fromEmail,
      author: profiles.fullName,
      createdAt: replies.createdAt,
      sentAt: replies.sentAt,
      failedAt: replies.failedAt,
      failure: replies.failure,
    })
    .from(replies)
    .leftJoin(profiles, eq(profiles.id, replies.author))
    .where(eq(replies.messageId, messageId))
    .orderBy(desc(replies.createdAt), desc(replies.id))
    .limit(CONVERSATION_LIMIT);
  return entries.toReversed();
}

/** The subscriptions of the user that are in the actor's scope, newest first. */
const subscriptionsOf = (actor: Actor) => sql<Sender['subscriptions']>`
  (select ${jsonArray(
    jsonObject({
      id: userSubscriptions.id,
      influencer: nameOrUnknown(influencer.fullName),
      status: userSubscriptions.status,
    }),
    sql`${userSubscriptions.createdAt} desc`,
  )} from (
    select * from ${userSubscriptions}
    where ${and(eq(userSubscriptions.subscriberId, users.id), inScope(actor, userSubscriptions.influencerId))}
    order by ${userSubscriptions.createdAt} desc limit ${sql.raw(String(SENDER_SUBSCRIPTION_LIMIT))}
  ) ${userSubscriptions} join ${profiles} ${influencer}
    on ${influencer.id} = ${userSubscriptions.influencerId})`;

/** The account of a message's sender, if the actor may see it. */
async function findSender(
  pool: Pool,
  actor: Actor,
  { email, influencerId }: Pick<Conversation, 'email' | 'influencerId'>,
): Promise<Conversation['sender']> {
  const sender = {
    id: users.id,
    fullName: sql<string>`coalesce(${profiles.fullName}, '')`,
    email: users.email,
    role: orNull(userRoles.role),
    avatar: avatarOf(users.id),
    isSuspended: sql<boolean>`${isSuspendedNow}`,
    createdAt: users.createdAt,
    subscriptions: subscriptionsOf(actor),
  } satisfies SelectionOf<NonNullable<Conversation['sender']>>;
  const isSender = influencerId ? eq(users.id, influencerId) : eq(users.email, email);
  const [found] = await selectRows(
    pool,
    sender,
    (columns) => sql`
      select ${columns} from ${users} join ${profiles} on ${profiles.id} = ${users.id}
      left join ${userRoles} on ${userRoles.userId} = ${users.id}
      where ${and(isSender, userInScope(actor, users.id))}`,
  );
  return found ?? null;
}

/** A message with everything that follows it, and its sender. @throws DomainError 'not-found' */
export async function getConversation(
  { db, pool, config }: Dependencies,
  actor: Actor,
  id: string,
): Promise<Conversation> {
  const [message] = await db
    .select({
      ...MESSAGE_FIELDS,
      message: messages.message,
      complaintId: messages.complaintId,
      isComplaintVisible: sql<boolean>`exists (select from ${complaints}
        where ${and(eq(complaints.id, messages.complaintId), complaintVisibleTo(actor))})`,
      answeredBy: answerer.fullName,
      archivedBy: archiver.fullName,
    })
    .from(messages)
    .leftJoin(answerer, eq(answerer.id, messages.answeredBy))
    .leftJoin(archiver, eq(archiver.id, messages.archivedBy))
    .where(and(eq(messages.id, id), isVisibleTo(actor)));
  if (!message) throw new DomainError('not-found', 'Message not found');
  const [entries, sender] = await Promise.all([
    listEntries(db, id),
    findSender(pool, actor, message),
  ]);
  const { complaintId, isComplaintVisible, ...conversation } = message;
  return {
    ...conversation,
    complaint:
      complaintId === null
        ? null
        : {
            id: complaintId,
            reference: complaintReference(complaintId),
            isVisible: isComplaintVisible,
          },
    entries,
    sender,
    answersArriveHere: replyAddress(config, id) !== null,
    answersTo: answersArriveAt(config, id, actor.email) ?? actor.email,
  };
}

import type { Pool } from 'pg';
import { z } from 'zod';
import { assignmentSchema } from '#src/features/identity/colleagues/colleagues.schema.ts';
import { assignOwner, type OwnedRecords } from '#src/features/identity/colleagues/server/owners.ts';
import type { ComplaintIntake } from '#src/features/trust/complaints/server/store-complaint.ts';
import { handOverSchema, replySchema } from '#src/features/work/contact/conversation.schema.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import {
  answerMessage,
  archiveMessage,
  reopenMessage,
  restoreMessage,
  undoMessageAnswered,
} from '#src/features/work/contact/server/conversation-state.ts';
import { handOverMessage } from '#src/features/work/contact/server/hand-over.ts';
import { resendReply, sendReply, undoReply } from '#src/features/work/contact/server/replies.ts';
import { isVisibleTo } from '#src/features/work/contact/server/visible-messages.ts';
import { bulkIds, bulkResultSchema } from '#src/lib/listing.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  conversationSchema,
  inboxCountsSchema,
  inboxPageSchema,
  inboxQuerySchema,
  sentReplySchema,
} from '../inbox.schema.ts';
import { getConversation } from './conversation.ts';
import { countInbox, listInbox } from './inbox-list.ts';
import { conversationExample, inboxRowExample, sentReplyExample } from './inbox.examples.ts';

type Dependencies = ComplaintIntake & {
  db: Db;
  pool: Pool;
  jobs: Pick<Jobs, 'enqueue'>;
  config: Pick<Config, 'mail'>;
};

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const OWNED_MESSAGES: OwnedRecords = { table: contactMessages, visibleTo: isVisibleTo };
const byReply = byId.extend({ replyId: z.uuid() });

/** What every change of a conversation has in common: it answers with the conversation. */
const change = {
  params: byId,
  output: conversationSchema,
  errors: ['not-found', 'conflict', 'not-allowed-in-state'],
  example: conversationExample,
} as const;

/** What every change of many messages has in common: it answers what happened to each. */
const changeMany = {
  body: z.object({ ids: bulkIds }),
  output: bulkResultSchema,
  example: { changed: [inboxRowExample.id], refused: [] },
};

/** The inbox: messages as conversations, and replies to them. */
export function inboxApi(services: Dependencies) {
  const { db, pool } = services;
  return operations([
    backOffice.get(
      '/api/inbox',
      {
        id: 'listInbox',
        summary: 'List messages by state, topic and search text',
        query: inboxQuerySchema,
        output: inboxPageSchema,
        example: { rows: [inboxRowExample], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listInbox(pool, actor, query),
    ),
    backOffice.get(
      '/api/inbox/counts',
      {
        id: 'countInbox',
        summary: 'Count the found messages by state, and the late ones',
        query: inboxQuerySchema.pick({ search: true, topic: true, owner: true }),
        output: inboxCountsSchema,
        example: { all: 9, open: 4, answered: 3, archived: 2, late: 1 },
      },
      ({ actor, query }) => countInbox(pool, actor, query),
    ),
    backOffice.put(
      '/api/inbox/owner',
      {
        id: 'assignMessageOwners',
        summary: 'Make a colleague the owner of messages, or nobody',
        body: assignmentSchema,
        output: bulkResultSchema,
        example: { changed: [inboxRowExample.id], refused: [] },
      },
      ({ actor, body }) => assignOwner(services, actor, OWNED_MESSAGES, body),
    ),
    backOffice.post(
      '/api/inbox/answer',
      { ...changeMany, id: 'answerMessages', summary: 'Mark open messages as answered' },
      ({ actor, body: { ids } }) => changeEach(ids, (id) => answerMessage(db, actor, id)),
    ),
    backOffice.post(
      '/api/inbox/answer/undo',
      {
        ...changeMany,
        id: 'undoAnsweredMessages',
        summary: 'Open messages again that the caller marked as answered',
      },
      ({ actor, body: { ids } }) => changeEach(ids, (id) => undoMessageAnswered(db, actor, id)),
    ),
    backOffice.post(
      '/api/inbox/archive',
      { ...changeMany, id: 'archiveMessages', summary: 'Archive messages, open or not' },
      ({ actor, body: { ids } }) => changeEach(ids, (id) => archiveMessage(db, actor, id)),
    ),
    backOffice.post(
      '/api/inbox/archive/undo',
      {
        ...changeMany,
        id: 'restoreMessages',
        summary: 'Take messages out of the archive, open or answered as before',
      },
      ({ actor, body: { ids } }) => changeEach(ids, (id) => restoreMessage(db, actor, id)),
    ),
    backOffice.get(
      '/api/inbox/{id}',
      {
        id: 'getConversation',
        views: { entity: 'contact_messages', label: ({ name }) => name },
        summary: 'Get a message with its replies and the account of its sender',
        params: byId,
        output: conversationSchema,
        errors: ['not-found'],
        example: conversationExample,
      },
      ({ actor, params }) => getConversation(services, actor, params.id),
    ),
    backOffice.post(
      '/api/inbox/{id}/replies',
      {
        id: 'sendReply',
        throttle: 'expensive',
        summary: 'Reply by mail; the message is answered, and the mail waits for an undo',
        params: byId,
        body: replySchema,
        output: sentReplySchema,
        errors: ['not-found', 'conflict'],
        example: sentReplyExample,
      },
      async ({ actor, params, body }) => {
        const replyId = await sendReply(services, actor, { ...body, ...params });
        return { replyId, conversation: await getConversation(services, actor, params.id) };
      },
    ),
    backOffice.post(
      '/api/inbox/{id}/replies/{replyId}/undo',
      {
        ...change,
        id: 'undoReply',
        summary: 'Undo the own reply before its mail is sent',
        params: byReply,
      },
      async ({ actor, params }) => {
        await undoReply(services, actor, params);
        return getConversation(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/inbox/{id}/replies/{replyId}/resend',
      {
        ...change,
        id: 'resendReply',
        throttle: 'expensive',
        summary: 'Send a reply again that could not be delivered',
        params: byReply,
      },
      async ({ actor, params }) => {
        await resendReply(services, actor, params);
        return getConversation(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/inbox/{id}/archive',
      { ...change, id: 'archiveMessage', summary: 'Archive a message, open or not' },
      async ({ actor, params }) => {
        await archiveMessage(db, actor, params.id);
        return getConversation(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/inbox/{id}/restore',
      {
        ...change,
        id: 'restoreMessage',
        summary: 'Take a message out of the archive, open or answered as before',
      },
      async ({ actor, params }) => {
        await restoreMessage(db, actor, params.id);
        return getConversation(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/inbox/{id}/complaint',
      {
        ...change,
        id: 'handOverMessage',
        summary: 'Make a complaint of a message, which is then answered',
        body: handOverSchema,
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params, body }) => {
        await handOverMessage(services, actor, { ...body, ...params });
        return getConversation(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/inbox/{id}/reopen',
      { ...change, id: 'reopenMessage', summary: 'Open an answered message again' },
      async ({ actor, params }) => {
        await reopenMessage(db, actor, params.id);
        return getConversation(services, actor, params.id);
      },
    ),
  ]);
}

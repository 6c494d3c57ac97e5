import { randomUUID } from 'node:crypto';
import { contactReplies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { type Call, type CallContext, type MakeCall, onMessage } from './calls.ts';
import { type BackOfficeChange, bulk, ownedByCaller } from './change.ts';

const answered = { answeredAt: new Date() };

/** A reply of the actor to a message of the influencer. */
const onReply = async (
  context: CallContext,
  state: Partial<typeof contactReplies.$inferInsert> = {},
): Promise<Call> => {
  const { params } = await onMessage(context);
  if (!context.influencer) return { params: { ...params, replyId: randomUUID() } };
  const values = { messageId: params!.id!, author: context.user.id, text: 'Hello' };
  const [reply] = await context.app.db
    .insert(contactReplies)
    .values({ ...values, ...state })
    .returning({ id: contactReplies.id });
  return { params: { ...params, replyId: reply!.id } };
};

const TEMPLATE = { title: 'Refund', text: 'Hello {name}', version: 1 };

/** A reply template. */
const onReplyTemplate: MakeCall = async ({ app, user }) => {
  const body = { title: randomUUID(), text: 'Hello' };
  const { json } = await app.call('POST', '/api/reply-templates', { user, body });
  return { params: { id: json.id } };
};
const shared = { unrelated: 'everybody in the back office shares the templates' };

export const inboxChanges: Record<string, BackOfficeChange> = {
  'PUT /api/inbox/owner': {
    make: async (context) => ownedByCaller(context, (await onMessage(context)).params!.id!),
  },
  'POST /api/inbox/answer': { make: async (context) => bulk(await onMessage(context)) },
  'POST /api/inbox/answer/undo': {
    make: async (context) =>
      bulk(await onMessage(context, { ...answered, answeredBy: context.user.id })),
  },
  'POST /api/inbox/archive': { make: async (context) => bulk(await onMessage(context)) },
  'POST /api/inbox/archive/undo': {
    make: async (context) =>
      bulk(await onMessage(context, { ...answered, archivedAt: new Date() })),
  },
  'POST /api/inbox/{id}/replies': {
    make: async (context) => ({
      ...(await onMessage(context)),
      body: { text: 'Hello', after: null },
    }),
  },
  'POST /api/inbox/{id}/replies/{replyId}/undo': { make: (context) => onReply(context) },
  'POST /api/inbox/{id}/replies/{replyId}/resend': {
    make: (context) => onReply(context, { failedAt: new Date(), failure: 'refused' }),
  },
  'POST /api/inbox/{id}/archive': { make: (context) => onMessage(context) },
  'POST /api/inbox/{id}/restore': {
    make: (context) => onMessage(context, { ...answered, archivedAt: new Date() }),
  },
  'POST /api/inbox/{id}/complaint': {
    make: async (context) => ({
      ...(await onMessage(context)),
      body: { kind: 'other', address: 'https://example.test/somebody' },
    }),
  },
  'POST /api/inbox/{id}/reopen': { make: (context) => onMessage(context, answered) },
  'POST /api/reply-templates': {
    ...shared,
    make: async () => ({ body: { ...TEMPLATE, title: randomUUID() } }),
  },
  'PUT /api/reply-templates/{id}': {
    ...shared,
    make: async (context) => ({
      ...(await onReplyTemplate(context)),
      body: { ...TEMPLATE, title: randomUUID() },
    }),
  },
  'DELETE /api/reply-templates/{id}': { ...shared, make: onReplyTemplate },
  'POST /api/contact/{id}/answered': { make: onMessage },
  'POST /api/contact/{id}/undo-answered': {
    make: async (context) => {
      const { id: answeredBy } = context.user;
      return onMessage(context, { answeredBy, answeredAt: new Date() });
    },
  },
};

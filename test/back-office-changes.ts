import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { influencerAgreements } from '#src/features/agency/influencers/server/agreements.table.ts';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { makeComplete } from '#src/features/backoffice/influencer-records/server/go-live.testing.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  secondFactorResets,
  secondFactors,
} from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { endToEndIdOf } from '#src/features/money/bank-files/bank-files.rules.ts';
import { bankPayments } from '#src/features/money/bank-files/server/bank-files.table.ts';
import { EXAMPLE_IBAN } from '#src/features/money/payees/example-accounts.ts';
import {
  confirmAccount,
  proposeAccount,
} from '#src/features/money/payees/server/payees.testing.ts';
import { storePaymentEvent } from '#src/features/money/payments/server/payment-events.ts';
import { monthBefore, monthBounds } from '#src/features/money/payouts/payouts.rules.ts';
import { findDefaultRules } from '#src/features/money/payouts/server/payout-rules.ts';
import {
  markPayoutPaid,
  markPayoutsSent,
} from '#src/features/money/payouts/server/payout-states.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { addCharge } from '#src/features/money/payouts/server/payouts.testing.ts';
import { reconciliationItems } from '#src/features/money/reconciliation/server/reconciliation.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import {
  storedSubscription,
  addSubscription,
} from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { automationRules } from '#src/features/work/automation/server/automation.table.ts';
import { comments } from '#src/features/work/comments/server/comments.table.ts';
import { contactReplies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { taskDecisions } from '#src/features/work/tasks/server/task-history.table.ts';
import { taskTemplates } from '#src/features/work/tasks/server/task-templates.table.ts';
import {
  idOf,
  payoutId,
  onCorrection,
  onInfluencer,
  onMessage,
  onPageImages,
  onPlan,
  onPost,
  onSubscriber,
  onSubscription,
  onTask,
  TOMORROW,
  type Call,
  type MakeCall,
  type DeniedToLimitedStaff,
  type Unrelated,
  type CallContext,
} from './back-office-calls.ts';
import { createUploadedFile, publish, subscribe } from './posts.ts';

/** A call on bank details that the influencer has proposed. */
const onProposal: MakeCall = async ({ app, influencer }) => {
  const id = idOf(influencer);
  const versionId = influencer ? await proposeAccount(app, influencer) : randomUUID();
  return { params: { id, versionId }, body: { reason: 'The holder is somebody else' } };
};

type BackOfficeChange = Partial<Unrelated & DeniedToLimitedStaff> & {
  make: MakeCall;
  /** Why a successful call leaves no entry in the audit trail. */
  unaudited?: string;
  /** Set when staff may not call the operation. */
  by?: 'admin';
};

const postFields = { caption: 'Evening', category: 'Cosplay' } as const;
const postBody = async ({ app, user, influencer }: CallContext) => ({
  ...postFields,
  influencerId: idOf(influencer),
  mediaIds: [await createUploadedFile(app, user, { state: 'ready' })],
});

const SAVED_VIEW = { path: '/tasks', search: '?status=overdue', name: 'Overdue', isShared: false };
const ofSavedView = { unrelated: 'contains filters, no records', unaudited: 'chosen by its owner' };

/** A saved view of the actor. */
const onSavedView: MakeCall = async ({ app, user }) => {
  const body = { ...SAVED_VIEW, name: randomUUID() };
  const { json } = await app.call('POST', '/api/saved-views', { user, body });
  return { params: { id: json.id } };
};

/** A payout of the influencer that a file can pay. */
async function readyPayoutId(context: CallContext): Promise<string> {
  const id = await payoutId(context);
  const { app, influencer } = context;
  if (influencer) await confirmAccount(app, influencer, { by: await app.as('admin') });
  return id;
}

/** An open difference between the sandbox and the ledger. */
async function addDifference(app: TestApp): Promise<string> {
  const side = { amountCents: 500, currency: 'usd', state: null, subscriptionReference: null };
  const [item] = await app.db
    .insert(reconciliationItems)
    .values({
      provider: 'sandbox',
      kind: 'refund',
      reference: randomUUID(),
      difference: 'missing_here',
      status: 'open',
      theirs: { ...side, occurredAt: new Date().toISOString() },
      occurredAt: new Date(),
    })
    .returning({ id: reconciliationItems.id });
  return item!.id;
}

/** A report of the bank that a payout of a file was paid. */
async function reportOf(context: CallContext): Promise<string> {
  const { app, influencer } = context;
  const id = await readyPayoutId(context);
  const header = 'End-to-end ID,Amount,Date,Status';
  if (!influencer) return `${header}\nVR9999999999999,1.00,2026-10-05,paid`;
  const by = await app.as('admin');
  const body = { id: randomUUID(), format: 'csv', ids: [id] };
  await app.call('POST', '/api/bank-files', { user: by, body });
  const isOfPayout = eq(bankPayments.payoutId, id);
  const [payment] = await app.db.select().from(bankPayments).where(isOfPayout);
  const amount = (payment!.amountCents / 100).toFixed(2);
  return `${header}\n${endToEndIdOf(payment!.number!)},${amount},2026-10-05,paid`;
}

/** A bulk change of the record of a call. */
const bulk = ({ params }: Call) => ({ body: { ids: [params!.id!] } });

const templateBody = () => ({
  name: randomUUID(),
  title: 'Welcome clip',
  description: '',
  dueDays: null,
});
const onTemplate: MakeCall = async ({ app }) => {
  const [added] = await app.db
    .insert(taskTemplates)
    .values(templateBody())
    .returning({ id: taskTemplates.id });
  return { params: { id: added!.id } };
};

const ofRules = { by: 'admin', unrelated: 'concerns the whole platform' } as const;
const RULE = {
  name: 'Failed payments',
  trigger: 'payment_failed',
  days: null,
  tag: null,
  action: 'add_note',
  templateId: null,
  note: 'Ask about the card',
  isActive: false,
} as const;
const onRule: MakeCall = async ({ app }) => {
  const [added] = await app.db
    .insert(automationRules)
    .values(RULE)
    .returning({ id: automationRules.id });
  return { params: { id: added!.id }, body: { ...RULE, name: 'Changed' } };
};

const AGREEMENT = {
  title: 'Management agreement',
  signedOn: '2026-06-01',
  endsOn: null,
  location: '',
};

/** Makes the caller the owner of a record. */
const ownedByCaller = ({ user }: CallContext, id: string) => ({
  body: { ids: [id], ownerId: user.id },
});

/** A new comment of the caller on a task, and one that is there already. */
const onComment: MakeCall = async (context) => {
  const recordId = (await onTask(context)).params!.id!;
  const commentId = randomUUID();
  if (context.influencer) {
    const comment = {
      id: commentId,
      taskId: recordId,
      authorId: context.user.id,
      text: 'Call her',
    };
    await context.app.db.insert(comments).values(comment);
  }
  return {
    params: { kind: 'task', recordId, commentId },
    body: { id: randomUUID(), text: 'Call her today', mentions: [] },
  };
};

/** A task that the caller has just closed. */
const closedTask: MakeCall = async (context) => {
  const call = await onTask(context, { ...submitted, closedAt: new Date() });
  if (context.influencer) {
    await context.app.db.insert(taskDecisions).values({
      taskId: call.params!.id!,
      kind: 'closed',
      decidedBy: context.user.id,
      statusBefore: 'completed',
      taskVersion: 1,
    });
  }
  return call;
};

/** The influencer, with a second factor. */
const onSecondFactor: MakeCall = async (context) => {
  const { app, influencer } = context;
  if (influencer) {
    const values = { userId: influencer.id, secret: '', turnedOnAt: new Date() };
    await app.db.insert(secondFactors).values(values).onConflictDoNothing();
  }
  return onInfluencer(context);
};

/** A fan of the influencer. */
const onFan: MakeCall = async ({ app, influencer }) => {
  const fan = influencer && (await app.as('subscriber'));
  if (fan && influencer) await subscribe(app, fan, influencer);
  return { params: { id: idOf(fan) }, body: { reason: 'They asked why a post is locked' } };
};

/** A call with additional fields in its body. */
const withBody = (call: Call, body: object): Call => ({
  ...call,
  body: { ...(call.body as object), ...body },
});

const submitted = { status: 'completed', completedAt: new Date() } as const;
const address = () => `new-${randomUUID()}@example.test`;

const posts: Record<string, BackOfficeChange> = {
  'POST /api/posts': { make: async (context) => ({ body: await postBody(context) }) },
  'POST /api/posts/drafts': { make: async (context) => ({ body: await postBody(context) }) },
  'POST /api/posts/plan': {
    async make(context) {
      const { mediaIds, ...body } = await postBody(context);
      const plan = { timeZone: 'UTC', isScheduled: true };
      const post = { caption: body.caption, mediaId: mediaIds[0], at: TOMORROW.toISOString() };
      return { body: { ...body, ...plan, posts: [post] } };
    },
  },
  'POST /api/posts/{id}/move': {
    make: async (context) =>
      withBody(await onPost(context, { publishAt: TOMORROW }), {
        at: new Date(TOMORROW.getTime() + 86_400_000).toISOString(),
        timeZone: 'Europe/Berlin',
      }),
  },
  'PUT /api/posts/{id}/draft': {
    make: async (context) => withBody(await onPost(context), await postBody(context)),
  },
  'POST /api/posts/{id}/publish': {
    make: async (context) => withBody(await onPost(context), await postBody(context)),
  },
  'POST /api/posts/{id}/unschedule': {
    make: (context) => onPost(context, { publishAt: TOMORROW }),
  },
  'PATCH /api/posts/{id}': {
    make: async (context) => withBody(await onPost(context, { publishAt: TOMORROW }), postFields),
  },
  'POST /api/posts/delete': { make: async (context) => bulk(await onPost(context)) },
  'POST /api/posts/publish': {
    async make(context) {
      const call = await onPost(context, { ...postFields, publishAt: TOMORROW });
      const postId = call.params!.id!;
      if (context.influencer) {
        const file = { postId, displayOrder: 0, state: 'ready' } as const;
        await createUploadedFile(context.app, context.user, file);
      }
      return bulk(call);
    },
  },
  'POST /api/posts/unschedule': {
    make: async (context) => bulk(await onPost(context, { publishAt: TOMORROW })),
  },
  'PUT /api/posts/category': {
    async make(context) {
      const { body } = bulk(await onPost(context));
      return { body: { ...body, category: 'Goth' } };
    },
  },
  'DELETE /api/posts/{id}': { make: (context) => onPost(context) },
  'POST /api/media/{id}/retry': {
    make: async ({ app, user, influencer }) => {
      if (!influencer) return { params: { id: randomUUID() } };
      const { id: postId } = await publish(app, influencer);
      const values = { postId, displayOrder: 1, state: 'failed', failure: 'Damaged' } as const;
      return { params: { id: await createUploadedFile(app, user, values) } };
    },
  },
  'POST /api/vault/reuse': {
    make: async ({ app, influencer }) => ({
      body: { ids: [influencer ? (await publish(app, influencer)).mediaId : randomUUID()] },
    }),
  },
  'PUT /api/influencers/{id}/page-images/{slot}': {
    make: async (context) => {
      const { id, stems } = await onPageImages(context);
      return { params: { id, slot: 'about' }, body: { images: stems.toReversed() } };
    },
  },
  'DELETE /api/influencers/{id}/page-images/{slot}': {
    make: async (context) => {
      const { id, stems } = await onPageImages(context);
      return { params: { id, slot: 'about' }, query: `image=${encodeURIComponent(stems[0]!)}` };
    },
  },
};

/** A requested refund of a payment to the influencer that the provider has not confirmed. */
const requestedRefund: MakeCall = async (context) => {
  const { params, body } = await onSubscription(context);
  const { transactionId: chargeId } = body as { transactionId: string };
  const refundId = randomUUID();
  if (context.influencer)
    await context.app.db
      .insert(refunds)
      .values({ id: refundId, chargeId, amountCents: 1, byHand: true });
  return { params: { ...params, refundId } };
};

/** Stores an unhandled event that changes a subscription to the influencer. */
async function storeUnhandledEvent({ app, influencer }: CallContext): Promise<string> {
  const { id } = await addSubscription(app, influencer!);
  const row = await storedSubscription(app, id);
  const occurredAt = new Date();
  const content = JSON.stringify({
    type: 'subscription.ended',
    id: `ended-${id}`,
    reason: 'provider',
    occurredAt,
    providerSubscriptionId: row.providerSubscriptionId,
  });
  const type = 'subscription.ended';
  return storePaymentEvent(app.db, 'sandbox', { id: `ended-${id}`, type, content });
}

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

const inbox: Record<string, BackOfficeChange> = {
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
};

const influencers: Record<string, BackOfficeChange> = {
  'POST /api/influencers': {
    unrelated: 'limited staff are assigned the influencers they create',
    make: async () => ({
      body: {
        fullName: 'Nova Sterling',
        email: address(),
        phone: '+1 555 0100',
        whyJoin: 'For the nights.',
        password: 'first-password',
      },
    }),
  },
  'PATCH /api/influencers/{id}': {
    make: async (context) => ({
      ...(await onInfluencer(context)),
      body: { version: 1, niche: 'Velvet' },
    }),
  },
  'POST /api/influencers/{id}/go-live': {
    make: async (context) => {
      const { app, influencer } = context;
      if (influencer) {
        await makeComplete(app, influencer);
        await app.db.update(profiles).set({ isDraft: true }).where(eq(profiles.id, influencer.id));
      }
      return onInfluencer(context);
    },
  },
  'DELETE /api/influencers/{id}': { isDeniedToLimitedStaff: true, make: onInfluencer },
  'POST /api/influencers/{id}/agreements': {
    make: async (context) => ({
      ...(await onInfluencer(context)),
      body: { id: randomUUID(), ...AGREEMENT },
    }),
  },
  'DELETE /api/influencers/{id}/agreements/{agreementId}': {
    make: async ({ app, influencer }) => {
      const [id, agreementId] = [idOf(influencer), randomUUID()];
      const values = { ...AGREEMENT, id: agreementId, influencerId: id };
      if (influencer) await app.db.insert(influencerAgreements).values(values);
      return { params: { id, agreementId } };
    },
  },
  'POST /api/influencers/{id}/notes': {
    make: async (context) => ({
      ...(await onInfluencer(context)),
      body: { id: randomUUID(), note: 'Call in the evening.' },
    }),
  },
  'DELETE /api/influencers/{id}/notes/{noteId}': {
    make: async ({ app, influencer }) => {
      const noteId = randomUUID();
      const note = { id: noteId, personId: idOf(influencer), note: 'Before' };
      if (influencer) await app.db.insert(personNotes).values(note);
      return { params: { id: note.personId, noteId } };
    },
  },
  'POST /api/fans/{id}/notes': {
    make: async (context) => ({
      ...(await onSubscriber(context)),
      body: { id: randomUUID(), note: 'Answer in German.' },
    }),
  },
  'DELETE /api/fans/{id}/notes/{noteId}': {
    make: async (context) => {
      const noteId = randomUUID();
      const { id } = (await onSubscriber(context)).params!;
      const note = { id: noteId, personId: id!, note: 'Before' };
      if (context.influencer) await context.app.db.insert(personNotes).values(note);
      return { params: { id: id!, noteId } };
    },
  },
  'POST /api/tasks': { make: async (context) => ({ body: (await onTask(context)).body }) },
  'POST /api/tasks/close': { make: async (context) => bulk(await onTask(context, submitted)) },
  'POST /api/tasks/close/undo': { make: async (context) => bulk(await closedTask(context)) },
  'PUT /api/tasks/owner': {
    make: async (context) => ownedByCaller(context, (await onTask(context)).params!.id!),
  },
  'PUT /api/influencers/owner': {
    make: async (context) => ownedByCaller(context, idOf(context.influencer)),
  },
  'PUT /api/tags/{kind}': {
    make: async (context) => ({
      params: { kind: 'task' },
      body: { ids: [(await onTask(context)).params!.id!], tag: 'Autumn', isTagged: true },
    }),
  },
  'POST /api/comments/{kind}/{recordId}': { make: onComment },
  'DELETE /api/comments/{kind}/{recordId}/{commentId}': { make: onComment },
  'PUT /api/tasks/{id}': { make: (context) => onTask(context) },
  'DELETE /api/tasks/{id}': { make: (context) => onTask(context) },
  'POST /api/tasks/{id}/close': { make: (context) => onTask(context, submitted) },
  'POST /api/tasks/{id}/request-changes': { make: (context) => onTask(context, submitted) },
  'POST /api/tasks/{id}/fail': { make: (context) => onTask(context, submitted) },
  'POST /api/tasks/{id}/cancel': { make: (context) => onTask(context) },
  'POST /api/tasks/{id}/reopen': { make: (context) => onTask(context, { status: 'cancelled' }) },
  'POST /api/tasks/{id}/undo': { make: closedTask },
  'POST /api/corrections': {
    make: async ({ influencer }) => ({
      body: {
        id: randomUUID(),
        kind: 'bonus',
        influencerId: idOf(influencer),
        amountCents: 500,
        reason: 'Launch week',
      },
    }),
  },
  'POST /api/corrections/{id}/approve': { make: (context) => onCorrection(context) },
  'POST /api/corrections/{id}/decline': {
    make: async (context) => ({ ...(await onCorrection(context)), body: { note: 'Not agreed' } }),
  },
  'POST /api/corrections/{id}/withdraw': {
    make: (context) => onCorrection(context, { requestedBy: context.user.id }),
  },
  'POST /api/corrections/{id}/reverse': {
    make: async (context) => ({
      ...(await onCorrection(context, { isRecorded: true })),
      body: { id: randomUUID(), reason: 'Paid elsewhere' },
    }),
  },
  'POST /api/payouts/run': {
    by: 'admin',
    unrelated: 'concerns the whole platform',
    make: async ({ app, influencer }) => {
      const month = monthBefore(new Date());
      if (influencer) await addCharge(app, influencer, { at: monthBounds(month).from });
      return { body: { month } };
    },
  },
  'POST /api/influencers/{id}/bank-details': {
    make: async ({ influencer }) => ({ params: { id: idOf(influencer) }, body: EXAMPLE_IBAN }),
  },
  'POST /api/influencers/{id}/bank-details/{versionId}/confirm': { make: onProposal },
  'POST /api/influencers/{id}/bank-details/{versionId}/decline': { make: onProposal },
  'POST /api/influencers/{id}/bank-details/{versionId}/reveal': { by: 'admin', make: onProposal },
  'POST /api/bank-files': {
    isDeniedToLimitedStaff: true,
    make: async (context) => ({
      body: { id: randomUUID(), format: 'csv', ids: [await readyPayoutId(context)] },
    }),
  },
  'POST /api/bank-files/returns': {
    isDeniedToLimitedStaff: true,
    make: async (context) => ({ body: { content: await reportOf(context), isDryRun: false } }),
  },
  'POST /api/reconciliation/runs': { isDeniedToLimitedStaff: true, make: async () => ({}) },
  'POST /api/reconciliation/items/settle': {
    isDeniedToLimitedStaff: true,
    make: async ({ app }) => ({
      body: { ids: [await addDifference(app)], reason: 'Explained by the provider.' },
    }),
  },
  'PUT /api/payout-rules': {
    by: 'admin',
    unrelated: 'concerns the whole platform',
    make: async ({ app }) => {
      const rules = await findDefaultRules(app.db);
      return { body: { ...rules, holdDays: rules.holdDays + 1 } };
    },
  },
  'PUT /api/payout-rules/{influencerId}': {
    by: 'admin',
    make: ({ influencer }) =>
      Promise.resolve({
        params: { influencerId: influencer?.id ?? randomUUID() },
        body: {
          holdDays: 7,
          minimumCents: null,
          reservePercent: null,
          reserveDays: null,
          version: 0,
        },
      }),
  },
  'POST /api/payouts/approve': {
    make: async (context) => {
      const id = await payoutId(context);
      await context.app.db.update(payouts).set({ needsApproval: true }).where(eq(payouts.id, id));
      return { body: { ids: [id] } };
    },
  },
  'POST /api/payouts/send': {
    make: async (context) => ({
      body: { ids: [await payoutId(context)], batchReference: 'Batch 4711' },
    }),
  },
  'POST /api/payouts/return': {
    make: async (context) => {
      const id = await payoutId(context);
      const { app, user, influencer } = context;
      const sender = { userId: user.id, isLimited: false };
      if (influencer) await markPayoutsSent(app.services, sender, [id], { batchReference: null });
      return { body: { ids: [id], reason: 'Account closed' } };
    },
  },
  'POST /api/payouts/void': {
    make: async (context) => ({
      body: { ids: [await payoutId(context)], reason: 'Wrong commission' },
    }),
  },
  'POST /api/payouts/pay': {
    make: async (context) => ({
      body: { ids: [await payoutId(context)], notes: 'Wire 4711' },
    }),
  },
  'POST /api/payouts/undo': {
    make: async (context) => {
      const id = await payoutId(context);
      const { app, user, influencer } = context;
      if (influencer)
        await markPayoutPaid(
          app.services,
          { userId: user.id, isLimited: false },
          { id, notes: null },
        );
      return { body: { ids: [id] } };
    },
  },
  'POST /api/subscriptions/{id}/provider-change': {
    make: (context) => onSubscription(context),
    unaudited: 'changes no record',
  },
  'POST /api/subscriptions/{id}/suspend': { make: (context) => onSubscription(context) },
  'POST /api/subscriptions/{id}/reactivate': {
    make: (context) => onSubscription(context, 'paused'),
  },
  'POST /api/subscriptions/{id}/end': { make: (context) => onSubscription(context, 'past_due') },
  'POST /api/subscriptions/{id}/refunds': { make: (context) => onSubscription(context) },
  'DELETE /api/subscriptions/{id}/refunds/{refundId}': { make: requestedRefund },
  'POST /api/subscriptions/{id}/refunds/{refundId}/made': { make: requestedRefund },
  'POST /api/payment-events/replay': {
    by: 'admin',
    make: (context) => storeUnhandledEvent(context).then(() => ({})),
  },
  'POST /api/payment-events/{id}/replay': {
    by: 'admin',
    make: async (context) => ({ params: { id: await storeUnhandledEvent(context) } }),
  },
  'POST /api/plans': {
    make: async ({ influencer }) => ({
      body: { influencerId: idOf(influencer), priceMonthlyCents: 1999 },
    }),
  },
  'PUT /api/plans/{id}': { make: (context) => onPlan(context) },
  'POST /api/plans/{id}/activate': { make: (context) => onPlan(context) },
  'POST /api/plans/{id}/deactivate': { make: (context) => onPlan(context, { isActive: true }) },
};

const people: Record<string, BackOfficeChange> = {
  'POST /api/imports': {
    unrelated: 'creates new accounts only',
    make: async () => ({
      body: {
        kind: 'fans',
        isDryRun: false,
        rows: [{ number: 2, values: { fullName: 'Ivo', email: address() } }],
      },
    }),
  },
  'POST /api/users': {
    unrelated: 'creates no influencers',
    make: async () => ({
      body: { email: address(), password: 'first-password', fullName: 'Ivo', role: 'subscriber' },
    }),
  },
  'PATCH /api/users/{id}': {
    make: async (context) => ({
      ...(await onInfluencer(context)),
      body: { version: 1, email: context.influencer?.email ?? address(), fullName: 'Changed' },
    }),
  },
  'DELETE /api/users/{id}/email-change': {
    by: 'admin',
    make: async (context) => {
      const { app, influencer, user } = context;
      const call = await onInfluencer(context);
      if (influencer) {
        const body = { version: 1, email: address(), fullName: 'Changed' };
        await app.call('PATCH', `/api/users/${influencer.id}`, { user, body });
      }
      return call;
    },
  },
  'POST /api/users/suspend': { make: async (context) => bulk(await onInfluencer(context)) },
  'POST /api/users/{id}/suspend': { make: onInfluencer },
  'POST /api/users/{id}/activate': {
    make: async (context) => {
      const { app, influencer } = context;
      if (influencer)
        await app.db.update(users).set({ banned: true }).where(eq(users.id, influencer.id));
      return onInfluencer(context);
    },
  },
  'POST /api/users/{id}/password-reset': { make: onInfluencer },
  'POST /api/users/{id}/invitation': {
    make: async (context) => {
      const { app, influencer } = context;
      if (influencer) {
        const invitedAt = new Date(0);
        await app.db.update(users).set({ invitedAt }).where(eq(users.id, influencer.id));
      }
      return onInfluencer(context);
    },
  },
  'POST /api/users/{id}/viewing': { isDeniedToLimitedStaff: true, make: onFan },
  'POST /api/users/{id}/second-factor-reset': { make: onSecondFactor },
  'DELETE /api/users/{id}/second-factor-reset': {
    make: async (context) => {
      const call = await onSecondFactor(context);
      const { app, user, influencer } = context;
      if (influencer) {
        const values = { userId: influencer.id, requestedBy: user.id };
        await app.db.insert(secondFactorResets).values(values);
      }
      return call;
    },
  },
  'DELETE /api/users/{id}': { isDeniedToLimitedStaff: true, make: onInfluencer },
  'PUT /api/profile': {
    unrelated: 'concerns the own profile',
    make: async () => ({ body: { version: 1, fullName: 'Changed' } }),
  },
  'POST /api/applications/review': {
    unrelated: 'applicants are not influencers yet',
    make: async ({ app }) => ({
      body: { ids: [await createApplication(app.db)], status: 'accepted' },
    }),
  },
  'POST /api/applications/review/undo': {
    unrelated: 'applicants are not influencers yet',
    make: async ({ app, user }) => {
      const ids = [await createApplication(app.db)];
      const body = { ids, status: 'accepted' };
      await app.call('POST', '/api/applications/review', { user, body });
      return { body: { ids } };
    },
  },
  'PUT /api/applications/owner': {
    unrelated: 'applicants are not influencers yet',
    make: async (context) => ownedByCaller(context, await createApplication(context.app.db)),
  },
  'POST /api/applications/{id}/review': {
    unrelated: 'applicants are not influencers yet',
    make: async ({ app }) => ({
      params: { id: await createApplication(app.db) },
      body: { status: 'accepted', notes: '' },
    }),
  },
  'POST /api/applications/{id}/undo-review': {
    unrelated: 'applicants are not influencers yet',
    make: async ({ app, user }) => {
      const params = { id: await createApplication(app.db) };
      const body = { status: 'accepted' };
      const call = { user, body };
      const { json } = await app.call('POST', `/api/applications/${params.id}/review`, call);
      return { params, body: { reviewedAt: json.reviewedAt } };
    },
  },
  'POST /api/applications/{id}/questions': {
    unrelated: 'applicants are not influencers yet',
    make: async ({ app }) => ({
      params: { id: await createApplication(app.db) },
      body: { question: 'Which days can you work?' },
    }),
  },
  'POST /api/applications/{id}/reopen': {
    unrelated: 'applicants are not influencers yet',
    make: async ({ app }) => ({
      params: { id: await createApplication(app.db, { status: 'rejected' }) },
      body: { reason: 'New pictures arrived.' },
    }),
  },
  'POST /api/task-templates': {
    unrelated: 'concerns no influencer',
    make: async () => ({ body: templateBody() }),
  },
  'PUT /api/task-templates/{id}': {
    unrelated: 'concerns no influencer',
    make: async (context) => ({ ...(await onTemplate(context)), body: templateBody() }),
  },
  'DELETE /api/task-templates/{id}': { unrelated: 'concerns no influencer', make: onTemplate },
  'POST /api/automation/rules': { ...ofRules, make: async () => ({ body: RULE }) },
  'PUT /api/automation/rules/{id}': { ...ofRules, make: onRule },
  'DELETE /api/automation/rules/{id}': { ...ofRules, make: onRule },
  'POST /api/automation/preview': {
    ...ofRules,
    unaudited: 'changes nothing',
    make: async () => ({ body: RULE }),
  },
  'PUT /api/mail-preferences': {
    make: async () => ({ body: { team: 'daily' } }),
    unrelated: 'concerns the own mails',
    unaudited: 'chosen by their recipient',
  },
  'POST /api/staff-notifications/read': {
    make: async () => ({ body: {} }),
    unrelated: 'concerns what the actor has read',
    unaudited: 'changes no record',
  },
  'POST /api/saved-views': { ...ofSavedView, make: async () => ({ body: SAVED_VIEW }) },
  'PUT /api/saved-views/{id}': {
    ...ofSavedView,
    make: async (context) => ({ ...(await onSavedView(context)), body: SAVED_VIEW }),
  },
  'DELETE /api/saved-views/{id}': { ...ofSavedView, make: onSavedView },
  'POST /api/contact/{id}/answered': { make: onMessage },
  'POST /api/contact/{id}/undo-answered': {
    make: async (context) => {
      const { id: answeredBy } = context.user;
      return onMessage(context, { answeredBy, answeredAt: new Date() });
    },
  },
};

/** Every operation with which the back office changes data. Maintained by hand; tests fail if one is missing. */
export const BACK_OFFICE_CHANGES: Record<string, BackOfficeChange> = {
  ...posts,
  ...influencers,
  ...people,
  ...inbox,
};

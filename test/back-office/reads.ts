import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { recordTags } from '#src/features/identity/tags/server/tags.table.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { payoutRules } from '#src/features/money/payouts/server/payout-rules.table.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { createUploadedFile, publish, subscribe } from '../posts.ts';
import {
  idOf,
  onPayout,
  addedCorrection,
  onCorrection,
  onDispute,
  onSubscriber,
  onInfluencer,
  onInvoice,
  onMessage,
  onPageImages,
  onPayment,
  onPlan,
  onPost,
  onSubscription,
  onTask,
  TOMORROW,
  type Call,
  type MakeCall,
  type DeniedToLimitedStaff,
  type Unrelated,
} from './calls.ts';

type BackOfficeRead =
  | Unrelated
  /** Reads one record. */
  | ({ one: MakeCall } & Partial<DeniedToLimitedStaff>)
  /** Reads a list: the response contains `needle` if and only if it contains the record. */
  | { list: (...context: Parameters<MakeCall>) => Promise<Call & { needle: string }> }
  /** Reads totals that include the record. */
  | { count: MakeCall };

const byId = (make: MakeCall) => async (context: Parameters<MakeCall>[0]) => {
  const { params } = await make(context);
  return { needle: params!.id! };
};
const onSubmittedTask: MakeCall = (context) =>
  onTask(context, { status: 'completed', completedAt: new Date() });
const onFile: MakeCall = async ({ app, influencer }) => ({
  params: { id: influencer ? (await publish(app, influencer)).mediaId : randomUUID() },
});
const byEmail = async ({ influencer }: Parameters<MakeCall>[0]) => ({ needle: influencer!.email });
const applications = { unrelated: 'applicants are not influencers yet' };

const selected = async (id: string, sort: string, needle: string) => ({
  needle,
  body: { ids: [id], sort },
});

const ofAllInfluencers = {
  isDeniedToLimitedStaff: true,
  one: async () => ({ params: { id: randomUUID() } }),
} as const;

/** Every operation with which the back office reads data. Maintained by hand; tests fail if one is missing. */
export const BACK_OFFICE_READS: Record<string, BackOfficeRead> = {
  'GET /api/posts': { list: byId((context) => onPost(context)) },
  'GET /api/posts.csv': {
    async list(context) {
      const needle = randomUUID();
      await onPost(context, { caption: needle });
      return { needle };
    },
  },
  'GET /api/calendar': {
    async list(context) {
      const { params } = await onPost(context, { plannedAt: TOMORROW, timeZone: 'UTC' });
      const [from, to] = [new Date(), new Date(Date.now() + 2 * 86_400_000)];
      const query = `from=${from.toISOString()}&to=${to.toISOString()}`;
      return { needle: params!.id!, query };
    },
  },
  'GET /api/calendar/influencers': { list: byId(onInfluencer) },
  'GET /api/posts/{id}': { one: (context) => onPost(context) },
  'GET /api/media': {
    list: async ({ app, influencer, user }) => {
      const { mediaId: needle } = await publish(app, influencer!);
      return { needle, query: `ids=${needle},${await createUploadedFile(app, user)}` };
    },
  },
  'GET /api/vault': {
    list: async ({ app, influencer }) => ({
      needle: (await publish(app, influencer!)).mediaId,
    }),
  },
  'GET /api/vault/{id}/posts': { one: onFile },
  'GET /api/vault/{id}/tasks': { one: onFile },
  'GET /api/influencers/{id}/page-images': {
    one: async (context) => ({ params: { id: (await onPageImages(context)).id } }),
  },
  'GET /api/influencers': { list: byId(onInfluencer) },
  'GET /api/influencers.csv': { list: byEmail },
  'GET /api/influencers/options': {
    list: async ({ influencer }) => ({
      needle: influencer!.id,
      query: `search=${encodeURIComponent(influencer!.email)}`,
    }),
  },
  'GET /api/influencers/{id}': { one: onInfluencer },
  'GET /api/influencers/{id}/record': { one: onInfluencer },
  'GET /api/influencers/{id}/page': { one: onInfluencer },
  'GET /api/influencers/{id}/notes': { one: onInfluencer },
  'GET /api/influencers/{id}/payouts': { one: onInfluencer },
  'GET /api/influencers/{id}/bank-details': { one: onInfluencer },
  'GET /api/reconciliation': ofAllInfluencers,
  'GET /api/reconciliation/runs': ofAllInfluencers,
  'GET /api/reconciliation/items': ofAllInfluencers,
  'GET /api/reconciliation/items/{id}': ofAllInfluencers,
  'GET /api/bank-files': ofAllInfluencers,
  'GET /api/bank-files/{id}': ofAllInfluencers,
  'GET /api/bank-files/{id}/file': ofAllInfluencers,
  'POST /api/bank-files/draft': {
    isDeniedToLimitedStaff: true,
    one: async (context) => ({
      body: { format: 'csv', ids: [(await onPayout(context)).params!.id!] },
    }),
  },
  'GET /api/reports': { count: (context) => onPayment(context).then(() => ({})) },
  'GET /api/reports/influencers': { list: byId(onInfluencer) },
  'GET /api/reports/influencers.csv': {
    list: async ({ app, influencer }) => {
      const fullName = `Reported ${randomUUID()}`;
      await app.db.update(profiles).set({ fullName }).where(eq(profiles.id, influencer!.id));
      return { needle: fullName };
    },
  },
  'GET /api/reports/periods.csv': { count: (context) => onPayment(context).then(() => ({})) },
  'GET /api/invoices': { list: byId(onInvoice) },
  'GET /api/invoices.csv': {
    list: async (context) => {
      const { params } = await onPayment(context);
      await issueInvoices(context.app, new Date());
      return { needle: formatReceiptNumber(params!.id!) };
    },
  },
  'GET /api/invoices/{id}/document.pdf': { one: onInvoice },
  'GET /api/payouts': { list: byId(onPayout) },
  'GET /api/payouts.csv': { list: (context) => onPayout(context).then(() => byEmail(context)) },
  'GET /api/payouts/totals': { count: (context) => onPayout(context).then(() => ({})) },
  'GET /api/payouts/{id}/statement': { one: onPayout },
  'GET /api/payouts/{id}/statement.csv': { one: onPayout },
  'GET /api/payouts/{id}/statement.pdf': { one: onPayout },
  'GET /api/tasks': { list: byId((context) => onTask(context)) },
  'GET /api/tasks.csv': {
    list: async (context) => {
      const title = `Task ${randomUUID()}`;
      await onTask(context, { title });
      return { needle: title };
    },
  },
  'POST /api/tasks.csv': {
    list: async (context) => {
      const title = `Task ${randomUUID()}`;
      const { params } = await onTask(context, { title });
      return selected(params!.id!, 'newest', title);
    },
  },
  'POST /api/users.csv': {
    list: ({ influencer }) => selected(influencer!.id, 'created', influencer!.email),
  },
  'POST /api/influencers.csv': {
    list: ({ influencer }) => selected(influencer!.id, 'created', influencer!.email),
  },
  'POST /api/payouts/review': {
    list: async (context) => {
      const id = (await onPayout(context)).params!.id!;
      return { body: { ids: [id] }, needle: id };
    },
  },
  'GET /api/payouts/{id}/transitions': { one: onPayout },
  'GET /api/payout-rules': {
    list: async ({ app, influencer }) => {
      if (influencer) {
        const { id: influencerId } = influencer;
        await app.db.insert(payoutRules).values({ influencerId, holdDays: 3 });
      }
      return { needle: influencer?.id ?? '' };
    },
  },
  'POST /api/payouts.csv': {
    list: async (context) =>
      selected((await onPayout(context)).params!.id!, 'period', context.influencer!.email),
  },
  'POST /api/applications.csv': applications,
  'GET /api/tasks/counts': { count: (context) => onTask(context).then(() => ({})) },
  'GET /api/comments/{kind}/{recordId}': {
    one: async (context) => ({
      params: { kind: 'task', recordId: (await onTask(context)).params!.id! },
    }),
  },
  'GET /api/tags/{kind}': {
    list: async ({ app, influencer }) => {
      const needle = `Tag ${randomUUID()}`.slice(0, 40);
      await app.db.insert(recordTags).values({ name: needle, personId: influencer!.id });
      return { needle, params: { kind: 'person' } };
    },
  },
  'GET /api/task-templates': { unrelated: 'concerns no influencer' },
  'GET /api/colleagues': { unrelated: 'lists the people of the back office' },
  'GET /api/mail-preferences': { unrelated: 'concerns the own mails' },
  'GET /api/tasks/{id}': { one: (context) => onTask(context) },
  'GET /api/subscribers': { list: byId((context) => onSubscription(context)) },
  'GET /api/subscribers.csv': {
    list: (context) => onSubscription(context).then(() => byEmail(context)),
  },
  'POST /api/subscribers.csv': {
    list: async (context) =>
      selected((await onSubscription(context)).params!.id!, 'newest', context.influencer!.email),
  },
  'GET /api/subscribers/figures': { count: (context) => onSubscription(context).then(() => ({})) },
  'GET /api/subscribers/{id}': { one: (context) => onSubscription(context) },
  'GET /api/subscribers/{id}/payments': { one: (context) => onSubscription(context) },
  'GET /api/payments': { list: byId(onPayment) },
  'GET /api/payments.csv': {
    list: async ({ app, influencer }) => ({
      needle: (await addSubscription(app, influencer!)).paymentId,
    }),
  },
  'POST /api/payments.csv': {
    list: async ({ app, influencer }) => {
      const { chargeId, paymentId } = await addSubscription(app, influencer!);
      return selected(chargeId, '-newest', paymentId);
    },
  },
  'GET /api/payments/{id}': { one: onPayment },
  'GET /api/disputes': { list: byId(onDispute) },
  'GET /api/disputes.csv': {
    async list(context) {
      const { params } = await onDispute(context);
      const [{ reference }] = (await context.app.db
        .select({ reference: disputes.providerDisputeId })
        .from(disputes)
        .where(eq(disputes.id, params!.id!))) as [{ reference: string }];
      return { needle: reference };
    },
  },
  'GET /api/disputes/{id}': { one: onDispute },
  'GET /api/disputes/{id}/evidence': { one: onDispute },
  'GET /api/disputes/{id}/evidence.pdf': { one: onDispute },
  'GET /api/disputes/{id}/submission': { one: onDispute },
  'GET /api/dispute-ratios': { isDeniedToLimitedStaff: true, one: async () => ({}) },
  'GET /api/corrections': { list: byId(onCorrection) },
  'GET /api/corrections.csv': {
    list: async (context) => ({ needle: (await addedCorrection(context)).reason }),
  },
  'GET /api/corrections/{id}': { one: onCorrection },
  'GET /api/influencers/{id}/correction-basis': { one: onInfluencer },
  'GET /api/fans/{id}': { one: onSubscriber },
  'GET /api/fans/{id}/purchase-blocks': { one: onSubscriber },
  'GET /api/fans/{id}/timeline': { one: onSubscriber },
  'GET /api/fans/{id}/notes': { one: onSubscriber },
  'GET /api/plans': { list: byId((context) => onPlan(context)) },
  'GET /api/plans/counts': { count: (context) => onPlan(context).then(() => ({})) },
  'GET /api/plans/{id}': { one: (context) => onPlan(context) },
  'GET /api/plans/{id}/commission': { one: (context) => onPlan(context) },
  'GET /api/users': { list: byId(onInfluencer) },
  'GET /api/users.csv': { list: byEmail },
  'GET /api/users/{id}': { one: onInfluencer },
  'GET /api/users/{id}/deletion': { isDeniedToLimitedStaff: true, one: onInfluencer },
  'GET /api/search': {
    list: async ({ influencer }) => ({
      needle: idOf(influencer),
      query: `q=${encodeURIComponent(influencer!.email)}`,
    }),
  },
  'GET /api/dashboard': { count: (context) => onTask(context).then(() => ({})) },
  'GET /api/dashboard/trends': {
    count: async ({ app, influencer }) => {
      await subscribe(app, await app.as('subscriber'), influencer!);
      return {};
    },
  },
  'GET /api/applications': applications,
  'GET /api/applications.csv': applications,
  'GET /api/applications/counts': applications,
  'GET /api/applications/{id}': applications,
  'GET /api/staff-notifications': { list: byId(onSubmittedTask) },
  'GET /api/staff-notifications/unread': {
    count: (context) => onSubmittedTask(context).then(() => ({})),
  },
  'GET /api/work-queue': { count: (context) => onSubmittedTask(context).then(() => ({})) },
  'GET /api/contact': {
    list: async ({ app, influencer }) => {
      const body = { topic: 'My profile', message: 'Please change my bio.' };
      await app.call('POST', '/api/agency-messages', { user: influencer!, body });
      return { needle: influencer!.email };
    },
  },
  'GET /api/inbox': { list: byId((context) => onMessage(context)) },
  'GET /api/inbox/counts': { count: (context) => onMessage(context) },
  'GET /api/inbox/{id}': { one: (context) => onMessage(context) },
  'GET /api/reply-templates': { unrelated: 'everybody in the back office shares the templates' },
  'GET /api/marketplace': { unrelated: 'open to everyone' },
  'GET /api/saved-views': { unrelated: 'contains filters, no records' },
  'GET /api/users/invitations': { unrelated: 'concerns the whole platform' },
  'GET /api/system-status': { unrelated: 'concerns the whole platform' },
  'GET /api/profile': { unrelated: 'concerns the own profile' },
  'GET /api/account/contact': { unrelated: 'concerns the own profile' },
};

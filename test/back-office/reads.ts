import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { recordTags } from '#src/features/identity/tags/server/tags.table.ts';
import {
  insertSigned,
  makeSigner,
  publishVersion,
} from '#src/features/trust/agreements/server/agreements.testing.ts';
import { createUploadedFile, publish, subscribe } from '../posts.ts';
import { onSignedAgreement } from './agreement-calls.ts';
import {
  idOf,
  onCorrection,
  onSubscriber,
  onInfluencer,
  onMessage,
  onPageImages,
  onPayment,
  onTask,
  TOMORROW,
  type MakeCall,
} from './calls.ts';
import { onComplaint } from './complaint-calls.ts';
import { moneyReads } from './money-reads.ts';
import { onPost } from './post-calls.ts';
import { type BackOfficeRead, byEmail, byId, selected } from './read.ts';

const onSubmittedTask: MakeCall = (context) =>
  onTask(context, { status: 'completed', completedAt: new Date() });
const onPerformer: MakeCall = async ({ app, influencer }) => ({
  params: { id: influencer ? await insertPerformer(app.db, influencer.id) : randomUUID() },
});
const onFile: MakeCall = async ({ app, influencer }) => ({
  params: { id: influencer ? (await publish(app, influencer)).mediaId : randomUUID() },
});
const onScheduledPost: MakeCall = (context) => onPost(context, { publishAt: new Date(TOMORROW) });
const applications = { unrelated: 'applicants are not influencers yet' };

/** Every operation with which the back office reads data. Maintained by hand; tests fail if one is missing. */
export const BACK_OFFICE_READS: Record<string, BackOfficeRead> = {
  ...moneyReads,
  'GET /api/decisions/{rule}/{id}': {
    async one(context) {
      const { params } = await onCorrection(context);
      return { params: { rule: 'correction', ...params } };
    },
  },
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
  'GET /api/agreement-versions': { unrelated: 'templates are for all influencers' },
  'GET /api/agreement-versions/{id}': { unrelated: 'templates are for all influencers' },
  'GET /api/missing-agreements': { list: byId(onInfluencer) },
  'GET /api/signed-agreements': { list: byId(onSignedAgreement) },
  'GET /api/signed-agreements.csv': {
    async list(context) {
      const needle = randomUUID();
      const { influencer, app } = context;
      await insertSigned(
        app,
        {
          performerId: await makeSigner(app, influencer!),
          influencerId: influencer!.id,
          versionId: await publishVersion(app),
        },
        { signedName: needle },
      );
      return { needle };
    },
  },
  'GET /api/signed-agreements/{id}': { one: onSignedAgreement },
  'GET /api/signed-agreements/{id}/document.pdf': { one: onSignedAgreement },
  'GET /api/performers': { list: byId(onPerformer) },
  'GET /api/performers.csv': {
    async list({ app, influencer }) {
      const needle = randomUUID();
      await insertPerformer(app.db, influencer!.id, { aliases: [needle] });
      return { needle };
    },
  },
  'GET /api/record-names': {
    async list({ app, influencer }) {
      const needle = randomUUID();
      await insertPerformer(app.db, influencer!.id, { aliases: [needle] });
      return { needle, query: `search=${needle}` };
    },
  },
  'GET /api/record-names.csv': {
    async list({ app, influencer }) {
      const needle = randomUUID();
      await insertPerformer(app.db, influencer!.id, { aliases: [needle] });
      return { needle };
    },
  },
  'GET /api/record-works': {
    async list({ app, influencer }) {
      const { id } = await publish(app, influencer!);
      return { needle: id };
    },
  },
  'GET /api/record-works.csv': {
    async list({ app, influencer }) {
      const { id } = await publish(app, influencer!);
      return { needle: id };
    },
  },
  'POST /api/record-archive': {
    async one(context) {
      const { params } = await onPerformer(context);
      const archive = { reason: 'Inspection', password: 'lantern-ferry-orchid' };
      return { body: { ...archive, performerIds: [params!.id] } };
    },
  },
  'GET /api/performers/{id}': { one: onPerformer },
  'GET /api/performers/{id}/verification': { one: onPerformer },
  'GET /api/performers/{id}/consents': { one: onPerformer },
  'GET /api/performers/{id}/posts': { one: onPerformer },
  'GET /api/performers/{id}/invitations': { one: onPerformer },
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
  'GET /api/reports/profit': { count: (context) => onPayment(context).then(() => ({})) },
  'GET /api/reports/profit.csv': { count: (context) => onPayment(context).then(() => ({})) },
  'GET /api/reports/recurring': { count: (context) => onPayment(context).then(() => ({})) },
  'GET /api/reports/recurring.csv': { count: (context) => onPayment(context).then(() => ({})) },
  'GET /api/reports/cohorts': { count: (context) => onPayment(context).then(() => ({})) },
  'GET /api/reports/cohorts.csv': { count: (context) => onPayment(context).then(() => ({})) },
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
  'GET /api/fans/{id}': { one: onSubscriber },
  'GET /api/fans/{id}/purchase-blocks': { one: onSubscriber },
  'GET /api/fans/{id}/age-verification': { one: onSubscriber },
  'GET /api/fans/{id}/timeline': { one: onSubscriber },
  'GET /api/fans/{id}/notes': { one: onSubscriber },
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
  'GET /api/applications/{id}/pictures': applications,
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
  'GET /api/policies': { unrelated: 'reasons for all decisions' },
  'GET /api/policies/{id}/versions': { unrelated: 'reasons for all decisions' },
  'GET /api/publication-rule': { unrelated: 'what all posts need' },
  'GET /api/post-reviews': { list: byId(onScheduledPost) },
  'GET /api/post-reviews/counts': { count: (context) => onScheduledPost(context).then(() => ({})) },
  'GET /api/post-reviews/{id}': { one: onScheduledPost },
  'GET /api/complaints': { list: byId((context) => onComplaint(context)) },
  'GET /api/complaints/counts': { count: (context) => onComplaint(context).then(() => ({})) },
  'GET /api/complaints/{id}': { one: (context) => onComplaint(context) },
  'GET /api/complaints/{id}/evidence': { one: (context) => onComplaint(context) },
  'GET /api/influencers/{id}/strikes': { one: onInfluencer },
  'GET /api/strike-rule': { unrelated: 'concerns all influencers' },
  'GET /api/reply-templates': { unrelated: 'everybody in the back office shares the templates' },
  'GET /api/marketplace': { unrelated: 'open to everyone' },
  'GET /api/saved-views': { unrelated: 'contains filters, no records' },
  'GET /api/users/invitations': { unrelated: 'concerns the whole platform' },
  'GET /api/system-status': { unrelated: 'concerns the whole platform' },
  'GET /api/profile': { unrelated: 'concerns the own profile' },
  'GET /api/account/contact': { unrelated: 'concerns the own profile' },
};

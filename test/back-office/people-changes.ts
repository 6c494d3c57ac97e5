import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  secondFactorResets,
  secondFactors,
} from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { accountChanges } from '#src/features/identity/two-people/server/two-people.table.ts';
import { bankDetails } from '#src/features/money/payees/server/payees.table.ts';
import { proposeAccount } from '#src/features/money/payees/server/payees.testing.ts';
import { subscribe } from '../posts.ts';
import { idOf, type MakeCall, onInfluencer } from './calls.ts';
import {
  type BackOfficeChange,
  bulk,
  newAddress,
  ofPlatform,
  ownedByCaller,
  withBody,
} from './change.ts';

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

export const peopleChanges: Record<string, BackOfficeChange> = {
  'POST /api/imports': {
    unrelated: 'creates new accounts only',
    make: async () => ({
      body: {
        kind: 'fans',
        isDryRun: false,
        rows: [{ number: 2, values: { fullName: 'Ivo', email: newAddress() } }],
      },
    }),
  },
  'POST /api/users': {
    unrelated: 'creates no influencers',
    make: async () => ({
      body: {
        email: newAddress(),
        password: 'first-password',
        fullName: 'Ivo',
        role: 'subscriber',
      },
    }),
  },
  'PATCH /api/users/{id}': {
    make: async (context) => ({
      ...(await onInfluencer(context)),
      body: { version: 1, email: context.influencer?.email ?? newAddress(), fullName: 'Changed' },
    }),
  },
  'DELETE /api/users/{id}/email-change': {
    by: 'admin',
    make: async (context) => {
      const { app, influencer, user } = context;
      const call = await onInfluencer(context);
      if (influencer) {
        const body = { version: 1, email: newAddress(), fullName: 'Changed' };
        await app.call('PATCH', `/api/users/${influencer.id}`, { user, body });
      }
      return call;
    },
  },
  'POST /api/users/suspend': {
    make: async (context) => withBody(bulk(await onInfluencer(context)), { reason: 'violation' }),
  },
  'POST /api/users/{id}/suspend': {
    make: async (context) => withBody(await onInfluencer(context), { reason: 'violation' }),
  },
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
  'POST /api/decisions/announcements': {
    by: 'admin',
    isDeniedToLimitedStaff: true,
    // Nobody knows any more who entered the details.
    make: async ({ app, influencer }) => {
      const id = influencer ? await proposeAccount(app, influencer) : randomUUID();
      await app.db.update(bankDetails).set({ proposedBy: null }).where(eq(bankDetails.id, id));
      return { body: { rule: 'bank-details', ids: [id] } };
    },
  },
  'POST /api/unknown-accounts/dismiss': {
    ...ofPlatform,
    make: async ({ app }) => {
      const { id: userId } = await app.as('staff');
      await app.db.insert(accountChanges).values({ userId });
      return { body: { ids: [userId] } };
    },
  },
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
  'PUT /api/mail-preferences': {
    make: async () => ({ body: { team: 'daily' } }),
    unrelated: 'concerns the own mails',
    unaudited: 'chosen by their recipient',
  },
};

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { influencerAgreements } from '#src/features/agency/influencers/server/agreements.table.ts';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import {
  IDENTITY,
  insertCheck,
  insertPerformer,
} from '#src/features/agency/performers/server/performers.testing.ts';
import { makeComplete } from '#src/features/backoffice/influencer-records/server/go-live.testing.ts';
import { giveConsent } from '#src/features/content/consents/server/consents.testing.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inviting, onInvitation } from './agreement-calls.ts';
import { idOf, onInfluencer, onSubscriber, type MakeCall } from './calls.ts';
import { type BackOfficeChange, newAddress, ownedByCaller } from './change.ts';

const AGREEMENT = {
  title: 'Management agreement',
  signedOn: '2026-06-01',
  endsOn: null,
  location: '',
};

const onPerformer: MakeCall = async ({ app, influencer }) => ({
  params: { id: influencer ? await insertPerformer(app.db, influencer.id) : randomUUID() },
});

/** A call on a performer with documents, whose check is in progress. */
const onVerification =
  (checkedBy: string | null = null): MakeCall =>
  async (context) => {
    const call = await onPerformer(context);
    if (!context.influencer) {
      const body = { documentId: randomUUID(), facePictureId: randomUUID(), reason: 'Blurred' };
      return { params: { ...call.params!, documentId: randomUUID() }, body };
    }
    const ids = await insertCheck(context.app, call.params!.id!, checkedBy);
    return {
      params: { ...call.params!, documentId: ids.documentId },
      body: { ...ids, reason: 'Blurred' },
    };
  };

export const influencerChanges: Record<string, BackOfficeChange> = {
  'POST /api/performers/{id}/verification': { make: onPerformer },
  'POST /api/performers/{id}/verification/check': { make: onVerification() },
  'POST /api/performers/{id}/verification/confirm': {
    make: async (context) => onVerification((await context.app.as('admin')).id)(context),
  },
  'POST /api/performers/{id}/verification/reject': { make: onVerification() },
  'POST /api/performers/{id}/verification/end': { make: onVerification() },
  'POST /api/performers/{id}/verification/session': { make: onPerformer },
  'POST /api/performers/{id}/documents/{documentId}/reveal': { make: onVerification() },
  'DELETE /api/performers/{id}/documents/{documentId}': { make: onVerification() },
  'POST /api/performers/{id}/consent-link': { make: onPerformer },
  'POST /api/performers/{id}/invitations': { make: inviting },
  'POST /api/performers/{id}/invitations/{invitationId}/resend': { make: onInvitation },
  'POST /api/performers/{id}/invitations/{invitationId}/cancel': { make: onInvitation },
  'POST /api/performers/{id}/consents': {
    make: async (context) => ({
      ...(await onPerformer(context)),
      body: {
        id: randomUUID(),
        kind: 'period',
        influencerId: idOf(context.influencer),
        startsOn: '2026-01-01',
        endsOn: null,
        scopes: ['subscription'],
        givenOn: '2026-01-01',
        method: 'paper',
        note: '',
      },
    }),
  },
  'POST /api/performers/{id}/consents/{consentId}/withdraw': {
    async make(context) {
      const { params } = await onPerformer(context);
      const { app, influencer } = context;
      const consentId = influencer
        ? await giveConsent(app, params!.id!, influencer.id)
        : randomUUID();
      return { params: { ...params!, consentId }, body: { reason: 'Asked by phone' } };
    },
  },
  'POST /api/performers': {
    make: async ({ influencer }) => ({
      body: { id: randomUUID(), kind: 'influencer', influencerId: idOf(influencer), ...IDENTITY },
    }),
  },
  'PATCH /api/performers/{id}': {
    make: async (context) => ({
      ...(await onPerformer(context)),
      body: { version: 1, ...IDENTITY, country: 'IT' },
    }),
  },
  'PUT /api/performers/{id}/archived': {
    make: async (context) => ({ ...(await onPerformer(context)), body: { isArchived: true } }),
  },
  'PUT /api/performers/{id}/hold': {
    by: 'admin',
    make: async (context) => ({ ...(await onPerformer(context)), body: { reason: 'In court' } }),
  },
  'POST /api/influencers': {
    unrelated: 'limited staff are assigned the influencers they create',
    make: async () => ({
      body: {
        fullName: 'Nova Sterling',
        email: newAddress(),
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
  'PUT /api/influencers/owner': {
    make: async (context) => ownedByCaller(context, idOf(context.influencer)),
  },
};

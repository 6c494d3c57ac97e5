import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { agreementVersions } from '#src/features/trust/agreements/server/agreements.table.ts';
import {
  COUNTERSIGNED,
  insertSigned,
  makeSigner,
  publishVersion,
} from '#src/features/trust/agreements/server/agreements.testing.ts';
import { insertInvitation } from '#src/features/trust/releases/server/releases.testing.ts';
import { idOf, type Call, type CallContext, type MakeCall } from './calls.ts';

/** A call on the agreement that an influencer signed. */
export const onSignedAgreement: MakeCall = (context) => onAgreement(context);

async function onAgreement({ app, influencer }: CallContext, values: object = {}): Promise<Call> {
  if (!influencer) return { params: { id: randomUUID() } };
  const performerId = await makeSigner(app, influencer);
  const versionId = await publishVersion(app);
  const signed = { performerId, influencerId: influencer.id, versionId };
  return { params: { id: await insertSigned(app, signed, values) } };
}

/** The termination of an agreement that both sides have signed. */
export const terminating: MakeCall = async (context) => ({
  ...(await onAgreement(context, COUNTERSIGNED)),
  body: { terminatedOn: '2099-12-31', reason: 'They work with another agency.' },
});

/** The countersignature of an agreement by the caller. */
export const countersigning: MakeCall = async (context) => {
  const { params } = await onSignedAgreement(context);
  const { app, user } = context;
  const [caller] = await app.db.select().from(users).where(eq(users.id, user.id));
  return { body: { ids: [params!.id!], name: caller!.name } };
};

/** A call on a draft of a template, instead of an earlier one. */
export async function onAgreementDraft({ app }: CallContext, body: object = {}): Promise<Call> {
  await removeDraft(app);
  const id = await publishVersion(app, 'model-release', { publishedAt: null });
  return { params: { id }, body: { version: 1, ...body } };
}

/** Makes room for a draft of a release. */
export async function removeDraft({ db }: CallContext['app']): Promise<void> {
  const isDraft = (await db.select().from(agreementVersions)).filter(
    ({ kind, publishedAt }) => kind === 'model-release' && publishedAt === null,
  );
  for (const { id } of isDraft) {
    await db.delete(agreementVersions).where(eq(agreementVersions.id, id));
  }
}

/** An invitation of a performer of the influencer to sign a release. */
export const inviting: MakeCall = async ({ app, influencer }) => {
  await publishVersion(app, 'model-release', { text: '{{legal_name}}' });
  const body = { id: randomUUID(), influencerId: idOf(influencer), scopes: ['subscription'] };
  return {
    params: { id: influencer ? await insertPerformer(app.db, influencer.id) : randomUUID() },
    body: { ...body, startsOn: '2026-01-01', endsOn: null, email: null },
  };
};

/** A call on the open invitation of a performer of the influencer. */
export const onInvitation: MakeCall = async ({ app, influencer }) => {
  if (!influencer) return { params: { id: randomUUID(), invitationId: randomUUID() } };
  const id = await insertPerformer(app.db, influencer.id);
  return { params: { id, invitationId: await insertInvitation(app, id, influencer.id) } };
};

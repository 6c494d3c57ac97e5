import { randomUUID } from 'node:crypto';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { complaintAppeals } from '#src/features/trust/complaints/server/appeals.table.ts';
import type { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { createEscalation } from '#src/features/trust/escalations/server/create-escalation.ts';
import {
  makeOfficer,
  reportMinor,
} from '#src/features/trust/escalations/server/escalations.testing.ts';
import { complaintEvidence } from '#src/features/trust/evidence/server/evidence.table.ts';
import type { Call, CallContext } from './calls.ts';

/** A complaint about a post of the influencer. */
export async function onComplaint(
  { app, influencer }: CallContext,
  state: Partial<typeof complaints.$inferInsert> = {},
): Promise<Call> {
  if (!influencer) return { params: { id: randomUUID() } };
  const [post] = await app.db
    .insert(contentPosts)
    .values({ influencerId: influencer.id, caption: 'A post' })
    .returning({ id: contentPosts.id });
  const id = await addComplaint(app, { influencerId: influencer.id, postId: post!.id, ...state });
  return { params: { id } };
}

/** A file of a complaint. */
export async function onEvidence(context: CallContext): Promise<Call> {
  const { params } = await onComplaint(context);
  const evidenceId = randomUUID();
  if (context.influencer) {
    await context.app.db.insert(complaintEvidence).values({
      id: evidenceId,
      complaintId: params!.id!,
      source: 'reporter',
      fileName: 'original.jpg',
      type: 'picture',
      bytes: 1,
      sha256: evidenceId,
      s3Key: `evidence/${evidenceId}.webp`,
    });
  }
  return { params: { ...params, evidenceId } };
}

/** The decision about the account of an influencer with one strike. */
export async function onStrikes(context: CallContext): Promise<Call> {
  const { influencer } = context;
  const removal = { outcome: 'removed', policy: 'privacy', decisionText: 'A street.' } as const;
  await onComplaint(context, { ...removal, decidedAt: new Date() });
  return {
    params: { id: influencer?.id ?? randomUUID() },
    body: { outcome: 'warned', text: 'She has been told on the phone.', strikes: 1 },
  };
}

/** A complaint with an appeal of the influencer against the decision of somebody who has left. */
export async function onAppeal(context: CallContext): Promise<Call> {
  const now = new Date();
  const call = await onComplaint(context, {
    decidedAt: now,
    decidedBy: (await context.app.as('admin')).id,
    outcome: 'removed',
    policy: 'privacy',
    decisionText: 'A street is shown.',
    appealDueAt: now,
  });
  if (context.influencer) {
    const complaintId = call.params!.id!;
    const text = 'It is the backdrop of a studio.';
    await context.app.db
      .insert(complaintAppeals)
      .values({ complaintId, party: 'influencer', text });
  }
  return call;
}

/** A call of a child safety officer on an escalation. */
export async function onEscalation({ app, user }: CallContext, body: object): Promise<Call> {
  await makeOfficer(app, user);
  const { complaintId } = await reportMinor(app, await app.as('influencer'));
  const actor = { userId: user.id, fullName: '', email: user.email };
  return { params: { id: await createEscalation(app.services, actor, complaintId) }, body };
}

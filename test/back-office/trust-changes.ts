import { randomUUID } from 'node:crypto';
import { bannedTerms } from '#src/features/identity/banned-terms/server/banned-terms.table.ts';
import { ageVerifications } from '#src/features/trust/age-checks/server/age-checks.table.ts';
import {
  makeOfficer,
  reportMinor,
} from '#src/features/trust/escalations/server/escalations.testing.ts';
import { policyVersions } from '#src/features/trust/policies/server/policies.table.ts';
import { withPolicyVersion } from '#src/features/trust/policies/server/policies.testing.ts';
import { strikeRule } from '#src/features/trust/strikes/server/strikes.table.ts';
import type { TestApp } from '../harness.ts';
import { countersigning, onAgreementDraft, removeDraft, terminating } from './agreement-calls.ts';
import { onSubscriber, type MakeCall } from './calls.ts';
import { type BackOfficeChange, ofPlatform, ownedByCaller, withBody } from './change.ts';
import { onAppeal, onComplaint, onEscalation, onEvidence, onStrikes } from './complaint-calls.ts';
import { onDecidedReview, onReview } from './review-calls.ts';

async function onBannedTerm({ db }: TestApp) {
  const [added] = await db
    .insert(bannedTerms)
    .values({ term: `blue ${randomUUID()}`, level: 'refuse' })
    .returning({ id: bannedTerms.id });
  return { params: { id: added!.id } };
}

const withVersion =
  (make: MakeCall, body: object = {}): MakeCall =>
  async (context) =>
    withBody(await make(context), { version: 1, ...body });

const DECISION = {
  version: 1,
  outcome: 'no_action',
  policy: 'no_violation',
  text: 'Nothing private is shown.',
};

const withDecision =
  (make: MakeCall): MakeCall =>
  async (context) =>
    withBody(await make(context), await withPolicyVersion(context.app, 'complaint', DECISION));

const POLICY = {
  title: 'A rule of the agency',
  description: '',
  basis: 'rule',
  ground: '',
  isPublic: false,
  isActive: true,
} as const;

/** Other admins, who read the audit trail, must learn nothing. */
const IN_CHAIN = 'the chain of custody contains it';

const RELEASE = { kind: 'model-release', text: '{{legal_name}} agrees.' };

export const trustChanges: Record<string, BackOfficeChange> = {
  'POST /api/fans/{id}/age-verification/revoke': {
    by: 'admin',
    async make(context) {
      const call = await onSubscriber(context);
      const { db } = context.app;
      await db.insert(ageVerifications).values({
        userId: call.params!.id!,
        method: 'sandbox',
        expiresAt: new Date(Date.now() + 86_400_000),
      });
      return call;
    },
  },
  'POST /api/agreement-versions': {
    ...ofPlatform,
    async make({ app }) {
      await removeDraft(app);
      return { body: RELEASE };
    },
  },
  'PATCH /api/agreement-versions/{id}': {
    ...ofPlatform,
    make: (context) => onAgreementDraft(context, RELEASE),
  },
  'DELETE /api/agreement-versions/{id}': {
    ...ofPlatform,
    make: (context) => onAgreementDraft(context),
  },
  'POST /api/agreement-versions/{id}/publish': {
    ...ofPlatform,
    make: (context) => onAgreementDraft(context, { signBy: null }),
  },
  'POST /api/signed-agreements/countersign': { by: 'admin', make: countersigning },
  'POST /api/signed-agreements/{id}/terminate': { by: 'admin', make: terminating },
  'POST /api/banned-terms': {
    ...ofPlatform,
    make: async () => ({ body: { term: `red ${randomUUID()}`, level: 'refuse' } }),
  },
  'PUT /api/banned-terms/{id}/level': {
    ...ofPlatform,
    make: async ({ app }) => ({ ...(await onBannedTerm(app)), body: { level: 'flag' } }),
  },
  'DELETE /api/banned-terms/{id}': { ...ofPlatform, make: ({ app }) => onBannedTerm(app) },
  'POST /api/policies': {
    ...ofPlatform,
    make: async () => ({ body: { ...POLICY, area: 'review', decisions: ['rejected'] } }),
  },
  'POST /api/policies/{id}/versions': {
    ...ofPlatform,
    async make({ app }) {
      const [added] = await app.db
        .insert(policyVersions)
        .values({ ...POLICY, area: 'complaint', decisions: ['removed'], number: 1 })
        .returning({ id: policyVersions.id });
      return {
        params: { id: added!.id },
        body: { ...POLICY, decisions: ['removed', 'no_action'] },
      };
    },
  },
  'POST /api/post-reviews/{id}': { make: onReview },
  'POST /api/post-reviews/{id}/undo': { make: onDecidedReview },
  'DELETE /api/complaints/{id}/evidence/{evidenceId}': { by: 'admin', make: onEvidence },
  'POST /api/influencers/{id}/strikes/decision': { by: 'admin', make: onStrikes },
  'PUT /api/strike-rule': {
    ...ofPlatform,
    async make({ app }) {
      const [rule] = await app.db.select().from(strikeRule);
      const { version } = rule!;
      return { body: { months: 12 + (version % 2), decideFrom: 3, version } };
    },
  },
  'PUT /api/complaints/owner': {
    make: async (context) => ownedByCaller(context, (await onComplaint(context)).params!.id!),
  },
  'POST /api/complaints/{id}/hide': { make: withVersion(onComplaint) },
  'POST /api/complaints/{id}/restore': {
    make: withVersion((context) => onComplaint(context, { hidesPostSince: new Date() })),
  },
  'POST /api/complaints/{id}/questions': {
    make: withVersion(onComplaint, { question: 'Which picture?' }),
  },
  'POST /api/complaints/{id}/decision': { make: withDecision(onComplaint) },
  'POST /api/complaints/{id}/appeal': { make: withDecision(onAppeal) },
  'PUT /api/child-safety-officers/{role}': {
    ...ofPlatform,
    make: async ({ app }) => ({
      params: { role: 'deputy' },
      body: { userId: (await app.as('admin')).id },
    }),
  },
  'POST /api/escalations': {
    ...ofPlatform,
    async make({ app, user }) {
      await makeOfficer(app, user);
      const { complaintId } = await reportMinor(app, await app.as('influencer'));
      return { body: { complaintId } };
    },
  },
  'POST /api/escalations/{id}/open': {
    ...ofPlatform,
    unaudited: IN_CHAIN,
    make: (context) => onEscalation(context, { reason: 'To report it' }),
  },
  'POST /api/escalations/{id}/package': {
    ...ofPlatform,
    make: (context) =>
      onEscalation(context, { reason: 'To report it', password: 'lantern-ferry-orchid' }),
  },
  'POST /api/escalations/{id}/submission': {
    ...ofPlatform,
    unaudited: IN_CHAIN,
    make: (context) => onEscalation(context, { authority: 'NCMEC', reference: '1' }),
  },
  'POST /api/escalations/{id}/preservation': {
    ...ofPlatform,
    unaudited: IN_CHAIN,
    make: (context) => onEscalation(context, { until: '2099-01-31', reason: 'Requested' }),
  },
};

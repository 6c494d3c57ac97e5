import { sql } from 'drizzle-orm';
import { influencerAgreements } from '#src/features/agency/influencers/server/agreements.table.ts';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { consents } from '#src/features/content/consents/server/consents.table.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { influencerContent } from '#src/features/content/posts/server/post-views.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { bankDetails } from '#src/features/money/payees/server/payees.table.ts';
import { taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import { payoutDocuments } from '#src/features/money/payouts/server/payout-documents.table.ts';
import { payoutRules } from '#src/features/money/payouts/server/payout-rules.table.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { commissionRates } from '#src/features/money/plans/server/commission-rates.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { agreementNotices } from '#src/features/trust/agreements/server/agreement-notices.table.ts';
import { signedAgreements } from '#src/features/trust/agreements/server/agreements.table.ts';
import { removedWorks } from '#src/features/trust/record-index/server/removed-works.table.ts';
import { accountDecisions } from '#src/features/trust/strikes/server/strikes.table.ts';
import type { PersonalData } from './exported-rows.ts';

/** Everything that is stored about an influencer: who they are, what they publish, and what they earn. */
export const INFLUENCER_DATA: PersonalData[] = [
  {
    name: 'identity-record',
    column: performers.influencerId,
    // Records of co-performers are about somebody else.
    where: (userId) =>
      sql`${performers.influencerId} = ${userId} and ${performers.kind} = 'influencer'`,
    omitted: ['created_by', 'hold_reason', 'version'],
  },
  {
    name: 'consents',
    column: consents.influencerId,
    // Those of co-performers are about somebody else.
    where: (userId) => sql`${consents.performerId} in (select ${performers.id} from ${performers}
      where ${performers.influencerId} = ${userId} and ${performers.kind} = 'influencer')`,
    omitted: ['recorded_by', 'withdrawn_by', 'note'],
  },
  { name: 'agreements', column: influencerAgreements.influencerId, omitted: ['created_by'] },
  {
    name: 'signed-agreements',
    column: signedAgreements.influencerId,
    // Releases of the people in their posts are about somebody else.
    where: (userId) =>
      sql`${signedAgreements.influencerId} = ${userId} and ${signedAgreements.kind} = 'creator-agreement'`,
    omitted: [
      'countersigned_by',
      'countersigned_address',
      'countersigned_user_agent',
      'terminated_by',
    ],
  },
  { name: 'agreement-notices', column: agreementNotices.influencerId },
  { name: 'removed-works', column: removedWorks.influencerId },
  { name: 'account-decisions', column: accountDecisions.influencerId, omitted: ['decided_by'] },
  {
    name: 'plans',
    column: subscriptionPlans.influencerId,
    from: sql`
      (select ${subscriptionPlans}.*, (
        select jsonb_agg(to_jsonb(${commissionRates}) - 'created_by' - 'reason'
          order by ${commissionRates.effectiveFrom})
        from ${commissionRates} where ${commissionRates.planId} = ${subscriptionPlans.id}
      ) as commissions from ${subscriptionPlans}) as ${subscriptionPlans}`,
  },
  {
    name: 'bank-details',
    column: bankDetails.influencerId,
    // The last four digits are enough to recognize an account.
    omitted: ['sealed', 'proposed_by', 'decided_by'],
  },
  {
    name: 'tax-details',
    column: taxDetails.influencerId,
    // The newest ones are exported in full, but for the number.
    omitted: ['sealed', 'proposed_by', 'decided_by', 'share_account_id', 'retained_since'],
  },
  {
    name: 'payouts',
    column: payouts.influencerId,
    omitted: ['paid_by', 'created_by', 'approved_by', 'sent_by'],
    from: sql`
      (select ${payouts}.*, (
        select jsonb_agg(to_jsonb(${payoutDocuments}) - 'payout_id' - 'prefix' - 'year' - 'sequence'
          order by ${payoutDocuments.year}, ${payoutDocuments.sequence})
        from ${payoutDocuments} where ${payoutDocuments.payoutId} = ${payouts.id}
      ) as documents from ${payouts}) as ${payouts}`,
  },
  { name: 'payout-rules', column: payoutRules.influencerId },
  { name: 'posts', column: contentPosts.influencerId, omitted: ['created_by'] },
  { name: 'post-counts', column: influencerContent.influencerId },
  {
    name: 'files',
    column: contentMedia.ownerId,
    omitted: ['s3_key', 'thumbnail_s3_key', 'teaser', 'created_by', 'preserved_since'],
  },
];

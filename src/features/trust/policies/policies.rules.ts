import type { PolicyArea, PolicyBasis, PolicyDecision } from './policies.schema.ts';

/** The decisions of each area that need a reason. */
export const DECISIONS_OF_AREA: Record<PolicyArea, readonly PolicyDecision[]> = {
  review: ['changes-requested', 'rejected'],
  complaint: ['removed', 'no_action'],
};

export const AREA_LABELS: Record<PolicyArea, string> = {
  review: 'Reviews of posts',
  complaint: 'Complaints',
};

export const DECISION_LABELS: Record<PolicyDecision, string> = {
  'changes-requested': 'Request changes',
  rejected: 'Reject the post',
  removed: 'Remove the post',
  no_action: 'Take no action',
};

export const BASIS_LABELS: Record<PolicyBasis, string> = {
  law: 'A law',
  rule: 'A rule of the agency',
};

/** What a decision rests on: "Law: 17 U.S.C. § 512". */
export function groundText({ basis, ground }: { basis: PolicyBasis; ground: string }): string {
  if (basis === 'law') return `Law: ${ground}`;
  return ground ? `Our rules: ${ground}` : 'Our rules';
}

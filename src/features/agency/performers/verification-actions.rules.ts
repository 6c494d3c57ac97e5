import { PROVIDER_LABELS } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import type { Verification } from './verification.schema.ts';

export type VerificationAction = 'link' | 'start' | 'check' | 'confirm' | 'reject' | 'end';

type Labelled = { action: VerificationAction; label: string };

const START: Labelled = { action: 'start', label: 'Start Verification' };
const REJECT: Labelled = { action: 'reject', label: 'Reject' };
const CONFIRM: Labelled = { action: 'confirm', label: 'Confirm' };
const END: Labelled = { action: 'end', label: 'End Check' };

/** What a person of the team can do about a verification, the main step first. */
export function listVerificationActions({
  check,
  provider,
  isUnderage,
}: Pick<Verification, 'check' | 'provider' | 'isUnderage'>): Labelled[] {
  if (isUnderage) return [];
  const byProvider: Labelled[] = provider
    ? [{ action: 'link', label: `Verify with ${PROVIDER_LABELS[provider]}` }]
    : [];
  switch (check?.status) {
    case 'started':
      if (check.method === 'manual') {
        return [{ action: 'check', label: 'Record Check' }, REJECT, END, ...byProvider];
      }
      return check.session?.isReady
        ? [{ action: 'link', label: 'Show Link' }, END]
        : [{ action: 'link', label: 'Try Again' }, END];
    case 'checked':
      return check.isOwnCheck ? [REJECT] : [CONFIRM, REJECT];
    case 'verified':
    case 'rejected':
    case 'ended':
    case undefined: {
      const byHand = provider ? 'Check by Hand' : check ? 'Verify Again' : START.label;
      return [...byProvider, { ...START, label: byHand }];
    }
  }
}

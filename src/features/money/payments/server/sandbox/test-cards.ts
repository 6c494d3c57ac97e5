import type { Secrets } from '#src/platform/config/keys.ts';
import type { SandboxCard } from '../../billing.schema.ts';
import { hashCard } from '../card-hashes.ts';

/** What each test card does at the first payment and at renewals. */
export const TEST_CARDS: Record<SandboxCard, { number: string; label: string }> = {
  succeeds: { number: '4242 4242 4242 4242', label: 'Pays now and at every renewal' },
  declined: { number: '4000 0000 0000 0002', label: 'Declined' },
  fails: { number: '4000 0000 0000 0341', label: 'Pays now, fails at renewals' },
  recovers: { number: '4000 0000 0000 3220', label: 'Pays now, fails once at each renewal' },
  authenticates: {
    number: '4000 0027 6000 3184',
    label: 'Pays here, must be confirmed at renewals',
  },
};

/** What the sandbox would know a card by: everybody has cards of their own, unless it is a shared one. */
export function hashTestCard(
  secrets: Secrets,
  card: SandboxCard,
  owner: { fanId: string } | 'shared',
): string[] {
  const fingerprint = `${card} ${owner === 'shared' ? 'shared' : owner.fanId}`;
  return hashCard(secrets, 'sandbox', fingerprint);
}

/** The last four digits of a test card. */
export function cardLastFour(card: SandboxCard): string {
  return TEST_CARDS[card].number.slice(-4);
}

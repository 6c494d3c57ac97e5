import type { SandboxCard } from '../../billing.schema.ts';

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

/** The last four digits of a test card. */
export function cardLastFour(card: SandboxCard): string {
  return TEST_CARDS[card].number.slice(-4);
}

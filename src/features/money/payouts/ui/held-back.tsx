import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatPercent } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import type { HeldBack } from '../own-payouts.schema.ts';
import styles from './my-payouts-page.module.css';

/** What the rules of payouts hold back, and until when; nothing without such rules. */
export function HeldBackNote({ heldBack }: { heldBack: HeldBack }) {
  const sentences = describeHeldBack(heldBack);
  if (sentences.length === 0) return null;
  return (
    <div className={styles.terms}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {heldBack.reserves.length > 0 && (
        <ul aria-label="Reserves">
          {heldBack.reserves.map(({ releaseAt, cents }) => (
            <li key={releaseAt}>
              {formatCents(cents)} on <time dateTime={releaseAt}>{formatUtcDate(releaseAt)}</time>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describeHeldBack(heldBack: HeldBack): string[] {
  const { holdDays, heldCents, minimumCents, reservePercent, reserveDays, reserves } = heldBack;
  const days = (count: number) => pluralize(count, 'day', 'days');
  const reserved = reserves.reduce((sum, { cents }) => sum + cents, 0);
  return [
    ...(holdDays > 0
      ? [
          `Payments from the last ${days(holdDays)} of a month go into the next month’s payout.${
            heldCents > 0 ? ` ${formatCents(heldCents)} of your share is that recent.` : ''
          }`,
        ]
      : []),
    ...(minimumCents > 0
      ? [
          `A payout is at least ${formatCents(minimumCents)}. Less than that waits for the next month.`,
        ]
      : []),
    ...(reservePercent > 0
      ? [
          `${formatPercent(reservePercent)} of each payout is set aside for ${days(reserveDays)}, in case of refunds, and is then paid to you.`,
        ]
      : []),
    ...(reserved > 0
      ? [`${formatCents(reserved)} is set aside for you now. It goes into the payout after:`]
      : []),
  ];
}

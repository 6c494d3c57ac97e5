import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { PlanPriceChanges, PriceChange } from '../price-changes.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { CallOffButton } from './call-off-button.tsx';
import styles from './commission-history.module.css';
import { PriceChangeForm } from './price-change-form.tsx';
import { PriceChangeState } from './price-change-state.tsx';
import { planPriceChangesQuery } from './price-changes-queries.ts';

type PriceChangeDialogProps = { id: string | undefined; onClose: () => void };

/** The price changes of a plan for existing fans, with the form for a new one. @param id the plan */
export function PriceChangeDialog({ id, onClose }: PriceChangeDialogProps) {
  const last = useLastDefined(id);
  return (
    <FormDialog
      title="Price for Existing Fans"
      size="32rem"
      opened={id !== undefined}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) =>
        last && <PriceChanges key={last} planId={last} onDone={onClose} onCancel={onCancel} />
      }
    </FormDialog>
  );
}

type PriceChangesProps = { planId: string; onDone: () => void; onCancel: () => void };

function PriceChanges({ planId, onDone, onCancel }: PriceChangesProps) {
  const { data, isError, refetch } = useQuery(planPriceChangesQuery(planId));
  if (data === null || (isError && !data)) {
    return (
      <InlineError
        text={data === null ? 'Plan not found' : 'Failed to fetch the price changes'}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height="14rem" aria-label="Loading the price changes" />;
  const isOpen = data.changes.some(({ state }) => state === 'scheduled' || state === 'running');
  return (
    <div className={dialog.form}>
      {!isOpen && <p className={styles.meaning}>{describeFans(data)}</p>}
      {data.changes.length > 0 && (
        <ol className={styles.list} aria-label="Price changes">
          {data.changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ol>
      )}
      {!isOpen && data.movableCount > 0 && (
        <PriceChangeForm planId={planId} plan={data} onDone={onDone} onCancel={onCancel} />
      )}
    </div>
  );
}

const fans = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'fan' : 'fans'}`;

function describeFans({ priceCents, movableCount, fixedCount }: PlanPriceChanges): string {
  const price = formatCents(priceCents);
  const fixed =
    fixedCount > 0
      ? ` ${fans(fixedCount)} can’t be moved: their payment provider can’t change a price, or their email address isn’t confirmed. They keep their price until they subscribe anew.`
      : '';
  if (movableCount === 0) {
    return `Every renewing fan who can be moved pays ${price} already. To move fans to a new price, edit the plan first.${fixed}`;
  }
  return `New fans pay ${price}. ${fans(movableCount)} with an earlier price can be moved to it.${fixed}`;
}

const Change = ({ change }: { change: PriceChange }) => (
  <li
    data-state={change.state === 'called_off' || change.state === 'finished' ? 'ended' : 'active'}
  >
    <div className={styles.head}>
      <strong>{formatCents(change.priceCents)}</strong>
      <PriceChangeState state={change.state} />
      <span>
        from <time dateTime={change.effectiveFrom}>{formatUtcDate(change.effectiveFrom)}</time>
      </span>
    </div>
    <p>{describeCounts(change)}</p>
    <p>
      Announced by <bdi>{change.createdBy ?? 'a deleted colleague'}</bdi>
      {' · '}
      <Link to="/price-changes" search={{ change: change.id }}>
        Show fans
      </Link>
    </p>
    {change.state === 'scheduled' && (
      <CallOffButton id={change.id} size="compact-sm" className={styles.remove!} />
    )}
  </li>
);

function describeCounts({ counts, needsConsent }: PriceChange): string {
  if (counts.all === 0) return 'Nobody has been notified yet.';
  const parts = [
    [
      counts.waiting,
      needsConsent ? 'not answered yet' : 'not answered yet (accepted unless they decline)',
    ],
    [counts.accepted, 'accepted'],
    [counts.declined, 'declined'],
    [counts.left, 'left'],
    [counts.applied, 'at the new price'],
  ] as const;
  const texts = parts.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  return `${fans(counts.all)} notified: ${texts.join(', ') || 'all keep their price'}.`;
}

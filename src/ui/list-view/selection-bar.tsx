import { Button, CloseButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { BULK_LIMIT, formatCount } from '#src/lib/listing.ts';
import styles from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

type SelectionBarProps<Row extends { id: string }> = {
  selection: Selection<Row>;
  /** The number of rows that match the filters. */
  total: number;
  fetchRows: () => Promise<Row[]>;
  onClear: () => void;
  children: ReactNode;
};

/** The number of selected rows and the actions for them. */
export function SelectionBar<Row extends { id: string }>(props: SelectionBarProps<Row>) {
  const { selection, total, fetchRows, onClear, children } = props;
  const count = selection.rows.length;
  const { mutate: selectAll, isPending } = useMutation({
    mutationFn: fetchRows,
    onSuccess: selection.add,
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  const isMore = selection.page === 'all' && count < Math.min(total, BULK_LIMIT);
  return (
    <div className={styles.bar} role="group" aria-label="Selection">
      <p className={styles.count} role="status">
        {formatCount(count)} selected
        {count === BULK_LIMIT && ' (the most at once)'}
      </p>
      {isMore && (
        <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => selectAll()}>
          {total > BULK_LIMIT
            ? `Select the first ${formatCount(BULK_LIMIT)}`
            : `Select all ${formatCount(total)}`}
        </Button>
      )}
      <div className={styles.actions}>{children}</div>
      <CloseButton aria-label="Clear the selection" onClick={onClear} />
    </div>
  );
}

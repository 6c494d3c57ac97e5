import { Button, CloseButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { BULK_LIMIT } from '#src/lib/listing.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { toast } from '#src/ui/elements/toast.ts';
import styles from './selection-bar.module.css';
import { onEscape, type Selection } from './use-selection.ts';

type SelectionBarProps<Row extends { id: string }> = {
  selection: Selection<Row>;
  /** Selects more rows. */
  more: ReactNode;
  /** Saves rows as a file with the columns of the list’s export. */
  exportRows?: ((ids: string[]) => Promise<void>) | undefined;
  onClear: () => void;
  children: ReactNode;
};

/** The number of selected rows and the actions for them. */
export function SelectionBar<Row extends { id: string }>(props: SelectionBarProps<Row>) {
  const { selection, more, exportRows, onClear, children } = props;
  const count = selection.rows.length;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div className={styles.bar} role="group" aria-label="Selection" onKeyDown={onEscape(onClear)}>
      <CloseButton aria-label="Clear the selection" onClick={onClear} />
      <p className={styles.count} role="status">
        {formatCount(count)} selected
        {count === BULK_LIMIT && ' (maximum at once)'}
      </p>
      {more}
      <div className={styles.actions}>
        {children}
        {exportRows && (
          <ExportSelected ids={selection.rows.map(({ id }) => id)} exportRows={exportRows} />
        )}
      </div>
    </div>
  );
}

type SelectAllProps<Row extends { id: string }> = {
  selection: Selection<Row>;
  /** The number of rows that match the filters. */
  total: number;
  fetchRows: () => Promise<Row[]>;
};

/** Selects the rows of the other pages once all rows of the page are selected. */
export function SelectAll<Row extends { id: string }>(props: SelectAllProps<Row>) {
  const { selection, total, fetchRows } = props;
  const { mutate: selectAll, isPending } = useMutation({
    mutationFn: fetchRows,
    onSuccess: selection.add,
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  const isMore = selection.page === 'all' && selection.rows.length < Math.min(total, BULK_LIMIT);
  if (!isMore) return null;
  return (
    <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => selectAll()}>
      {total > BULK_LIMIT
        ? `Select the first ${formatCount(BULK_LIMIT)}`
        : `Select all ${formatCount(total)}`}
    </Button>
  );
}

type ExportSelectedProps = { ids: string[]; exportRows: (ids: string[]) => Promise<void> };

function ExportSelected({ ids, exportRows }: ExportSelectedProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportRows(ids),
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  return (
    <Button
      size="sm"
      radius="xl"
      variant="default"
      leftSection={<Download size={16} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Export selected
    </Button>
  );
}

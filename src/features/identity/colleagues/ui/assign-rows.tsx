import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useBulkChange } from '#src/ui/records/use-bulk-change.tsx';
import styles from './owner-select.module.css';
import type { Assign } from './use-assign.ts';
import { useColleagueOptions } from './use-colleague-options.ts';

/** What "nobody" is among the options of a selection. */
const NOBODY = 'nobody';

type AssignRowsOptions<Row> = { assign: Assign; labelOf: (row: Row) => string };

/** Gives the selected rows of a list an owner. Render `refusals` beside the list. */
export function useAssignRows<Row extends { id: string }>({
  assign,
  labelOf,
}: AssignRowsOptions<Row>) {
  const queryClient = useQueryClient();
  const options = useColleagueOptions();
  const { change, isBusy, refusals } = useBulkChange<Row, string | null>({
    run: (ids, ownerId) => assign.call({ ids, ownerId }),
    done: (count, ownerId) => `${ownerId === null ? 'Owner removed' : 'Owner changed'} (${count})`,
    labelOf,
    refresh: () => assign.refresh(queryClient),
  });
  const select = (rows: Row[], onDone: () => void) => (
    <Select
      aria-label="Assign to"
      placeholder="Assign to…"
      size="sm"
      className={styles.owner}
      data={[...options, { value: NOBODY, label: 'Nobody' }]}
      value={null}
      disabled={isBusy}
      searchable
      nothingFoundMessage="No colleagues found"
      onChange={(chosen) =>
        chosen !== null && change(rows, chosen === NOBODY ? null : chosen, onDone)
      }
    />
  );
  return { select, refusals };
}

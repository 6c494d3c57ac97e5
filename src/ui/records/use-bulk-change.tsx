import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkResult } from '#src/lib/listing.ts';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { Refusals } from '#src/ui/dialogs/refusals.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';

type BulkChangeOptions<Row, Change> = {
  run: (ids: string[], change: Change) => Promise<BulkResult>;
  /** Undoes the change; without it, there is no offer to undo. */
  undo?: (ids: string[], change: Change) => Promise<BulkResult>;
  /** What was done to so many records, such as "3 tasks closed". */
  done: (count: number, change: Change) => string;
  undone?: (count: number, change: Change) => string;
  labelOf: (row: Row) => string;
  /** Refetches everything that shows the records. */
  refresh: () => unknown;
};

type Variables<Row, Change> = { rows: Row[]; change: Change; onDone: () => void };

/**
 * Changes many records at once: says what was done, offers to undo it, and lists the records that were
 * refused, each with its reason. Render `refusals` beside the list.
 */
export function useBulkChange<Row extends { id: string }, Change>(
  options: BulkChangeOptions<Row, Change>,
) {
  const { run, undo, done, undone, labelOf, refresh } = options;
  const [refused, setRefused] = useState<Refused | null>(null);

  async function undoAll(ids: string[], change: Change): Promise<void> {
    const result = await undo!(ids, change).finally(refresh);
    if (result.refused[0]) throw new Error(result.refused[0].reason);
  }

  const { mutate, isPending } = useMutation({
    mutationFn: ({ rows, change }: Variables<Row, Change>) =>
      run(
        rows.map(({ id }) => id),
        change,
      ),
    onSuccess: (result, { rows, change, onDone }) => {
      const { changed } = result;
      const description = done(changed.length, change);
      if (changed.length > 0 && undo && undone) {
        toastWithUndo({
          title: 'Success',
          description,
          undo: () => undoAll(changed, change),
          undone: undone(changed.length, change),
        });
      } else if (changed.length > 0) toast.success('Success', { description });
      const labels = new Map(rows.map((row) => [row.id, labelOf(row)]));
      if (result.refused.length > 0) {
        const of = `${changed.length} of ${rows.length} were changed. These were not:`;
        const items = result.refused.map((each) => ({ ...each, label: labels.get(each.id) ?? '' }));
        setRefused({ title: of, items });
      }
      onDone();
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: refresh,
  });

  return {
    change: (rows: Row[], change: Change, onDone: () => void) => mutate({ rows, change, onDone }),
    isBusy: isPending,
    refusals: <RefusalsDialog refused={refused} onClose={() => setRefused(null)} />,
  };
}

type Refused = { title: string; items: { id: string; label: string; reason: string }[] };

const RefusalsDialog = ({ refused, onClose }: { refused: Refused | null; onClose: () => void }) => (
  <FormDialog title="Not changed" size="30rem" opened={refused !== null} onClose={onClose}>
    {() => refused && <Refusals title={refused.title} refused={refused.items} onClose={onClose} />}
  </FormDialog>
);

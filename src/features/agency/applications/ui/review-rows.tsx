import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { useBulkChange } from '#src/ui/records/use-bulk-change.tsx';
import type { ApplicationRow, Review } from '../review.schema.ts';
import { refreshApplications } from './applications-queries.ts';

type Verdict = Review['status'];

const count = (applications: number) =>
  applications === 1 ? 'Application' : `${applications} applications`;

const VERDICTS = [
  { status: 'rejected', label: 'Reject' },
  { status: 'accepted', label: 'Accept' },
] as const;

/** Reviews many applications at once. */
export function useReviewRows() {
  const queryClient = useQueryClient();
  return useBulkChange<ApplicationRow, Verdict>({
    run: (ids, status) => call(client.api.applications.review.$post({ json: { ids, status } })),
    undo: (ids) => call(client.api.applications.review.undo.$post({ json: { ids } })),
    done: (changed, status) => `${count(changed)} ${status}`,
    undone: (changed) => `${count(changed)} pending again`,
    labelOf: ({ fullName }) => fullName,
    refresh: () => void refreshApplications(queryClient),
  });
}

type ReviewRowsProps = {
  rows: ApplicationRow[];
  onDone: () => void;
  review: ReturnType<typeof useReviewRows>;
};

/** The buttons that review the selected applications. */
export function ReviewRows({ rows, onDone, review }: ReviewRowsProps) {
  return VERDICTS.map(({ status, label }) => (
    <Button
      key={status}
      size="sm"
      radius="xl"
      variant={status === 'accepted' ? 'filled' : 'default'}
      disabled={review.isBusy}
      onClick={() => review.change(rows, status, onDone)}
    >
      {label}
    </Button>
  ));
}

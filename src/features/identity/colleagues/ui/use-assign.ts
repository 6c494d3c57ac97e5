import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { BulkResult } from '#src/lib/listing.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { Assignment } from '../colleagues.schema.ts';

/** How the records of one kind get an owner. */
export type Assign = {
  call: (assignment: Assignment) => Promise<BulkResult>;
  /** Refetches everything that shows these records. */
  refresh: (queryClient: QueryClient) => unknown;
};

/** Gives a record an owner, and says what happened. */
export function useAssign({ call, refresh }: Assign) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: ({ refused: [refusal] }, { ownerId }) => {
      if (refusal) toast.error('Error', { description: refusal.reason });
      else {
        const description = ownerId === null ? 'Owner removed' : 'Owner changed';
        toast.success('Success', { description });
      }
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refresh(queryClient),
  });
}

import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { BulkResult } from '#src/lib/listing.ts';
import type { Assignment } from '../colleagues.schema.ts';

/** How the records of one kind get an owner. */
export type Assign = {
  call: (assignment: Assignment) => Promise<BulkResult>;
  /** Refetches everything that shows these records. */
  refresh: (queryClient: QueryClient) => unknown;
};

/** Gives records an owner, and says what happened. */
export function useAssign({ call, refresh }: Assign) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: ({ changed, refused }, { ids, ownerId }) => {
      const [first] = refused;
      if (first) {
        const count = ids.length > 1 ? `${refused.length} of ${ids.length} were not changed: ` : '';
        toast.error('Error', { description: `${count}${first.reason}` });
      } else {
        const description = ownerId === null ? 'Owner removed' : 'Owner changed';
        toast.success('Success', {
          description: changed.length > 1 ? `${description} (${changed.length})` : description,
        });
      }
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refresh(queryClient),
  });
}

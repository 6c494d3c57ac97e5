import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import {
  influencerKey,
  refreshInfluencers,
} from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { refreshUsers } from './users-queries.ts';

export type DeletedKind = 'user' | 'influencer';

const REMOVE: Record<DeletedKind, (id: string) => Promise<unknown>> = {
  user: (id) => call(client.api.users[':id'].$delete({ param: { id } })),
  influencer: (id) => call(client.api.influencers[':id'].$delete({ param: { id } })),
};
const MESSAGES: Record<DeletedKind, { done: string; failed: string }> = {
  user: {
    done: 'User deleted successfully from all systems!',
    failed: 'Failed to delete user',
  },
  influencer: {
    done: 'Influencer deleted successfully from all systems!',
    failed: 'Failed to delete influencer',
  },
};

/** Deletes a user and refetches the lists that show them. */
export function useDeletion(kind: DeletedKind, id: string, onDeleted: () => void) {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([refreshUsers(queryClient), refreshInfluencers(queryClient)]).catch(() => {});
  return useMutation({
    mutationFn: () => REMOVE[kind](id),
    onSuccess: () => {
      toast.success('Success', { description: MESSAGES[kind].done });
      onDeleted();
      queryClient.removeQueries({ queryKey: influencerKey(id) });
      void refresh();
    },
    onError: (error) => {
      toast.error('Error', { description: MESSAGES[kind].failed });
      const isDeleted = error instanceof ApiError && error.problem.code === 'not-found';
      if (isDeleted) void refresh();
    },
  });
}

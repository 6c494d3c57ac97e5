import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { refreshStudio } from '#src/features/content/studio/ui/content-posts.ts';
import { refreshPolicies } from '#src/features/trust/policies/ui/policies-queries.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import { DECISION_LABELS } from '../reviews.rules.ts';
import type { Review } from '../reviews.schema.ts';
import { refreshReviews } from './reviews-queries.ts';

/** Decides about a post, and offers to undo it. */
export function useReview(id: string) {
  const queryClient = useQueryClient();
  const refresh = () => {
    void refreshReviews(queryClient);
    void refreshStudio(queryClient);
    void refreshPolicies(queryClient);
  };
  return useMutation({
    mutationFn: (json: Review) =>
      call(client.api['post-reviews'][':id'].$post({ param: { id }, json })),
    onSuccess: (json, { decision }) =>
      toastWithUndo({
        id: `review-${id}`,
        title: DECISION_LABELS[decision],
        undo: () =>
          call(client.api['post-reviews'][':id'].undo.$post({ param: { id }, json })).finally(
            refresh,
          ),
        undone: 'Decision undone',
      }),
    // Also after a failure: somebody else may have changed or decided it, or changed the reason.
    onSettled: refresh,
  });
}

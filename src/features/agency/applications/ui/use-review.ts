import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import type { Review } from '../review.schema.ts';
import {
  applicationQuery,
  decisionToast,
  refreshApplications,
  undoReview,
} from './applications-queries.ts';

const DONE: Record<Review['status'], string> = {
  accepted: 'Application accepted successfully!',
  rejected: 'Application rejected successfully!',
};

const UNDONE: Record<Review['status'], string> = {
  accepted: 'Acceptance undone',
  rejected: 'Rejection undone',
};

const notesErrorOf = (error: Error | null) =>
  error instanceof ApiError ? error.field('notes') : undefined;

type ReviewCallbacks = {
  onReviewed: () => void;
  /** Called after the undo with the notes of the review, if the application no longer has them. */
  onUndone: (notes: string | undefined) => void;
};

/** Reviews an application and offers to undo it; repeated key presses submit once. */
export function useReview(id: string, { onReviewed, onUndone }: ReviewCallbacks) {
  const queryClient = useQueryClient();
  const isBusy = useRef(false);
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (review: Review) =>
      call(client.api.applications[':id'].review.$post({ param: { id }, json: review })),
    onSuccess: (application, { status }) => {
      queryClient.setQueryData(applicationQuery(id).queryKey, application);
      const { reviewedAt, notes } = application;
      toastWithUndo({
        id: decisionToast(id),
        title: 'Success',
        description: DONE[status],
        async undo() {
          const pending = await undoReview(queryClient, { id, reviewedAt: reviewedAt! });
          onUndone(notes !== null && notes !== pending.notes ? notes : undefined);
        },
        undone: UNDONE[status],
      });
      onReviewed();
    },
    onError: (failure) => {
      if (!notesErrorOf(failure)) toast.error('Error', { description: failure.message });
    },
    onSettled: () => {
      isBusy.current = false;
      // Also after a failure: someone else may have reviewed or deleted it.
      void refreshApplications(queryClient);
    },
  });
  return {
    review: (review: Review) => {
      if (isBusy.current) return;
      isBusy.current = true;
      mutate(review);
    },
    answering: isPending ? variables.status : null,
    notesError: notesErrorOf(error),
  };
}

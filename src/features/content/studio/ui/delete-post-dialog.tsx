import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { refreshStudio } from './content-posts.ts';

type DeletePostDialogProps = {
  /** The post to delete; null while the dialog is closed. */
  postId: string | null;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks for confirmation before deleting a post. */
export function DeletePostDialog({ postId, onClose, onDeleted }: DeletePostDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => call(client.api.posts[':id'].$delete({ param: { id } })),
    onSuccess: () => {
      toast.success('Success', { description: 'Post deleted successfully' });
      void refreshStudio(queryClient);
      onClose();
      onDeleted?.();
    },
    onError: () => toast.error('Error', { description: 'Failed to delete post' }),
  });
  return (
    <ConfirmDialog
      variant="bar"
      title="Delete Post"
      text="Are you sure you want to delete this post? This action cannot be undone. Its views are deleted too, and its files unless another post or a task contains them."
      opened={postId !== null}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => postId && mutate(postId)}
    />
  );
}

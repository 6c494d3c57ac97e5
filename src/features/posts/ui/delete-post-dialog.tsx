import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { refreshStudio } from './content-posts.ts';

type DeletePostDialogProps = {
  /** The post that is asked about; null while nothing is asked. */
  postId: string | null;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before a post is deleted. */
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
    <Modal opened={postId !== null} onClose={onClose} title="Delete Post" centered>
      <Text>Are you sure you want to delete this post? This action cannot be undone.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" radius="xl" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red"
          radius="xl"
          loading={isPending}
          onClick={() => postId && mutate(postId)}
        >
          Delete
        </Button>
      </Group>
    </Modal>
  );
}

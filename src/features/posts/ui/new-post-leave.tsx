import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

type LeaveDialogProps = {
  isSending: boolean;
  isUnsaved: () => boolean;
  save: () => Promise<void>;
  /** Whether the post is through: then nothing is asked. */
  isDone: () => boolean;
};

/** Asks before what is not saved is left, by a link, the back button or closing the window. */
export function LeaveDialog({ isSending, isUnsaved, save, isDone }: LeaveDialogProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async () => {
      if (isDone()) return false;
      await save().catch(() => {});
      return isSending || isUnsaved();
    },
    enableBeforeUnload: () => !isDone() && (isSending || isUnsaved()),
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={isSending ? 'Leave while files are being sent?' : 'Leave without saving?'}
      centered
    >
      <Text>
        {isSending
          ? 'They stop here. Open the draft again and choose the same files to go on where they stopped.'
          : 'Your last changes could not be saved and will be lost.'}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" radius="xl" onClick={proceed}>
          Leave
        </Button>
        <Button radius="xl" data-autofocus onClick={reset}>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}

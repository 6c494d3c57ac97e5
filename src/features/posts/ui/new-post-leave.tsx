import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/** Asks before unsaved work is left, by a link, the back button or closing the window. */
export function LeaveDialog({ shouldAsk }: { shouldAsk: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: shouldAsk,
    enableBeforeUnload: shouldAsk,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without publishing?"
      centered
    >
      <Text>What you typed and uploaded here will be lost.</Text>
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

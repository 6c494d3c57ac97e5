import { Button, Group, Modal, Text } from '@mantine/core';
import styles from './confirm-dialog.module.css';

type ConfirmDialogProps = {
  /** `bar` has its title in a bar with a cross, `card` in large letters over its text. */
  look: 'bar' | 'card';
  title: string;
  text: string | null;
  opened: boolean;
  /** What leaves all as it is; it has the focus first, unless `isGoProposed`. */
  stay: string;
  go: string;
  /** Whether the action destroys something: then its button is red. */
  isDangerous?: boolean;
  /** Whether `go` is what is expected: then it has the focus first, and Enter presses it. */
  isGoProposed?: boolean;
  isBusy?: boolean;
  onStay: () => void;
  onGo: () => void;
};

/** Asks before an action: to the left what cancels, to the right what confirms. */
export function ConfirmDialog({ look, title, text, opened, ...dialog }: ConfirmDialogProps) {
  const { isDangerous = true, isGoProposed = false, isBusy = false, onStay, onGo } = dialog;
  const isCard = look === 'card';
  return (
    <Modal opened={opened} onClose={onStay} centered {...(isCard ? CARD : { ...CROSS, title })}>
      {isCard && <Modal.Title>{title}</Modal.Title>}
      <Text>{text}</Text>
      <Group justify="flex-end" mt={isCard ? 0 : 'lg'}>
        <Button
          variant="default"
          radius="xl"
          data-autofocus={!isGoProposed || undefined}
          onClick={onStay}
        >
          {dialog.stay}
        </Button>
        <Button
          {...(isDangerous && { color: 'red' })}
          radius="xl"
          data-autofocus={isGoProposed || undefined}
          loading={isBusy}
          onClick={onGo}
        >
          {dialog.go}
        </Button>
      </Group>
    </Modal>
  );
}

const CROSS = { closeButtonProps: { 'aria-label': 'Close' } };

const CARD = {
  withCloseButton: false,
  padding: 'lg',
  classNames: { content: styles.content!, body: styles.body!, title: styles.title! },
};

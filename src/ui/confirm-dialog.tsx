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
  /** Whether what is gone on with destroys something: then its button is the red one. */
  isDangerous?: boolean;
  /** Whether `go` is what is expected: then it is the main button, and Enter presses it. */
  isGoProposed?: boolean;
  isBusy?: boolean;
  onStay: () => void;
  onGo: () => void;
};

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ look, title, text, opened, ...dialog }: ConfirmDialogProps) {
  const { isDangerous = true, isGoProposed = false, isBusy = false, onStay, onGo } = dialog;
  const isGoMain = isDangerous || isGoProposed;
  const stay = (
    <Button
      variant={isGoMain ? 'default' : 'filled'}
      radius="xl"
      data-autofocus={!isGoProposed || undefined}
      onClick={onStay}
    >
      {dialog.stay}
    </Button>
  );
  const go = (
    <Button
      {...(isDangerous && { color: 'red' })}
      variant={isGoMain ? 'filled' : 'default'}
      radius="xl"
      data-autofocus={isGoProposed || undefined}
      loading={isBusy}
      onClick={onGo}
    >
      {dialog.go}
    </Button>
  );
  const isCard = look === 'card';
  return (
    <Modal opened={opened} onClose={onStay} centered {...(isCard ? CARD : { ...CROSS, title })}>
      {isCard && <Modal.Title>{title}</Modal.Title>}
      <Text>{text}</Text>
      <Group justify="flex-end" mt={isCard ? 0 : 'lg'}>
        {isGoMain ? stay : go}
        {isGoMain ? go : stay}
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

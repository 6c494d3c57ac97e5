import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './confirm-dialog.module.css';

type ConfirmDialogProps = {
  /** `bar` has its title in a bar with a close button, `card` in large letters above the text. */
  variant: 'bar' | 'card';
  title: string;
  text: string | null;
  /** What has to be chosen, below the text. */
  children?: ReactNode;
  opened: boolean;
  cancelLabel: string;
  confirmLabel: string;
  /** Colours the confirm button red. */
  isDangerous?: boolean;
  /** Gives the initial focus to the confirm button instead of the cancel button. */
  isConfirmDefault?: boolean;
  isBusy?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks for confirmation before an action. */
export function ConfirmDialog({ variant, title, text, opened, ...dialog }: ConfirmDialogProps) {
  const {
    isDangerous = true,
    isConfirmDefault = false,
    isBusy = false,
    onCancel,
    onConfirm,
  } = dialog;
  const isCard = variant === 'card';
  return (
    <Modal opened={opened} onClose={onCancel} centered {...(isCard ? CARD : { ...BAR, title })}>
      {isCard && <Modal.Title>{title}</Modal.Title>}
      <Text>{text}</Text>
      {dialog.children}
      <Group justify="flex-end" mt={isCard ? 0 : 'lg'}>
        <Button
          variant="default"
          radius="xl"
          data-autofocus={!isConfirmDefault || undefined}
          onClick={onCancel}
        >
          {dialog.cancelLabel}
        </Button>
        <Button
          {...(isDangerous && { color: 'red' })}
          radius="xl"
          data-autofocus={isConfirmDefault || undefined}
          loading={isBusy}
          onClick={onConfirm}
        >
          {dialog.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}

const BAR = { closeButtonProps: { 'aria-label': 'Close' } };

const CARD = {
  withCloseButton: false,
  padding: 'lg',
  classNames: { content: styles.content!, body: styles.body!, title: styles.title! },
};

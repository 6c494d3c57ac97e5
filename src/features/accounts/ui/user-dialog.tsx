import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './user-dialog.module.css';

type UserDialogProps = { title: string; opened: boolean; onClose: () => void; children: ReactNode };

/** A dialog with a form; only its cross, Cancel and Escape close it. */
export const UserDialog = ({ title, opened, onClose, children }: UserDialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={title}
    size="lg"
    // A click beside it would lose what was typed.
    closeOnClickOutside={false}
    classNames={{ content: styles.content!, header: styles.header!, title: styles.title! }}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {children}
  </Modal>
);

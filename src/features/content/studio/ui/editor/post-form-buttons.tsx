import { Button, Kbd } from '@mantine/core';
import styles from './new-post-page.module.css';

type DeleteButtonProps = { label: string; onClick: () => void };

/** The button to delete the post, apart from the other buttons. */
export function DeleteButton({ label, onClick }: DeleteButtonProps) {
  return (
    <Button variant="subtle" color="red" radius="xl" className={styles.delete} onClick={onClick}>
      {label}
    </Button>
  );
}

type SubmitButtonProps = { label: string; disabled: boolean };

/** The submit button, preceded by its keyboard shortcut. */
export function SubmitButton({ label, disabled }: SubmitButtonProps) {
  return (
    <>
      <span className={styles.shortcut} aria-hidden="true">
        <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
      </span>
      <Button
        type="submit"
        size="md"
        radius="xl"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        disabled={disabled}
      >
        {label}
      </Button>
    </>
  );
}

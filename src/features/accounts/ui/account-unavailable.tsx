import { Button } from '@mantine/core';
import styles from './my-account-page.module.css';

export function AccountUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.card} role="alert">
      <p>Failed to load profile information</p>
      <Button variant="default" radius="xl" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

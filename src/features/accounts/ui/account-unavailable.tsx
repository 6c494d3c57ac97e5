import { PartFailure } from '#src/ui/notice.tsx';
import styles from './my-account-page.module.css';

export const AccountUnavailable = ({ onRetry }: { onRetry: () => void }) => (
  <div className={styles.card}>
    <PartFailure text="Failed to load profile information" onRetry={onRetry} />
  </div>
);

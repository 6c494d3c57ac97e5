import { InlineError } from '#src/ui/page/notice.tsx';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';

export function AccountUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.card}>
      <InlineError text="Failed to load profile information" onRetry={onRetry} />
    </div>
  );
}

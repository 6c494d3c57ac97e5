import { useNetwork } from '@mantine/hooks';
import { CloudOff } from 'lucide-react';
import styles from './offline-banner.module.css';

/** Says that there is no connection, until it returns. */
export function OfflineBanner() {
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <p className={styles.banner}>
          <CloudOff size={18} aria-hidden="true" />
          <span>
            <strong>You’re offline.</strong> What you have already opened is still here. The rest
            loads when you’re back online.
          </span>
        </p>
      )}
    </div>
  );
}

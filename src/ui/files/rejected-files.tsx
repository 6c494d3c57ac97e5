import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import styles from './rejected-files.module.css';

type RejectedFilesProps = {
  reasons: string[];
  className?: string | undefined;
  onDismiss: () => void;
};

/** The reasons why chosen files were rejected. */
export function RejectedFiles({ reasons, className = '', onDismiss }: RejectedFilesProps) {
  return (
    reasons.length > 0 && (
      <Alert
        className={`${styles.rejected} ${className}`}
        variant="default"
        icon={<TriangleAlert size={18} />}
        title="File Validation Errors"
        withCloseButton
        closeButtonLabel="Dismiss"
        onClose={onDismiss}
      >
        <ul className={styles.reasons}>
          {reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      </Alert>
    )
  );
}

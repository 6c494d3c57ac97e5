import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import styles from './refused-files.module.css';

type RefusedFilesProps = {
  reasons: string[];
  className?: string | undefined;
  onDismiss: () => void;
};

/** The reasons why chosen files were rejected. */
export const RefusedFiles = ({ reasons, className = '', onDismiss }: RefusedFilesProps) =>
  reasons.length > 0 && (
    <Alert
      className={`${styles.refused} ${className}`}
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
  );

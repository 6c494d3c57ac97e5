import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import styles from './refused-images.module.css';

type RefusedImagesProps = { reasons: string[]; onDismiss: () => void };

/** Why chosen files were not sent. */
export const RefusedImages = ({ reasons, onDismiss }: RefusedImagesProps) =>
  reasons.length > 0 && (
    <Alert
      className={styles.refused}
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

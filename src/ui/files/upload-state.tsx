import { RotateCcw } from 'lucide-react';
import styles from './upload-state.module.css';

type UploadBarProps = {
  fileName: string;
  /** Null when nobody knows how long it will take. */
  percent: number | null;
};

/** How much of a file was sent. */
export const UploadBar = ({ fileName, percent }: UploadBarProps) => (
  <progress
    className={styles.bar}
    max={100}
    {...(percent === null ? {} : { value: percent })}
    aria-label={`Upload of ${fileName}`}
  />
);

type RetryUploadProps = { fileName: string; onClick: () => void };

/** Has a failed upload tried again. */
export const RetryUpload = ({ fileName, onClick }: RetryUploadProps) => (
  <button type="button" className={styles.retry} onClick={onClick}>
    <RotateCcw size={14} aria-hidden="true" /> Retry
    <span className="visually-hidden"> {fileName}</span>
  </button>
);

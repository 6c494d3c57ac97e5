import { RotateCcw } from 'lucide-react';
import styles from './upload-state.module.css';

type UploadBarProps = {
  fileName: string;
  /** Null if the progress is unknown. */
  percent: number | null;
};

/** The progress of an upload. */
export function UploadBar({ fileName, percent }: UploadBarProps) {
  return (
    <progress
      className={styles.bar}
      max={100}
      {...(percent === null ? {} : { value: percent })}
      aria-label={`Upload of ${fileName}`}
    />
  );
}

type RetryUploadProps = { fileName: string; onClick: () => void };

/** The button that retries a failed upload. */
export function RetryUpload({ fileName, onClick }: RetryUploadProps) {
  return (
    <button type="button" className={styles.retry} onClick={onClick}>
      <RotateCcw size={14} aria-hidden="true" /> Retry
      <span className="visually-hidden"> {fileName}</span>
    </button>
  );
}

import { Check, CloudOff, LoaderCircle } from 'lucide-react';
import { ApiError } from '#src/lib/api/api-error.ts';
import type { Saving } from './draft-saver.ts';
import styles from './new-post-page.module.css';

/** The saving status of the draft. */
export function SavingLine({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  return (
    <div className={styles.saving} data-status={saving.status} role="status">
      <SavingText saving={saving} onRetry={onRetry} />
    </div>
  );
}

function SavingText({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  switch (saving.status) {
    case 'saving':
      return (
        <>
          <LoaderCircle size={15} aria-hidden="true" /> Saving…
        </>
      );
    case 'saved':
      return (
        <>
          <Check size={15} aria-hidden="true" /> Saved
        </>
      );
    case 'failed': {
      const isSignedOut =
        saving.error instanceof ApiError && saving.error.problem.code === 'unauthenticated';
      return (
        <>
          <CloudOff size={15} aria-hidden="true" />
          <span>Not saved: {isSignedOut ? 'User not authenticated' : saving.error.message}</span>
          <button type="button" className={styles.retry} onClick={onRetry}>
            Try again
          </button>
        </>
      );
    }
    case 'unsaved':
      return 'Not saved yet';
    case 'blank':
    case 'conflict':
      return null;
  }
}
